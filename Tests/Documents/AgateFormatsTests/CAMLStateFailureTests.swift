import Agate
import CoreGraphics
import Foundation
import QuartzCore
import XCTest

@testable import AgateFormats

/// A change of state that can't be made leaves the scene as it is, whatever part of the change fails.
final class CAMLStateFailureTests: XCTestCase {
    private let host = OffscreenHost(size: CGSize(width: 100, height: 100))

    private func set(_ keyPath: String, _ value: String, target: String = "a", type: String = "real") -> String {
        "<LKStateSetValue targetId=\"\(target)\" keyPath=\"\(keyPath)\"><value type=\"\(type)\" value=\"\(value)\"/></LKStateSetValue>"
    }

    private func state(_ name: String, _ elements: String) -> String {
        "<LKState name=\"\(name)\"><elements>\(elements)</elements></LKState>"
    }

    /// An image that is outside of the package: an error, not a bad value that is reported.
    private let outside = "type=\"CGImage\" src=\"../outside.png\""
    private var keyframes: String {
        "<animation type=\"CAKeyframeAnimation\" keyPath=\"contents\" duration=\"1\"><values><contents \(outside)/></values></animation>"
    }

    /// The last element of each failing state.
    private var failing: [(name: String, elements: String, transitions: String)] {
        [
            ("value", "<LKStateSetValue targetId=\"a\" keyPath=\"contents\"><value \(outside)/></LKStateSetValue>", ""),
            (
                "layer",
                "<LKStateAddElement targetId=\"a\" keyPath=\"sublayers\"><CALayer id=\"other\"><contents \(outside)/></CALayer></LKStateAddElement>",
                ""
            ),
            ("animation", "<LKStateAddAnimation targetId=\"a\" key=\"flip\">\(keyframes)</LKStateAddAnimation>", ""),
            (
                "transition", set("bounds.size.width", "77"),
                "<LKStateTransition fromState=\"*\" toState=\"Bad\"><elements><LKStateTransitionElement targetId=\"a\" key=\"bounds.size.width\">\(keyframes)</LKStateTransitionElement></elements></LKStateTransition>"
            ),
        ]
    }

    private let good = """
        <LKStateAddElement targetId="a" keyPath="sublayers"><CALayer id="new" opacity="0.5"/></LKStateAddElement>
        <LKStateAddAnimation targetId="a" key="spin"><animation type="CABasicAnimation" keyPath="opacity" duration="50"/></LKStateAddAnimation>
        """

    private func make(_ elements: String, _ transitions: String) throws -> (CAMLScene, CALayer) {
        let bad =
            set("opacity", "1") + set("position.x", "9") + "<LKStateRemoveElement targetId=\"a\" keyPath=\"sublayers\" object=\"b\"/>"
            + "<LKStateAddElement targetId=\"a\" keyPath=\"sublayers\"><CALayer id=\"more\"/></LKStateAddElement>" + elements
        let scene = try scene(
            """
            <sublayers><CALayer id="a" bounds="0 0 10 10" position="1 2" opacity="0.25"><sublayers><CALayer id="b"/></sublayers></CALayer>
            </sublayers><states>\(state("Good", set("position.x", "50") + good + set("opacity", "0.75", target: "new")))\
            \(state("Bad", bad))</states><stateTransitions>\(transitions)</stateTransitions>
            """)
        host.perform { host.layer.addSublayer(scene.hostedLayer) }
        return (scene, try XCTUnwrap(scene.layer("a")))
    }

    private func snapshot(_ scene: CAMLScene) throws -> String {
        let text = String(decoding: try CAMLWriter().data(scene.hostedLayer), as: UTF8.self)
        let keys = scene.layer("a")?.animationKeys() ?? []
        return "\(scene.state ?? "none") \(keys) \(scene.diagnostics.map(\.message))\n\(text)"
    }

    func testAFailureLeavesTheSceneAsItIs() throws {
        for (name, elements, transitions) in failing {
            for first in [nil, "Good"] {
                let (scene, layer) = try make(elements, transitions)
                try host.perform { try scene.setState(first, animated: false) }
                let before = try snapshot(scene), children = layer.sublayers, added = scene.layer("new")
                XCTAssertEqual(added != nil, first != nil)
                try host.perform {
                    XCTAssertThrowsError(try scene.setState("Bad", animated: true), name) { XCTAssertTrue($0 is CAMLError, "\($0)") }
                }
                XCTAssertEqual(try snapshot(scene), before, name)
                XCTAssertTrue(layer.sublayers?.elementsEqual(children ?? [], by: ===) ?? false, name)
                XCTAssertTrue(scene.layer("new") === added, name)
                XCTAssertNil(scene.layer("more"), name)
                // Everything can still be undone.
                try host.perform { try scene.setState(nil, animated: true) }
                XCTAssertEqual(layer.position, CGPoint(x: 1, y: 2), name)
                XCTAssertEqual(layer.opacity, 0.25, name)
                XCTAssertEqual(layer.sublayers?.count, 1, name)
                XCTAssertNil(layer.animationKeys(), name)
            }
        }
    }

    func testTheSameStateWithoutTheFailureSucceeds() throws {
        let (scene, layer) = try make("", "")
        try scene.setState("Bad", animated: true)
        XCTAssertEqual(layer.opacity, 1)
        XCTAssertNotNil(scene.layer("more"))
        XCTAssertTrue(layer.sublayers?.first === scene.layer("more"))
        XCTAssertEqual(layer.sublayers?.count, 1, "the other was removed")
    }

    /// A state that is entered again has its own new layers, and its elements refer to them.
    func testAddedContentIsThatOfTheCurrentState() throws {
        let (scene, layer) = try make("", "")
        var seen: [CALayer] = []
        for _ in 0..<3 {
            try scene.setState("Good", animated: false)
            let added = try XCTUnwrap(scene.layer("new"))
            XCTAssertEqual(added.opacity, 0.75, "set by the state, on the layer that it added")
            XCTAssertTrue(added.superlayer === layer)
            XCTAssertFalse(seen.contains { $0 === added })
            seen.append(added)
            try scene.setState(nil, animated: false)
            XCTAssertNil(scene.layer("new"))
        }
    }

    func testADiagnosticOfAMissingBaseRemains() throws {
        let scene = try scene("<states><LKState name=\"One\" basedOn=\"Nowhere\"><elements/></LKState></states>")
        XCTAssertEqual(scene.diagnostics.map(\.identifier), ["caml.missing-state"])
        try scene.setState("One", animated: false)
        XCTAssertEqual(scene.diagnostics.map(\.identifier), ["caml.missing-state"])
    }

    func testAControllerWhoseBeginFailsStaysWhereItIs() throws {
        let (scene, layer) = try make(failing[0].elements, ""), controller = CAMLStateController(scene)
        try host.perform {
            try controller.begin(to: "Good")
            controller.progress = 0.75
        }
        XCTAssertEqual(layer.position.x, 37.75)
        for target in ["Bad", "Nowhere"] {
            try host.perform { XCTAssertThrowsError(try controller.begin(from: nil, to: target)) }
            XCTAssertEqual(controller.progress, 0.75, target)
            XCTAssertEqual(controller.toState, "Good", target)
            XCTAssertNil(controller.fromState, target)
            XCTAssertEqual(scene.state, "Good", target)
            XCTAssertEqual(layer.position.x, 37.75, target)
        }
        host.perform { controller.progress = 0.5 }
        XCTAssertEqual(layer.position.x, 25.5)
    }
}
