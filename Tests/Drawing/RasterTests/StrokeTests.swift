import XCTest

@testable import Raster

final class StrokeTests: XCTestCase {
    private let raster = Rasterizer()

    private func line(_ points: (Double, Double)...) -> TestPath {
        var p = TestPath()
        for (i, q) in points.enumerated() { if i == 0 { p.move(q.0, q.1) } else { p.line(q.0, q.1) } }
        return p
    }

    func testCaps() {
        let path = line((4, 8), (12, 8))
        var style = StrokeStyle(width: 3)
        XCTAssertEqual(path.stroked(raster, 16, 16, style).sum, 24, accuracy: 0.05)
        style.cap = .square
        XCTAssertEqual(path.stroked(raster, 16, 16, style).sum, 33, accuracy: 0.1)
        style.cap = .round
        XCTAssertEqual(path.stroked(raster, 16, 16, style).sum, 24 + 2.25 * .pi, accuracy: 0.25)
        // A point shows by its caps alone.
        let point = line((8, 8), (8, 8))
        XCTAssertEqual(point.stroked(raster, 16, 16, style).sum, 2.25 * .pi, accuracy: 0.25)
        style.cap = .butt
        XCTAssertEqual(point.stroked(raster, 16, 16, style).sum, 0)
    }

    func testJoins() {
        let path = line((4, 12), (12, 12), (12, 4))
        var style = StrokeStyle(width: 2)
        let bevelArea = 16.0 + 16 - 1 + 0.5
        style.join = .bevel
        XCTAssertEqual(path.stroked(raster, 16, 16, style).sum, bevelArea, accuracy: 0.05)
        style.join = .miter
        XCTAssertEqual(path.stroked(raster, 16, 16, style).sum, bevelArea + 0.5, accuracy: 0.05)
        style.miterLimit = 1.4
        XCTAssertEqual(path.stroked(raster, 16, 16, style).sum, bevelArea, accuracy: 0.05)
        style.join = .round
        XCTAssertEqual(path.stroked(raster, 16, 16, style).sum, bevelArea - 0.5 + .pi / 4, accuracy: 0.08)
    }

    /// Round joins and caps are all points within half the width: compare with distances.
    func testRoundPolylineIsADistance() {
        var random = SeededRandom(21)
        for _ in 0..<12 {
            let points = (0..<5).map { _ in (6 + random.unit() * 28, 6 + random.unit() * 28) }
            var path = TestPath()
            for (i, q) in points.enumerated() { if i == 0 { path.move(q.0, q.1) } else { path.line(q.0, q.1) } }
            var style = StrokeStyle(width: 5)
            style.cap = .round
            style.join = .round
            let mask = path.stroked(raster, 40, 40, style)
            var expected = [Double](repeating: 0, count: 1600)
            let n = 16
            for y in 0..<40 * n {
                for x in 0..<40 * n {
                    let p = SIMD2((Double(x) + 0.5) / Double(n), (Double(y) + 0.5) / Double(n))
                    var inside = false
                    for i in 0..<4 where !inside {
                        let a = SIMD2(points[i].0, points[i].1), d = SIMD2(points[i + 1].0, points[i + 1].1) - a
                        let t = max(0, min(1, ((p - a) * d).sum() / (d * d).sum()))
                        let e = p - a - d * t
                        inside = (e * e).sum() <= 6.25
                    }
                    if inside { expected[(y / n) * 40 + x / n] += 1 / Double(n * n) }
                }
            }
            let found = Reference.compare(mask, expected)
            XCTAssertLessThanOrEqual(found.max, 16)
        }
    }

    func testRing() {
        for width in [0.5, 1, 4, 11.0] {
            let mask = TestPath.circle(20, 20, 13).stroked(raster, 40, 40, StrokeStyle(width: width))
            XCTAssertEqual(mask.sum, 2 * .pi * 13 * width, accuracy: 2 * .pi * 13 * width * 0.012, "width \(width)")
        }
        // Wider than its radius: a disc, without a hole where the inner side turns over.
        let disc = TestPath.circle(20, 20, 4).stroked(raster, 40, 40, StrokeStyle(width: 12))
        XCTAssertEqual(disc.coverage(x: 20, y: 20), 255)
        XCTAssertEqual(disc.sum, .pi * 100, accuracy: 2.5)
    }

