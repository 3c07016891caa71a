import Agate
import CoreGraphics
import QuartzCore
import XCTest

@testable import AgateFormats

/// From state to state by hand, by time and by springs.
final class CAMLStateControllerTests: XCTestCase {
    private let host = OffscreenHost(size: CGSize(width: 100, height: 100))

    private func set(_ keyPath: String, _ value: String, type: String = "real") -> String {
        "<LKStateSetValue targetId=\"a\" keyPath=\"\(keyPath)\"><value type=\"\(type)\" value=\"\(value)\"/></LKStateSetValue>"
    }

    private func make(transitions: String = "") throws -> (CAMLScene, CALayer) {
        let locked = set("position", "10 20", type: "CGPoint") + set("opacity", "0")
        let unlocked = set("position", "50 100", type: "CGPoint") + set("backgroundColor", "1 0 0", type: "CGColor")
        let scene = try scene(
            """
            <sublayers><CALayer id="a" bounds="0 0 10 10" position="1 2" opacity="0.5" backgroundColor="0 0 1"/></sublayers>
            <states><LKState name="Locked"><elements>\(locked)</elements></LKState>
            <LKState name="Unlock"><elements>\(unlocked)</elements></LKState></states><stateTransitions>\(transitions)</stateTransitions>
            """)
        host.perform { host.layer.addSublayer(scene.hostedLayer) }
        return (scene, try XCTUnwrap(scene.layer("a")))
    }

    func testByHand() throws {
        let (scene, layer) = try make(), controller = CAMLStateController(scene)
        try host.perform { try controller.begin(from: "Locked", to: "Unlock") }
        XCTAssertEqual(controller.progress, 0)
        XCTAssertEqual(layer.position, CGPoint(x: 10, y: 20))
        host.perform { controller.progress = 0.25 }
        XCTAssertEqual(layer.position, CGPoint(x: 20, y: 40))
        XCTAssertEqual(layer.opacity, 0.125, "the state that goes sets it, the document itself is what comes")
        XCTAssertEqual(scene.state, "Locked")
        host.perform { controller.progress = 0.75 }
        XCTAssertEqual(layer.position, CGPoint(x: 40, y: 80))
        XCTAssertEqual(scene.state, "Unlock")
        XCTAssertEqual(layer.backgroundColor?.components?[0] ?? 0, 0.75, accuracy: 1e-6)
        host.perform { controller.progress = 7 }
        XCTAssertEqual(controller.progress, 1)
        host.perform { controller.progress = .nan }
        XCTAssertEqual(controller.progress, 1)
        XCTAssertEqual(layer.position, CGPoint(x: 50, y: 100))
        XCTAssertEqual(layer.opacity, 0.5)
        // Back to the document as it is.
        try host.perform {
            try controller.begin(to: nil); controller.progress = 1
        }
        XCTAssertNil(scene.state)
        XCTAssertEqual(layer.position, CGPoint(x: 1, y: 2))
        XCTAssertThrowsError(try host.perform { try controller.begin(to: "Nowhere") })
    }

    func testByTimeAndTakenOver() throws {
        let (scene, layer) = try make(), controller = CAMLStateController(scene)
        try host.perform {
            try controller.begin(from: "Locked", to: "Unlock")
            controller.finish(.curve(duration: 2, .linear))
        }
        XCTAssertEqual(layer.position, CGPoint(x: 50, y: 100), "the model is there at once")
        host.advance(by: 0.5)
        XCTAssertEqual(controller.progress, 0.25, accuracy: 1e-6)
        XCTAssertEqual(layer.presentation()?.position.x ?? 0, 20, accuracy: 1e-6)
        XCTAssertTrue(controller.isRunning)
        // The finger takes over where it is, and lets go backwards: a quarter of the way takes a quarter of the time.
        host.perform { controller.progress = 0.5 }
        XCTAssertFalse(controller.isRunning)
        XCTAssertEqual(layer.presentation()?.position.x ?? 0, 30, accuracy: 1e-6)
        host.perform { controller.finish(.curve(duration: 2, .linear), reversed: true) }
        host.advance(by: 0.5)
        XCTAssertEqual(controller.progress, 0.25, accuracy: 1e-6)
        host.advance(by: 0.6)
        XCTAssertEqual(controller.progress, 0)
        XCTAssertFalse(controller.isRunning)
        XCTAssertEqual(scene.state, "Locked")
        XCTAssertEqual(layer.position, CGPoint(x: 10, y: 20))
    }

    func testASpringGoesOnWithTheFingersVelocity() throws {
        let (scene, layer) = try make(), controller = CAMLStateController(scene)
        func start(_ velocity: Double) throws -> Double {
            try host.perform {
                try controller.begin(from: "Locked", to: "Unlock")
                controller.progress = 0.4
                controller.finish(.spring(duration: 0.5), velocity: velocity)
            }
            host.advance(by: 1 / 256)
            return (controller.progress - 0.4) * 256
        }
        XCTAssertEqual(try start(3), 3, accuracy: 0.6)
        XCTAssertEqual(try start(-3), -3, accuracy: 0.6)
        host.advance(by: 5)
        XCTAssertEqual(controller.progress, 1)
        XCTAssertEqual(layer.position, CGPoint(x: 50, y: 100))
    }

