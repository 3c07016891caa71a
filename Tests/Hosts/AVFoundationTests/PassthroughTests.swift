import FFmpeg
import XCTest

@testable import AVFoundation

/// Packets that are copied from one file, from several beside each other, and from several one after the other.
@MainActor final class PassthroughTests: MediaTestCase {
    private func h264(_ name: String, _ level: Int, seconds: Double = 1, size: Int = 32) throws -> URL {
        let raw = try film("raw-\(name).mov", width: size, height: size, seconds: seconds, first: level, step: 0, tone: 440),
            url = file(name)
        try ffmpeg([
            "-i", raw.path, "-c:v", "libx264", "-pix_fmt", "yuv420p", "-g", "5", "-bf", "0", "-c:a", "aac", "-b:a", "128k", url.path,
        ])
        return url
    }

    private func copy(_ asset: AVAsset, _ name: String, _ range: CMTimeRange? = nil) async throws -> URL {
        let session = try XCTUnwrap(AVAssetExportSession(asset: asset, presetName: AVAssetExportPresetPassthrough))
        if let range { session.timeRange = range }
        return try await export(session, name, .mp4)
    }

    private func packets(_ url: URL, _ stream: String) throws -> [String] {
        let text = String(
            decoding: try ffmpeg(["-i", url.path, "-map", "0:\(stream):0", "-c", "copy", "-f", "framemd5", "pipe:1"]), as: UTF8.self)
        return text.split(separator: "\n").filter { !$0.hasPrefix("#") }.compactMap { $0.split(separator: ",").last.map(String.init) }
    }

    /// The sound of a film is replaced by that of another file; no packet changes.
    func testSoundOfAnotherFile() async throws {
        let film = try h264("a.mp4", 100), other = try h264("b.mp4", 200, seconds: 2), asset = AVMutableComposition()
        for (url, type) in [(film, AVMediaType.video), (other, .audio)] {
            let track = try XCTUnwrap(asset.addMutableTrack(withMediaType: type, preferredTrackID: kCMPersistentTrackID_Invalid))
            try track.insertTimeRange(range(0, 1), of: AVURLAsset(url: url).tracks(withMediaType: type)[0], at: .zero)
        }
        let made = try await copy(asset, "out.mp4")
        XCTAssertEqual(try packets(made, "v"), try packets(film, "v"))
        let sound = try packets(made, "a"), whole = try packets(other, "a")
        XCTAssertEqual(sound, Array(whole.prefix(sound.count)))
        XCTAssertEqual(Double(sound.count), 47, accuracy: 2, "a second of packets of 1024 samples")
        XCTAssertEqual(AVURLAsset(url: made).duration.seconds, 1, accuracy: 0.03)
    }

    /// A sound that begins later in the film.
    func testAnOffset() async throws {
        let film = try h264("a.mp4", 100), asset = AVMutableComposition(), source = AVURLAsset(url: film)
        let pictures = try XCTUnwrap(asset.addMutableTrack(withMediaType: .video, preferredTrackID: kCMPersistentTrackID_Invalid))
        let sound = try XCTUnwrap(asset.addMutableTrack(withMediaType: .audio, preferredTrackID: kCMPersistentTrackID_Invalid))
        try pictures.insertTimeRange(range(0, 1), of: source.tracks(withMediaType: .video)[0], at: .zero)
        try sound.insertTimeRange(range(0, 0.5), of: source.tracks(withMediaType: .audio)[0], at: seconds(0.5))
        let made = try await copy(asset, "out.mp4")
        XCTAssertEqual(try packets(made, "v"), try packets(film, "v"))
        let track = AVURLAsset(url: made).tracks(withMediaType: .audio)[0]
        XCTAssertEqual(track.timeRange.start.seconds, 0.5, accuracy: 0.03)
        XCTAssertEqual(track.timeRange.end.seconds, 1, accuracy: 0.05)
    }

    /// Whole files one after the other.
    func testFilesInARow() async throws {
        let urls = try [h264("a.mp4", 60), h264("it's b.mp4", 120), h264("c.mp4", 180)], asset = AVMutableComposition()
        for url in urls {
            try await asset.insertTimeRange(range(0, 1), of: AVURLAsset(url: url), at: asset.duration)
        }
        let made = try await copy(asset, "out.mp4"), found = try frames(made)
        XCTAssertEqual(found.count, 75)
        for (number, frame) in found.enumerated() {
            XCTAssertEqual(level(frame.pixels, width: 32, 5, 5), 60 * (1 + number / 25), accuracy: 6, "frame \(number)")
            XCTAssertEqual(frame.time, Double(number) / 25, accuracy: 0.05)
        }
        // Key frames get the parameters of their file, so the decoded pictures are compared.
        let wanted = try urls.flatMap { try frames($0).map(\.pixels) }
        XCTAssertTrue(found.map(\.pixels) == wanted)
    }

    /// What would have to be encoded is refused, and no file is left.
    func testWhatCantBeCopied() async throws {
        let a = AVURLAsset(url: try h264("a.mp4", 60)), b = AVURLAsset(url: try h264("b.mp4", 60, size: 64))
        func row(_ parts: [(AVURLAsset, CMTimeRange)]) throws -> AVMutableComposition {
            let asset = AVMutableComposition()
            let track = try XCTUnwrap(asset.addMutableTrack(withMediaType: .video, preferredTrackID: kCMPersistentTrackID_Invalid))
            for (source, part) in parts {
                try track.insertTimeRange(part, of: source.tracks(withMediaType: .video)[0], at: track.timeRange.end)
            }
            return asset
        }
        let slow = try row([(a, range(0, 1))])
        slow.scaleTimeRange(range(0, 1), toDuration: seconds(2))
        for (name, asset) in try [
            ("another size", row([(a, range(0, 1)), (b, range(0, 1))])), ("a part", row([(a, range(0, 0.5)), (a, range(0.2, 0.3))])),
            ("another speed", slow), ("nothing", AVMutableComposition()),
        ] as [(String, AVMutableComposition)] {
            do {
                _ = try await copy(asset, "x.mp4")
                XCTFail(name)
            } catch { XCTAssertNotNil(error as? AVError, name) }
            XCTAssertFalse(FileManager.default.fileExists(atPath: file("x.mp4").path), name)
        }
    }
}
