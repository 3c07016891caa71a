import AgateDiagnostics
import CoreGraphics
import RenderTree

/// The tiled layers of a context, and their drawing. Accessed under the layer lock.
final class TiledLayers {
    private struct Entry { weak var layer: CATiledLayer? }
    private var entries: [Entry] = []
    fileprivate var isListening = false
    fileprivate var isRefreshing = false

    var isEmpty: Bool {
        LayerLock.assertHeld()
        return entries.isEmpty
    }

    func add(_ layer: CATiledLayer) {
        if !entries.contains(where: { $0.layer === layer }) { entries.append(Entry(layer: layer)) }
    }

    /// Returns the layers that the context shows. The tiles of others are released.
    fileprivate func shown(in context: LayerContext) -> [CATiledLayer] {
        var shown: [CATiledLayer] = []
        entries.removeAll { entry in
            guard let layer = entry.layer else { return true }
            guard layer.live?.context === context else {
                if layer.live == nil { layer.dropTiles() }
                return true
            }
            shown.append(layer)
            return false
        }
        return shown
    }
}

extension LayerContext {
    /// Draws what the layers themselves must draw for the frame at a time, on this thread: tiles, and layers that redraw each frame.
    /// Returns whether there was anything to draw.
    @discardableResult
    package func drawTiles(at time: Double) -> Bool {
        let hasDrawnFrames = drawFrameLayers(at: time)
        return drawTiles(at: time, old: nil) || hasDrawnFrames
    }

    /// Draws the tiles of the last committed tree. The content that a transition continues to show must be present, as if a frame had
    /// shown it.
    func drawTilesOfOldPictures(_ touched: [CALayer]) {
        guard driver.makesFramesOnDemand, LayerLock.withLock({ !tiles.isEmpty }) else { return }
        drawTiles(at: clock.now, old: CommittedTree(touched))
    }

    @discardableResult
    private func drawTiles(at time: Double, old: CommittedTree?) -> Bool {
        guard let viewport = driver.viewport, let layers = beginRefreshing() else { return false }
        defer { endRefreshing() }
        var hasDrawn = false
        for layer in layers {
            guard let view = view(of: layer, at: time, in: viewport, old: old) else {
                LayerLock.withLock {
                    if old != nil, layer.state.objectsBox != nil, layer.state.objects.tiles != nil {
                        // Tiles of earlier pictures differ from the current content.
                        layer.tileStore.plan = nil
                        send(nil, of: layer, at: time)
                    }
                }
                continue
            }
            let store = layer.tileStore
            for key in view.range.keys where store.draw(key, of: layer, view.grid) { hasDrawn = true }
            show(view, view.range, of: layer, fade: 0, at: time)
        }
        return hasDrawn
    }

    /// Requests missing tiles and shows available ones: after a commit, a frame of an animation, or the arrival of a tile.
    func refreshTiles() {
        guard !driver.makesFramesOnDemand, let viewport = driver.viewport, let layers = beginRefreshing() else { return }
        defer { endRefreshing() }
        let now = clock.now
        let queue = queue ?? TransactionThread.current.ownCallbacks
        let isListening = LayerLock.withLock {
            defer { tiles.isListening = true }
            return tiles.isListening
        }
        if !isListening { inbox.listen(on: queue) { [weak self] in self?.refreshTiles() } }
        var fades = false
        for layer in layers {
            let view = view(of: layer, at: now, in: viewport), duration = type(of: layer).fadeDuration()
            if LayerLock.withLock({ refresh(layer, view, duration, at: now, queue) }) { fades = true }
        }
        inbox.setListensAlways(fades)
    }

    /// Returns the tiled layers; nil if there are none, or if a refresh is already in progress on this thread or another.
    private func beginRefreshing() -> [CATiledLayer]? {
        LayerLock.withLock {
            guard !tiles.isEmpty, !tiles.isRefreshing else { return nil }
            tiles.isRefreshing = true
            return tiles.shown(in: self)
        }
    }

    private func endRefreshing() { LayerLock.withLock { tiles.isRefreshing = false } }

    /// Refreshes the tiles of a layer. Call under the lock. Returns whether a tile fades in.
    private func refresh(
        _ layer: CATiledLayer, _ view: TileView?, _ duration: Double, at now: Double, _ queue: CallbackQueue
    ) -> Bool {
        let store = layer.tileStore
        guard let view else { store.giveUpWaiting(); return false }
        var fades = false
        if store.settleFades(at: now, duration: duration) { fades = true }
        let range = view.grid.widened(view.range)
        if store.plan == TileStore.Plan(grid: view.grid, range: range, version: store.version), store.seen == view.range { return fades }
        store.seen = view.range
        store.giveUpWaiting()
        var requests: [TileRequest] = []
        for part in [view.range, range] {
            for key in part.keys where store.pending[key] == nil && !store.isValid(key, view.grid.drawnRect(key)) {
                let request = TileRequest(key, of: layer, view.grid, queue: queue)
                store.pending[key] = request
                requests.append(request)
            }
        }
        TilePool.shared.submit(requests)
        show(view, range, of: layer, fade: duration, at: now)
        return fades
    }

