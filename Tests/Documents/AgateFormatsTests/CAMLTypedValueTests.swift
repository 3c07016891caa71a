import Agate
import CoreGraphics
import QuartzCore
import RenderTree
import XCTest

@testable import AgateFormats

/// Values that say what they are, and states that lie above each other.
final class CAMLTypedValueTests: XCTestCase {
    private func state(_ name: String, _ elements: String) -> String {
        "<LKState name=\"\(name)\"><elements>\(elements)</elements></LKState>"
    }
    private func set(_ keyPath: String, _ value: String) -> String {
        "<LKStateSetValue targetId=\"a\" keyPath=\"\(keyPath)\">\(value)</LKStateSetValue>"
    }

    private func layer(_ states: String, attributes: String = "", inside: String = "") throws -> (CAMLScene, CALayer) {
        let scene = try scene(
            """
            <sublayers><CALayer id="a" bounds="0 0 10 10" position="1 2" \(attributes)>\(inside)</CALayer></sublayers>
            <states>\(states)</states>
            """)
        return (scene, try XCTUnwrap(scene.layer("a")))
    }

    func testColorMatricesAndBlurs() throws {
        let filters = """
            <filters><CAFilter filter="colorMatrix" name="tint"/><CAFilter filter="gaussianBlur" name="blur" inputRadius="2"/></filters>
            """
        let rows = "0 1 0 0 0.5 1 0 0 0 0 0 0 1 0 0 0 0 0 1 0"
        let (scene, layer) = try layer(
            state(
                "S",
                set("filters.tint.inputColorMatrix", "<value type=\"CAColorMatrix\" value=\"\(rows)\"/>")
                    + set("filters.blur.inputRadius", "<value type=\"real\" value=\"7\"/>")), inside: filters)
        try scene.setState("S", animated: false)
        XCTAssertEqual(scene.diagnostics.map(\.message), [])
        let wanted = rows.split(separator: " ").compactMap { Double($0) }
        let value = try XCTUnwrap(layer.value(forKeyPath: "filters.tint.inputColorMatrix"))
        XCTAssertEqual(Boxing.value(value), .numbers(wanted))
        XCTAssertEqual((layer.value(forKeyPath: "filters.blur.inputRadius") as? NSNumber)?.doubleValue, 7)
        let short = try self.layer(state("S", set("filters.tint.inputColorMatrix", "<value type=\"CAColorMatrix\" value=\"1 2 3\"/>"))).0
        XCTAssertEqual(short.diagnostics.map(\.identifier), ["caml.bad-value"])
    }

    func testStructures() throws {
        let (scene, layer) = try layer(
            state(
                "S",
                set("bounds", "<value type=\"CGRect\" value=\"1 2 30 40\"/>")
                    + set("shadowOffset", "<value type=\"CGSize\" value=\"3 4\"/>")
                    + set("position", "<value type=\"NSPoint\" value=\"5 6\"/>")
                    + set("anchorPoint", "<value type=\"NSValue\" value=\"0.25 0.75\"/>")))
        try scene.setState("S", animated: false)
        XCTAssertEqual(layer.bounds, CGRect(x: 1, y: 2, width: 30, height: 40))
        XCTAssertEqual(layer.shadowOffset, CGSize(width: 3, height: 4))
        XCTAssertEqual(layer.position, CGPoint(x: 5, y: 6))
        XCTAssertEqual(layer.anchorPoint, CGPoint(x: 0.25, y: 0.75))
    }

    func testArraysOfStructures() throws {
        let (_, layer) = try layer(
            "",
            inside: """
                <animations><animation type="CAKeyframeAnimation" keyPath="position" duration="1"><values><NSValue value="1 2"/>
                <NSValue><CGPoint value="3 4"/></NSValue></values></animation></animations>
                """)
        let animation = try XCTUnwrap(layer.animation(forKey: "position") as? CAKeyframeAnimation)
        XCTAssertEqual(animation.values?.map { Boxing.value($0) }, [.point(CGPoint(x: 1, y: 2)), .point(CGPoint(x: 3, y: 4))])
    }

