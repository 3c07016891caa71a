import CoreGraphics
import Foundation
import RenderTree

/// 100,000 layers with one or two animations each, of every usual kind, in random order: what a frame of a full scene evaluates.
func mixedEvaluation() {
    mixedEvaluation(1000)
    let copy = mixedEvaluation(100_000)
    mixedTree(copy)
}

@discardableResult
private func mixedEvaluation(_ layers: Int) -> Double {
    var random = SteadyRandom(state: 1)
    var animations: ContiguousArray<CompiledAnimation> = []
    animations.reserveCapacity(2 * layers)
    var ends: ContiguousArray<Int> = [0]
    for _ in 0..<layers {
        for _ in 0..<(random.next() < 0.5 ? 1 : 2) {
            var spec = mixedSpec(&random)
            spec.timing.beginTime = -random.next()
            animations.append(CompiledAnimation(spec: spec, id: AnimationID(rawValue: UInt64(animations.count)), layerClass: .layer))
        }
        ends.append(animations.count)
    }
    let count = animations.count
    var states = [LayerState](repeating: LayerState(), count: layers)
    let bytes = layers * MemoryLayout<LayerState>.stride
    let source = UnsafeMutableRawPointer.allocate(byteCount: bytes, alignment: 64), target = UnsafeMutableRawPointer.allocate(byteCount: bytes, alignment: 64)
    memset(source, 1, bytes)
    memset(target, 1, bytes)
    var best = Double.infinity, copy = Double.infinity
    for round in 0..<30 {
        let time = 1 + Double(round) / 60
        best = min(best, Measure.milliseconds {
            states.withUnsafeMutableBufferPointer { states in
                animations.withUnsafeBufferPointer { all in
                    for i in 0..<layers {
                        LayerAnimations.apply(UnsafeBufferPointer(rebasing: all[ends[i]..<ends[i + 1]]), at: time, to: &states[i])
                    }
                }
            }
        })
        copy = min(copy, Measure.milliseconds { memcpy(target, source, bytes) })
    }
    let allocated = AllocationWatch.objects {
        states.withUnsafeMutableBufferPointer { states in
            animations.withUnsafeBufferPointer { all in
                for i in 0..<layers {
                    LayerAnimations.apply(UnsafeBufferPointer(rebasing: all[ends[i]..<ends[i + 1]]), at: 2, to: &states[i])
                }
            }
        }
    }
    source.deallocate()
    target.deallocate()
    precondition(allocated ?? 0 == 0, "evaluation allocated objects")
    print(String(format: "mixed, on %d layers: %.1f ns an animation (limit: 20), %.2f ms for %d, nothing allocated; copying the layers' bytes: %.2f ms",
                 layers, best * 1e6 / Double(count), best, count, copy))
    return copy
}

/// The same layers in a render tree, whose root is hidden: evaluation with what the tree keeps about it, and nothing drawn.
private func mixedTree(_ copy: Double) {
    var random = SteadyRandom(state: 1)
    var commit = Commit()
    var root = LayerState()
    root.values.flags.insert(.hidden)
    var top = LayerUpdate(id: LayerID(rawValue: 1), layerClass: .layer, changed: .all, state: root)
    top.sublayers = []
    var count = 0
    for layer in 0..<100_000 {
        let id = LayerID(rawValue: UInt64(layer + 2))
        top.sublayers?.append(id)
        commit.updates.append(LayerUpdate(id: id, layerClass: .layer, changed: .all, state: LayerState()))
        for _ in 0..<(random.next() < 0.5 ? 1 : 2) {
            var spec = mixedSpec(&random)
            spec.timing.beginTime = -random.next()
            commit.animations.append(.add(id, AnimationID(rawValue: UInt64(count)), spec))
            count += 1
        }
    }
    commit.updates.append(top)
    commit.root = .some(top.id)
    let tree = RenderTree(viewport: Viewport(width: 64, height: 64))
    tree.apply(commit)
    var time = 1.0
    for _ in 0..<3 { time += 1.0 / 60; _ = tree.update(at: time) }
    let best = Measure.best(of: 30) { time += 1.0 / 60; _ = tree.update(at: time) }
    print(String(format: "the same in a tree under a hidden root: %.1f ns an animation, %.2f ms; copying the layers' bytes: %.2f ms",
                 best * 1e6 / Double(count), best, copy))
}

/// One of eight kinds, each as likely as the others.
func mixedSpec(_ random: inout SteadyRandom) -> AnimationSpec {
    func number(_ scale: Double) -> PropertyValue { .number(random.next() * scale) }
    func point() -> PropertyValue { .point(CGPoint(x: random.next() * 500, y: random.next() * 500)) }
    func color() -> PropertyValue { .color(CGColor(rgba: RGBA(Float(random.next()), Float(random.next()), Float(random.next()), 1))) }
    func basic(_ keyPath: String, _ from: PropertyValue, _ to: PropertyValue) -> AnimationSpec {
        var ends = AnimationSpec.Basic()
        ends.from = from
        ends.to = to
        var spec = AnimationSpec(.basic(.init(keyPath: keyPath), ends))
        let curves: [TimingCurve] = [.easeIn, .easeOut, .easeInEaseOut, .systemDefault]
        spec.timingCurve = curves[Int(random.next() * 4)]
        return spec
    }
    var spec: AnimationSpec
    switch Int(random.next() * 8) {
    case 0: spec = basic("position", point(), point())
    case 1: spec = basic("opacity", number(1), number(1))
    case 2: spec = basic("backgroundColor", color(), color())
    case 3: spec = basic("transform.rotation.z", number(6), number(6))
    case 4: spec = basic("transform.scale", number(2), number(2))
    case 5: spec = basic("transform.translation.x", number(100), number(100))
    case 6:
        var ends = AnimationSpec.Basic()
        ends.from = point()
        ends.to = point()
        spec = AnimationSpec(.spring(.init(keyPath: "position"), ends, .init()))
    default:
        var frames = AnimationSpec.Keyframe()
        frames.values = (0..<8).map { _ in point() }
        spec = AnimationSpec(.keyframe(.init(keyPath: "position"), frames))
    }
    spec.timing.duration = 10
    return spec
}
