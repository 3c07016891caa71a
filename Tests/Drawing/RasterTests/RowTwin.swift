import CKernels

@testable import Raster

/// The coverage of rows once more in plain Swift: what the C loops compute, without how.
struct RowTwin {
    struct Piece: Equatable {
        var xs: Int32, ys: Int32, xe: Int32, ye: Int32
        var low: Int32 { min(xs, xe) }
        var high: Int32 { max(xs, xe) }
        /// Pixels passed through.
        var pixels: ClosedRange<Int32> { (low >> 12)...((high - (high > low ? 1 : 0)) >> 12) }
    }

    /// What lines in 4096ths have within each row.
    static func split(_ lines: [Int32], width: Int, height: Int) -> [(row: Int32, piece: Piece)] {
        var out: [(row: Int32, piece: Piece)] = []
        for i in stride(from: 0, to: lines.count, by: 4) {
            let down = lines[i + 1] <= lines[i + 3]
            let (x0, y0) = down ? (lines[i], lines[i + 1]) : (lines[i + 2], lines[i + 3])
            let (x1, y1) = down ? (lines[i + 2], lines[i + 3]) : (lines[i], lines[i + 1])
            guard min(x0, x1) < Int32(width) * 4096 else { continue }
            guard y0 < y1 || (y0 & 4095 != 0 && x0 != x1) else { continue }
            let slope = Double(x1 - x0) / Double(y1 - y0)
            func x(_ y: Int32) -> Int32 { y <= y0 ? x0 : y >= y1 ? x1 : x0 + Int32((Double(y - y0) * slope).rounded(.toNearestOrEven)) }
            let from = max(0, y0 >> 12), to = min(Int32(height), (y0 == y1 ? y0 : y1 - 1) >> 12 + 1)
            for row in from..<max(from, to) {
                let top = max(y0, row * 4096), low = min(y1, (row + 1) * 4096)
                let (xTop, xLow) = y0 == y1 ? (x0, x1) : (x(top), x(low))
                out.append(
                    (
                        row,
                        down
                            ? Piece(xs: xTop, ys: top - row * 4096, xe: xLow, ye: low - row * 4096)
                            : Piece(xs: xLow, ys: low - row * 4096, xe: xTop, ye: top - row * 4096)
                    ))
            }
        }
        return out
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
            let mean = 0.5 * Float(((k + 1) << 12 - from) + ((k + 1) << 12 - to))
            return nearest(height * steepness * (Float(from - left) * 4096 + Float(to - from) * mean) * (1.0 / 256))
        }
    }

    private static func folded(_ sum: Int32, _ evenOdd: Bool) -> UInt32 {
        var m = sum.magnitude
        if evenOdd {
            m &= 131_071
            if m > 65536 { m = 131_072 - m }
        }
        return min(m, 65536)
    }

    static func share(_ sum: Int32, evenOdd: Bool) -> UInt8 { UInt8((folded(sum, evenOdd) * 255 + 32768) >> 16) }

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
            if !evenOdd, passes[k] > 1, total[k].magnitude >= UInt32(passes[k]) * 65536 + 64 { return 255 }
            if rule == agate_rule_plain || passes[k] < 2 || local.count < 2 || local.count > 24 { return share(total[k], evenOdd: evenOdd) }
            return share(resolve(local, Int32(k), total[k], evenOdd), evenOdd: false)
        }
    }

    private static func crossEachOther(_ pieces: [Piece]) -> Bool {
        func side(_ a: Piece, _ x: Int32, _ y: Int32) -> Int { Int(a.xe - a.xs) * Int(y - a.ys) - Int(a.ye - a.ys) * Int(x - a.xs) }
        func parts(_ a: Piece, _ b: Piece) -> Bool { side(a, b.xs, b.ys).signum() * side(a, b.xe, b.ye).signum() < 0 }
        return pieces.indices.contains { i in pieces[..<i].contains { parts($0, pieces[i]) && parts(pieces[i], $0) } }
    }

    /// Sixteen lines through a pixel, each with its crossings in order.
    private static func resolve(_ pieces: [Piece], _ pixel: Int32, _ area: Int32, _ evenOdd: Bool) -> Int32 {
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
        let shown = folded(seen * 4 + corner * 65536, evenOdd)
        if shown == UInt32(sum * 4) && !crossEachOther(pieces) { return Int32(folded(area, evenOdd)) }
        return pieces.count <= 6 && pieces.contains { abs($0.xe - $0.xs) > 8 * abs($0.ye - $0.ys) }
            ? trapezoids(pieces, pixel, corner, evenOdd) : sum * 4
    }

    /// Between heights at which anything changes what is filled is a trapezium.
    private static func trapezoids(_ pieces: [Piece], _ pixel: Int32, _ corner: Int32, _ evenOdd: Bool) -> Int32 {
        let side = 4096.0
        var ys: Set<Double> = [0, side]
        func add(_ y: Double) { if y > 0 && y < side { ys.insert(y) } }
        let all = pieces.map { p -> (x0: Int32, y0: Int32, x1: Int32, y1: Int32, slope: Double, from: Int32, to: Int32) in
            let x0 = p.xs - pixel << 12, x1 = p.xe - pixel << 12
            let dx = Float(x1 - x0), dy = Float(p.ye - p.ys), inverse = 1 / dx
            let from = p.ys + nearest(dy * (x0 < 0 ? Float(-x0) * inverse : 0))
            let to = p.ye + nearest(dy * (x1 < 0 ? Float(x1) * inverse : 0))
            return (x0, p.ys, x1, p.ye, p.ys != p.ye ? Double(x1 - x0) / Double(p.ye - p.ys) : 0, from, to)
        }
        for (k, p) in all.enumerated() {
            add(Double(p.from))
            add(Double(p.y1))
            if p.x1 < 0 && p.x0 > 0 { add(Double(p.y0) - Double(p.x0) * Double(p.y1 - p.y0) / Double(p.x1 - p.x0)) }
            if (p.x0 > 4096) != (p.x1 > 4096) { add(Double(p.y0) + Double(4096 - p.x0) * Double(p.y1 - p.y0) / Double(p.x1 - p.x0)) }
            for q in all[..<k] where p.y0 != p.y1 && q.y0 != q.y1 && p.slope != q.slope {
                add(((Double(q.x0) - Double(q.y0) * q.slope) - (Double(p.x0) - Double(p.y0) * p.slope)) / (p.slope - q.slope))
            }
        }
        let sorted = ys.sorted()
        var total = 0.0
        for (top, bottom) in zip(sorted, sorted.dropFirst()) {
            let y = (top + bottom) * 0.5
            var winding = corner, found: [(x: Double, change: Int32)] = []
            for p in all {
                if p.x1 <= 0 && y >= Double(p.to) { winding += 1 }
                if p.x0 <= 0 && y >= Double(p.from) { winding -= 1 }
                guard y >= Double(min(p.from, p.to)), y < Double(max(p.from, p.to)) else { continue }
                let x = max(0, min(side, Double(p.x0) + (y - Double(p.y0)) * p.slope))
                let at = found.lastIndex { $0.x <= x }.map { $0 + 1 } ?? 0
                found.insert((x, p.y1 > p.y0 ? 1 : -1), at: at)
            }
            var filled = 0.0, last = 0.0
            for c in found + [(side, 0)] {
                if evenOdd ? winding & 1 != 0 : winding != 0 { filled += c.x - last }
                last = c.x
                winding += c.change
            }
            total += filled * (bottom - top)
        }
        return max(0, min(65536, Int32((total * (1.0 / 256)).rounded(.toNearestOrEven))))
    }
}

