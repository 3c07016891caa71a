import CoreGraphics
import TestSupport
import XCTest
@testable import RenderTree

/// Animations that a tree evaluates by kind show what they show one by one, bit by bit.
final class SteadyAnimationTests: XCTestCase {
    private struct Layer {
        let id: LayerID
        var state: LayerState
        var list: ContiguousArray<CompiledAnimation> = []
    }

    private var random = SeededGenerator(seed: 1)

    private func roll(_ n: Int) -> Int { Int.random(in: 0..<n, using: &random) }
    private func number(_ range: ClosedRange<Double>) -> Double { Double.random(in: range, using: &random) }

    private func value(_ kind: ValueKind) -> PropertyValue {
        switch kind {
        case .point: .point(CGPoint(x: number(-50...50), y: number(-50...50)))
        case .size: .size(CGSize(width: number(-50...50), height: number(-50...50)))
        case .rect: .rect(CGRect(x: number(-5...5), y: number(-5...5), width: number(0...50), height: number(0...50)))
        case .color: .color(CGColor(rgba: RGBA(Float(number(0...1)), Float(number(0...1)), Float(number(0...1)), Float(number(0...1)))))
        default: .number(roll(4) == 0 ? Double(roll(3)) : number(-2...2))
        }
    }

    private func randomSpec() -> AnimationSpec {
        let keys: [(String, ValueKind)] = [
            ("position", .point), ("position.x", .number), ("bounds", .rect), ("bounds.size", .size), ("opacity", .number),
            ("backgroundColor", .color),
            ("cornerRadius", .number), ("zPosition", .number), ("transform.rotation.z", .number), ("transform.rotation", .number),
            ("transform.scale", .number), ("transform.scale.x", .number), ("transform.scale.xy", .number), ("transform.translation", .size),
            ("transform.translation.x", .number), ("transform.translation.y", .number), ("transform.rotation.x", .number),
            ("shadowOffset", .size),
        ]
        let (key, kind) = keys[roll(keys.count)]
        var spec: AnimationSpec
        switch roll(6) {
        case 0:
            spec = keyframes(key, (0..<(2 + roll(6))).map { _ in value(kind) }) {
                if roll(2) == 0 { $0.timingCurves = [.easeIn, .linear, .easeInEaseOut] }
                if roll(3) == 0 { $0.keyTimes = [0.1, 0.4, 0.4, 0.8] }
                $0.mode = [.linear, .linear, .linear, .discrete, .paced, .cubic][roll(6)]
            }
        case 1:
            var ends = AnimationSpec.Basic()
            ends.from = value(kind)
            ends.to = value(kind)
            var spring = AnimationSpec.Spring()
            spring.damping = number(1...40)
            spring.allowsOverdamping = roll(2) == 0
            spec = AnimationSpec(.spring(.init(keyPath: key), ends, spring))
        default:
            spec = basic(key, from: value(kind), to: roll(8) == 0 ? nil : value(kind)) {
                $0.isAdditive = roll(10) == 0
                $0.isCumulative = roll(10) == 0
            }
        }
        spec.timingCurve = [nil, nil, .easeIn, .easeInEaseOut, TimingCurve(0.2, -1, 0.4, 2)][roll(5)]
        spec.timing.duration = number(0.3...4)
        spec.timing.beginTime = roll(3) == 0 ? number(-1...2) : 0
        if roll(3) == 0 { spec.timing.repeatCount = roll(2) == 0 ? .infinity : Float(number(1...5)) }
        spec.timing.autoreverses = roll(4) == 0
        if roll(6) == 0 { spec.timing.speed = Float([-1, 0.5, 2, 3][roll(4)]) }
        if roll(6) == 0 { spec.timing.timeOffset = number(0...2) }
        spec.timing.fillMode = [.removed, .forwards, .backwards, .both][roll(4)]
        spec.isRemovedOnCompletion = false
        return spec
    }

    private func randomState() -> LayerState {
        var state = LayerState()
        switch roll(5) {
        case 0: state.values.transform = CATransform3DMakeRotation(number(-3...3), 0, 0, 1)
        case 1: state.values.transform = CATransform3DScale(CATransform3DMakeRotation(1, 0, 0, 1), -2, number(0.5...3), 1)
        case 2: state.values.transform = CATransform3DMakeScale(0, 1, 1)
        default: break
        }
        if roll(4) == 0 { state.objects.name = "with objects" }
        return state
    }

