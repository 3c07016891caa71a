import Agate
import AgateDiagnostics
import AgateRecording
import CoreGraphics
import Foundation
import QuartzCore
import RenderTree
import XCTest

@testable import AgateInspector

/// Recordings that say what can't be: whatever is asked of them is answered, with JSON, and a copy of them can be read.
final class HostileRecordingTests: XCTestCase {
    private var token: ObserverToken?

    override func setUp() { token = Diagnostic.addObserver { _ in } }

    override func tearDown() {
        if let token { Diagnostic.removeObserver(token) }
    }

    static func recording(_ body: (CALayer) -> Void = { _ in }) throws -> Recording {
        let host = OffscreenHost(size: CGSize(width: 20, height: 20))
        let recorder = try XCTUnwrap(Recorder(host))
        host.perform {
            let layer = CALayer()
            layer.frame = CGRect(x: 2, y: 2, width: 12, height: 12)
            layer.backgroundColor = CGColor(red: 0.2, green: 0.4, blue: 0.6, alpha: 1)
            body(layer)
            host.layer.addSublayer(layer)
        }
        _ = host.image(at: 0.1)
        return recorder.recording()
    }

    private static func frame(_ time: Double, _ damage: [DeviceRect] = [], took: Double = 0) -> Recording.Entry {
        .frame(
            FrameReport(
                time: time, began: took, evaluation: took, painting: took, presenting: took, budget: .infinity, isRebuilt: false,
                damage: ContiguousArray(damage)))
    }

    private static let extremes: [Int32] = [.min, .min + 1, -1, 0, 1, 20, 16_384, .max - 1, .max]

    /// All that is asked of a recording; through a file, and a copy of it.
    private func ask(_ recording: Recording, _ name: String) throws {
        let bytes = recording.encoded()
        // Reading bounds what no frame can have; what was read once is read the same.
        let bounded = try Recording(bytes).encoded(), read = try Recording(bounded)
        XCTAssertEqual(read.encoded(), bounded, name)
        let inspected = InspectedRecording(read)
        var answers = [
            TraceFile.json(read), InspectionReport.data(read), InspectorJSON.text(inspected.hello(mode: "report")),
        ]
        for time in [-1e300, 0, 0.1, 1e300] {
            let look = inspected.look(at: time)
            answers.append(look.json())
            for request in [InspectorRequest.ops(time), .look(time, picture: true)] { answers.append(inspected.answer(request) ?? "") }
            for layer in look.layers.prefix(3) {
                answers.append(inspected.answer(.values(layer: layer.id, time: time)) ?? "")
                for form in [LayerCopy.Form.swift, .caml, .png] {
                    answers.append(inspected.answer(.copy(layer: layer.id, time: time, form)) ?? "")
                }
            }
        }
        for request in [InspectorRequest.frames, .log, .timeline, .input, .advice, .trace] {
            answers.append(inspected.answer(request) ?? "")
        }
        for answer in answers {
            XCTAssertNotNil(try? JSONSerialization.jsonObject(with: Data(answer.utf8)), "\(name): \(answer.prefix(200))")
        }
        try checkTrace(TraceFile.json(read), name)
    }

    /// Viewers of traces take numbers that are some, and lengths that are none below 0.
    private func checkTrace(_ json: String, _ name: String) throws {
        let file = try XCTUnwrap(JSONSerialization.jsonObject(with: Data(json.utf8)) as? [String: Any])
        for event in try XCTUnwrap(file["traceEvents"] as? [[String: Any]]) {
            XCTAssertNotNil(event["ts"] as? NSNumber, name)
            if let length = event["dur"] { XCTAssertGreaterThanOrEqual(try XCTUnwrap(length as? NSNumber).doubleValue, 0, name) }
        }
    }

