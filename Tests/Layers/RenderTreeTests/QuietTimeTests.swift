import CoreGraphics
import TestSupport
import XCTest
@testable import RenderTree

/// The time of the next frame that an update returns: a host sleeps until then, so nothing may change before it.
final class QuietTimeTests: XCTestCase {
    private let viewport = Viewport(width: 100, height: 100, rootGeometryFlipped: true)

    /// Random trees of layers with their own speeds, offsets and delays, hidden or not; with delayed instances, emitters, and animations
    /// that begin later, wait, repeat, reverse, fill and hold their values in steps.
    func testNothingChangesBeforeTheAnnouncedTime() {
        var quiet = 0
        for seed in 0..<250 {
            var r = SeededGenerator(seed: UInt64(seed))
            let scene = randomScene(&r)
            let tree = RenderTree(viewport: viewport)
            for commit in scene.commits { tree.apply(commit) }
            var time = 0.0
            for _ in 0..<16 {
                let next = tree.update(at: time).nextFrameTime
                XCTAssertGreaterThanOrEqual(next, time, "seed \(seed)")
                let until = min(next, time + 3)
                if until > time + 1e-6 {
                    quiet += 1
                    let now = shown(scene, at: time)
                    for part in [0.01, 0.4, 0.99] where shown(scene, at: time + (until - time) * part) != now {
                        return XCTFail("seed \(seed): \(next) is announced at \(time), but after \(part) of the pause the picture differs")
                    }
                }
                time = max(until, time + r.number(0.01...0.15))
            }
        }
        XCTAssertGreaterThan(quiet, 400, "frames with a pause after them")
    }

    private func randomScene(_ r: inout SeededGenerator) -> TreeScene {
        var scene = TreeScene()
        let root = scene.layer(frame: CGRect(x: 0, y: 0, width: 100, height: 100))
        scene.root(root)
        var parents = [root, root]
        for _ in 0..<3 {
            var random = r
            parents.append(
                scene.layer(
                    random.any([.layer, .layer, .transform, .replicator]), frame: CGRect(x: 0, y: 0, width: 100, height: 100),
                    in: random.any(parents)
                ) { randomizeTime(&$0, &random) })
            r = random
        }
        for _ in 0..<Int.random(in: 1...4, using: &r) {
            let frame = CGRect(x: r.any([10, 40, 200]), y: 10, width: 20, height: 20)
            if r.chance(0.15) {
                let rate = r.number(0.4...1.5)
                _ = scene.layer(.emitter, frame: frame, in: r.any(parents)) {
                    $0 = EmitterMaking.state([EmitterMaking.cell(rate: rate, lifetime: 0.2)])
                    $0.values.position = CGPoint(x: 50, y: 50)
                }
                continue
            }
            let layer = scene.layer(frame: frame, color: red, in: r.any(parents)) { state in
                if r.chance(0.15) { state.values.flags.insert(.hidden) }
            }
            for _ in 0..<Int.random(in: 1...2, using: &r) { scene.animate(layer, randomAnimation(&r)) }
        }
        _ = scene.commit(at: 0)
        return scene
    }

    private func randomizeTime(_ state: inout LayerState, _ r: inout SeededGenerator) {
        if r.chance(0.1) { state.values.flags.insert(.hidden) }
        state.extra.timing.speed = r.any([1, 1, 1, 2, 0.5, 0, -1])
        state.extra.timing.beginTime = r.any([0, 0, 0.4])
        state.extra.timing.timeOffset = r.any([0, 0, 1.7])
        state.extra.instanceCount = 2
        state.extra.instanceTransform = CATransform3DMakeTranslation(15, 3, 0)
        state.extra.instanceDelay = r.any([0, 0.25, 0.7])
    }

    private func randomAnimation(_ r: inout SeededGenerator) -> AnimationSpec {
        var keyframe = AnimationSpec.Keyframe()
        keyframe.mode = r.any([.discrete, .discrete, .linear])
        let path: String
        switch r.any([0, 1, 2, 3]) {
        case 0: path = "opacity"; keyframe.values = [.number(0.3), .number(0.6), .number(0.9)]
        case 1: path = "position.x"; keyframe.values = [.number(20), .number(300), .number(60)]
        case 2: path = "hidden"; keyframe.values = [.number(0), .number(1)]; keyframe.mode = .discrete
        default: path = "backgroundColor"; keyframe.values = [.color(CGColor(rgba: green)), .color(CGColor(rgba: blue))]
        }
        var spec = AnimationSpec(.keyframe(.init(keyPath: path), keyframe))
        spec.timing.duration = r.number(0.2...1.5)
        spec.timing.beginTime = r.any([0, 0.3, 0.9])
        spec.timing.speed = r.any([1, 1, 0.5, -1])
        spec.timing.repeatCount = r.any([0, 2, 1.5])
        spec.timing.autoreverses = r.chance(0.3)
        spec.timing.fillMode = r.any([.removed, .forwards, .backwards, .both])
        spec.isRemovedOnCompletion = r.chance(0.5)
        return spec
    }

    /// The visible ops of a new tree, with their payloads.
    private func shown(_ scene: TreeScene, at time: Double) -> [Int] {
        let tree = RenderTree(viewport: viewport)
        for commit in scene.commits { tree.apply(commit) }
        _ = tree.update(at: time)
        return tree.list.ops.filter { !$0.bounds.isEmpty }.flatMap { op in
            let payload = op.payload >= 0 ? tree.list.payloads[Int(op.payload)] : nil
            var op = op
            (op.payload, op.end) = (-1, -1)
            return [op.hashValue, payload.hashValue]
        }
    }
}
