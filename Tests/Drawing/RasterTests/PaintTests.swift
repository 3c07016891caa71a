import CKernels
import XCTest

@testable import Raster

final class PaintTests: XCTestCase {
    private let raster = Rasterizer()

    private func image(_ width: Int, _ height: Int, _ seed: UInt64 = 41) -> Surface {
        var random = SeededRandom(seed)
        let s = Surface(width: width, height: height)
        for y in 0..<height { for (x, p) in random.pixels(width).enumerated() { s.pointer(x: x, y: y).pointee = p } }
        return s
    }

    func testCopyOneToOne() throws {
        let source = image(20, 10), target = Surface(width: 32, height: 16)
        for filter in [SampleFilter.nearest, .bilinear, .trilinear] {
            target.clear()
            let sampler = try XCTUnwrap(ImageSampler(source, map: Homography(Affine(1, 0, 0, 1, -5, -3)), filter: filter))
            raster.fill(target, Clip(target.bounds), IntRect(5, 3, 25, 13), paint: .image(sampler))
            for y in 0..<10 { for x in 0..<20 { XCTAssertEqual(target.pixel(x: x + 5, y: y + 3), source.pixel(x: x, y: y)) } }
        }
    }

    func testEdgesRepeatWithinSource() throws {
        let source = image(20, 10), target = Surface(width: 8, height: 8)
        let sampler = try XCTUnwrap(
            ImageSampler(source, map: Homography(Affine(1, 0, 0, 1, -4, -4)), filter: .bilinear, source: IntRect(3, 2, 5, 4)))
        raster.fill(target, Clip(target.bounds), target.bounds, paint: .image(sampler))
        XCTAssertEqual(target.pixel(x: 0, y: 0), source.pixel(x: 3, y: 2))
        XCTAssertEqual(target.pixel(x: 7, y: 7), source.pixel(x: 3, y: 3))
    }

    func testNearestScale() throws {
        let source = image(4, 4), target = Surface(width: 12, height: 12)
        let third = 1.0 / 3
        let sampler = try XCTUnwrap(ImageSampler(source, map: Homography(Affine(third, 0, 0, third, 0, 0)), filter: .nearest))
        raster.fill(target, Clip(target.bounds), target.bounds, paint: .image(sampler))
        for y in 0..<12 { for x in 0..<12 { XCTAssertEqual(target.pixel(x: x, y: y), source.pixel(x: x / 3, y: y / 3)) } }
    }

    /// Pixels' middles on the borders of texels, and where a gradient changes all at once: one rule, whatever the last bits of the map.
    func testMiddlesOnBordersHaveOneSide() throws {
        let source = image(8, 8)
        let stripes = GradientRamp { $0 < 0.5 ? 0xff00_00ff : 0xffff_0000 }
        for noise in [0, 1e-9, -1e-9, 1e-6, -1e-6] {
            let target = Surface(width: 5, height: 5)
            for map in [Homography(Affine(2, 0, 0, 2, noise, noise)), Homography(2, 0, noise, 0, 2, noise, 1e-12, 0, 1)] {
                let sampler = try XCTUnwrap(ImageSampler(source, map: map, filter: .nearest))
                target.clear()
                raster.fill(target, Clip(target.bounds), IntRect(0, 0, 3, 3), paint: .image(sampler))
                for y in 0..<3 {
                    for x in 0..<3 { XCTAssertEqual(target.pixel(x: x, y: y), source.pixel(x: 2 * x + 1, y: 2 * y + 1), "\(noise)") }
                }
            }
            let axial = try XCTUnwrap(GradientPaint(.axial, map: Affine(0.2, 0, 0, 1, noise, 0), ramp: stripes))
            raster.fill(target, Clip(target.bounds), target.bounds, paint: .gradient(axial))
            XCTAssertEqual(target.pixel(x: 1, y: 0), 0xff00_00ff, "\(noise)")
            XCTAssertEqual(target.pixel(x: 2, y: 0), 0xffff_0000, "\(noise)")
        }
    }

    func testPlainImageStaysPlain() throws {
        let source = Surface(width: 9, height: 7)
        source.clear(to: 0xff37_91c3)
        let mip = MipPyramid.buildMip(pixels: source.pixels, width: 9, height: 7, stride: source.stride)
        let maps = [
            Homography(Affine(0.37, 0.1, -0.2, 0.41, 1, 1)), Homography(Affine(3.1, 0, 0, 2.7, 0, 0)),
            Homography(1.1, 0.1, 0, 0.2, 0.9, 0, 1e-2, 2e-2, 1),
        ]
        for map in maps {
            for filter in [SampleFilter.nearest, .bilinear, .trilinear] {
                let target = Surface(width: 16, height: 16)
                let sampler = try XCTUnwrap(ImageSampler(source, map: map, filter: filter, mip: mip))
                raster.fill(target, Clip(target.bounds), target.bounds, paint: .image(sampler))
                for y in 0..<16 { for x in 0..<16 { XCTAssertEqual(target.pixel(x: x, y: y), 0xff37_91c3) } }
            }
        }
    }

