import CoreGraphics
import RenderTree

/// Names a tile: its level of detail and its place in the grid, which begins at the zero point of the layer's space.
struct TileKey: Hashable {
    var level: Int
    var x: Int
    var y: Int
}

/// A rectangle of tiles of one level, half open.
struct TileRange: Equatable {
    var level: Int
    var x0: Int, y0: Int, x1: Int, y1: Int
    var count: Int { (x1 - x0) * (y1 - y0) }

    func contains(_ key: TileKey) -> Bool { key.level == level && key.x >= x0 && key.x < x1 && key.y >= y0 && key.y < y1 }

    /// All of them, those in the middle first.
    var keys: [TileKey] {
        var all: [TileKey] = []
        all.reserveCapacity(count)
        for y in y0..<y1 { for x in x0..<x1 { all.append(TileKey(level: level, x: x, y: y)) } }
        func distance(_ key: TileKey) -> Int { abs(2 * key.x + 1 - x0 - x1) + abs(2 * key.y + 1 - y0 - y1) }
        return all.sorted { distance($0) < distance($1) }
    }
}

/// How a tiled layer is divided: levels of detail, each of half the resolution of the one before, and the tiles of each.
struct TileGrid: Equatable {
    let bounds: CGRect
    /// In pixels.
    let tile: CGSize
    /// Pixels a point of level 0.
    let finest: Double
    let levels: Int
    let isFlipped: Bool
    let isOpaque: Bool
    let format: ContentsFormat

    static let sideLimit = 4096.0
    /// Tiles that one view of a layer may take, and pixels of all of them.
    static let countLimit = 4096, pixelLimit = 1 << 26

    /// Nil for a layer without an inside.
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
        // The last level has at least one pixel each way.
        let wanted = Int(min(max(extra.levelsOfDetail, 1), 64))
        var count = 1, least = min(bounds.width, bounds.height) * finest / 2
        while count < wanted, least >= 1 { count += 1; least /= 2 }
        levels = count
        isFlipped = layer.drawsDownwards
        isOpaque = values.flags.contains(.opaque)
        format = values.contentsFormat
    }

    /// Whether tiles of the other grid are tiles of this.
    func divides(as other: TileGrid) -> Bool {
        tile == other.tile && finest == other.finest && isFlipped == other.isFlipped && isOpaque == other.isOpaque
            && format == other.format
    }

    /// Pixels a point.
    func scale(_ level: Int) -> Double {
        var scale = finest
        for _ in 0..<level { scale /= 2 }
        return scale
    }

    /// The coarsest level that has a pixel for each pixel of the screen, or the finest.
    func level(for pixelsPerPoint: Double) -> Int {
        var level = 0, next = finest / 2
        while level + 1 < levels, next >= pixelsPerPoint * 0.999 { level += 1; next /= 2 }
        return level
    }

    /// The tiles that a rectangle of the layer's space touches; nil where they are more than a layer may have.
    func range(_ level: Int, _ rect: CGRect) -> TileRange? {
        let scale = scale(level), w = tile.width / scale, h = tile.height / scale
        // What an inversion leaves beyond a tile's edge is no reason to draw the next.
        let x0 = (rect.minX / w + 1e-6).rounded(.down), x1 = max((rect.maxX / w - 1e-6).rounded(.up), x0 + 1)
        let y0 = (rect.minY / h + 1e-6).rounded(.down), y1 = max((rect.maxY / h - 1e-6).rounded(.up), y0 + 1)
        let count = (x1 - x0) * (y1 - y0)
        guard max(abs(x0), abs(x1), abs(y0), abs(y1)) < 1e15, count <= Double(Self.countLimit),
            count * tile.width * tile.height <= Double(max(Self.pixelLimit, Int(tile.width * tile.height)))
        else { return nil }
        return TileRange(level: level, x0: Int(x0), y0: Int(y0), x1: Int(x1), y1: Int(y1))
    }

    /// One more tile on each side, as far as the bounds go; the same where that would be too many.
    func widened(_ range: TileRange) -> TileRange {
        let scale = scale(range.level), w = tile.width / scale, h = tile.height / scale
        let wide = CGRect(
            x: Double(range.x0 - 1) * w, y: Double(range.y0 - 1) * h, width: Double(range.x1 - range.x0 + 2) * w,
            height: Double(range.y1 - range.y0 + 2) * h
        ).intersection(bounds)
        return wide.isEmpty ? range : self.range(range.level, wide) ?? range
    }

    /// A tile in the layer's space, cut at the bounds; empty outside.
    func rect(_ key: TileKey) -> CGRect {
        let scale = scale(key.level), w = tile.width / scale, h = tile.height / scale
        let r = CGRect(x: Double(key.x) * w, y: Double(key.y) * h, width: w, height: h).intersection(bounds)
        return r.isNull ? .zero : r
    }

    /// The same in whole pixels of its level: what is drawn of it. The bounds cut it where it shows, once.
    func drawnRect(_ key: TileKey) -> CGRect {
        let r = rect(key), scale = scale(key.level)
        func down(_ v: CGFloat) -> CGFloat { (v * scale + 1e-3).rounded(.down) / scale }
        func up(_ v: CGFloat) -> CGFloat { (v * scale - 1e-3).rounded(.up) / scale }
        let x = down(r.minX), y = down(r.minY)
        return CGRect(x: x, y: y, width: up(r.maxX) - x, height: up(r.maxY) - y)
    }

    /// The edges of a rectangle that lie on the layer's.
    func outerEdges(_ r: CGRect) -> UInt8 {
        (r.minX <= bounds.minX ? 1 : 0) | (r.maxX >= bounds.maxX ? 2 : 0) | (r.minY <= bounds.minY ? 4 : 0)
            | (r.maxY >= bounds.maxY ? 8 : 0)
    }
}
