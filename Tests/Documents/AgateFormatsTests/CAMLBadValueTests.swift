import CoreGraphics
import Foundation
import QuartzCore
import RenderTree
import XCTest

@testable import AgateFormats

/// One value that can't be read costs itself: a diagnostic with its place, and the property's default.
final class CAMLBadValueTests: XCTestCase {
    /// What no property of a kind can be read from.
    private func badValues(_ row: PropertyRow) -> [String] {
        let words = ["abc", "undefined", "null", "NaN", "#12", "\u{0661}"]
        let lists = words + ["", "1 2 3 4 5 6 7", "1 NaN", "1 Infinity", "1;2"]
        switch row.kind {
        case .number: return words + ["", "1 2", "12em", CAMLReader.mayBeEndless(row.key) ? "nan" : "Infinity"]
        case .bool: return words + ["", "maybe", "1 2"]
        case .point, .size: return lists + ["50", "1 2 3"]
        case .rect: return lists + ["0 0 10", "10 10"]
        case .transform: return words + ["bogus(3)", "1 2 3", "scale(nan)", "rotate(1", "perspective(0)", "translate(1 2 3 4)"]
        case .color: return words.filter { $0 != "#12" } + ["", "#12", "#gggggg", "nocolour", "1 2 3 4 5", "1 1 Infinity", "rgb(1, 2)"]
        case .path: return ["abc", "undefined", "M x y"]
        case .numbers: return words
        case .colors: return ["abc", "red nocolour", "#12"]
        case .string:
            switch row.storage {
            case .byte(_, .some), .extraByte(_, .some): return ["nonsense", "undefined", ""]
            default: return []
            }
        case .image, .insets, .object: return []
        }
    }

    private func value(_ layer: CALayer, _ row: PropertyRow) -> PropertyValue? {
        layer.value(forKey: row.key).flatMap { Boxing.value($0, as: row.kind) }
    }

    /// Every property of every class with everything that it can't be, as an attribute and as an element.
    func testEveryPropertyOfTheTable() throws {
        var count = 0
        for row in PropertyTable.rows {
            let name = row.owner.name
            let plain = try scene("<sublayers><\(name) id=\"x\"/></sublayers>")
            let standard = value(try XCTUnwrap(plain.layer("x")), row)
            for bad in badValues(row) {
                for text in ["<\(name) id=\"x\"\n\(row.key)=\"\(bad)\"/>", "<\(name) id=\"x\">\n<\(row.key) value=\"\(bad)\"/></\(name)>"] {
                    // A gradient's type is an attribute that says something else on an element.
                    if row.key == "type", text.contains("<type") { continue }
                    let made = try scene("<sublayers>\(text)<CALayer id=\"y\" bounds=\"0 0 7 7\"/></sublayers>")
                    XCTAssertEqual(made.diagnostics.map(\.identifier), ["caml.bad-value"], "\(text) \(made.diagnostics.map(\.message))")
                    XCTAssertTrue(made.diagnostics.first?.message.contains("(memory):2:") ?? false, "\(made.diagnostics)")
                    let layer = try XCTUnwrap(made.layer("x"))
                    XCTAssertEqual(value(layer, row), standard, text)
                    XCTAssertEqual(made.layer("y")?.bounds.width, 7)
                    count += 1
                }
            }
        }
        XCTAssertGreaterThan(count, 1500)
    }

    func testTheColumnIsThatOfTheAttribute() throws {
        let made = try scene("<sublayers>\n<CALayer bounds=\"0 0 1 1\"\n  cornerRadius=\"much\"/></sublayers>")
        XCTAssertEqual(made.diagnostics.map(\.message), ["(memory):3:3: cornerRadius of <CALayer>: \"much\" is not a number"])
    }

    /// What editors write and what can only mean one thing.
    func testWhatIsPlainIsUnderstood() throws {
        let made = try scene(
            "<sublayers><CALayer id=\"x\" borderColor=\"#ff0000\" backgroundColor=\"#0f08\" shadowColor=\"Navy\" cornerRadius=\"12px\" "
                + "position=\"3px, 4pt\" transform.rotation.z=\"90deg\" bounds.size=\"5 6\" borderWidth=\" 2 \"/>"
                + "<CAGradientLayer id=\"g\" colors=\"red #00ff00\"/></sublayers>")
        XCTAssertEqual(made.diagnostics.map(\.message), [])
        let layer = try XCTUnwrap(made.layer("x"))
        XCTAssertEqual(layer.borderColor?.components, [1, 0, 0, 1])
        XCTAssertEqual(layer.backgroundColor?.components, [0, 1, 0, 136 / 255])
        XCTAssertEqual(layer.shadowColor?.components, [0, 0, 128 / 255, 1])
        XCTAssertEqual([layer.cornerRadius, layer.position.x, layer.position.y, layer.borderWidth], [12, 3, 4, 2])
        XCTAssertEqual(layer.transform.m12, 1, accuracy: 1e-12)
        XCTAssertEqual(layer.bounds.size, CGSize(width: 5, height: 6))
        XCTAssertEqual((made.layer("g") as? CAGradientLayer)?.colors?.count, 2)
    }

