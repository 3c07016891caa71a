import XCTest

@testable import Raster

/// Filled shapes against a slow reference.
final class CoverageTests: XCTestCase {
    private let raster = Rasterizer()

    private func check(
        _ contours: [[SIMD2<Double>]], _ tolerance: Double, rule: FillRule = .winding, line: UInt = #line
    ) {
        let mask = TestPath(contours).filled(raster, 32, 32, rule: rule)
        let expected = Reference.coverage(contours, width: 32, height: 32, evenOdd: rule == .evenOdd)
        let found = Reference.compare(mask, expected)
        XCTAssertLessThanOrEqual(found.max, tolerance, "\(contours)", line: line)
    }

    func testTriangles() {
        var random = SeededRandom(11)
        for _ in 0..<60 { check([(0..<3).map { _ in SIMD2(random.unit() * 40 - 4, random.unit() * 40 - 4) }], 1.5) }
    }

    func testHairlinesAndSlivers() {
        check([[SIMD2(3.2, 0), SIMD2(3.5, 0), SIMD2(3.5, 30), SIMD2(3.2, 30)]], 1)
        check([[SIMD2(0, 5.1), SIMD2(32, 5.4), SIMD2(32, 5.7), SIMD2(0, 5.4)]], 1.5)
        check([[SIMD2(1, 1), SIMD2(31, 1.001), SIMD2(31, 1.3)]], 1.5)
        check([[SIMD2(0.5, 0), SIMD2(30, 31.9), SIMD2(30.2, 32)]], 1.5)
        check([[SIMD2(10, 10), SIMD2(10.2, 10), SIMD2(10.2, 10.2), SIMD2(10, 10.2)]], 1)
    }

    func testHoles() {
        let outer = [SIMD2(2.3, 3.1), SIMD2(29.7, 2.2), SIMD2(28.1, 29.4), SIMD2(4.4, 27.3)]
        let inner = [SIMD2(9.3, 9.9), SIMD2(10.7, 20.2), SIMD2(20.1, 19.4), SIMD2(21.4, 8.3)]
        check([outer, inner], 1.5)
        check([outer, inner.reversed()], 1.5)
        check([outer, inner], 1.5, rule: .evenOdd)
        check([outer, inner.reversed()], 1.5, rule: .evenOdd)
    }

    func testOverlaps() {
        let a = [SIMD2(2.3, 3.1), SIMD2(20.7, 2.2), SIMD2(18.1, 19.4), SIMD2(4.4, 17.3)]
        let b = a.map { $0 + SIMD2(7.2, 8.4) }
        for rule in [FillRule.winding, .evenOdd] {
            check([a, b], 4, rule: rule)
            check([a, b.reversed()], 4, rule: rule)
            check([a, a], 4, rule: rule)
            check([a, a.reversed()], 4, rule: rule)
        }
    }

    /// Pixels that outlines pass through more than once are found trapezoid by trapezoid: no pixel is off by more than four 255ths here,
    /// and pixels of the outline by less than a quarter of one on average.
    func testSelfIntersecting() {
        var random = SeededRandom(12)
        var sum = 0.0, edges = 0
        for _ in 0..<200 {
            let contour = (0..<9).map { _ in SIMD2(random.unit() * 36 - 2, random.unit() * 36 - 2) }
            for rule in [FillRule.winding, .evenOdd] {
                let mask = TestPath([contour]).filled(raster, 32, 32, rule: rule)
                let expected = Reference.coverage([contour], width: 32, height: 32, evenOdd: rule == .evenOdd)
                XCTAssertLessThanOrEqual(Reference.compare(mask, expected).max, 4, "\(contour)")
                for i in 0..<1024 where expected[i] > 0.001 && expected[i] < 0.999 {
                    sum += abs(Double(mask.coverage(x: i % 32, y: i / 32)) - expected[i] * 255)
                    edges += 1
                }
            }
        }
        XCTAssertLessThan(sum / Double(edges), 0.5)
        let star = (0..<5).map { i -> SIMD2<Double> in
            let t = Double(i) * 4 * .pi / 5
            return SIMD2(16 + 14.3 * cos(t), 16 + 14.3 * sin(t))
        }
        check([star], 2)
        check([star], 2, rule: .evenOdd)
    }

