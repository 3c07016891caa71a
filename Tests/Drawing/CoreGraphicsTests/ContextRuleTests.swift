import CoreGraphics
import Foundation
import Raster
import TestSupport
import XCTest

/// What Apple's pixels say about drawing.
final class ContextRuleTests: XCTestCase {
    private func surface(_ c: CGContext) -> [UInt32] {
        c.makeImage()!.withPixels { Array(UnsafeBufferPointer(start: $0, count: c.width * c.height)) }
    }

    func testShapesAgreeWithTheRasteriserToTheBit() {
        let path = CGMutablePath()
        path.move(to: CGPoint(x: 3, y: 4))
        path.addCurve(to: CGPoint(x: 50, y: 30), control1: CGPoint(x: 20, y: 60), control2: CGPoint(x: 60, y: -10))
        path.addEllipse(in: CGRect(x: 20.3, y: 11.7, width: 30, height: 22))
        let c = makeContext(64, 48)
        c.setFillColor(rgb(0.2, 0.5, 0.8, 0.7))
        c.setStrokeColor(rgb(0.9, 0.1, 0.3, 0.5))
        c.setLineWidth(3)
        c.setLineDash(phase: 1, lengths: [7, 2])
        c.translateBy(x: 2, y: 1)
        c.rotate(by: 0.1)
        c.addPath(path)
        c.drawPath(using: .eoFillStroke)

        let raster = Rasterizer(), wanted = Surface(width: 64, height: 48)
        let t = c.ctm
        let down = Affine(t.a, -t.b, t.c, -t.d, t.tx, 48 - t.ty)
        var style = StrokeStyle(width: 3)
        (style.dash, style.dashPhase) = ([7, 2], 1)
        path.withView {
            raster.fillPath(
                wanted, Clip(wanted.bounds), $0, transform: down, rule: .evenOdd,
                paint: .solid(PixelMath.premultiplied(rgb(0.2, 0.5, 0.8, 0.7).rgba)))
            raster.strokePath(
                wanted, Clip(wanted.bounds), $0, transform: down, style: style,
                paint: .solid(PixelMath.premultiplied(rgb(0.9, 0.1, 0.3, 0.5).rgba)))
        }
        let got = surface(c)
        for y in 0..<48 { for x in 0..<64 { XCTAssertEqual(got[y * 64 + x], wanted.pixel(x: x, y: y)) } }
    }

    func testFractionalClipMultipliesEachOperationButNotItself() {
        let edge = CGRect(x: 0, y: 0, width: 2.219, height: 4)
        func alpha(_ clips: Int, _ body: (CGContext) -> Void) -> UInt32 {
            let c = makeContext(4, 4)
            for _ in 0..<clips { c.clip(to: edge) }
            body(c)
            return c.pixel(2, 1) >> 24
        }
        XCTAssertEqual(alpha(0) { $0.fill(edge) }, 56)
        XCTAssertEqual(alpha(1) { $0.fill(CGRect(x: 0, y: 0, width: 4, height: 4)) }, 56)
        XCTAssertEqual(alpha(2) { $0.fill(CGRect(x: 0, y: 0, width: 4, height: 4)) }, 56)
        // 0.219 x 0.219 = 0.048.
        XCTAssertEqual(alpha(1) { $0.fill(edge) }, 12)
        // Twice drawn under the clip: each is multiplied.
        XCTAssertEqual(
            alpha(1) {
                $0.fill(edge); $0.fill(edge)
            }, 23)
        // The same circle twice, saved and not.
        func circle(_ clips: Int) -> [UInt32] {
            let c = makeContext(9, 9)
            for i in 0..<clips {
                if i == 1 { c.saveGState() }
                c.addEllipse(in: CGRect(x: 0.5, y: 0.5, width: 8, height: 8))
                c.clip()
            }
            c.fill(CGRect(x: 0, y: 0, width: 9, height: 9))
            return surface(c)
        }
        XCTAssertEqual(circle(2), circle(1))
        XCTAssertEqual(circle(3), circle(1))
    }

    func testGroupIsFadedAndThenCastsItsShadow() {
        // Rule 19: .5 + .5 x .25 = .625.
        let c = makeContext(60, 60)
        c.setAlpha(0.5)
        c.setShadow(offset: .zero, blur: 2, color: rgb(0, 0, 0, 0.5))
        c.beginTransparencyLayer(auxiliaryInfo: nil)
        c.setFillColor(rgb(1, 1, 1))
        c.fill(CGRect(x: 10, y: 10, width: 40, height: 40))
        c.endTransparencyLayer()
        XCTAssertEqual(Double(c.pixel(30, 30) >> 24), 159, accuracy: 1)
        // The same for one operation.
        let d = makeContext(60, 60)
        d.setAlpha(0.5)
        d.setShadow(offset: .zero, blur: 2, color: rgb(0, 0, 0, 0.5))
        d.setFillColor(rgb(1, 1, 1))
        d.fill(CGRect(x: 10, y: 10, width: 40, height: 40))
        XCTAssertEqual(Double(d.pixel(30, 30) >> 24), 159, accuracy: 1)
    }

