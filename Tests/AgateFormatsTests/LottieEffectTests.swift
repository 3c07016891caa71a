import Agate
import CoreGraphics
import Foundation
import QuartzCore
import XCTest

@testable import AgateFormats

/// Effects and layer styles on a white solid of 20 points in the middle of 60.
final class LottieEffectTests: XCTestCase {
    private func json(_ more: String, color: String = "#ffffff") -> String {
        """
        {"fr":10,"ip":0,"op":10,"w":60,"h":60,"layers":[{"ty":1,"nm":"Card","sw":20,"sh":20,"sc":"\(color)","ip":0,"op":10,
        "ks":{"p":{"a":0,"k":[20,20]}}\(more)}]}
        """
    }

    private func picture(_ json: String, frame: Double = 0) throws -> (CGImage, [String]) {
        let scene = try LottieScene(data: Data(json.utf8), file: "x.json")
        let host = OffscreenHost(size: scene.size)
        host.perform {
            host.layer.addSublayer(scene.rootLayer)
            scene.currentFrame = frame
        }
        return (host.image(), scene.diagnostics.map(\.message))
    }

    private func pixel(_ json: String, _ x: Int = 30, _ y: Int = 30, frame: Double = 0) throws -> UInt32 {
        let (image, diagnostics) = try picture(json, frame: frame)
        XCTAssertEqual(diagnostics, [])
        return image.withPixels { $0[y * 60 + x] }
    }

    private func color(_ value: String) -> String { #"{"ty":2,"v":{"a":0,"k":\#(value)}}"# }
    private func number(_ value: Double) -> String { #"{"ty":0,"v":{"a":0,"k":\#(value)}}"# }
    private func effect(_ type: Int, _ values: [String]) -> String { #","ef":[{"ty":\#(type),"nm":"It","en":1,"ef":[\#(values.joined(separator: ","))]}]"# }

    func testFill() throws {
        let fill = effect(21, [number(0), number(0), color("[0,0,1]"), number(0), number(0), number(0), number(1)])
        XCTAssertEqual(try pixel(json(fill)), 0xFF00_00FF)
        XCTAssertEqual(try pixel(json(fill), 10, 10), 0, "nothing stays nothing")
        XCTAssertEqual(try pixel(json(fill.replacingOccurrences(of: "\"en\":1", with: "\"en\":0"))), 0xFFFF_FFFF, "switched off")
    }

    func testFillMoves() throws {
        let moving = #"{"ty":2,"v":{"a":1,"k":[{"t":0,"s":[0,0,0],"o":{"x":0,"y":0},"i":{"x":1,"y":1}},{"t":10,"s":[0,0,1]}]}}"#
        let fill = effect(21, [number(0), number(0), moving, number(0), number(0), number(0), number(1)])
        XCTAssertEqual(try pixel(json(fill), frame: 0), 0xFF00_0000)
        XCTAssertEqual(try pixel(json(fill), frame: 10), 0xFF00_00FF)
        let half = try pixel(json(fill), frame: 5) & 255
        XCTAssertTrue((126...129).contains(half), "\(half)")
    }

    func testTintAndTritone() throws {
        XCTAssertEqual(try pixel(json(effect(20, [color("[0,0,0]"), color("[1,0,0]"), number(100)]))), 0xFFFF_0000)
        XCTAssertEqual(try pixel(json(effect(20, [color("[0,1,0]"), color("[1,0,0]"), number(100)]), color: "#000000")), 0xFF00_FF00)
        XCTAssertEqual(try pixel(json(effect(20, [color("[0,0,0]"), color("[1,0,0]"), number(0)]))), 0xFFFF_FFFF)
        XCTAssertEqual(try pixel(json(effect(23, [color("[1,0,0]"), color("[0.5,0,0]"), color("[0,0,0]"), number(0)]))), 0xFFFF_0000)
    }

    func testShadows() throws {
        // Straight down by 10: direction 180.
        let shadow = effect(25, [color("[1,0,0]"), number(255), number(180), number(10), number(0), number(0)])
        XCTAssertEqual(try pixel(json(shadow), 30, 45), 0xFFFF_0000)
        XCTAssertEqual(try pixel(json(shadow), 30, 15), 0)
        XCTAssertEqual(try pixel(json(shadow)), 0xFFFF_FFFF)
        let style = #","sy":[{"ty":1,"nm":"Shadow","c":{"a":0,"k":[0,1,0,1]},"o":{"a":0,"k":100},"a":{"a":0,"k":0},"d":{"a":0,"k":10},"s":{"a":0,"k":0}}]"#
        XCTAssertEqual(try pixel(json(style), 45, 30), 0xFF00_FF00)
        XCTAssertEqual(try pixel(json(shadow + style), 45, 30), 0xFF00_FF00, "both")
        XCTAssertEqual(try pixel(json(shadow + style), 30, 45), 0xFFFF_0000, "both")
    }

    func testOverlayAndBlur() throws {
        XCTAssertEqual(try pixel(json(#","sy":[{"ty":7,"nm":"Colour","c":{"a":0,"k":[0,0,1,1]},"o":{"a":0,"k":100}}]"#)), 0xFF00_00FF)
        let blurred = json(effect(29, [number(20), number(1), number(0)]))
        let edge = try pixel(blurred, 20, 30) >> 24
        XCTAssertTrue((100...155).contains(edge), "half at the edge: \(edge)")
        XCTAssertGreaterThan(try pixel(blurred, 15, 30) >> 24, 20)
    }

    func testStroke() throws {
        let mask = #","hasMask":true,"masksProperties":[{"mode":"n","inv":false,"o":{"a":0,"k":100},"x":{"a":0,"k":0},"pt":{"a":0,"k":{"c":false,"v":[[-20,10],[40,10]],"i":[[0,0],[0,0]],"o":[[0,0],[0,0]]}}}]"#
        let stroke = effect(22, [number(1), number(0), number(0), color("[1,0,0]"), number(6), number(100), number(1), number(0), number(50), number(15), number(1)])
        XCTAssertEqual(try pixel(json(mask + stroke), 10, 30), 0xFFFF_0000)
        XCTAssertEqual(try pixel(json(mask + stroke), 50, 30), 0, "half of it")
        XCTAssertEqual(try pixel(json(mask + stroke), 35, 30), 0xFFFF_FFFF)
    }

    func testUnsupported() throws {
        let (_, diagnostics) = try picture(json(effect(24, []) + #","sy":[{"ty":2,"nm":"Inner Shadow"},{"ty":0,"nm":"Line","hd":true}]"#))
        XCTAssertEqual(diagnostics, [
            "x.json: layer \"Card\": the effect \"It\" is not supported", "x.json: layer \"Card\": the layer style \"Inner Shadow\" is not supported",
        ])
    }
}
