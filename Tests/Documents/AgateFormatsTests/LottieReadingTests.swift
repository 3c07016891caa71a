import CoreGraphics
import Foundation
import QuartzCore
import XCTest

@testable import AgateFormats

/// Files read as one player or another shows them.
final class LottieReadingTests: XCTestCase {
    private func scene(_ layers: String, _ reading: LottieReading) throws -> LottieScene {
        let json = #"{"v":"5.9","fr":10,"ip":0,"op":20,"w":60,"h":60,"layers":[\#(layers)]}"#
        return try LottieScene(data: Data(json.utf8), file: "x.json", reading: reading)
    }

    private func picture(_ layers: String, _ reading: LottieReading, frame: Double = 0) throws -> LottiePicture {
        try LottiePicture(scene: scene(layers, reading), frame: frame)
    }

    private let half = #"{"ty":"tm","s":{"k":0},"e":{"k":50},"o":{"k":0},"m":1}"#

    func testATrimCutsStrokesOnly() throws {
        let layer = LottieItems.layer([LottieItems.square(30, 30, 20), half, LottieItems.red])
        XCTAssertGreaterThan(try picture(layer, .iOSPlayer)[23, 36] >> 24, 250, "the whole square")
        XCTAssertNotEqual(try picture(layer, .specification).row(36), try picture(layer, .iOSPlayer).row(36))
    }

