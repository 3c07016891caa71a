import CKernels
import XCTest

@testable import Raster

/// Outlines to rows of coverage: the C loops of each processor level against the plain twin, byte for byte.
final class RowKernelTests: XCTestCase {
    private func polygon(_ random: inout SeededRandom, _ kind: Int) -> [SIMD4<Double>] {
        let n = 3 + Int(random.unit() * 9)
        let points = (0..<n).map { _ -> SIMD2<Double> in
            var p = SIMD2(random.unit() * 150 - 30, random.unit() * 20 - 3)
            // Ends on the sides of pixels, and within one pixel.
            if kind == 1 { p = SIMD2(p.x.rounded(), (p.y * 2).rounded() / 2) }
            if kind == 2 { p = SIMD2(40 + random.unit() * 2, 5 + random.unit() * 2) }
            return p
        }
        return points.indices.map { i in
            let a = points[i], b = points[(i + 1) % n]
            return SIMD4(a.x, a.y, b.x, b.y)
        }
    }

    func testRowsOfPolygons() {
        let width = 100, height = 14
        for level in KernelLevel.allCases {
            guard let k = Kernels.level(level)?.pointee else { continue }
            var random = SeededRandom(61)
            for round in 0..<300 {
                var lines = polygon(&random, round % 3)
                if round % 2 == 0 { lines += polygon(&random, round % 3) }
                let n = lines.count
                var q = [Int32](repeating: 0, count: 4 * n), bounds = [Int32](repeating: 0, count: 4)
                let doubles = lines.flatMap { [$0.x, $0.y, $0.z, $0.w] }
                XCTAssertEqual(k.quantise_lines(&q, doubles, n, 0, 0, &bounds), 1)
                XCTAssertEqual(q, doubles.map { Int32(($0 * 4096).rounded(.toNearestOrEven)) })
                let stride = 128, room = 4096
                let store = GridMemory(cells: stride * height, pieces: room, rows: height)
                defer { store.deallocate() }
                for rule in [agate_rule_winding, agate_rule_even_odd, agate_rule_plain] {
                    var grid = store.grid
                    (grid.width, grid.rows, grid.stride, grid.rule) = (Int32(width), Int32(height), Int32(stride), Int32(rule))
                    let count = k.split_lines(&grid, q, n, 0, 0, Int32(height))
                    XCTAssertEqual(Int(grid.count), count)
                    let pieces = (0..<count).map {
                        RowTwin.Piece(xs: grid.xs[$0], ys: grid.ys[$0] & 65535, xe: grid.xe[$0], ye: grid.ys[$0] >> 16)
                    }
                    XCTAssertEqual(pieces.indices.map { grid.row[$0] }, RowTwin.split(q, width: width, height: height).map(\.row))
                    XCTAssertEqual(pieces, RowTwin.split(q, width: width, height: height).map(\.piece))
                    k.add_pieces(&grid)
                    var spans = [agate_span](repeating: agate_span(), count: width)
                    for row in 0..<height {
                        var out = [UInt8](repeating: 0, count: width)
                        for s in spans[0..<k.cover_row(&grid, row, &spans)] {
                            for x in Int(s.x)..<Int(s.x + s.n) { out[x] = s.value < 0 ? grid.coverage[x] : UInt8(s.value) }
                        }
                        let twin = pieces.indices.filter { grid.row[$0] == Int32(row) }.map { pieces[$0] }
                        XCTAssertEqual(
                            out, RowTwin.coverage(twin, width: width, rule: rule), "level \(level) round \(round) row \(row) rule \(rule)")
                    }
                    XCTAssertTrue(store.isClean, "scratch is left clean")
                    // Straight to pixels: the same coverage.
                    for color: UInt32 in [0xffff_ffff, 0x8040_2010] {
                        var pixels = [UInt32](repeating: 0xff00_0000, count: width * height), expected = pixels
                        _ = k.split_lines(&grid, q, n, 0, 0, Int32(height))
                        k.add_pieces(&grid)
                        for row in 0..<height {
                            for s in spans[0..<k.cover_row(&grid, row, &spans)] {
                                for x in Int(s.x)..<Int(s.x + s.n) {
                                    let c = s.value < 0 ? UInt32(grid.coverage[x]) : UInt32(s.value)
                                    expected[row * width + x] = PixelMath.over(color, expected[row * width + x], coverage: c)
                                }
                            }
                        }
                        _ = k.split_lines(&grid, q, n, 0, 0, Int32(height))
                        k.add_pieces(&grid)
                        k.fill_rows_solid(&grid, height, &pixels, width, color)
                        XCTAssertEqual(pixels, expected, "level \(level) round \(round) rule \(rule)")
                        XCTAssertTrue(store.isClean, "scratch is left clean")
                    }
                    grid.capacity = 10
                    XCTAssertEqual(k.split_lines(&grid, q, n, 0, 0, Int32(height)), count > 2 ? -1 : count)
                }
            }
        }
    }