    func testCircle() {
        for r in [0.4, 3.0, 6, 12.7] {
            let mask = TestPath.circle(16.2, 15.7, r).filled(raster, 32, 32)
            let fine = (0..<720).map { i -> SIMD2<Double> in
                let t = Double(i) * .pi / 360
                return SIMD2(16.2 + r * cos(t), 15.7 + r * sin(t))
            }
            let found = Reference.compare(mask, Reference.coverage([fine], width: 32, height: 32, evenOdd: false))
            // The chord error of the flattening is about .05 px, and a little more where L-infinity sees a slanted curve.
            XCTAssertLessThanOrEqual(found.max, 18, "radius \(r)")
        }
    }

    func testFlatteningIsRule14() {
        // A quarter of radius r has second differences of .4477 r, a quarter of that after each halving.
        for (r, chords) in [(0.1, 1), (0.5, 2), (2.0, 4), (8.0, 8), (9.5, 8), (9.6, 16), (38, 16), (40, 32)] {
            var cache = CornerCache()
            let curve = cache.curve(SIMD2(r, r))
            // Some halves are flat enough before others.
            XCTAssertLessThanOrEqual(curve.count, chords, "radius \(r)")
            XCTAssertGreaterThan(curve.count, chords / 2, "radius \(r)")
        }
    }

    func testRoundedRectAgreesWithPath() {
        var random = SeededRandom(13)
        let k = 1 - 0.5522847
        for i in 0..<300 {
            let x = 1 + random.unit() * 4, y = 1 + random.unit() * 4
            let w = 0.2 + random.unit() * 26, h = 0.2 + random.unit() * 26
            let r = i % 5 == 0 ? 0 : min(w, h) / 2 * (i % 7 == 0 ? 1 : random.unit())
            let surface = Surface(width: 32, height: 32), other = Surface(width: 32, height: 32)
            raster.fillRoundedRect(surface, Clip(surface.bounds), RoundedRect(x, y, x + w, y + h, radius: r), color: 0xffff_ffff)
            var p = TestPath()
            p.move(x, y + r)
            p.cubic((x, y + r * k), (x + r * k, y), (x + r, y))
            p.line(x + w - r, y)
            p.cubic((x + w - r * k, y), (x + w, y + r * k), (x + w, y + r))
            p.line(x + w, y + h - r)
            p.cubic((x + w, y + h - r * k), (x + w - r * k, y + h), (x + w - r, y + h))
            p.line(x + r, y + h)
            p.cubic((x + r * k, y + h), (x, y + h - r * k), (x, y + h - r))
            p.close()
            p.with { raster.fillPath(other, Clip(other.bounds), $0, transform: .identity, paint: .solid(0xffff_ffff)) }
            for yy in 0..<32 {
                for xx in 0..<32 {
                    let d = abs(Int(surface.pixel(x: xx, y: yy) >> 24) - Int(other.pixel(x: xx, y: yy) >> 24))
                    XCTAssertLessThanOrEqual(d, 1, "box \(i) \(x) \(y) \(w) \(h) \(r) at \(xx), \(yy)")
                    if d > 1 { return }
                }
            }
        }
    }

    func testRoundedRectClippedIsTheSame() {
        // What a clip cuts off must not change what is left: damage is drawn in parts.
        let rect = RoundedRect(3.3, 4.7, 27.9, 28.2, radius: 7.3)
        let whole = Surface(width: 32, height: 32), parts = Surface(width: 32, height: 32)
        raster.fillRoundedRect(whole, Clip(whole.bounds), rect, color: 0x8040_2010)
        for part in [IntRect(0, 0, 9, 32), IntRect(9, 0, 32, 11), IntRect(9, 11, 32, 32)] {
            raster.fillRoundedRect(parts, Clip(part), rect, color: 0x8040_2010)
        }
        for y in 0..<32 { for x in 0..<32 { XCTAssertEqual(whole.pixel(x: x, y: y), parts.pixel(x: x, y: y), "\(x), \(y)") } }
    }

    func testPixelCentres() {
        let quad = [[SIMD2(2.5, 3.5), SIMD2(10.5, 3.5), SIMD2(10.5, 9.5), SIMD2(2.5, 9.5)]]
        let mask = TestPath(quad).filled(raster, 16, 16, antialias: false)
        for y in 0..<16 {
            for x in 0..<16 {
                // Left and top edges through centres are in, right and bottom ones out.
                XCTAssertEqual(mask.coverage(x: x, y: y), x >= 2 && x < 10 && y >= 3 && y < 9 ? 255 : 0, "\(x), \(y)")
            }
        }
    }

