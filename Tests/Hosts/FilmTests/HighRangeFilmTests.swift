@testable import Agate
@testable import FFmpeg
import Foundation
import XCTest

/// Films with ten bits: AV1, and high dynamic ranges.
final class HighRangeFilmTests: RecordingTestCase {
    /// White is 58 % of PQ and 75 % of HLG (ITU-R BT.2408, table 1); greys have no colour; the primaries of BT.709 in BT.2020 have the
    /// luminance of BT.709.
    func testSignals() {
        let pq = LightMap(.pq, width: 4), hlg = LightMap(.hlg, width: 4)
        XCTAssertEqual(Double(LightMap.luma(pq.signal(0xFFFF_FFFF)) - 64) / 876, 0.581, accuracy: 0.001)
        XCTAssertEqual(Double(LightMap.luma(hlg.signal(0xFFFF_FFFF)) - 64) / 876, 0.750, accuracy: 0.001)
        for map in [pq, hlg] {
            XCTAssertEqual(LightMap.luma(map.signal(0xFF00_0000)), 64, accuracy: 0.01)
            var last: Float = -1
            for level in 0..<UInt32(256) {
                let signal = map.signal(0xFF00_0000 | level * 0x1_0101), both = LightMap.differences(signal)
                XCTAssertEqual(both.blue, 512, accuracy: 0.05)
                XCTAssertEqual(both.red, 512, accuracy: 0.05)
                XCTAssertGreaterThan(LightMap.luma(signal), last, "\(level)")
                last = LightMap.luma(signal)
            }
        }
        // Back from the definition of PQ (SMPTE ST 2084) to cd/m2, and from BT.2020 to luminance.
        func light(_ signal: Float) -> Double {
            let power = pow(Double(signal), 32.0 / 2523)
            return 10_000 * pow(max(power - 0.8359375, 0) / (18.8515625 - 18.6875 * power), 16384.0 / 2610)
        }
        for (pixel, share) in [(UInt32(0xFFFF_0000), 0.2126), (0xFF00_FF00, 0.7152), (0xFF00_00FF, 0.0722), (0xFF80_8080, 0.2159)] {
            let signal = pq.signal(pixel)
            let luminance = light(signal.x) * 0.2627 + light(signal.y) * 0.6780 + light(signal.z) * 0.0593
            XCTAssertEqual(luminance / 203, share, accuracy: 0.002, String(pixel, radix: 16))
        }
        XCTAssertEqual(light(pq.signal(0xFF0A_0A0A).x) / 203, 0.003035, accuracy: 0.0001, "dark")
    }

    /// Only stale rows are converted, and samples of chroma mix the pixels around them.
    func testRows() {
        let width = 6, height = 5
        for range in [FilmDynamicRange.pq, .hlg] {
            let converter = FrameConverter(.yuv420p10, width: width, height: height + 1, range: range)
            var picture = (0..<width * height).map { 0xFF00_0000 | UInt32($0) &* 0x0B_1F37 & 0xFF_FFFF }
            func convert(_ rows: Range<Int>, _ target: inout [UInt16]) {
                picture.withUnsafeBufferPointer { source in
                    target.withUnsafeMutableBytes {
                        converter.convert(
                            FramePixels(source.baseAddress!, width: width, height: height, stride: width), rows: rows, into: $0.baseAddress!
                        )
                    }
                }
            }
            var patched = [UInt16](repeating: 9, count: converter.byteCount / 2)
            convert(0..<height + 1, &patched)
            picture[2 * width + 3] = 0xFFFF_FFFF
            convert(2..<3, &patched)
            var whole = patched.map { _ in UInt16(9) }
            convert(0..<height + 1, &whole)
            XCTAssertEqual(patched, whole)
            XCTAssertEqual(Array(whole[(5 * width)..<(6 * width)]), Array(whole[(4 * width)..<(5 * width)]), "the last row is repeated")
            // One white pixel on black at an even column: its sample has a quarter of it, those beside it nothing; at an odd one an eighth
            // each.
            for (column, shares) in [(2, [0, 0.25, 0.0]), (3, [0, 0.125, 0.125])] {
                picture = Array(repeating: 0xFF00_0000, count: width * height)
                picture[column] = 0xFFFF_0000
                convert(0..<height + 1, &whole)
                let reds = whole[(width * 6 + 9)...].prefix(3), own = LightMap(range, width: 1).signal(0xFFFF_0000)
                for (red, share) in zip(reds, shares) {
                    XCTAssertEqual(Double(red), 512 + Double(LightMap.differences(own).red - 512) * share, accuracy: 0.51)
                }
            }
        }
    }

