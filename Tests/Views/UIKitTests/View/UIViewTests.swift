import Agate
import AgateDiagnostics
import UIKit
import XCTest

@MainActor final class UIViewTests: XCTestCase {
    private class ShapeView: UIView { override class var layerClass: AnyClass { CAShapeLayer.self } }
    private class OwnLayer: CALayer {
        var made = 7
        override init() { super.init() }
        required init?(coder: NSCoder) { super.init(coder: coder) }
        override init(layer: Any) { super.init(layer: layer) }
    }
    private class OwnLayerView: UIView { override class var layerClass: AnyClass { OwnLayer.self } }
    private class DotView: UIView {
        override func draw(_ rect: CGRect) {
            UIColor.red.setFill()
            UIGraphicsGetCurrentContext()?.fill(CGRect(x: 0, y: 0, width: 5, height: 5))
        }
    }
    private class LazyDots: DotView {}

    /// UV1
    func testBackingLayerHasTheViewAsDelegateAndTheClassOfLayerClass() async {
        let view = ShapeView(frame: CGRect(x: 1, y: 2, width: 3, height: 4))
        XCTAssertTrue(view.layer.delegate === view)
        XCTAssertTrue(view.layer is CAShapeLayer)
        XCTAssertEqual(view.layer.frame, CGRect(x: 1, y: 2, width: 3, height: 4))
        let own = OwnLayerView()
        XCTAssertEqual((own.layer as? OwnLayer)?.made, 7)
        XCTAssertTrue(type(of: UIView().layer) == CALayer.self)
    }

    /// D5: only views that override draw(_:) get a bitmap, and get it when they are first shown.
    func testOnlyDrawingViewsGetBitmaps() async {
        let scene = Scene()
        let dots = scene.add(LazyDots(frame: CGRect(x: 10, y: 10, width: 20, height: 20)))
        let plain = scene.add(NotingView(frame: CGRect(x: 50, y: 10, width: 20, height: 20)))
        scene.turn { plain.setNeedsDisplay() }
        XCTAssertNotNil(dots.layer.contents)
        XCTAssertNil(plain.layer.contents)
        XCTAssertEqual(scene.pixel(12, 12), 0xFF00_00FF)
        // An opaque view without a background starts black.
        XCTAssertEqual(scene.pixel(25, 25), 0x0000_00FF)
        scene.turn { dots.backgroundColor = .clear }
        XCTAssertEqual(scene.pixel(25, 25), 0)
        scene.turn { dots.backgroundColor = .green }
        XCTAssertEqual(scene.pixel(25, 25), 0x00FF_00FF)
        XCTAssertEqual(scene.pixel(12, 12), 0xFF00_00FF)
    }

    func testTreeFollowsSubviewsAndSublayersOfTheProgramKeepTheirPlaces() async {
        let view = UIView(), a = UIView(), b = UIView(), c = UIView(), free = CALayer()
        view.addSubview(a)
        view.layer.addSublayer(free)
        view.addSubview(b)
        view.insertSubview(c, at: 0)
        XCTAssertEqual(view.subviews, [c, a, b])
        XCTAssertEqual(view.layer.sublayers, [c.layer, a.layer, free, b.layer])
        view.bringSubviewToFront(c)
        XCTAssertEqual(view.subviews, [a, b, c])
        view.insertSubview(c, belowSubview: b)
        XCTAssertEqual(view.subviews, [a, c, b])
        view.insertSubview(a, aboveSubview: b)
        XCTAssertEqual(view.subviews, [c, b, a])
        view.exchangeSubview(at: 0, withSubviewAt: 2)
        XCTAssertEqual(view.subviews, [a, b, c])
        XCTAssertEqual(view.layer.sublayers?.filter { $0 !== free }, [a.layer, b.layer, c.layer])
        b.removeFromSuperview()
        XCTAssertNil(b.superview)
        XCTAssertNil(b.layer.superlayer)
        // Into itself: refused.
        a.addSubview(view)
        XCTAssertNil(view.superview)
        view.addSubview(view)
        XCTAssertEqual(view.subviews, [a, c])
    }

    func testWindowComesAndGoesForTheWholeTree() async {
        let scene = Scene()
        let outer = UIView(), inner = NotingView()
        outer.addSubview(inner)
        scene.add(outer)
        XCTAssertTrue(inner.window === scene.window)
        scene.turn { outer.removeFromSuperview() }
        XCTAssertNil(inner.window)
        XCTAssertEqual(inner.notes, ["in superview", "in window", "left window"])
    }

    func testSubviewsOutliveTheirSuperview() async {
        let child = UIView()
        weak var gone: UIView?
        do {
            let view = UIView()
            view.addSubview(child)
            gone = view
        }
        XCTAssertNil(gone)
        XCTAssertNil(child.superview)
        // A deep tree goes without a deep stack.
        var top = UIView()
        for _ in 0..<20_000 {
            let next = UIView()
            next.addSubview(top)
            top = next
        }
    }

