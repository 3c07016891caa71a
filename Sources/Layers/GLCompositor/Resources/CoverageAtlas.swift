import Foundation
import Raster

/// A part of a mask: either partially covered, with its place in the atlas, or fully covered.
struct MaskPiece {
    /// In the mask's own pixels.
    var rect: IntRect
    var isSolid: Bool
    /// The offset from the mask's pixel to the texel.
    var dx: Int32 = 0, dy: Int32 = 0
    var layer: Int32 = 0
}

/// Coverage for the device: layers of a byte texture, with a copy in memory whose changed part is uploaded once a frame. Large masks are
/// stored as strips: blocks along their edges, and plain quads for the areas between.
final class CoverageAtlas {
    static let layers = 4
    /// The last layer is for masks that are used in one frame only.
    private static let passing = 3
    /// Masks up to this number of pixels are stored as one piece.
    private static let smallest = 1024
    private static let block = 16

    let side: Int
    private struct Layer {
        var bytes: UnsafeMutablePointer<UInt8>?
        var packer: ShelfPacker
        var changed = IntRect.empty
    }
    private var parts: [Layer]
    private struct Kept {
        let mask: MaskBuffer
        let pieces: [MaskPiece]
    }
    private var kept: [ObjectIdentifier: Kept] = [:]
    private var keptWhole: [ObjectIdentifier: Kept] = [:]
    private var scratch: [MaskPiece] = []

    init(side: Int) {
        self.side = side
        parts = (0..<Self.layers).map { _ in Layer(packer: ShelfPacker(side: side)) }
    }

    deinit { for layer in parts { layer.bytes?.deallocate() } }

    /// Returns the pieces of a mask, cached if `isKept`; nil if there is no room left in this frame.
    func pieces(of mask: MaskBuffer, isKept: Bool) -> [MaskPiece]? {
        let key = ObjectIdentifier(mask)
        if isKept, let known = kept[key] { return known.pieces }
        guard let pieces = place(mask, isKept: isKept, whole: mask.bounds.area <= Self.smallest) else { return nil }
        if isKept { kept[key] = Kept(mask: mask, pieces: pieces) }
        return pieces
    }

    /// Returns all of a mask as one piece, for clips, which read any pixel; nil if there is no room.
    func whole(_ mask: MaskBuffer, isKept: Bool) -> MaskPiece? {
        let key = ObjectIdentifier(mask)
        if isKept, let known = keptWhole[key] { return known.pieces.first }
        guard let pieces = place(mask, isKept: isKept, whole: true) else { return nil }
        if isKept { keptWhole[key] = Kept(mask: mask, pieces: pieces) }
        return pieces.first
    }

    /// Returns true if a mask of this size may be a clip.
    func holds(_ bounds: IntRect) -> Bool { bounds.width <= side && bounds.height <= side }

    private func place(_ mask: MaskBuffer, isKept: Bool, whole: Bool) -> [MaskPiece]? {
        scratch.removeAll(keepingCapacity: true)
        let bounds = mask.bounds
        guard !bounds.isEmpty else { return [] }
        if whole {
            scratch.append(MaskPiece(rect: bounds, isSolid: false))
        } else {
            split(mask)
        }
        for i in scratch.indices where !scratch[i].isSolid {
            guard put(mask, &scratch[i], isKept) else { return nil }
        }
        return scratch
    }

    private func put(_ mask: MaskBuffer, _ piece: inout MaskPiece, _ isKept: Bool) -> Bool {
        let w = piece.rect.width, h = piece.rect.height
        // Temporary masks use the layers of kept ones if their own is full, as when a clip is as large as the picture.
        for layer in stride(from: isKept ? Self.passing - 1 : Self.passing, through: 0, by: -1) {
            guard let at = parts[layer].packer.place(width: w, height: h) else { continue }
            let bytes = memory(layer)
            for row in 0..<h {
                memcpy(bytes + (at.y + row) * side + at.x, mask.pointer(x: Int(piece.rect.x0), y: Int(piece.rect.y0) + row), w)
            }
            parts[layer].changed = parts[layer].changed.union(IntRect(x: at.x, y: at.y, width: w, height: h))
            piece.dx = Int32(at.x) - piece.rect.x0
            piece.dy = Int32(at.y) - piece.rect.y0
            piece.layer = Int32(layer)
            return true
        }
        return false
    }

    private func memory(_ layer: Int) -> UnsafeMutablePointer<UInt8> {
        if let bytes = parts[layer].bytes { return bytes }
        let bytes = UnsafeMutablePointer<UInt8>.allocate(capacity: side * side)
        bytes.initialize(repeating: 0, count: side * side)
        parts[layer].bytes = bytes
        return bytes
    }