    func testFilesOfTenBits() throws {
        let program = try installed(), white = CGColor(red: 1, green: 1, blue: 1, alpha: 1)
        var films: [(name: String, options: FilmOptions, transfer: String)] = [
            ("pq.mp4", FilmOptions(codec: .hevc, quality: 1, effort: .fast, dynamicRange: .pq), "smpte2084"),
            ("hlg.mov", FilmOptions(codec: .hevc, quality: 1, effort: .fast, dynamicRange: .hlg), "arib-std-b67"),
        ]
        if try !program.codecs(.encoder).isDisjoint(with: FilmCodec.av1.encoders) {
            films += [
                ("av1.mp4", FilmOptions(codec: .av1, quality: 1, effort: .fast), "iec61966-2-1"),
                ("av1.webm", FilmOptions(codec: .av1, quality: 1, effort: .fast), "iec61966-2-1"),
                ("av1.mkv", FilmOptions(codec: .av1, quality: 1, effort: .fast, dynamicRange: .pq), "smpte2084"),
            ]
        }
        for film in films {
            let url = file(film.name)
            try host(background: white).record(to: .file(url), until: 0.5, framesPerSecond: 24, options: film.options)
            let probe = try FilmProbe(url), isHigh = film.options.dynamicRange != .standard
            XCTAssertEqual(probe.codec, film.options.codec?.rawValue, film.name)
            XCTAssertEqual(probe.pixelFormat, "yuv420p10le", film.name)
            XCTAssertEqual(
                [probe.primaries, probe.transfer, probe.matrix, probe.range],
                [isHigh ? "bt2020" : "bt709", film.transfer, isHigh ? "bt2020nc" : "bt709", "tv"], film.name)
            XCTAssertEqual([probe.width, probe.height], [96, 64], film.name)
            let frames = try read(url)
            XCTAssertEqual(frames.count, 12, film.name)
            // White in a corner. Tone mapping shows what is brighter than a third of white a little darker.
            let level = frames[6].image.withPixels { Int($0[96 * 60 + 90] >> 8 & 255) }
            XCTAssertEqual(level, isHigh ? 216 : 255, accuracy: isHigh ? 6 : 3, film.name)
            try FileManager.default.removeItem(at: url)
        }
    }

    func testRefusals() throws {
        for (name, options) in [
            ("a.mp4", FilmOptions(codec: .h264, dynamicRange: .pq)), ("a.webm", FilmOptions(dynamicRange: .hlg)),
            ("a.gif", FilmOptions(dynamicRange: .pq)), ("a.mp4", FilmOptions(codec: .av1, keepsAlpha: true)),
            ("a.mp4", FilmOptions(codec: .av1, keepsFullColor: true)), ("a.mov", FilmOptions(codec: .av1)),
        ] {
            XCTAssertThrowsError(
                try FilmRecorder(to: .file(file(name)), width: 8, height: 8, framesPerSecond: 5, options: options), name)
        }
        XCTAssertEqual(files, [])
    }

    /// Frames that a client writes in the encoder's form, among others that are converted.
    func testFilledFrames() throws {
        _ = try installed()
        let recorder = try FilmRecorder(to: .file(file("a.y4m")), width: 4, height: 2, framesPerSecond: 5)
        XCTAssertEqual(recorder.pixelFormat, .yuv420p)
        let grey = CGImage(width: 4, height: 2, premultipliedBGRA: Array(repeating: 255, count: 32))!
        try recorder.append(grey)
        try recorder.append { $0.initializeMemory(as: UInt8.self, repeating: 77, count: 12) }
        try recorder.append(grey)
        try grey.withPixels { try recorder.append(FramePixels($0, width: 4, height: 2, stride: 4), changed: 0..<0) }
        try recorder.finish()
        XCTAssertEqual(recorder.frameCount, 4)
        let data = try Data(contentsOf: file("a.y4m")), frames = data.suffix(4 * 18).map { $0 }
        for (number, luma) in [235, 77, 235, 235].enumerated() { XCTAssertEqual(Int(frames[number * 18 + 6]), luma, "frame \(number)") }
        let gif = try FilmRecorder(to: .file(file("a.gif")), width: 4, height: 2, framesPerSecond: 5)
        XCTAssertThrowsError(try gif.append { _ in })
    }
}
