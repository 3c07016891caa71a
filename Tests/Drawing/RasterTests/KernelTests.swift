import CKernels
import XCTest

@testable import Raster

/// Each C loop of each processor level against its plain Swift twin, bit for bit.
final class KernelTests: XCTestCase {
    private func forEachLevel(_ body: (agate_kernel_table, String) -> Void) {
        for level in KernelLevel.allCases {
            if let table = Kernels.level(level) { body(table.pointee, "\(level)") }
        }
    }

    private let lengths = Array(0...40) + [63, 64, 65, 200, 300]
    private let colors: [UInt32] = [0, 0xff00_0000, 0xffff_ffff, 0xff12_c840, 0x8040_8020, 0x0101_0100, 0xfe00_fe01]

    func testOverSolid() {
        forEachLevel { k, name in
            var random = SeededRandom(1)
            for n in lengths {
                for color in colors {
                    for c: UInt32 in [0, 1, 127, 254, 255] {
                        var a = random.pixels(n), b = a
                        k.over_solid(&a, n, color, c)
                        KernelTwins.overSolidCoverage(&b, color: color, coverage: Array(repeating: UInt8(c), count: n))
                        XCTAssertEqual(a, b, "\(name) n \(n) color \(color) coverage \(c)")
                    }
                }
            }
        }
    }

    func testOverSolidCoverage() {
        forEachLevel { k, name in
            var random = SeededRandom(2)
            for n in lengths {
                for color in colors {
                    var a = random.pixels(n), b = a
                    let c = random.bytes(n)
                    k.over_solid_coverage(&a, n, color, c)
                    KernelTwins.overSolidCoverage(&b, color: color, coverage: c)
                    XCTAssertEqual(a, b, "\(name) n \(n)")
                }
            }
        }
    }

    func testOverPixels() {
        forEachLevel { k, name in
            var random = SeededRandom(3)
            for n in lengths {
                for invalid in [false, true] {
                    let s = invalid ? (0..<n).map { _ in UInt32(truncatingIfNeeded: random.next()) } : random.pixels(n)
                    var a = invalid ? (0..<n).map { _ in UInt32(truncatingIfNeeded: random.next()) } : random.pixels(n), b = a
                    let c = random.bytes(n)
                    k.over_pixels_coverage(&a, s, n, c)
                    KernelTwins.overPixelsCoverage(&b, s, coverage: c)
                    XCTAssertEqual(a, b, "\(name) n \(n)")
                    for one: UInt32 in [0, 3, 128, 255] {
                        k.over_pixels(&a, s, n, one)
                        KernelTwins.overPixelsCoverage(&b, s, coverage: Array(repeating: UInt8(one), count: n))
                        XCTAssertEqual(a, b, "\(name) n \(n) coverage \(one)")
                    }
                }
            }
        }
    }

    func testRows() {
        forEachLevel { k, name in
            var random = SeededRandom(4)
            for n in 0...20 {
                for color in colors {
                    let stride = n + 5
                    var a = random.pixels(stride * 3), b = a
                    k.over_solid_rows(&a, stride, 3, n, color, 77, 200)
                    for y in 0..<3 {
                        var row = Array(b[(y * stride)..<(y * stride + n + 2)])
                        KernelTwins.overSolidCoverage(&row, color: color, coverage: [77] + Array(repeating: 255, count: n) + [200])
                        b.replaceSubrange((y * stride)..<(y * stride + n + 2), with: row)
                    }
                    XCTAssertEqual(a, b, "\(name) n \(n)")
                }
            }
        }
    }

    func testScan() {
        forEachLevel { k, name in
            var random = SeededRandom(5)
            for n in lengths {
                let cells = (0..<n).map { _ in Int32(truncatingIfNeeded: random.next()) >> 14 }
                var a = [UInt8](repeating: 0, count: n), b = a
                let ca = k.scan_cells(cells, n, 500, &a)
                let cb = KernelTwins.scanCells(cells, carry: 500, coverage: &b)
                XCTAssertEqual(a, b, "\(name) n \(n)")
                XCTAssertEqual(ca, cb)
            }
        }
    }

    func testSolidCells() {
        forEachLevel { k, name in
            var random = SeededRandom(6)
            for n in 1...50 {
                for color in colors {
                    let stride = (n + 9) & ~7
                    var spent = (0..<(2 * stride)).map { _ in random.next() & 3 == 0 ? Int32(truncatingIfNeeded: random.next()) >> 15 : 0 }
                    var a = random.pixels(2 * n), b = a
                    let lead = n > 30 ? 8 : 0, tail = n > 30 ? 24 : 0
                    for i in lead..<max(lead, tail) { (spent[i], spent[stride + i]) = (0, 0) }
                    let cells = spent
                    k.over_solid_cells(&a, n, &spent, stride, 2, n, lead, tail, color)
                    for y in 0..<2 {
                        var c = [UInt8](repeating: 0, count: n)
                        _ = KernelTwins.scanCells(Array(cells[(y * stride)..<(y * stride + n)]), carry: 0, coverage: &c)
                        var row = Array(b[(y * n)..<(y * n + n)])
                        KernelTwins.overSolidCoverage(&row, color: color, coverage: c)
                        b.replaceSubrange((y * n)..<(y * n + n), with: row)
                    }
                    XCTAssertEqual(a, b, "\(name) n \(n)")
                    XCTAssertTrue(spent.allSatisfy { $0 == 0 })
                }
            }
        }
    }

