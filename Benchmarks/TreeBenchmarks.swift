import CoreGraphics
import Foundation
import RenderTree

/// What a frame costs from a time to a draw list: evaluation, patching, damage.
func treeBenchmarks() {
    let still = frameTime(animated: 0, of: 10_000)
    line("10,000 layers, none animates", still.best)
    let all = frameTime(animated: 10_000, of: 10_000)
    line("10,000 layers with 2 animations each: evaluated and patched", all.best, all.copy)
    let unpatched = frameTime(animated: 10_000, of: 10_000, hidden: true)
    line("the same under a hidden root: nothing is evaluated", unpatched.best, unpatched.copy)
    let few = frameTime(animated: 10, of: 10), among = frameTime(animated: 10, of: 10_000)
    line("10 layers, all animate", few.best)
    line("10,000 layers of which 10 animate", among.best)
    print(String(format: "  that is %.2f times", among.best / few.best))
    let clipped = frameTime(animated: 10, of: 10_000, clipped: true)
    line("the same inside one clip", clipped.best)
    line("a build of 10,000 layers", buildTime(10_000))
}

private func line(_ name: String, _ ms: Double, _ copy: Double? = nil) {
    let limit = copy.map { String(format: "; copying the list's bytes: %.3f ms", $0) } ?? ""
    print(Measure.padded(name) + String(format: "%9.4f ms", ms) + limit)
}

private func makeCommit(animated: Int, of count: Int, hidden: Bool, clipped: Bool) -> Commit {
    var commit = Commit()
    var root = LayerState()
    root.values.bounds = CGRect(x: 0, y: 0, width: 1920, height: 1080)
    root.values.position = CGPoint(x: 960, y: 540)
    if hidden { root.values.flags.insert(.hidden) }
    if clipped { root.values.flags.insert(.masksToBounds) }
    var top = LayerUpdate(id: LayerID(rawValue: 1), layerClass: .layer, changed: .all, state: root)
    var children: [LayerID] = []
    for i in 0..<count {
        let id = LayerID(rawValue: UInt64(i + 2))
        children.append(id)
        var state = LayerState()
        state.values.bounds = CGRect(x: 0, y: 0, width: 40, height: 40)
        state.values.position = CGPoint(x: Double(i * 37 % 1880) + 20.3, y: Double(i * 91 % 1040) + 20.7)
        state.values.cornerRadius = 8
        state.values.backgroundColor = RGBA(0.2, 0.5, 0.8, 1)
        state.values.flags.insert(.hasBackgroundColor)
        commit.updates.append(LayerUpdate(id: id, layerClass: .layer, changed: .all, state: state))
        // Spread over the list, so that neighbours do not share a cache line.
        guard animated > 0, i % (count / animated) == 0 else { continue }
        var ends = AnimationSpec.Basic()
        ends.from = .point(CGPoint(x: 20, y: 20))
        ends.to = .point(CGPoint(x: 1900, y: Double(i % 1000)))
        var move = AnimationSpec(.basic(.init(keyPath: "position"), ends))
        ends.from = .number(1)
        ends.to = .number(0.2)
        var fade = AnimationSpec(.basic(.init(keyPath: "opacity"), ends))
        move.timing.duration = 1000
        fade.timing.duration = 1000
        move.timing.beginTime = -Double(i) * 0.01
        fade.timing.beginTime = -Double(i) * 0.01
        commit.animations.append(.add(id, AnimationID(rawValue: UInt64(2 * i)), move))
        commit.animations.append(.add(id, AnimationID(rawValue: UInt64(2 * i + 1)), fade))
    }
    top.sublayers = children
    commit.updates.append(top)
    commit.root = .some(top.id)
    return commit
}

private func frameTime(animated: Int, of count: Int, hidden: Bool = false, clipped: Bool = false) -> (best: Double, copy: Double) {
    let tree = RenderTree(viewport: Viewport(width: 1920, height: 1080, rootGeometryFlipped: true))
    tree.apply(makeCommit(animated: animated, of: count, hidden: hidden, clipped: clipped))
    var time = 0.0
    for _ in 0..<3 { time += 1.0 / 60; _ = tree.update(at: time) }
    // Small ones in batches, since the clock is coarse.
    let batch = animated > 100 ? 1 : 100
    var best = Double.infinity, copy = Double.infinity
    let bytes = max(1, tree.list.ops.count * MemoryLayout<DrawOp>.stride)
    let target = UnsafeMutableRawPointer.allocate(byteCount: bytes, alignment: 64)
    for _ in 0..<40 {
        best = min(
            best,
            Measure.milliseconds {
                for _ in 0..<batch { time += 1.0 / 60; _ = tree.update(at: time) }
            } / Double(batch))
        tree.list.ops.withUnsafeBytes { source in
            copy = min(
                copy,
                Measure.milliseconds {
                    target.copyMemory(from: source.baseAddress ?? UnsafeRawPointer(target), byteCount: min(bytes, source.count))
                })
        }
    }
    target.deallocate()
    return (best, copy)
}

private func buildTime(_ count: Int) -> Double {
    let tree = RenderTree(viewport: Viewport(width: 1920, height: 1080, rootGeometryFlipped: true))
    tree.apply(makeCommit(animated: 0, of: count, hidden: false, clipped: false))
    _ = tree.update(at: 0)
    var best = Double.infinity
    for i in 0..<20 {
        tree.setViewport(Viewport(width: 1921 + i % 2, height: 1080, rootGeometryFlipped: true))
        best = min(best, Measure.milliseconds { _ = tree.update(at: 0) })
    }
    return best
}
