import Foundation
import TestSupport
import XCTest

@testable import Raster

final class CompositingTests: XCTestCase {
    private let raster = Rasterizer()

    func testColours() {
        XCTAssertEqual(PixelMath.premultiplied(SIMD4(1, 0.5, 0, 1)), 0xffff_8000)
        // Opacities round to nearest (rule 2).
        for (alpha, byte): (Float, UInt32) in [(0.9, 230), (0.8, 204), (0.7, 179), (0.5, 128), (0.3, 77), (0.1, 26)] {
            XCTAssertEqual(PixelMath.premultiplied(SIMD4(0, 0, 0, 1), opacity: alpha) >> 24, byte)
        }
        XCTAssertEqual(PixelMath.premultiplied(SIMD4(.nan, 2, -1, .nan)), 0)
        // lightGray at opacity .5 over white is 212 (rule 8).
        let gray = PixelMath.premultiplied(SIMD4(170 / 255, 170 / 255, 170 / 255, 1), opacity: 0.5)
        XCTAssertEqual(PixelMath.over(gray, 0xffff_ffff), 0xffd4_d4d4)
    }

    func testBlendVectors() throws {
        let data = try Data(contentsOf: Repository.vectors)
        let all = try XCTUnwrap(JSONSerialization.jsonObject(with: data) as? [[String: Any]])
        let names = Dictionary(uniqueKeysWithValues: PixelBlendMode.allCases.map { ("\($0)", $0) })
        var checked = 0
        for v in all where v["area"] as? String == "blend" {
            let input = try XCTUnwrap(v["input"] as? [String: Any])
            let mode = try XCTUnwrap(names[try XCTUnwrap(input["mode"] as? String)])
            func color(_ key: String) -> SIMD4<Float>? {
                (input[key] as? [Double]).map { SIMD4(Float($0[0]), Float($0[1]), Float($0[2]), Float($0[3])) }
            }
            if let s = color("sourcePremultiplied"), let d = color("destPremultiplied") {
                let expected = try XCTUnwrap(v["expected"] as? [Double]), out = mode.blend(source: s, dest: d)
                for i in 0..<4 { XCTAssertEqual(Double(out[i]), expected[i], accuracy: 1e-6, "\(mode)") }
            } else {
                XCTAssertEqual(Int(mode.rawValue), v["expected"] as? Int, "\(mode)")
            }
            checked += 1
        }
        XCTAssertGreaterThan(checked, 0)
    }

    func testModesOnOpaqueColours() {
        func out(_ m: PixelBlendMode, _ s: SIMD4<Float>, _ d: SIMD4<Float>) -> SIMD4<Float> { m.blend(source: s, dest: d) }
        let s = SIMD4<Float>(0.8, 0.4, 0, 1), d = SIMD4<Float>(0.5, 0.25, 1, 1)
        XCTAssertEqual(out(.multiply, s, d), SIMD4(0.4, 0.1, 0, 1))
        XCTAssertEqual(out(.darken, s, d), SIMD4(0.5, 0.25, 0, 1))
        XCTAssertEqual(out(.lighten, s, d), SIMD4(0.8, 0.4, 1, 1))
        XCTAssertEqual(out(.colorDodge, s, d).x, 1)
        XCTAssertEqual(out(.colorBurn, s, d).x, 0.375, accuracy: 1e-5)
        XCTAssertEqual(out(.colorBurn, s, d).z, 1)
        // Luminosity of one and colour of the other, back and forth.
        let a = out(.color, s, d), b = out(.luminosity, d, s)
        for i in 0..<4 { XCTAssertEqual(a[i], b[i], accuracy: 1e-5) }
        XCTAssertEqual(HSL.lum(a), HSL.lum(d), accuracy: 1e-4)
        // Nothing comes out of range or above alpha on 8-bit pixels.
        var random = SeededRandom(31)
        for mode in PixelBlendMode.allCases {
            let s = random.pixels(500), d = random.pixels(500)
            for i in 0..<500 {
                let p = mode.blend(source: s[i], dest: d[i])
                XCTAssertLessThanOrEqual(p >> 16 & 255, p >> 24, "\(mode)")
                if !mode.affectsUntouched { XCTAssertEqual(mode.blend(source: 0, dest: d[i]), d[i], "\(mode)") }
            }
        }
    }

    func testComposite() {
        let group = Surface(bounds: IntRect(2, 2, 6, 6)), target = Surface(width: 8, height: 8)
        group.clear(to: 0xffff_ffff)
        target.clear(to: 0xff00_0000)
        raster.composite(group, onto: target, Clip(target.bounds), opacity: 128)
        XCTAssertEqual(target.pixel(x: 3, y: 3), 0xff80_8080)
        XCTAssertEqual(target.pixel(x: 1, y: 3), 0xff00_0000)
        let mask = MaskBuffer(bounds: IntRect(2, 2, 4, 6))
        mask.fill(255, IntRect(3, 2, 4, 6))
        target.clear(to: 0xff00_0000)
        raster.composite(group, onto: target, Clip(target.bounds), mask: mask)
        XCTAssertEqual(target.pixel(x: 2, y: 3), 0xff00_0000)
        XCTAssertEqual(target.pixel(x: 3, y: 3), 0xffff_ffff)
        XCTAssertEqual(target.pixel(x: 4, y: 3), 0xff00_0000)
        // sourceIn clears what the source does not reach.
        raster.composite(group, onto: target, Clip(IntRect(0, 0, 8, 4)), mode: .sourceIn)
        XCTAssertEqual(target.pixel(x: 0, y: 0), 0)
        XCTAssertEqual(target.pixel(x: 3, y: 3), 0xffff_ffff)
        XCTAssertEqual(target.pixel(x: 0, y: 5), 0xff00_0000)
    }

