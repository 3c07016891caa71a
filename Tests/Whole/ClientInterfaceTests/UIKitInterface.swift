import UIKit
import XCTest

/// What programs written for Apple's systems say to UIKit, in their words: that it compiles is the test, and that the answers are there.
@MainActor final class UIKitInterface: XCTestCase {
    func testTextValues() async {
        let style = NSMutableParagraphStyle()
        style.lineSpacing = 0
        style.lineHeightMultiple = 1
        style.maximumLineHeight = 20
        style.alignment = NSTextAlignment.center
        style.lineBreakMode = NSLineBreakMode.byWordWrapping
        for alignment in [NSTextAlignment.left, .center, .right, .justified, .natural] { style.alignment = alignment }
        let color = UIColor(red: 1, green: 0.5, blue: 0, alpha: 1)
        let attributes: [NSAttributedString.Key: Any] = [
            .font: UIFont(name: "Helvetica", size: 12) as Any, .foregroundColor: color, .kern: CGFloat(1), .ligature: 0,
            .paragraphStyle: style,
            .strokeColor: color.cgColor, .strokeWidth: CGFloat(-1),
        ]
        XCTAssertGreaterThan(NSAttributedString(string: "Text", attributes: attributes).size().width, 0)
    }

    func testColor() async {
        let color = UIColor(red: 1, green: 0.5, blue: 0.25, alpha: 0.75)
        let cgColor: CGColor = color.cgColor
        XCTAssertEqual(cgColor.alpha, 0.75)
        var r: CGFloat = 0, g: CGFloat = 0, b: CGFloat = 0, a: CGFloat = 0
        XCTAssertTrue(color.getRed(&r, green: &g, blue: &b, alpha: &a))
        XCTAssertEqual([r, g, b, a], [1, 0.5, 0.25, 0.75])
    }

    func testFontIsCoreTextsFont() async throws {
        // As a font provider passes it on: the parameter is a CTFont, the value a UIFont.
        func size(_ font: CTFont) -> CGFloat { CTFontGetSize(font) }
        let font = try XCTUnwrap(UIFont(name: "Helvetica", size: 16))
        XCTAssertEqual(size(font), 16)
    }

    nonisolated func testImagesAndSurroundingsAreForAnyThread() throws {
        XCTAssertNil(UIImage(named: "none", in: Bundle.main, compatibleWith: UITraitCollection.current))
        XCTAssertNil(UIImage(contentsOfFile: "/none.png"))
        XCTAssertNil(UIImage(data: Data()))
        let scale: CGFloat = UITraitCollection.current.displayScale
        XCTAssertGreaterThan(scale, 0)
        _ = UIAccessibility.isReduceMotionEnabled
        let names: [NSNotification.Name] = [
            UIApplication.willEnterForegroundNotification, UIApplication.didEnterBackgroundNotification,
            UIApplication.didReceiveMemoryWarningNotification,
        ]
        XCTAssertEqual(Set(names).count, 3)
        let bytes = try XCTUnwrap(
            Data(base64Encoded: "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=="))
        let image = try XCTUnwrap(UIImage(data: bytes))
        let cgImage: CGImage? = image.cgImage
        XCTAssertEqual(cgImage?.width, 1)
    }

    /// A view as a player of animations makes it: all that it overrides must be open.
    private final class PlayerView: UIView {
        var log: [String] = []

        override init(frame: CGRect) { super.init(frame: frame) }
        required init?(coder: NSCoder) { super.init(coder: coder) }

        override var contentMode: UIView.ContentMode { didSet { log.append("contentMode") } }
        override func didMoveToWindow() {
            super.didMoveToWindow()
            log.append(window == nil ? "out" : "in")
        }
        override func layoutSubviews() {
            super.layoutSubviews()
            log.append("layout")
        }
        override var intrinsicContentSize: CGSize { CGSize(width: 30, height: 20) }
        override var isAccessibilityElement: Bool {
            get { true }
            set {}
        }
        override var accessibilityValue: String? {
            get { "value" }
            set {}
        }
        override var accessibilityTraits: UIAccessibilityTraits {
            get { .button }
            set {}
        }

        func gravity() -> CALayerContentsGravity? {
            switch contentMode {
            case .scaleToFill: .resize
            case .scaleAspectFit: .resizeAspect
            case .scaleAspectFill: .resizeAspectFill
            case .redraw, .center, .top, .bottom, .left, .right, .topLeft, .topRight, .bottomLeft, .bottomRight: nil
            @unknown default: nil
            }
        }
    }