    func testRectanglesOfDamage() throws {
        var recording = try Self.recording()
        for x0 in Self.extremes { for x1 in Self.extremes { recording.entries.append(Self.frame(0.1, [DeviceRect(x0, x0, x1, x1)])) } }
        try ask(recording, "edges")
        recording.entries.append(Self.frame(0.1, [DeviceRect](repeating: DeviceRect(.min, .min, .max, .max), count: 100_000)))
        try ask(recording, "many rectangles")
        let frames = InspectedRecording(try Recording(recording.encoded())).frames
        XCTAssertTrue(frames.allSatisfy { $0.damage.count <= 64 && $0.damage.joined().allSatisfy { (0...16_384).contains($0) } })
        XCTAssertEqual(frames.last?.damage.first, [0, 0, 16_384, 16_384])
        // A recording that was not read from a file is traced as it is.
        try checkTrace(TraceFile.json(recording), "in memory")
    }

    func testTimesThatAreNoTimes() throws {
        for times in [[-1e308, 1e308], [0.3, 0.2, 0.1, -0.1], [.infinity, .nan, -.infinity]] {
            var recording = try Self.recording { layer in
                let animation = CABasicAnimation(keyPath: "opacity")
                (animation.toValue, animation.duration) = (0.2, 0.5)
                layer.add(animation, forKey: nil)
            }
            for time in times {
                recording.entries += [
                    Self.frame(time, took: time), .input(InputEvent(time: time, .hover(CGPoint(x: time, y: time)))),
                    .log(Recording.LogEntry(kind: "set", time: time)), .diagnostic(Diagnostic(identifier: "a.b", message: "c"), time: time),
                ]
            }
            try ask(recording, "\(times)")
        }
    }

    /// A layer above itself, and two above each other.
    func testLayersInRings() throws {
        for ring in [[1], [1, 2], [1, 2, 3, 1, 2]] as [[UInt64]] {
            var recording = try Self.recording()
            var commit = Commit()
            for (at, number) in ring.enumerated() {
                var update = LayerUpdate(id: LayerID(rawValue: number), layerClass: .layer, changed: .all, state: LayerState())
                update.sublayers = [LayerID(rawValue: ring[(at + 1) % ring.count])]
                commit.updates.append(update)
            }
            var spec = AnimationSpec(.empty)
            spec.timing.duration = 1
            commit.animations = ring.map { .add(LayerID(rawValue: $0), AnimationID(rawValue: $0), spec) }
            recording.entries.append(.commit(commit))
            try ask(recording, "\(ring)")
        }
    }

    func testManyAnimationsThatEndAtOnce() throws {
        var recording = try Self.recording()
        for isOver in [false, true] {
            var commit = Commit()
            for number in 1...20_000 as ClosedRange<UInt64> {
                let (layer, animation) = (LayerID(rawValue: 1), AnimationID(rawValue: number))
                commit.animations.append(isOver ? .remove(layer, animation) : .add(layer, animation, AnimationSpec(.empty)))
            }
            recording.entries.append(.commit(commit))
        }
        let bars = InspectedRecording(recording).timeline.bars
        XCTAssertEqual(bars.count, 20_000)
        XCTAssertTrue(bars.allSatisfy { $0.removed != nil })
    }

    func testPartsOfImagesThatAreNoParts() throws {
        let image = try XCTUnwrap(CGImage(width: 2, height: 2) { for i in $0.indices { $0[i] = 0xFF00_00FF } })
        for far in [1e10, 1e100, 1e300, -1e300] {
            let recording = try Self.recording { layer in
                layer.contents = image
                layer.contentsRect = CGRect(x: 0, y: 0, width: far, height: far)
            }
            try ask(recording, "\(far)")
        }
    }

    func testColoursBeyondAllNumbers() {
        for component in [Float.nan, .infinity, -.infinity, 1e38, -1] {
            let text = PropertyText.of(.color(CGColor(rgba: RGBA(component, 0, 1, 1))))
            XCTAssertEqual(text, component > 0 && component.isFinite ? "#ff00ff" : "#0000ff", "\(component)")
        }
    }
}