    func testAnEdgeThroughCentresIsOneWhateverItsNoise() {
        // Along x + y = 17, through the middles of 16 pixels: of the parts on both sides, that below has them.
        for noise in [0, 1e-12, -1e-12, 1e-5, -1e-5] {
            let ends = [SIMD2(0.5 + noise, 16.5), SIMD2(16.5, 0.5 - noise)]
            // The neighbour has another end on the edge, as where it was cut once more.
            let between = SIMD2(7.3 - noise, 9.7)
            let above = TestPath([[SIMD2(0, 0), ends[1], ends[0]]]).filled(raster, 16, 16, antialias: false)
            let below = TestPath([[SIMD2(20, 20), ends[0], between, ends[1]]]).filled(raster, 16, 16, antialias: false)
            for i in 1..<15 {
                XCTAssertEqual(above.coverage(x: i, y: 16 - i), 0, "\(noise) \(i)")
                XCTAssertEqual(below.coverage(x: i, y: 16 - i), 255, "\(noise) \(i)")
            }
        }
    }

    func testPolygonWithSomeHardEdges() {
        let quad = [SIMD2(2.3, 2.3), SIMD2(12.7, 2.3), SIMD2(12.7, 12.7), SIMD2(2.3, 12.7)]
        let surface = Surface(width: 16, height: 16)
        // Soft top and bottom only.
        raster.fillConvexPolygon(surface, Clip(surface.bounds), quad, antialiased: EdgeSet(rawValue: 0b0101), paint: .solid(0xffff_ffff))
        XCTAssertEqual(surface.pixel(x: 2, y: 6) >> 24, 255)
        XCTAssertEqual(surface.pixel(x: 1, y: 6) >> 24, 0)
        XCTAssertEqual(surface.pixel(x: 12, y: 6) >> 24, 255)
        XCTAssertEqual(surface.pixel(x: 13, y: 6) >> 24, 0)
        XCTAssertEqual(Int(surface.pixel(x: 6, y: 2) >> 24), 179, accuracy: 1)
        XCTAssertEqual(Int(surface.pixel(x: 6, y: 12) >> 24), 179, accuracy: 1)
    }

    /// Seen nearly from its edge, with soft and hard edges: where those meet, moved apart, lies far away.
    func testASliverWithSomeHardEdgesStaysWithinItself() {
        let quad = [SIMD2(30.968, 30.566), SIMD2(20.305, 58.411), SIMD2(18.858, 61.897), SIMD2(29.521, 34.052)]
        for edges in 1..<15 as Range<UInt32> {
            let surface = Surface(width: 64, height: 80)
            raster.fillConvexPolygon(surface, Clip(surface.bounds), quad, antialiased: EdgeSet(rawValue: edges), paint: .solid(0xffff_ffff))
            var inside = 0
            for y in 0..<80 {
                for x in 0..<64 where surface.pixel(x: x, y: y) != 0 {
                    XCTAssertTrue(x >= 18 && x < 31 && y >= 30 && y < 62, "(\(x), \(y)), edges \(edges)")
                    inside += 1
                }
            }
            XCTAssertGreaterThan(inside, 0, "edges \(edges)")
        }
    }

    func testLevelsAgree() throws {
        guard let base = Kernels.level(.baseline), let best = Kernels.level(.vectors) else { throw XCTSkip("one processor level only") }
        let a = Surface(width: 64, height: 64), b = Surface(width: 64, height: 64)
        var random = SeededRandom(14)
        let (slow, fast) = (Rasterizer(kernels: base), Rasterizer(kernels: best))
        for _ in 0..<200 {
            let x = random.unit() * 50, y = random.unit() * 50
            let r = RoundedRect(x, y, x + random.unit() * 20, y + random.unit() * 20, radius: random.unit() * 8)
            let color = random.pixels(1)[0]
            slow.fillRoundedRect(a, Clip(a.bounds), r, color: color)
            fast.fillRoundedRect(b, Clip(b.bounds), r, color: color)
        }
        for y in 0..<64 { for x in 0..<64 { XCTAssertEqual(a.pixel(x: x, y: y), b.pixel(x: x, y: y)) } }
    }

    // MARK: Bad and far input