    private func view(
        of layer: CATiledLayer, at time: Double, in viewport: Viewport, old: CommittedTree? = nil
    ) -> TileView? {
        let store = layer.tileStore
        let isPlain = LayerLock.withLock {
            guard layer.state.objects.contents != nil else { return false }
            if layer.state.objects.tiles != nil || store.tileCount > 0 {
                store.removeAll()
                send(nil, of: layer, at: time)
            }
            return true
        }
        if isPlain { return nil }
        return TileView(layer, in: viewport, old: old) { $0.shownState(at: time) ?? $0.currentState }
    }

    private func show(_ view: TileView, _ range: TileRange, of layer: CATiledLayer, fade: Double, at time: Double) {
        LayerLock.lock()
        defer { LayerLock.unlock() }
        let store = layer.tileStore
        store.want(range)
        let plan = TileStore.Plan(grid: view.grid, range: range, version: store.version)
        guard store.plan != plan else { return }
        store.plan = plan
        send(LayerTiles(store.pieces(range), isFlipped: view.grid.isFlipped, fadeDuration: fade), of: layer, at: time)
    }

    /// Sends the tiles in a separate commit: they are not a property, and wait for no transaction.
    private func send(_ tiles: LayerTiles?, of layer: CATiledLayer, at time: Double) {
        LayerLock.withLock {
            layer.state.objects.tiles = tiles
            guard let live = layer.live, live.isCommitted else { return }
            live.committed?.value.objects.tiles = tiles
            var commit = Commit()
            commit.time = time
            commit.updates = [
                LayerUpdate(
                    id: layer.id, layerClass: layer.layerClass, changed: PropertySet(.contents), state: live.committed?.value ?? layer.state
                )
            ]
            submit(commit)
        }
    }
}

/// A layer's grid, and its visible tiles.
struct TileView {
    let grid: TileGrid
    let range: TileRange

    /// Returns nil if no tiles are visible, or too many.
    init?(
        _ layer: CATiledLayer, upTo top: CALayer? = nil, in viewport: Viewport, old: CommittedTree? = nil,
        _ state: (CALayer) -> LayerState
    ) {
        guard let grid = TileGrid(layer), let visibility = TileVisibility(layer, upTo: top, in: viewport, old: old, state) else {
            return nil
        }
        // Under a perspective, the near end of a layer may be large and its far end small. If the near end needs too many tiles, a coarser
        // level is used.
        var level = grid.level(for: visibility.pixelsPerPoint)
        var range = grid.range(level, visibility.visible)
        while range == nil, level + 1 < grid.levels {
            level += 1
            range = grid.range(level, visibility.visible)
        }
        guard let range else {
            Diagnostic.reportOnce(
                "tiles.too-many", key: "\(layer.id.rawValue)", layer: LayerReport.describe(layer), property: "levelsOfDetail",
                "\(LayerReport.describe(layer)): more tiles are visible at once than a layer can have; new tiles are not drawn"
            )
            return nil
        }
        self.grid = grid
        self.range = range
        LayerLock.withLock { layer.tileStore.use(grid) }
    }
}

extension TileStore {
    /// Draws a tile on this thread, unless it is already valid. Returns whether it was drawn.
    func draw(_ key: TileKey, of layer: CATiledLayer, _ grid: TileGrid) -> Bool {
        let rect = grid.drawnRect(key)
        let (isThere, before) = LayerLock.withLock { (isValid(key, rect), invalidations) }
        if isThere || rect.width <= 0 || rect.height <= 0 { return false }
        let image = TileRequest.draw(
            layer, rect, scale: grid.scale(key.level), isFlipped: grid.isFlipped, isOpaque: grid.isOpaque, grid.format)
        // Invalidations during the drawing apply to the next time.
        LayerLock.withLock { keep(Tile(image: image, rect: rect, isStale: invalidations != before), for: key) }
        return true
    }
}

extension CATiledLayer {
    /// Releases the tiles of a layer that is no longer shown.
    final func dropTiles() {
        tileStore.removeAll()
        if state.objectsBox != nil, state.objects.tiles != nil { state.objects.tiles = nil }
    }

    /// Returns the tiles that a picture of the layer needs, drawn now.
    final func tiles(upTo top: CALayer, in viewport: Viewport, _ state: (CALayer) -> LayerState) -> LayerTiles? {
        guard let view = TileView(self, upTo: top, in: viewport, state) else { return currentState.objects.tiles }
        for key in view.range.keys { _ = tileStore.draw(key, of: self, view.grid) }
        return LayerTiles(LayerLock.withLock { tileStore.pieces(view.range) }, isFlipped: view.grid.isFlipped, fadeDuration: 0)
    }
}