    func testPartsAreTheWhole() throws {
        let source = image(40, 40), whole = Surface(width: 48, height: 48), parts = Surface(width: 48, height: 48)
        let ramp = GradientRamp { t in UInt32(t * 255) << 8 | 0xff00_0000 }
        let mip = MipPyramid.buildMip(pixels: source.pixels, width: 40, height: 40, stride: source.stride)
        let turn = Affine(0.8, 0.31, -0.31, 0.8, 3.3, -2.1)
        var paints: [Paint] = []
        for filter in [SampleFilter.nearest, .bilinear, .trilinear] {
            for map in [Homography(turn), Homography(1.7, 0.1, 0, 0.2, 1.9, 0, 1e-3, 2e-3, 1)] {
                paints.append(.image(try XCTUnwrap(ImageSampler(source, map: map, filter: filter, mip: mip, opacity: 200))))
            }
        }
        for shape in [GradientPaint.Shape.axial, .radial, .conic] {
            paints.append(.gradient(try XCTUnwrap(GradientPaint(shape, map: Affine(0.02, 0.01, -0.01, 0.02, -0.3, -0.4), ramp: ramp))))
        }
        let quad = [SIMD2(3.0, 20), SIMD2(25, 2.5), SIMD2(45.5, 24), SIMD2(22, 46)]
        for paint in paints {
            whole.clear()
            parts.clear()
            raster.fillConvexPolygon(whole, Clip(whole.bounds), quad, paint: paint)
            for part in [IntRect(0, 0, 17, 48), IntRect(17, 0, 48, 19), IntRect(17, 19, 48, 48)] {
                raster.fillConvexPolygon(parts, Clip(part), quad, paint: paint)
            }
            for y in 0..<48 { for x in 0..<48 { XCTAssertEqual(whole.pixel(x: x, y: y), parts.pixel(x: x, y: y), "\(x), \(y)") } }
        }
    }

    func testProjectionMatchesAffine() throws {
        let source = image(16, 16)
        let t = Affine(0.5, 0, 0, 0.5, 0.25, 0.5)
        let a = Surface(width: 16, height: 16), b = Surface(width: 16, height: 16)
        let flat = try XCTUnwrap(ImageSampler(source, map: Homography(t), filter: .bilinear))
        var m = Homography(t)
        m.m6 = 1e-15
        let tilted = try XCTUnwrap(ImageSampler(source, map: m, filter: .bilinear))
        raster.fill(a, Clip(a.bounds), a.bounds, paint: .image(flat))
        raster.fill(b, Clip(b.bounds), b.bounds, paint: .image(tilted))
        for y in 0..<16 {
            for x in 0..<16 {
                for s: UInt32 in [0, 8, 16, 24] {
                    let d = Int(a.pixel(x: x, y: y) >> s & 255) - Int(b.pixel(x: x, y: y) >> s & 255)
                    XCTAssertLessThanOrEqual(abs(d), 2)
                }
            }
        }
    }

    func testMinifiedCheckerboardIsGray() throws {
        let source = Surface(width: 64, height: 64), target = Surface(width: 8, height: 8)
        for y in 0..<64 { for x in 0..<64 { source.pointer(x: x, y: y).pointee = (x + y) & 1 == 0 ? 0xffff_ffff : 0xff00_0000 } }
        let mip = MipPyramid.buildMip(pixels: source.pixels, width: 64, height: 64, stride: source.stride)
        let sampler = try XCTUnwrap(ImageSampler(source, map: Homography(Affine(8, 0, 0, 8, 0, 0)), filter: .trilinear, mip: mip))
        raster.fill(target, Clip(target.bounds), target.bounds, paint: .image(sampler))
        for y in 0..<8 { for x in 0..<8 { XCTAssertEqual(Int(target.pixel(x: x, y: y) & 255), 128, accuracy: 1) } }
    }