    // MARK: Strips

    private enum Share { case none, some, all }

    /// Splits a mask into bands of blocks, each cut where the coverage changes between none, partial and full.
    private func split(_ mask: MaskBuffer) {
        let b = mask.bounds, block = Int32(Self.block)
        var y = b.y0
        // The solid pieces of the band above, which may be extended.
        var above: Range<Int> = 0..<0
        while y < b.y1 {
            let end = min(y + block, b.y1)
            var x = b.x0
            var run: (share: Share, from: Int32) = (.none, x)
            let first = scratch.count
            func close(_ to: Int32) {
                guard run.share != .none, to > run.from else { return }
                if run.share == .all,
                    let i = above.first(where: {
                        scratch[$0].isSolid && scratch[$0].rect.x0 == run.from && scratch[$0].rect.x1 == to
                            && scratch[$0].rect.y1 == y
                    })
                {
                    scratch[i].rect.y1 = end
                    carried.append(i)
                    return
                }
                scratch.append(MaskPiece(rect: IntRect(run.from, y, to, end), isSolid: run.share == .all))
            }
            carried.removeAll(keepingCapacity: true)
            while x < b.x1 {
                let next = min(x + block, b.x1)
                let share = Self.share(mask, x, y, next, end)
                if share != run.share {
                    close(x)
                    run = (share, x)
                }
                x = next
            }
            close(b.x1)
            // Extended pieces keep their index; the search begins at the first of them.
            above = (carried.min() ?? first)..<scratch.count
            y = end
        }
    }
    private var carried: [Int] = []

    private static func share(_ mask: MaskBuffer, _ x0: Int32, _ y0: Int32, _ x1: Int32, _ y1: Int32) -> Share {
        var any: UInt8 = 0, all: UInt8 = 255
        let n = Int(x1 - x0)
        for y in Int(y0)..<Int(y1) {
            let row = mask.pointer(x: Int(x0), y: y)
            if n == 16 {
                let v = UnsafeRawPointer(row).loadUnaligned(as: SIMD2<UInt64>.self)
                let or = v.x | v.y, and = v.x & v.y
                if or != 0 { any = 255 }
                if and != .max { all = 0 }
            } else {
                for x in 0..<n {
                    any |= row[x]
                    all &= row[x]
                }
            }
            if any != 0, all != 255 { return .some }
        }
        return any == 0 ? .none : all == 255 ? .all : .some
    }

    // MARK: Uploads

    /// Calls `body` with the changes of each layer since the last call: a rectangle of texels, and the bytes at its corner, `side` bytes
    /// per row.
    func takeChanges(_ body: (_ layer: Int, _ rect: IntRect, UnsafePointer<UInt8>) -> Void) {
        for layer in parts.indices {
            let rect = parts[layer].changed
            guard !rect.isEmpty, let bytes = parts[layer].bytes else { continue }
            body(layer, rect, UnsafePointer(bytes + Int(rect.y0) * side + Int(rect.x0)))
            parts[layer].changed = .empty
        }
    }

    /// Releases the masks of this frame only, once the device has them.
    func endFrame() { parts[Self.passing].packer.removeAll() }

    /// Releases all masks, once the device has drawn with them.
    func removeAll() {
        kept.removeAll()
        keptWhole.removeAll()
        for layer in parts.indices { parts[layer].packer.removeAll() }
    }
}

/// Places rectangles on shelves of a square.
struct ShelfPacker {
    private struct Shelf {
        let y: Int
        let height: Int
        var x: Int
    }
    private let side: Int
    private var shelves: [Shelf] = []
    private var top = 0

    init(side: Int) { self.side = side }

    mutating func place(width: Int, height: Int) -> (x: Int, y: Int)? {
        guard width <= side, height <= side else { return nil }
        let high = (height + 7) & ~7
        // The newest shelf of the height first: usually it is the one with room.
        var i = shelves.count
        while i > 0 {
            i -= 1
            if shelves[i].height == high, shelves[i].x + width <= side {
                defer { shelves[i].x += width }
                return (shelves[i].x, shelves[i].y)
            }
            if shelves.count - i > 32 { break }
        }
        guard top + high <= max(side, height), top + height <= side else {
            // No room for another shelf: use any that is high enough.
            guard let j = shelves.firstIndex(where: { $0.height >= height && $0.x + width <= side }) else { return nil }
            defer { shelves[j].x += width }
            return (shelves[j].x, shelves[j].y)
        }
        shelves.append(Shelf(y: top, height: high, x: width))
        defer { top += high }
        return (0, top)
    }

    mutating func removeAll() {
        shelves.removeAll(keepingCapacity: true)
        top = 0
    }
}
