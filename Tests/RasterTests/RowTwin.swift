import CKernels

@testable import Raster

/// The coverage of rows once more in plain Swift: what the C loops compute, without how.
struct RowTwin {
    struct Piece {
        var xs: Int32, ys: Int32, xe: Int32, ye: Int32
        var low: Int32 { min(xs, xe) }
        var high: Int32 { max(xs, xe) }
        /// Pixels passed through.
        var pixels: ClosedRange<Int32> { (low >> 12)...((high - (high > low ? 1 : 0)) >> 12) }
    }

    private static func nearest(_ v: Float) -> Int32 { Int32(v.rounded(.toNearestOrEven)) }

    /// What a piece adds to the running sum at each pixel of a row.
    static func sums(_ p: Piece, width: Int) -> [Int32] {
        let h = p.ye - p.ys, left = p.low, right = p.high, first = left >> 12, side = (first + 1) << 12
        guard h != 0 else { return Array(repeating: 0, count: width) }
        let height = Float(h), steepness = 1 / Float(right - left)
        return (0..<Int32(width)).map { k in
            if k < first { return 0 }
            if right - side <= 4096 {
                let here = min(steepness * Float(side - left), 1) * height
                if k == first { return nearest(here * Float(2 * side - left - min(side, right)) * (1.0 / 512)) }
                if k > first + 1 { return h * 16 }
                let rest = Float(max(right - side, 0))
                return nearest((here * 4096 + (height - here) * (4096 - 0.5 * rest)) * (1.0 / 256))
            }
            if k << 12 >= right { return h * 16 }
            let from = max(left, k << 12), to = min(right, (k + 1) << 12)
            let mean = (Float((k + 1) << 12) - 0.5 * Float(from)) - 0.5 * Float(to)
            return nearest(height * steepness * (Float(from - left) * 4096 + Float(to - from) * mean) * (1.0 / 256))
        }
    }

    static func share(_ sum: Int32, evenOdd: Bool) -> UInt8 {
        var m = sum.magnitude
        if evenOdd {
            m &= 131_071
            if m > 65536 { m = 131_072 - m }
        }
        return UInt8((min(m, 65536) * 255 + 32768) >> 16)
    }

    static func coverage(_ pieces: [Piece], width: Int, rule: Int) -> [UInt8] {
        var total = [Int32](repeating: 0, count: width)
        var passes = [Int](repeating: 0, count: width)
        for p in pieces {
            for (k, v) in sums(p, width: width).enumerated() { total[k] += v }
            // Where it goes on from another one in the same pixel, that one has been counted there.
            let goesOn = p.ys & 4095 != 0 && p.xs & 4095 != 0
            for k in p.pixels where k >= 0 && k < Int32(width) {
                if goesOn, k == (p.xe >= p.xs ? p.pixels.lowerBound : p.pixels.upperBound) { continue }
                passes[Int(k)] += 1
            }
        }
        let evenOdd = rule == agate_rule_even_odd
        return (0..<width).map { k in
            let local = pieces.filter { $0.pixels.contains(Int32(k)) }
            if rule == agate_rule_plain || passes[k] < 2 || local.count < 2 || local.count > 24 { return share(total[k], evenOdd: evenOdd) }
            return share(resolve(local, Int32(k), total[k], evenOdd), evenOdd: false)
        }
    }

    /// Sixteen lines through a pixel, each with its crossings in order.
    private static func resolve(_ pieces: [Piece], _ pixel: Int32, _ area: Int32, _ evenOdd: Bool) -> Int32 {
        if !evenOdd, area.magnitude > UInt32(pieces.count) * 65536 { return 65536 }
        var left = [Int32](repeating: 0, count: 16)
        var crossings = [[(x: Int32, change: Int32)]](repeating: [], count: 16)
        for p in pieces {
            let x0 = p.xs - pixel << 12, x1 = p.xe - pixel << 12
            let dx = Float(x1 - x0), dy = Float(p.ye - p.ys), inverse = 1 / dx
            let from = p.ys + nearest(dy * (x0 < 0 ? Float(-x0) * inverse : 0))
            let to = p.ye + nearest(dy * (x1 < 0 ? Float(x1) * inverse : 0))
            let slope = dx / dy * 0.25
            for s in 0..<16 {
                let y = Int32(s * 256 + 128)
                if x0 <= 0, y >= from { left[s] -= 1 }
                if x1 <= 0, y >= to { left[s] += 1 }
                guard y >= min(from, to), y < max(from, to) else { continue }
                let x = Float(x0) * 0.25 + (Float(y) - Float(p.ys)) * slope
                crossings[s].append((Int32(max(0, min(1024, x))), p.ye > p.ys ? 1 : -1))
            }
        }
        var seen: Int32 = 0
        for s in 0..<16 { seen += left[s] * 1024 + crossings[s].reduce(0) { $0 + $1.change * (1024 - $1.x) } }
        let corner = (area - seen * 4 + 32768) >> 16
        var sum: Int32 = 0
        for s in 0..<16 {
            var winding = left[s] + corner, last: Int32 = 0
            for c in crossings[s].sorted(by: { ($0.x, $0.change) < ($1.x, $1.change) }) + [(1024, 0)] {
                if evenOdd ? winding & 1 != 0 : winding != 0 { sum += c.x - last }
                last = c.x
                winding += c.change
            }
        }
        return sum * 4
    }
}
