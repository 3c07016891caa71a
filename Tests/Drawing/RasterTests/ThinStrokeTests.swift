import XCTest

@testable import Raster

final class ThinStrokeTests: XCTestCase {
    private let raster = Rasterizer()

    /// A line of a quarter pixel, `x` from the left: its coverage lies on a pixel's width, in equal parts left and right of its middle.
    func testThinLineIsOnePixelWide() {
        for (x, row) in [(4.5, [0, 64, 0]), (4.75, [0, 48, 16]), (4.0, [32, 32, 0])] {
            var p = TestPath()
            p.move(x / 0.5, -2)
            p.line(x / 0.5, 40)
            let mask = p.stroked(raster, 8, 8, StrokeStyle(width: 0.5), transform: Affine(0.5, 0, 0, 0.5, 0, 0))
            for (found, wanted) in zip(mask.row(4)[3..<6], row) { XCTAssertEqual(Double(found), Double(wanted), accuracy: 1) }
        }
    }

    func testNextToNothingIsNothing() {
        var p = TestPath()
        p.move(0, 4)
        p.line(8, 4)
        XCTAssertEqual(p.stroked(raster, 8, 8, StrokeStyle(width: 1e-6)).sum, 0)
        XCTAssertEqual(p.stroked(raster, 8, 8, StrokeStyle(width: 1e-300)).sum, 0)
        XCTAssertEqual(StrokeStyle(width: .nan).visible(.identity).weight, 255)
        XCTAssertEqual(StrokeStyle(width: 1).visible(Affine(0, 0, 0, 0, 0, 0)).weight, 255)
    }

    /// Squeezed the other way only, it stays what it is: a pixel's width would be long on the other side.
    func testThinOneWayOnly() {
        var p = TestPath()
        p.move(40, -2)
        p.line(40, 10)
        let mask = p.stroked(raster, 16, 8, StrokeStyle(width: 2), transform: Affine(0.1, 0, 0, 1, 0, 0))
        XCTAssertEqual(mask.row(4)[3..<5].map(Double.init).reduce(0, +), 51, accuracy: 1)
        XCTAssertEqual(mask.row(4)[0..<3].reduce(0, +), 0)
    }

    /// Onto pixels as through a mask, with a colour, in any mode.
    func testWeightCountsForEveryPaint() {
        var p = TestPath()
        p.move(-2, 4.5)
        p.line(20, 4.5)
        for mode in [PixelBlendMode.normal, .plusLighter] {
            let surface = Surface(width: 8, height: 8)
            p.with {
                raster.strokePath(
                    surface, Clip(surface.bounds), $0, transform: .identity, style: StrokeStyle(width: 0.5), paint: .solid(0xFFFF_FFFF),
                    mode: mode)
            }
            XCTAssertEqual(Double(surface.pointer(x: 4, y: 4).pointee >> 24), 128, accuracy: 1, "\(mode)")
        }
    }

    func testDotsOfDashesWithoutLength() {
        var p = TestPath()
        p.move(4, 8)
        p.line(20, 8)
        var style = StrokeStyle(width: 4)
        (style.cap, style.dash) = (.round, [0, 8])
        let mask = p.stroked(raster, 24, 16, style)
        // At 4, 12 and 20, the first as well.
        for x in [4, 12] { XCTAssertEqual(mask.coverage(x: x, y: 8), 255, "\(x)") }
        XCTAssertEqual(mask.coverage(x: 8, y: 8), 0)
    }
}
