import CompositorScenes
import CoreGraphics
import Raster
import XCTest

@testable import Compositor
@testable import RenderTree

/// What is kept of shapes can't be seen.
final class ShapeCoverageTests: XCTestCase {
    private func pixels(_ list: DrawList, _ compositor: Compositor) -> [UInt32] {
        compositor.render(list)!.withPixels { p in (0..<Int(list.width * list.height)).map { p[$0] } }
    }

    private let path = {
        let path = CGMutablePath()
        path.move(to: CGPoint(x: 20, y: 30))
        path.addCurve(to: CGPoint(x: 90, y: 40), control1: CGPoint(x: 40, y: -20), control2: CGPoint(x: 70, y: 110))
        path.addQuadCurve(to: CGPoint(x: 30, y: 80), control: CGPoint(x: 95, y: 75))
        path.closeSubpath()
        return path as CGPath
    }()

    private func shapes(_ dx: Double, _ dy: Double, clipped: Bool = false) -> DrawList {
        var b = ListBuilder(160, 120)
        b.projection = Projection(m11: 0.9, m12: 0.2, m13: 0, m21: -0.1, m22: 1.1, m23: 0, m31: dx, m32: dy, m33: 1)
        func add(_ b: inout ListBuilder) {
            b.shape(
                path, fill: RGBA(0.2, 0.7, 0.3, 0.8), stroke: RGBA(0.9, 0.1, 0.2, 0.6),
                {
                    $0.lineWidth = 3.3; $0.lineJoin = .round
                })
            b.shape(path, fill: RGBA(0.1, 0.2, 0.9, 1), stroke: nil, { $0.fillRule = .evenOdd })
        }
        if clipped { b.clip(CGRect(x: 10, y: 20, width: 70, height: 60), radius: 14, content: add) } else { add(&b) }
        return b.finished()
    }

    func testAShapeThatBeginsFarAwayIsThereAllTheSame() {
        // Everything but a hole, as masks that are turned inside out say it.
        for far in [1e5, 3e6, 2e7] {
            let path = CGMutablePath()
            path.addRect(CGRect(x: -far, y: -far, width: 2 * far, height: 2 * far))
            path.addRect(CGRect(x: 10, y: 10, width: 20, height: 20))
            var b = ListBuilder(40, 40)
            b.shape(path, fill: RGBA(0, 0, 0, 1), { $0.fillRule = .evenOdd })
            let seen = pixels(b.finished(), Compositor())
            XCTAssertEqual(seen[5 * 40 + 5], 0xFF00_0000, "\(far)")
            XCTAssertEqual(seen[20 * 40 + 20], 0xFFFF_FFFF, "\(far)")
        }
    }

    func testKeptCoverageLooksLikeDrawing() {
        for clipped in [false, true] {
            let list = shapes(7.3, 4.61, clipped: clipped), kept = Compositor()
            let fresh = pixels(list, Compositor())
            XCTAssertTrue(Set(fresh).count > 9)
            for _ in 0..<3 { XCTAssertEqual(pixels(list, kept), fresh) }
        }
    }

    func testWholePixelsMoveThePicture() {
        let kept = Compositor()
        let before = pixels(shapes(7.3, 4.61), kept)
        _ = pixels(shapes(7.3, 4.61), kept)
        let after = pixels(shapes(7.3 + 11, 4.61 + 6), kept)
        var seen = 0
        for y in 6..<120 {
            for x in 11..<160 where before[(y - 6) * 160 + x - 11] != 0 || after[y * 160 + x] != 0 {
                XCTAssertEqual(after[y * 160 + x], before[(y - 6) * 160 + x - 11])
                seen += 1
            }
        }
        XCTAssertGreaterThan(seen, 2000)
        XCTAssertEqual(kept.painters[0].painter.coverage.shapes.count, 3, "the moved shapes are the same shapes")
    }

    func testStrangeShapesAreDrawnOrLeftOut() {
        let compositor = Compositor(), nothing = pixels(ListBuilder(160, 120).finished(), Compositor())
        for (dx, dy) in [(1e9, 0.0), (-1e9, 1e9), (.infinity, 0), (.nan, 2)] {
            for _ in 0..<3 { XCTAssertEqual(pixels(shapes(dx, dy), compositor), nothing) }
        }
        var b = ListBuilder(64, 64)
        let huge = CGPath(rect: CGRect(x: -1e7, y: -1e7, width: 2e7, height: 2e7), transform: nil)
        b.shape(huge, fill: RGBA(1, 1, 1, 1))
        b.shape(CGMutablePath(), fill: RGBA(1, 0, 0, 1), stroke: RGBA(1, 0, 0, 1))
        let list = b.finished()
        for _ in 0..<3 { XCTAssertTrue(pixels(list, compositor).allSatisfy { $0 == 0xFFFF_FFFF }) }
    }
}
