import CText
import CoreGraphics

/// The outlines of a face that were asked for lately, in font units.
///
/// Two generations: a full young one becomes the old one and what was old and not asked for since is gone. So the memory has an end (about
/// two megabytes a face) and a glyph in use stays.
struct OutlineCache {
    private static let pointLimit = 50_000
    private var young: [CGGlyph: CGPath] = [:]
    private var old: [CGGlyph: CGPath] = [:]
    private var pointCount = 0

    mutating func outline(_ glyph: CGGlyph, make: () -> CGPath) -> CGPath {
        if let path = young[glyph] { return path }
        let path = old[glyph] ?? make()
        if pointCount > OutlineCache.pointLimit {
            old = young
            young = [:]
            pointCount = 0
        }
        young[glyph] = path
        // An empty outline costs an entry all the same.
        pointCount += path.points.count + 8
        return path
    }
}

extension FontFace {
    /// The outline of a glyph in font units, y upwards, unhinted; empty where it has none.
    func outline(_ glyph: CGGlyph) -> CGPath {
        outlines.withLock { cache in
            cache.outline(glyph) { freeType.withFace { FontFace.loadOutline($0, glyph) } }
        }
    }

    private static func loadOutline(_ face: FT_Face, _ glyph: CGGlyph) -> CGPath {
        let path = CGMutablePath()
        let flags = FT_Int32(FT_LOAD_NO_SCALE | FT_LOAD_NO_HINTING | FT_LOAD_NO_BITMAP | FT_LOAD_IGNORE_TRANSFORM)
        guard FT_Load_Glyph(face, FT_UInt(glyph), flags) == 0, let slot = face.pointee.glyph,
            slot.pointee.format == FT_GLYPH_FORMAT_OUTLINE
        else { return CGPath() }
        var calls = FT_Outline_Funcs(
            move_to: { to, user in
                // FreeType has no call for a close: each contour ends where the next begins.
                target(user).closeSubpath()
                target(user).move(to: point(to))
                return 0
            },
            line_to: { to, user in
                target(user).addLine(to: point(to))
                return 0
            },
            conic_to: { control, to, user in
                target(user).addQuadCurve(to: point(to), control: point(control))
                return 0
            },
            cubic_to: { control1, control2, to, user in
                target(user).addCurve(to: point(to), control1: point(control1), control2: point(control2))
                return 0
            },
            shift: 0, delta: 0
        )
        let result = FT_Outline_Decompose(&slot.pointee.outline, &calls, Unmanaged.passUnretained(path).toOpaque())
        path.closeSubpath()
        return result == 0 ? CGPath(verbs: path.verbs, points: path.points) : CGPath()
    }
}

private func target(_ user: UnsafeMutableRawPointer?) -> CGMutablePath {
    Unmanaged<CGMutablePath>.fromOpaque(user!).takeUnretainedValue()
}

private func point(_ vector: UnsafePointer<FT_Vector>?) -> CGPoint {
    CGPoint(x: Double(vector!.pointee.x), y: Double(vector!.pointee.y))
}
