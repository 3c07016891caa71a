import CoreGraphics
import TestSupport
import XCTest

final class PathStrokeTests: XCTestCase {
    private func path(_ svg: String) throws -> CGPath { try XCTUnwrap(CGPath(svg: svg)) }

    private func stroked(_ path: CGPath, _ width: CGFloat, _ cap: CGLineCap = .butt, _ join: CGLineJoin = .miter, _ limit: CGFloat = 10)
        -> CGPath
    {
        path.copy(strokingWithWidth: width, lineCap: cap, lineJoin: join, miterLimit: limit)
    }

    func testALine() throws {
        let line = try path("M0,0 L10,0")
        XCTAssertEqual(stroked(line, 2).svgDescription, "M0,-1 L10,-1 L10,1 L0,1 L0,-1 Z")
        XCTAssertEqual(stroked(line, 2, .square).boundingBox, CGRect(x: -1, y: -1, width: 12, height: 2))
        let round = stroked(line, 2, .round)
        XCTAssertEqual(round.count(of: .cubic), 4)
        XCTAssertEqual(round.windingArea, 20 + .pi, accuracy: 0.01)
        let moved = line.copy(
            strokingWithWidth: 2, lineCap: .butt, lineJoin: .miter, miterLimit: 10, transform: CGAffineTransform(scaleX: 1, y: 3))
        XCTAssertEqual(moved.boundingBox, CGRect(x: 0, y: -3, width: 10, height: 6), "the pen is transformed with the path")
    }

    func testARectangleBecomesTwo() {
        let outline = stroked(CGPath(rect: CGRect(x: 0, y: 0, width: 10, height: 8), transform: nil), 2)
        XCTAssertEqual(outline.subpathCount, 2)
        XCTAssertEqual(outline.points.count, 10)
        XCTAssertEqual(outline.windingArea, 12 * 10 - 8 * 6, accuracy: 1e-9)
        XCTAssertEqual(outline.boundingBox, CGRect(x: -1, y: -1, width: 12, height: 10))
        // A pen wider than the rectangle leaves no hole.
        let full = stroked(CGPath(rect: CGRect(x: 0, y: 0, width: 10, height: 8), transform: nil), 30)
        for x in stride(from: -14.5, to: 25, by: 1) { XCTAssertTrue(full.contains(CGPoint(x: x, y: 4.25)), "\(x)") }
    }

    func testMiterLimit() throws {
        let corner = try path("M0,0 L10,0 L10,10")
        XCTAssertEqual(stroked(corner, 2, .butt, .miter, 1.5).boundingBox.maxX, 11)
        XCTAssertTrue(stroked(corner, 2, .butt, .miter, 1.5).contains(CGPoint(x: 10.9, y: -0.9)))
        XCTAssertFalse(stroked(corner, 2, .butt, .miter, 1.4).contains(CGPoint(x: 10.9, y: -0.9)))
        XCTAssertTrue(stroked(corner, 2, .butt, .round).contains(CGPoint(x: 10.65, y: -0.65)))
        XCTAssertFalse(stroked(corner, 2, .butt, .round).contains(CGPoint(x: 10.75, y: -0.75)))
        XCTAssertFalse(stroked(corner, 2, .butt, .bevel).contains(CGPoint(x: 10.55, y: -0.55)))
    }

    func testDots() throws {
        for dot in ["M5,5 L5,5", "M5,5 Z", "M5,5 C5,5 5,5 5,5"] {
            XCTAssertTrue(stroked(try path(dot), 2, .butt).isEmpty, dot)
            XCTAssertEqual(stroked(try path(dot), 2, .round).windingArea, .pi, accuracy: 0.01, dot)
            XCTAssertEqual(stroked(try path(dot), 2, .square).boundingBox, CGRect(x: 4, y: 4, width: 2, height: 2), dot)
        }
        XCTAssertTrue(stroked(try path("M5,5"), 2, .round).isEmpty)
        // A segment without length inside a subpath changes nothing.
        XCTAssertEqual(
            stroked(try path("M0,0 L5,0 L5,0 C5,0 5,0 5,0 L9,4"), 2).windingArea, stroked(try path("M0,0 L5,0 L9,4"), 2).windingArea,
            accuracy: 1e-9)
    }

