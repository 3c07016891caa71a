import Foundation
import TestSupport
import XCTest
@testable import AgateFormats

final class LottieModelTests: XCTestCase {
    private func document(_ layers: String, more: String = "") throws -> LottieDocument {
        try LottieDocument(json: Data(#"{"v":"5.7","fr":30,"ip":0,"op":60,"w":100,"h":80,"layers":[\#(layers)]\#(more)}"#.utf8))
    }

    private func error(_ text: String) -> LottieError? {
        do { _ = try LottieDocument(json: Data(text.utf8)); return nil } catch { return error as? LottieError }
    }

    func testNumbersAreReadExactly() throws {
        let text =
            "[0, -1.5, 0.1, 1e-7, 12345678901234567890, 3.141592653589793, 1.7976931348623157e308, 4.9e-324, 2.2250738585072011e-308]"
        let numbers = try JSONTree(Data(text.utf8)).root.all.map { try XCTUnwrap($0.number) }
        XCTAssertEqual(
            numbers,
            [
                0, -1.5, 0.1, 1e-7, 12345678901234567168, 3.141592653589793, 1.7976931348623157e308, .leastNonzeroMagnitude,
                Double(bitPattern: 0x000f_ffff_ffff_ffff),
            ])
    }

    func testStringsAreUnescaped() throws {
        let root = try JSONTree(Data(#"{"a":"x\n\"y\" \u00e9\ud83d\ude00 ü","b":{"c":[1,{"d":true}]}}"#.utf8)).root
        XCTAssertEqual(root["a"]?.string, "x\n\"y\" é😀 ü")
        XCTAssertEqual(root["b"]?["c"]?.all[1]["d"]?.place, "b.c[1].d")
        XCTAssertEqual(root["b"]?["c"]?.all[1]["d"]?.bool, true)
    }

    func testKeyframesOfBothFormats() throws {
        let new = #"{"a":1,"k":[{"t":0,"s":[1],"o":{"x":[0.3],"y":[0]},"i":{"x":[0.6],"y":[1]}},{"t":10,"s":[5],"h":1},{"t":20,"s":[7]}]}"#
        let old = #"{"a":1,"k":[{"t":0,"s":[1],"e":[5],"o":{"x":0.3,"y":0},"i":{"x":0.6,"y":1}},{"t":10,"s":[5],"e":[7],"h":1},{"t":20}]}"#
        for text in [new, old] {
            let layer = try XCTUnwrap(try document(#"{"ty":3,"ip":0,"op":60,"ks":{"r":\#(text)}}"#).layers.first)
            let rotation = layer.transform.rotation
            XCTAssertEqual(rotation.keyframes.map(\.time), [0, 10, 20])
            XCTAssertEqual(rotation.keyframes.map(\.value), [1, 5, 7])
            XCTAssertEqual(rotation.keyframes.map(\.isHold), [false, true, false])
            XCTAssertEqual(rotation.keyframes[0].easing, LottieEasing(outX: 0.3, outY: 0, inX: 0.6, inY: 1))
        }
    }

    func testSlotsReplaceValues() throws {
        let fill = #"{"ty":4,"ks":{},"shapes":[{"ty":"fl","c":{"sid":"tint"},"o":{"a":0,"k":50}}]}"#
        let document = try document(fill, more: #","slots":{"tint":{"p":{"a":0,"k":[0,1,0,1]}}}"#)
        guard case .shapes(let shapes) = document.layers[0].kind, case .fill(let paint, _) = shapes[0].kind,
            case .color(let color) = paint.source
        else {
            return XCTFail("no fill")
        }
        XCTAssertEqual(color.value, SIMD4(0, 1, 0, 1))
        XCTAssertEqual(color.slot, "tint")
        XCTAssertEqual(document.slots, [LottieSlot(id: "tint", kind: .color)])
    }

    func testErrorsNameTheirPlace() {
        XCTAssertEqual(error("")?.reason, "unexpected end of text")
        XCTAssertEqual(error("[1, 2]")?.reason, "an animation must be an object")
        XCTAssertEqual(error(String(repeating: "[", count: 100_000))?.reason.hasPrefix("lists and objects are nested"), true)
        XCTAssertEqual(error(#"{"fr":30,"ip":0,"op":60,"w":100,"h":80}"#)?.place, "layers")
        XCTAssertEqual(error(#"{"fr":0,"ip":0,"op":60,"w":100,"h":80,"layers":[]}"#)?.place, "fr")
        XCTAssertEqual(error(#"{"fr":30,"ip":0,"op":1e30,"w":100,"h":80,"layers":[]}"#)?.place, "op")
    }

    func testCorpusIsReadWhole() throws {
        let folder = try Shared.url("corpus/lottie")
        let files = try FileManager.default.contentsOfDirectory(at: folder, includingPropertiesForKeys: nil).filter {
            $0.pathExtension == "json"
        }
        XCTAssertEqual(files.count, 39)
        var times: [Double] = []
        for file in files {
            let data = try Data(contentsOf: file)
            var best = Double.infinity
            for _ in 0..<5 {
                let start = DispatchTime.now().uptimeNanoseconds
                let document = try LottieDocument(json: data)
                best = min(best, Double(DispatchTime.now().uptimeNanoseconds - start) / 1e6)
                XCTAssertFalse(document.layers.isEmpty, file.lastPathComponent)
            }
            times.append(best)
        }
        times.sort()
        print("reading: median \(times[times.count / 2]) ms, longest \(times.last!) ms")
    }
}
