import QuartzCore
import UIKit
import XCTest

// What packages override, count with, encode and write as literals.

class MeasuredView: UIView {
    var asked = 0
    override func systemLayoutSizeFitting(_ targetSize: CGSize) -> CGSize {
        asked += 1
        return super.systemLayoutSizeFitting(targetSize)
    }
    override func systemLayoutSizeFitting(
        _ targetSize: CGSize, withHorizontalFittingPriority horizontalFittingPriority: UILayoutPriority,
        verticalFittingPriority: UILayoutPriority
    ) -> CGSize { targetSize }
    override func addConstraint(_ constraint: NSLayoutConstraint) { super.addConstraint(constraint) }
    override func addConstraints(_ constraints: [NSLayoutConstraint]) { super.addConstraints(constraints) }
    override var constraints: [NSLayoutConstraint] { super.constraints }
    override var leadingAnchor: NSLayoutXAxisAnchor { super.leadingAnchor }
    override func snapshotView(afterScreenUpdates afterUpdates: Bool) -> UIView? { super.snapshotView(afterScreenUpdates: afterUpdates) }
    override func drawHierarchy(in rect: CGRect, afterScreenUpdates afterUpdates: Bool) -> Bool {
        super.drawHierarchy(in: rect, afterScreenUpdates: afterUpdates)
    }
    override func awakeFromNib() { super.awakeFromNib() }
    override func prepareForInterfaceBuilder() { super.prepareForInterfaceBuilder() }
    override var semanticContentAttribute: UISemanticContentAttribute {
        didSet { asked += 10 }
    }
    override func accessibilityElementCount() -> Int { 3 }
}

class PaleImage: UIImage, @unchecked Sendable {
    override func draw(in rect: CGRect, blendMode: CGBlendMode, alpha: CGFloat) {
        super.draw(in: rect, blendMode: blendMode, alpha: alpha / 2)
    }
    override func withRenderingMode(_ renderingMode: UIImage.RenderingMode) -> UIImage { super.withRenderingMode(renderingMode) }
}

class Cell: UITableViewCell {
    override init(style: UITableViewCell.CellStyle, reuseIdentifier: String?) { super.init(style: style, reuseIdentifier: reuseIdentifier) }
    required init?(coder aDecoder: NSCoder) { super.init(coder: aDecoder) }
    override func setSelected(_ selected: Bool, animated: Bool) { super.setSelected(selected, animated: animated) }
}

extension UIColor {
    static func shade(_ color: CGColor) -> Self { Self.init(cgColor: color) }
}

final class OverridesTests: XCTestCase {
    func testNumbersCount() {
        XCTAssertEqual(UILayoutPriority.required - 1, UILayoutPriority(999))
        XCTAssertEqual(UILayoutPriority.defaultHigh + 1, UILayoutPriority(rawValue: 751))
        XCTAssertEqual(UILayoutPriority.required - UILayoutPriority.defaultHigh, 250)
        XCTAssertEqual((UIWindow.Level.alert + 1).rawValue, 2001)
        XCTAssertTrue(UIFont.Weight.bold > .regular)
        var priority = UILayoutPriority.defaultLow
        priority += 5
        XCTAssertTrue(priority > .defaultLow)
    }

    func testOverridesAreCalled() {
        let view = MeasuredView(frame: CGRect(x: 0, y: 0, width: 10, height: 10))
        _ = view.systemLayoutSizeFitting(UIView.layoutFittingCompressedSize)
        view.semanticContentAttribute = .forceRightToLeft
        XCTAssertEqual(view.asked, 11)
        XCTAssertEqual(view.accessibilityElementCount(), 3)
        view.addConstraint(view.widthAnchor.constraint(equalToConstant: 10))
        XCTAssertEqual(view.constraints.count, 1)
    }

