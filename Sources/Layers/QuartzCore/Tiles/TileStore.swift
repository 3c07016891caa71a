import CoreGraphics
import RenderTree

/// The drawn tiles of a tiled layer. Accessed under the layer lock.
package final class TileStore {
    struct Tile {
        /// The image; nil if the layer drew nothing.
        var image: CGImage?
        var rect: CGRect
        var isStale = false
        var lastUse = 0
        /// The media time at which the tile begins to fade in, and the picture below it.
        var begin = -Double.infinity
        var under: LayerTiles.Picture?
        var bytes: Int { image.map { $0.width * $0.height * 4 } ?? 0 }
    }

    /// The parameters of the displayed pieces. If they are equal, the pieces are the same.
    struct Plan: Equatable {
        var grid: TileGrid
        var range: TileRange
        var version: Int
    }

    private(set) var tiles: [TileKey: Tile] = [:]
    private(set) var bytes = 0
    private(set) var grid: TileGrid?
    var pending: [TileKey: TileRequest] = [:]
    /// Incremented by every change that may affect the picture.
    private(set) var version = 0
    /// Incremented by every use.
    private var clock = 0
    var plan: Plan?
    /// The currently wanted tiles, none of which is removed. `seen` is the visible range, without the margin.
    private(set) var wanted: TileRange?
    var seen: TileRange?
    /// The number of invalidations.
    private(set) var invalidations = 0
    /// The number of tiles drawn since the layer was created.
    package private(set) var drawnCount = 0
    /// The maximum memory of tiles that are not shown.
    package static let spareBytes = 64 << 20

    package var tileCount: Int { LayerLock.withLock { tiles.count } }
    package var byteCount: Int { LayerLock.withLock { bytes } }

    /// Removes tiles that are not valid for the new grid.
    func use(_ new: TileGrid) {
        if let grid, !new.divides(as: grid) { removeAll() }
        if grid != new { grid = new; version += 1 }
    }

    func removeAll() {
        giveUpWaiting()
        tiles = [:]
        pending = [:]
        bytes = 0
        plan = nil
        wanted = nil
        seen = nil
        version += 1
    }

    /// Withdraws the requests that no worker has started.
    func giveUpWaiting() {
        guard !pending.isEmpty else { return }
        for request in TilePool.shared.withdraw(ObjectIdentifier(self)) {
            if pending[request.key] === request { pending[request.key] = nil }
            request.giveUp()
        }
    }

    func invalidate(_ r: CGRect) {
        invalidations += 1
        func touches(_ other: CGRect) -> Bool { r.intersects(other) }
        for (key, tile) in tiles where touches(tile.rect) { tiles[key]!.isStale = true }
        for request in pending.values where touches(request.rect) { request.isOutdated = true }
        version += 1
    }

    /// Returns whether a tile is complete and up to date.
    func isValid(_ key: TileKey, _ rect: CGRect) -> Bool {
        guard let tile = tiles[key] else { return false }
        return !tile.isStale && tile.rect == rect
    }

    func keep(_ tile: Tile, for key: TileKey) {
        bytes += tile.bytes - (tiles[key]?.bytes ?? 0)
        tiles[key] = tile
        tiles[key]!.lastUse = clock
        drawnCount += 1
        version += 1
    }

    /// Accepts the picture of a worker.
    func accept(_ request: TileRequest, _ image: CGImage?, of layer: CATiledLayer) {
        let duration = type(of: layer).fadeDuration()
        LayerLock.withLock { take(request, image, of: layer, duration) }?.refreshTiles()
    }

    /// Returns the context that shows the tile; nil if the tile is no longer wanted.
    private func take(_ request: TileRequest, _ image: CGImage?, of layer: CATiledLayer, _ duration: Double) -> LayerContext? {
        guard pending[request.key] === request else { return nil }
        pending[request.key] = nil
        guard let grid, let context = layer.live?.context, request.scale == grid.scale(request.key.level) else { return nil }
        var tile = Tile(image: image, rect: request.rect, isStale: request.isOutdated)
        if image != nil, duration > 0, duration.isFinite, seen?.contains(request.key) ?? false {
            tile.begin = context.clock.now
            let before = cover(request.key)
            if before.count == 1, before[0].rect == grid.rect(request.key) { tile.under = before[0].picture }
        }
        keep(tile, for: request.key)
        return context
    }

    /// Ends the fades that are over. Returns whether any continue.
    func settleFades(at time: Double, duration: Double) -> Bool {
        var goOn = false
        for (key, tile) in tiles where tile.begin != -.infinity {
            if time < tile.begin + duration { goOn = true; continue }
            tiles[key]!.begin = -.infinity
            tiles[key]!.under = nil
            version += 1
        }
        return goOn
    }

    // MARK: Display

    /// Returns the pieces of a range. Missing tiles are covered by older content, finer or coarser.
    func pieces(_ range: TileRange) -> ContiguousArray<LayerTiles.Piece> {
        var pieces = ContiguousArray<LayerTiles.Piece>()
        clock += 1
        for y in range.y0..<range.y1 {
            for x in range.x0..<range.x1 { pieces.append(contentsOf: cover(TileKey(level: range.level, x: x, y: y))) }
        }
        return pieces
    }

    private func cover(_ key: TileKey) -> [LayerTiles.Piece] {
        guard let grid else { return [] }
        let rect = grid.rect(key)
        guard rect.width > 0, rect.height > 0 else { return [] }
        if let tile = tiles[key] {
            // A tile that is stale, or was clipped to other bounds, is shown as far as it extends.
            let part = rect.intersection(tile.rect)
            return part.isEmpty ? [] : piece(key, part)
        }
        let finer = finer(key, depth: 2)
        if finer.isWhole { return finer.pieces }
        var up = key
        while up.level + 1 < grid.levels {
            up = TileKey(level: up.level + 1, x: up.x >> 1, y: up.y >> 1)
            if let tile = tiles[up], tile.rect.contains(rect) { return piece(up, rect) }
        }
        return finer.pieces
    }

    private func finer(_ key: TileKey, depth: Int) -> (pieces: [LayerTiles.Piece], isWhole: Bool) {
        guard let grid, key.level > 0, depth > 0 else { return ([], false) }
        var pieces: [LayerTiles.Piece] = []
        var isWhole = true
        for (x, y) in [(0, 0), (1, 0), (0, 1), (1, 1)] {
            let down = TileKey(level: key.level - 1, x: 2 * key.x + x, y: 2 * key.y + y)
            let rect = grid.rect(down)
            if rect.width <= 0 || rect.height <= 0 { continue }
            if let tile = tiles[down] {
                let part = rect.intersection(tile.rect)
                if !part.isEmpty { pieces += piece(down, part) }
                if part != rect { isWhole = false }
            } else {
                let below = finer(down, depth: depth - 1)
                pieces += below.pieces
                isWhole = isWhole && below.isWhole
            }
        }
        return (pieces, isWhole)
    }

    /// Returns a part of a tile; empty if the tile is empty.
    private func piece(_ key: TileKey, _ rect: CGRect) -> [LayerTiles.Piece] {
        guard let grid, let tile = tiles[key] else { return [] }
        tiles[key]!.lastUse = clock
        guard let image = tile.image else { return [] }
        let scale = grid.scale(key.level)
        let y = grid.isFlipped ? (rect.minY - tile.rect.minY) * scale : Double(image.height) - (rect.maxY - tile.rect.minY) * scale
        let source = CGRect(x: (rect.minX - tile.rect.minX) * scale, y: y, width: rect.width * scale, height: rect.height * scale)
        var piece = LayerTiles.Piece(rect: rect, picture: .init(image: image, source: source), outerEdges: grid.outerEdges(rect))
        if rect == grid.rect(key) {
            piece.begin = tile.begin
            piece.under = tile.under
        }
        return [piece]
    }

    // MARK: Cache

    /// Sets the wanted range. Other tiles are removed, the least recently used first, as soon as they take too much memory.
    func want(_ range: TileRange) {
        wanted = range
        let limit = Self.spareBytes
        var spare = 0
        for (key, tile) in tiles where !range.contains(key) { spare += tile.bytes }
        guard spare > limit || tiles.count - range.count > 4 * TileGrid.countLimit else { return }
        var left = tiles.filter { !range.contains($0.key) }.sorted { $0.value.lastUse < $1.value.lastUse }[...]
        while let oldest = left.first, spare > limit || left.count > 4 * TileGrid.countLimit {
            left.removeFirst()
            spare -= oldest.value.bytes
            bytes -= oldest.value.bytes
            tiles[oldest.key] = nil
        }
    }
}
