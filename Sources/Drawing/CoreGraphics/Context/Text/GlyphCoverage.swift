import AgateDiagnostics
import Foundation
import Raster

/// The coverage of small glyphs that were drawn lately, by outline, transform and place within the pixel: a text that is drawn again where
/// it was, or whose places are quantised, is not filled anew. A glyph is kept when it is seen for the second time: most of a text that
/// moves is never where it was.
///
/// Two generations, as for outlines: a full young one becomes the old one, and what was old and not asked for since is gone. That bounds
/// the memory at some sixteen megabytes.
final class GlyphCoverage: Sendable {
    static let shared = GlyphCoverage()

    /// Glyphs that are wider or higher than this, in pixels, are filled each time: text is small.
    static let maxSide = 96
    private static let byteLimit = 8 << 20

    fileprivate struct Key: Hashable {
        let outline: ObjectIdentifier
        let a, b, c, d, x, y: UInt64

        /// What tells the glyphs of one text apart, mostly.
        func hash(into h: inout Hasher) {
            h.combine(outline)
            h.combine(a)
            h.combine(x)
            h.combine(y)
        }
    }
    fileprivate struct Entry {
        /// Kept, so that no other outline gets its identity.
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

    /// What is kept, in bytes.
    var bytes: Int {
        generations.withLock { all in
            [all.young, all.old].reduce(0) { $0 + $1.values.reduce(0) { $0 + $1.cost } }
        }
    }

    /// The coverage of a path under a transform whose translation lies within the first pixel; nil where it is too large to keep.
    func mask(of path: CGPath, _ t: Affine, _ raster: Rasterizer) -> MaskBuffer? {
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
    /// In bytes, with what a table needs for it.
    fileprivate var cost: Int { mask.stride * mask.bounds.height + 256 }
}

/// What was seen once, by the hash alone: somebody else's mark only keeps a glyph earlier. A few of the newest in each of many buckets.
private struct SeenGlyphs {
    private var buckets = ContiguousArray(repeating: SIMD4<UInt32>(), count: 1 << 13)

    /// Whether it was seen before; from here on it was.
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
    /// Fills the outline of a glyph with the current fill colour, winding, as ``paint(_:placed:mode:)`` does.
    /// - Parameters:
    ///   - outline: the same object for the same glyph, as a font keeps it.
    ///   - placed: from the outline's space to user space.
    ///   - quantizes: whether its place is rounded to quarters of a pixel along the row (and to whole rows where text stands upright).
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
        guard !outline.isEmpty, !region.isEmpty else { return }
        (t.tx, t.ty) = (t.tx - x, t.ty - y)
        guard let mask = GlyphCoverage.shared.mask(of: outline, t, raster) else { return paint(outline, placed: placed, mode: .fill) }
        let ink = state.fill.pixel(alpha: state.alpha)
        touching({ mask.bounds.offset(dx, dy) }) {
            raster.fill(target, state.clip.clip, through: mask, movedBy: (dx, dy), paint: .solid(ink))
        }
    }
}