    func testViewsAndWindows() async {
        let window = UIWindow()
        let view = PlayerView(frame: CGRect(x: 0, y: 0, width: 10, height: 10))
        XCTAssertEqual(UIScreen.main.scale, UITraitCollection.current.displayScale)
        window.addSubview(view)
        XCTAssertTrue(view.superview === window)
        XCTAssertTrue(view.window === window)
        view.contentMode = .scaleAspectFit
        XCTAssertEqual(view.gravity(), .resizeAspect)
        view.clipsToBounds = true
        view.isUserInteractionEnabled = false
        view.frame = CGRect(x: 1, y: 2, width: 30, height: 40)
        XCTAssertEqual(view.bounds, CGRect(x: 0, y: 0, width: 30, height: 40))
        view.setNeedsLayout()
        view.layoutIfNeeded()
        view.invalidateIntrinsicContentSize()
        XCTAssertEqual(view.log.filter { $0 != "layout" }, ["in", "contentMode"])
        XCTAssertTrue(view.log.contains("layout"))
        let layer: CALayer = view.layer
        XCTAssertTrue(layer.masksToBounds)
        let responder: UIResponder = view
        XCTAssertNotNil(responder.next)
    }

    /// A control as a player of animations makes it.
    private final class PlayerControl: UIControl {
        var calls: [String] = []
        override var isEnabled: Bool { didSet { calls.append("enabled") } }
        override var isSelected: Bool { didSet { calls.append("selected") } }
        override var isHighlighted: Bool { didSet { calls.append("highlighted") } }
        override func beginTracking(_ touch: UITouch, with event: UIEvent?) -> Bool {
            calls.append("begin \(touch.location(in: self).x)")
            return super.beginTracking(touch, with: event)
        }
        override func continueTracking(_ touch: UITouch, with event: UIEvent?) -> Bool { super.continueTracking(touch, with: event) }
        override func endTracking(_ touch: UITouch?, with event: UIEvent?) { super.endTracking(touch, with: event) }
        override func cancelTracking(with event: UIEvent?) { super.cancelTracking(with: event) }
    }

    func testControls() async {
        let control = PlayerControl(frame: CGRect(x: 0, y: 0, width: 10, height: 10))
        control.isEnabled = false
        control.isSelected = true
        control.isHighlighted = true
        let state: UIControl.State = control.state
        XCTAssertEqual(state, [.disabled, .selected, .highlighted])
        XCTAssertEqual(control.calls, ["enabled", "selected", "highlighted"])
        let events: [UIControl.Event] = [.touchDown, .touchUpInside, .touchUpOutside, .valueChanged]
        XCTAssertEqual(events.map(\.rawValue), [1, 64, 128, 4096])
        var changes = 0
        control.addAction(UIAction { _ in changes += 1 }, for: .valueChanged)
        control.sendActions(for: .valueChanged)
        XCTAssertEqual(changes, 1)
    }

    func testSnapshots() async {
        let view = UIView(frame: CGRect(x: 0, y: 0, width: 20, height: 10))
        view.backgroundColor = UIColor.red
        CATransaction.flush()
        let renderer = UIGraphicsImageRenderer(bounds: CGRect(x: 0, y: 0, width: 20.3, height: 10))
        let image = renderer.image { context in
            let cgContext: CGContext = context.cgContext
            view.layer.render(in: cgContext)
        }
        let scale = UITraitCollection.current.displayScale
        XCTAssertEqual(image.cgImage?.width, Int((20.3 * scale).rounded(.up)))
        XCTAssertEqual(image.cgImage?.height, Int(10 * scale))
    }

    func testWholeProgramsOfTheGuides() async {
        // What books on layers do with views, in their words.
        final class ViewController: UIViewController {
            let layerView = UIView(frame: CGRect(x: 0, y: 0, width: 50, height: 50))
            override func viewDidLoad() {
                super.viewDidLoad()
                layerView.layer.cornerRadius = 20
                layerView.layer.masksToBounds = true
                let path = UIBezierPath(
                    arcCenter: CGPoint(x: 150, y: 100), radius: 25, startAngle: 0, endAngle: 2 * CGFloat.pi, clockwise: true)
                let shape = CAShapeLayer()
                shape.path = path.cgPath
                shape.strokeColor = UIColor.red.cgColor
                shape.fillColor = UIColor.clear.cgColor
                layerView.layer.addSublayer(shape)
                let text = CATextLayer()
                let font = UIFont.systemFont(ofSize: 15)
                text.font = font
                text.fontSize = font.pointSize
                text.foregroundColor = UIColor.black.cgColor
                text.contentsScale = UIScreen.main.scale
                layerView.layer.addSublayer(text)
                view.addSubview(layerView)
                UIGraphicsBeginImageContextWithOptions(view.bounds.size, true, 0.0)
                if let context = UIGraphicsGetCurrentContext() { view.layer.render(in: context) }
                XCTAssertNotNil(UIGraphicsGetImageFromCurrentImageContext())
                UIGraphicsEndImageContext()
            }
        }
        let controller = ViewController()
        controller.loadViewIfNeeded()
        XCTAssertTrue(controller.layerView.superview === controller.view)
    }
}
