import CoreGraphics
import Foundation
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
            XCTAssertLessThan(LottieReading.iOSPlayer.rewritten(json).count, 50_000_000)
        }
        // A gradient whose numbers have no size.
        let gradient = #"{"ty":"gf","t":1,"o":{"k":100},"s":{"k":[0,0]},"e":{"k":[1e-300,0]},"g":{"p":2,"k":{"k":[0,1,0,0,1,0,0,1]}}}"#
        XCTAssertNoThrow(try scene(LottieItems.layer([LottieItems.square(5, 5), gradient]), .iOSPlayer))
        for text in ["", "[]", "3", #"{"layers":7}"#, String(repeating: "[", count: 5000)] {
            let data = Data(text.utf8)
            XCTAssertThrowsError(try LottieScene(data: data, reading: .iOSPlayer), text)
        }
    }

    func testArchivesAreReadSoToo() throws {
        let layer = LottieItems.layer([LottieItems.square(30, 30, 20), half, LottieItems.red])
        let json = #"{"v":"5.9","fr":10,"ip":0,"op":20,"w":60,"h":60,"layers":[\#(layer)]}"#
        let data = try zipArchive([("manifest.json", #"{"version":"2","animations":[{"id":"x"}]}"#), ("a/x.json", json)])
        XCTAssertGreaterThan(try LottiePicture(scene: LottieScene(data: data, reading: .iOSPlayer))[23, 36] >> 24, 250)
    }
}
