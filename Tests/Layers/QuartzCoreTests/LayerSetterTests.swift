import QuartzCore
import RenderTree
import XCTest

/// The way of a set value: equality, refusal, action, store (A8, A10, G9).
final class LayerSetterTests: XCTestCase {
    private final class Asked: NSObject, CALayerDelegate {
        var log: [String] = []
        var action: (CALayer, String) -> (any CAAction)? = { _, _ in nil }
        func action(for layer: CALayer, forKey event: String) -> (any CAAction)? {
            log.append(event)
            return action(layer, event)
        }
    }

    // A10
    func testActionIsAskedWithTheOldValueAndRunWithTheNew() {
        let layer = CALayer(), delegate = Asked()
        layer.delegate = delegate
        var atRun: Float?, atAsk: Float?
        delegate.action = { layer, _ in
            atAsk = layer.opacity
            return NotedAction { _, layer in atRun = (layer as? CALayer)?.opacity }
        }
        layer.opacity = 0.5
        XCTAssertEqual(atAsk, 1)
        XCTAssertEqual(atRun, 0.5)
    }

    // A8, A13
    func testWhatIsAsked() {
        let layer = CALayer(), delegate = Asked()
        layer.delegate = delegate
        layer.opacity = 1
        layer.name = "x"
        layer.actions = nil
        layer.bounds = .zero
        XCTAssertEqual(delegate.log, [])
        layer.speed = 2
        layer.isOpaque = true
        layer.cornerCurve = .continuous
        layer.allowsGroupOpacity = false
        layer.style = [:]
        layer.needsDisplayOnBoundsChange = true
        XCTAssertEqual(delegate.log, ["speed", "opaque", "cornerCurve", "allowsGroupOpacity", "style", "needsDisplayOnBoundsChange"])
    }

    // A19
    func testFrameAsksForPositionThenBounds() {
        let layer = CALayer(), delegate = Asked()
        layer.delegate = delegate
        layer.frame = CGRect(x: 1, y: 2, width: 3, height: 4)
        XCTAssertEqual(delegate.log, ["position", "bounds"])
    }

    // A17
    func testKeyPathsAskForThePathAndThenForTheProperty() {
        let layer = CALayer(), delegate = Asked()
        layer.delegate = delegate
        layer.setValue(0.5, forKeyPath: "transform.rotation.z")
        XCTAssertEqual(delegate.log, ["transform.rotation.z", "transform"])
        delegate.log = []
        var ran: [String] = []
        delegate.action = { _, event in event.contains(".") ? NotedAction { event, _ in ran.append(event) } : nil }
        layer.setValue(3, forKeyPath: "position.x")
        XCTAssertEqual(delegate.log, ["position.x"])
        XCTAssertEqual(ran, ["position.x"])
        layer.setValue(3, forKey: "own")
        XCTAssertEqual(delegate.log, ["position.x", "own"])
    }

    func testOverriddenActionMethodsAreAskedWithoutADelegate() {
        final class Own: CALayer {
            nonisolated(unsafe) static var asked: [String] = []
            override class func defaultAction(forKey event: String) -> (any CAAction)? { asked.append(event); return nil }
        }
        Own().zPosition = 3
        XCTAssertEqual(Own.asked, ["zPosition"])
    }

    // G9: refused, one diagnostic, the last good value stays.
    func testInvalidGeometryIsRefused() {
        let layer = CALayer()
        layer.name = "knob"
        layer.frame = CGRect(x: 1, y: 2, width: 3, height: 4)
        func refused(_ key: String, line: UInt = #line, _ body: () -> Void) {
            let found = layerDiagnostics(body)
            XCTAssertEqual(found.map(\.identifier), ["layer.refused-value"], line: line)
            let message = found.first?.message ?? ""
            for part in [key, "knob", "CALayer", "\(layer.id.rawValue)"] { XCTAssertTrue(message.contains(part), message, line: line) }
        }
        refused("position") { layer.position = CGPoint(x: CGFloat.nan, y: 0) }
        refused("position") { layer.position.x = .infinity }
        refused("bounds") { layer.bounds = CGRect(x: 0, y: 0, width: CGFloat.infinity, height: 1) }
        refused("bounds") { layer.bounds = .infinite.insetBy(dx: -.infinity, dy: 0) }
        refused("frame") { layer.frame = CGRect(x: CGFloat.nan, y: 0, width: 1, height: 1) }
        refused("transform") { layer.transform = CATransform3DMakeScale(.nan, 1, 1) }
        refused("zPosition") { layer.zPosition = -.infinity }
        refused("opacity") { layer.opacity = .nan }
        refused("cornerRadius") { layer.cornerRadius = .nan }
        refused("speed") { layer.speed = .nan }
        refused("shadowOffset") { layer.shadowOffset.width = .nan }
        refused("anchorPoint") { layer.setValue(CGPoint(x: CGFloat.nan, y: 0), forKey: "anchorPoint") }
        refused("position.x") { layer.setValue(Double.nan, forKeyPath: "position.x") }
        refused("transform.rotation.z") { layer.setValue("nan", forKeyPath: "transform.rotation.z") }
        XCTAssertEqual(layer.frame, CGRect(x: 1, y: 2, width: 3, height: 4))
        XCTAssertEqual(layer.opacity, 1)
        XCTAssertEqual(
            layerDiagnostics {
                layer.repeatCount = .infinity; layer.duration = .infinity
            }, [])
    }

