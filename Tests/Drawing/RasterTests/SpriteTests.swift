import CKernels
import Foundation
import XCTest

@testable import Raster

/// The loop of particles: against a plain Swift twin, and against what its pictures have to be.
final class SpriteTests: XCTestCase {
    private func picture(_ random: inout SeededRandom, _ width: Int, _ height: Int) -> [UInt32] { random.pixels(width * height) }

    private func sprite(_ pixels: UnsafePointer<UInt32>, _ w: Int, _ h: Int, scale: Double, angle: Double, at middle: SIMD2<Double>)
        -> Sprite
    {
        let c = cos(angle) * scale, s = sin(angle) * scale
        return Sprite(
            pixels: pixels, width: w, height: h, x: 0, y: 0, sourceWidth: Double(w), sourceHeight: Double(h), isUpsideDown: false,
            half: SIMD2(Double(w), Double(h)) / 2, across: SIMD2(c, s), down: SIMD2(-s, c), middle: middle, tint: 0xFFFF_FFFF, adds: false,
            isSoft: true)
    }

    private func draw(_ sprite: Sprite, level: KernelLevel, side: Int, under: [UInt32], mask: MaskBuffer? = nil) -> [UInt32]? {
        guard let table = Kernels.level(level) else { return nil }
        let surface = Surface(width: side, height: side)
        for y in 0..<side { for x in 0..<side { surface.pointer(x: x, y: y).pointee = under[y * side + x] } }
        XCTAssertTrue(Rasterizer(kernels: table).drawSprite(surface, mask, in: surface.bounds, sprite))
        return (0..<(side * side)).map { surface.pointer(x: $0 % side, y: $0 / side).pointee }
    }

    /// What a pixel should come to, from the map alone.
    private func twin(_ s: Sprite, side: Int, under: [UInt32], mask: MaskBuffer?) -> [UInt32] {
        let det = s.across.x * s.down.y - s.across.y * s.down.x
        let wide = abs(det) / (s.down.x * s.down.x + s.down.y * s.down.y).squareRoot(),
            high = abs(det) / (s.across.x * s.across.x + s.across.y * s.across.y).squareRoot()
        var out = under
        for y in 0..<side {
            for x in 0..<side {
                let px = Double(x) + 0.5 - s.middle.x, py = Double(y) + 0.5 - s.middle.y
                let u = (s.down.y * px - s.down.x * py) / det + s.half.x, v = (s.across.x * py - s.across.y * px) / det + s.half.y
                func share(_ inside: Double, _ length: Double) -> Double {
                    max(0, max(0, min(1, inside + 0.5)) + max(0, min(1, length - inside + 0.5)) - 1)
                }
                let cover = share(u * wide, 2 * s.half.x * wide) * share(v * high, 2 * s.half.y * high)
                var c = UInt32(cover * 255 + 0.5)
                if !s.isSoft { c = u >= 0 && u < 2 * s.half.x && v >= 0 && v < 2 * s.half.y ? 255 : 0 }
                if let mask { c = PixelMath.div255(c * UInt32(mask.pointer(x: x, y: y).pointee)) }
                if c == 0 { continue }
                let tu = max(0, min(Double(s.width - 1), u - 0.5)), tv = max(0, min(Double(s.height - 1), v - 0.5))
                let xa = Int(tu), ya = Int(tv), xb = min(xa + 1, s.width - 1), yb = min(ya + 1, s.height - 1)
                let texel = KernelTwins.bilerp(
                    s.pixels[ya * s.width + xa], s.pixels[ya * s.width + xb], s.pixels[yb * s.width + xa], s.pixels[yb * s.width + xb],
                    UInt32((tu - Double(xa)) * 256), UInt32((tv - Double(ya)) * 256))
                var tinted: UInt32 = 0
                for shift: UInt32 in [0, 8, 16, 24] {
                    tinted |= PixelMath.div255((texel >> shift & 255) * (s.tint >> shift & 255)) << shift
                }
                if s.adds {
                    var sum: UInt32 = 0
                    let scaled = PixelMath.scale(tinted, c)
                    for shift: UInt32 in [0, 8, 16, 24] {
                        sum |= min(255, (scaled >> shift & 255) + (out[y * side + x] >> shift & 255)) << shift
                    }
                    out[y * side + x] = sum
                } else {
                    out[y * side + x] = PixelMath.over(tinted, out[y * side + x], coverage: c)
                }
            }
        }
        return out
    }

