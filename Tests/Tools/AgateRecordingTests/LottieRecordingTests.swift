import Agate
import AgateFormats
import CoreGraphics
import Foundation
import QuartzCore
import XCTest

@testable import AgateRecording

/// Lottie files have values that are functions of time: they are kept as samples.
final class LottieRecordingTests: XCTestCase {
    /// A star whose points change and a line that is trimmed while it turns: both need functions.
    private static let document = """
        {"v":"5.7","fr":30,"ip":0,"op":60,"w":100,"h":80,"layers":[{"ty":4,"ip":0,"op":60,"st":0,"ks":{"p":{"a":0,"k":[50,40]},"o":{"a":0,"k":100}},
        "shapes":[{"ty":"gr","it":[
        {"ty":"sr","sy":1,"pt":{"a":1,"k":[{"t":0,"s":[5]},{"t":60,"s":[9]}]},"p":{"a":0,"k":[0,0]},"r":{"a":0,"k":0},
        "ir":{"a":0,"k":10},"is":{"a":0,"k":0},"or":{"a":1,"k":[{"t":0,"s":[20]},{"t":60,"s":[30]}]},"os":{"a":0,"k":0}},
        {"ty":"tm","s":{"a":0,"k":0},"e":{"a":1,"k":[{"t":0,"s":[10]},{"t":60,"s":[100]}]},"o":{"a":0,"k":0}},
        {"ty":"st","c":{"a":0,"k":[0.9,0.2,0.1,1]},"o":{"a":0,"k":100},"w":{"a":0,"k":3},"lc":2,"lj":2},
        {"ty":"tr","p":{"a":0,"k":[0,0]},"a":{"a":0,"k":[0,0]},"s":{"a":0,"k":[100,100]},"r":{"a":0,"k":0},"o":{"a":0,"k":100}}]}]}]}
        """

    func testFunctionsAreSampledAtTheTimesOfFrames() throws {
        let scene = try LottieScene(data: Data(Self.document.utf8))
        let host = OffscreenHost(size: CGSize(width: 100, height: 80), background: .white)
        let recorder = try XCTUnwrap(Recorder(host))
        host.perform {
            host.layer.addSublayer(scene.rootLayer)
            scene.play(loopMode: .playOnce)
        }
        let times = (0..<30).map { Double($0) / 15 }
        let shown = times.map { host.image(at: $0) }
        XCTAssertFalse(shown[3].hasEqualPixels(to: shown[20]))
        let recording = try Recording(recorder.recording().encoded())
        XCTAssertGreaterThan(recording.losses[.function] ?? 0, 0, "the file has no function, so the test tests nothing")
        let replay = Replay(recording)
        for i in times.indices { XCTAssertTrue(replay.image(frame: i).hasEqualPixels(to: shown[i]), "\(times[i]) s") }
        XCTAssertEqual(recording.encoded(), try Recording(recording.encoded()).encoded())
    }
}
