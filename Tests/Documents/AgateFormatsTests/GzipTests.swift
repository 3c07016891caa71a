import AgateDiagnostics
import Foundation
import ImageIO
import XCTest

@testable import AgateFormats

/// Files that are packed, and files whose names say something else than their content.
final class GzipTests: XCTestCase {
    /// A red box of 20 points at the origin, 60 x 60: packed with the fixed codes, and not packed inside its frame.
    private static let fixed =
        "H4sIAAAAAAACA6tWKlOyUjLVs1TSUUorUrIyNNBRyixQsgJS+UDKCEiXK1mZAakMCJWTWJlaVKxkFV2tVFIJVK+jVFwOUVecAaWTgSYqp6UZAI"
        + "EShmnZQL3VtbWxtQDGEeOxegAAAA=="
    private static let stored =
        "H4sIAAAAAAAA/wF6AIX/eyJ2IjoiNS45IiwiZnIiOjEwLCJpcCI6MCwib3AiOjIwLCJ3Ijo2MCwiaCI6NjAsImxheWVycyI6W3sidHkiOjEsIn"
        + "N3IjoyMCwic2giOjIwLCJzYyI6IiNmZjAwMDAiLCJpcCI6MCwib3AiOjIwLCJrcyI6e319XX3GEeOxegAAAA=="
    /// The squares of 0 to 399 modulo 97 with commas, with codes of its own and a file's name in the head.
    private static let dynamic =
        "H4sICAAAAAAC/25hbWUuanNvbgDtkNuNxSAMBRuaj9gGA/03tgM97N+VIpSE8/4IBodoclLNOPRgB0UOxmIlSQWdHBHF+ohkFke0XAV8H8yPTU"
        + "9ysTdzkMlWTalJBLtpGZtKQiSn2JN1WJ71nvfpT6/6goRKkCY5npByiiqtgTaaabmvuRFukHih+gY0pmGNbPB+JfLWsZTV6pa0qoXrlXeC4xbB"
        + "99vkt8lvk//Y5A9F6W3ybwQAAA=="

    private func data(_ base64: String) throws -> Data { try XCTUnwrap(Data(base64Encoded: base64)) }

    func testEveryKindOfBlock() throws {
        let squares = (0..<400).map { "\($0 * $0 % 97)," }.joined()
        XCTAssertEqual(try GzipReader.unpacked(data(Self.dynamic), limit: 10_000), Data(squares.utf8))
        let text = try GzipReader.unpacked(data(Self.fixed), limit: 10_000)
        XCTAssertEqual(try GzipReader.unpacked(data(Self.stored), limit: 10_000), text)
        XCTAssertEqual(text.first, UInt8(ascii: "{"))
        XCTAssertEqual(try GzipReader.unpacked(data(Self.fixed) + data(Self.stored), limit: 10_000), text + text, "two members")
    }

    func testTheLimitHolds() throws {
        let packed = try data(Self.dynamic), size = try GzipReader.unpacked(packed, limit: 10_000).count
        XCTAssertEqual(try GzipReader.unpacked(packed, limit: size).count, size)
        XCTAssertThrowsError(try GzipReader.unpacked(packed, limit: size - 1)) {
            XCTAssertEqual(($0 as? GzipReader.Refusal)?.isLimit, true)
            XCTAssertEqual("\($0)", "the file unpacks to more than \(size - 1) bytes, the limit")
        }
        var limits = ReadingLimits()
        limits.fileSize = 30
        XCTAssertThrowsError(try LottieScene(data: data(Self.fixed), limits: limits)) {
            XCTAssertTrue("\($0)".contains("unpacks to more than 30 bytes"), "\($0)")
        }
        XCTAssertThrowsError(try CAMLDocument(data: data(Self.fixed), folder: FileManager.default.temporaryDirectory, limits: limits)) {
            XCTAssertEqual(($0 as? CAMLError)?.isLimit, true)
        }
    }