    /// Crowded rows are looked through by blocks of pixels: the same coverage as without, also where there is no room for all.
    func testCrowdedRows() {
        let width = 300, height = 6, stride = 320, room = 1 << 16
        for level in KernelLevel.allCases {
            guard let k = Kernels.level(level)?.pointee else { continue }
            var random = SeededRandom(77)
            for count in [150, 900, 2500] {
                var lines: [Double] = []
                var last = SIMD2(random.unit() * 340 - 20, random.unit() * 10 - 2)
                let first = last
                for i in 0..<count {
                    let next = i == count - 1 ? first : SIMD2(random.unit() * 340 - 20, random.unit() * 10 - 2)
                    lines += [last.x, last.y, next.x, next.y]
                    last = next
                }
                var q = [Int32](repeating: 0, count: lines.count), bounds = [Int32](repeating: 0, count: 4)
                XCTAssertEqual(k.quantise_lines(&q, lines, count, 0, 0, &bounds), 1)
                for rule in [agate_rule_winding, agate_rule_even_odd] {
                    let rows = [0, 1 << 15, 2000].map { blockRoom -> [[UInt8]] in
                        let store = GridMemory(cells: stride * height, pieces: room, rows: height, blockRoom: blockRoom)
                        defer { store.deallocate() }
                        var grid = store.grid
                        (grid.width, grid.rows, grid.stride, grid.rule) = (Int32(width), Int32(height), Int32(stride), Int32(rule))
                        XCTAssertGreaterThan(k.split_lines(&grid, q, count, 0, 0, Int32(height)), 0)
                        k.add_pieces(&grid)
                        var spans = [agate_span](repeating: agate_span(), count: width)
                        return (0..<height).map { row in
                            var out = [UInt8](repeating: 0, count: width)
                            for s in spans[0..<k.cover_row(&grid, row, &spans)] {
                                for x in Int(s.x)..<Int(s.x + s.n) { out[x] = s.value < 0 ? grid.coverage[x] : UInt8(s.value) }
                            }
                            return out
                        }
                    }
                    XCTAssertEqual(rows[0], rows[1], "level \(level), \(count) lines, rule \(rule)")
                    XCTAssertEqual(rows[0], rows[2], "level \(level), \(count) lines, rule \(rule)")
                }
            }
        }
    }

    func testFarLinesAreDistinguished() {
        for level in KernelLevel.allCases {
            guard let k = Kernels.level(level)?.pointee else { continue }
            var q = [Int32](repeating: 0, count: 4), bounds = q
            for far in [140_000.0, -1e8, .infinity, .nan] { XCTAssertEqual(k.quantise_lines(&q, [0, far, 1, 1], 1, 0, 0, &bounds), 0) }
            XCTAssertEqual(k.quantise_lines(&q, [3e6, 1, 3e6 + 1, 2], 1, 3e6, 0, &bounds), 1)
            XCTAssertEqual(bounds, [0, 4096, 4096, 8192])
        }
    }

    /// The chords of a curve are those of halving it.
    func testFlatteningIsHalving() {
        func halve(_ p: [SIMD2<Double>], _ depth: Int, _ out: inout [SIMD2<Double>]) {
            if depth == 8 || (Flattener.isFlat(p[0], p[1], p[2], 0.067) && Flattener.isFlat(p[1], p[2], p[3], 0.067)) {
                out.append(p[3])
                return
            }
            let a = (p[0] + p[1]) * 0.5, m = (p[1] + p[2]) * 0.5, c = (p[2] + p[3]) * 0.5, ab = (a + m) * 0.5, bc = (m + c) * 0.5
            let mid = (ab + bc) * 0.5
            halve([p[0], a, ab, mid], depth + 1, &out)
            halve([mid, bc, c, p[3]], depth + 1, &out)
        }
        for level in KernelLevel.allCases {
            guard let k = Kernels.level(level)?.pointee else { continue }
            var random = SeededRandom(62)
            for round in 0..<400 {
                let size = [0.01, 3, 100, 2000][round % 4]
                let p = (0..<4).map { _ in SIMD2(random.unit() * size, random.unit() * size) }
                var expected: [SIMD2<Double>] = []
                halve(p, 0, &expected)
                var out = [Double](repeating: 0, count: 1024)
                let n = k.flatten_cubic(&out, p.flatMap { [$0.x, $0.y] }, 0.067, 8)
                XCTAssertEqual(n, expected.count)
                for i in 0..<min(n, expected.count) {
                    XCTAssertEqual(out[4 * i + 2], expected[i].x, accuracy: 1e-9)
                    XCTAssertEqual(out[4 * i + 3], expected[i].y, accuracy: 1e-9)
                }
            }
        }
    }

