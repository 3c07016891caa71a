import Agate
import XCTest

@testable import UIKit

/// A cell that encodes its outlets itself. Foundation finds only top-level classes by name.
final class ArchivedOutletCell: UICollectionViewCell {
    var box: UIView!
    var top: NSLayoutConstraint!
    override init(frame: CGRect) { super.init(frame: frame) }
    required init?(coder: NSCoder) {
        super.init(coder: coder)
        box = coder.decodeObject(forKey: "box") as? UIView
        top = coder.decodeObject(forKey: "top") as? NSLayoutConstraint
    }
    override func encode(with coder: NSCoder) {
        super.encode(with: coder)
        coder.encode(box, forKey: "box")
        coder.encode(top, forKey: "top")
    }
}

/// Views that programs copy through an archive: they look like the originals, and are laid out like them.
@MainActor final class ViewArchiveTests: XCTestCase {
    private func copy<View: UIView>(_ view: View) throws -> View {
        let archiver = NSKeyedArchiver(requiringSecureCoding: false)
        archiver.encode(view, forKey: NSKeyedArchiveRootObjectKey)
        archiver.finishEncoding()
        let unarchiver = try NSKeyedUnarchiver(forReadingFrom: archiver.encodedData)
        unarchiver.requiresSecureCoding = false
        return try XCTUnwrap(unarchiver.decodeObject(forKey: NSKeyedArchiveRootObjectKey) as? View)
    }

    private func kept(_ constraints: [NSLayoutConstraint]) {
        for constraint in constraints { constraint.shouldBeArchived = true }
        NSLayoutConstraint.activate(constraints)
    }

    /// Constraints between a view and its descendants, and with its guides; without those that aren't to be archived.
    func testConstraints() async throws {
        let view = UIView(frame: CGRect(x: 0, y: 0, width: 100, height: 80)), inner = UIView(), leaf = UIView()
        view.addSubview(inner)
        inner.addSubview(leaf)
        for part in [inner, leaf] { part.translatesAutoresizingMaskIntoConstraints = false }
        let width = inner.widthAnchor.constraint(equalTo: view.widthAnchor, multiplier: 0.5, constant: -10)
        width.priority = .defaultHigh
        width.identifier = "width"
        kept([
            width, inner.heightAnchor.constraint(equalToConstant: 30), inner.centerXAnchor.constraint(equalTo: view.centerXAnchor),
            inner.topAnchor.constraint(equalTo: view.layoutMarginsGuide.topAnchor), leaf.topAnchor.constraint(equalTo: view.topAnchor),
            leaf.leadingAnchor.constraint(equalTo: inner.leadingAnchor, constant: 5), leaf.widthAnchor.constraint(equalToConstant: 4),
            leaf.heightAnchor.constraint(lessThanOrEqualTo: leaf.widthAnchor),
        ])
        inner.leadingAnchor.constraint(greaterThanOrEqualTo: view.leadingAnchor).isActive = true
        let twin = try copy(view)
        XCTAssertEqual(twin.constraints.count, view.constraints.count - 1)
        let copied = try XCTUnwrap(twin.constraints.first { $0.identifier == "width" })
        XCTAssertTrue(copied.isActive && copied.secondItem === twin && copied.priority == .defaultHigh && copied.multiplier == 0.5)
        for changed in [view, twin] {
            changed.bounds.size.width = 200
            changed.layoutIfNeeded()
        }
        XCTAssertEqual(twin.subviews[0].frame, inner.frame)
        XCTAssertEqual(twin.subviews[0].subviews[0].frame, leaf.frame)
    }

    /// A copy keeps its outlets and constraints, and has one content view.
    func testACellWithOutlets() async throws {
        let cell = ArchivedOutletCell(frame: CGRect(x: 0, y: 0, width: 60, height: 40))
        cell.box = UIView()
        cell.box.translatesAutoresizingMaskIntoConstraints = false
        cell.contentView.addSubview(cell.box)
        cell.top = cell.box.topAnchor.constraint(equalTo: cell.topAnchor, constant: 7)
        kept([
            cell.top, cell.box.leadingAnchor.constraint(equalTo: cell.contentView.leadingAnchor),
            cell.box.widthAnchor.constraint(equalToConstant: 10), cell.box.heightAnchor.constraint(equalToConstant: 10),
        ])
        let twin = try copy(cell)
        XCTAssertEqual(twin.subviews.count, 1)
        XCTAssertTrue(twin.contentView === twin.subviews[0] && twin.box === twin.contentView.subviews[0])
        XCTAssertTrue(twin.top.isActive && twin.constraints.contains { $0 === twin.top })
        twin.top.constant = 20
        twin.layoutIfNeeded()
        XCTAssertEqual(twin.box.frame, CGRect(x: 0, y: 20, width: 10, height: 10))
    }

    /// A constraint that is archived without its views refers to nothing, and isn't active.
    func testAConstraintAlone() async throws {
        let view = UIView(), constraint = view.widthAnchor.constraint(equalToConstant: 3)
        let archiver = NSKeyedArchiver(requiringSecureCoding: false)
        archiver.encode(constraint, forKey: "c")
        archiver.finishEncoding()
        let unarchiver = try NSKeyedUnarchiver(forReadingFrom: archiver.encodedData)
        unarchiver.requiresSecureCoding = false
        let twin = try XCTUnwrap(unarchiver.decodeObject(forKey: "c") as? NSLayoutConstraint)
        XCTAssertNil(twin.firstItem)
        XCTAssertEqual(twin.constant, 3)
        XCTAssertFalse(twin.isActive)
    }

    /// What labels and image views show.
    func testTextsAndImages() async throws {
        let label = UILabel(frame: CGRect(x: 0, y: 0, width: 90, height: 40))
        label.text = "Two lines of a copy"
        label.font = .boldSystemFont(ofSize: 13)
        (label.textColor, label.textAlignment, label.numberOfLines) = (.systemRed, .right, 2)
        let picture = UIGraphicsImageRenderer(size: CGSize(width: 6, height: 4)).image {
            UIColor.systemGreen.setFill()
            $0.fill(CGRect(x: 0, y: 0, width: 3, height: 4))
        }
        let image = UIImageView(image: picture), holder = UIView(frame: CGRect(x: 0, y: 0, width: 90, height: 60))
        image.frame.origin.y = 44
        holder.addSubview(label)
        holder.addSubview(image)
        let twin = try copy(holder)
        let text = try XCTUnwrap(twin.subviews[0] as? UILabel)
        XCTAssertEqual(text.text, label.text)
        XCTAssertEqual(text.font, label.font)
        XCTAssertEqual(text.numberOfLines, 2)
        XCTAssertEqual((twin.subviews[1] as? UIImageView)?.image?.size, picture.size)
        func pixels(_ view: UIView) -> Data? {
            UIGraphicsImageRenderer(size: view.bounds.size).image { view.layer.render(in: $0.cgContext) }.pngData()
        }
        XCTAssertEqual(pixels(twin), pixels(holder))
    }

    /// Controls create their parts themselves: copies have them once.
    func testPartsOfControls() async throws {
        let button = UIButton(type: .system)
        button.setTitle("Title", for: .normal)
        for control in [button, UISwitch(), UISlider(), UIStepper(), UIProgressView(), UIPageControl(), UITextField()] {
            control.layoutIfNeeded()
            XCTAssertLessThanOrEqual(try copy(control).subviews.count, control.subviews.count, "\(type(of: control))")
        }
    }
}
