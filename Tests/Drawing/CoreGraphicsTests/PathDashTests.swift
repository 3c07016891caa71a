import CoreGraphics
import TestSupport
import XCTest

final class PathDashTests: XCTestCase {
    private func path(_ svg: String) throws -> CGPath { try XCTUnwrap(CGPath(svg: svg)) }

    func testPatterns() throws {
        let line = try path("M0,0 L10,0")
        func dashed(_ phase: CGFloat, _ lengths: [CGFloat]) -> String {
            line.copy(dashingWithPhase: phase, lengths: lengths).svgDescription
        }
        XCTAssertEqual(dashed(0, [2, 3]), "M0,0 L2,0 M5,0 L7,0")
        XCTAssertEqual(dashed(1, [2, 3]), "M0,0 L1,0 M4,0 L6,0 M9,0 L10,0")
        XCTAssertEqual(dashed(-1, [2, 3]), "M1,0 L3,0 M6,0 L8,0")
        XCTAssertEqual(dashed(1 + 5 * 1_000_000, [2, 3]), dashed(1, [2, 3]))
        XCTAssertEqual(dashed(0, [3]), "M0,0 L3,0 M6,0 L9,0", "an odd pattern is gone through twice")
        XCTAssertEqual(dashed(0, [1, 2, 3]), "M0,0 L1,0 M3,0 L6,0 M7,0 L9,0")
        XCTAssertEqual(dashed(0, [0, 4]), "M0,0 L0,0 M4,0 L4,0 M8,0 L8,0")
        XCTAssertEqual(dashed(0, [4, 0]), "M0,0 L4,0 M4,0 L8,0 M8,0 L10,0")
        XCTAssertEqual(dashed(0, []), line.svgDescription)
        XCTAssertEqual(
            line.copy(dashingWithPhase: 0, lengths: [2, 3], transform: CGAffineTransform(scaleX: 2, y: 2)).svgDescription,
            "M0,0 L4,0 M10,0 L14,0")
    }

    func testPatternsThatCannotBeDrawn() throws {
        let line = try path("M0,0 L10,0")
        let tooMany = try path("M0,0 L20000000,0")
        for lengths in [[-1, 2], [CGFloat.nan, 1], [.infinity, 1], [0, 0]] as [[CGFloat]] {
            XCTAssertEqual(line.copy(dashingWithPhase: 0, lengths: lengths), line)
        }
        XCTAssertEqual(line.copy(dashingWithPhase: .nan, lengths: [1, 1]), line)
        XCTAssertEqual(tooMany.copy(dashingWithPhase: 0, lengths: [1, 1]), tooMany)
        XCTAssertEqual(tooMany.copy(dashingWithPhase: 0, lengths: [10000, 10000]).subpathCount, 1000)
    }

    func testRings() throws {
        let square = try path("M0,0 L10,0 L10,10 L0,10 Z")
        XCTAssertEqual(square.copy(dashingWithPhase: 5, lengths: [10, 10]).svgDescription, "M10,5 L10,10 L5,10 M0,5 L0,0 L5,0")
        XCTAssertEqual(square.copy(dashingWithPhase: 0, lengths: [100, 1]).svgDescription, square.svgDescription)
        let circle = CGPath(ellipseIn: CGRect(x: 0, y: 0, width: 100, height: 100), transform: nil)
        let dashes = circle.copy(dashingWithPhase: 3, lengths: [20, 10])
        XCTAssertEqual(dashes.count(of: .line), 0, "curves are cut as curves")
        XCTAssertEqual(PathMeasure(dashes).length, PathMeasure(circle).length * 2 / 3, accuracy: 7)
    }

    /// Dashes and gaps together are the path: the length of dashes of both kinds is that of the whole.
    func testDashesAndGapsMakeThePath() {
        var random = SeededGenerator(seed: 3)
        for _ in 0..<40 {
            let scribble = RandomPaths.scribble(3, size: 100, isClosed: Bool.random(using: &random), &random)
            let on = CGFloat(RandomPaths.number(1...30, &random)), off = CGFloat(RandomPaths.number(1...30, &random))
            let phase = CGFloat(RandomPaths.number(-100...100, &random))
            let dashes = scribble.copy(dashingWithPhase: phase, lengths: [on, off])
            let gaps = scribble.copy(dashingWithPhase: phase - on, lengths: [off, on])
            let whole = PathMeasure(scribble).length
            XCTAssertEqual(PathMeasure(dashes).length + PathMeasure(gaps).length, whole, accuracy: whole * 1e-7)
            let cloud = ChordCloud(scribble)
            for p in dashes.flattened(threshold: 0.1).points { XCTAssertLessThan(cloud.distance(p), 0.02) }
        }
    }
}