    func testATransitionWithoutElementsLastsAWhile() throws {
        let (scene, layer) = try make(transitions: "<LKStateTransition fromState=\"*\" toState=\"Unlock\"><elements/></LKStateTransition>")
        try host.perform { try scene.setState("Locked", animated: true) }
        XCTAssertNil(layer.animation(forKey: "position"), "no transition leads there")
        try host.perform { try scene.setState("Unlock", animated: true) }
        host.advance(by: CAMLScene.defaultTransitionDuration / 2)
        XCTAssertEqual(layer.presentation()?.position.x ?? 0, 30, accuracy: 0.01)
        host.advance(by: CAMLScene.defaultTransitionDuration)
        XCTAssertEqual(layer.presentation()?.position.x, 50)
    }

    // MARK: Ends of a transition that runs

    private func run(_ controller: CAMLStateController) throws {
        try host.perform {
            try controller.begin(from: "Locked", to: "Unlock")
            controller.finish(.curve(duration: 2, .linear))
        }
        host.advance(by: 0.5)
        XCTAssertTrue(controller.isRunning)
    }

    func testAnimationsOfSlowLayersEndWithTheNextProgress() throws {
        let (scene, layer) = try make(), controller = CAMLStateController(scene)
        host.perform { layer.speed = 0.25 }
        try run(controller)
        host.advance(by: 2)
        XCTAssertFalse(controller.isRunning)
        XCTAssertEqual(Set(layer.animationKeys() ?? []), ["position", "opacity", "backgroundColor"], "the layer's time is slower")
        host.perform { controller.progress = 0.5 }
        XCTAssertNil(layer.animationKeys())
        XCTAssertEqual(layer.presentation()?.position, CGPoint(x: 30, y: 60))
    }

    func testAChangeOfTheStateEndsIt() throws {
        for isAnimated in [false, true] {
            let (scene, layer) = try make(
                transitions: "<LKStateTransition fromState=\"*\" toState=\"Locked\"><elements/></LKStateTransition>")
            let controller = CAMLStateController(scene)
            try run(controller)
            try host.perform { try scene.setState("Locked", animated: isAnimated) }
            XCTAssertFalse(controller.isRunning)
            XCTAssertEqual(controller.progress, 1)
            XCTAssertEqual(layer.position, CGPoint(x: 10, y: 20))
            XCTAssertEqual(layer.presentation()?.position.x ?? 0, isAnimated ? 20 : 10, accuracy: 0.01, "from what is shown")
            XCTAssertEqual(layer.animationKeys()?.isEmpty ?? true, !isAnimated)
            XCTAssertNil(scene.hostedLayer.animationKeys())
        }
    }

    func testAnotherControllerEndsIt() throws {
        let (scene, layer) = try make(), first = CAMLStateController(scene), second = CAMLStateController(scene)
        try run(first)
        XCTAssertFalse(second.isRunning)
        try host.perform { try second.begin(from: nil, to: "Locked") }
        XCTAssertFalse(first.isRunning)
        XCTAssertEqual(first.progress, 1)
        XCTAssertNil(layer.animationKeys())
        XCTAssertEqual(layer.presentation()?.position, CGPoint(x: 50, y: 100), "from the end of the first")
        host.perform { second.finish(.curve(duration: 1, .linear)) }
        XCTAssertTrue(second.isRunning)
        XCTAssertFalse(first.isRunning)
    }

    func testRemovingTheSceneEndsIt() throws {
        let (scene, layer) = try make(), controller = CAMLStateController(scene)
        try run(controller)
        host.perform { scene.hostedLayer.removeFromSuperlayer() }
        XCTAssertFalse(controller.isRunning)
        XCTAssertEqual(controller.progress, 1)
        XCTAssertNil(layer.animationKeys())
        XCTAssertEqual(layer.position, CGPoint(x: 50, y: 100))
        host.perform {
            host.layer.addSublayer(scene.hostedLayer)
            controller.progress = 0.25
        }
        XCTAssertEqual(layer.presentation()?.position, CGPoint(x: 20, y: 40))
    }

    func testAnimationsOfTheProgramRemain() throws {
        let (scene, layer) = try make(), controller = CAMLStateController(scene)
        try run(controller)
        let own = CABasicAnimation(keyPath: "position")
        (own.fromValue, own.duration) = (CGPoint.zero, 60)
        host.perform { layer.add(own, forKey: "position") }
        host.perform { controller.progress = 0.5 }
        XCTAssertEqual(layer.animationKeys(), ["position"], "the one that has replaced the controller's")
        XCTAssertEqual(layer.position, CGPoint(x: 30, y: 60))
    }
}
