@testable import Agate
@testable import FFmpeg
import Foundation
import ImageIO
import TestSupport
import XCTest

/// Films as other programs see them, and the frames that come out again.
final class FilmFileTests: RecordingTestCase {
    private let white = CGColor(red: 1, green: 1, blue: 1, alpha: 1)

    func testFilmsAsProbed() throws {
        _ = try installed()
        let films: [(name: String, options: FilmOptions, codec: String, pixels: String)] = [
            ("a.mp4", FilmOptions(effort: .fast), "h264", "yuv420p"),
            ("full.mp4", FilmOptions(effort: .fast, keepsFullColor: true), "h264", "yuv444p"),
            ("a.webm", FilmOptions(effort: .fast), "vp9", "yuv420p"),
            ("b.webm", FilmOptions(codec: .vp8, effort: .fast), "vp8", "yuv420p"),
            ("a.mov", FilmOptions(), "prores", "yuva444p12le"),
            ("b.mov", FilmOptions(codec: .animation), "qtrle", "argb"),
            ("c.mov", FilmOptions(codec: .h264, effort: .fast), "h264", "yuv420p"),
            ("a.mkv", FilmOptions(), "ffv1", "bgra"),
            ("b.mkv", FilmOptions(keepsAlpha: false), "ffv1", "bgr0"),
        ]
        for film in films {
            let url = file(film.name)
            try host(background: white).record(to: .file(url), until: 1, framesPerSecond: 24, options: film.options)
            let probe = try FilmProbe(url)
            XCTAssertEqual([probe.width, probe.height], [96, 64], film.name)
            XCTAssertEqual(probe.duration ?? 0, 1, accuracy: 0.002, film.name)
            XCTAssertEqual(probe.rate, 24, accuracy: 1e-6, film.name)
            XCTAssertEqual(probe.codec, film.codec, film.name)
            // Decoders of ProRes may choose ten or twelve bits.
            XCTAssertEqual(probe.pixelFormat.replacingOccurrences(of: "10le", with: "12le"), film.pixels, film.name)
            if film.pixels.hasPrefix("yuv"), film.codec != "vp8" {
                XCTAssertEqual(probe.matrix, "bt709", film.name)
                XCTAssertEqual(probe.range, "tv", film.name)
            }
            // WebM's own fields for primaries and transfer come back for VP9 as well; VP8 in WebM has none.
            if film.codec == "h264" || film.codec == "vp9" {
                XCTAssertEqual(probe.primaries, "bt709", film.name)
                XCTAssertEqual(probe.transfer, "iec61966-2-1", film.name)
            }
            let frames = try read(url)
            XCTAssertEqual(frames.count, 24, film.name)
            for (index, frame) in frames.enumerated() { XCTAssertEqual(frame.time, Double(index) / 24, accuracy: 0.0011, film.name) }
        }
        XCTAssertEqual(files.count, films.count, "nothing but the films: \(files)")
    }

    func testWhatLosesNothingGivesTheFramesOfSingleTimes() throws {
        let wanted = pictures(20, fps: 25)
        for (name, codec) in [("a.mkv", nil), ("a.mov", FilmCodec.animation)] {
            _ = try installed()
            try host().record(to: .file(file(name)), until: 0.8, framesPerSecond: 25, options: FilmOptions(codec: codec))
            assertSame(try read(file(name)).map(\.image), wanted, name)
        }
        for (name, quality) in [("a.png", 0.5), ("a.webp", 1)] {
            try host().record(to: .file(file(name)), until: 0.8, framesPerSecond: 25, options: FilmOptions(quality: quality, loopCount: 3))
            let data = try Data(contentsOf: file(name))
            // libwebp makes one frame of equal ones, and shows it longer.
            let shown = try zip(ImageCodec.decodeFrames(data), ImageCodec.frameDelays(data)).flatMap {
                [CGImage](repeating: $0, count: Int(($1 / 0.04).rounded()))
            }
            assertSame(shown, wanted, name)
        }
        try host().record(to: .file(file("f-%03d.png")), until: 0.8, framesPerSecond: 25, options: FilmOptions(firstNumber: 5))
        assertSame(try (5..<25).map { try ImageCodec.decode(contentsOf: file(String(format: "f-%03d.png", $0)).path) }, wanted, "numbered")

        try host().record(to: .file(file("a.raw")), until: 0.8, framesPerSecond: 25)
        let raw = try Data(contentsOf: file("a.raw"))
        XCTAssertEqual(raw.count, 20 * 96 * 64 * 4)
        let straight = wanted.flatMap { image in
            image.withPixels { FilmKernelTwins.straight(Array(UnsafeBufferPointer(start: $0, count: 96 * 64))) }
        }
        XCTAssertTrue(straight.withUnsafeBytes { Data($0) } == raw)
    }

