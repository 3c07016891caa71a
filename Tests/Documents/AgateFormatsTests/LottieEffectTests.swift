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
    private func effect(_ type: Int, _ values: [String]) -> String {
        #","ef":[{"ty":\#(type),"nm":"It","en":1,"ef":[\#(values.joined(separator: ","))]}]"#
    }

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
        let style =
            #","sy":[{"ty":1,"nm":"Shadow","c":{"a":0,"k":[0,1,0,1]},"o":{"a":0,"k":100},"a":{"a":0,"k":0},"d":{"a":0,"k":10},"s":{"a":0,"k":0}}]"#
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
        let mask =
            #","hasMask":true,"masksProperties":[{"mode":"n","inv":false,"o":{"a":0,"k":100},"x":{"a":0,"k":0},"pt":{"a":0,"k":{"c":false,"v":[[-20,10],[40,10]],"i":[[0,0],[0,0]],"o":[[0,0],[0,0]]}}}]"#
        let stroke = effect(
            22,
            [
                number(1), number(0), number(0), color("[1,0,0]"), number(6), number(100), number(1), number(0), number(50), number(15),
                number(1),
            ])
        XCTAssertEqual(try pixel(json(mask + stroke), 10, 30), 0xFFFF_0000)
        XCTAssertEqual(try pixel(json(mask + stroke), 50, 30), 0, "half of it")
        XCTAssertEqual(try pixel(json(mask + stroke), 35, 30), 0xFFFF_FFFF)
    }

    /// A card of 20 at (20, 20) that is masked to its left half: blur and shadow are those of the half.
    func testEffectsComeAfterMasks() throws {
        let half =
            #","masksProperties":[{"mode":"a","pt":{"a":0,"k":{"c":true,"v":[[0,0],[10,0],[10,20],[0,20]],"i":[[0,0],[0,0],[0,0],[0,0]],"o":[[0,0],[0,0],[0,0],[0,0]]}},"o":{"a":0,"k":100}}]"#
        let blurred = json(half + effect(29, [number(20), number(1), number(0)]))
        XCTAssertTrue((100...155).contains(try pixel(blurred, 30, 30) >> 24), "the mask's edge is soft")
        let shadow = json(half + effect(25, [color("[1,0,0]"), number(255), number(90), number(15), number(0), number(0)]))
        XCTAssertEqual(try pixel(shadow, 40, 30), 0xFFFF_0000)
        XCTAssertEqual(try pixel(shadow, 32, 30), 0)
    }

    func testBlurInOneDirection() throws {
        for (direction, along, across) in [(2.0, (17, 30), (30, 17)), (3, (30, 17), (17, 30))] {
            let blurred = json(effect(29, [number(20), number(direction), number(0)]))
            XCTAssertGreaterThan(try pixel(blurred, along.0, along.1) >> 24, 20, "\(direction)")
            XCTAssertEqual(try pixel(blurred, across.0, across.1), 0, "\(direction)")
        }
        let turned = json(effect(29, [number(20), number(2), number(0)])).replacingOccurrences(of: #""p":{"#, with: #""r":{"k":30},"p":{"#)
        XCTAssertEqual(
            try picture(turned).1,
            ["x.json: layer \"Card\": a blur in one direction is not supported on a rotated layer; it blurs in both directions"])
    }

    func testShadowAlone() throws {
        let shadow = json(effect(25, [color("[1,0,0]"), number(255), number(180), number(10), number(0), number(1)]))
        XCTAssertEqual(try pixel(shadow, 30, 45), 0xFFFF_0000)
        XCTAssertEqual(try pixel(shadow, 30, 25), 0)
        XCTAssertEqual(try pixel(shadow, 30, 35), 0xFFFF_0000, "also where the layer is")
    }

    func testStrokesInARowAndRevealing() throws {
        func line(_ y: Int) -> String {
            #"{"mode":"n","o":{"a":0,"k":100},"pt":{"a":0,"k":{"c":false,"v":[[0,\#(y)],[20,\#(y)]],"i":[[0,0],[0,0]],"o":[[0,0],[0,0]]}}}"#
        }
        let masks = #","masksProperties":[\#(line(5)),\#(line(15))]"#
        func stroke(_ row: Double, _ style: Double) -> String {
            json(
                masks
                    + effect(
                        22,
                        [
                            number(1), number(1), number(row), color("[1,0,0]"), number(4), number(100), number(1), number(0), number(50),
                            number(15), number(style),
                        ]))
        }
        XCTAssertEqual(try pixel(stroke(0, 2), 25, 35), 0xFFFF_0000, "half of each")
        XCTAssertEqual(try pixel(stroke(0, 2), 37, 25), 0)
        XCTAssertEqual(try pixel(stroke(1, 2), 37, 25), 0xFFFF_0000, "half of all: the first one")
        XCTAssertEqual(try pixel(stroke(1, 2), 25, 35), 0)
        XCTAssertEqual(try pixel(stroke(1, 3), 30, 25), 0xFFFF_FFFF, "the layer where the line is")
        XCTAssertEqual(try pixel(stroke(1, 3), 30, 30), 0)
    }

    func testSetMatte() throws {
        func matte(_ channel: Int, _ inverted: Int = 0) -> String {
            let effect =
                #","ef":[{"ty":28,"nm":"Matte","en":1,"ef":[{"ty":10,"v":{"k":7}},{"ty":7,"v":{"k":\#(channel)}},{"ty":7,"v":{"k":\#(inverted)}},{"ty":7,"v":{"k":1}},{"ty":7,"v":{"k":1}},{"ty":7,"v":{"k":1}}]}]"#
            let other = ##",{"ty":1,"hd":true,"ind":7,"sw":10,"sh":60,"sc":"#ff0000","ip":0,"op":10,"ks":{"p":{"k":[20,0]}}}]}"##
            return json(effect).dropLast(2) + other
        }
        XCTAssertEqual([25, 35].map { try! pixel(matte(4), $0) >> 24 }, [255, 0])
        XCTAssertEqual([25, 35].map { try! pixel(matte(4, 1), $0) >> 24 }, [0, 255])
        XCTAssertEqual([25, 35].map { try! pixel(matte(1), $0) >> 24 }, [255, 0])
        XCTAssertEqual([25, 35].map { try! pixel(matte(2), $0) >> 24 }, [0, 0], "no green")
        XCTAssertEqual(try pixel(matte(5), 25) >> 24, 54, "a fifth of red is bright")
        XCTAssertEqual(try picture(matte(6)).1, ["x.json: layer \"Card\": the effect \"Matte\" uses a matte channel that is not supported"])
        XCTAssertEqual(try picture(matte(4).replacingOccurrences(of: #""ind":7"#, with: #""ind":8"#)).1.count, 1)
    }

    private func style(_ type: Int, _ values: String) -> String {
        #","sy":[{"ty":\#(type),"nm":"Style","c":{"a":0,"k":[1,0,0,1]},"o":{"a":0,"k":100}\#(values)}]"#
    }

    func testInnerShadow() throws {
        // To the right by 5: the left five columns.
        let sharp = json(style(2, #","a":{"a":0,"k":0},"d":{"a":0,"k":5},"s":{"a":0,"k":0}"#))
        XCTAssertEqual(try [21, 24, 26, 38].map { try pixel(sharp, $0) }, [0xFFFF_0000, 0xFFFF_0000, 0xFFFF_FFFF, 0xFFFF_FFFF])
        XCTAssertEqual(try pixel(sharp, 15), 0, "nothing outside")
        let soft = json(style(2, #","a":{"a":0,"k":0},"d":{"a":0,"k":0},"s":{"a":0,"k":8}"#))
        let green = try [20, 23, 30].map { try pixel(soft, $0) >> 8 & 255 }
        XCTAssertTrue((110...160).contains(green[0]) && green[0] < green[1] && green[2] > 240, "\(green)")
        // Half as opaque on a layer that is half clear: the layer's own opacity stays.
        let faint = sharp.replacingOccurrences(of: #""p":{"a":0"#, with: #""o":{"a":0,"k":50},"p":{"a":0"#)
        XCTAssertEqual(try pixel(faint, 22) >> 24, 128)
    }

    func testInnerGlowOfEdgeAndMiddle() throws {
        let edge = json(style(4, #","s":{"a":0,"k":8},"sr":{"a":0,"k":1}"#)),
            middle = json(style(4, #","s":{"a":0,"k":8},"sr":{"a":0,"k":2}"#))
        XCTAssertLessThan(try pixel(edge, 20) >> 8 & 255, 160)
        XCTAssertGreaterThan(try pixel(edge, 30) >> 8 & 255, 240)
        XCTAssertLessThan(try pixel(middle, 30) >> 8 & 255, 15)
        XCTAssertGreaterThan(try pixel(middle, 20) >> 8 & 255, 90)
        let moving = json(style(4, #","s":{"a":1,"k":[{"t":0,"s":[0],"o":{"x":0,"y":0},"i":{"x":1,"y":1}},{"t":10,"s":[8]}]}"#))
        XCTAssertEqual(try pixel(moving, 21), 0xFFFF_FFFF)
        XCTAssertLessThan(try pixel(moving, 21, frame: 10) >> 8 & 255, 200)
    }

    /// Sizes of strokes and spreads are exact to the point along straight edges.
    func testStrokeAndSpread() throws {
        for size in [2, 4, 8] {
            let stroked = json(style(0, #","s":{"a":0,"k":\#(size)}"#))
            XCTAssertEqual(try pixel(stroked), 0xFFFF_FFFF)
            XCTAssertGreaterThan(try pixel(stroked, 20 - size) >> 24, 90, "\(size)")
            XCTAssertLessThan(try pixel(stroked, 18 - size) >> 24, 60, "\(size)")
            XCTAssertEqual(try pixel(stroked, 19) >> 16, 0xFFFF, "\(size)")
        }
        let spread = json(style(3, #","s":{"a":0,"k":8},"ch":{"a":0,"k":100}"#))
        XCTAssertGreaterThan(try pixel(spread, 13) >> 24, 200)
        XCTAssertLessThan(try pixel(spread, 9) >> 24, 30)
    }

    /// Of 35 values, the fourth to the eighth are those of all channels together, those from the eleventh red's.
    func testLevels() throws {
        func levels(_ set: [Int: Double]) -> String {
            let standard = [3, 10, 17, 24, 31].reduce(into: [Int: Double]()) { all, at in
                for (k, value) in [0.0, 1, 1, 0, 1].enumerated() { all[at + k] = value }
            }
            return effect(24, (0..<36).map { number(set[$0] ?? standard[$0] ?? 0) })
        }
        XCTAssertEqual(try pixel(json(levels([:]), color: "#408020")), 0xFF40_8020)
        XCTAssertEqual(try pixel(json(levels([6: 1, 7: 0]), color: "#408020")), 0xFFBF_7FDF, "turned round")
        XCTAssertEqual(try pixel(json(levels([11: 0.5]), color: "#400000")), 0xFF80_0000, "twice as much red")
        XCTAssertEqual(try pixel(json(levels([35: 0.5]))) >> 24, 128)
        XCTAssertEqual(try picture(json(levels([5: 2]))).1, ["x.json: layer \"Card\": a levels effect with gamma is not supported"])
        _ = try picture(json(levels([3: 0.5, 4: 0.5, 10: 1e300])))
    }

    func testUnsupported() throws {
        let (_, diagnostics) = try picture(json(effect(26, []) + #","sy":[{"ty":5,"nm":"Bevel"},{"ty":0,"nm":"Line","hd":true}]"#))
        XCTAssertEqual(
            diagnostics,
            [
                "x.json: layer \"Card\": the effect \"It\" is not supported",
                "x.json: layer \"Card\": the layer style \"Bevel\" is not supported",
            ])
    }
}
