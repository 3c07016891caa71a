import CKernels
import XCTest

@testable import Raster

final class HostilePathTests: XCTestCase {
    private let raster = Rasterizer()

    /// Half a plane of twenty million points, seen through a small window.
    func testFarPoints() {
        let far = 2e7
        var half = TestPath([[SIMD2(-far, -far), SIMD2(far, far), SIMD2(-far, far)]])
        var mask = half.filled(raster, 40, 40)
        for y in 0..<40 { for x in 0..<40 { XCTAssertEqual(Int(mask.coverage(x: x, y: y)), x < y ? 255 : x == y ? 128 : 0, accuracy: 1) } }
        half = TestPath([[SIMD2(-far, -far), SIMD2(far, -far), SIMD2(far, far), SIMD2(-far, far)]])
        for rule in [FillRule.winding, .evenOdd] { XCTAssertEqual(half.filled(raster, 40, 40, rule: rule).sum, 1600) }
        // A circle that all of the window lies inside, and its stroke, which does not come near.
        let ring = TestPath.circle(20, 20, far)
        mask = ring.filled(raster, 40, 40)
        XCTAssertEqual(mask.sum, 1600)
        XCTAssertEqual(ring.stroked(raster, 40, 40, StrokeStyle(width: 4)).sum, 0)
    }

    /// A window far out shows what a near one does.
    func testFarWindow() {
        let contour = [SIMD2(2.3, 3.1), SIMD2(29.7, 8.2), SIMD2(11.1, 29.4), SIMD2(20.4, 2.3)]
        let near = TestPath([contour]).filled(raster, 32, 32)
        let at = SIMD2(3_000_000.0, -2_000_000.0)
        let far = MaskBuffer(bounds: IntRect(3_000_000, -2_000_000, 3_000_032, -1_999_968))
        TestPath([contour.map { $0 + at }]).with { raster.fillPath(far, Clip(far.bounds), $0, transform: .identity) }
        for y in 0..<32 {
            for x in 0..<32 {
                XCTAssertEqual(Int(far.coverage(x: x + 3_000_000, y: y - 2_000_000)), Int(near.coverage(x: x, y: y)), accuracy: 1)
            }
        }
    }

    /// The last pixels of the widest picture show what others do.
    func testWidestPicture() {
        var random = SeededRandom(72)
        let contour = (0..<40).map { _ in SIMD2((random.unit() * 36 * 256).rounded() / 256, (random.unit() * 24 * 256).rounded() / 256) }
        let mark = [SIMD2(0.0, 0), SIMD2(1, 0), SIMD2(1, 24)]
        let near = TestPath([mark, contour.map { $0 + SIMD2(64, 0) }]).filled(raster, 128, 24)
        for x in [32_000, 32_740, 32_750] {
            let far = TestPath([mark, contour.map { $0 + SIMD2(Double(x), 0) }]).filled(raster, 32_768, 24), seen = min(40, 32_768 - x)
            for y in 0..<24 { XCTAssertEqual(Array(far.row(y)[x..<(x + seen)]), Array(near.row(y)[64..<(64 + seen)]), "\(x), row \(y)") }
        }
    }

    /// More pieces than are held at once: drawn in bands, each row the same as when drawn alone.
    func testManySegments() {
        var random = SeededRandom(71)
        let contour = (0..<60_000).map { _ in SIMD2(random.unit() * 200, random.unit() * 90) }
        let path = TestPath([contour])
        let whole = path.filled(raster, 200, 90, rule: .evenOdd)
        for y in [0, 17, 44, 89] {
            let row = path.filled(raster, 200, 90, rule: .evenOdd, clip: IntRect(x: 0, y: y, width: 200, height: 1))
            XCTAssertEqual(whole.row(y), row.row(y))
        }
    }

    /// Shapes within one pixel show, and leave nothing behind for the next.
    func testWithinAPixel() {
        let dot = TestPath([[SIMD2(3.2, 4.3), SIMD2(3.7, 4.3), SIMD2(3.7, 4.9), SIMD2(3.2, 4.9)]])
        for rule in [FillRule.winding, .evenOdd] {
            let mask = dot.filled(raster, 8, 8, rule: rule)
            XCTAssertEqual(Int(mask.coverage(x: 3, y: 4)), 77, accuracy: 1)
            XCTAssertEqual(mask.sum * 255, Double(mask.coverage(x: 3, y: 4)))
        }
        let slanted = TestPath([[SIMD2(3.2, 4.3), SIMD2(3.7, 4.4), SIMD2(3.4, 4.9)]])
        XCTAssertEqual(slanted.filled(raster, 8, 8).sum, 0.14, accuracy: 0.004)
    }

    func testNothingInNothingOut() {
        XCTAssertEqual(TestPath().filled(raster, 8, 8).sum, 0)
        XCTAssertEqual(TestPath([[SIMD2(1, 1), SIMD2(1, 1)], [SIMD2(2, 2)]]).filled(raster, 8, 8).sum, 0)
        // There and back, upright and level.
        XCTAssertEqual(TestPath([[SIMD2(1.5, 1), SIMD2(1.5, 6)], [SIMD2(1, 3.5), SIMD2(7, 3.5)]]).filled(raster, 8, 8).sum, 0)
    }

    /// The loops of the blur on fewer pixels.
    func testCoarsePixels() {
        for level in KernelLevel.allCases {
            guard let k = Kernels.level(level)?.pointee else { continue }
            var random = SeededRandom(72)
            for n in [1, 5, 16, 100] {
                let bytes = random.bytes(n * 4 + 4)
                var sums = (0..<(n * 4)).map { UInt16($0) }
                k.add_bytes(&sums, bytes, n * 4)
                XCTAssertEqual(sums, (0..<(n * 4)).map { UInt16($0) + UInt16(bytes[$0]) })
                var out = [UInt8](repeating: 0, count: n)
                k.shrink_sums(&out, n, bytes.map { UInt16($0) }, 1, 4, 3)
                XCTAssertEqual(
                    out, (0..<n).map { i in UInt8(truncatingIfNeeded: (bytes[(4 * i)..<(4 * i + 4)].reduce(4) { $0 + Int($1) }) >> 3) })
                k.grow_bytes(&out, n, bytes, Array(bytes.reversed()), 77, 100, 64)
                let twin = (0..<n).map { i -> UInt8 in
                    let at = 100 + i * 64, x = at >> 8
                    let low = Array(bytes.reversed())
                    let p = KernelTwins.bilerp(
                        UInt32(bytes[x]), UInt32(bytes[x + 1]), UInt32(low[x]), UInt32(low[x + 1]), UInt32(at & 255), 77)
                    return UInt8(truncatingIfNeeded: p)
                }
                XCTAssertEqual(out, twin)
            }
        }
    }
}
