import Foundation
import RenderTree
import XCTest

@testable import QuartzCore

private final class Recorder: NSObject, CAAction {
    let name: String
    var runs: [String] = []
    init(_ name: String) { self.name = name }
    func run(forKey event: String, object anObject: Any, arguments dict: [AnyHashable: Any]?) { runs.append(event) }
}

private final class Answerer: NSObject, CALayerDelegate {
    var answer: (String) -> (any CAAction)? = { _ in nil }
    var asked: [String] = []
    func action(for layer: CALayer, forKey event: String) -> (any CAAction)? {
        asked.append("\(layer.name ?? "?").\(event)")
        return answer(event)
    }
}

/// The search for an action (Behaviour 2.2). Names carry the ids of the shared vectors.
final class ActionSearchTests: XCTestCase {
    override func tearDown() { CATransaction.flush() }

    func testBareLayer_action_bare_action_class_default_action_unknown_key() {
        let layer = CALayer()
        XCTAssertNil(layer.action(forKey: "position"))
        XCTAssertNil(CALayer.defaultAction(forKey: "position"))
        XCTAssertNil(layer.action(forKey: "aKeyNobodyDefined"))
    }

    func testDelegateFirst_action_delegate_first_A2() {
        let layer = CALayer()
        let delegate = Answerer()
        let d = Recorder("D"), a = Recorder("A")
        delegate.answer = { _ in d }
        layer.delegate = delegate
        layer.actions = ["position": a]
        XCTAssertTrue(layer.action(forKey: "position") as? Recorder === d)
        delegate.answer = { _ in nil }
        XCTAssertTrue(layer.action(forKey: "position") as? Recorder === a)
    }

    func testNullEndsTheSearch_action_delegate_null_action_actions_null_A1() {
        let layer = CALayer()
        let delegate = Answerer()
        delegate.answer = { _ in NSNull() }
        layer.delegate = delegate
        layer.actions = ["position": Recorder("A")]
        XCTAssertNil(layer.action(forKey: "position"))
        layer.delegate = nil
        layer.actions = ["position": NSNull()]
        layer.style = ["actions": ["position": Recorder("S")]]
        XCTAssertNil(layer.action(forKey: "position"))
    }

    func testStyleChain_action_style() {
        let layer = CALayer()
        let s = Recorder("S"), deep = Recorder("deep")
        layer.style = ["actions": ["position": s], "style": ["actions": ["position": deep, "opacity": deep]]]
        XCTAssertTrue(layer.action(forKey: "position") as? Recorder === s)
        XCTAssertTrue(layer.action(forKey: "opacity") as? Recorder === deep)
        layer.actions = ["position": Recorder("A")]
        XCTAssertEqual((layer.action(forKey: "position") as? Recorder)?.name, "A")
    }

    func testClassDefault_A4() {
        final class Own: CALayer {
            override class func defaultAction(forKey event: String) -> (any CAAction)? {
                event == "zPosition" ? Recorder("class") : event == "opacity" ? NSNull() : nil
            }
        }
        let layer = TestScene().live(Own())
        XCTAssertEqual((layer.action(forKey: "zPosition") as? Recorder)?.name, "class")
        XCTAssertNil(layer.action(forKey: "opacity"))
    }

    func testOldValueWhenAskedNewValueWhenRun_A10() {
        final class Probe: NSObject, CAAction, CALayerDelegate {
            var log: [CGFloat] = []
            func action(for layer: CALayer, forKey event: String) -> (any CAAction)? {
                guard event == "zPosition" else { return nil }
                log.append(layer.zPosition)
                return self
            }
            func run(forKey event: String, object anObject: Any, arguments dict: [AnyHashable: Any]?) {
                log.append((anObject as? CALayer)?.zPosition ?? -1)
            }
        }
        let scene = TestScene()
        let layer = scene.live(CALayer())
        let probe = Probe()
        layer.delegate = probe
        layer.zPosition = 5
        XCTAssertEqual(probe.log, [0, 5])
        layer.zPosition = 5
        XCTAssertEqual(probe.log, [0, 5])
    }

    func testDisableActionsStopsTheSetterNotTheSearch_T21() {
        let scene = TestScene()
        let layer = scene.live(CALayer())
        let a = Recorder("A")
        layer.actions = ["opacity": a]
        CATransaction.begin()
        CATransaction.setDisableActions(true)
        layer.opacity = 0.5
        XCTAssertTrue(layer.action(forKey: "opacity") as? Recorder === a)
        CATransaction.commit()
        XCTAssertEqual(a.runs, [])
        layer.opacity = 0.2
        XCTAssertEqual(a.runs, ["opacity"])
    }

