import CoreGraphics
import RenderTree

/// The identity of a tile: its level of detail and its position in the grid, which begins at the origin of the layer's space.
struct TileKey: Hashable {
    var level: Int
    var x: Int
    var y: Int
}

/// A rectangle of tiles of one level, half-open.
struct TileRange: Equatable {
    var level: Int
    var x0: Int, y0: Int, x1: Int, y1: Int
    var count: Int { (x1 - x0) * (y1 - y0) }

    func contains(_ key: TileKey) -> Bool { key.level == level && key.x >= x0 && key.x < x1 && key.y >= y0 && key.y < y1 }

    /// The keys of all tiles, from the middle outwards.
    var keys: [TileKey] {
        var all: [TileKey] = []
        all.reserveCapacity(count)
        for y in y0..<y1 { for x in x0..<x1 { all.append(TileKey(level: level, x: x, y: y)) } }
        func distance(_ key: TileKey) -> Int { abs(2 * key.x + 1 - x0 - x1) + abs(2 * key.y + 1 - y0 - y1) }
        return all.sorted { distance($0) < distance($1) }
    }
}

/// The division of a tiled layer into levels of detail, each with half the resolution of the previous one, and the tiles of each level.
struct TileGrid: Equatable {
    let bounds: CGRect
    /// The size of a tile, in pixels.
    let tile: CGSize
    /// The pixels per point of level 0.
    let finest: Double
    let levels: Int
    let isFlipped: Bool
    let isOpaque: Bool
    let format: ContentsFormat

    static let sideLimit = 4096.0
    /// The maximum number of tiles of one view of a layer, and of their pixels.
    static let countLimit = 4096, pixelLimit = 1 << 26

    /// Returns nil for a layer with empty bounds.
    init?(_ layer: CATiledLayer) {
        let state = layer.currentState, values = state.values, extra = state.extra
        bounds = values.bounds
        let bias = min(max(extra.levelsOfDetailBias, 0), 16)
        var finest = values.contentsScale
        for _ in 0..<Int(bias) { finest *= 2 }
        self.finest = finest
        guard bounds.width > 0, bounds.height > 0, finest > 0, finest.isFinite else { return nil }
        func side(_ wanted: Double) -> Double { wanted >= 1 ? min(wanted.rounded(), Self.sideLimit) : 256 }
        tile = CGSize(width: side(extra.tileSize.width), height: side(extra.tileSize.height))
        // The last level has at least one pixel in each direction.
        let wanted = Int(min(max(extra.levelsOfDetail, 1), 64))
        var count = 1, least = min(bounds.width, bounds.height) * finest / 2
        while count < wanted, least >= 1 { count += 1; least /= 2 }
        levels = count
        isFlipped = layer.drawsDownwards
        isOpaque = values.flags.contains(.opaque)
        format = values.contentsFormat
    }

    /// Returns whether the tiles of the other grid are valid for this one.
    func divides(as other: TileGrid) -> Bool {
        tile == other.tile && finest == other.finest && isFlipped == other.isFlipped && isOpaque == other.isOpaque
            && format == other.format
    }

    /// Returns the pixels per point of a level.
    func scale(_ level: Int) -> Double {
        var scale = finest
        for _ in 0..<level { scale /= 2 }
        return scale
    }

    /// Returns the coarsest level that has a pixel for each pixel of the screen, or else the finest level.
    func level(for pixelsPerPoint: Double) -> Int {
        var level = 0, next = finest / 2
        while level + 1 < levels, next >= pixelsPerPoint * 0.999 { level += 1; next /= 2 }
        return level
    }

    /// Returns the tiles that a rectangle of the layer's space touches; nil if they are more than a layer may have.
    func range(_ level: Int, _ rect: CGRect) -> TileRange? {
        let scale = scale(level), w = tile.width / scale, h = tile.height / scale
        // A rounding error beyond a tile's edge must not include the next tile.
        let x0 = (rect.minX / w + 1e-6).rounded(.down), x1 = max((rect.maxX / w - 1e-6).rounded(.up), x0 + 1)
        let y0 = (rect.minY / h + 1e-6).rounded(.down), y1 = max((rect.maxY / h - 1e-6).rounded(.up), y0 + 1)
        let count = (x1 - x0) * (y1 - y0)
        guard max(abs(x0), abs(x1), abs(y0), abs(y1)) < 1e15, count <= Double(Self.countLimit),
            count * tile.width * tile.height <= Double(max(Self.pixelLimit, Int(tile.width * tile.height)))
        else { return nil }
        return TileRange(level: level, x0: Int(x0), y0: Int(y0), x1: Int(x1), y1: Int(y1))
    }

    /// Adds one more tile on each side, within the bounds. Returns the same range if there would be too many tiles.
    func widened(_ range: TileRange) -> TileRange {
        let scale = scale(range.level), w = tile.width / scale, h = tile.height / scale
        let wide = CGRect(
            x: Double(range.x0 - 1) * w, y: Double(range.y0 - 1) * h, width: Double(range.x1 - range.x0 + 2) * w,
            height: Double(range.y1 - range.y0 + 2) * h
        ).intersection(bounds)
        return wide.isEmpty ? range : self.range(range.level, wide) ?? range
    }

    /// Returns the rectangle of a tile in the layer's space, clipped to the bounds; empty outside.
    func rect(_ key: TileKey) -> CGRect {
        let scale = scale(key.level), w = tile.width / scale, h = tile.height / scale
        let r = CGRect(x: Double(key.x) * w, y: Double(key.y) * h, width: w, height: h).intersection(bounds)
        return r.isNull ? .zero : r
    }

    /// Returns that rectangle in whole pixels of its level, which is the drawn part. The bounds clip it only once, when it is shown.
    func drawnRect(_ key: TileKey) -> CGRect {
        let r = rect(key), scale = scale(key.level)
        func down(_ v: CGFloat) -> CGFloat { (v * scale + 1e-3).rounded(.down) / scale }
        func up(_ v: CGFloat) -> CGFloat { (v * scale - 1e-3).rounded(.up) / scale }
        let x = down(r.minX), y = down(r.minY)
        return CGRect(x: x, y: y, width: up(r.maxX) - x, height: up(r.maxY) - y)
    }

    /// Returns the edges of a rectangle that are on the layer's edges.
    func outerEdges(_ r: CGRect) -> UInt8 {
        (r.minX <= bounds.minX ? 1 : 0) | (r.maxX >= bounds.maxX ? 2 : 0) | (r.minY <= bounds.minY ? 4 : 0)
            | (r.maxY >= bounds.maxY ? 8 : 0)
    }
}