    func testColorSpaces() throws {
        func color(_ element: String) throws -> [CGFloat] {
            let (scene, layer) = try layer(state("S", set("backgroundColor", element)))
            try scene.setState("S", animated: false)
            let space = try XCTUnwrap(CGColorSpace(name: CGColorSpace.extendedSRGB))
            return try XCTUnwrap(layer.backgroundColor?.converted(to: space, intent: .defaultIntent, options: nil)?.components)
        }
        XCTAssertEqual(try color("<value type=\"CGColor\" value=\"1 0 0\"/>"), [1, 0, 0, 1])
        let wide = try color("<value type=\"CGColor\" value=\"1 0 0\" colorSpace=\"kCGColorSpaceDisplayP3\" opacity=\"0.5\"/>")
        XCTAssertEqual(wide[0], 1.093, accuracy: 0.002)
        XCTAssertEqual(wide[1], -0.227, accuracy: 0.002)
        XCTAssertEqual(wide[3], 0.5)
        let gray = try color("<value type=\"CGColor\" value=\"0.5\" colorSpace=\"kCGColorSpaceGenericGrayGamma2_2\"/>")
        XCTAssertEqual(gray[0], gray[2], accuracy: 1e-6)
        let (unknown, _) = try layer(state("S", set("backgroundColor", "<value type=\"CGColor\" value=\"1 0 0\" colorSpace=\"Nowhere\"/>")))
        XCTAssertEqual(unknown.diagnostics.map(\.identifier), ["caml.unsupported"])
        let few = "<value type=\"CGColor\" value=\"1\" colorSpace=\"kCGColorSpaceSRGB\"/>"
        XCTAssertEqual(try layer(state("S", set("backgroundColor", few))).0.diagnostics.map(\.identifier), ["caml.bad-value"])
    }

    func testStatesLieAboveEachOther() throws {
        let real = { (v: String) in "<value type=\"real\" value=\"\(v)\"/>" }
        let (scene, layer) = try layer(
            state("Unlock", set("opacity", real("0.5")) + set("cornerRadius", real("3")))
                + state("Home PortraitUp Light", set("borderWidth", real("1")))
                + state("Home PortraitUp Dark", set("opacity", real("0.25"))))
        let dark = scene.stateName("Unlock", appearance: .dark, orientation: nil)
        XCTAssertEqual(dark, "Unlock + Home PortraitUp Dark")
        XCTAssertEqual(scene.stateName("Unlock", appearance: .dark, orientation: .landscapeLeft), dark, "upright stands in")
        XCTAssertEqual(scene.stateName("Sleep", appearance: .dark, orientation: nil), "Sleep", "there is none for it")
        XCTAssertEqual(scene.stateName("Unlock", appearance: nil, orientation: nil), "Unlock")
        try scene.setState(dark, animated: false)
        XCTAssertEqual(scene.state, dark)
        XCTAssertEqual([layer.opacity, Float(layer.cornerRadius), Float(layer.borderWidth)], [0.25, 3, 0])
        try scene.setState("Unlock", animated: false)
        XCTAssertEqual(layer.opacity, 0.5)
        try scene.setState(nil, animated: false)
        XCTAssertEqual([layer.opacity, Float(layer.cornerRadius)], [1, 0])
        XCTAssertThrowsError(try scene.setState("Unlock + Home Dark", animated: false))
        XCTAssertThrowsError(try scene.setState(" + ", animated: false))
    }

    func testWhatLiesAboveGoesByTheTransitionsOfWhatLiesBelow() throws {
        let real = { (v: String) in "<value type=\"real\" value=\"\(v)\"/>" }
        let scene = try scene(
            """
            <sublayers><CALayer id="a" bounds="0 0 10 10" position="1 2"/></sublayers>
            <states>\(state("Locked", set("opacity", real("0"))))\(state("Unlock", set("opacity", real("0.8"))))
            \(state("Home PortraitUp Dark", set("borderWidth", real("4"))))</states>
            <stateTransitions><LKStateTransition fromState="Locked" toState="Unlock"><elements/></LKStateTransition></stateTransitions>
            """)
        let host = OffscreenHost(size: CGSize(width: 10, height: 10)), layer = try XCTUnwrap(scene.layer("a"))
        try host.perform {
            host.layer.addSublayer(scene.hostedLayer)
            try scene.setState("Locked", animated: false)
        }
        try host.perform { try scene.setState("Unlock + Home PortraitUp Dark", animated: true) }
        host.advance(by: CAMLScene.defaultTransitionDuration / 2)
        XCTAssertEqual(layer.presentation()?.opacity ?? 0, 0.4, accuracy: 0.01)
        XCTAssertEqual(layer.presentation()?.borderWidth ?? 0, 2, accuracy: 0.05)
    }

    /// A document's script and its delegate don't run; both are reported, with their lines, and the rest is read.
    func testScriptsAndDelegatesAreReported() throws {
        let scene = try scene(
            """
            <scriptObject type="JavaScript" src="parallax.js"/>
            <delegate type="Controller"/>
            <sublayers><CALayer id="a" bounds="0 0 10 10"/></sublayers>
            """)
        XCTAssertEqual(scene.diagnostics.map(\.identifier), ["caml.unknown-element", "caml.unknown-element"])
        for (diagnostic, name) in zip(scene.diagnostics, ["<scriptObject>", "<delegate>"]) {
            XCTAssertTrue(diagnostic.message.contains(name), diagnostic.message)
        }
        XCTAssertNotNil(scene.layer("a"))
    }
}
