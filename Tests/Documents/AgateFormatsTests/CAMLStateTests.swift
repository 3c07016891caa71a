import Agate
import CoreGraphics
import Foundation
import QuartzCore
import RenderTree
import XCTest

@testable import AgateFormats

final class CAMLStateTests: XCTestCase {
    private func set(_ keyPath: String, _ value: String, target: String = "a", type: String = "real") -> String {
        "<LKStateSetValue targetId=\"\(target)\" keyPath=\"\(keyPath)\"><value type=\"\(type)\" value=\"\(value)\"/></LKStateSetValue>"
    }

    private func state(_ name: String, _ elements: String, _ more: String = "") -> String {
        "<LKState name=\"\(name)\" \(more)><elements>\(elements)</elements></LKState>"
    }

    private func transition(_ from: String, _ to: String, _ elements: String) -> String {
        "<LKStateTransition fromState=\"\(from)\" toState=\"\(to)\"><elements>\(elements)</elements></LKStateTransition>"
    }

    private func element(_ key: String, _ damping: Int, id: String = "") -> String {
        "<LKStateTransitionElement \(id) targetId=\"a\" key=\"\(key)\"><animation type=\"CASpringAnimation\" keyPath=\"\(key)\" mass=\"1\" stiffness=\"100\" damping=\"\(damping)\" velocity=\"0\" duration=\"0.8\" fillMode=\"backwards\"/></LKStateTransitionElement>"
    }

    private let host = OffscreenHost(size: CGSize(width: 100, height: 100))

    /// The scene in a host: animations only run where they can be seen.
    private func make(_ states: String, _ transitions: String = "") throws -> (CAMLScene, CALayer) {
        let scene = try scene(
            "<sublayers><CALayer id=\"a\" bounds=\"0 0 10 10\" position=\"1 2\" opacity=\"0.25\"/></sublayers><states>\(states)</states><stateTransitions>\(transitions)</stateTransitions>"
        )
        host.perform { host.layer.addSublayer(scene.hostedLayer) }
        return (scene, try XCTUnwrap(scene.layer("a")))
    }

    func testAStateUndoesTheOneBefore() throws {
        let (scene, layer) = try make(
            state("One", set("position.x", "50") + set("opacity", "1")) + state("Two", set("bounds.size.width", "99")))
        XCTAssertEqual(scene.stateNames, ["One", "Two"])
        XCTAssertNil(scene.state)
        try scene.setState("One", animated: false)
        XCTAssertEqual(layer.position, CGPoint(x: 50, y: 2))
        XCTAssertEqual(layer.opacity, 1)
        try scene.setState("Two", animated: false)
        XCTAssertEqual(layer.position, CGPoint(x: 1, y: 2))
        XCTAssertEqual(layer.opacity, 0.25)
        XCTAssertEqual(layer.bounds.width, 99)
        try scene.setState(nil, animated: false)
        XCTAssertEqual(layer.bounds.width, 10)
        XCTAssertThrowsError(try scene.setState("Three", animated: false))
    }

    func testAPartAndTheWholeOfAValueAreUndoneInTurn() throws {
        let (scene, layer) = try make(state("One", set("position.x", "50") + set("position", "7 8", type: "CGPoint")))
        try scene.setState("One", animated: false)
        XCTAssertEqual(layer.position, CGPoint(x: 7, y: 8))
        try scene.setState(nil, animated: false)
        XCTAssertEqual(layer.position, CGPoint(x: 1, y: 2))
    }

    func testBasedOn() throws {
        let (scene, layer) = try make(
            state("Base", set("opacity", "1") + set("position.x", "5")) + state("Dark", set("position.x", "6"), "basedOn=\"Base\""))
        try scene.setState("Dark", animated: false)
        XCTAssertEqual(layer.opacity, 1)
        XCTAssertEqual(layer.position.x, 6)
    }

    func testAnInitialStateIsSet() throws {
        let (scene, layer) = try make(state("One", set("opacity", "1"), "initial=\"1\""))
        XCTAssertEqual(scene.state, "One")
        XCTAssertEqual(layer.opacity, 1)
    }

