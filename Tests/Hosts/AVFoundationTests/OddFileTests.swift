import FFmpeg
import XCTest

@testable import AVFoundation

/// Files that are made in unusual ways, by a table: edit lists, orders, rotations, dynamic ranges, damage.
@MainActor final class OddFileTests: MediaTestCase {
    /// The frames that a reader gives: the grey of a pixel, and the time.
    private func read(_ url: URL) throws -> (frames: [(level: Int, time: Double)], reader: AVAssetReader) {
        let asset = AVURLAsset(url: url), reader = try AVAssetReader(asset: asset)
        let track = try XCTUnwrap(asset.tracks.first { $0.mediaType == .video })
        let output = AVAssetReaderTrackOutput(
            track: track, outputSettings: [kCVPixelBufferPixelFormatTypeKey as String: kCVPixelFormatType_32BGRA])
        reader.add(output)
        XCTAssertTrue(reader.startReading(), "\(url.lastPathComponent): \(String(describing: reader.error))")
        var list: [(level: Int, time: Double)] = []
        while let sample = output.copyNextSampleBuffer(), let buffer = sample.imageBuffer {
            CVPixelBufferLockBaseAddress(buffer, .readOnly)
            let start = try XCTUnwrap(CVPixelBufferGetBaseAddress(buffer))
            let place = 5 * CVPixelBufferGetBytesPerRow(buffer) + 5 * 4
            list.append((Int(start.load(fromByteOffset: place, as: UInt8.self)), sample.presentationTimeStamp.seconds))
            CVPixelBufferUnlockBaseAddress(buffer, .readOnly)
        }
        return (list, reader)
    }

    /// Frame n has the grey 20 + 4 n, is shown at n / 25 s, and may be stored in another order.
    private func source(_ name: String = "b.mp4") throws -> URL {
        let plain = try film("plain-\(name).mov", seconds: 2, first: 20, step: 4), url = file(name)
        try ffmpeg(["-i", plain.path, "-c:v", "libx264", "-bf", "3", "-g", "20", "-crf", "4", "-pix_fmt", "yuv444p", url.path])
        return url
    }

    func testTimesOfFiles() async throws {
        let b = try source()
        for (name, arguments, first, start, count) in [
            ("as it is", ["-i", b.path, "-c", "copy", "-f", "mp4"], 0, 0.0, 50),
            ("fragments", ["-i", b.path, "-c", "copy", "-movflags", "frag_keyframe+empty_moov", "-f", "mp4"], 0, 0, 50),
            // An edit list that begins within a group of pictures.
            ("an edit list", ["-ss", "0.48", "-i", b.path, "-c", "copy", "-f", "mp4"], 12, 0, 38),
            // An edit list that begins with an empty edit.
            ("a later begin", ["-itsoffset", "0.6", "-i", b.path, "-c", "copy", "-f", "mp4"], 0, 0.6, 50),
            ("a transport stream", ["-i", b.path, "-c", "copy", "-f", "mpegts"], 0, 0, 50),
            ("Matroska", ["-i", b.path, "-c", "copy", "-f", "matroska"], 0, 0, 50),
        ] as [(String, [String], Int, Double, Int)] {
            let url = file("x.\(name.contains("stream") ? "ts" : name == "Matroska" ? "mkv" : "mp4")")
            try ffmpeg(arguments + ["-y", url.path])
            let (frames, reader) = try read(url)
            XCTAssertEqual(reader.status, .completed, name)
            XCTAssertEqual(frames.count, count, name)
            for (number, frame) in frames.enumerated() {
                XCTAssertEqual(frame.level, 20 + 4 * (first + number), accuracy: 4, "\(name) frame \(number)")
                XCTAssertEqual(frame.time, start + Double(number) / 25, accuracy: 0.002, "\(name) frame \(number)")
            }
            let track = AVURLAsset(url: url).tracks[0]
            XCTAssertEqual(track.timeRange.start.seconds, start, accuracy: 0.002, name)
            XCTAssertEqual(track.timeRange.end.seconds, start + Double(count) / 25, accuracy: 0.09, name)
            // A picture of a time in the middle is that of the reader.
            let generator = AVAssetImageGenerator(asset: AVURLAsset(url: url))
            generator.requestedTimeToleranceBefore = .zero
            generator.requestedTimeToleranceAfter = .zero
            let image = try generator.copyCGImage(at: seconds(start + 1.02), actualTime: nil)
            let level = Int(image.withPixels { $0[5 * image.width + 5] } & 255)
            XCTAssertEqual(level, 20 + 4 * (first + 25), accuracy: 4, name)
        }
    }