    func testStrokesUniteOrAdd() {
        // Half-covered columns: united, a crossing or a second line adds nothing; added, they fill.
        var path = line((8, 2), (8, 14))
        path.move(8, 2)
        path.line(8, 14)
        var style = StrokeStyle(width: 1)
        XCTAssertEqual(Int(path.stroked(raster, 16, 16, style).coverage(x: 7, y: 8)), 128, accuracy: 1)
        style.width = 1.5
        XCTAssertEqual(Int(path.stroked(raster, 16, 16, style).coverage(x: 7, y: 8)), 191, accuracy: 1)
        style.additive = true
        XCTAssertEqual(Int(path.stroked(raster, 16, 16, style).coverage(x: 7, y: 8)), 255, accuracy: 0)
    }

    func testTrim() {
        var path = line((2, 4), (14, 4))
        path.move(2, 10)
        path.line(14, 10)
        var style = StrokeStyle(width: 2)
        style.start = 0.25
        style.end = 0.75
        let mask = path.stroked(raster, 16, 16, style)
        XCTAssertEqual(mask.row(4), (0..<16).map { $0 >= 8 && $0 < 14 ? 255 : 0 })
        XCTAssertEqual(mask.row(10), (0..<16).map { $0 >= 2 && $0 < 8 ? 255 : 0 })
        style.start = 0.8
        style.end = 0.2
        XCTAssertEqual(path.stroked(raster, 16, 16, style).sum, 0)
        // Half of a ring.
        style.start = 0
        style.end = 0.5
        let ring = TestPath.circle(16, 16, 10).stroked(raster, 32, 32, style)
        XCTAssertEqual(ring.sum, .pi * 10 * 2, accuracy: 0.8)
        XCTAssertEqual(ring.coverage(x: 16, y: 6), 0)
        XCTAssertEqual(ring.coverage(x: 16, y: 25), 255)
    }

    func testDash() {
        let path = line((0, 4), (16, 4))
        var style = StrokeStyle(width: 2)
        style.dash = [3, 2]
        XCTAssertEqual(path.stroked(raster, 16, 8, style).row(4), (0..<16).map { $0 % 5 < 3 ? 255 : 0 })
        style.dashPhase = 1
        XCTAssertEqual(path.stroked(raster, 16, 8, style).row(4), (0..<16).map { ($0 + 1) % 5 < 3 ? 255 : 0 })
        style.dashPhase = -2
        XCTAssertEqual(path.stroked(raster, 16, 8, style).row(4), (0..<16).map { ($0 + 3) % 5 < 3 ? 255 : 0 })
        style.dashPhase = 0
        style.dash = [3]
        XCTAssertEqual(path.stroked(raster, 16, 8, style).row(4), (0..<16).map { $0 % 6 < 3 ? 255 : 0 })
        style.dash = [2, 2]
        style.start = 0.25
        style.end = 0.5
        XCTAssertEqual(path.stroked(raster, 16, 8, style).row(4), (0..<16).map { $0 >= 4 && $0 < 6 ? 255 : 0 })
        // On a closed path a dash goes on across the start, with its corner.
        var square = line((4, 4), (12, 4), (12, 12), (4, 12))
        square.close()
        style = StrokeStyle(width: 2)
        style.dash = [20, 8]
        style.dashPhase = 4
        let mask = square.stroked(raster, 16, 16, style)
        XCTAssertEqual(mask.coverage(x: 3, y: 3), 255)
        style.dash = [1e-7, 1e-7]
        XCTAssertEqual(path.stroked(raster, 16, 8, style).sum, 32, accuracy: 0.1)
    }

    /// A trim goes through a curve by its parameter: half of this one, which is slow at its end, is seven eighths of the way.
    func testTrimGoesByTheCurvesParameter() {
        var path = TestPath()
        path.move(0, 4)
        path.cubic((16, 4), (32, 4), (32, 4))
        path.line(64, 4)
        var style = StrokeStyle(width: 2)
        style.end = 0.25
        let mask = path.stroked(raster, 64, 8, style)
        XCTAssertEqual(mask.row(4).map { Double($0) }.reduce(0, +) / 255, 22, accuracy: 0.05)
        // A line goes by its length, and so does where a curve begins and ends.
        for (end, x) in [(0.5, 32.0), (0.75, 48), (1, 64)] {
            style.end = end
            XCTAssertEqual(path.stroked(raster, 64, 8, style).row(4).map { Double($0) }.reduce(0, +) / 255, x, accuracy: 0.05)
        }
    }