    func testCurvesStayFewCurves() {
        let circle = CGPath(ellipseIn: CGRect(x: 0, y: 0, width: 100, height: 100), transform: nil)
        let ring = stroked(circle, 10)
        XCTAssertEqual(ring.subpathCount, 2)
        XCTAssertLessThanOrEqual(ring.verbs.count, 20)
        XCTAssertEqual(ring.windingArea, .pi * (55 * 55 - 45 * 45), accuracy: 1)
        // Wider than the circle: no hole in the middle.
        let disc = stroked(circle, 180)
        for x in stride(from: -39.0, to: 139, by: 3.7) { XCTAssertTrue(disc.contains(CGPoint(x: x, y: 50.3)), "\(x)") }
    }

    func testWidthsThatDrawNothing() throws {
        let line = try path("M0,0 L10,0")
        for width in [0, -1, CGFloat.nan, .infinity] { XCTAssertTrue(stroked(line, width).isEmpty) }
        XCTAssertTrue(stroked(CGMutablePath(), 1).isEmpty)
        let broken = CGPath(verbs: [0, 1], points: [CGPoint(x: 0, y: CGFloat.nan), CGPoint(x: 1, y: 1)])
        XCTAssertTrue(stroked(broken, 1).isEmpty)
    }

    /// A stroke with round joins and caps is all points nearer to the path than half its width.
    func testRandomStrokesAgainstDistances() {
        var random = SeededGenerator(seed: 7)
        for round in 0..<60 {
            let isClosed = round % 2 == 0
            let scribble = RandomPaths.scribble(Int.random(in: 1...4, using: &random), size: 100, isClosed: isClosed, &random)
            let half = RandomPaths.number(0.5...25, &random)
            let outline = stroked(scribble, CGFloat(half * 2), .round, .round)
            let cloud = ChordCloud(scribble)
            for _ in 0..<400 {
                let p = CGPoint(x: RandomPaths.number(-30...130, &random), y: RandomPaths.number(-30...130, &random))
                let distance = cloud.distance(p)
                if (distance - half).magnitude < 0.08 { continue }
                if outline.contains(p) != (distance < half) {
                    XCTFail("round \(round): \(p) at distance \(distance), half width \(half): \(scribble.svgDescription)")
                    break
                }
            }
        }
    }

    /// Turns sharper than the pen, up to a cusp: everything within half the width of the curve is covered, and nothing else.
    func testSharpTurnsAreCovered() throws {
        let turns = [
            ("M0.02,4.16 C7.78,6.53 5.38,4.08 2.02,6.61", 5.31), ("M0,0 C1,-20 3,20 4,0", 1.0), ("M0,0 C1,-20 3,20 4,0", 6),
            ("M0,0 C10,10 0,10 10,0", 2), ("M0,0 C10,10.01 0,10 10,0", 2), ("M0,0 C30,10 -20,10 10,0", 7), ("M0,0 Q3,20 1,1", 4),
            ("M14.73,11.79 C17.52,29.2 0.92,12.09 4.17,9.74", 5.63), ("M0,0 C8,8 8,-8 0,0.001", 3),
        ]
        for (svg, half) in turns {
            let curve = try path(svg), outline = stroked(curve, half * 2, .round, .round), cloud = ChordCloud(curve)
            var missed = 0
            for row in 0..<60 {
                for column in 0..<60 {
                    let p = CGPoint(x: Double(column) * 0.83 - 15, y: Double(row) * 0.83 - 15), distance = cloud.distance(p)
                    if (distance - half).magnitude >= 0.04, outline.contains(p) != (distance < half) { missed += 1 }
                }
            }
            XCTAssertEqual(missed, 0, svg)
        }
    }

    /// The pieces follow the shape, not the angle: a turn that is sharper than the pen takes a few.
    func testSharpTurnsStayFewCurves() throws {
        let wave = try path("M0,200 C1,180 3,220 4,201")
        XCTAssertLessThan(stroked(wave, 2).verbs.count, 200, "590 with triangles of ten degrees")
    }

    func testFarAndLarge() {
        let huge = CGPath(rect: CGRect(x: -1e7, y: -1e7, width: 2e7, height: 2e7), transform: nil)
        let outline = stroked(huge, 2)
        XCTAssertEqual(outline.boundingBox, CGRect(x: -1e7 - 1, y: -1e7 - 1, width: 2e7 + 2, height: 2e7 + 2))
        XCTAssertTrue(outline.contains(CGPoint(x: 1e7 + 0.5, y: 0)))
        XCTAssertFalse(outline.contains(CGPoint(x: 1e7 - 1.5, y: 0)))
    }
}
