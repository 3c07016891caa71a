import CoreGraphics

/// A sheet of small diagrams, plotted straight into pixels, so that the picture depends on the values alone.
struct CurveSheet {
    static let cell = 150, margin = 12
    let columns, rows: Int
    private var coverage: [SIMD4<Float>]
    private var width: Int { columns * Self.cell }
    private var height: Int { rows * Self.cell }

    init(columns: Int, rows: Int) {
        self.columns = columns; self.rows = rows
        coverage = Array(repeating: SIMD4(1, 1, 1, 1), count: columns * rows * Self.cell * Self.cell)
    }

    /// The part of a diagram's plane that its frame shows.
    struct Window {
        var x0 = 0.0, x1 = 1.0, y0 = -0.5, y1 = 1.5
    }

    static let ink = SIMD4<Float>(0.1, 0.2, 0.7, 1), red = SIMD4<Float>(0.85, 0.2, 0.1, 1), pale = SIMD4<Float>(0.8, 0.8, 0.8, 1)

    private func place(_ cell: Int, _ w: Window, _ x: Double, _ y: Double) -> SIMD2<Double> {
        let side = Double(Self.cell - 2 * Self.margin), m = Double(Self.margin)
        let u = (x - w.x0) / (w.x1 - w.x0), v = (y - w.y0) / (w.y1 - w.y0)
        return SIMD2(Double(cell % columns * Self.cell) + m + u * side, Double(cell / columns * Self.cell) + m + (1 - v) * side)
    }

    /// Lines at 0 and 1 both ways.
    mutating func axes(_ cell: Int, _ w: Window = Window()) {
        for y in [0.0, 1] where y >= w.y0 && y <= w.y1 { line(place(cell, w, w.x0, y), place(cell, w, w.x1, y), 0.5, Self.pale, cell) }
        for x in [0.0, 1] where x >= w.x0 && x <= w.x1 { line(place(cell, w, x, w.y0), place(cell, w, x, w.y1), 0.5, Self.pale, cell) }
    }

    mutating func curve(_ cell: Int, _ w: Window = Window(), color: SIMD4<Float> = ink, samples: Int = 240, _ f: (Double) -> Double) {
        var last: SIMD2<Double>?
        for i in 0...samples {
            let x = w.x0 + (w.x1 - w.x0) * Double(i) / Double(samples)
            let p = place(cell, w, x, f(x))
            if let last { line(last, p, 0.8, color, cell) }
            last = p
        }
    }

    mutating func dot(_ cell: Int, _ w: Window, _ x: Double, _ y: Double, color: SIMD4<Float> = red) {
        let p = place(cell, w, x, y)
        line(p, p, 2.2, color, cell)
    }

    /// A line with round ends; smooth by the distance of each pixel's centre.
    private mutating func line(_ a: SIMD2<Double>, _ b: SIMD2<Double>, _ radius: Double, _ color: SIMD4<Float>, _ cell: Int) {
        let left = cell % columns * Self.cell, top = cell / columns * Self.cell
        let d = b - a, l2 = (d * d).sum()
        let low = pointwiseMin(a, b) - radius - 1, high = pointwiseMax(a, b) + radius + 1
        guard low.x.isFinite, low.y.isFinite, high.x.isFinite, high.y.isFinite else { return }
        let xs = max(Double(left), low.x.rounded(.down)), xe = min(Double(left + Self.cell), high.x.rounded(.up))
        let ys = max(Double(top), low.y.rounded(.down)), ye = min(Double(top + Self.cell), high.y.rounded(.up))
        guard xs < xe, ys < ye else { return }
        for y in Int(ys)..<Int(ye) {
            for x in Int(xs)..<Int(xe) {
                let p = SIMD2(Double(x) + 0.5, Double(y) + 0.5)
                let t = l2 > 0 ? max(0, min(1, ((p - a) * d).sum() / l2)) : 0
                let off = p - (a + d * t)
                let c = Float(max(0, min(1, radius + 0.5 - (off * off).sum().squareRoot())))
                if c > 0 {
                    let i = y * width + x
                    // Darkest wins, so that the joints of a curve don't add up.
                    coverage[i] = pointwiseMin(coverage[i], SIMD4<Float>(1, 1, 1, 1) + (color - SIMD4<Float>(1, 1, 1, 1)) * c)
                }
            }
        }
    }

    var image: CGImage {
        CGImage(width: width, height: height) { out in
            for i in out.indices {
                let c = coverage[i] * 255
                out[i] = 0xFF00_0000 | UInt32(c.x.rounded()) << 16 | UInt32(c.y.rounded()) << 8 | UInt32(c.z.rounded())
            }
        }!
    }
}