    func testStatesAreTheSameBitByBit() {
        var steadySeen = 0
        for round in 0..<60 {
            random = SeededGenerator(seed: UInt64(round))
            let tree = RenderTree(viewport: Viewport(width: 64, height: 64))
            var scene = TreeScene()
            let root = scene.layer(frame: CGRect(x: 0, y: 0, width: 64, height: 64)) { if roll(2) == 0 { $0.values.flags.insert(.hidden) } }
            scene.root(root)
            var layers: [Layer] = []
            var running: [(LayerID, AnimationID)] = []
            for _ in 0..<40 {
                let state = randomState()
                let id = scene.layer(color: roll(2) == 0 ? red : nil, in: root) { own in
                    let color = (own.values.backgroundColor, own.values.flags)
                    own = state
                    (own.values.backgroundColor, own.values.flags) = color
                }
                layers.append(Layer(id: id, state: scene.states[id]!.state))
            }
            func add(_ i: Int) {
                let spec = randomSpec()
                let animation = scene.animate(layers[i].id, spec)
                running.append((layers[i].id, animation))
                layers[i].list.append(CompiledAnimation(spec: spec, id: animation, layerClass: .layer))
            }
            for i in layers.indices { for _ in 0..<(1 + roll(3)) { add(i) } }
            tree.apply(scene.commit())
            var time = 0.0
            for frame in 0..<120 {
                time += roll(20) == 0 ? number(-1...1) : 1.0 / 30
                if frame % 20 == 10 {
                    add(roll(layers.count))
                    let (layer, animation) = running.remove(at: roll(running.count))
                    scene.stop(layer, animation)
                    let i = layers.firstIndex { $0.id == layer }!
                    layers[i].list.removeAll { $0.id == animation }
                    let moved = roll(layers.count)
                    layers[moved].state.values.position.x += 3
                    scene.change(layers[moved].id) { $0.values.position.x += 3 }
                    tree.apply(scene.commit())
                }
                _ = tree.update(at: time)
                steadySeen += tree.timeline.steady.recordCount
                for layer in layers {
                    var wanted = layer.state
                    LayerAnimations.apply(layer.list, at: time, to: &wanted)
                    let got = tree.state(of: layer.id)!
                    if got != wanted {
                        return XCTFail("round \(round), frame \(frame), time \(time), layer \(layer.id): \(got.values) \(wanted.values)")
                    }
                }
            }
        }
        // Of 288,000: otherwise nothing was tried.
        XCTAssertGreaterThan(steadySeen, 20_000)
    }

    func testWhatEndsIsReported() {
        var scene = TreeScene()
        let root = scene.layer(frame: CGRect(x: 0, y: 0, width: 20, height: 20), color: red)
        scene.root(root)
        // The first is not seen under the second, and still ends.
        let short = scene.animate(root, basicSpec("opacity", .number(0), .number(1), duration: 1))
        let long = scene.animate(root, basicSpec("opacity", .number(1), .number(0), duration: 2))
        let tree = RenderTree(viewport: Viewport(width: 64, height: 64))
        tree.apply(scene.commit())
        XCTAssertEqual(tree.update(at: 0).events.map(\.kind), [.started, .started])
        _ = tree.update(at: 0.25)
        XCTAssertEqual(tree.timeline.steady.recordCount, 1)
        let frame = tree.update(at: 0.5)
        XCTAssertEqual(frame.nextFrameTime, 0.5)
        XCTAssertFalse(frame.damage.isEmpty)
        XCTAssertEqual(tree.update(at: 1.5).events, [RenderEvent(layer: root, animation: short, kind: .ended)])
        XCTAssertEqual(tree.state(of: root)?.values.opacity, 0.25)
        XCTAssertEqual(tree.update(at: 2.5).events, [RenderEvent(layer: root, animation: long, kind: .ended)])
        XCTAssertEqual(tree.state(of: root)?.values.opacity, 1)
        XCTAssertEqual(tree.timeline.steady.recordCount, 0)
    }

    /// What has left is forgotten, however often.
    func testEntriesDoNotPileUp() {
        var scene = TreeScene()
        let root = scene.layer(frame: CGRect(x: 0, y: 0, width: 20, height: 20), color: red)
        scene.root(root)
        let tree = RenderTree(viewport: Viewport(width: 64, height: 64))
        tree.apply(scene.commit())
        var time = 0.0
        for _ in 0..<20_000 {
            let id = scene.animate(root, basicSpec("opacity", .number(0), .number(1), begin: time))
            tree.apply(scene.commit())
            for _ in 0..<2 {
                time += 0.1
                _ = tree.update(at: time)
            }
            XCTAssertEqual(tree.timeline.steady.recordCount, 1)
            scene.stop(root, id)
            tree.apply(scene.commit())
            _ = tree.update(at: time)
        }
        XCTAssertEqual(tree.timeline.steady.recordCount, 0)
        XCTAssertLessThan(tree.timeline.steady.entryCount, 300)
        XCTAssertLessThan(tree.timeline.steadyRecords.members.count, 300)
        XCTAssertEqual(tree.timeline.animatedCount, 0)
        XCTAssertLessThanOrEqual(tree.timeline.animated.count, 2)
    }
}