    func testLossyFilmsLookTheSame() throws {
        _ = try installed()
        let wanted = pictures(12, fps: 24, background: white)
        for (name, options, allowed) in [
            ("a.mp4", FilmOptions(quality: 1, keepsFullColor: true), 6.0), ("b.mp4", FilmOptions(quality: 1), 12),
            ("a.webm", FilmOptions(quality: 1), 14),
            ("a.mov", FilmOptions(quality: 1), 3),
        ] {
            try host(background: white).record(to: .file(file(name)), until: 0.5, framesPerSecond: 24, options: options)
            for (index, (frame, picture)) in zip(try read(file(name)), wanted).enumerated() {
                XCTAssertLessThan(rootMeanSquare(frame.image, picture), allowed, "\(name) \(index)")
            }
        }
    }

    func testAlpha() throws {
        _ = try installed()
        let wanted = pictures(6, fps: 24)
        for (name, options) in [
            ("a.webm", FilmOptions(quality: 1, keepsAlpha: true)), ("b.webm", FilmOptions(codec: .vp8, quality: 1, keepsAlpha: true)),
            ("a.mov", FilmOptions(quality: 1)),
        ] {
            try host().record(to: .file(file(name)), until: 0.25, framesPerSecond: 24, options: options)
            XCTAssertTrue(try FilmProbe(file(name)).hasAlpha, name)
            let frames = try read(file(name))
            XCTAssertEqual(frames.count, 6, name)
            for (frame, picture) in zip(frames, wanted) {
                XCTAssertLessThan(rootMeanSquare(frame.image, picture), 14, name)
                let corner = frame.image.withPixels { $0[0] }
                XCTAssertLessThan(corner >> 24, 4, name)
            }
        }
        // Without alpha, on black.
        try host().record(to: .file(file("black.mkv")), until: 0.1, framesPerSecond: 24, options: FilmOptions(keepsAlpha: false))
        let first = try XCTUnwrap(read(file("black.mkv")).first?.image)
        first.withPixels { got in
            wanted[0].withPixels { picture in
                for index in 0..<96 * 64 { XCTAssertEqual(got[index], picture[index] | 0xFF00_0000) }
            }
        }
    }

    func testGIF() throws {
        try host(background: white).record(to: .file(file("a.gif")), until: 0.5, framesPerSecond: 20, options: FilmOptions(loopCount: 2))
        let data = try Data(contentsOf: file("a.gif"))
        XCTAssertEqual(try ImageCodec.frameDelays(data), [Double](repeating: 0.05, count: 10))
        for (got, wanted) in zip(try ImageCodec.decodeFrames(data), pictures(10, fps: 20, background: white)) {
            XCTAssertLessThan(rootMeanSquare(got, wanted), 8)
        }
    }

    func testOddSizes() throws {
        _ = try installed()
        for (name, options, width, height) in [
            ("a.mp4", FilmOptions(), 98, 66), ("b.mp4", FilmOptions(keepsFullColor: true), 97, 65),
            ("a.webm", FilmOptions(effort: .fast), 97, 65), ("a.mkv", FilmOptions(), 97, 65),
        ] {
            try host(97, 65, background: white).record(to: .file(file(name)), until: 0.2, framesPerSecond: 20, options: options)
            let probe = try FilmProbe(file(name))
            XCTAssertEqual([probe.width, probe.height], [width, height], name)
        }
        let (frame, wanted) = (try read(file("a.mp4"))[3].image, host(97, 65, background: white).image(at: 3 / 20))
        XCTAssertLessThan(rootMeanSquare(try XCTUnwrap(frame.cropping(to: CGRect(x: 0, y: 0, width: 97, height: 65))), wanted), 20)
    }

