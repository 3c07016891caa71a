import Compositor
import CoreGraphics
import Raster
import RenderTree

/// Layers of one kind under a root of 1920x1080, drawn on one thread.
final class LayerScene {
    private let tree: RenderTree
    private let compositor: any FrameCompositor
    private let layerClass: LayerClass
    private var states: [LayerState] = []
    private var step = 0

    /// - Parameter compositor: what draws; nil is the processor, on one thread.
    init(
        _ count: Int, _ layerClass: LayerClass = .layer, width: Int = 1920, height: Int = 1080, on compositor: (any FrameCompositor)? = nil,
        _ make: (Int, inout LayerState) -> Void
    ) {
        self.layerClass = layerClass
        self.compositor = compositor ?? BitmapCompositor(width: width, height: height, options: .onScreen, threads: 1)
        self.compositor.resize(width: width, height: height)
        var viewport = Viewport(width: width, height: height, rootGeometryFlipped: true)
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

    /// Has the render tree move every layer, each at a phase of its own.
    func animatePositions() {
        var commit = Commit()
        var phases = SteadyRandom(state: 5)
        for (i, state) in states.enumerated() {
            let from = state.values.position
            var ends = AnimationSpec.Basic()
            ends.from = .point(from)
            ends.to = .point(CGPoint(x: from.x + 60, y: from.y + 30))
            var spec = AnimationSpec(.basic(.init(keyPath: "position"), ends))
            spec.timing.duration = 10
            spec.timing.repeatCount = .infinity
            spec.timing.beginTime = -phases.next() * 10
            commit.animations.append(.add(LayerID(rawValue: UInt64(i + 2)), AnimationID(rawValue: UInt64(i)), spec))
        }
        tree.apply(commit)
    }

    /// One frame, of what the render tree moves by itself.
    func frame(draws: Bool = true) {
        step += 1
        var damage: ContiguousArray<DeviceRect> = []
        updateTime = Measure.milliseconds { damage = tree.update(at: Double(step) / 60).damage + compositor.continueUploads() }
        if draws, !damage.isEmpty { try? compositor.draw(tree.list, damage: damage) }
    }

    /// What the last frame took until its draw list stood, in milliseconds.
    private(set) var updateTime = 0.0

    /// The whole picture, as if all of it were new.
    func whole() { try? compositor.draw(tree.list, damage: [DeviceRect(0, 0, tree.list.width, tree.list.height)]) }

    /// The median of frames in each of which every layer changes, by the number of the frame and its own.
    func median(_ change: (Int, Int, inout LayerState) -> Void) -> Double {
        for _ in 0..<3 { changing(nil, change) }
        return Measure.median(of: 17) { changing(nil, change) }
    }

    /// One frame in which the first `count` layers change.
    func changing(_ count: Int?, _ change: (Int, Int, inout LayerState) -> Void) {
        var commit = Commit()
        let changed = 0..<(count ?? states.count)
        for i in changed { change(step, i, &states[i]) }
        commit.updates = changed.map(update)
        tree.apply(commit)
        frame()
    }
}
