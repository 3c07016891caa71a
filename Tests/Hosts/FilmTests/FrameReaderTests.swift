@testable import FFmpeg
import Foundation
import XCTest

/// Films that the program makes of its own test pictures, read back.
final class FrameReaderTests: XCTestCase {
    private var folder = URL(fileURLWithPath: "/")

    override func setUpWithError() throws {
        _ = try installed()
        folder = FileManager.default.temporaryDirectory.appendingPathComponent("agate-reader-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    }

    override func tearDown() { try? FileManager.default.removeItem(at: folder) }

    private func film(_ name: String, _ source: String, _ options: [String]) throws -> URL {
        let url = folder.appendingPathComponent(name)
        _ = try FFmpeg.output(of: FFmpeg.installed().path, ["-v", "error", "-f", "lavfi", "-i", source] + options + [url.path])
        return url
    }

    private func read(_ reader: FrameReader) throws -> [(time: Double, pixels: [UInt32])] {
        var frames: [(Double, [UInt32])] = []
        var pixels = [UInt32](repeating: 0, count: reader.width * reader.height)
        while let time = try pixels.withUnsafeMutableBufferPointer({ try reader.next(into: $0.baseAddress!) }) {
            frames.append((time, pixels))
        }
        return frames
    }

    func testProbe() throws {
        let url = try film(
            "a.mov", "testsrc2=size=64x48:rate=30000/1001:duration=2", ["-c:v", "qtrle", "-pix_fmt", "argb", "-aspect", "8:3"])
        let probe = try FilmProbe(url)
        XCTAssertEqual([probe.width, probe.height], [128, 48])
        XCTAssertEqual(probe.codec, "qtrle")
        XCTAssertTrue(probe.hasAlpha)
        XCTAssertFalse(probe.hasSound)
        XCTAssertEqual(probe.rate, 30000 / 1001, accuracy: 1e-9)
        XCTAssertEqual(probe.duration ?? 0, 2, accuracy: 0.05)
        XCTAssertEqual(probe.frameCount, 60)
    }

    func testTimesAndPlaces() throws {
        let url = try film("a.mkv", "testsrc2=size=64x48:rate=25:duration=2", ["-c:v", "ffv1"])
        let all = try read(FrameReader(url))
        XCTAssertEqual(all.count, 50)
        for (index, frame) in all.enumerated() { XCTAssertEqual(frame.time, Double(index) / 25, accuracy: 0.0011) }
        XCTAssertTrue(all.allSatisfy { $0.pixels.allSatisfy { $0 >> 24 == 255 } })
        // From the middle of a frame: that frame, and all that follow.
        for from in [0.02, 0.5, 0.93, 1.9601, 1.99, 7] {
            let some = try read(FrameReader(url, from: from))
            let first = min(Int(from * 25), 49)
            XCTAssertEqual(some.count, 50 - first, "\(from)")
            XCTAssertEqual(some.first?.pixels, all[first].pixels, "\(from)")
            XCTAssertEqual(some.first?.time ?? 0, all[first].time, accuracy: 1e-9, "\(from)")
        }
    }

    func testLongFrames() throws {
        let url = try film("a.gif", "testsrc2=size=64x48:rate=1/3:duration=12", [])
        let all = try read(FrameReader(url))
        XCTAssertEqual(all.map { $0.time.rounded() }, [0, 3, 6, 9])
        let some = try read(FrameReader(url, from: 8.5))
        XCTAssertEqual(some.map { $0.time.rounded() }, [6, 9])
        XCTAssertEqual(some.first?.pixels, all[2].pixels)
    }

    func testOtherSizeAndAlpha() throws {
        let url = try film("a.mov", "color=red@0.5:size=64x48:rate=10:duration=1,format=rgba", ["-c:v", "qtrle", "-pix_fmt", "argb"])
        let reader = try FrameReader(url, size: (32, 16))
        let frames = try read(reader)
        XCTAssertEqual(frames.count, 10)
        let pixel = try XCTUnwrap(frames.first?.pixels[40])
        XCTAssertEqual(Int(pixel >> 24), 127, accuracy: 1)
        XCTAssertEqual(Int(pixel >> 16 & 255), 127, accuracy: 3)
        XCTAssertLessThan(pixel & 255, 3)
    }

    func testCancelled() throws {
        let url = try film("a.mkv", "testsrc2=size=640x480:rate=25:duration=4", ["-c:v", "ffv1"])
        let reader = try FrameReader(url)
        var pixels = [UInt32](repeating: 0, count: 640 * 480)
        XCTAssertNotNil(try pixels.withUnsafeMutableBufferPointer { try reader.next(into: $0.baseAddress!) })
        reader.cancel()
        XCTAssertThrowsError(try read(reader)) { XCTAssertEqual($0 as? FFmpegError, .cancelled) }
    }

    func testBadFiles() throws {
        XCTAssertThrowsError(try FrameReader(folder.appendingPathComponent("none.mp4"))) {
            XCTAssertTrue("\($0)".contains("No such file"), "\($0)")
        }
        let url = folder.appendingPathComponent("text.mp4")
        try Data("no film".utf8).write(to: url)
        XCTAssertThrowsError(try FrameReader(url)) { XCTAssertTrue($0 is FFmpegError) }
    }
}