    func testBoxesBelow() {
        forEachLevel { k, name in
            var random = SeededRandom(17)
            // Small numbers, so that all four are often below at once; the greatest and the least, too.
            func number() -> Int16 {
                switch random.next() & 15 {
                case 0: .min
                case 1: .max
                default: Int16(truncatingIfNeeded: random.next() & 7) - 4
                }
            }
            for n in 0...64 {
                for _ in 0..<20 {
                    let boxes = (0..<4 * n).map { _ in number() }, query = (0..<4).map { _ in number() }
                    var wanted: UInt64 = 0
                    for i in 0..<n where (0..<4).allSatisfy({ boxes[4 * i + $0] < query[$0] }) { wanted |= 1 << UInt64(i) }
                    XCTAssertEqual(k.boxes_below(boxes, n, query), wanted, "\(name) n \(n)")
                }
            }
        }
    }

    func testMasks() {
        forEachLevel { k, name in
            var random = SeededRandom(7)
            for n in lengths {
                let c = random.bytes(n)
                var a = random.bytes(n), b = a
                k.multiply_mask(&a, c, n)
                KernelTwins.multiplyMask(&b, c)
                XCTAssertEqual(a, b, name)
                k.over_mask(&a, c, n)
                KernelTwins.overMask(&b, coverage: c)
                XCTAssertEqual(a, b, name)
                k.scale_mask(&a, n, 99)
                KernelTwins.multiplyMask(&b, Array(repeating: 99, count: n))
                XCTAssertEqual(a, b, name)
                var p = random.pixels(n), q = p
                k.multiply_pixels(&p, c, n)
                KernelTwins.multiplyPixels(&q, c)
                XCTAssertEqual(p, q, name)
                k.scale_pixels(&p, n, 180)
                KernelTwins.multiplyPixels(&q, Array(repeating: 180, count: n))
                XCTAssertEqual(p, q, name)
                var alpha = [UInt8](repeating: 0, count: n)
                k.extract_alpha(&alpha, p, n)
                XCTAssertEqual(alpha, p.map { UInt8($0 >> 24) }, name)
                // Rows with a byte before the first.
                let above = [0] + c, row = [0] + b
                for (right, down) in [(0, 0), (64, 32), (127, 127), (1, 90)] {
                    var moved = [UInt8](repeating: 9, count: n)
                    above.withUnsafeBufferPointer { u in
                        row.withUnsafeBufferPointer { v in
                            if let u = u.baseAddress, let v = v.baseAddress {
                                k.shift_mask(&moved, u + 1, v + 1, n, UInt32(right), UInt32(down))
                            }
                        }
                    }
                    XCTAssertEqual(
                        moved,
                        (0..<n).map { i in
                            func across(_ r: [UInt8]) -> Int { Int(r[i + 1]) * (128 - right) + Int(r[i]) * right }
                            return UInt8((across(above) * down + across(row) * (128 - down) + 8192) >> 14)
                        }, name)
                }
                k.fill32(&p, n, 0x1234_5678)
                XCTAssertTrue(p.allSatisfy { $0 == 0x1234_5678 })
            }
        }
    }

    func testSampling() {
        forEachLevel { k, name in
            var random = SeededRandom(8)
            let src = random.pixels(16 * 12)
            for _ in 0..<200 {
                let n = Int(random.unit() * 60)
                let bounds = IntRect(2, 1, 13, 11)
                let u = Int64((random.unit() * 30 - 8) * 4294967296), v = Int64((random.unit() * 30 - 8) * 4294967296)
                var du = Int64((random.unit() * 2 - 1) * 4294967296), dv = Int64((random.unit() * 2 - 1) * 4294967296)
                if n % 3 == 0 { dv = 0 }
                if n % 7 == 0 { du = 1 << 32 }
                var a = [UInt32](repeating: 0, count: n)
                k.sample_bilinear(&a, n, src, 16, [2, 1, 12, 10], u, v, du, dv)
                let b = KernelTwins.sampleBilinear(src, stride: 16, bounds: bounds, count: n, u: u, v: v, du: du, dv: dv)
                XCTAssertEqual(a, b, name)
                k.sample_nearest(&a, n, src, 16, [2, 1, 12, 10], u, v, du, dv)
                let c = (0..<n).map { i -> UInt32 in
                    let x = max(2, min(12, (u + Int64(i) * du) >> 32)), y = max(1, min(10, (v + Int64(i) * dv) >> 32))
                    return src[Int(y) * 16 + Int(x)]
                }
                XCTAssertEqual(a, c, name)
            }
        }
    }

