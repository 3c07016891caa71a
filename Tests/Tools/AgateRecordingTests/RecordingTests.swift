import Agate
import CoreGraphics
import Foundation
import QuartzCore
import RenderTree
import XCTest

@testable import AgateRecording

final class ReplayTests: XCTestCase {
    private func recorded(scale: CGFloat = 1) throws -> (
        recording: Recording, shown: [(time: Double, image: CGImage)], scene: RecordedScene
    ) {
        let scene = RecordedScene(scale: scale)
        let recorder = try XCTUnwrap(Recorder(scene.host))
        let shown = scene.play()
        return (recorder.recording(), shown, scene)
    }

    func testAReplayHasThePicturesOfItsHost() throws {
        for scale in [1, 2] as [CGFloat] {
            let (recorded, shown, _) = try recorded(scale: scale)
            let replay = Replay(try Recording(recorded.encoded()))
            XCTAssertEqual(replay.frameCount, shown.count)
            for i in shown.indices { XCTAssertTrue(replay.image(frame: i).hasEqualPixels(to: shown[i].image), "frame \(i)") }
            // Backwards, and by time.
            for i in shown.indices.reversed() {
                XCTAssertTrue(replay.image(frame: i).hasEqualPixels(to: shown[i].image), "frame \(i), back")
            }
            // Where a change came at the very time of a frame, the time shows the change.
            for i in shown.indices where ![2, 3].contains(i) {
                XCTAssertTrue(replay.image(at: shown[i].time).hasEqualPixels(to: shown[i].image), "\(shown[i].time) s")
            }
            XCTAssertTrue(replay.lastImage().hasEqualPixels(to: try XCTUnwrap(shown.last).image))
        }
    }

    func testTimesBetweenFramesAreTheHostsToo() throws {
        let (recorded, _, _) = try recorded()
        let scene = RecordedScene()
        let replay = Replay(try Recording(recorded.encoded()))
        for time in [0.01, 0.033, 0.1, 0.1499] {
            XCTAssertTrue(replay.image(at: time).hasEqualPixels(to: scene.host.image(at: time)), "\(time) s")
        }
    }

    func testWrittenAgainItHasTheSameBytesAndEverythingElseIsThere() throws {
        let (recorded, _, _) = try recorded()
        let bytes = recorded.encoded()
        let recording = try Recording(bytes)
        XCTAssertEqual(recording.encoded(), bytes)
        XCTAssertEqual(recording.losses, [:])
        XCTAssertEqual(recording.commitCount, recorded.commitCount)
        XCTAssertEqual(recording.span, 0...1.5)
        XCTAssertEqual(recording.frameTimes, [0, 0.15, 0.25, 0.4, 0.5, 0.6, 1.5])
        XCTAssertEqual(
            recording.input,
            [
                InputEvent(time: 0.45, .touch(InputEvent.Touch(id: 3, .began, at: CGPoint(x: 5, y: 6)))),
                InputEvent(time: 0.55, .resized(CGSize(width: 170, height: 110), scale: 1)),
            ])
        XCTAssertTrue(recording.pixelSize == (160, 120))
        let names = recording.entries.compactMap {
            if case .commit(let commit) = $0 { commit.updates.compactMap(\.state.objects.name) } else { nil }
        }
        XCTAssertTrue(names.joined().contains("box"))
    }

    func testNumbersSayNothingOfTheProcess() throws {
        let first = try recorded().recording
        let second = try recorded().recording
        func commits(_ recording: Recording) -> Data {
            var stripped = recording
            stripped.entries.removeAll { if case .frame = $0 { true } else { false } }
            return stripped.encoded()
        }
        XCTAssertEqual(commits(first), commits(second), "two runs of one program make one recording, but for what frames took")
    }

    func testARecordingMayBeginInTheMiddle() throws {
        let scene = RecordedScene()
        _ = scene.host.image(at: 0.2)
        let recorder = try XCTUnwrap(Recorder(scene.host))
        let times = [0.3, 0.45, 0.9]
        let shown = times.map { scene.host.image(at: $0) }
        let replay = Replay(try Recording(recorder.recording().encoded()))
        for i in times.indices { XCTAssertTrue(replay.image(at: times[i]).hasEqualPixels(to: shown[i]), "\(times[i]) s") }
        let now = Recording(of: scene.host)
        XCTAssertEqual(now.commitCount, 1)
        XCTAssertTrue(Replay(try Recording(now.encoded())).lastImage().hasEqualPixels(to: shown[2]))
    }

