import CKernels

/// A table of premultiplied colours for t = 0...1, created once for a gradient, with the colours before and after it at both ends.
package final class GradientRamp: @unchecked Sendable {
    package static let count = Int(agate_ramp_colors)
    /// `count` colours between two more: those for t < 0 and for t >= 1.
    package let colors: UnsafePointer<UInt32>
    package let extendsStart: Bool
    package let extendsEnd: Bool

    /// - Parameters:
    ///   - extendsStart: true if the first colour extends before t = 0; otherwise nothing is drawn there. Likewise `extendsEnd`.
    ///   - color: returns the premultiplied pixel at t.
    package init(extendsStart: Bool = true, extendsEnd: Bool = true, _ color: (Double) -> UInt32) {
        let inner = (0..<GradientRamp.count).map { color((Double($0) + 0.5) / Double(GradientRamp.count)) }
        self.extendsStart = extendsStart
        self.extendsEnd = extendsEnd
        let colors = UnsafeMutablePointer<UInt32>.allocate(capacity: GradientRamp.count + 2)
        colors.initialize(to: extendsStart ? inner[0] : 0)
        for (i, color) in inner.enumerated() { (colors + 1 + i).initialize(to: color) }
        (colors + 1 + GradientRamp.count).initialize(to: extendsEnd ? inner[GradientRamp.count - 1] : 0)
        self.colors = UnsafePointer(colors)
    }

    deinit { colors.deallocate() }
}

/// The colours of a ramp by position.
package struct GradientPaint {
    package enum Shape: Sendable {
        /// t = the mapped point's x.
        case axial
        /// t = the distance of the mapped point from 0.
        case radial
        /// t = the angle of the mapped point / 2 pi, from +x towards +y.
        case conic
        /// t = the greatest value whose circle, interpolated between two others, passes through the mapped point.
        case circles(CirclePair)
    }

    /// The data for sampling rows, without reference counting.
    let rows: GradientRows
    private let ramp: GradientRamp

    package init?(_ shape: Shape, map: Affine, ramp: GradientRamp, opacity: UInt8 = 255) {
        guard map.isFinite else { return nil }
        if case .circles(let pair) = shape, !pair.isDrawable { return nil }
        self.ramp = ramp
        rows = GradientRows(
            shape: shape, map: map, colors: ramp.colors, extendsStart: ramp.extendsStart, extendsEnd: ramp.extendsEnd, opacity: opacity)
    }

    private init(_ rows: GradientRows, _ ramp: GradientRamp) { (self.rows, self.ramp) = (rows, ramp) }

    /// Returns the paint with device positions mapped first.
    func seen(through back: Affine) -> GradientPaint {
        var seen = rows
        seen.map = back.then(rows.map)
        return GradientPaint(seen, ramp)
    }
}

/// A gradient paint as plain data. The gradient paint from which it was made retains the ramp's colours.
struct GradientRows {
    let shape: GradientPaint.Shape
    /// The transform from device positions to gradient space.
    var map: Affine
    let colors: UnsafePointer<UInt32>
    let extendsStart: Bool
    let extendsEnd: Bool
    let opacity: UInt8

    /// A 64th of a colour in the table. At an abrupt change of colour, a pixel's middle within this distance before the change has the
    /// colour after it, whatever the last bits of the map.
    private static let tie: Int64 = 1 << 26

    func sample(_ out: UnsafeMutablePointer<UInt32>, x: Int, y: Int, count: Int) {
        let base = colors + 1
        let end = GradientRamp.count
        let scale = Double(end)
        let py = Double(y) + 0.5
        switch shape {
        case .axial:
            let t = ImageRows.fixed((0.5 * map.a + py * map.c + map.tx) * scale)
            let dt = ImageRows.fixed(map.a * scale)
            Kernels.current.pointee.lookup_ramp(out, count, colors, Int32(end + 1), t &+ Int64(x) &* dt &+ 1 << 32 &+ Self.tie, dt)
        case .radial:
            withUnsafePointer(to: place(py)) { Kernels.current.pointee.radial_ramp(out, count, base, Int32(end), $0, Int64(x)) }
        case .conic:
            withUnsafePointer(to: place(py)) { Kernels.current.pointee.conic_ramp(out, count, base, $0, Int64(x)) }
        case .circles(let pair):
            withUnsafePointer(to: place(py)) { place in
                withUnsafePointer(to: pair.loop(extendsStart: extendsStart, extendsEnd: extendsEnd)) {
                    Kernels.current.pointee.circles_ramp(out, count, base, Int32(end), place, $0, Int64(x))
                }
            }
        }
    }

    private func place(_ y: Double) -> agate_place {
        agate_place(a: map.a, b: map.b, cx: map.c * y, cy: map.d * y, tx: map.tx, ty: map.ty)
    }
}