    func testAnimationAsActionAddsItself_A5() {
        let scene = TestScene()
        let layer = scene.live(CALayer())
        basic("opacity", 2).run(forKey: "mine", object: layer, arguments: nil)
        XCTAssertEqual(layer.animation(forKey: "mine")?.duration, 2)
        NSNull().run(forKey: "mine", object: layer, arguments: nil)
    }

    func testTreeEventsInOrder_A12() {
        let scene = TestScene()
        let delegate = Answerer()
        delegate.answer = { _ in NSNull() }
        func make(_ name: String) -> CALayer {
            let layer = CALayer()
            layer.name = name
            layer.delegate = delegate
            return layer
        }
        let a = make("a"), b = make("b"), c = make("c"), d = make("d"), mask = make("mask")
        scene.root.addSublayer(a)
        scene.root.addSublayer(b)
        CATransaction.flush()
        delegate.asked = []
        a.addSublayer(c)
        XCTAssertEqual(delegate.asked.filter { !$0.contains("onLayout") }, ["a.sublayers", "c.onOrderIn"])
        delegate.asked = []
        b.addSublayer(c)
        XCTAssertEqual(delegate.asked, ["a.sublayers", "b.sublayers", "c.onOrderIn"])
        delegate.asked = []
        b.replaceSublayer(c, with: d)
        XCTAssertEqual(delegate.asked, ["b.sublayers", "c.onOrderOut", "d.onOrderIn"])
        delegate.asked = []
        b.addSublayer(c)
        delegate.asked = []
        b.insertSublayer(c, at: 0)
        XCTAssertEqual(delegate.asked, ["b.sublayers"])
        delegate.asked = []
        b.sublayers = [d]
        XCTAssertEqual(delegate.asked, ["b.sublayers", "c.onOrderOut"])
        delegate.asked = []
        d.removeFromSuperlayer()
        XCTAssertEqual(delegate.asked, ["b.sublayers", "d.onOrderOut"])
        delegate.asked = []
        b.mask = mask
        XCTAssertEqual(delegate.asked, ["b.mask", "mask.onOrderIn"])
    }
}

/// The ready-made animations of live layers (Behaviour 2.3 to 2.5).
final class ActionImplicitTests: XCTestCase {
    private var scene: TestScene!
    private var layer: CAShapeLayer!

    override func setUp() {
        scene = TestScene()
        layer = CAShapeLayer()
        layer.backgroundColor = CGColor.black
        layer.bounds = CGRect(x: 0, y: 0, width: 10, height: 10)
        layer = scene.live(layer)
        XCTAssertNil(layer.animationKeys())
    }
    override func tearDown() {
        CATransaction.flush()
        scene = nil
    }

    private func onlyBasic(_ key: String, file: StaticString = #filePath, line: UInt = #line) {
        let keys = layer.animationKeys() ?? []
        XCTAssertFalse(keys.isEmpty, key, file: file, line: line)
        for stored in keys {
            let animation = layer.animation(forKey: stored) as? CABasicAnimation
            XCTAssertNotNil(animation, key, file: file, line: line)
            XCTAssertEqual(animation?.isAdditive, false, key, file: file, line: line)
        }
        layer.removeAllAnimations()
    }

    /// Vectors implicit-anchorPoint to implicit-zPosition.
    func testBasicKeys() {
        layer.anchorPoint = CGPoint(x: 0, y: 1); onlyBasic("anchorPoint")
        layer.bounds = CGRect(x: 0, y: 0, width: 30, height: 20); onlyBasic("bounds")
        layer.cornerRadius = 3; onlyBasic("cornerRadius")
        layer.opacity = 0.4; onlyBasic("opacity")
        layer.position = CGPoint(x: 5, y: 6); onlyBasic("position")
        layer.setValue(0.5, forKeyPath: "transform.rotation"); onlyBasic("transform.rotation")
        layer.setValue(1.5, forKeyPath: "transform.scale"); onlyBasic("transform.scale")
        layer.shadowColor = CGColor(red: 1, green: 0, blue: 0, alpha: 1); onlyBasic("shadowColor")
        layer.shadowOffset = CGSize(width: 1, height: 2); onlyBasic("shadowOffset")
        layer.shadowOpacity = 0.5; onlyBasic("shadowOpacity")
        layer.shadowRadius = 7; onlyBasic("shadowRadius")
        layer.transform = CATransform3DMakeScale(2, 2, 1); onlyBasic("transform")
        layer.setValue(77, forKeyPath: "bounds.size.width"); onlyBasic("bounds.size.width")
        layer.setValue(78, forKeyPath: "position.x"); onlyBasic("position.x")
        layer.zPosition = 9; onlyBasic("zPosition")
        layer.strokeEnd = 0.5; onlyBasic("strokeEnd")
    }