    /// Rotations in metadata: the track has the transform, and pictures are upright if asked.
    func testRotations() async throws {
        let plain = file("corner.mp4")
        // White at the top left.
        try ffmpeg([
            "-f", "lavfi", "-i", "color=black:size=64x48:rate=5:duration=0.4,drawbox=0:0:16:12:white:fill", "-c:v", "libx264", "-pix_fmt",
            "yuv420p", plain.path,
        ])
        for angle in [0, 90, 180, 270] {
            let url = file("r\(angle).mp4")
            try ffmpeg(["-i", plain.path, "-c", "copy", "-metadata:s:v", "rotate=\(angle)", "-y", url.path])
            let asset = AVURLAsset(url: url), track = asset.tracks[0]
            XCTAssertEqual(track.naturalSize, CGSize(width: 64, height: 48))
            let box = CGRect(x: 0, y: 0, width: 16, height: 12).applying(track.preferredTransform)
            let generator = AVAssetImageGenerator(asset: asset)
            for isUpright in [false, true] {
                generator.appliesPreferredTrackTransform = isUpright
                let image = try generator.copyCGImage(at: .zero, actualTime: nil)
                let isTurned = isUpright && angle % 180 != 0
                XCTAssertEqual([image.width, image.height], isTurned ? [48, 64] : [64, 48], "\(angle)")
                let place = isUpright ? CGPoint(x: box.midX, y: box.midY) : CGPoint(x: 8, y: 6)
                let pixel = image.withPixels { $0[Int(place.y) * image.width + Int(place.x)] }
                XCTAssertGreaterThan(pixel & 255, 200, "\(angle) \(isUpright)")
            }
        }
    }

    /// High dynamic range in: white of 203 cd/m2 and less is nearly kept, more is compressed up to 1000 cd/m2.
    func testHighDynamicRange() async throws {
        // Luma of ten bits for 0, 100, 203 and 1000 cd/m2 by PQ, and what the curve makes of it.
        for (luma, wanted) in [(64, 0), (509, 181), (573, 216), (723, 255)] {
            let url = file("pq\(luma).mov")
            try ffmpeg([
                "-f", "lavfi", "-i", "color=black:s=64x64:r=5:d=0.4,format=yuv420p10le,geq=lum=\(luma):cb=512:cr=512", "-c:v", "libx265",
                "-x265-params", "log-level=none:qp=1", "-color_primaries", "bt2020", "-color_trc", "smpte2084", "-colorspace", "bt2020nc",
                "-color_range", "tv", "-tag:v", "hvc1", url.path,
            ])
            let (frames, _) = try read(url)
            XCTAssertEqual(frames.count, 2)
            XCTAssertEqual(frames[0].level, wanted, accuracy: 3, "\(luma)")
            // 420v is the same picture, tagged as what it is.
            let asset = AVURLAsset(url: url), reader = try AVAssetReader(asset: asset)
            let output = AVAssetReaderTrackOutput(track: asset.tracks[0], outputSettings: [:])
            reader.add(output)
            XCTAssertTrue(reader.startReading())
            let buffer = try XCTUnwrap(output.copyNextSampleBuffer()?.imageBuffer)
            XCTAssertEqual(CVBufferCopyAttachment(buffer, kCVImageBufferYCbCrMatrixKey, nil) as? NSString, "ITU_R_709_2")
            XCTAssertEqual(CVBufferCopyAttachment(buffer, kCVImageBufferTransferFunctionKey, nil) as? NSString, "IEC_sRGB")
            CVPixelBufferLockBaseAddress(buffer, .readOnly)
            let first = try XCTUnwrap(CVPixelBufferGetBaseAddress(buffer)).load(as: UInt8.self)
            XCTAssertEqual(Double(first), 16 + Double(wanted) * 219 / 255, accuracy: 3)
        }
    }

    /// Damage is an error with a code, never a hang; what was decoded before it is there.
    func testDamagedFiles() async throws {
        let b = try source(), fast = file("fast.mp4"), mkv = file("b.mkv")
        try ffmpeg(["-i", b.path, "-c", "copy", "-movflags", "+faststart", fast.path])
        try ffmpeg(["-i", b.path, "-c", "copy", mkv.path])
        func cut(_ url: URL, _ share: Double, _ name: String) throws -> URL {
            let data = try Data(contentsOf: url), cut = file(name)
            try data.prefix(Int(Double(data.count) * share)).write(to: cut)
            return cut
        }
        for (url, name) in [(try cut(fast, 0.7, "cut.mp4"), "an index at the beginning"), (try cut(mkv, 0.7, "cut.mkv"), "Matroska")] {
            let (frames, reader) = try read(url)
            XCTAssertTrue(reader.status == .completed || (reader.error as? AVError)?.code == .decodeFailed, name)
            XCTAssertGreaterThan(frames.count, 10, name)
            XCTAssertLessThan(frames.count, 50, name)
            for (number, frame) in frames.prefix(10).enumerated() { XCTAssertEqual(frame.level, 20 + 4 * number, accuracy: 4, name) }
        }
        let text = file("text.mp4"), empty = file("empty.mp4"), tone = try sound("tone.wav")
        try Data("no film".utf8).write(to: text)
        try Data().write(to: empty)
        for (url, code) in [
            (try cut(b, 0.2, "no-index.mp4"), AVError.Code.fileFormatNotRecognized), (text, .fileFormatNotRecognized),
            (empty, .fileFormatNotRecognized), (file("missing.mp4"), .fileFormatNotRecognized),
        ] {
            XCTAssertThrowsError(try AVAssetReader(asset: AVURLAsset(url: url)), url.lastPathComponent) {
                XCTAssertEqual(($0 as? AVError)?.code, code, url.lastPathComponent)
            }
            do {
                _ = try await AVURLAsset(url: url).load(.duration)
                XCTFail("\(url.lastPathComponent) was loaded")
            } catch { XCTAssertEqual((error as? AVError)?.code, code) }
        }
        XCTAssertTrue(AVURLAsset(url: tone).tracks(withMediaType: .video).isEmpty)
    }
}
