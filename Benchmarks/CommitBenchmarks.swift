import Agate
import AgateRecording
import CoreGraphics
import Foundation
import QuartzCore
import RenderTree

/// Commits as bytes, and what a recorder costs the program.
func commitBenchmarks() {
    let commit = wholeTree(10_000)
    let encoder = CommitEncoder()
    let bytes = Data(encoder.encode(commit))
    print(Measure.padded("10,000 layers, new: bytes of the commit") + "\(bytes.count)")
    let encode = Measure.best(of: 40) { encoder.encode(commit) }
    var decoder = CommitDecoder(updateLimit: .max)
    let decode = Measure.best(of: 40) { bytes.withUnsafeBytes { if decoder.decode($0) == nil { fatalError("it can't be read") } } }
    print(Measure.padded("  encoded") + String(format: "%9.4f ms", encode))
    print(Measure.padded("  decoded") + String(format: "%9.4f ms", decode))

    recorderBenchmarks()
}

private func wholeTree(_ count: Int) -> Commit {
    var commit = Commit()
    var root = LayerUpdate(id: LayerID(rawValue: 1), layerClass: .layer, changed: .all, state: LayerState())
    root.state.values.bounds = CGRect(x: 0, y: 0, width: 1920, height: 1080)
    root.state.values.position = CGPoint(x: 960, y: 540)
    root.sublayers = (0..<count).map { LayerID(rawValue: UInt64($0 + 2)) }
    commit.root = .some(root.id)
    commit.updates.append(root)
    for i in 0..<count {
        var update = LayerUpdate(id: LayerID(rawValue: UInt64(i + 2)), layerClass: .layer, changed: .all, state: LayerState())
        update.state.values.bounds = CGRect(x: 0, y: 0, width: 40, height: 40)
        update.state.values.position = CGPoint(x: Double(i % 100) * 19, y: Double(i / 100) * 10)
        update.state.values.backgroundColor = RGBA(0.25, Float(i % 7) / 7, 0.5, 1)
        update.state.values.flags.insert(.hasBackgroundColor)
        update.state.objects.backgroundColor = CGColor(red: 0.25, green: CGFloat(i % 7) / 7, blue: 0.5, alpha: 1)
        if i % 3 == 0 { update.state.values.cornerRadius = 8 }
        update.sublayers = []
        update.mask = .some(nil)
        commit.updates.append(update)
    }
    return commit
}

/// Two hosts do the same in turns, one of them recorded: what else the machine does meets both alike. The minima are compared.
private func recorderBenchmarks() {
    for (count, animates) in [(100, false), (1000, false), (100, true)] {
        let plain = MovingScene(moved: count, animates: animates)
        let recorded = MovingScene(moved: count, animates: animates)
        var options = Recorder.Options()
        options.capacity = 20_000
        let recorder = Recorder(recorded.host, options: options)
        var best = (plain: Double.infinity, recorded: Double.infinity)
        for turn in 0..<120 {
            // Which of them comes first changes, too.
            for isRecorded in turn % 2 == 0 ? [false, true] : [true, false] {
                let time = (isRecorded ? recorded : plain).milliseconds(frames: 20)
                // The first turns fill caches.
                if turn < 8 { continue }
                if isRecorded { best.recorded = min(best.recorded, time) } else { best.plain = min(best.plain, time) }
            }
        }
        withExtendedLifetime(recorder) {}
        let what = "a commit and a frame, \(count) of 1,000 layers " + (animates ? "begin to move" : "moved")
        print(Measure.padded(what) + String(format: "%9.4f ms", best.plain))
        print(
            Measure.padded("  recorded") + String(format: "%9.4f ms, %+.1f %%", best.recorded, (best.recorded / best.plain - 1) * 100))
    }
}

/// Some of a thousand layers move in each frame.
private final class MovingScene {
    let host = OffscreenHost(size: CGSize(width: 640, height: 400))
    private var layers: [CALayer] = []
    private let moved: Int
    private let animates: Bool
    private var turn = 0

    init(moved: Int, animates: Bool) {
        (self.moved, self.animates) = (moved, animates)
        host.perform {
            for i in 0..<1000 {
                let layer = CALayer()
                layer.frame = CGRect(x: Double(i % 40) * 16, y: Double(i / 40) * 16, width: 14, height: 14)
                layer.backgroundColor = CGColor(red: 0.2, green: 0.4, blue: 0.9, alpha: 1)
                host.layer.addSublayer(layer)
                layers.append(layer)
            }
        }
    }

    private func frame() {
        turn += 1
        host.perform {
            CATransaction.setDisableActions(!animates)
            for i in 0..<moved { layers[(turn * 100 + i) % 1000].position.x += turn % 2 == 0 ? 1 : -1 }
        }
        host.advance(by: 1.0 / 60)
        host.withPixels { _, _, _, _ in }
    }

    /// Of one frame, on this thread: processor time, so that other programs do not count.
    func milliseconds(frames: Int) -> Double {
        var begin = timespec()
        var end = timespec()
        clock_gettime(CLOCK_THREAD_CPUTIME_ID, &begin)
        for _ in 0..<frames { frame() }
        clock_gettime(CLOCK_THREAD_CPUTIME_ID, &end)
        return (Double(end.tv_sec - begin.tv_sec) * 1000 + Double(end.tv_nsec - begin.tv_nsec) / 1e6) / Double(frames)
    }
}