    /// Vectors implicit-transition-*.
    func testTransitionKeys() {
        func check(_ name: String, _ set: () -> Void) {
            set()
            XCTAssertEqual(layer.animationKeys(), ["transition"], name)
            XCTAssertTrue(layer.animation(forKey: "transition") is CATransition, name)
            layer.removeAllAnimations()
        }
        check("geometryFlipped") { layer.isGeometryFlipped = true }
        check("masksToBounds") { layer.masksToBounds = true }
        check("mask") { layer.mask = CALayer() }
        check("filters") { layer.filters = ["blur"] }
        check("backgroundFilters") { layer.backgroundFilters = ["blur"] }
        check("hidden") { layer.isHidden = true }
        check("sublayers") { layer.addSublayer(CALayer()) }
        let transition = CATransition()
        XCTAssertEqual(transition.type, .fade)
        XCTAssertEqual(transition.startProgress, 0)
        XCTAssertEqual(transition.endProgress, 1)
    }

    /// Vectors implicit-none-*, and a shape's path (A13, table 2.4).
    func testKeysWithout() {
        layer.shadowPath = CGPath(rect: CGRect(x: 0, y: 0, width: 1, height: 1), transform: nil)
        layer.rasterizationScale = 2
        layer.contentsGravity = .center
        layer.isOpaque = true
        layer.cornerCurve = .continuous
        layer.isDoubleSided = false
        layer.path = CGPath(rect: CGRect(x: 0, y: 0, width: 1, height: 1), transform: nil)
        layer.path = CGPath(rect: CGRect(x: 0, y: 0, width: 2, height: 1), transform: nil)
        layer.name = "x"
        XCTAssertNil(layer.animationKeys())
    }

    func testShape_implicit_tovalue_implicit_key_A14() {
        layer.position = CGPoint(x: 50, y: 60)
        let animation = layer.animation(forKey: "position") as? CABasicAnimation
        XCTAssertEqual(animation?.keyPath, "position")
        XCTAssertNil(animation?.toValue)
        XCTAssertNil(animation?.byValue)
        XCTAssertEqual(animation?.fromValue as? CGPoint, .zero)
        XCTAssertEqual(animation?.fillMode, .backwards)
        XCTAssertEqual(animation?.duration, 0.25)
        XCTAssertTrue(animation?.timingFunction === CAMediaTimingFunction(name: .default))
        layer.opacity = 0.5
        XCTAssertEqual(layer.animationKeys(), ["position", "opacity"])
    }

    func testDurationAndTimingFunctionOfTheTransaction_tx_implicit_duration_T18_T20() {
        CATransaction.begin()
        CATransaction.setAnimationDuration(0.5)
        CATransaction.setAnimationTimingFunction(CAMediaTimingFunction(name: .easeIn))
        layer.opacity = 0.5
        CATransaction.commit()
        XCTAssertEqual(layer.animation(forKey: "opacity")?.duration, 0.5)
        XCTAssertTrue(layer.animation(forKey: "opacity")?.timingFunction === CAMediaTimingFunction(name: .easeIn))
    }

    func testFreshLayer_tx_unflushed_A6() {
        let fresh = CALayer()
        CATransaction.begin()
        CATransaction.setAnimationDuration(0.5)
        fresh.opacity = 0.5
        CATransaction.commit()
        XCTAssertNil(fresh.animationKeys())
    }

    func testNoOldColour_A15() {
        let bare = scene.live(CALayer())
        bare.backgroundColor = CGColor.black
        XCTAssertNil(bare.animationKeys())
        bare.backgroundColor = CGColor.white
        XCTAssertEqual(bare.animationKeys(), ["backgroundColor"])
    }

    func testSecondChangeSetsOutFromWhatShows_A14_A16() {
        CATransaction.begin()
        CATransaction.setAnimationDuration(1)
        CATransaction.setAnimationTimingFunction(CAMediaTimingFunction(name: .linear))
        layer.position = CGPoint(x: 100, y: 0)
        CATransaction.commit()
        scene.advance(by: 0.5)
        layer.position = CGPoint(x: 0, y: 100)
        let animation = layer.animation(forKey: "position") as? CABasicAnimation
        XCTAssertEqual((animation?.fromValue as? CGPoint)?.x ?? 0, 50, accuracy: 1e-4)
        XCTAssertEqual(layer.animationKeys(), ["position"])
    }

    func testFrameIsPositionThenBounds_A19() {
        layer.frame = CGRect(x: 5, y: 5, width: 50, height: 60)
        XCTAssertEqual(layer.animationKeys(), ["position", "bounds"])
    }

    func testDisabled() {
        CATransaction.begin()
        CATransaction.setDisableActions(true)
        layer.opacity = 0.1
        CATransaction.commit()
        XCTAssertNil(layer.animationKeys())
    }
}