    func testHugeCoordinates() {
        let huge = 2e7
        let mask = TestPath([[SIMD2(-huge, -huge), SIMD2(huge, -huge), SIMD2(huge, huge), SIMD2(-huge, huge)]]).filled(raster, 16, 16)
        XCTAssertEqual(mask.sum, 256)
        let diagonal = TestPath([[SIMD2(-huge, -huge), SIMD2(huge, huge), SIMD2(-huge, huge)]]).filled(raster, 16, 16)
        XCTAssertEqual(diagonal.sum, 128, accuracy: 0.5)
        let circle = TestPath.circle(8, 8, huge).filled(raster, 16, 16)
        XCTAssertEqual(circle.sum, 256)
        let edge = TestPath.circle(huge + 8, 8, huge).filled(raster, 16, 16)
        XCTAssertEqual(edge.sum, 128, accuracy: 8)
        let far = TestPath.circle(huge, huge, 10).filled(raster, 16, 16)
        XCTAssertEqual(far.sum, 0)
        var style = StrokeStyle(width: 2)
        style.dash = [3, 1]
        _ = TestPath.circle(8, 8, huge).stroked(raster, 16, 16, style)
        style.dash = []
        style.join = .round
        _ = TestPath.circle(8, 8, huge).stroked(raster, 16, 16, style)
        raster.fillRoundedRect(mask, Clip(mask.bounds), RoundedRect(-huge, -huge, huge, huge, radius: huge))
    }

    func testNotFinite() {
        for bad in [Double.nan, .infinity, -.infinity, 1e300] {
            for i in 0..<4 {
                var c = [SIMD2(1.0, 1), SIMD2(9, 1), SIMD2(9, 9), SIMD2(1, 9)]
                c[i].x = bad
                let mask = TestPath([c]).filled(raster, 16, 16)
                if !bad.isFinite { XCTAssertEqual(mask.sum, 0) }
                _ = TestPath([c]).stroked(raster, 16, 16, StrokeStyle(width: 2))
                let surface = Surface(width: 16, height: 16)
                raster.fillConvexPolygon(surface, Clip(surface.bounds), c, paint: .solid(0xff00_0000))
                raster.fillRoundedRect(surface, Clip(surface.bounds), RoundedRect(bad, 1, 9, 9, radius: 3), color: 0xff00_0000)
                raster.fillRoundedRect(surface, Clip(surface.bounds), RoundedRect(1, 1, 9, 9, radius: bad), color: 0xff00_0000)
                _ = TestPath.circle(bad, 3, 3).filled(raster, 16, 16)
                TestPath.circle(5, 5, 3).with {
                    raster.fillPath(
                        surface, Clip(surface.bounds), $0, transform: Affine(bad, 0, 0, 1, 0, 0), paint: .solid(0xff00_0000))
                }
            }
        }
        var short = TestPath()
        short.verbs = [0, 3, 9]
        short.points = [CGPoint(x: 1, y: 1)]
        XCTAssertEqual(short.filled(raster, 8, 8).sum, 0)
    }

    func testRandomGarbageDoesNotTrap() {
        var random = SeededRandom(15)
        for _ in 0..<60 {
            var p = TestPath()
            for _ in 0..<12 {
                func v() -> Double { (random.unit() - 0.5) * pow(10, random.unit() * 12) }
                switch random.next() % 4 {
                case 0: p.move(v(), v())
                case 1: p.line(v(), v())
                case 2: p.cubic((v(), v()), (v(), v()), (v(), v()))
                default: p.close()
                }
            }
            _ = p.filled(raster, 40, 40)
            _ = p.filled(raster, 40, 40, rule: .evenOdd)
            _ = p.filled(raster, 40, 40, antialias: false)
            var style = StrokeStyle(width: pow(10, random.unit() * 6 - 2))
            style.join = .round
            style.cap = .round
            if random.next() & 1 == 0 { style.dash = [pow(10, random.unit() * 6 - 2), 3] }
            _ = p.stroked(raster, 40, 40, style)
        }
    }

    func testClipMask() {
        let clip = MaskBuffer(bounds: IntRect(2, 2, 12, 12))
        raster.fillRoundedRect(clip, Clip(clip.bounds), RoundedRect(2.5, 2.5, 11.5, 11.5))
        let surface = Surface(width: 16, height: 16)
        raster.fillRoundedRect(surface, Clip(surface.bounds, mask: clip), RoundedRect(2.5, 0, 16, 16), color: 0xffff_ffff)
        // A fractional edge under the same clip edge: squared (rule 32).
        XCTAssertEqual(surface.pixel(x: 2, y: 6) >> 24, 64)
        XCTAssertEqual(surface.pixel(x: 6, y: 6) >> 24, 255)
        XCTAssertEqual(surface.pixel(x: 6, y: 2) >> 24, 128)
        XCTAssertEqual(surface.pixel(x: 1, y: 6), 0)
    }
}