/// Memory of a grid, made for a test.
final class GridMemory {
    var grid: agate_grid
    private let cells: Int

    init(cells: Int, pieces: Int, rows: Int, blockRoom: Int = 0) {
        func ints(_ n: Int) -> UnsafeMutablePointer<Int32> {
            let p = UnsafeMutablePointer<Int32>.allocate(capacity: n)
            p.initialize(repeating: 0, count: n)
            return p
        }
        func bytes(_ n: Int) -> UnsafeMutablePointer<UInt8> {
            let p = UnsafeMutablePointer<UInt8>.allocate(capacity: n)
            p.initialize(repeating: 0, count: n)
            return p
        }
        func shorts(_ n: Int) -> UnsafeMutablePointer<Int16> {
            let p = UnsafeMutablePointer<Int16>.allocate(capacity: n)
            p.initialize(repeating: 0, count: n)
            return p
        }
        self.cells = cells
        grid = agate_grid(
            cells: ints(cells), touched: bytes(cells / 8), passes: bytes(cells), xs: ints(pieces), xe: ints(pieces), ys: ints(pieces),
            row: ints(pieces),
            sorted: ints(pieces * 4), starts: ints(rows + 2), first: shorts(pieces + 16),
            last: shorts(pieces + 16), coverage: bytes(cells), width: 0, rows: 0, stride: 0, rule: 0, count: 0, capacity: Int32(pieces),
            looks: 0,
            blocks: blockRoom > 0 ? ints(Int(agate_block_starts) + 5 * blockRoom + 16) : nil, block_room: Int32(blockRoom), block_row: -1)
    }

    var isClean: Bool {
        (0..<cells).allSatisfy { grid.cells[$0] == 0 && grid.passes[$0] == 0 } && (0..<(cells / 8)).allSatisfy { grid.touched[$0] == 0 }
    }

    func deallocate() {
        for p in [grid.cells, grid.xs, grid.xe, grid.ys, grid.row, grid.sorted, grid.starts] { p.deallocate() }
        for p in [grid.touched, grid.passes, grid.coverage] { p.deallocate() }
        for p in [grid.first, grid.last] { p.deallocate() }
        grid.blocks?.deallocate()
    }
}
