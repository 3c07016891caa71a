import Compositor
import CoreGraphics
import Raster
import RenderTree

/// The current values of a layer tree, in a separate render tree, to be drawn into another picture. The root's own position is ignored:
/// the corner of its bounds is at the origin.
package struct TreeSnapshot {
    /// The two ways in which Apple's layers are rendered.
    package enum Style: Sendable {
        /// The rendering of a window.
        case onScreen
        /// The rendering of `render(in:)`: no depth, and separate rules for borders, clips, shadows and gradients.
        case inContext
    }

    private var commit = Commit()
    private let style: Style
    private let isFlipped: Bool
    /// The time of the clock that the screen uses. Emitters show their state at that time.
    private let time: Double
    /// True if drawing waits for a film's frame; false if a window shows the layers.
    private let waits: Bool
    private let root: CALayer
    /// The tiled layers, and their indexes in the commit. Their tiles depend on the picture that they are drawn into.
    private var tiled: [(index: Int, layer: CATiledLayer)] = []

    package init(_ layer: CALayer, style: Style) {
        self.style = style
        root = layer
        waits = layer.liveContext?.driver.makesFramesOnDemand ?? true
        time = style == .onScreen ? layer.liveContext?.clock.now ?? 0 : 0
        isFlipped = layer.drawsDownwards != layer.isGeometryFlipped
        add(layer)
        commit.root = .some(layer.id)
    }

    private mutating func add(_ top: CALayer) {
        var waiting = [top]
        while let layer = waiting.popLast() {
            let (children, mask) = addAlone(layer, isRoot: layer === top)
            if let mask { waiting.append(mask) }
            waiting.append(contentsOf: children.reversed())
        }
    }

    private mutating func addAlone(_ layer: CALayer, isRoot: Bool) -> (children: [CALayer], mask: CALayer?) {
        var state = layer.currentState
        if isRoot {
            state.values.position = .zero
            state.values.zPosition = 0
            state.values.anchorPoint = .zero
            state.values.anchorPointZ = 0
            state.values.transform = CATransform3DIdentity
        }
        if style == .inContext { state.leaveOutDepth() }
        if style == .inContext, layer.layerClass == .replicator { state.leaveOutTints() }
        // Presentation copies return copies.
        let children = layer.treeChildren, mask = layer.mask
        // `render(in:)` draws a transform layer as a plain one, background, border and clip included (measured).
        let isPlain = style == .inContext && layer.layerClass == .transform
        var update = LayerUpdate(id: layer.id, layerClass: isPlain ? .layer : layer.layerClass, changed: .all, state: state)
        update.sublayers = children.map(\.id)
        update.mask = .some(mask?.id)
        if layer.layerClass == .tiled, state.objects.contents == nil, let tiled = (layer.modelLayer ?? layer) as? CATiledLayer {
            self.tiled.append((commit.updates.count, tiled))
        }
        commit.updates.append(update)
        return (children, mask)
    }

    private func withTiles(in viewport: Viewport) -> Commit {
        guard !tiled.isEmpty else { return commit }
        var commit = commit
        let states = Dictionary(commit.updates.map { ($0.id, $0.state) }) { first, _ in first }
        let top = root.modelLayer ?? root
        for (index, layer) in tiled {
            commit.updates[index].state.objects.tiles = layer.tiles(upTo: top, in: viewport) { states[$0.id] ?? $0.currentState }
        }
        return commit
    }

    /// Draws over the context's existing content, through its transform and clip and with its alpha, blend mode and shadow.
    package func draw(into context: CGContext, options: CompositorOptions) {
        context.drawThrough { surface, placement, width, height, clip in
            guard placement.a * placement.d - placement.b * placement.c != 0 else { return }
            var viewport = Viewport(width: width, height: height, rootGeometryFlipped: isFlipped)
            viewport.placement = placement
            let tree = RenderTree(viewport: viewport, clipsOwnDrawing: style == .inContext)
            tree.waitsForPictures = waits
            tree.apply(withTiles(in: viewport))
            _ = tree.update(at: time)
            let rect = DeviceRect(clip.bounds.x0, clip.bounds.y0, clip.bounds.x1, clip.bounds.y1)
            Compositor(options, threads: Processors.count).draw(
                tree.list, damage: CollectionOfOne(rect), into: surface, overExisting: true, mask: clip.mask)
        }
    }
}

extension LayerState {
    /// `render(in:)` repeats the sublayers of a replicator in their own colours (measured).
    fileprivate mutating func leaveOutTints() {
        guard extraBox != nil else { return }
        extra.instanceColor = RGBA(1, 1, 1, 1)
        extra.hasInstanceColor = true
        (extra.instanceRedOffset, extra.instanceGreenOffset, extra.instanceBlueOffset, extra.instanceAlphaOffset) = (0, 0, 0, 0)
    }

    /// Rules 27 and 28: a transform that is not affine is treated as the identity, and only some blend modes are supported.
    fileprivate mutating func leaveOutDepth() {
        values.transform = values.transform.affineOrIdentity
        if extraBox != nil, extra.sublayerTransform != CATransform3DIdentity {
            extra.sublayerTransform = extra.sublayerTransform.affineOrIdentity
        }
        if objectsBox == nil { return }
        // As on Apple's systems: no frames of films and other renderers.
        if objects.picture != nil { objects.picture = nil }
        // As documented: neither filters of the layer nor of the content behind it.
        if objects.filters != nil { objects.filters = nil }
        if objects.backgroundFilters != nil { objects.backgroundFilters = nil }
        if let filter = objects.compositingFilter, !CompositingFilterName.isDrawnInContext(filter) { objects.compositingFilter = nil }
    }
}

extension CATransform3D {
    fileprivate var affineOrIdentity: CATransform3D {
        func isNear(_ a: CGFloat, _ b: CGFloat) -> Bool { abs(a - b) <= 1e-6 }
        let isFlat =
            isNear(m13, 0) && isNear(m14, 0) && isNear(m23, 0) && isNear(m24, 0) && isNear(m31, 0) && isNear(m32, 0) && isNear(m33, 1)
            && isNear(m34, 0) && isNear(m43, 0) && isNear(m44, 1)
        return isFlat ? self : CATransform3DIdentity
    }
}
