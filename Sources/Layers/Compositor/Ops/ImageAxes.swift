import CoreGraphics
import Raster
import RenderTree

/// The mapping of an image's parts to a layer, axis by axis: one piece, or fixed - stretched - fixed.
package struct ImageAxes {
    /// From `start` on, `length` points show `sourceLength` image pixels from `source` on (backwards if negative).
    package struct Piece {
        package var start: Double, length: Double
        package var source: Double, sourceLength: Double
    }
    package struct Axis {
        package var count = 1
        var pieces: (Piece, Piece, Piece)
        package func piece(_ i: Int) -> Piece { i == 0 ? pieces.0 : (i == 1 ? pieces.1 : pieces.2) }
    }
    package var x: Axis, y: Axis
    package var isWhole: Bool { x.count == 1 && y.count == 1 }

    package init(_ draw: ImageDraw, _ rect: CGRect, _ flags: DrawOp.Flags) {
        let s = draw.source, c = draw.center
        x = ImageAxes.axis(
            start: rect.origin.x, length: rect.size.width, source: s.origin.x, sourceLength: s.size.width,
            center: c.map { ($0.origin.x, $0.size.width) }, pointsPerPixel: draw.pointsPerPixel, mirrored: flags.contains(.mirroredContents)
        )
        y = ImageAxes.axis(
            start: rect.origin.y, length: rect.size.height, source: s.origin.y, sourceLength: s.size.height,
            center: c.map { ($0.origin.y, $0.size.height) }, pointsPerPixel: draw.pointsPerPixel, mirrored: flags.contains(.imageUpsideDown)
        )
    }

    private static func axis(
        start: Double, length: Double, source: Double, sourceLength: Double, center: (Double, Double)?, pointsPerPixel: Double,
        mirrored: Bool
    ) -> Axis {
        let end = source + sourceLength
        let whole = Piece(
            start: start, length: length, source: mirrored ? end : source, sourceLength: mirrored ? -sourceLength : sourceLength)
        guard let center else { return Axis(pieces: (whole, whole, whole)) }
        // The stretched part is at least one pixel wide, to have a colour.
        var c0 = max(source, min(end, center.0)), c1 = max(c0, min(end, center.0 + max(0, center.1)))
        if c1 - c0 < 1e-6 {
            let m = max(source, min(end - min(1, sourceLength), c0.rounded(.down)))
            (c0, c1) = (m, min(end, m + 1))
        }
        var first = (mirrored ? end - c1 : c0 - source) * pointsPerPixel, last = (mirrored ? c0 - source : end - c1) * pointsPerPixel
        // Fixed parts that don't fit are reduced in proportion.
        if first + last > length {
            let f = length / (first + last)
            first *= f
            last *= f
        }
        if first <= 0 && last <= 0 { return Axis(pieces: (whole, whole, whole)) }
        let sign: Double = mirrored ? -1 : 1
        let at = mirrored ? end : source
        let a = mirrored ? end - c1 : c0 - source, m = c1 - c0, b = mirrored ? c0 - source : end - c1
        return Axis(
            count: 3,
            pieces: (
                Piece(start: start, length: first, source: at, sourceLength: sign * a),
                Piece(start: start + first, length: length - first - last, source: at + sign * a, sourceLength: sign * m),
                Piece(start: start + length - last, length: last, source: at + sign * (a + m), sourceLength: sign * b)
            ))
    }

    /// Returns the area of a piece, its outer sides moved outwards by more than a pixel.
    package func grown(_ column: Int, _ row: Int, _ op: DrawOp) -> CGRect {
        let px = x.piece(column), py = y.piece(row)
        var x0 = px.start, x1 = px.start + px.length, y0 = py.start, y1 = py.start + py.length
        if op.flags.contains(.antialiased) {
            let l = op.projection.linear(at: op.rect.middle)
            let gx = 2 / max(1e-3, (l.x.x * l.x.x + l.x.y * l.x.y).squareRoot())
            let gy = 2 / max(1e-3, (l.y.x * l.y.x + l.y.y * l.y.y).squareRoot())
            if column == 0 { x0 -= gx }
            if column == x.count - 1 { x1 += gx }
            if row == 0 { y0 -= gy }
            if row == y.count - 1 { y1 += gy }
        }
        return CGRect(x: x0, y: y0, width: x1 - x0, height: y1 - y0)
    }

    /// Returns the map from device pixels to those of the image, for a piece; nil if the plane is seen edge-on.
    package static func map(_ x: Piece, _ y: Piece, _ p: Projection) -> Homography? {
        guard p.kind == .axisAligned else {
            let sx = x.sourceLength / x.length, sy = y.sourceLength / y.length
            return p.homography.inverse.map {
                $0.then(Homography(Affine(sx, 0, 0, sy, x.source - x.start * sx, y.source - y.start * sy)))
            }
        }
        guard p.m11 != 0, p.m22 != 0 else { return nil }
        let u = step(x, p.m11, p.m31), v = step(y, p.m22, p.m32)
        return Homography(Affine(u.scale, 0, 0, v.scale, u.shift, v.shift))
    }

    /// Returns true if a piece is reduced: compares texels with pixels, by area, in the middle.
    package static func isSmaller(_ x: Piece, _ y: Piece, _ op: UnsafePointer<DrawOp>) -> Bool {
        let l = op.pointee.projection.linear(at: op.pointee.rect.middle)
        let pixels = abs(l.x.x * l.y.y - l.x.y * l.y.x)
        return abs(x.sourceLength / x.length * y.sourceLength / y.length) > pixels
    }

    /// Returns the map from device position to texel for a piece that extends between two device positions.
    static func fitted(_ p: Piece, from: Double, to: Double) -> (scale: Double, shift: Double) {
        let scale = p.sourceLength / (to - from)
        return (scale, p.source - from * scale)
    }

    /// Returns an interval of whole length about the middle of another. The fraction is left out; less than a pixel remains as it is.
    static func whole(_ a: Double, _ b: Double) -> (Double, Double) {
        let length = (b - a + 1e-6).rounded(.down), middle = (a + b) / 2
        return length >= 1 ? (middle - length / 2, middle + length / 2) : (a, b)
    }

    /// Returns the axis on which a piece is resampled by a map from device position to texel.
    static func resampled(_ p: Piece, _ map: (scale: Double, shift: Double)) -> ImageResampler.Axis {
        .init(scale: map.scale, shift: map.shift, start: min(p.source, p.source + p.sourceLength), length: abs(p.sourceLength))
    }

    /// Returns the map from device position to texel on one axis of an axis-aligned projection. If the scale is 1 but for rounding, uses
    /// exactly 1.
    static func step(_ p: Piece, _ m: Double, _ shift: Double) -> (scale: Double, shift: Double) {
        let start = p.start * m + shift
        var scale = p.sourceLength / (p.length * m)
        if abs(abs(scale) - 1) * abs(p.sourceLength) < 1e-6 { scale = scale < 0 ? -1 : 1 }
        return (scale, p.source - start * scale)
    }
}