    /// Neither scaled nor turned: over both ends of a row, and all of it between them.
    func testSamplingBetweenTexels() {
        forEachLevel { k, name in
            var random = SeededRandom(9)
            let src = random.pixels(50 * 4)
            for n in 0..<60 {
                for _ in 0..<8 {
                    let u = Int64((random.unit() * 120 - 60) * 4294967296), v = Int64((random.unit() * 6 - 1) * 4294967296)
                    var a = [UInt32](repeating: 0, count: n)
                    k.sample_bilinear(&a, n, src, 50, [1, 0, 48, 3], u, v, 1 << 32, 0)
                    XCTAssertEqual(
                        a,
                        KernelTwins.sampleBilinear(src, stride: 50, bounds: IntRect(1, 0, 49, 4), count: n, u: u, v: v, du: 1 << 32, dv: 0),
                        "\(name), \(n) pixels")
                }
            }
        }
    }

    func testConvolution() {
        forEachLevel { k, name in
            var random = SeededRandom(9)
            for n in [0, 1, 7, 8, 127, 128, 129, 300] {
                for sigma in [0.6, 2.0, 9.0] {
                    let weights = GaussianKernel(sigma: sigma).weights
                    for step in [1, 4] {
                        let src = random.bytes(n + (weights.count - 1) * step)
                        var a = [UInt16](repeating: 0, count: n)
                        k.convolve8(&a, n, src, step, weights, weights.count)
                        XCTAssertEqual(a, KernelTwins.convolve8(src, step: step, weights: weights, count: n), name)
                    }
                    let middle = random.bytes(n * weights.count).map { UInt16($0) * 256 }
                    var b = [UInt8](repeating: 0, count: n)
                    k.convolve16(&b, n, middle, n, weights, weights.count)
                    XCTAssertEqual(b, KernelTwins.convolve16(middle, stride: n, weights: weights, count: n), name)
                }
            }
        }
    }

    func testRamp() {
        forEachLevel { k, _ in
            let table = (0..<256).map { UInt32($0) }
            var out = [UInt32](repeating: 0, count: 100)
            k.lookup_ramp(&out, 100, table, 255, -10 << 32, 4 << 32)
            XCTAssertEqual(out, (0..<100).map { UInt32(max(0, min(255, -10 + 4 * $0))) })
        }
    }
}

/// The corner loop against the general way that edges become cells.
final class CornerTests: XCTestCase {
    func testCornerCells() {
        for level in KernelLevel.allCases {
            guard let k = Kernels.level(level)?.pointee else { continue }
            var random = SeededRandom(51)
            var cache = CornerCache()
            for _ in 0..<300 {
                let r = random.unit() * 12 + 0.01, x = random.unit(), y = random.unit()
                let curve = cache.curve(SIMD2(r, r))
                let width = 40, rows = 32, stride = CellGrid.stride(width: width)
                for sy in [1.0, -1] {
                    let corner = sy > 0 ? y : 14 + y, right = 39 + x, end = sy > 0 ? 14 + y : 0
                    var a = [Int32](repeating: 0, count: stride * rows), b = a
                    var bits = [UInt64](repeating: 0, count: rows)
                    k.corner_cells(&a, stride, rows, curve.chords, curve.count, x, right, corner, sy, end)
                    b.withUnsafeMutableBufferPointer { cells in
                        bits.withUnsafeMutableBufferPointer { touched in
                            guard let c = cells.baseAddress, let t = touched.baseAddress else { return }
                            let grid = CellGrid(
                                cells: c, touched: t, x0: 0, y0: 0, width: width, height: rows, stride: stride, words: 1)
                            let side = corner + sy * r
                            grid.edge(x, min(side, end), x, max(side, end), CellGrid.one)
                            grid.edge(right, min(side, end), right, max(side, end), -CellGrid.one)
                            for i in 0..<curve.count {
                                let c = curve.chords[i]
                                let (ya, yb) = (corner + sy * c.y0, corner + sy * c.y1)
                                for (at, sx, sign) in [(x, 1.0, CellGrid.one), (right, -1, -CellGrid.one)] {
                                    let (xa, xb) = (at + sx * c.x0, at + sx * c.x1)
                                    if ya < yb { grid.edge(xa, ya, xb, yb, sign) } else { grid.edge(xb, yb, xa, ya, sign) }
                                }
                            }
                        }
                    }
                    for row in 0..<rows {
                        var (sa, sb): (Int32, Int32) = (0, 0)
                        for i in 0..<width {
                            sa += a[row * stride + i]
                            sb += b[row * stride + i]
                            // A 65536th or two for each piece: rounding.
                            XCTAssertLessThan(abs(sa - sb), 64, "level \(level) r \(r) row \(row) cell \(i)")
                            if abs(sa - sb) >= 64 { return }
                        }
                    }
                }
            }
        }
    }
}