    /// Every truncation is an error; every changed byte too, or it changes nothing that is checked.
    func testDamage() throws {
        for text in [Self.fixed, Self.stored, Self.dynamic] {
            let whole = try data(text), plain = try GzipReader.unpacked(whole, limit: 10_000)
            for length in 0..<whole.count {
                XCTAssertThrowsError(try GzipReader.unpacked(whole.prefix(length), limit: 10_000), "\(length) bytes")
            }
            for i in whole.indices {
                var damaged = whole
                damaged[i] ^= 0x15
                if let unpacked = try? GzipReader.unpacked(damaged, limit: 10_000) { XCTAssertEqual(unpacked, plain, "byte \(i)") }
            }
        }
    }

    // MARK: By content

    private func file(_ name: String, _ data: Data) throws -> URL {
        let folder = FileManager.default.temporaryDirectory.appendingPathComponent("format-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        addTeardownBlock { try? FileManager.default.removeItem(at: folder) }
        let url = folder.appendingPathComponent(name)
        try data.write(to: url)
        return url
    }

    private func utf16(_ text: String, isLittle: Bool) -> Data {
        ([0xFEFF] + Array(text.utf16)).reduce(into: Data()) { data, unit in
            let bytes = [UInt8(unit & 0xFF), UInt8(unit >> 8)]
            data.append(contentsOf: isLittle ? bytes : bytes.reversed())
        }
    }

    /// Every way to write one animation under every name: the same picture in every reading.
    func testTheContentSaysWhatAFileIs() throws {
        let packed = try data(Self.fixed), json = try GzipReader.unpacked(packed, limit: 10_000)
        let text = String(decoding: json, as: UTF8.self)
        let archive = try zipArchive([("manifest.json", #"{"version":"2","animations":[{"id":"x"}]}"#), ("a/x.json", text)])
        let forms: [(String, Data, SceneFormat)] = [
            ("json", json, .lottie), ("with a mark", Data([0xEF, 0xBB, 0xBF]) + json, .lottie),
            ("after space", Data(" \n\t".utf8) + json, .lottie),
            ("UTF-16", utf16(text, isLittle: true), .lottie), ("UTF-16 the other way", utf16(text, isLittle: false), .lottie),
            ("gzip", packed, .lottie), ("zip", archive, .lottieArchive),
        ]
        for (what, data, format) in forms {
            for ending in ["tgs", "json", "lottie", "json.gz", "caml", "ca", "bin", "TXT", ""] {
                let url = try file("scene" + (ending.isEmpty ? "" : ".\(ending)"), data)
                XCTAssertEqual(SceneFormat(of: url), format, "\(what) as .\(ending)")
                guard ending == "tgs" || ending == "bin" else { continue }
                for reading in LottieReading.allCases {
                    let scene = try LottieScene(url: url, reading: reading)
                    XCTAssertEqual(LottiePicture(scene: scene).row(5), [0...19], "\(what) as .\(ending), \(reading)")
                }
            }
        }
        let caml = Data("<caml><CALayer/></caml>".utf8)
        for (ending, data) in [("json", caml), ("lottie", Data([0xEF, 0xBB, 0xBF]) + caml), ("tgs", utf16("<caml/>", isLittle: true))] {
            XCTAssertEqual(SceneFormat(of: try file("scene.\(ending)", data)), .caml)
        }
    }

    /// What is none of them, or not there, is what its name says, so that the error is about that.
    func testNamesDecideWhereTheContentDoesNot() throws {
        for (name, format) in [("a.json", SceneFormat.lottie), ("a.tgs", .lottie), ("a.lottie", .lottieArchive), ("a.caml", .caml)] {
            for data in [Data(), Data("hello".utf8), Data([0x1F, 0x8B, 8, 0])] {
                XCTAssertEqual(SceneFormat(of: try file(name, data)), format)
            }
            XCTAssertEqual(SceneFormat(of: URL(fileURLWithPath: "/nowhere/\(name)")), format)
        }
        XCTAssertEqual(SceneFormat(of: FileManager.default.temporaryDirectory), .caml)
    }
}
