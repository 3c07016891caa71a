import Foundation
import Raster
import RenderTree

/// A colour conversion, prepared for many pixels.
struct ColorTransfer {
    private let toR: SIMD4<Float>, toG: SIMD4<Float>, toB: SIMD4<Float>, toA: SIMD4<Float>, bias: SIMD4<Float>
    /// Used instead of the matrix for conversions of each channel by itself: the value for each byte.
    private let curve: [Float]

    init(_ m: FilterMatrix) {
        // The matrix's columns: the contribution of one source channel to all channels.
        toR = SIMD4(m.r.x, m.g.x, m.b.x, m.a.x)
        toG = SIMD4(m.r.y, m.g.y, m.b.y, m.a.y)
        toB = SIMD4(m.r.z, m.g.z, m.b.z, m.a.z)
        toA = SIMD4(m.r.w, m.g.w, m.b.w, m.a.w)
        bias = m.bias * 255
        curve = []
    }

    /// Makes colours brighter by a number of stops, in linear light.
    init(stops: Double) {
        (toR, toG, toB, toA, bias) = (.zero, .zero, .zero, .zero, .zero)
        let factor = exp2(stops)
        curve = (0..<256).map { byte in
            let v = Double(byte) / 255
            let light: Double = (v <= 0.04045 ? v / 12.92 : pow((v + 0.055) / 1.055, 2.4)) * factor
            let encoded: Double = light <= 0.0031308 ? light * 12.92 : 1.055 * pow(light, 1 / 2.4) - 0.055
            return Float(min(1, encoded) * 255)
        }
    }

    /// Converts a premultiplied pixel that is not clear.
    @inline(__always)
    func apply(_ p: UInt32) -> UInt32 {
        let a = Float(p >> 24)
        var c = SIMD4<Float>(Float(p >> 16 & 255), Float(p >> 8 & 255), Float(p & 255), a)
        if p >> 24 < 255 {
            let s = 255 / a
            c = SIMD4(c.x * s, c.y * s, c.z * s, a)
        }
        var out: SIMD4<Float>
        if curve.isEmpty {
            out = toR * c.x + toG * c.y + toB * c.z + toA * a + bias
        } else {
            out = SIMD4(curve[Int(min(255, c.x + 0.5))], curve[Int(min(255, c.y + 0.5))], curve[Int(min(255, c.z + 0.5))], a)
        }
        out.clamp(lowerBound: .zero, upperBound: SIMD4(repeating: 255))
        let alpha = UInt32(out.w + 0.5)
        let f = alpha == 255 ? 1 : Float(alpha) / 255
        return alpha << 24 | UInt32(out.x * f + 0.5) << 16 | UInt32(out.y * f + 0.5) << 8 | UInt32(out.z * f + 0.5)
    }
}

extension Surface {
    /// Converts every pixel that is not clear; clear pixels stay clear.
    func recolor(_ transfer: ColorTransfer) {
        for y in 0..<height {
            let row = pixels + y * stride
            // Neighbours often have the same colour.
            var last: UInt32 = 0, result: UInt32 = 0
            for x in 0..<width where row[x] >> 24 != 0 {
                if row[x] != last {
                    last = row[x]
                    result = transfer.apply(last)
                }
                row[x] = result
            }
        }
    }

    /// Returns the mean of the pixels up to `rx` and `ry` away; pixels outside are transparent.
    func boxBlurred(_ rx: Int32, _ ry: Int32, rect: IntRect) -> Surface {
        let out = bounds.outset(rx, ry).intersection(rect)
        let result = Surface(bounds: out)
        defer { withExtendedLifetime((self, result)) {} }
        guard !result.bounds.isEmpty else { return result }
        let across = out.intersection(IntRect(out.x0, bounds.y0, out.x1, bounds.y1).union(out)),
            rows = IntRect(across.x0, bounds.y0, across.x1, bounds.y1)
        let middle = Surface(bounds: rows)
        for y in Int(rows.y0)..<Int(rows.y1) {
            Surface.mean(
                pointer(x: originX, y: y), 1, width, from: Int(rows.x0) - originX, count: rows.width, radius: Int(rx),
                into: middle.pointer(x: Int(rows.x0), y: y), 1)
        }
        for x in Int(out.x0)..<Int(out.x1) {
            Surface.mean(
                middle.pointer(x: x, y: middle.originY), middle.stride, middle.height, from: Int(out.y0) - middle.originY,
                count: out.height,
                radius: Int(ry), into: result.pointer(x: x, y: Int(out.y0)), result.stride)
        }
        return result
    }

    /// Computes running means along a line of `n` pixels, from position `from` on.
    private static func mean(
        _ p: UnsafePointer<UInt32>, _ step: Int, _ n: Int, from: Int, count: Int, radius: Int, into out: UnsafeMutablePointer<UInt32>,
        _ outStep: Int
    ) {
        func channels(_ i: Int) -> SIMD4<UInt32> {
            guard i >= 0, i < n else { return .zero }
            let v = p[i * step]
            return SIMD4(v & 255, v >> 8 & 255, v >> 16 & 255, v >> 24)
        }
        var sum = SIMD4<UInt32>.zero
        for i in (from - radius)...(from + radius) { sum &+= channels(i) }
        let size = UInt32(2 * radius + 1), half = SIMD4<UInt32>(repeating: size / 2)
        for i in 0..<count {
            let v = (sum &+ half) / SIMD4(repeating: size)
            out[i * outStep] = v.x | v.y << 8 | v.z << 16 | v.w << 24
            sum = sum &+ channels(from + i + radius + 1) &- channels(from + i - radius)
        }
    }

    /// Returns blocks of one colour, the mean of the pixels in each; one block has its corner at `corner`.
    func inBlocks(_ size: SIMD2<Double>, corner: SIMD2<Double>, rect: IntRect) -> Surface {
        let out = bounds.outset(Int32(size.x) + 2, Int32(size.y) + 2).intersection(rect)
        let result = Surface(bounds: out)
        guard !result.bounds.isEmpty else { return result }
        func edges(_ low: Int32, _ high: Int32, _ size: Double, _ corner: Double) -> [Int32] {
            let first = ((Double(low) - corner) / size).rounded(.down) - 1
            var edges: [Int32] = []
            var k = first
            while edges.last ?? .min < high {
                edges.append(IntRect.clamped((corner + k * size).rounded()))
                k += 1
            }
            return edges
        }
        let xs = edges(out.x0, out.x1, size.x, corner.x), ys = edges(out.y0, out.y1, size.y, corner.y)
        for (y0, y1) in zip(ys, ys.dropFirst()) where y1 > y0 {
            for (x0, x1) in zip(xs, xs.dropFirst()) where x1 > x0 {
                let shown = IntRect(x0, y0, x1, y1).intersection(out)
                let known = IntRect(x0, y0, x1, y1).intersection(bounds)
                if shown.isEmpty || known.isEmpty { continue }
                var sum = SIMD4<UInt32>.zero
                for y in Int(known.y0)..<Int(known.y1) {
                    let row = pointer(x: Int(known.x0), y: y)
                    for x in 0..<known.width { sum &+= SIMD4(row[x] & 255, row[x] >> 8 & 255, row[x] >> 16 & 255, row[x] >> 24) }
                }
                let n = UInt32(Int(x1 - x0) * Int(y1 - y0))
                let v = (sum &+ SIMD4(repeating: n / 2)) / SIMD4(repeating: n)
                result.clear(shown, to: v.x | v.y << 8 | v.z << 16 | v.w << 24)
            }
        }
        return result
    }
}
