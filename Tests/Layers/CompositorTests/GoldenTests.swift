import CompositorScenes
import CoreGraphics
import TestSupport
import XCTest

@testable import Compositor
@testable import RenderTree

private let red = RGBA(0.9, 0.2, 0.15, 1)
private func box(_ x: Double, _ y: Double, _ w: Double, _ h: Double) -> CGRect { CGRect(x: x, y: y, width: w, height: h) }

/// One picture a feature, looked at once and kept; and what needs options of its own.
final class GoldenTests: XCTestCase {
    func testEachScene() {
        for scene in GoldenScenes.all { assertGolden(scene.list.render(), scene.name, tolerance: scene.name == "gradients" ? 3 : 2) }
    }

    func testAdditiveStrokesAreCounted() {
        let o = CompositorOptions.onScreen
        var b = ListBuilder(20, 10, background: RGBA(0, 0, 0, 0))
        let line = CGMutablePath()
        line.move(to: CGPoint(x: 0, y: 5))
        line.addLine(to: CGPoint(x: 20, y: 5))
        b.shape(line, fill: nil, stroke: RGBA(0, 0, 0, 1), { $0.lineWidth = 1.5 })
        XCTAssertEqual(b.render(o).pixel(10, 4) >> 24, 191)
        line.move(to: CGPoint(x: 0, y: 5))
        line.addLine(to: CGPoint(x: 20, y: 5))
        b = ListBuilder(20, 10, background: RGBA(0, 0, 0, 0))
        b.shape(line, fill: nil, stroke: RGBA(0, 0, 0, 1), { $0.lineWidth = 1.5 })
        XCTAssertEqual(b.render(o).pixel(10, 4) >> 24, 255)
        XCTAssertEqual(b.render(.renderInContext).pixel(10, 4) >> 24, 191)
    }

    func testUnclampedCornersShowTheirNotches() {
        var b = ListBuilder(80, 80)
        b.fill(box(10, 10, 60, 60), red, radius: 30)
        var o = CompositorOptions()
        o.cornerOutline = .continuousUnclamped
        assertGolden(b.render(o), "corners-unclamped")
    }

    func testGradientThroughGenericRGB() {
        // Pure primaries are cut to the older gamut: red (255,38,0), blue (4,51,255).
        var b = ListBuilder(8, 64)
        b.gradient(
            box(0, 0, 8, 64), .axial, [RGBA(1, 0, 0, 1), RGBA(0, 0, 1, 1)], from: CGPoint(x: 0.5, y: 0), to: CGPoint(x: 0.5, y: 1),
            locations: [0.1, 0.9])
        var o = CompositorOptions()
        o.gradientSpace = .genericRGB
        let i = b.render(o)
        func near(_ p: UInt32, _ r: Int, _ g: Int, _ b: Int, line: UInt = #line) {
            XCTAssertEqual(Double(p >> 16 & 255), Double(r), accuracy: 3, line: line)
            XCTAssertEqual(Double(p >> 8 & 255), Double(g), accuracy: 3, line: line)
            XCTAssertEqual(Double(p & 255), Double(b), accuracy: 3, line: line)
        }
        near(i.pixel(4, 1), 255, 38, 0)
        near(i.pixel(4, 62), 4, 51, 255)
        near(i.pixel(4, 32), 146, 33, 149)
    }
}