    func testValuesAreKept() {
        let layer = CALayer()
        layer.maskedCorners = CACornerMask(rawValue: 0xF3)
        XCTAssertEqual(layer.maskedCorners.rawValue, 3)
        layer.edgeAntialiasingMask = CAEdgeAntialiasingMask(rawValue: 0xFF)
        XCTAssertEqual(layer.edgeAntialiasingMask.rawValue, 15)
        layer.setValue(0xF5, forKey: "maskedCorners")
        XCTAssertEqual(layer.maskedCorners.rawValue, 5)
        layer.cornerCurve = CALayerCornerCurve(rawValue: "square")
        XCTAssertEqual(layer.cornerCurve, .circular)
        layer.contentsFormat = .RGBA16Float
        XCTAssertEqual(layer.contentsFormat, .RGBA16Float)
        layer.filters = ["a", "b"]
        XCTAssertEqual(layer.filters as? [String], ["a", "b"])
        layer.compositingFilter = "multiplyBlendMode"
        XCTAssertEqual(layer.compositingFilter as? String, "multiplyBlendMode")
        XCTAssertEqual(layer.value(forKey: "compositingFilter") as? String, "multiplyBlendMode")
        layer.borderColor = nil
        XCTAssertNil(layer.borderColor)
        layer.toneMapMode = .never
        XCTAssertEqual(layer.value(forKey: "toneMapMode") as? String, "never")
        XCTAssertEqual(layer.preferredDynamicRange, .standard)
        XCTAssertEqual(layer.contentsHeadroom, 0)
        XCTAssertFalse(layer.wantsExtendedDynamicRangeContent)
        layer.fillMode = .both
        XCTAssertEqual(layer.fillMode, .both)
        XCTAssertEqual(layer.duration, .infinity)
    }

    // S7
    func testCornerCurveExpansionFactor() {
        XCTAssertEqual(CALayer.cornerCurveExpansionFactor(.circular), 1)
        XCTAssertEqual(CALayer.cornerCurveExpansionFactor(.continuous), 1.528665)
    }

    func testTransformLayerIgnoresItsOwnLook() {
        final class Stage: CATransformLayer {}
        let stage = Stage()
        let found = layerDiagnostics {
            stage.backgroundColor = .black
            stage.backgroundColor = .white
            stage.masksToBounds = true
            stage.opacity = 0.5
            stage.position = CGPoint(x: 1, y: 1)
        }
        XCTAssertEqual(found.map(\.identifier), ["layer.ignored-property", "layer.ignored-property"])
    }

    func testSubclassesMayOverrideProperties() {
        final class Watching: CALayer {
            var seen: [CGRect] = []
            override var bounds: CGRect { didSet { seen.append(bounds) } }
            override var isHidden: Bool {
                get { super.isHidden }
                set { super.isHidden = newValue }
            }
        }
        let layer = Watching()
        layer.frame = CGRect(x: 0, y: 0, width: 4, height: 4)
        XCTAssertEqual(layer.seen, [CGRect(x: 0, y: 0, width: 4, height: 4)])
    }

    func testReplicator() {
        let layer = CAReplicatorLayer()
        layer.instanceCount = 3
        XCTAssertEqual(layer.instanceCount, 3)
        XCTAssertEqual(layer.value(forKey: "instanceCount") as? Int, 3)
        XCTAssertEqual(layer.instanceColor, CGColor(red: 1, green: 1, blue: 1, alpha: 1))
        layer.instanceAlphaOffset = -0.1
        XCTAssertEqual(layer.value(forKey: "instanceAlphaOffset") as? Float, -0.1)
    }

    func testScrollVectors() throws {
        for vector in try LayerVectors.area("scroll") {
            let layer = CAScrollLayer()
            layer.bounds = LayerVectors.rect(vector.input["bounds"]) ?? .zero
            layer.scrollMode = CAScrollLayerScrollMode(rawValue: vector.input["mode"] as? String ?? "both")
            if let p = LayerVectors.point(vector.input["to"]) { layer.scroll(to: p) }
            if let r = LayerVectors.rect(vector.input["toRect"]) { layer.scroll(to: r) }
            assertClose(numbers(layer.bounds.origin), LayerVectors.numbers(vector.expected), 1e-9, vector.id)
        }
    }

    // R3, R4
    func testScrollingFromBelow() {
        let scroll = CAScrollLayer(), middle = CALayer(), leaf = CALayer()
        scroll.bounds = CGRect(x: 0, y: 0, width: 100, height: 100)
        scroll.addSublayer(middle)
        middle.addSublayer(leaf)
        middle.frame = CGRect(x: 50, y: 0, width: 500, height: 500)
        leaf.frame = CGRect(x: 10, y: 20, width: 300, height: 300)
        XCTAssertEqual(leaf.visibleRect, CGRect(x: 0, y: 0, width: 40, height: 80))
        leaf.scroll(CGPoint(x: 5, y: 5))
        XCTAssertEqual(scroll.bounds.origin, CGPoint(x: 65, y: 25))
        leaf.scrollRectToVisible(CGRect(x: 0, y: 0, width: 10, height: 10))
        XCTAssertEqual(scroll.bounds.origin, CGPoint(x: 60, y: 20))
        XCTAssertEqual(CALayer().visibleRect, .zero)
    }
}