    func testLevelsAgreeAndPixelsAreWhatTheMapSays() {
        var random = SeededRandom(21)
        func unit() -> Double { Double(random.next() >> 40) / 16_777_216 }
        let side = 48
        for round in 0..<400 {
            let w = 1 + Int(unit() * 20), h = 1 + Int(unit() * 20)
            // Smooth enough that a last bit of a place is no other texel.
            let pixels = (0..<(w * h)).map { i in UInt32(255) << 24 | UInt32(i % w * 200 / w) << 16 | UInt32(i / w * 200 / h) << 8 | 90 }
            let under = random.pixels(side * side)
            let mask = MaskBuffer(bounds: IntRect(x: 0, y: 0, width: side, height: side))
            for y in 0..<side { for x in 0..<side { mask.pointer(x: x, y: y).pointee = UInt8((x * 5 + y * 3) & 255) } }
            pixels.withUnsafeBufferPointer { buffer in
                var sprite = sprite(
                    buffer.baseAddress!, w, h, scale: 0.1 + unit() * 2.5, angle: round % 3 == 0 ? 0 : unit() * 7,
                    at: SIMD2(unit() * 60 - 6, unit() * 60 - 6))
                if round % 2 == 0 { sprite.tint = 0x8070_4020 }
                sprite.adds = round % 5 == 0
                let masked = round % 4 == 0 ? mask : nil
                let base = draw(sprite, level: .baseline, side: side, under: under, mask: masked)
                if let fast = draw(sprite, level: .vectors, side: side, under: under, mask: masked) {
                    XCTAssertEqual(base, fast, "round \(round)")
                }
                // Fixed point rounds places and coverage a little otherwise.
                let wanted = twin(sprite, side: side, under: under, mask: masked)
                for (got, want) in zip(base ?? [], wanted) where got != want {
                    for shift: UInt32 in [0, 8, 16, 24] {
                        XCTAssertEqual(Double(got >> shift & 255), Double(want >> shift & 255), accuracy: 4, "round \(round)")
                    }
                }
            }
        }
    }

    func testAPictureOnThePixelGridIsItself() {
        var random = SeededRandom(5)
        let pixels = picture(&random, 7, 5), under = [UInt32](repeating: 0, count: 16 * 16)
        pixels.withUnsafeBufferPointer { buffer in
            let got =
                draw(sprite(buffer.baseAddress!, 7, 5, scale: 1, angle: 0, at: SIMD2(6.5, 5.5)), level: .baseline, side: 16, under: under)
                ?? []
            for y in 0..<16 {
                for x in 0..<16 {
                    let inside = x >= 3 && x < 10 && y >= 3 && y < 8
                    XCTAssertEqual(got[y * 16 + x], inside ? pixels[(y - 3) * 7 + x - 3] : 0)
                }
            }
        }
    }

    func testATurnCoversAsMuchAsBefore() {
        let pixels = [UInt32](repeating: 0xFFFF_FFFF, count: 64), under = [UInt32](repeating: 0, count: 32 * 32)
        pixels.withUnsafeBufferPointer { buffer in
            for angle in [0, 0.3, 0.7, 1.2] {
                for at in [SIMD2(16.0, 16.0), SIMD2(16.3, 15.8)] {
                    let got =
                        draw(sprite(buffer.baseAddress!, 8, 8, scale: 1.5, angle: angle, at: at), level: .baseline, side: 32, under: under)
                        ?? []
                    XCTAssertEqual(Double(got.reduce(0) { $0 + Int($1 >> 24) }) / 255, 144, accuracy: 1)
                }
            }
        }
    }

    func testHardEdgesGoByMiddles() {
        let pixels = [UInt32](repeating: 0xFFFF_FFFF, count: 16), under = [UInt32](repeating: 0, count: 16 * 16)
        pixels.withUnsafeBufferPointer { buffer in
            var sprite = sprite(buffer.baseAddress!, 4, 4, scale: 1, angle: 0, at: SIMD2(8.3, 8.3))
            sprite.isSoft = false
            let got = draw(sprite, level: .baseline, side: 16, under: under) ?? []
            XCTAssertEqual(got.filter { $0 == 0xFFFF_FFFF }.count, 16)
            XCTAssertEqual(got.filter { $0 != 0 }.count, 16)
        }
    }

    func testAPartIsTheSame() {
        var random = SeededRandom(31)
        let side = 48
        for _ in 0..<200 {
            let texels = random.pixels(7 * 5), under = random.pixels(side * side)
            texels.withUnsafeBufferPointer { p in
                let s = sprite(
                    p.baseAddress!, 7, 5, scale: 1 + random.unit() * 6, angle: random.unit() * 7,
                    at: SIMD2(random.unit() * 50, random.unit() * 50))
                let whole = Surface(width: side, height: side), parts = Surface(width: side, height: side)
                for y in 0..<side { for x in 0..<side { for t in [whole, parts] { t.pointer(x: x, y: y).pointee = under[y * side + x] } } }
                let raster = Rasterizer(), x = Int32(random.unit() * 47), y = Int32(random.unit() * 47), n = Int32(side)
                _ = raster.drawSprite(whole, nil, in: whole.bounds, s)
                for part in [IntRect(0, 0, x, n), IntRect(x, 0, n, y), IntRect(x, y, n, n)] {
                    _ = raster.drawSprite(parts, nil, in: part, s)
                }
                for i in 0..<(side * side) {
                    XCTAssertEqual(
                        whole.pointer(x: i % side, y: i / side).pointee, parts.pointer(x: i % side, y: i / side).pointee,
                        "cut at \(x), \(y)")
                }
            }
        }
    }
}