    func testGradients() throws {
        let ramp = GradientRamp { t in 0xff00_0000 | UInt32(t * 255 + 0.5) }
        let s = Surface(width: 100, height: 4)
        let axial = try XCTUnwrap(GradientPaint(.axial, map: Affine(0.01, 0, 0, 1, 0, 0), ramp: ramp))
        raster.fill(s, Clip(s.bounds), s.bounds, paint: .gradient(axial))
        for x in 0..<100 { XCTAssertEqual(Double(s.pixel(x: x, y: 2) & 255), (Double(x) + 0.5) * 2.55, accuracy: 0.7) }
        // A cone and rings, by the mathematics library.
        let t = Affine(0.013, 0.004, -0.005, 0.017, -0.4, -0.6)
        let round = GradientRamp { 0xff00_0000 | UInt32($0 * 65535) }
        for shape in [GradientPaint.Shape.conic, .radial] {
            let wide = Surface(width: 90, height: 70)
            let paint = try XCTUnwrap(GradientPaint(shape, map: t, ramp: round))
            raster.fill(wide, Clip(wide.bounds), wide.bounds, paint: .gradient(paint))
            for y in 0..<70 {
                for x in 0..<90 {
                    let p = t.apply(Double(x) + 0.5, Double(y) + 0.5)
                    var expected = (p.x * p.x + p.y * p.y).squareRoot()
                    if case .conic = shape { expected = (atan2(p.y, p.x) / (2 * .pi) + 1).truncatingRemainder(dividingBy: 1) }
                    XCTAssertEqual(Double(wide.pixel(x: x, y: y) & 0xffff) / 65535, min(1, expected), accuracy: 1.0 / 1000)
                }
            }
        }
    }

    func testGradientEnds() throws {
        func at(_ shape: GradientPaint.Shape, _ start: Bool, _ end: Bool, _ x: Int) throws -> UInt32 {
            let ramp = GradientRamp(extendsStart: start, extendsEnd: end) { $0 < 0.5 ? 0xff00_00ff : 0xffff_0000 }
            let s = Surface(width: 100, height: 1)
            let paint = try XCTUnwrap(GradientPaint(shape, map: Affine(0.04, 0, 0, 0, -1, 0), ramp: ramp))
            raster.fill(s, Clip(s.bounds), s.bounds, paint: .gradient(paint))
            return s.pixel(x: x, y: 0)
        }
        // t goes from -1 to 3.
        for (start, end) in [(true, true), (true, false), (false, true), (false, false)] {
            XCTAssertEqual(try at(.axial, start, end, 3), start ? 0xff00_00ff : 0)
            XCTAssertEqual(try at(.axial, start, end, 25), 0xff00_00ff)
            XCTAssertEqual(try at(.axial, start, end, 49), 0xffff_0000)
            XCTAssertEqual(try at(.axial, start, end, 50), end ? 0xffff_0000 : 0)
            XCTAssertEqual(try at(.radial, start, end, 60), end ? 0xffff_0000 : 0)
        }
    }

    func testCirclePairs() throws {
        // The table has a number for each millionth of t, and one at -1.
        let last = 1 << 20, table = (0..<UInt32(last + 2)).map { $0 + 1 }
        /// Returns t, -1 if it is less than 0, 1 if it is greater, and NaN if no circle passes through the point.
        func t(_ pair: CirclePair, _ x: Double, _ y: Double, _ start: Bool = true, _ end: Bool = true) -> Double {
            var color: UInt32 = 0, place = agate_place(a: 0, b: 0, cx: x, cy: y, tx: 0, ty: 0)
            var circles = pair.loop(extendsStart: start, extendsEnd: end)
            table.withUnsafeBufferPointer {
                Kernels.current.pointee.circles_ramp(&color, 1, $0.baseAddress! + 1, Int32(last), &place, &circles, 0)
            }
            return color == 0 ? .nan : color == 1 ? -1 : (Double(color) - 1.5) / Double(last)
        }
        let millionth = 1.0 / Double(last)
        // One centre: a ring.
        let ring = CirclePair(SIMD2(2, 3), 1, SIMD2(2, 3), 3)
        XCTAssertEqual(t(ring, 4, 3), 0.5, accuracy: millionth)
        XCTAssertEqual(t(ring, 2, 3), -1)
        XCTAssertTrue(t(ring, 2, 3, false, true).isNaN)
        XCTAssertTrue(t(ring, 9, 3, true, false).isNaN)
        // Equal radii: a tube, with nothing beside it.
        let tube = CirclePair(SIMD2(0, 0), 1, SIMD2(10, 0), 1)
        XCTAssertEqual(t(tube, 6, 0), 0.7, accuracy: millionth)
        XCTAssertTrue(t(tube, 6, 1.1).isNaN)
        XCTAssertTrue(t(tube, 30, 0, true, false).isNaN)
        // Circles that touch from inside, and a cone.
        let touching = CirclePair(SIMD2(0, 0), 0, SIMD2(1, 0), 1)
        XCTAssertEqual(t(touching, 1, 1), 1, accuracy: millionth)
        XCTAssertTrue(t(touching, -1, 0).isNaN)
        // Any point that has a t lies on the circle of that t.
        var random = SeededRandom(43)
        for _ in 0..<500 {
            let c0 = SIMD2(random.unit() * 8, random.unit() * 8), c1 = SIMD2(random.unit() * 8, random.unit() * 8)
            let r0 = random.unit() * 4, r1 = random.unit() * 4
            let p = SIMD2(random.unit() * 20 - 6, random.unit() * 20 - 6)
            let v = t(CirclePair(c0, r0, c1, r1), p.x, p.y)
            guard v >= 0, v < 1 else { continue }
            let d = p - (c0 + (c1 - c0) * v), r = r0 + (r1 - r0) * v
            XCTAssertGreaterThan(r, -32 * millionth)
            XCTAssertEqual((d * d).sum().squareRoot(), r, accuracy: 32 * millionth)
        }
        XCTAssertNil(GradientPaint(.circles(CirclePair(SIMD2(1, 1), 2, SIMD2(1, 1), 2)), map: .identity, ramp: GradientRamp { _ in 0 }))
        XCTAssertNil(GradientPaint(.circles(CirclePair(SIMD2(1, 1), -2, SIMD2(1, 4), 2)), map: .identity, ramp: GradientRamp { _ in 0 }))
    }

