import CompositorScenes
import CoreGraphics
import Raster
import TestSupport
import XCTest

@testable import Compositor
@testable import RenderTree

/// Single pixels that rules give as numbers.
final class CompositorTests: XCTestCase {
    let red = RGBA(1, 0, 0, 1), black = RGBA(0, 0, 0, 1), clear = RGBA(0, 0, 0, 0)

    func testOpacityIsRoundedToNearest() {
        for (opacity, alpha) in [(0.9, 230), (0.8, 204), (0.7, 179), (0.5, 128), (0.3, 77), (0.1, 26)] as [(Float, UInt32)] {
            var b = ListBuilder(4, 4, background: clear)
            b.fill(CGRect(x: 0, y: 0, width: 4, height: 4), black, opacity: opacity)
            XCTAssertEqual(b.render().pixel(1, 1) >> 24, alpha)
            var g = ListBuilder(4, 4, background: clear)
            g.group(opacity: opacity) { $0.fill(CGRect(x: 0, y: 0, width: 4, height: 4), RGBA(0, 0, 0, 1)) }
            XCTAssertEqual(g.render().pixel(1, 1) >> 24, alpha)
        }
    }

    func testHalfOfLightGrayOverWhite() {
        var b = ListBuilder(4, 4)
        let gray = Float(170) / 255
        b.fill(CGRect(x: 0, y: 0, width: 4, height: 4), RGBA(gray, gray, gray, 1), opacity: 0.5)
        XCTAssertEqual(b.render().pixel(1, 1), 0xFFD4_D4D4)
    }

    func testPixelCentresDecideWithoutAntialiasing() {
        // 28.571...85.714 points at 3x: columns 86 to 256.
        var b = ListBuilder(300, 10)
        b.flags = []
        b.projection = Projection(m11: 3, m12: 0, m13: 0, m21: 0, m22: 3, m23: 0, m31: 0, m32: 0, m33: 1)
        b.fill(CGRect(x: 28.571, y: 0, width: 85.714 - 28.571, height: 4), red)
        let i = b.render()
        XCTAssertEqual(i.pixel(85, 2), 0xFFFF_FFFF)
        XCTAssertEqual(i.pixel(86, 2), 0xFFFF_0000)
        XCTAssertEqual(i.pixel(256, 2), 0xFFFF_0000)
        XCTAssertEqual(i.pixel(257, 2), 0xFFFF_FFFF)
    }

    func testARotatedHardSquareHoldsItsArea() {
        for degrees in [10.0, 30, 57, 80] {
            var b = ListBuilder(60, 60)
            b.flags = []
            b.projection = .turned(degrees, about: 30, 30)
            b.fill(CGRect(x: 15, y: 15, width: 30, height: 30), black)
            let i = b.render()
            var n = 0
            for y in 0..<60 { for x in 0..<60 where i.pixel(x, y) == 0xFF00_0000 { n += 1 } }
            XCTAssertEqual(n, 900, accuracy: 4)
        }
    }

    func testClipMultipliesEachOperation() {
        // Edge coverage .219 under a clip edge of .219 gives .048.
        var b = ListBuilder(10, 10, background: clear)
        let r = CGRect(x: 1.781, y: 0, width: 6, height: 10)
        b.clip(r) { c in c.fill(r, RGBA(0, 0, 0, 1)) }
        XCTAssertEqual(Double(b.render().pixel(1, 5) >> 24), 0.048 * 255, accuracy: 1)
        // The same clip twice counts once.
        var twice = ListBuilder(10, 10, background: clear)
        twice.clip(r) { $0.clip(r) { c in c.fill(r, RGBA(0, 0, 0, 1)) } }
        XCTAssertEqual(twice.render().pixel(1, 5), b.render().pixel(1, 5))
    }

    func testMaskIsAlphaAndAnEmptyMaskHidesAll() {
        let all = CGRect(x: 0, y: 0, width: 8, height: 8)
        var b = ListBuilder(8, 8, background: clear)
        b.group(content: { $0.fill(all, RGBA(1, 0, 0, 1)) }, mask: { $0.fill(CGRect(x: 0, y: 0, width: 4, height: 8), RGBA(0, 1, 0, 0.5)) })
        XCTAssertEqual(b.render().pixel(1, 1), 0x8080_0000)
        XCTAssertEqual(b.render().pixel(6, 1), 0)
        var none = ListBuilder(8, 8, background: clear)
        none.group(content: { $0.fill(all, RGBA(1, 0, 0, 1)) }, mask: { _ in })
        XCTAssertEqual(none.render().pixel(1, 1), 0)
    }

