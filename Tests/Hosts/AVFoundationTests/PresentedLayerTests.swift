import AVFoundation
import Agate
import XCTest

/// The layers of hosts above QuartzCore refuse changes of presentation copies, as CALayer does (P6).
@MainActor final class PresentedLayerTests: XCTestCase {
    private func refused(_ change: () -> Void) -> [String] {
        let found = Locked<[String]>([])
        let token = Diagnostic.addObserver { diagnostic in found.withLock { $0.append(diagnostic.identifier) } }
        change()
        Diagnostic.removeObserver(token)
        return found.withLock { $0 }
    }

    private func shown<Layer: CALayer>(_ layer: Layer) throws -> Layer {
        let host = OffscreenHost(size: CGSize(width: 10, height: 10))
        host.perform { host.layer.addSublayer(layer) }
        return try XCTUnwrap(layer.presentation())
    }

    func testAPlayerIsNotSetOnACopy() async throws {
        let player = AVPlayer(), layer = AVPlayerLayer(player: player), copy = try shown(layer)
        XCTAssertTrue(copy.player === player)
        XCTAssertEqual(refused { copy.player = nil }, ["layer.read-only"])
        XCTAssertEqual(refused { copy.videoGravity = .resize }, ["layer.read-only"])
        XCTAssertTrue(copy.player === player && layer.player === player)
        XCTAssertEqual(copy.videoGravity, .resizeAspect)
        layer.videoGravity = .resizeAspectFill
        XCTAssertEqual(layer.contentsGravity, .resizeAspectFill)
    }

    func testACopyDoesNotResizeTheQueueThatItShares() async throws {
        let layer = FrameQueueLayer()
        layer.bounds = CGRect(x: 0, y: 0, width: 8, height: 6)
        let copy = try shown(layer)
        XCTAssertTrue(copy.frames === layer.frames)
        XCTAssertEqual(refused { copy.drawableSize = CGSize(width: 1, height: 1) }, ["layer.read-only"])
        XCTAssertEqual(refused { copy.bounds = CGRect(x: 0, y: 0, width: 2, height: 2) }, ["layer.read-only"])
        XCTAssertEqual(refused { copy.contentsScale = 3 }, ["layer.read-only"])
        XCTAssertEqual(layer.drawableSize, CGSize(width: 8, height: 6))
        layer.drawableSize = CGSize(width: 5, height: 5)
        XCTAssertEqual(refused { copy.drawableSize = .zero }, ["layer.read-only"])
        XCTAssertEqual(layer.drawableSize, CGSize(width: 5, height: 5))
    }

    func testACopyIsNotMadeAsynchronous() async throws {
        let layer = GLESLayer(), copy = try shown(layer)
        XCTAssertEqual(refused { copy.isAsynchronous = true }, ["layer.read-only"])
        XCTAssertFalse(copy.isAsynchronous || layer.isAsynchronous)
    }
}