    func testColourNotations() {
        for (text, rgba) in [
            ("#f00", [1, 0, 0, 1]), ("#F00F", [1, 0, 0, 1]), ("#ff000080", [1, 0, 0, 128 / 255]), ("rgb(255, 0, 0)", [1, 0, 0, 1]),
            ("rgba(100% 0% 0% / 0.5)", [1, 0, 0, 0.5]), (" Red ", [1, 0, 0, 1]), ("green", [0, 128 / 255, 0, 1]), ("clear", [0, 0, 0, 0]),
            ("rebeccapurple", [0.4, 0.2, 0.6, 1]),
        ] as [(String, [Double])] { XCTAssertEqual(ColorText.rgba(text), rgba, text) }
        for text in [
            "", "#", "#1", "#12", "#12345", "#ggg", "rgb()", "rgb(1,2)", "rgb(a,b,c)", "rgb(nan,0,0)", "reddish", "f00", "hsl(1,2,3)",
        ] {
            XCTAssertNil(ColorText.rgba(text), text)
        }
        // The sixteen basic colours of CSS.
        for (name, hex) in [
            "aqua": "#0ff", "black": "#000", "blue": "#00f", "fuchsia": "#f0f", "gray": "#808080", "green": "#008000", "lime": "#0f0",
            "maroon": "#800000", "navy": "#000080", "olive": "#808000", "purple": "#800080", "red": "#f00", "silver": "#c0c0c0",
            "teal": "#008080", "white": "#fff", "yellow": "#ff0",
        ] { XCTAssertEqual(ColorText.rgba(name), ColorText.rgba(hex), name) }
    }

    // MARK: Animations

    private func animation(_ attributes: String, _ inside: String = "", type: String = "CABasicAnimation") throws -> CAMLScene {
        try scene("<animations>\n<animation type=\"\(type)\" keyPath=\"opacity\" \(attributes)>\(inside)</animation></animations>")
    }

    func testEveryPropertyOfAnAnimation() throws {
        let numbers = ["duration", "beginTime", "timeOffset", "speed", "repeatCount", "repeatDuration", "damping", "mass", "stiffness"]
        let flags = ["autoreverses", "removedOnCompletion", "additive", "cumulative"]
        let named = ["fillMode", "calculationMode", "rotationMode", "timingFunction", "valueFunction"]
        let values = ["fromValue", "toValue", "byValue", "keyTimes"]
        for key in numbers + flags + named + values {
            let type = ["calculationMode", "rotationMode", "keyTimes"].contains(key) ? "CAKeyframeAnimation" : "CASpringAnimation"
            for bad in ["undefined", "NaN", "12em", "nonsense"] {
                let made = try animation("\(key)=\"\(bad)\"", type: type)
                XCTAssertEqual(made.diagnostics.map(\.identifier), ["caml.bad-value"], "\(key)=\(bad) \(made.diagnostics.map(\.message))")
                XCTAssertTrue(made.diagnostics.first?.message.hasPrefix("(memory):2:") ?? false, "\(made.diagnostics)")
                let animation = try XCTUnwrap(made.rootLayer.animation(forKey: "opacity")), plain = try self.animation("", type: type)
                let standard = try XCTUnwrap(plain.rootLayer.animation(forKey: "opacity"))
                XCTAssertEqual("\(animation.value(forKey: key) ?? "")", "\(standard.value(forKey: key) ?? "")", key)
            }
        }
        for inside in [
            "<fromValue type=\"real\" value=\"nan\"/>", "<toValue type=\"CGColor\" value=\"no\"/>", "<duration type=\"real\" value=\"x\"/>",
            "<values><real value=\"1\"/><real value=\"undefined\"/></values>", "<path value=\"M x\"/>",
            "<timingFunctions><timingFunction name=\"fast\"/></timingFunctions>", "<keyTimes><real value=\"\"/></keyTimes>",
        ] {
            let made = try animation("", inside, type: "CAKeyframeAnimation")
            XCTAssertEqual(made.diagnostics.map(\.identifier), ["caml.bad-value"], "\(inside) \(made.diagnostics.map(\.message))")
            XCTAssertNotNil(made.rootLayer.animation(forKey: "opacity"))
        }
    }

    func testWhatAnAnimationUnderstands() throws {
        let made = try animation("fromValue=\"0.25\" toValue=\"1\"", "<repeatCount type=\"real\" value=\"inf\"/>")
        XCTAssertEqual(made.diagnostics.map(\.message), [])
        let basic = try XCTUnwrap(made.rootLayer.animation(forKey: "opacity") as? CABasicAnimation)
        XCTAssertEqual((basic.fromValue as? NSNumber)?.doubleValue, 0.25)
        XCTAssertEqual(basic.repeatCount, .infinity)
    }

