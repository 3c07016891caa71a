import Agate
import Foundation
import QuartzCore
import XCTest

@testable import AgateFormats

/// The completion of each playback is called once, however the playback ends.
final class LottieCompletionTests: XCTestCase {
    private let host = OffscreenHost(size: CGSize(width: 100, height: 50))
    private var calls: [String] = []

    private func make() throws -> LottieScene {
        let scene = try LottieScene(data: Data(movingSquareJSON.utf8))
        host.perform { host.layer.addSublayer(scene.rootLayer) }
        return scene
    }

    private func note(_ name: String) -> (Bool) -> Void { { self.calls.append("\(name) \($0)") } }

    private func pass(_ seconds: Double) {
        for _ in 0..<Int(seconds * 20) {
            host.advance(by: 1.0 / 20)
            CATransaction.flush()
        }
    }

    func testAnInterruptedPlaybackMayPlayAgain() throws {
        let scene = try make()
        host.perform {
            scene.play { finished in
                self.calls.append("first \(finished)")
                scene.play(fromFrame: 0, toFrame: 5, completion: self.note("third"))
            }
        }
        host.perform { scene.play(completion: note("second")) }
        XCTAssertEqual(calls, ["first false", "second false"], "the playback that was begun last continues")
        XCTAssertTrue(scene.isPlaying)
        pass(2)
        XCTAssertEqual(calls, ["first false", "second false", "third true"])
    }

    func testPausingAndStoppingCallItOnce() throws {
        let scene = try make()
        for stop in [{ scene.pause() }, { scene.stop() }] {
            calls = []
            host.perform { scene.play(completion: note("play")) }
            pass(0.2)
            host.perform { stop() }
            host.perform { stop() }
            pass(2)
            XCTAssertEqual(calls, ["play false"])
        }
    }

    /// The layers go on without the scene, and so does the completion.
    func testAReleasedSceneCallsIt() throws {
        var scene: LottieScene? = try make()
        host.perform {
            scene?.play(completion: note("play"))
            scene?.speed = 2
        }
        pass(0.1)
        weak var released: LottieScene?
        released = scene
        scene = nil
        XCTAssertNil(released)
        pass(0.1)
        XCTAssertEqual(calls, [])
        pass(2)
        XCTAssertEqual(calls, ["play true"])
    }
}
