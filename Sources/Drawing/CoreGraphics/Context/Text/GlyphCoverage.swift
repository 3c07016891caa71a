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
    fileprivate static let byteLimit = 8 << 20

    fileprivate struct Key: Hashable {
        let outline: ObjectIdentifier
        let a, b, c, d, x, y: UInt64

        init(_ outline: CGPath, _ t: Affine) {
            self.outline = ObjectIdentifier(outline)
            (a, b, c, d) = (t.a.bitPattern, t.b.bitPattern, t.c.bitPattern, t.d.bitPattern)
            (x, y) = (t.tx.bitPattern, t.ty.bitPattern)
        }

        /// The values that mostly distinguish the glyphs of one text, mixed into one.
        var mixed: UInt64 {
            let shape = UInt64(UInt(bitPattern: outline)) &* 0x9E37_79B9_7F4A_7C15 &+ a &* 0xC2B2_AE3D_27D4_EB4F
            let all = shape &+ x &* 0x1656_67B1_9E37_79F9 &+ y &* 0x27D4_EB2F_1656_67C5
            // Both ends of the number are used, so each bit has to depend on all.
            let half = (all ^ all >> 33) &* 0xFF51_AFD7_ED55_8CCD, whole = (half ^ half >> 33) &* 0xC4CE_B9FE_1A85_EC53
            return whole ^ whole >> 33
        }

        /// The hasher of the standard library takes longer than the rest of a look-up.
        func _rawHashValue(seed: Int) -> Int { Int(truncatingIfNeeded: mixed) ^ seed }
        func hash(into hasher: inout Hasher) { hasher.combine(mixed) }
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

    /// One glyph of several that are drawn together.
    struct Wanted {
        let outline: CGPath
        /// The transform to pixels, whose translation is within the first pixel.
        let t: Affine
        let bounds: IntRect
        /// The whole pixels by which the coverage is moved.
        let dx, dy: Int32
        /// The glyph's place among all of them.
        let index: Int
        /// The coverage, if it is known.
        fileprivate(set) var mask: MaskBuffer?
        fileprivate var wasSeen = false

        init(_ outline: CGPath, _ t: Affine, _ bounds: IntRect, _ dx: Int32, _ dy: Int32, index: Int) {
            (self.outline, self.t, self.bounds, self.dx, self.dy, self.index) = (outline, t, bounds, dx, dy, index)
        }

        /// True if the glyph is too large for the cache.
        var isLarge: Bool { bounds.width > GlyphCoverage.maxSide || bounds.height > GlyphCoverage.maxSide }
    }

    /// Looks up the coverage of several glyphs.
    func find(_ glyphs: inout [Wanted]) {
        generations.withLock { all in
            for index in glyphs.indices where !glyphs[index].isLarge {
                let (known, wasSeen) = all.find(Key(glyphs[index].outline, glyphs[index].t))
                (glyphs[index].mask, glyphs[index].wasSeen) = (known, wasSeen)
            }
        }
    }

    /// Returns the coverage of a glyph that is not too large.
    func mask(of glyph: Wanted, _ raster: Rasterizer) -> MaskBuffer {
        if let mask = glyph.mask { return mask }
        let bounds = glyph.bounds, key = Key(glyph.outline, glyph.t)
        // It may have been drawn since, as another glyph of the same text.
        if glyph.wasSeen, let mask = generations.withLock({ $0.find(key).known }) { return mask }
        let mask = MaskBuffer(bounds: bounds)
        glyph.outline.withView { raster.fillPath(mask, Clip(bounds), $0, transform: glyph.t) }
        if glyph.wasSeen {
            let entry = Entry(outline: glyph.outline, mask: MaskBuffer(packing: mask))
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
    /// Returns known coverage, and whether the glyph was seen before.
    fileprivate mutating func find(_ key: GlyphCoverage.Key) -> (known: MaskBuffer?, wasSeen: Bool) {
        if let entry = young[key] { return (entry.mask, true) }
        guard let entry = old[key] else { return (nil, seenGlyphs.note(Int(truncatingIfNeeded: key.mixed))) }
        keep(entry, key, limit: GlyphCoverage.byteLimit)
        return (entry.mask, true)
    }

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

/// The outline of a glyph: the same object for the same glyph, as a font keeps it.
package struct GlyphOutline: Sendable {
    package let path: CGPath
    /// The box of all points.
    let box: CGRect

    package init(_ path: CGPath) {
        self.path = path
        box = path.boundingBox
    }
}

extension CGContext {
    /// Fills the outlines of glyphs with the winding rule, as ``paint(_:placed:mode:)`` does.
    /// - Parameters:
    ///   - color: the colour, or nil for the current fill colour.
    ///   - quantizes: true if the position is rounded to quarters of a pixel along the row (and to whole rows if text is upright).
    ///   - placed: returns the transform from an outline's space to user space. The transforms differ only in their translations.
    /// - Returns: false, without drawing, if the state requires that glyphs are drawn one by one.
    package func fill(
        glyphs outlines: [GlyphOutline?], color: CGColor?, quantizes: Bool, placed: (Int) -> CGAffineTransform
    ) -> Bool {
        guard !outlines.isEmpty else { return true }
        let fill = color.map { Ink($0) } ?? state.fill, linear = pixels(from: placed(0).concatenating(state.ctm))
        guard state.shadow == nil, fill.pattern == nil, antialiases, pixelMode == .normal, color == nil || !ignoresColors,
            (linear.a + linear.b + linear.c + linear.d).isFinite, linear.a * linear.d != linear.b * linear.c
        else { return false }
        let region = region, isUpright = linear.b == 0 && linear.c == 0
        if region.isEmpty { return true }
        var glyphs: [GlyphCoverage.Wanted] = []
        glyphs.reserveCapacity(outlines.count)
        for (index, outline) in outlines.enumerated() {
            guard let outline, !outline.box.isNull else { continue }
            var t = pixels(from: placed(index).concatenating(state.ctm))
            guard abs(t.tx) < 1e6, abs(t.ty) < 1e6 else { return false }
            if quantizes {
                t.tx = (t.tx * 4).rounded() / 4
                t.ty = isUpright ? t.ty.rounded() : (t.ty * 4).rounded() / 4
            }
            let x = t.tx.rounded(.down), y = t.ty.rounded(.down)
            (t.tx, t.ty) = (t.tx - x, t.ty - y)
            let bounds = Figure.bounds(outline.box, t), (dx, dy) = (Int32(x), Int32(y))
            hasDrawn = true
            // Glyphs outside the drawable area are not looked for.
            guard !bounds.offset(dx, dy).intersection(region).isEmpty else { continue }
            glyphs.append(GlyphCoverage.Wanted(outline.path, t, bounds, dx, dy, index: index))
        }
        if glyphs.isEmpty { return true }
        GlyphCoverage.shared.find(&glyphs)
        let ink = fill.pixel(alpha: state.alpha), clip = state.clip.clip, target = target
        for glyph in glyphs {
            if glyph.isLarge {
                let t = pixels(from: placed(glyph.index).concatenating(state.ctm))
                paint(.path(glyph.outline, t, .winding, tolerance: state.line.tolerance), with: fill)
                continue
            }
            let mask = GlyphCoverage.shared.mask(of: glyph, raster)
            touching({ mask.bounds.offset(glyph.dx, glyph.dy) }) {
                raster.fill(target, clip, through: mask, movedBy: (glyph.dx, glyph.dy), paint: .solid(ink))
            }
        }
        return true
    }
}