    func testTiles() throws {
        let source = image(7, 5), target = Surface(width: 40, height: 30)
        let tile = IntRect(1, 1, 6, 5)
        for filter in [SampleFilter.nearest, .bilinear] {
            let sampler = try XCTUnwrap(
                ImageSampler(source, map: Homography(Affine(1, 0, 0, 1, -9, -3)), filter: filter, source: tile, tiles: true))
            target.clear()
            raster.fill(target, Clip(target.bounds), target.bounds, paint: .image(sampler))
            for y in 0..<30 {
                for x in 0..<40 {
                    XCTAssertEqual(
                        target.pixel(x: x, y: y), source.pixel(x: 1 + (x + 100 - 10) % 5, y: 1 + (y + 100 - 4) % 4), "\(x), \(y)")
                }
            }
        }
        // Half a tile further along a seam: the mean of the last and the first texel.
        let half = try XCTUnwrap(
            ImageSampler(source, map: Homography(Affine(1, 0, 0, 1, 0.5, 0)), filter: .bilinear, source: tile, tiles: true))
        target.clear()
        raster.fill(target, Clip(target.bounds), target.bounds, paint: .image(half))
        XCTAssertEqual(target.pixel(x: 5, y: 1), KernelTwins.bilerp(source.pixel(x: 5, y: 1), source.pixel(x: 1, y: 1), 0, 0, 128, 0))
        for map in [
            Homography(Affine(1e300, 0, 0, 1, 0, 0)), Homography(0, 0, 0, 0, 0, 0, 0, 0, 0), Homography(1, 0, 0, 0, 1, 0, -0.2, -0.1, 1),
        ] {
            guard let s = ImageSampler(source, map: map, filter: .bilinear, tiles: true) else { continue }
            raster.fill(target, Clip(target.bounds), target.bounds, paint: .image(s))
        }
    }

    func testOddInput() {
        let source = image(4, 4)
        XCTAssertNil(ImageSampler(source, map: Homography(Affine(.nan, 0, 0, 1, 0, 0)), filter: .bilinear))
        XCTAssertNil(ImageSampler(source, map: Homography(.identity), filter: .bilinear, source: IntRect(9, 9, 12, 12)))
        let target = Surface(width: 16, height: 16)
        for map in [
            Homography(Affine(1e300, 0, 0, 1e300, 0, 0)), Homography(0, 0, 0, 0, 0, 0, 0, 0, 0),
            Homography(1, 0, 0, 0, 1, 0, -0.2, -0.1, 1),
        ] {
            for filter in [SampleFilter.nearest, .bilinear] {
                guard let s = ImageSampler(source, map: map, filter: filter) else { continue }
                raster.fill(target, Clip(target.bounds), target.bounds, paint: .image(s))
            }
        }
        XCTAssertNil(Affine(1, 2, 2, 4, 0, 0).inverse)
        XCTAssertNotNil(Homography(1, 0.1, 0, 0.2, 1, 0, 1e-3, 0, 1).inverse)
    }
}
