import Compositor
import CoreGraphics
import Foundation
import Raster
import RenderTree

/// Whole frames, from evaluation to pixels, at 1920x1080 on one thread.
func frameBenchmarks() {
    let boxes = 10_000
    let scene = Scene(layers: boxes, moving: boxes)
    let bytes = scene.surface.stride * scene.surface.height * 4
    let memset = Measure.median(of: 41) { Foundation.memset(scene.surface.pixels, 0x33, bytes) }
    Measure.line("memset of 1920x1080", memset, memset)
    let walk = scene.measure(frames: 60)
    Measure.line("10,000 translucent rounded boxes, random phases: evaluation and draw list", walk.update, memset)
    Measure.line("10,000 translucent rounded boxes, random phases: whole frame", walk.frame, memset)
    let eased = Scene(layers: boxes, moving: boxes, animations: 2)
    Measure.line("the same with opacity animated too: evaluation and draw list", eased.measure(frames: 30).update, memset)

    // Cost follows change: ten moving layers cost the same alone and among ten thousand still ones.
    let few = Scene(layers: 10, moving: 10), many = Scene(layers: boxes, moving: 10, apart: true)
    var ratios: [Double] = []
    var alone = 0.0, among = 0.0
    for _ in 0..<9 {
        let a = few.measure(frames: 60).update, b = many.measure(frames: 60).update
        ratios.append(b / a)
        alone = a
        among = b
    }
    ratios.sort()
    Measure.line("10 layers move, alone: evaluation and draw list", alone, memset)
    Measure.line("10 layers move among 10,000: evaluation and draw list", among, memset)
    print("  ratio, median of \(ratios.count) pairs: \(String(format: "%.2f", ratios[ratios.count / 2]))")

    let still = Scene(layers: boxes, moving: 0)
    _ = still.tree.update(at: 0)
    let idle = still.tree.update(at: 1)
    print("  nothing moves: damage \(idle.damage.count) rectangles, next frame at \(idle.nextFrameTime)")
    memoryBenchmark()
}

/// Resident bytes that 10,000 nodes take in the render tree.
private func memoryBenchmark() {
    let before = Measure.residentBytes
    let scene = Scene(layers: 10_000, moving: 0, surface: Surface(width: 1, height: 1))
    _ = scene.tree.update(at: 0)
    let grown = Measure.residentBytes - before
    withExtendedLifetime(scene) {
        print("  render tree, draw list included: \(grown / 10_000) bytes a layer")
    }
}

/// Rounded 40x40 boxes at sub-pixel positions, some of which move.
private final class Scene {
    let tree: RenderTree
    let compositor = Compositor()
    let surface: Surface
    private var frame = 0

    init(layers: Int, moving: Int, animations: Int = 1, apart: Bool = false, surface: Surface = Surface(width: 1920, height: 1080)) {
        self.surface = surface
        tree = RenderTree(viewport: Viewport(width: 1920, height: 1080, scale: 1, rootGeometryFlipped: true))
        var commit = Commit()
        var phases = SteadyRandom(state: 5)
        let root = LayerID(rawValue: 1)
        var rootState = LayerState()
        rootState.values.bounds = CGRect(x: 0, y: 0, width: 1920, height: 1080)
        rootState.values.position = CGPoint(x: 960, y: 540)
        var update = LayerUpdate(id: root, layerClass: .layer, changed: .all, state: rootState)
        update.sublayers = (0..<layers).map { LayerID(rawValue: UInt64($0 + 2)) }
        commit.updates.append(update)
        commit.root = root
        for index in 0..<layers {
            let id = LayerID(rawValue: UInt64(index + 2))
            var state = LayerState()
            let moves = index < moving
            // Those that stand still are apart from those that move, so that no pixel of theirs is damaged.
            let x = 30 + Double((index * 7919) % 1800) + 0.37, y = (apart && !moves ? 200 : 30) + Double((index * 104_729) % 820) + 0.61
            state.values.bounds = CGRect(x: 0, y: 0, width: 40, height: 40)
            state.values.position = CGPoint(x: x, y: apart && moves ? 30.61 : y)
            state.values.cornerRadius = 8
            state.values.backgroundColor = RGBA(Float(index % 7) / 7, Float(index % 11) / 11, Float(index % 13) / 13, 0.6)
            state.values.flags.insert(.hasBackgroundColor)
            commit.updates.append(LayerUpdate(id: id, layerClass: .layer, changed: .all, state: state))
            if moves {
                var ends = AnimationSpec.Basic()
                ends.from = .point(state.values.position)
                ends.to = .point(CGPoint(x: state.values.position.x + 60, y: state.values.position.y + 30))
                var spec = AnimationSpec(.basic(.init(keyPath: "position"), ends))
                spec.timing.duration = 10
                spec.timing.repeatCount = .infinity
                spec.timing.beginTime = -phases.next() * 10
                commit.animations.append(.add(id, AnimationID(rawValue: UInt64(index)), spec))
                if animations > 1 {
                    var ends = AnimationSpec.Basic()
                    ends.from = .number(0.2)
                    ends.to = .number(0.9)
                    var spec = AnimationSpec(.basic(.init(keyPath: "opacity"), ends))
                    spec.timing.duration = 10
                    spec.timing.repeatCount = .infinity
                    spec.timing.beginTime = -phases.next() * 10
                    commit.animations.append(.add(id, AnimationID(rawValue: UInt64(index + layers)), spec))
                }
            }
        }
        tree.apply(commit)
        step(draw: true)
    }

    private func step(draw: Bool) {
        let update = tree.update(at: Double(frame) / 60)
        frame += 1
        if draw { compositor.draw(tree.list, damage: update.damage, into: surface) }
    }

    /// Medians of the time until the draw list stands, and of the whole frame.
    func measure(frames: Int) -> (update: Double, frame: Double) {
        var updates: [Double] = [], whole: [Double] = []
        for _ in 0..<frames {
            var update: FrameUpdate?
            let first = Measure.milliseconds { update = self.tree.update(at: Double(self.frame) / 60) }
            frame += 1
            let second = Measure.milliseconds { self.compositor.draw(self.tree.list, damage: update?.damage ?? [], into: self.surface) }
            updates.append(first)
            whole.append(first + second)
        }
        updates.sort()
        whole.sort()
        return (updates[frames / 2], whole[frames / 2])
    }
}