    func testShadowIsAGaussianOfHalfTheBlur() {
        let c = makeContext(120, 40)
        c.setShadow(offset: CGSize(width: 0, height: 0), blur: 16, color: rgb(0, 0, 0))
        // A wide wall, off to the left, so that only the shadow of its edge shows.
        c.clip(to: CGRect(x: 60, y: 0, width: 60, height: 40))
        c.fill(CGRect(x: -200, y: -200, width: 260, height: 440))
        for x in stride(from: 60, to: 76, by: 3) {
            let distance = Double(x) + 0.5 - 60
            // Cut at two sigmas and renormalised.
            let tail = erf(2 / 2.0.squareRoot())
            let wanted = max(0, 0.5 - erf(distance / 8 / 2.0.squareRoot()) / tail / 2) * 255
            XCTAssertEqual(Double(c.pixel(x, 20) >> 24), wanted, accuracy: 3, "\(x)")
        }
        XCTAssertEqual(c.pixel(77, 20), 0)
    }

    func testShadowOffsetIgnoresTheTransform() {
        func shadowAt(_ c: CGContext) -> (Int, Int)? {
            let pixels = surface(c)
            return pixels.firstIndex { $0 == 0xFF00_FF00 }.map { ($0 % c.width, $0 / c.width) }
        }
        let c = makeContext(40, 40)
        c.scaleBy(x: 2, y: -2)
        c.translateBy(x: 0, y: -20)
        c.setShadow(offset: CGSize(width: 5, height: 7), blur: 0, color: rgb(0, 1, 0))
        c.fill(CGRect(x: 4, y: 10, width: 1, height: 1))
        // The box covers 8...10, 20...22 from the top; y of the offset points up.
        XCTAssertEqual(shadowAt(c)?.0, 13)
        XCTAssertEqual(shadowAt(c)?.1, 13)
        // A flipped context of two pixels a point: its units, and down.
        let d = CGContext(size: CGSize(width: 20, height: 20), scale: 2, isFlipped: true)!
        d.setShadow(offset: CGSize(width: 2, height: 3), blur: 0, color: rgb(0, 1, 0))
        d.fill(CGRect(x: 4, y: 10, width: 1, height: 1))
        XCTAssertEqual(shadowAt(d)?.0, 12)
        XCTAssertEqual(shadowAt(d)?.1, 26)
    }

    func testGradientsWithoutASpacePassThroughGenericRGB() throws {
        let colors = [rgb(1, 0, 0), rgb(0, 0, 1)] as CFArray
        func row(_ space: CGColorSpace?) throws -> [UInt32] {
            let g = try XCTUnwrap(CGGradient(colorsSpace: space, colors: colors, locations: nil))
            let c = makeContext(101, 1)
            c.drawLinearGradient(g, start: .zero, end: CGPoint(x: 101, y: 0), options: [])
            return surface(c)
        }
        func assertNear(_ p: UInt32, _ wanted: (Int, Int, Int), line: UInt = #line) {
            for (shift, w) in [(16, wanted.0), (8, wanted.1), (0, wanted.2)] as [(UInt32, Int)] {
                XCTAssertEqual(Double(p >> shift & 255), Double(w), accuracy: 3, line: line)
            }
        }
        let generic = try row(nil)
        assertNear(generic[0], (255, 38, 0))
        assertNear(generic[50], (146, 33, 149))
        assertNear(generic[100], (4, 51, 255))
        let plain = try row(CGColorSpaceCreateDeviceRGB())
        assertNear(plain[0], (254, 0, 1))
        assertNear(plain[50], (128, 0, 128))
    }

    func testBlendVectors() throws {
        let url = Repository.vectors
        let all = try XCTUnwrap(JSONSerialization.jsonObject(with: Data(contentsOf: url)) as? [[String: Any]])
        var seen = 0
        for vector in all where vector["area"] as? String == "blend" {
            guard let input = vector["input"] as? [String: Any], let name = input["mode"] as? String, let mode = CGBlendMode(named: name),
                let s = input["sourcePremultiplied"] as? [Double], let d = input["destPremultiplied"] as? [Double],
                let wanted = vector["expected"] as? [Double]
            else { continue }
            seen += 1
            let c = makeContext(1, 1)
            c.setBlendMode(.copy)
            func put(_ v: [Double]) {
                c.setFillColor(rgb(v[0] / v[3], v[1] / v[3], v[2] / v[3], v[3]))
                c.fill(CGRect(x: 0, y: 0, width: 1, height: 1))
            }
            put(d)
            c.setBlendMode(mode)
            put(s)
            let p = c.pixel(0, 0)
            for (i, shift) in ([16, 8, 0, 24] as [UInt32]).enumerated() {
                XCTAssertEqual(Double(p >> shift & 255) / 255, wanted[i], accuracy: 1.5 / 255, "\(name) component \(i)")
            }
        }
        XCTAssertGreaterThan(seen, 3)
    }
}

extension CGBlendMode {
    init?(named name: String) {
        let names = [
            "normal", "multiply", "screen", "overlay", "darken", "lighten", "colorDodge", "colorBurn", "softLight", "hardLight",
            "difference",
            "exclusion", "hue", "saturation", "color", "luminosity", "clear", "copy", "sourceIn", "sourceOut", "sourceAtop",
            "destinationOver",
            "destinationIn", "destinationOut", "destinationAtop", "xor", "plusDarker", "plusLighter",
        ]
        guard let i = names.firstIndex(of: name) else { return nil }
        self.init(rawValue: Int32(i))
    }
}