    func testLiteralsAndSelf() {
        let color: UIColor = #colorLiteral(red: 1, green: 0, blue: 0, alpha: 1)
        var red: CGFloat = 0
        color.getRed(&red, green: nil, blue: nil, alpha: nil)
        XCTAssertEqual(red, 1)
        XCTAssertEqual(UIColor.shade(.black).cgColor, .black)
    }

    func testViewsGoIntoArchives() throws {
        let view = UIView(frame: CGRect(x: 1, y: 2, width: 30, height: 40))
        (view.tag, view.alpha, view.backgroundColor) = (7, 0.5, .red)
        view.addSubview(UIView(frame: CGRect(x: 5, y: 5, width: 5, height: 5)))
        let data = try NSKeyedArchiver.archivedData(withRootObject: view, requiringSecureCoding: false)
        let copy = try XCTUnwrap(NSKeyedUnarchiver.unarchiveTopLevelObjectWithData(data) as? UIView)
        XCTAssertEqual(copy.frame, view.frame)
        XCTAssertEqual(copy.tag, 7)
        XCTAssertEqual(copy.alpha, 0.5, accuracy: 1e-6)
        XCTAssertEqual(copy.subviews.map(\.frame), [CGRect(x: 5, y: 5, width: 5, height: 5)])
    }

    func testGeometryIsCodedAndWritten() throws {
        let insets = UIEdgeInsets(top: 1, left: 2, bottom: 3, right: 4)
        XCTAssertEqual(String(decoding: try JSONEncoder().encode([insets]), as: UTF8.self), "[[1,2,3,4]]")
        XCTAssertEqual(try JSONDecoder().decode([UIEdgeInsets].self, from: Data("[[1,2,3,4]]".utf8)), [insets])
        XCTAssertEqual(NSCoder.cgPoint(for: "{1.5, -2}"), CGPoint(x: 1.5, y: -2))
        XCTAssertEqual(NSCoder.string(for: CGRect(x: 1, y: 2, width: 3, height: 4)), "{{1, 2}, {3, 4}}")
        XCTAssertEqual(NSCoder.cgRect(for: "{{1, 2}, {3, 4}}"), CGRect(x: 1, y: 2, width: 3, height: 4))
        XCTAssertEqual(NSCoder.uiEdgeInsets(for: NSCoder.string(for: insets)), insets)
        XCTAssertEqual(NSCoder.cgPoint(for: "nothing"), .zero)
        XCTAssertEqual(
            NSCoder.cgAffineTransform(for: NSCoder.string(for: CGAffineTransform(scaleX: 2, y: 3))), CGAffineTransform(scaleX: 2, y: 3))
    }

    func testTheDelegatesWindowLooksOptionalTwice() {
        class Delegate: UIResponder, UIApplicationDelegate {
            var window: UIWindow?
        }
        let delegate = Delegate()
        UIApplication.shared.delegate = delegate
        XCTAssertNil(UIApplication.shared.delegate?.window??.rootViewController)
        XCTAssertNil(UIApplication.shared.delegate?.window?.rootViewController)
        delegate.window = UIWindow(frame: .zero)
        XCTAssertNotNil(UIApplication.shared.delegate?.window ?? nil)
        UIApplication.shared.delegate = nil
    }

    func testDevicesScenesAndTraits() {
        XCTAssertEqual(UIDevice.current.systemName, "Linux")
        XCTAssertEqual(UIDevice.current.userInterfaceIdiom, .pad)
        XCTAssertTrue(UIApplication.shared.connectedScenes.contains { $0 is UIWindowScene })
        XCTAssertFalse(UIAccessibility.isVoiceOverRunning)
        UIAccessibility.post(notification: .announcement, argument: "nothing")
        XCTAssertEqual(UITraitCollection.current.preferredContentSizeCategory, .large)
        XCTAssertNotNil(UITraitCollection.current.copy() as? UITraitCollection)
        let timing = UICubicTimingParameters(animationCurve: .easeIn)
        XCTAssertTrue(timing.copy() as? UICubicTimingParameters === timing)
    }
}
