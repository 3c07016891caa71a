import CText
import CoreGraphics

/// A cache of a face's recently used outlines, in font units.
///
/// The cache has two generations. When the young one is full, it becomes the old one, and outlines of the previous old one that were not
/// used since are dropped. This bounds the memory (about two megabytes a face), and glyphs in use remain cached.
struct OutlineCache {
    /// A glyph's number, hashed by one multiplication: the hasher of the standard library takes longer than the rest of a look-up.
    private struct Key: Hashable {
        let glyph: CGGlyph
        func _rawHashValue(seed: Int) -> Int { (Int(glyph) ^ seed) &* 0x9E37_79B9_7F4A_7C1 }
    }
    private static let pointLimit = 50_000
    private var young: [Key: GlyphOutline] = [:]
    private var old: [Key: GlyphOutline] = [:]
    private var pointCount = 0

    mutating func outline(_ number: CGGlyph, make: () -> CGPath) -> GlyphOutline {
        let glyph = Key(glyph: number)
        if let outline = young[glyph] { return outline }
        let outline = old[glyph] ?? GlyphOutline(make())
        if pointCount > OutlineCache.pointLimit {
            old = young
            young = [:]
            pointCount = 0
        }
        young[glyph] = outline
        // An empty outline has the cost of an entry too.
        pointCount += outline.path.points.count + 8
        return outline
    }
}

extension FontFace {
    /// Returns the outline of a glyph in font units, y upwards, unhinted. Empty if it has none.
    func outline(_ glyph: CGGlyph) -> CGPath {
        outlines.withLock { outline(glyph, in: &$0).path }
    }

    /// Returns the outlines of glyphs; nil for characters without a glyph.
    func outlines(of glyphs: some Collection<CGGlyph>) -> [GlyphOutline?] {
        outlines.withLock { cache in glyphs.map { $0 == ShapedRun.noGlyph ? nil : outline($0, in: &cache) } }
    }

    private func outline(_ glyph: CGGlyph, in cache: inout OutlineCache) -> GlyphOutline {
        cache.outline(glyph) { freeType.withFace { FontFace.loadOutline($0, glyph) } }
    }

    private static func loadOutline(_ face: FT_Face, _ glyph: CGGlyph) -> CGPath {
        let outline = OutlineBuilder()
        let flags = FT_Int32(FT_LOAD_NO_SCALE | FT_LOAD_NO_HINTING | FT_LOAD_NO_BITMAP | FT_LOAD_IGNORE_TRANSFORM)
        guard FT_Load_Glyph(face, FT_UInt(glyph), flags) == 0, let slot = face.pointee.glyph,
            slot.pointee.format == FT_GLYPH_FORMAT_OUTLINE
        else { return CGPath() }
        var calls = FT_Outline_Funcs(
            move_to: { to, user in
                // FreeType has no callback for closing: each contour ends where the next begins.
                builder(user).close()
                builder(user).add(.move, to)
                return 0
            },
            line_to: { to, user in
                builder(user).add(.line, to)
                return 0
            },
            conic_to: { control, to, user in
                builder(user).add(.quad, control, to)
                return 0
            },
            cubic_to: { control1, control2, to, user in
                builder(user).add(.cubic, control1, control2, to)
                return 0
            },
            shift: 0, delta: 0
        )
        let result = FT_Outline_Decompose(&slot.pointee.outline, &calls, Unmanaged.passUnretained(outline).toOpaque())
        outline.close()
        return result == 0 ? CGPath(verbs: outline.verbs, points: outline.points) : CGPath()
    }
}

/// Receives the parts of a FreeType outline.
private final class OutlineBuilder {
    private(set) var verbs: [UInt8] = []
    private(set) var points: [CGPoint] = []
    private var start = 0

    func add(_ verb: PathVerb, _ to: UnsafePointer<FT_Vector>?...) {
        if verb == .move { start = points.count }
        verbs.append(verb.rawValue)
        for vector in to { points.append(CGPoint(x: Double(vector!.pointee.x), y: Double(vector!.pointee.y))) }
    }

    /// Ends a contour. A straight line back to its beginning is omitted, because closing draws it, as in Core Text's paths.
    func close() {
        guard let last = verbs.last else { return }
        if last == PathVerb.line.rawValue, points[points.count - 1] == points[start] {
            verbs.removeLast()
            points.removeLast()
        }
        verbs.append(PathVerb.close.rawValue)
    }
}

private func builder(_ user: UnsafeMutableRawPointer?) -> OutlineBuilder {
    Unmanaged<OutlineBuilder>.fromOpaque(user!).takeUnretainedValue()
}
