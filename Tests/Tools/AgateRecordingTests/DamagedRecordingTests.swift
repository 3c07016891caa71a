import Agate
import CoreGraphics
import Foundation
import QuartzCore
import RenderTree
import TestSupport
import XCTest

@testable import AgateRecording

/// Files of others: whatever the bytes are, reading ends with a recording or an error, within bounds, and what was read can be shown.
final class DamagedRecordingTests: XCTestCase {
    private func bytes() throws -> Data {
        let scene = RecordedScene()
        let recorder = try XCTUnwrap(Recorder(scene.host))
        _ = scene.play()
        return recorder.recording().encoded()
    }

    private func show(_ recording: Recording) {
        let size = recording.pixelSize
        guard size.width * size.height <= 1 << 16 else { return }
        for case .viewport(let viewport) in recording.entries where Int(viewport.width) * Int(viewport.height) > 1 << 16 { return }
        let replay = Replay(recording)
        _ = replay.image(at: 0.2)
        _ = replay.lastImage()
    }

    func testWhatIsNoRecordingIsRefused() {
        XCTAssertThrowsError(try Recording(Data())) { XCTAssertEqual($0 as? RecordingError, .notARecording) }
        XCTAssertThrowsError(try Recording(Data("AGATERE".utf8))) { XCTAssertEqual($0 as? RecordingError, .notARecording) }
        XCTAssertThrowsError(try Recording(Data("AGATEREC\u{9}\0\0\0".utf8))) { XCTAssertEqual($0 as? RecordingError, .unknownVersion(9)) }
        var limits = RecordingLimits()
        limits.fileSize = 4
        XCTAssertThrowsError(try Recording(Data(count: 5), limits: limits)) { XCTAssertEqual($0 as? RecordingError, .tooLarge) }
    }

    func testAFileThatEndsEarlyIsReadAsFarAsItGoes() throws {
        let whole = try bytes()
        var last = 0
        var ends = Set<Int>()
        for count in stride(from: 12, to: whole.count, by: max(1, whole.count / 300)) {
            let part = try Recording(whole.prefix(count))
            XCTAssertEqual(part.losses[.end], 1)
            XCTAssertGreaterThanOrEqual(part.entries.count, last)
            last = part.entries.count
            ends.insert(last)
        }
        XCTAssertGreaterThan(ends.count, 4)
        XCTAssertNil(try Recording(whole).losses[.end])
    }

    func testChangedBytesGiveAnErrorOrARecordingThatCanBeShown() throws {
        let whole = try bytes()
        var random = SeededGenerator(seed: 18)
        var refused = 0
        var shown = 0
        for _ in 0..<1500 {
            var changed = whole
            for _ in 0..<Int.random(in: 1...4, using: &random) {
                let at = Int.random(in: 12..<changed.count, using: &random)
                switch Int.random(in: 0..<4, using: &random) {
                case 0: changed[at] = UInt8.random(in: 0...255, using: &random)
                case 1: changed[at] ^= 1 << UInt8.random(in: 0...7, using: &random)
                case 2: changed[at] = [0, 0x7F, 0x80, 0xFF][Int.random(in: 0..<4, using: &random)]
                default: changed.remove(at: at)
                }
            }
            do {
                let recording = try Recording(changed)
                show(recording)
                shown += 1
            } catch is RecordingError { refused += 1 }
        }
        XCTAssertGreaterThan(refused, 100)
        XCTAssertGreaterThan(shown, 100)
    }

    func testCommitsOfAnyBytesAreBounded() {
        var random = SeededGenerator(seed: 7)
        for _ in 0..<3000 {
            var bytes = [UInt8](repeating: 0, count: 8)
            bytes += (0..<Int.random(in: 0..<400, using: &random)).map { _ in
                Bool.random(using: &random) ? UInt8.random(in: 0...3, using: &random) : UInt8.random(in: 0...255, using: &random)
            }
            var decoder = CommitDecoder()
            bytes.withUnsafeBytes { _ = decoder.decode($0) }
        }
        // A count that the bytes can't hold takes no memory.
        let huge: [UInt8] = Array(repeating: 0, count: 9) + [0xFF, 0xFF, 0xFF, 0xFF, 0x7F]
        var decoder = CommitDecoder()
        XCTAssertNil(huge.withUnsafeBytes { decoder.decode($0) })
    }

    func testNestingIsBounded() {
        var spec = AnimationSpec(.empty)
        for _ in 0..<40 { spec = AnimationSpec(.group([spec])) }
        var commit = Commit()
        commit.animations = [.add(LayerID(rawValue: 1), AnimationID(rawValue: 1), spec)]
        let encoder = CommitEncoder()
        var decoder = CommitDecoder()
        XCTAssertNil(decoder.decode(encoder.encode(commit)))
    }

    func testNumbersThatAreNoneAreRefused() {
        var commit = Commit()
        var update = LayerUpdate(id: LayerID(rawValue: 1), layerClass: .layer, changed: .all, state: LayerState())
        let encoder = CommitEncoder()
        var decoder = CommitDecoder()
        update.state.values.position.x = .nan
        commit.updates = [update]
        XCTAssertNil(decoder.decode(encoder.encode(commit)))
        update.state.values.position.x = 3
        update.state.values.opacity = .infinity
        commit.updates = [update]
        XCTAssertNil(decoder.decode(encoder.encode(commit)))
        update.state.values.opacity = 0.5
        update.state.extra.strokeStart = .infinity
        commit.updates = [update]
        XCTAssertNil(decoder.decode(encoder.encode(commit)))
        update.state.extra.strokeStart = 0.25
        commit.updates = [update]
        XCTAssertEqual(decoder.decode(encoder.encode(commit))?.updates.first?.state.extra.strokeStart, 0.25)
    }

    /// Whatever a program or a file says, what is written can be read, and says the same.
    func testACopyCanBeReadWhateverTheNumbers() throws {
        var recording = try Recording(bytes())
        let strange = [Double.nan, .infinity, -.infinity, 1e308, -1e308, -0.0, .leastNonzeroMagnitude]
        for a in strange {
            for b in strange {
                let place = CGPoint(x: a, y: b)
                recording.entries += [
                    .frame(
                        FrameReport(
                            time: a, began: b, evaluation: b, painting: a, presenting: b, budget: b, isRebuilt: false,
                            damage: [DeviceRect(.min, .max, .max, .min), DeviceRect(.min, .min, .max, .max)])),
                    .input(InputEvent(time: a, .hover(place))),
                    .input(InputEvent(time: b, .touch(InputEvent.Touch(id: .max, .moved, at: place, force: b)))),
                    .input(InputEvent(time: b, .scroll(at: place, by: CGSize(width: a, height: b)))),
                    .input(InputEvent(time: b, .resized(CGSize(width: a, height: b), scale: b))),
                    .log(Recording.LogEntry(kind: "", time: a, level: .max, layerID: .max)),
                ]
            }
        }
        let copy = recording.encoded()
        let read = try Recording(copy)
        XCTAssertEqual(read.entries.count, recording.entries.count)
        // Reading bounds the damage of a frame; what was read once is read the same.
        XCTAssertEqual(try Recording(read.encoded()).encoded(), read.encoded())
        XCTAssertTrue(read.entries.allSatisfy { $0.time?.isFinite ?? true })
        for case .frame(let frame) in read.entries {
            for rect in frame.damage {
                XCTAssertTrue([rect.x0, rect.y0, rect.x1, rect.y1].allSatisfy { (0...16_384).contains($0) })
            }
        }
    }
}
