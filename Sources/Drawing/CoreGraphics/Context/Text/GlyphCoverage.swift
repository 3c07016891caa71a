import AgateDiagnostics
import Foundation
import Raster

/// A cache of the coverage of recently drawn small glyphs, by outline, transform and position within the pixel. Text that is drawn again
/// at the same position, or at quantised positions, is not filled again. A glyph is cached when it is seen for the second time, because
/// most moving text never repeats a position.
///
/// The cache has two generations, as for outlines. When the young one is full, it becomes the old one, and entries of the previous old
/// one that were not used since are dropped. This bounds the memory at some sixteen megabytes.
final class GlyphCoverage: Sendable {
    static let shared = GlyphCoverage()

    /// The largest width and height, in pixels, of a cached glyph. Larger glyphs are filled each time.
    static let maxSide = 96
    private static let byteLimit = 8 << 20

    fileprivate struct Key: Hashable {
        let outline: ObjectIdentifier
        let a, b, c, d, x, y: UInt64

        /// Hashes the values that mostly distinguish the glyphs of one text, mixed into one: the hasher takes as long for each value as
        /// this takes for all.
        func hash(into h: inout Hasher) {
            let shape = UInt64(UInt(bitPattern: outline)) &* 0x9E37_79B9_7F4A_7C15 &+ a &* 0xC2B2_AE3D_27D4_EB4F
            h.combine(shape &+ x &* 0x1656_67B1_9E37_79F9 &+ y &* 0x27D4_EB2F_1656_67C5)
        }
    }
    fileprivate struct Entry {
        /// The outline, retained so that no other outline gets its identity.
        let outline: CGPath
        let mask: MaskBuffer
    }
    fileprivate struct Generations {
        var young: [Key: Entry] = [:]
        var old: [Key: Entry] = [:]
        var bytes = 0
        var seenGlyphs = SeenGlyphs()
    }
    private let generations = Locked(Generations())

    /// The size of the cache, in bytes.
    var bytes: Int {
        generations.withLock { all in
            [all.young, all.old].reduce(0) { $0 + $1.values.reduce(0) { $0 + $1.cost } }
        }
    }

    /// Returns the coverage of a path under a transform whose translation is within the first pixel. Returns nil if the coverage is too
    /// large for the cache.
    /// - Parameter isVisible: returns whether any pixel of the coverage's bounds is drawn. Otherwise coverage that is not known is empty.
    func mask(of path: CGPath, _ t: Affine, _ raster: Rasterizer, isVisible: (IntRect) -> Bool = { _ in true }) -> MaskBuffer? {
        let key = Key(
            outline: ObjectIdentifier(path), a: t.a.bitPattern, b: t.b.bitPattern, c: t.c.bitPattern, d: t.d.bitPattern,
            x: t.tx.bitPattern, y: t.ty.bitPattern)
        let (known, wasSeen) = generations.withLock { all -> (MaskBuffer?, Bool) in
            if let entry = all.young[key] { return (entry.mask, true) }
            guard let entry = all.old[key] else { return (nil, all.seenGlyphs.note(key.hashValue)) }
            all.keep(entry, key, limit: Self.byteLimit)
            return (entry.mask, true)
        }
        if let known { return known }
        let bounds = Figure.bounds(path.boundingBox, t)
        guard bounds.width <= Self.maxSide, bounds.height <= Self.maxSide else { return nil }
        guard isVisible(bounds) else { return MaskBuffer(bounds: .empty) }
        let mask = MaskBuffer(bounds: bounds)
        path.withView { raster.fillPath(mask, Clip(bounds), $0, transform: t) }
        if wasSeen {
            let entry = Entry(outline: path, mask: MaskBuffer(packing: mask))
            generations.withLock { $0.keep(entry, key, limit: Self.byteLimit) }
        }
        return mask
    }
}

extension GlyphCoverage.Entry {
    /// The cost in bytes, including the table's overhead.
    fileprivate var cost: Int { mask.stride * mask.bounds.height + 256 }
}

/// The glyphs that were seen once, by hash alone. A collision only caches a glyph earlier. Each of many buckets keeps a few of the newest
/// hashes.
private struct SeenGlyphs {
    private var buckets = ContiguousArray(repeating: SIMD4<UInt32>(), count: 1 << 13)

    /// Records a glyph. Returns whether it was seen before.
    mutating func note(_ hash: Int) -> Bool {
        let index = hash & (buckets.count - 1), mark = UInt32(truncatingIfNeeded: hash >> 32) | 1
        let bucket = buckets[index]
        if any(bucket .== mark) { return true }
        buckets[index] = SIMD4(mark, bucket.x, bucket.y, bucket.z)
        return false
    }
}

extension GlyphCoverage.Generations {
    fileprivate mutating func keep(_ entry: GlyphCoverage.Entry, _ key: GlyphCoverage.Key, limit: Int) {
        if bytes > limit {
            old = young
            young = [:]
            bytes = 0
        }
        young[key] = entry
        bytes += entry.cost
    }
}

extension CGContext {
    /// Fills the outline of a glyph with the current fill colour and the winding rule, as ``paint(_:placed:mode:)`` does.
    /// - Parameters:
    ///   - outline: the same object for the same glyph, as a font keeps it.
    ///   - placed: the transform from the outline's space to user space.
    ///   - quantizes: true if the position is rounded to quarters of a pixel along the row (and to whole rows if text is upright).
    package func fill(glyph outline: CGPath, placed: CGAffineTransform, quantizes: Bool) {
        var t = pixels(from: placed.concatenating(state.ctm))
        guard state.shadow == nil, state.fill.pattern == nil, antialiases, pixelMode == .normal, (t.a + t.b + t.c + t.d).isFinite,
            abs(t.tx) < 1e6, abs(t.ty) < 1e6, t.a * t.d != t.b * t.c
        else { return paint(outline, placed: placed, mode: .fill) }
        if quantizes {
            t.tx = (t.tx * 4).rounded() / 4
            t.ty = t.b == 0 && t.c == 0 ? t.ty.rounded() : (t.ty * 4).rounded() / 4
        }
        let x = t.tx.rounded(.down), y = t.ty.rounded(.down)
        let (dx, dy) = (Int32(x), Int32(y))
        let region = region
        guard !outline.isEmpty, !region.isEmpty else { return }
        (t.tx, t.ty) = (t.tx - x, t.ty - y)
        let mask = GlyphCoverage.shared.mask(of: outline, t, raster) { !$0.offset(dx, dy).intersection(region).isEmpty }
        guard let mask else { return paint(outline, placed: placed, mode: .fill) }
        let ink = state.fill.pixel(alpha: state.alpha)
        touching({ mask.bounds.offset(dx, dy) }) {
            raster.fill(target, state.clip.clip, through: mask, movedBy: (dx, dy), paint: .solid(ink))
        }
    }
}
