import Compositor
import Raster
import RenderTree

/// Layers of one kind under a root of 1920x1080, drawn on one thread.
final class LayerScene {
    private let tree: RenderTree
    private let compositor = Compositor()
    private let surface = Surface(width: 1920, height: 1080)
    private let layerClass: LayerClass
    private var states: [LayerState] = []
    private var step = 0

    init(_ count: Int, _ layerClass: LayerClass = .layer, _ make: (Int, inout LayerState) -> Void) {
        self.layerClass = layerClass
        var viewport = Viewport(width: 1920, height: 1080, rootGeometryFlipped: true)
        viewport.background = RGBA(0.2, 0.3, 0.4, 1)
        tree = RenderTree(viewport: viewport)
        for i in 0..<count {
            var state = LayerState()
            make(i, &state)
            states.append(state)
        }
        var commit = Commit()
        var root = LayerUpdate(id: LayerID(rawValue: 1), layerClass: .layer, changed: .all, state: LayerState())
        root.sublayers = states.indices.map { LayerID(rawValue: UInt64($0 + 2)) }
        commit.updates = [root] + states.indices.map(update)
        commit.root = .some(LayerID(rawValue: 1))
        tree.apply(commit)
        frame()
    }

    private func update(_ i: Int) -> LayerUpdate {
        LayerUpdate(id: LayerID(rawValue: UInt64(i + 2)), layerClass: layerClass, changed: .all, state: states[i])
    }

    private func frame() {
        step += 1
        let update = tree.update(at: Double(step) / 60)
        compositor.draw(tree.list, damage: update.damage, into: surface)
    }

    /// The whole picture, as if all of it were new.
    func whole() { compositor.draw(tree.list, into: surface) }

    /// The median of frames in each of which every layer changes, by the number of the frame and its own.
    func median(_ change: (Int, Int, inout LayerState) -> Void) -> Double {
        func one() {
            var commit = Commit()
            for i in states.indices { change(step, i, &states[i]) }
            commit.updates = states.indices.map(update)
            tree.apply(commit)
            frame()
        }
        for _ in 0..<3 { one() }
        return Measure.median(of: 17, one)
    }
}
