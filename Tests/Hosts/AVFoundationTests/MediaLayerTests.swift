import Agate
import XCTest

@testable import AVFoundation

/// Layers of films in archives, and states and errors that no other test reaches.
@MainActor final class MediaLayerTests: MediaTestCase {
    private func archived<Layer: CALayer>(_ layer: Layer) throws -> Layer {
        let data = try NSKeyedArchiver.archivedData(withRootObject: layer, requiringSecureCoding: false)
        return try XCTUnwrap(NSKeyedUnarchiver.unarchiveTopLevelObjectWithData(data) as? Layer)
    }

    func testArchives() async throws {
        let film = AVPlayer(url: try film("a.mov", first: 120, step: 0)), player = AVPlayerLayer(player: film)
        player.frame = CGRect(x: 1, y: 2, width: 30, height: 20)
        let one = try archived(player)
        XCTAssertTrue(type(of: one) == AVPlayerLayer.self)
        XCTAssertEqual(one.frame, player.frame)
        XCTAssertNil(one.player, "players are not archived")
        // It can have a player.
        one.player = film
        let host = OffscreenHost(size: CGSize(width: 32, height: 24))
        host.perform { host.layer.addSublayer(one) }
        XCTAssertEqual(host.image().withPixels { Int($0[12 * 32 + 16] >> 16 & 255) }, 120, accuracy: 3)
        let synchronized = AVSynchronizedLayer(playerItem: try XCTUnwrap(film.currentItem))
        synchronized.opacity = 0.25
        let two = try archived(synchronized)
        XCTAssertNil(two.playerItem)
        XCTAssertEqual(two.opacity, 0.25)
        let display = AVSampleBufferDisplayLayer()
        display.frame = CGRect(x: 0, y: 0, width: 8, height: 8)
        let three = try archived(display)
        XCTAssertTrue(three.isReadyForMoreMediaData)
        XCTAssertEqual(three.frame, display.frame)
    }

    func testStatesOfAPlayer() async throws {
        let player = AVPlayer(url: try film("a.mov"))
        XCTAssertEqual(player.timeControlStatus, AVPlayer.TimeControlStatus.paused)
        player.rate = 2
        XCTAssertEqual(player.timeControlStatus, .playing)
        XCTAssertNotEqual(player.timeControlStatus, .waitingToPlayAtSpecifiedRate)
        player.pause()
        XCTAssertEqual(player.timeControlStatus, .paused)
    }

    func testAMissingDecoder() async throws {
        let film = try film("a.mov"), programs = file("programs"), real = try XCTUnwrap(Self.program).path
        try FileManager.default.createDirectory(at: programs, withIntermediateDirectories: true)
        let probe = URL(fileURLWithPath: real).deletingLastPathComponent().appendingPathComponent("ffprobe").path
        try FileManager.default.createSymbolicLink(atPath: programs.appendingPathComponent("ffprobe").path, withDestinationPath: probe)
        let script = programs.appendingPathComponent("ffmpeg")
        try
            "#!/bin/sh\ncase \"$*\" in *showinfo*) echo 'Decoder (codec qtrle) not found for input stream #0:0' >&2; exit 1;; esac\nexec \(real) \"$@\"\n"
            .write(to: script, atomically: true, encoding: .utf8)
        try FileManager.default.setAttributes([.posixPermissions: 0o755], ofItemAtPath: script.path)
        let before = getenv("AGATE_FFMPEG").map { String(cString: $0) }
        setenv("AGATE_FFMPEG", programs.path, 1)
        defer { if let before { setenv("AGATE_FFMPEG", before, 1) } else { unsetenv("AGATE_FFMPEG") } }
        XCTAssertThrowsError(try AVAssetImageGenerator(asset: AVURLAsset(url: film)).copyCGImage(at: .zero, actualTime: nil)) { error in
            XCTAssertEqual((error as? AVError)?.code, .decoderNotFound)
        }
    }
}