    func testBlendModes() {
        for level in KernelLevel.allCases {
            guard let k = Kernels.level(level)?.pointee else { continue }
            var random = SeededRandom(63)
            for mode in PixelBlendMode.allCases {
                for n in [1, 7, 63, 64, 65, 300] {
                    let s = random.pixels(n), d = random.pixels(n), c = random.bytes(n)
                    var a = d, b = d
                    let isDone = k.blend_pixels(&a, s, n, mode.kernel, nil) != 0
                    let hasLoop: Set<PixelBlendMode> = [
                        .normal, .clear, .copy, .colorDodge, .colorBurn, .softLight, .hue, .saturation, .color, .luminosity,
                    ]
                    XCTAssertEqual(isDone, !hasLoop.contains(mode), "\(mode)")
                    guard isDone else { continue }
                    XCTAssertEqual(a, (0..<n).map { mode.blend(source: s[$0], dest: d[$0]) }, "\(mode) level \(level)")
                    _ = k.blend_pixels(&b, s, n, mode.kernel, c)
                    XCTAssertEqual(b, (0..<n).map { PixelMath.mix(d[$0], a[$0], UInt32(c[$0])) }, "\(mode) level \(level)")
                }
            }
        }
    }

    /// Levels agree on samples and gradients, whose places are in floating point.
    func testPlacesAgree() throws {
        guard let base = Kernels.level(.baseline)?.pointee, let vectors = Kernels.level(.vectors)?.pointee else {
            throw XCTSkip("one processor level only")
        }
        let wide = Kernels.level(.wideVectors)?.pointee
        var random = SeededRandom(64)
        let table = (0..<1026).map { UInt32($0) }, image = random.pixels(32 * 32)
        for round in 0..<300 {
            let n = 1 + Int(random.unit() * 150), x = Int64(random.unit() * 40) - 20, best = round % 2 == 0 ? vectors : wide ?? vectors
            func v(_ s: Double) -> Double { (random.unit() - 0.5) * s }
            var place = agate_place(a: v(0.1), b: v(0.1), cx: v(2), cy: v(2), tx: v(1), ty: v(1))
            if round % 9 == 0 { place = agate_place(a: v(1e300), b: 0, cx: 0, cy: 0, tx: 0, ty: 0) }
            var a = [UInt32](repeating: 0, count: n), b = a
            base.radial_ramp(&a, n, table, 1024, &place, x)
            best.radial_ramp(&b, n, table, 1024, &place, x)
            XCTAssertEqual(a, b)
            // A row that is drawn in two parts has the same pixels.
            let part = Int(random.unit() * Double(n))
            b.withUnsafeMutableBufferPointer {
                best.radial_ramp($0.baseAddress!, part, table, 1024, &place, x)
                best.radial_ramp($0.baseAddress! + part, n - part, table, 1024, &place, x + Int64(part))
            }
            XCTAssertEqual(a, b)
            base.conic_ramp(&a, n, table, &place, x)
            best.conic_ramp(&b, n, table, &place, x)
            XCTAssertEqual(a, b)
            let growth = round % 5 == 0 ? 0 : v(2), radius = abs(v(1)), step = (v(1), v(1))
            let spread = round % 7 == 0 ? 0 : step.0 * step.0 + step.1 * step.1 - growth * growth
            var circles = agate_circles(
                center_x: v(1), center_y: v(1), radius: radius, step_x: step.0, step_y: step.1, growth: growth, spread: spread,
                inverse: 1 / spread, first_t: round % 2 == 0 ? 0 : -.infinity, last_t: round % 3 == 0 ? 1 : .infinity)
            table.withUnsafeBufferPointer {
                base.circles_ramp(&a, n, $0.baseAddress! + 1, 1024, &place, &circles, x)
                best.circles_ramp(&b, n, $0.baseAddress! + 1, 1024, &place, &circles, x)
            }
            XCTAssertEqual(a, b)
            let t = Int64(v(1e14)), dt = Int64(v(1e13))
            base.lookup_ramp(&a, n, table, 1025, t, dt)
            best.lookup_ramp(&b, n, table, 1025, t, dt)
            XCTAssertEqual(a, b)
            let m = [1 + v(1), v(1), v(20), v(1), 1 + v(1), v(20), v(0.02), v(0.02), 1]
            for back in [0, 0.5] {
                base.sample_projected(&a, n, image, 32, [2, 1, 29, 28], m, v(20), v(20), back)
                let at = (v(30), v(30))
                base.sample_projected(&a, n, image, 32, [2, 1, 29, 28], m, at.0, at.1, back)
                best.sample_projected(&b, n, image, 32, [2, 1, 29, 28], m, at.0, at.1, back)
                XCTAssertEqual(a, b)
            }
        }
    }
}