    func testTransitionsSupplyTheAnimationOfWhatChanges() throws {
        let (scene, layer) = try make(
            state("One", set("opacity", "1") + set("position.x", "1")) + state("Two", set("opacity", "0.5")),
            transition("*", "*", element("opacity", 11)) + transition("*", "Two", element("opacity", 22))
                + transition("One", "Two", element("opacity", 33))
                + transition("*", "One", element("opacity", 44) + element("position.x", 44))
        )
        try scene.setState("One", animated: true)
        let first = try XCTUnwrap(layer.animation(forKey: "opacity") as? CASpringAnimation)
        XCTAssertEqual(first.damping, 44, "the state entered counts before a wildcard")
        XCTAssertEqual((first.fromValue as? NSNumber)?.doubleValue, 0.25)
        XCTAssertEqual(first.keyPath, "opacity")
        XCTAssertEqual(layer.opacity, 1)
        XCTAssertNil(layer.animation(forKey: "position.x"), "what does not change does not animate")
        try scene.setState("Two", animated: true)
        XCTAssertEqual((layer.animation(forKey: "opacity") as? CASpringAnimation)?.damping, 33, "both states count before one")
        try scene.setState(nil, animated: true)
        XCTAssertEqual((layer.animation(forKey: "opacity") as? CASpringAnimation)?.damping, 11)
        XCTAssertEqual(layer.opacity, 0.25)
    }

    func testElementsMayBeNamedElsewhere() throws {
        let (scene, layer) = try make(
            state("One", set("opacity", "1")),
            transition("*", "One", "<LKStateTransitionElement object=\"#9\"/>")
                + transition("One", "*", element("opacity", 7, id: "id=\"#9\"") + "<LKStateTransitionElement object=\"#8\"/>")
        )
        try scene.setState("One", animated: true)
        XCTAssertEqual((layer.animation(forKey: "opacity") as? CASpringAnimation)?.damping, 7)
        XCTAssertEqual(scene.diagnostics.map(\.identifier), ["caml.missing-object"])
    }

    func testWhatElseAStateCanDo() throws {
        let (scene, layer) = try make(
            state(
                "One",
                """
                <LKStateAddElement targetId="a" keyPath="sublayers"><CALayer id="new" opacity="0.5"/></LKStateAddElement>
                <LKStateAddAnimation targetId="a" key="spin"><animation type="CABasicAnimation" keyPath="opacity" duration="5"/></LKStateAddAnimation>
                <LKStateSetValue targetId="nobody" keyPath="opacity"><value type="real" value="1"/></LKStateSetValue>
                <LKStateMystery targetId="a"/>
                """))
        try scene.setState("One", animated: false)
        XCTAssertEqual(layer.sublayers?.first?.opacity, 0.5)
        XCTAssertEqual(layer.animationKeys() ?? [], ["spin"])
        XCTAssertEqual(Set(scene.diagnostics.map(\.identifier)), ["caml.unknown-element", "caml.missing-target"])
        try scene.setState(nil, animated: false)
        XCTAssertNil(layer.sublayers)
        XCTAssertNil(layer.animationKeys())
    }

    func testATransitionBeginsAtWhatShows() throws {
        let linear =
            "<LKStateTransitionElement targetId=\"a\" key=\"position.x\"><animation type=\"CABasicAnimation\" keyPath=\"position.x\" duration=\"1\" timingFunction=\"linear\"/></LKStateTransitionElement>"
        let (scene, layer) = try make(state("One", set("position.x", "101")), transition("*", "*", linear))
        try host.perform { try scene.setState("One", animated: true) }
        host.advance(to: 0.5)
        XCTAssertEqual(layer.presentation()?.position.x ?? 0, 51, accuracy: 1e-9)
        try host.perform { try scene.setState(nil, animated: true) }
        host.advance(to: 1)
        XCTAssertEqual(layer.presentation()?.position.x ?? 0, 26, accuracy: 1e-9, "half way back from 51 to 1")
        host.advance(to: 2)
        XCTAssertEqual(layer.presentation()?.position.x ?? 0, 1, accuracy: 1e-9)
    }

    func testAnimationsAreStartedAgainInAHost() throws {
        let scene = try scene(
            "<animations><animation type=\"CABasicAnimation\" keyPath=\"opacity\" beginTime=\"1e-100\" duration=\"9\"/></animations>")
        CATransaction.flush()
        XCTAssertNil(scene.rootLayer.animationKeys(), "nothing shows them")
        host.perform {
            host.layer.addSublayer(scene.hostedLayer)
            scene.startAnimations()
        }
        XCTAssertEqual(scene.rootLayer.animationKeys() ?? [], ["opacity"])
    }

    func testMatching() throws {
        let document = try document("<stateTransitions>\(transition("*", "Unlock", ""))</stateTransitions>")
        XCTAssertTrue(document.transitions[0].matches(from: "Locked", to: "Unlock"))
        XCTAssertTrue(document.transitions[0].matches(from: nil, to: "Unlock"))
        XCTAssertFalse(document.transitions[0].matches(from: "Unlock", to: "Locked"))
    }
}