    /// A key path that nothing leads along.
    func testUnknownKeyPaths() throws {
        for key in ["transform.shear.w", "position.z", "bounds.middle"] {
            let animated =
                "<animations><animation type=\"CABasicAnimation\" keyPath=\"\(key)\" duration=\"1\"><toValue type=\"real\" value=\"1\"/></animation></animations>"
            let state =
                "<states><LKState name=\"A\"><elements><LKStateSetValue targetId=\"r\" keyPath=\"\(key)\"><value type=\"real\" value=\"1\"/></LKStateSetValue></elements></LKState></states>"
            for (text, root) in [(animated, ""), (state, ""), ("", "\(key)=\"1\"")] {
                let made = try scene(text, root: "id=\"r\" bounds=\"0 0 9 9\" \(root)")
                XCTAssertEqual(made.diagnostics.map(\.identifier), ["caml.key-path"], "\(key) \(text)")
                XCTAssertEqual(made.rootLayer.bounds.width, 9)
            }
        }
    }

    // MARK: Elsewhere

    func testStatesCellsFiltersAndImages() throws {
        func state(_ element: String) -> String { "<states><LKState name=\"A\"><elements>\(element)</elements></LKState></states>" }
        let bad = "<LKStateSetValue targetId=\"r\" keyPath=\"opacity\"><value type=\"real\" value=\"undefined\"/></LKStateSetValue>"
        let made = try scene(state(bad), root: "id=\"r\" bounds=\"0 0 9 9\" opacity=\"0.5\"")
        XCTAssertEqual(made.diagnostics.map(\.identifier), ["caml.bad-value"])
        try made.setState("A", animated: false)
        XCTAssertEqual(made.rootLayer.opacity, 0.5, "the state leaves it alone")
        let path = "<LKStateSetValue targetId=\"r\" keyPath=\"shadowPath\"><value type=\"CGPath\" value=\"M x\"/></LKStateSetValue>"
        let late = try scene(state(path), root: "id=\"r\" bounds=\"0 0 9 9\"")
        try late.setState("A", animated: false)
        XCTAssertEqual(late.diagnostics.map(\.identifier), ["caml.bad-value"])
        XCTAssertEqual(try scene("<states><LKState><elements/></LKState></states>").diagnostics.map(\.identifier), ["caml.state-element"])

        let cell = "<emitterCells><CAEmitterCell birthRate=\"abc\" lifetime=\"NaN\" color=\"#12\" velocity=\"5px\"/></emitterCells>"
        let emitter = try scene("<sublayers><CAEmitterLayer id=\"e\">\(cell)</CAEmitterLayer></sublayers>")
        XCTAssertEqual(emitter.diagnostics.map(\.identifier), ["caml.bad-value", "caml.bad-value", "caml.bad-value"])
        XCTAssertEqual((emitter.layer("e") as? CAEmitterLayer)?.emitterCells?.first?.velocity, 5)

        let filter = try scene("<filters><CAFilter filter=\"gaussianBlur\" inputRadius=\"undefined\"/></filters>")
        XCTAssertEqual(filter.diagnostics.map(\.identifier), ["caml.bad-value"])
        XCTAssertEqual(filter.rootLayer.filters?.count, 1)

        for source in ["data:image/png;base64,!!!!", "data:nothing", "data:image/png;base64,aGVsbG8="] {
            let image = try scene("<contents type=\"CGImage\" src=\"\(source)\"/>")
            XCTAssertEqual(image.diagnostics.map(\.identifier), ["caml.bad-value"], source)
            XCTAssertNil(image.rootLayer.contents)
        }
        let mistyped = try scene("<opacity type=\"CGPoint\" value=\"1 2\"/><position type=\"real\" value=\"3\"/>")
        XCTAssertEqual(mistyped.diagnostics.map(\.identifier), ["caml.bad-value", "caml.bad-value"])
        XCTAssertEqual(mistyped.rootLayer.opacity, 1)
    }

    func testTheSizeInAnIndex() throws {
        let index = "<plist><dict><key>documentWidth</key><string>wide</string><key>documentHeight</key><real>NaN</real></dict></plist>"
        let url = try package(
            ["index.xml": Data(index.utf8), "main.caml": Data("<caml><CALayer bounds=\"0 0 5 6\"/></caml>".utf8)], in: self)
        let document = try CAMLDocument(contentsOf: url)
        XCTAssertEqual(document.diagnostics.map(\.identifier), ["caml.bad-value", "caml.bad-value"])
        XCTAssertEqual(document.size, CGSize(width: 5, height: 6))
    }

    /// However many there are, the document is read, and some of them are named.
    func testManyBadValues() throws {
        let layers = (0..<1000).map { "\n<CALayer opacity=\"x\($0)\"/>" }.joined()
        let made = try scene("<sublayers>\(layers)</sublayers>")
        XCTAssertEqual(made.rootLayer.sublayers?.count, 1000)
        XCTAssertEqual(made.diagnostics.count, 256)
    }
}