    /// A curve that turns back on the spot shows the pen there, whole: from 7.61 less half a pen to 32.39 and half a pen.
    func testCuspsAreRound() {
        var path = TestPath()
        path.move(12, 16)
        path.cubic((-8, 16), (48, 16), (28, 16))
        for cap in [StrokeCap.butt, .round] {
            var style = StrokeStyle(width: 10)
            style.cap = cap
            let mask = path.stroked(raster, 40, 32, style)
            func length(_ y: Int) -> Double { mask.row(y).map { Double($0) / 255 }.reduce(0, +) }
            XCTAssertEqual(length(16), 34.75, accuracy: 0.3, "\(cap)")
            XCTAssertEqual(length(12), 31.9, accuracy: 0.4, "\(cap)")
        }
    }

    /// Where a curve's handle has no length, its end stands as before when the curve's beginning is cut away.
    func testCutCurveKeepsItsEnd() {
        var path = TestPath()
        path.move(363.464, 315.372)
        path.cubic((314.325, 310.574), (272.893, 288.52), (272.893, 288.52))
        var style = StrokeStyle(width: 68)
        let near = Affine(0.5, 0, 0, 0.5, -110, -110), whole = path.stroked(raster, 96, 96, style, transform: near)
        (style.start, style.end) = (0.3, 1)
        let part = path.stroked(raster, 96, 96, style, transform: near)
        // Its sides are other chords of the same curves.
        for y in 0..<96 {
            for (a, b) in zip(whole.row(y)[0..<40], part.row(y)[0..<40]) { XCTAssertEqual(Double(a), Double(b), accuracy: 8, "row \(y)") }
        }
    }

    func testUnevenScale() {
        let path = line((2, 2), (2, 6))
        let mask = path.stroked(raster, 32, 16, StrokeStyle(width: 2), transform: Affine(4, 0, 0, 2, 0, 0))
        XCTAssertEqual(mask.sum, 64, accuracy: 0.05)
        XCTAssertEqual(mask.row(8), (0..<32).map { $0 >= 4 && $0 < 12 ? 255 : 0 })
        let mirrored = path.stroked(raster, 32, 16, StrokeStyle(width: 2), transform: Affine(-4, 0, 0, 2, 16, 0))
        XCTAssertEqual(mirrored.row(8), (0..<32).map { $0 >= 4 && $0 < 12 ? 255 : 0 })
    }

    /// Each side of a circle's stroke is the circle that it would be by itself: Apple's rings are so, to the last level.
    func testSidesAreCurves() {
        for (r, half) in [(18.0, 2.0), (70, 11), (3.7, 1.2)] {
            let center = 90.3, size = 192
            let stroke = TestPath.circle(center, center, r).stroked(raster, size, size, StrokeStyle(width: half * 2))
            var band = TestPath.circle(center, center, r + half)
            let inner = TestPath.circle(center, center, r - half)
            band.verbs += inner.verbs
            band.points += inner.points
            let wanted = band.filled(raster, size, size, rule: .evenOdd)
            for y in 0..<size {
                for x in 0..<size {
                    XCTAssertEqual(
                        Int(stroke.coverage(x: x, y: y)), Int(wanted.coverage(x: x, y: y)), accuracy: 1, "\(r), \(half) at \(x), \(y)")
                }
            }
        }
    }

    /// The edges of a border whose corners are continuous (radius 90 pixels, width 15), where Apple's `render(in:)` put them: how far
    /// from the left each row's edge is, in pixels. The corner's outer cubics are long, bent at one end only, and show the rule.
    func testEdgesOfABorderAreWhereAppleHasThem() {
        let unit: [(Double, Double)] = [
            (0, 1.52866483), (0, 1.08849296), (0, 0.86840694), (0.07491139, 0.63149379), (0.16905956, 0.37282383), (0.37282383, 0.16905956),
            (0.63149379, 0.07491139), (0.86840694, 0), (1.08849296, 0), (1.52866483, 0),
        ]
        let p = unit.map { (2.5 + $0.0 * 27.5, 2.5 + $0.1 * 27.5) }
        var path = TestPath()
        path.move(2.5, 60)
        path.line(p[0].0, p[0].1)
        for i in [1, 4, 7] { path.cubic(p[i], p[i + 1], p[i + 2]) }
        path.line(60, 2.5)
        let mask = path.stroked(raster, 160, 160, StrokeStyle(width: 5), transform: Affine(3, 0, 0, 3, 0, 0))
        let inner = [
            40: 33.486, 48: 27.494, 56: 23.106, 64: 20.053, 68: 18.993, 72: 18.039, 74: 17.635, 77: 17.114, 80: 16.686, 84: 16.231,
            88: 15.894, 92: 15.643, 98: 15.380, 104: 15.216, 112: 15.090, 120: 15.028,
        ]
        let outer = [
            30: 22.306, 40: 14.803, 50: 9.361, 58: 6.185, 62: 5.027, 66: 4.012, 70: 3.155, 73: 2.561, 76: 2.070, 80: 1.550, 85: 1.067,
            90: 0.726, 95: 0.474, 102: 0.256, 110: 0.108,
        ]
        func edges(_ y: Int) -> (outer: Double, inner: Double) {
            let row = mask.row(y).prefix(80).map { Double($0) / 255 }
            let full = row.firstIndex { $0 == 1 } ?? 0, last = row.lastIndex { $0 == 1 } ?? 0
            return (Double(full) - row[..<full].reduce(0, +), Double(last + 1) + row[(last + 1)...].reduce(0, +))
        }
        for (y, x) in inner { XCTAssertEqual(edges(y).inner, x, accuracy: 0.012, "inner edge, row \(y)") }
        for (y, x) in outer { XCTAssertEqual(edges(y).outer, x, accuracy: 0.012, "outer edge, row \(y)") }
    }

