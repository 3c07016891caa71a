import AVFoundation
import Agate
import XCTest

/// Players and layers of compositions.
@MainActor final class PlayedCompositionTests: MediaTestCase {
    private func host(_ player: AVPlayer) -> OffscreenHost {
        let host = OffscreenHost(size: CGSize(width: 32, height: 16))
        let layer = AVPlayerLayer(player: player)
        host.perform {
            layer.frame = host.layer.bounds
            host.layer.addSublayer(layer)
        }
        return host
    }
    private func level(_ host: OffscreenHost, _ time: Double) -> Int { Int(host.image(at: time).withPixels { $0[0] } >> 16 & 255) }

    func testAPlayerPlaysSegments() async throws {
        let asset = AVURLAsset(url: try film("a.mov", first: 10, step: 8)), composition = AVMutableComposition()
        let track = composition.addMutableTrack(withMediaType: .video, preferredTrackID: kCMPersistentTrackID_Invalid)!
        try track.insertTimeRange(range(0.4, 0.4), of: asset.tracks[0], at: .zero)
        try track.insertTimeRange(range(0, 0.4), of: asset.tracks[0], at: seconds(0.4))
        let item = AVPlayerItem(asset: composition), player = AVPlayer(playerItem: item), host = host(player)
        XCTAssertEqual(item.status, .readyToPlay)
        XCTAssertEqual(item.duration, seconds(0.8))
        XCTAssertEqual(item.presentationSize, CGSize(width: 32, height: 16))
        host.perform { player.play() }
        let times = [0.01, 0.13, 0.39, 0.41, 0.7, 0.2, 2]
        XCTAssertEqual(times.map { level(host, $0) }, [10, 13, 19, 0, 7, 15, 9].map { 10 + 8 * $0 })
        host.perform { player.seek(to: seconds(0.5)) }
        XCTAssertEqual(level(host, 3), 10 + 8 * 2)
    }

    func testAnItemHasAVideoComposition() async throws {
        let asset = AVURLAsset(url: try film("a.mov", first: 200, step: 0)), composition = AVMutableVideoComposition(propertiesOf: asset)
        let layer = AVMutableVideoCompositionLayerInstruction(assetTrack: asset.tracks[0]),
            instruction = AVMutableVideoCompositionInstruction()
        layer.setOpacityRamp(fromStartOpacity: 0, toEndOpacity: 1, timeRange: range(0, 1))
        instruction.timeRange = range(0, 1)
        instruction.layerInstructions = [layer]
        composition.instructions = [instruction]
        let item = AVPlayerItem(asset: asset), player = AVPlayer(playerItem: item), host = host(player)
        host.perform { player.play() }
        XCTAssertEqual(level(host, 0.1), 200)
        host.perform { item.videoComposition = composition }
        XCTAssertEqual(level(host, 0.5), 96, accuracy: 2)
        XCTAssertEqual(level(host, 0.9), 176, accuracy: 2)
    }

    func testASynchronizedLayerFollowsAnItem() async throws {
        let item = AVPlayerItem(url: try film("a.mov", seconds: 2)), player = AVPlayer(playerItem: item), host = host(player)
        let layer = AVSynchronizedLayer(playerItem: item), box = CALayer()
        XCTAssertTrue(layer.playerItem === item)
        host.perform {
            host.layer.addSublayer(layer)
            layer.addSublayer(box)
            let move = CABasicAnimation(keyPath: "position.x")
            (move.fromValue, move.toValue, move.duration) = (0, 100, 2)
            move.beginTime = AVCoreAnimationBeginTimeAtZero
            move.isRemovedOnCompletion = false
            move.fillMode = .both
            box.add(move, forKey: "move")
        }
        func place(_ time: Double) -> Double {
            host.advance(to: time)
            return Double(host.perform { box.presentation()?.position.x ?? -1 })
        }
        XCTAssertEqual(place(1), 0, accuracy: 1e-6, "paused")
        host.perform { player.rate = 2 }
        XCTAssertEqual(place(1.5), 50, accuracy: 1e-6)
        host.perform { player.pause() }
        XCTAssertEqual(place(2), 50, accuracy: 1e-6)
        host.perform { player.seek(to: seconds(0.5)) }
        XCTAssertEqual(place(3), 25, accuracy: 1e-6)
        host.perform { player.rate = -1 }
        XCTAssertEqual(place(3.25), 12.5, accuracy: 1e-6)
        host.perform { player.play() }
        XCTAssertEqual(place(9), 100, accuracy: 1e-6, "at the end of the item")
        host.perform { layer.playerItem = nil }
        XCTAssertEqual(place(10), 100, accuracy: 1e-6, "it stays where it was")
    }
}