    /// A view with flexible margins is centered in a superview that was smaller than the view, as one of no size is.
    func testAutoresizingFromASmallerSuperview() async {
        let scene = Scene(), view = scene.add(UIView()), child = UIView(frame: CGRect(x: 0, y: 0, width: 20, height: 10))
        child.autoresizingMask = [.flexibleLeftMargin, .flexibleRightMargin, .flexibleTopMargin, .flexibleBottomMargin]
        view.addSubview(child)
        view.frame = CGRect(x: 0, y: 0, width: 80, height: 30)
        XCTAssertEqual(child.frame, CGRect(x: 30, y: 10, width: 20, height: 10))
        view.frame.size = CGSize(width: 160, height: 60)
        XCTAssertEqual(child.frame, CGRect(x: 70, y: 25, width: 20, height: 10))
    }

    func testAutoresizingSharesInProportion() async {
        let view = UIView(frame: CGRect(x: 0, y: 0, width: 100, height: 100))
        let child = UIView(frame: CGRect(x: 10, y: 10, width: 20, height: 20))
        child.autoresizingMask = [.flexibleWidth, .flexibleRightMargin]
        view.addSubview(child)
        view.frame.size.width = 190
        // 90 points to 20 + 70: twice as much of both.
        XCTAssertEqual(child.frame, CGRect(x: 10, y: 10, width: 40, height: 20))
        child.autoresizingMask = [.flexibleWidth, .flexibleHeight]
        view.bounds.size = CGSize(width: 200, height: 90)
        XCTAssertEqual(child.frame, CGRect(x: 10, y: 10, width: 50, height: 10))
        view.autoresizesSubviews = false
        view.frame.size = .zero
        XCTAssertEqual(child.frame.size, CGSize(width: 50, height: 10))
    }

    func testHitTestGoesByOrderAndSkipsWhatTakesNoTouches() async {
        let view = UIView(frame: CGRect(x: 0, y: 0, width: 100, height: 100))
        let low = UIView(frame: CGRect(x: 0, y: 0, width: 50, height: 50)), high = UIView(frame: CGRect(x: 0, y: 0, width: 50, height: 50))
        view.addSubview(low)
        view.addSubview(high)
        low.layer.zPosition = 10
        let p = CGPoint(x: 20, y: 20)
        XCTAssertEqual(view.hitTest(p, with: nil), high)
        high.alpha = 0.009
        XCTAssertEqual(view.hitTest(p, with: nil), low)
        low.isUserInteractionEnabled = false
        XCTAssertEqual(view.hitTest(p, with: nil), view)
        view.isHidden = true
        XCTAssertNil(view.hitTest(p, with: nil))
        view.isHidden = false
        XCTAssertNil(view.hitTest(CGPoint(x: 100, y: 50), with: nil))
    }

    func testTintAndStyleComeFromAbove() async {
        final class Tinted: UIView {
            var reported = 0, styles = 0
            override func tintColorDidChange() { reported += 1 }
            override func traitCollectionDidChange(_ previousTraitCollection: UITraitCollection?) { styles += 1 }
        }
        let outer = UIView(), inner = Tinted()
        outer.addSubview(inner)
        outer.tintColor = .red
        XCTAssertEqual(inner.tintColor, .red)
        XCTAssertEqual(inner.reported, 1)
        outer.overrideUserInterfaceStyle = .dark
        XCTAssertEqual(inner.traitCollection.userInterfaceStyle, .dark)
        XCTAssertEqual(inner.styles, 1)
        inner.removeFromSuperview()
        XCTAssertEqual(inner.reported, 2)
        XCTAssertEqual(inner.styles, 2)
        XCTAssertEqual(inner.tintColor, .systemBlue)
    }

    func testRefusedGeometryLeavesTheView() async {
        let view = UIView(frame: CGRect(x: 1, y: 2, width: 3, height: 4))
        view.frame = CGRect(x: CGFloat.nan, y: 0, width: .infinity, height: 1)
        XCTAssertEqual(view.frame, CGRect(x: 1, y: 2, width: 3, height: 4))
    }
}

extension UIViewTests {
    private class Tiled: UIView {
        override class var layerClass: AnyClass { CATiledLayer.self }
        override func draw(_ rect: CGRect) {
            UIGraphicsGetCurrentContext()?.setFillColor(CGColor(srgbRed: 0, green: 0, blue: 1, alpha: 1))
            UIGraphicsGetCurrentContext()?.fill(rect)
        }
    }

    /// Tiles are drawn on other threads, whatever actor the view belongs to.
    func testTiledViewsDrawOnOtherThreads() async {
        let painted = Locked(false)
        let host = LiveHost(size: CGSize(width: 40, height: 40)) { frame in
            frame.withPixels { pixels, _, _, _ in if pixels[0] == 0xFF00_00FF { painted.withLock { $0 = true } } }
        }
        let window = UIWindow(host: host)
        window.addSubview(Tiled(frame: CGRect(x: 0, y: 0, width: 40, height: 40)))
        window.isHidden = false
        spin { painted.withLock { $0 } }
        XCTAssertTrue(painted.withLock { $0 })
    }

    private func spin(until isDone: () -> Bool) {
        let end = Date() + 60
        while !isDone(), Date() < end {
            CATransaction.flush()
            _ = RunLoop.main.run(mode: .default, before: Date() + 0.01)
        }
    }
}
