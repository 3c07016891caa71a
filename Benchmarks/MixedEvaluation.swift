import CoreGraphics
import Foundation
import RenderTree

/// 100,000 layers with one or two animations each, of every usual kind, in random order: what a frame of a full scene evaluates.
func mixedEvaluation() {
    for layers in [1000, 10_000, 100_000] {
        let copy = mixedEvaluation(layers)
        mixedTree(layers, copy)
    }
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
    let source = UnsafeMutableRawPointer.allocate(byteCount: bytes, alignment: 64),
        target = UnsafeMutableRawPointer.allocate(byteCount: bytes, alignment: 64)
    memset(source, 1, bytes)
    memset(target, 1, bytes)
    func applyOneByOne(_ time: Double) {
        states.withUnsafeMutableBufferPointer { states in
            animations.withUnsafeBufferPointer { all in
                for i in 0..<layers {
                    LayerAnimations.apply(UnsafeBufferPointer(rebasing: all[ends[i]..<ends[i + 1]]), at: time, to: &states[i])
                }
            }
        }
    }
    var single = Double.infinity, best = Double.infinity, copy = Double.infinity
    for round in 0..<30 {
        single = min(single, Measure.milliseconds { applyOneByOne(1 + Double(round) / 60) })
        copy = min(copy, Measure.milliseconds { memcpy(target, source, bytes) })
    }
    states = [LayerState](repeating: LayerState(), count: layers)
    applyOneByOne(1)
    var steady = SteadyAnimations(), failed = ContiguousArray<Int32>()
    let base = LayerState()
    animations.withUnsafeBufferPointer { all in
        for i in 0..<layers {
            let list = UnsafeBufferPointer(rebasing: all[ends[i]..<ends[i + 1]])
            precondition(steady.enroll(list, on: base, slot: Int32(i), node: Int32(i), at: 1.5))
        }
    }
    func applyByKind(_ time: Double) {
        states.withUnsafeMutableBytes {
            steady.apply(at: time, to: $0.baseAddress!, stride: MemoryLayout<LayerState>.stride, failed: &failed)
        }
    }
    for round in 0..<30 { best = min(best, Measure.milliseconds { applyByKind(1 + Double(round) / 60) }) }
    let allocated = AllocationWatch.objects { applyByKind(2) }
    precondition(failed.isEmpty)
    let seen = states
    states = [LayerState](repeating: LayerState(), count: layers)
    applyOneByOne(2)
    precondition(seen == states, "by kind and one by one differ")
    source.deallocate()
    target.deallocate()
    precondition(allocated ?? 0 == 0, "evaluation allocated \(allocated ?? 0) objects")
    let scale = 1e6 / Double(count)
    print(
        String(
            format:
                "mixed, on %d layers: by kind %.1f ns an animation (limit: 20), nothing allocated; one by one %.1f; copying the layers' bytes %.1f",
            layers, best * scale, single * scale, copy * scale))
    return copy
}

/// The same layers in a render tree, whose root is hidden: evaluation with what the tree keeps about it, and nothing drawn.
private func mixedTree(_ layers: Int, _ copy: Double) {
    var random = SteadyRandom(state: 1)
    var commit = Commit()
    var root = LayerState()
    root.values.flags.insert(.hidden)
    var top = LayerUpdate(id: LayerID(rawValue: 1), layerClass: .layer, changed: .all, state: root)
    top.sublayers = []
    var count = 0
    for layer in 0..<layers {
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
    let best = Measure.best(of: 30) {
        time += 1.0 / 60; _ = tree.update(at: time)
    }
    let scale = 1e6 / Double(count)
    print(
        String(
            format: "  in a tree under a hidden root: %.1f ns an animation, %.2f ms; copying the layers' bytes %.1f", best * scale, best,
            copy * scale))
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

/// `bench evaluation-rows`: nanoseconds to evaluate a number that animates, on 10,000 layers as the render tree does it, as lines of a
/// name, a tab and the figure. The same animations as those of an exact loop in C that `Benchmarks/peers/compare` runs beside it.
func evaluationRows() {
    func timed(_ content: AnimationSpec.Content, _ i: Int) -> AnimationSpec {
        var spec = AnimationSpec(content)
        spec.timing.duration = Double(1 + i % 7)
        spec.timing.repeatCount = .infinity
        spec.timing.beginTime = -Double(i % 100) * 0.01
        return spec
    }
    func ends(_ i: Int) -> AnimationSpec.Basic {
        var ends = AnimationSpec.Basic()
        (ends.from, ends.to) = (.number(Double(i)), .number(Double(i + 100)))
        return ends
    }
    func ease(_ i: Int) -> AnimationSpec {
        var spec = timed(.basic(.init(keyPath: "cornerRadius"), ends(i)), i)
        spec.timingCurve = .easeInEaseOut
        return spec
    }
    func keys(_ i: Int) -> AnimationSpec {
        var frames = AnimationSpec.Keyframe()
        frames.values = [0, 30, 10, 90, 50].map { .number($0) }
        frames.keyTimes = [0, 0.2, 0.5, 0.8, 1]
        return timed(.keyframe(.init(keyPath: "cornerRadius"), frames), i)
    }
    func spring(_ i: Int) -> AnimationSpec { timed(.spring(.init(keyPath: "cornerRadius"), ends(i), .init()), i) }
    func figure(_ name: String, _ make: (Int) -> AnimationSpec) {
        let layers = 10_000, base = LayerState()
        var states = [LayerState](repeating: base, count: layers)
        var steady = SteadyAnimations(), failed = ContiguousArray<Int32>()
        for i in 0..<layers {
            let list = [CompiledAnimation(spec: make(i), id: AnimationID(rawValue: UInt64(i)), layerClass: .layer)]
            list.withUnsafeBufferPointer { precondition(steady.enroll($0, on: base, slot: Int32(i), node: Int32(i), at: 0.3)) }
        }
        let best =
            (0..<60).map { round in
                Measure.milliseconds {
                    states.withUnsafeMutableBytes {
                        steady.apply(
                            at: 0.3 + Double(round) * 0.0166, to: $0.baseAddress!, stride: MemoryLayout<LayerState>.stride, failed: &failed)
                    }
                }
            }.min() ?? .infinity
        precondition(failed.isEmpty)
        print("\(name)\t\(String(format: "%.2f", best * 1e6 / Double(layers)))")
    }
    figure("ease", ease)
    figure("keyframes", keys)
    figure("spring", spring)
    figure("mixed") { [ease, keys, spring][$0 % 3]($0) }
}