    func testTheOldestIsLeftOutWhereThereIsTooMuch() throws {
        let host = OffscreenHost(size: CGSize(width: 20, height: 20))
        let layer = CALayer()
        host.perform {
            layer.frame = CGRect(x: 0, y: 0, width: 4, height: 4)
            layer.backgroundColor = CGColor(red: 1, green: 0, blue: 0, alpha: 1)
            host.layer.addSublayer(layer)
        }
        var options = Recorder.Options()
        options.capacity = 40
        let recorder = try XCTUnwrap(Recorder(host, options: options))
        var last: [CGImage] = []
        for i in 0..<100 {
            host.perform {
                CATransaction.setDisableActions(true)
                layer.position.x = CGFloat(i % 20)
            }
            last.append(host.image(at: Double(i) / 10))
        }
        let recording = try Recording(recorder.recording().encoded())
        XCTAssertGreaterThan(recording.losses[.beginning] ?? 0, 50)
        XCTAssertLessThan(recording.entries.count, 60)
        let replay = Replay(recording)
        XCTAssertGreaterThan(replay.frameCount, 5)
        for i in 0..<replay.frameCount {
            XCTAssertTrue(
                replay.image(frame: i).hasEqualPixels(to: last[last.count - replay.frameCount + i]),
                "frame \(i) of the last \(replay.frameCount)")
        }
    }

    func testNothingIsRecordedAfterTheEnd() throws {
        let scene = RecordedScene()
        let recorder = try XCTUnwrap(Recorder(scene.host))
        recorder.stop()
        _ = scene.play()
        XCTAssertEqual(recorder.recording().commitCount, 1)
        XCTAssertTrue(scene.host.monitors.isEmpty)
        var other = Recorder(scene.host)
        XCTAssertEqual(scene.host.monitors.count, 1)
        other = nil
        XCTAssertNil(other)
        XCTAssertTrue(scene.host.monitors.isEmpty)
    }

    func testTheLogAndDiagnosticsAreKept() throws {
        let host = OffscreenHost(size: CGSize(width: 20, height: 20))
        let layer = CALayer()
        layer.name = "knob"
        host.perform { host.layer.addSublayer(layer) }
        var options = Recorder.Options()
        (options.includesLog, options.includesDiagnostics) = (true, true)
        let recorder = try XCTUnwrap(Recorder(host, options: options))
        host.perform {
            layer.opacity = 0.5
            layer.position.x = .nan
        }
        let recording = try Recording(recorder.recording().encoded())
        let set = recording.entries.compactMap { if case .log(let entry) = $0, entry.kind == "set" { entry } else { nil } }
        XCTAssertTrue(set.contains { $0.key == "opacity" && $0.old == "1.0" && $0.detail.contains("CABasicAnimation") }, "\(set)")
        XCTAssertEqual(recording.diagnostics.first?.identifier, "layer.refused-value")
    }

    func testALiveHostIsRecorded() throws {
        let host = LiveHost(size: CGSize(width: 60, height: 40), background: .white)
        let recorder = try XCTUnwrap(Recorder(host))
        let layer = CALayer()
        layer.frame = CGRect(x: 5, y: 5, width: 20, height: 20)
        layer.backgroundColor = CGColor(red: 0, green: 0, blue: 1, alpha: 1)
        host.layer.addSublayer(layer)
        CATransaction.flush()
        layer.position.x = 40
        CATransaction.flush()
        let end = Date(timeIntervalSinceNow: 20)
        while host.statistics.frames < 6, Date() < end { RunLoop.main.run(until: Date(timeIntervalSinceNow: 0.02)) }
        let recording = try Recording(recorder.recording().encoded())
        XCTAssertGreaterThanOrEqual(recording.commitCount, 3)
        XCTAssertGreaterThanOrEqual(recording.frameTimes.count, 3)
        let replay = Replay(recording)
        let begin = recording.span.lowerBound
        XCTAssertFalse(replay.image(at: begin + 0.001).hasEqualPixels(to: replay.image(at: begin + 5)))
    }
}