    func testMasks() {
        let surface = Surface(bounds: IntRect(0, 0, 4, 4))
        surface.clear(IntRect(1, 1, 3, 3), to: 0x8040_2010)
        let mask = MaskBuffer(alphaOf: surface, rect: IntRect(-1, -1, 3, 3))
        XCTAssertEqual(mask.row(1), [0, 0, 128, 128])
        let other = MaskBuffer(bounds: IntRect(2, 0, 9, 2))
        other.fill(128)
        mask.multiply(by: other)
        XCTAssertEqual(mask.row(1), [0, 0, 0, 64])
        XCTAssertEqual(mask.row(2), [0, 0, 0, 0])
        surface.multiply(by: mask)
        XCTAssertEqual(surface.pixel(x: 2, y: 1), 0x2010_0804)
        XCTAssertEqual(surface.pixel(x: 1, y: 1), 0)
        mask.invert()
        XCTAssertEqual(mask.row(1), [255, 255, 255, 191])
    }

    /// What is blurred by three pixels or more and moved by parts of one is within a step of the same blurred there.
    func testBlurredMasksMoveByPartsOfAPixel() {
        let raster = Rasterizer()
        for sigma in [3.0, 5, 11] {
            func shadow(_ x: Double, _ y: Double) -> MaskBuffer {
                let sharp = MaskBuffer(bounds: IntRect(0, 0, 64, 50))
                raster.fillRoundedRect(sharp, Clip(sharp.bounds), RoundedRect(x + 3, y + 4, x + 58, y + 44, radius: 9))
                return sharp.blurred(sigma: sigma)
            }
            let base = shadow(0, 0)
            XCTAssertTrue(base.shifted(right: 0, down: 0).bounds == base.bounds)
            for (right, down) in [(64, 64), (1, 127), (100, 0), (0, 37)] as [(Int32, Int32)] {
                let moved = base.shifted(right: right, down: down), there = shadow(Double(right) / 128, Double(down) / 128)
                var most = 0
                for y in -40..<100 {
                    for x in -40..<110 { most = max(most, abs(Int(moved.coverage(x: x, y: y)) - Int(there.coverage(x: x, y: y)))) }
                }
                // Beyond 10 blurs are made on fewer pixels.
                XCTAssertLessThanOrEqual(most, sigma > 10 ? 2 : 1, "sigma \(sigma), \(right), \(down)")
            }
        }
    }

    func testBlur() {
        let mask = MaskBuffer(bounds: IntRect(10, 10, 30, 26))
        mask.fill(255)
        // Up to a sigma of 10 the kernel itself, to rounding; beyond, on fewer pixels, within two 255ths of it.
        for sigma in [0.4, 1.0, 2.0, 3.7, 9.9, 10, 12, 17, 18, 35, 36, 60] {
            let out = mask.blurred(sigma: sigma)
            let half = Int(2 * sigma)
            XCTAssertEqual(out.bounds, mask.bounds.outset(Int32(half), Int32(half)))
            let w = (-half...half).map { exp(-Double($0 * $0) / (2 * sigma * sigma)) }
            let sum = w.reduce(0, +)
            func along(_ v: Int, _ a: Int, _ b: Int) -> Double {
                (-half...half).reduce(0) { $0 + (v + $1 >= a && v + $1 < b ? w[$1 + half] / sum : 0) }
            }
            for y in Int(out.bounds.y0)..<Int(out.bounds.y1) {
                for x in Int(out.bounds.x0)..<Int(out.bounds.x1) {
                    XCTAssertEqual(
                        Double(out.coverage(x: x, y: y)), 255 * along(x, 10, 30) * along(y, 10, 26), accuracy: sigma < 10 ? 0.75 : 2)
                }
            }
            // A part of a blur is that part of the whole.
            let part = mask.blurred(sigma: sigma, rect: IntRect(15, 5, 22, 18))
            for y in Int(part.bounds.y0)..<Int(part.bounds.y1) {
                for x in Int(part.bounds.x0)..<Int(part.bounds.x1) { XCTAssertEqual(part.coverage(x: x, y: y), out.coverage(x: x, y: y)) }
            }
        }
        let surface = Surface(bounds: IntRect(10, 10, 30, 26))
        surface.clear(to: 0xff80_40ff)
        for (sx, sy) in [(2.0, 2.0), (40, 40), (2, 50), (75, 0)] {
            let soft = surface.blurred(sigmaX: sx, sigmaY: sy), alpha = mask.blurred(sigmaX: sx, sigmaY: sy)
            for y in -40..<80 { for x in -40..<80 { XCTAssertEqual(soft.pixel(x: x, y: y) >> 24, UInt32(alpha.coverage(x: x, y: y))) } }
        }
    }

    func testBuffersComeBack() {
        var addresses = Set<UnsafeMutablePointer<UInt32>>()
        for _ in 0..<20 { addresses.insert(PixelBuffer(width: 300, height: 200).pixels) }
        XCTAssertLessThanOrEqual(addresses.count, 2)
        XCTAssertEqual(Surface(width: 0, height: 0).pixel(x: 0, y: 0), 0)
    }
}