    func testShadowComesFromFadedAlphaAndShowsThrough() {
        // .5 + .5 * .25 = .625 where the shadow lies under translucent content.
        var b = ListBuilder(60, 60, background: clear)
        b.group(
            opacity: 0.5, { $0.shadow = .init(color: RGBA(0, 0, 0, 1), opacity: 0.5, radius: 3, offset: .zero) },
            content: { $0.fill(CGRect(x: 10, y: 10, width: 40, height: 40), RGBA(0, 0, 1, 1)) })
        XCTAssertEqual(Double(b.render().pixel(30, 30) >> 24), 159, accuracy: 1)
        XCTAssertGreaterThan(b.render().pixel(8, 30) >> 24, 0)
    }

    func testShapeShadowEqualsGroupShadow() {
        let r = CGRect(x: 20, y: 20, width: 40, height: 30)
        var a = ListBuilder(90, 90)
        a.shadow(r, RGBA(0, 0, 0, 0.5), blur: 4, offset: CGSize(width: 3, height: 5), radius: 8)
        a.fill(r, red, radius: 8)
        var b = ListBuilder(90, 90)
        b.group(
            { $0.shadow = .init(color: RGBA(0, 0, 0, 1), opacity: 0.5, radius: 4, offset: CGSize(width: 3, height: 5)) },
            content: { $0.fill(r, RGBA(1, 0, 0, 1), radius: 8) })
        assertPicturesEqual(a.render(), b.render(), tolerance: 1)
    }

    func testSharpContinuationOfNothing() {
        // What can't be drawn draws nothing and does no harm.
        var b = ListBuilder(20, 20)
        b.fill(CGRect(x: CGFloat(0), y: CGFloat(0), width: CGFloat.infinity, height: CGFloat(4)), red)
        b.fill(CGRect(x: 2, y: 2, width: 0, height: 4), red, radius: 4)
        b.projection = Projection(m11: 0, m12: 0, m13: 0, m21: 0, m22: 0, m23: 0, m31: 0, m32: 0, m33: 1)
        var o = b.op(.fill, CGRect(x: 2, y: 2, width: 8, height: 8), radius: 2)
        o.bounds = DeviceRect(0, 0, 20, 20)
        for kind in [DrawOp.Kind.fill, .border, .gradient, .image, .shadow, .shapeFill, .shapeStroke] {
            o.kind = kind
            o.width = 3
            o.payload = 77
            b.add(o)
        }
        o.kind = .beginGroup
        o.end = 9999
        b.add(o)
        o.kind = .beginClip
        o.end = -4
        b.add(o)
        b.add(DrawOp(kind: .endClip))
        _ = b.render()
    }

    func testNineSliceKeepsCorners() {
        // 4x4: red corners (1 px), blue edges, white middle.
        let image = CGImage(width: 4, height: 4) { p in
            for y in 0..<4 {
                for x in 0..<4 {
                    let ex = x == 0 || x == 3, ey = y == 0 || y == 3
                    p[y * 4 + x] = ex && ey ? 0xFFFF_0000 : (ex || ey ? 0xFF00_00FF : 0xFFFF_FFFF)
                }
            }
        }!
        var b = ListBuilder(20, 20, background: black)
        b.image(image, CGRect(x: 2, y: 2, width: 16, height: 12), center: CGRect(x: 1, y: 1, width: 2, height: 2), filter: .nearest)
        let i = b.render()
        XCTAssertEqual(i.pixel(2, 2), 0xFFFF_0000)
        XCTAssertEqual(i.pixel(17, 13), 0xFFFF_0000)
        XCTAssertEqual(i.pixel(3, 2), 0xFF00_00FF)
        XCTAssertEqual(i.pixel(16, 2), 0xFF00_00FF)
        XCTAssertEqual(i.pixel(2, 7), 0xFF00_00FF)
        XCTAssertEqual(i.pixel(9, 7), 0xFFFF_FFFF)
        XCTAssertEqual(i.pixel(18, 7), 0xFF00_0000)
    }

    func testImagesTurnOver() {
        let image = CGImage(width: 2, height: 2) { p in
            p[0] = 0xFFFF_0000; p[1] = 0xFF00_FF00; p[2] = 0xFF00_00FF; p[3] = 0xFFFF_FFFF
        }!
        var b = ListBuilder(2, 2)
        b.flags = [.antialiased, .imageUpsideDown]
        b.image(image, CGRect(x: 0, y: 0, width: 2, height: 2))
        XCTAssertEqual(b.render().pixel(0, 0), 0xFF00_00FF)
        XCTAssertEqual(b.render().pixel(1, 1), 0xFF00_FF00)
        b.list.ops[0].flags.insert(.mirroredContents)
        XCTAssertEqual(b.render().pixel(0, 0), 0xFFFF_FFFF)
    }
}