    /// The handles of sides that fit three of Apple's edges best, as parts of the curve's own: both edges of the border above, and the
    /// inner one of a border of radius 300, where the curve is halved once.
    func testHandlesOfSidesAreApples() throws {
        func corner(_ r: Double) -> StrokeCubic {
            StrokeCubic(
                p0: SIMD2(2.5, 2.5 + 1.52866483 * r), p1: SIMD2(2.5, 2.5 + 1.08849296 * r), p2: SIMD2(2.5, 2.5 + 0.86840694 * r),
                p3: SIMD2(2.5 + 0.07491139 * r, 2.5 + 0.63149379 * r))
        }
        let scale = Affine(3, 0, 0, 3, 0, 0), cut = corner(27.5).cuts
        XCTAssertEqual(cut.x, 0.92897, accuracy: 1e-4)
        XCTAssertEqual(cut.y, 1)
        func check(_ c: StrokeCubic, left: SIMD2<Double>, right: SIMD2<Double>?, line: UInt = #line) throws {
            var l = c, r = c
            let t0 = try XCTUnwrap(c.leaves), t3 = try XCTUnwrap(c.arrives)
            XCTAssertTrue(c.sides(2.5, t0, t3, scale, left: &l, right: &r), line: line)
            for (side, wanted) in [(l, Optional(left)), (r, right)] {
                guard let wanted else { continue }
                func parts(_ a: SIMD2<Double>, _ b: SIMD2<Double>) -> Double { StrokePolyline.distance(a, b) }
                XCTAssertEqual(parts(side.p0, side.p1) / parts(c.p0, c.p1), wanted.x, accuracy: 0.011, line: line)
                XCTAssertEqual(parts(side.p2, side.p3) / parts(c.p2, c.p3), wanted.y, accuracy: 0.009, line: line)
            }
        }
        let small = corner(27.5).part(0, cut.x), large = corner(97.5)
        try check(small, left: SIMD2(1.238, 0.827), right: SIMD2(1.280, 0.929))
        try check(large.part(cut.x / 2, cut.x), left: SIMD2(1.0285, 0.9473), right: nil)
        var l = small, r = small
        let whole = large.part(0, cut.x)
        XCTAssertFalse(
            whole.sides(2.5, try XCTUnwrap(whole.leaves), try XCTUnwrap(whole.arrives), scale, left: &l, right: &r),
            "Apple halves the large one")
    }

    func testAPartOfAStrokeIsTheSame() {
        var random = SeededRandom(32)
        let size = 40
        for i in 0..<300 {
            func at() -> (Double, Double) { (random.unit() * 80 - 20, random.unit() * 80 - 20) }
            var path = TestPath()
            path.move(at().0, at().1)
            for _ in 0..<4 {
                if random.unit() < 0.5 { path.line(at().0, at().1) } else { path.cubic(at(), at(), at()) }
            }
            if i & 1 == 0 { path.close() }
            var style = StrokeStyle(width: 0.3 + random.unit() * 9)
            style.join = [.miter, .round, .bevel][i % 3]
            style.additive = i & 2 == 0
            let whole = path.stroked(raster, size, size, style), parts = MaskBuffer(bounds: whole.bounds)
            let y = Int32(1 + random.unit() * 38), n = Int32(size)
            for part in [IntRect(0, 0, n, y), IntRect(0, y, n, n)] {
                path.with { raster.strokePath(parts, Clip(part), $0, transform: .identity, style: style) }
            }
            for row in 0..<size { XCTAssertEqual(whole.row(row), parts.row(row), "stroke \(i), row \(row), cut at \(y)") }
        }
    }
}