    func testRates() throws {
        _ = try installed()
        for (rate, wanted) in [(29.97, 30000.0 / 1001), (23.976, 24000.0 / 1001), (12.5, 12.5), (0.5, 0.5), (120, 120)] {
            let url = file("\(rate).mp4")
            try host().record(to: .file(url), until: 6 / rate, framesPerSecond: rate)
            let probe = try FilmProbe(url)
            XCTAssertEqual(probe.rate, wanted, accuracy: 1e-6)
            XCTAssertEqual(probe.frameCount, 6)
        }
        XCTAssertEqual(FilmRate(1.0 / 3).map { [$0.numerator, $0.denominator] }, [1, 3])
        XCTAssertEqual(FilmRate(30).map { [$0.numerator, $0.denominator] }, [30, 1])
        XCTAssertNil(FilmRate(.nan))
        XCTAssertNil(FilmRate(0))
    }

    func testStreams() throws {
        let program = try installed()
        // What another program makes of a stream: the same frames.
        for (format, arguments) in [
            (FilmFormat.y4m, ["-f", "yuv4mpegpipe"]), (.mp4, []), (.webM, []), (.matroska, []), (.mov, []),
            (.raw, ["-f", "rawvideo", "-pix_fmt", "bgra", "-s", "96x64", "-r", "10"]),
        ] {
            let out = file("stream.\(format.rawValue)")
            let descriptor = open(out.path, O_WRONLY | O_CREAT, 0o600)
            try host().record(to: .descriptor(descriptor), until: 1, framesPerSecond: 10, options: FilmOptions(format: format))
            XCTAssertGreaterThanOrEqual(fcntl(descriptor, F_GETFL), 0, "left open")
            close(descriptor)
            let hashes = try FFmpeg.output(of: program.path, ["-v", "error"] + arguments + ["-i", out.path, "-f", "framehash", "-"])
            XCTAssertEqual(hashes.split(separator: "\n").filter { !$0.hasPrefix("#") }.count, 10, format.rawValue)
        }
    }

    func testSameFileTwice() throws {
        _ = try installed()
        for name in ["a.mkv", "a.mp4"] {
            try host().record(to: .file(file(name)), until: 0.5, framesPerSecond: 20)
            try host().record(to: .file(file("again-\(name)")), until: 0.5, framesPerSecond: 20)
            XCTAssertTrue(try Data(contentsOf: file(name)) == Data(contentsOf: file("again-\(name)")), name)
        }
    }

    func testParts() throws {
        let program = try installed()
        func hashes(_ url: URL) throws -> [String] {
            try FFmpeg.output(of: program.path, ["-v", "error", "-i", url.path, "-f", "framehash", "-"]).split(separator: "\n").filter {
                !$0.hasPrefix("#")
            }
            .map { String($0.split(separator: ",").last ?? "") }
        }
        for (kind, options) in [("mkv", FilmOptions()), ("mp4", FilmOptions(effort: .fast)), ("webm", FilmOptions(effort: .fast))] {
            var parts: [URL] = []
            for (index, range) in [0..<17, 17..<34, 34..<50].enumerated() {
                parts.append(file("part \(index)'s.\(kind)"))
                try host().record(frames: range, from: 0, to: .file(parts[index]), framesPerSecond: 25, options: options) { _, _ in }
            }
            let whole = file("joined.\(kind)")
            try FilmRecorder.join(parts, to: whole)
            let joined = try hashes(whole)
            XCTAssertEqual(joined, try parts.flatMap(hashes), kind)
            XCTAssertEqual(joined.count, 50, kind)
            for (index, frame) in try read(whole).enumerated() { XCTAssertEqual(frame.time, Double(index) / 25, accuracy: 0.0021, kind) }
            if kind == "mkv" { assertSame(try read(whole).map(\.image), pictures(50, fps: 25)) }
        }
        try host(64, 64).record(to: .file(file("other.mkv")), until: 0.2)
        XCTAssertThrowsError(try FilmRecorder.join([file("part 0's.mkv"), file("other.mkv")], to: file("no.mkv"))) {
            XCTAssertTrue("\($0)".contains("64x64"), "\($0)")
        }
        XCTAssertFalse(files.contains("no.mkv"))
    }

    private func rootMeanSquare(_ a: CGImage, _ b: CGImage) -> Double {
        var sum = 0.0
        a.withPixels { a0 in
            b.withPixels { b0 in
                for index in 0..<a.width * a.height {
                    for shift in [0, 8, 16, 24] as [UInt32] {
                        let difference = Double(a0[index] >> shift & 255) - Double(b0[index] >> shift & 255)
                        sum += difference * difference
                    }
                }
            }
        }
        return (sum / Double(a.width * a.height * 4)).squareRoot()
    }
}
