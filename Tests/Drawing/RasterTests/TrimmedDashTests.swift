import XCTest

@testable import Raster

/// Strokes go one road: the trim first, then the dashes from where it has cut, anew in every subpath, then caps.
final class TrimmedDashTests: XCTestCase {
    private let raster = Rasterizer()

    private func row(_ style: StrokeStyle, _ path: TestPath, _ y: Int, width: Int = 128) -> [Int] {
        path.stroked(raster, width, 16, style).row(y).map { Int($0) }
    }

    /// What a pattern leaves of the pixels from `from` to `to`, begun at `cut`.
    private func wanted(_ from: Int, _ to: Int, cut: Int, _ dash: [Int], phase: Int, width: Int = 128) -> [Int] {
        let pattern = dash.count % 2 == 0 ? dash : dash + dash, period = pattern.reduce(0, +)
        return (0..<width).map { x in
            guard x >= from, x < to else { return 0 }
            var at = ((x - cut + phase) % period + period) % period
            for (i, length) in pattern.enumerated() {
                if at < length { return i % 2 == 0 ? 255 : 0 }
                at -= length
            }
            return 0
        }
    }

    func testThePatternBeginsAtTheCut() {
        var path = TestPath()
        path.move(10, 8)
        path.line(110, 8)
        for dash in [[4, 6], [3, 2], [5], [1, 2, 7, 4]] {
            for phase in [0, 1, 3, -4, 23] {
                for (start, end) in [(0, 100), (25, 100), (25, 50), (7, 93), (99, 100), (0, 3)] {
                    var style = StrokeStyle(width: 4)
                    style.dash = dash.map { Double($0) }
                    style.dashPhase = Double(phase)
                    (style.start, style.end) = (Double(start) / 100, Double(end) / 100)
                    XCTAssertEqual(
                        row(style, path, 8), wanted(10 + start, 10 + end, cut: 10 + start, dash, phase: phase),
                        "\(dash) \(phase) \(start) \(end)")
                }
            }
        }
    }

    /// The cut lies in one subpath; those after it begin anew, those before it are gone.
    func testSeveralSubpaths() {
        var path = TestPath()
        for y in [2.0, 8, 14] {
            path.move(0, y)
            path.line(40, y)
        }
        var style = StrokeStyle(width: 2)
        style.dash = [4, 6]
        style.dashPhase = 2
        (style.start, style.end) = (0.25, 0.75)
        XCTAssertEqual(row(style, path, 2, width: 40), wanted(30, 40, cut: 30, [4, 6], phase: 2, width: 40))
        XCTAssertEqual(row(style, path, 8, width: 40), wanted(0, 40, cut: 0, [4, 6], phase: 2, width: 40))
        XCTAssertEqual(row(style, path, 14, width: 40), wanted(0, 10, cut: 0, [4, 6], phase: 2, width: 40))
    }

    /// A trimmed ring is open: its first dash begins at the cut with a cap of its own.
    func testRingsAndCaps() {
        var square = TestPath()
        square.move(4, 4)
        for (x, y) in [(124.0, 4.0), (124, 12), (4, 12)] { square.line(x, y) }
        square.close()
        var style = StrokeStyle(width: 2)
        style.dash = [8, 8]
        style.start = 16.0 / 256
        let mask = square.stroked(raster, 128, 16, style).row(4).map { Int($0) }
        XCTAssertEqual(Array(mask[20..<120]), Array(wanted(20, 124, cut: 20, [8, 8], phase: 0)[20..<120]))
        XCTAssertEqual(mask[19], 0)
        style.cap = .square
        XCTAssertEqual(square.stroked(raster, 128, 16, style).row(4)[19], 255, "a cap before the cut")
        style.cap = .round
        style.width = 4
        let round = square.stroked(raster, 128, 16, style)
        XCTAssertGreaterThan(round.coverage(x: 19, y: 4), 128)
        XCTAssertEqual(round.coverage(x: 32, y: 4), 0)
    }

    /// Dashes too fine to tell apart are drawn solid, what a trim leaves of the path as well as all of it.
    func testTooFineDashesAreSolid() {
        var path = TestPath()
        path.move(0, 8)
        path.line(100, 8)
        var style = StrokeStyle(width: 2)
        style.dash = [1e-7, 1e-7]
        (style.start, style.end) = (0.25, 0.5)
        XCTAssertEqual(row(style, path, 8), wanted(25, 50, cut: 25, [100], phase: 0))
        style.start = 0.5
        XCTAssertEqual(row(style, path, 8).reduce(0, +), 0)
    }
}