    func testStrokesStandAboveFills() throws {
        let pen = LottieItems.pen.replacingOccurrences(of: #""w":{"k":2}"#, with: #""w":{"k":8}"#)
        // By the specification the first item stands on top.
        let layer = LottieItems.layer([LottieItems.square(30, 30, 20), LottieItems.red, pen])
        XCTAssertEqual(try picture(layer, .specification)[22, 30], 0xFFFF_0000)
        XCTAssertEqual(try picture(layer, .iOSPlayer)[22, 30], 0xFF00_00FF)
    }

    func testAllDimensionsGoByTheFirstOnesEasing() throws {
        let place = #"{"a":1,"k":[{"t":0,"s":[0,0],"o":{"x":[0,0.9],"y":[0,0]},"i":{"x":[1,1],"y":[1,0.1]}},{"t":10,"s":[40,40]}]}"#
        let layer = LottieItems.layer([LottieItems.square(5, 5), LottieItems.red], ks: #""p":\#(place)"#)
        XCTAssertEqual(try picture(layer, .iOSPlayer, frame: 5).column(25), [20...29])
        XCTAssertNotEqual(try picture(layer, .specification, frame: 5).column(25), [20...29])
    }

    func testAHighlightMovesTheFirstColour() throws {
        // Red in the middle, blue 20 points around it.
        func ball(_ highlight: String) -> String {
            let gradient =
                #"{"ty":"gf","t":2,"o":{"k":100},"s":{"k":[30,30]},"e":{"k":[50,30]},\#(highlight)"g":{"p":2,"k":{"k":[0,1,0,0,1,0,0,1]}}}"#
            return LottieItems.layer([LottieItems.square(30, 30, 40), gradient])
        }
        /// Where it is most red, of the middle row and column.
        func reddest(_ picture: LottiePicture) -> (Int, Int) {
            func red(_ x: Int, _ y: Int) -> UInt32 { picture[x, y] >> 16 & 255 }
            let y = (10..<50).max { a, b in (10..<50).map { red($0, a) }.max()! < (10..<50).map { red($0, b) }.max()! }!
            return ((10..<50).max { red($0, y) < red($1, y) }!, y)
        }
        for reading in LottieReading.allCases {
            let at = reddest(try picture(ball(""), reading))
            XCTAssertTrue((29...30).contains(at.0) && (29...30).contains(at.1), "\(reading) \(at)")
        }
        let half = ball(#""h":{"k":50},"a":{"k":90},"#)
        for reading in LottieReading.allCases where reading != .iOSPlayer {
            let at = reddest(try picture(half, reading))
            // Half the radius, turned by a right angle: down.
            XCTAssertTrue((29...30).contains(at.0) && (39...40).contains(at.1), "\(reading) \(at)")
            XCTAssertEqual(try scene(half, reading).diagnostics.map(\.identifier), [])
        }
        XCTAssertEqual(try picture(half, .iOSPlayer).row(30), try picture(ball(""), .iOSPlayer).row(30))
        XCTAssertEqual(try scene(half, .iOSPlayer).diagnostics.map(\.identifier), ["lottie.gradient-highlight"])
        // On the edge and outside it stays inside, so that all is coloured; numbers without sense draw something.
        for highlight in [100.0, 1e9, -300] {
            let edge = try picture(ball(#""h":{"k":\#(highlight)},"a":{"k":0},"#), .webPlayer)
            XCTAssertTrue((11..<49).allSatisfy { edge[$0, 30] >> 24 == 255 }, "\(highlight)")
        }
        // A highlight that moves.
        let moving = ball(#""h":\#(LottieItems.moving("[0]", "[80]", over: 10)),"#)
        XCTAssertEqual(Double(reddest(try picture(moving, .webPlayer, frame: 5)).0), 38, accuracy: 1.1)
    }

    func testTheEdgeOfARadialGradientMoves() throws {
        // Blue from 10 points around the centre; from 20 in the end.
        let end = LottieItems.moving("[40,30]", "[50,30]", over: 10)
        let gradient = #"{"ty":"gf","t":2,"o":{"k":100},"s":{"k":[30,30]},"e":\#(end),"g":{"p":2,"k":{"k":[0,1,0,0,1,0,0,1]}}}"#
        let layer = LottieItems.layer([LottieItems.square(30, 30, 40), gradient])
        for (frame, radius) in [(0.0, 10), (5, 15)] {
            let picture = try picture(layer, .specification, frame: frame)
            XCTAssertEqual(picture[30 + radius, 30], 0xFF00_00FF, "\(frame)")
            XCTAssertGreaterThan(picture[30 + radius - 3, 30] >> 16 & 255, 20, "\(frame)")
        }
    }

    /// A dot is a short dash; what it takes is missing in the gap behind it, so that dots do not wander. Those of lottie-ios do.
    func testDotsStandWhereTheFileSays() throws {
        let pen =
            #"{"ty":"st","c":{"k":[0,0,1,1]},"o":{"k":100},"w":{"k":2},"lc":2,"lj":1,"d":[{"n":"d","v":{"k":0}},{"n":"g","v":{"k":0.1}}]}"#
        for reading in LottieReading.allCases {
            let scene = try scene(LottieItems.layer([LottieItems.line(5, 55, y: 30), pen]), reading)
            var open = [scene.rootLayer], pattern: [NSNumber]?
            while let layer = open.popLast() {
                pattern = pattern ?? (layer as? CAShapeLayer)?.lineDashPattern
                open += layer.sublayers ?? []
            }
            let lengths = try XCTUnwrap(pattern).map(\.doubleValue)
            XCTAssertEqual(lengths[0], 0.01)
            XCTAssertEqual(lengths[0] + lengths[1], reading == .iOSPlayer ? 0.11 : 0.1, accuracy: 1e-12, "\(reading)")
        }
    }

    func testWhatIsHostileIsBounded() throws {
        // Each level doubles what is below where fills and strokes are split: 2^60 shapes, were there no bound.
        var nested = LottieItems.group([LottieItems.square(30, 30), LottieItems.red, LottieItems.pen])
        for _ in 0..<60 { nested = LottieItems.group([nested, LottieItems.red, LottieItems.pen]) }
        XCTAssertNotNil(try? scene(LottieItems.layer([nested]), .iOSPlayer))
        // Trims that last for ever, many times.
        let long =
            #"{"ty":"tm","s":\#(LottieItems.moving("[0]", "[50]", over: 900_000)),"e":\#(LottieItems.moving("[0]", "[50]", over: 15_000)),"o":{"k":10}}"#
        let many =
            #"{"ty":"tm","s":\#(LottieItems.moving("[0]", "[50]", over: 9_000)),"e":\#(LottieItems.moving("[0]", "[50]", over: 8_000)),"o":{"k":10}}"#
        for trim in [long, many] {
            let group = LottieItems.group([LottieItems.square(30, 30), trim, LottieItems.red])
            let text = LottieItems.layer([String](repeating: group, count: 50))
            let json = Data(#"{"v":"5.9","fr":10,"ip":0,"op":20,"w":60,"h":60,"layers":[\#(text)]}"#.utf8)
            XCTAssertLessThan(try LottiePlayerRewriting.rewritten(JSONTree(json)).nodes.count, 8_000_000)
        }
        // A gradient whose numbers have no size.
        let gradient = #"{"ty":"gf","t":1,"o":{"k":100},"s":{"k":[0,0]},"e":{"k":[1e-300,0]},"g":{"p":2,"k":{"k":[0,1,0,0,1,0,0,1]}}}"#
        XCTAssertNoThrow(try scene(LottieItems.layer([LottieItems.square(5, 5), gradient]), .iOSPlayer))
        for text in ["", "[]", "3", #"{"layers":7}"#, String(repeating: "[", count: 5000)] {
            let data = Data(text.utf8)
            XCTAssertThrowsError(try LottieScene(data: data, reading: .iOSPlayer), text)
        }
    }

    func testALongPathIsNotDoubledWithoutABound() throws {
        let points = String(repeating: "[1,2],", count: 3000) + "[1,2]"
        let path = #"{"ty":"sh","ks":{"k":{"c":true,"v":[\#(points)],"i":[\#(points)],"o":[\#(points)]}}}"#
        var nested = LottieItems.group([path, LottieItems.red, LottieItems.pen])
        for _ in 0..<12 { nested = LottieItems.group([nested, LottieItems.red, LottieItems.pen]) }
        let scene = try scene(LottieItems.layer([nested]), .iOSPlayer)
        XCTAssertTrue(scene.diagnostics.contains { $0.identifier == "lottie.too-large" && $0.message.contains("would become too large") })
        guard case .shapes(let shapes) = scene.document.layers[0].kind, case .group(let items, _, _) = shapes[0].kind else {
            return XCTFail("no group")
        }
        XCTAssertEqual(items.count, 3, "the file's own items")
    }

    func testWhatIsNoListIsReported() throws {
        for layers in [#""layers":7"#, #""assets":[{"id":"a","layers":7}],"layers":[]"#] {
            let json = #"{"v":"5.9","fr":10,"ip":0,"op":20,"w":60,"h":60,\#(layers)}"#
            for reading in LottieReading.allCases {
                XCTAssertThrowsError(try LottieScene(data: Data(json.utf8), reading: reading), "\(reading) \(layers)") {
                    XCTAssertEqual(($0 as? LottieError)?.reason, "expected a list of layers")
                }
            }
        }
        // One that is no layer is left out, and the others are rewritten.
        let layers = #"7,\#(LottieItems.layer([LottieItems.square(30, 30, 20), half, LottieItems.red]))"#
        XCTAssertGreaterThan(try picture(layers, .iOSPlayer)[23, 36] >> 24, 250)
        XCTAssertEqual(try scene(layers, .iOSPlayer).diagnostics.map(\.identifier), ["lottie.bad-value"])
    }

    func testArchivesAreReadSoToo() throws {
        let layer = LottieItems.layer([LottieItems.square(30, 30, 20), half, LottieItems.red])
        let json = #"{"v":"5.9","fr":10,"ip":0,"op":20,"w":60,"h":60,"layers":[\#(layer)]}"#
        let data = try zipArchive([("manifest.json", #"{"version":"2","animations":[{"id":"x"}]}"#), ("a/x.json", json)])
        XCTAssertGreaterThan(try LottiePicture(scene: LottieScene(data: data, reading: .iOSPlayer))[23, 36] >> 24, 250)
    }

    /// A gradient of one colour is that colour, wherever its stop is. (Core Animation draws no such gradient.)
    func testAGradientOfOneColorIsFlat() throws {
        for stops in ["[0,1,0,0]", "[0.5,1,0,0]", "[1,1,0,0]", "[0.3,1,0,0,0,1,1,1]"] {
            let paint =
                #"{"ty":"gf","t":1,"o":{"k":100},"s":{"k":[20,30]},"e":{"k":[40,30]},"g":{"p":1,"k":{"k":\#(stops)}}}"#
            let picture = try LottiePicture(LottieItems.layer([LottieItems.square(30, 30, 20), paint]))
            for x in [22, 30, 38] { XCTAssertEqual(picture[x, 30], 0xFFFF_0000, "\(stops) \(x)") }
        }
    }
}
