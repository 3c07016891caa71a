import CoreGraphics
import TestSupport
import XCTest

final class PathBooleanTests: XCTestCase {
    private func path(_ svg: String) throws -> CGPath { try XCTUnwrap(CGPath(svg: svg)) }
    private func rect(_ x: CGFloat, _ y: CGFloat, _ w: CGFloat, _ h: CGFloat) -> CGPath {
        CGPath(rect: CGRect(x: x, y: y, width: w, height: h), transform: nil)
    }
    private func circle(_ x: CGFloat, _ y: CGFloat, _ r: CGFloat) -> CGPath {
        CGPath(ellipseIn: CGRect(x: x - r, y: y - r, width: r * 2, height: r * 2), transform: nil)
    }

    func testRectangles() {
        let a = rect(0, 0, 10, 10), b = rect(5, 5, 10, 10)
        XCTAssertEqual(a.union(b).windingArea, 175, accuracy: 1e-9)
        XCTAssertEqual(a.union(b).points.count, 8)
        XCTAssertEqual(a.intersection(b).boundingBox, CGRect(x: 5, y: 5, width: 5, height: 5))
        XCTAssertEqual(a.intersection(b).svgDescription, "M10,10 L5,10 L5,5 L10,5 Z")
        XCTAssertEqual(a.subtracting(b).windingArea, 75, accuracy: 1e-9)
        XCTAssertEqual(a.symmetricDifference(b).windingArea, 150, accuracy: 1e-9)
        XCTAssertTrue(a.intersects(b))
        XCTAssertFalse(a.intersects(rect(10, 0, 5, 5)), "touching outlines share no area")
        XCTAssertFalse(a.intersects(rect(30, 30, 5, 5)))
    }

    func testSharedSides() {
        XCTAssertEqual(rect(0, 0, 10, 10).union(rect(10, 0, 10, 10)).svgDescription, "M0,0 L20,0 L20,10 L0,10 Z")
        XCTAssertTrue(rect(0, 0, 10, 10).intersection(rect(10, 0, 10, 10)).isEmpty)
        XCTAssertTrue(rect(0, 0, 10, 10).subtracting(rect(0, 0, 10, 10)).isEmpty)
        XCTAssertEqual(rect(0, 0, 10, 10).union(rect(0, 0, 10, 10)), rect(0, 0, 10, 10))
        XCTAssertEqual(circle(0, 0, 10).union(circle(0, 0, 10)).count(of: .cubic), 4)
        XCTAssertTrue(circle(0, 0, 10).subtracting(circle(0, 0, 10)).isEmpty)
        // A hole as large as a part of the outline opens it.
        XCTAssertEqual(rect(0, 0, 30, 10).subtracting(rect(10, 0, 10, 10)).subpathCount, 2)
    }

    func testCurvesStayCurves() {
        let a = circle(0, 0, 50), b = circle(60, 0, 50)
        let both = a.union(b)
        XCTAssertEqual(both.count(of: .line), 0)
        XCTAssertLessThanOrEqual(both.count(of: .cubic), 8)
        let lens = a.intersection(b)
        XCTAssertEqual(lens.subpathCount, 1)
        XCTAssertLessThanOrEqual(lens.count(of: .cubic), 4)
        // Where the circles cross: x = 30, y = ±40, within what four cubics make of a circle.
        XCTAssertEqual(Double(lens.boundingBoxOfPath.minY), -40, accuracy: 0.02)
        XCTAssertTrue(lens.points.contains { ($0.x - 30).magnitude < 1e-6 && ($0.y - 40).magnitude < 0.02 })
        XCTAssertEqual(both.windingArea + lens.windingArea, a.windingArea + b.windingArea, accuracy: 0.01)
        XCTAssertEqual(a.normalized(), a)
        XCTAssertEqual(a.union(rect(-60, -60, 120, 60)).count(of: .cubic), 2, "the half that is left")
    }

    func testHugeRectanglesKeepSmallShapes() {
        let huge = rect(-2e7, -2e7, 4e7, 4e7), small = circle(3.25, 4.5, 2)
        let punched = huge.subtracting(small)
        XCTAssertEqual(punched.subpathCount, 2)
        XCTAssertFalse(punched.contains(CGPoint(x: 3.25, y: 4.5)))
        XCTAssertTrue(punched.contains(CGPoint(x: 5.3, y: 4.5)))
        XCTAssertEqual(huge.intersection(small).windingArea, small.windingArea, accuracy: 1e-3)
        XCTAssertEqual(punched.count(of: .cubic), 4)
    }

    func testSelfIntersectionsByRule() throws {
        let star = try path("M50,0 L80,90 L0,35 L100,35 L20,90 Z")
        let whole = star.normalized(using: .winding), points = star.normalized(using: .evenOdd)
        XCTAssertEqual(whole.points.count, 10)
        XCTAssertEqual(points.subpathCount, 5)
        XCTAssertTrue(whole.contains(CGPoint(x: 50, y: 50), using: .evenOdd))
        XCTAssertFalse(points.contains(CGPoint(x: 50, y: 50)))
        let loop = try path("M0,0 C200,100 -100,100 100,0 Z").normalized()
        XCTAssertTrue(loop.contains(CGPoint(x: 50, y: 70), using: .evenOdd))
    }

    func testComponents() throws {
        let shapes = CGMutablePath()
        shapes.addRect(CGRect(x: 0, y: 0, width: 50, height: 50))
        shapes.addPath(circle(25, 25, 20))
        shapes.addPath(circle(25, 25, 10))
        shapes.addRect(CGRect(x: 60, y: 0, width: 10, height: 10))
        shapes.addRect(CGRect(x: 70, y: 10, width: 10, height: 10))
        let parts = shapes.componentsSeparated(using: .evenOdd)
        XCTAssertEqual(parts.count, 4, "square with a hole, disc in it, and two that meet at a corner")
        let square = try XCTUnwrap(parts.first { $0.contains(CGPoint(x: 1, y: 1)) })
        XCTAssertEqual(square.subpathCount, 2)
        XCTAssertFalse(square.contains(CGPoint(x: 25, y: 25)))
        XCTAssertEqual(parts.map(\.windingArea).reduce(0, +), shapes.normalized(using: .evenOdd).windingArea, accuracy: 1e-6)
        XCTAssertTrue(CGPath().componentsSeparated().isEmpty)
    }

    func testLines() throws {
        let line = try path("M-10,5 L30,5 L30,20"), box = rect(0, 0, 10, 10)
        XCTAssertEqual(line.lineIntersection(box).svgDescription, "M0,5 L10,5")
        XCTAssertEqual(line.lineSubtracting(box).svgDescription, "M-10,5 L0,5 M10,5 L30,5 L30,20")
        XCTAssertEqual(try path("M-5,0 L15,0").lineIntersection(box).svgDescription, "M0,0 L10,0", "the outline belongs to the inside")
        let ring = circle(10, 5, 4)
        let outside = ring.lineSubtracting(box), inside = ring.lineIntersection(box)
        XCTAssertEqual(outside.subpathCount, 1, "over its own start the line goes on")
        XCTAssertEqual(inside.count(of: .line) + outside.count(of: .line), 0)
        XCTAssertEqual(PathMeasure(inside).length + PathMeasure(outside).length, PathMeasure(ring).length, accuracy: 0.01)
        XCTAssertEqual(circle(5, 5, 2).lineIntersection(box), circle(5, 5, 2), "untouched")
        XCTAssertTrue(circle(5, 5, 2).lineSubtracting(box).isEmpty)
    }

    func testWhatCannotBeCombined() {
        let broken = CGPath(verbs: [0, 1, 1], points: [CGPoint(x: 0, y: CGFloat.nan), CGPoint(x: 1, y: 1), CGPoint(x: 2, y: 0)])
        XCTAssertTrue(rect(0, 0, 1, 1).union(broken).isEmpty)
        XCTAssertTrue(broken.normalized().isEmpty)
        XCTAssertFalse(broken.intersects(rect(0, 0, 5, 5)))
        XCTAssertEqual(rect(0, 0, 1, 1).union(CGPath()), rect(0, 0, 1, 1))
        XCTAssertTrue(CGPath().union(CGPath()).isEmpty)
    }

    /// What is inside the result is what the operation says of the insides of both shapes, wherever no outline is near.
    private func check(_ a: CGPath, _ b: CGPath, _ name: String, samples: Int, away: Double, _ random: inout SeededGenerator) {
        let clouds = [ChordCloud(a, closing: true), ChordCloud(b, closing: true)]
        for rule in [CGPathFillRule.winding, .evenOdd] {
            let results: [(String, CGPath, (Bool, Bool) -> Bool)] = [
                ("union", a.union(b, using: rule), { $0 || $1 }), ("intersection", a.intersection(b, using: rule), { $0 && $1 }),
                ("subtracting", a.subtracting(b, using: rule), { $0 && !$1 }),
                ("symmetricDifference", a.symmetricDifference(b, using: rule), { $0 != $1 }),
            ]
            let box = a.boundingBox.union(b.boundingBox)
            for _ in 0..<samples {
                let p = CGPoint(
                    x: RandomPaths.number(Double(box.minX)...Double(box.maxX), &random),
                    y: RandomPaths.number(Double(box.minY)...Double(box.maxY), &random))
                guard clouds.allSatisfy({ $0.distance(p) > away }) else { continue }
                let inA = a.contains(p, using: rule), inB = b.contains(p, using: rule)
                for (operation, result, holds) in results {
                    let found = result.windingNumber(around: p)
                    if (found != 0) != holds(inA, inB) || found < 0 || found > 1 {
                        XCTFail(
                            "\(name), \(operation), \(rule): winding \(found) at \(p) for \(inA), \(inB)\n\(a.svgDescription)\n\(b.svgDescription)"
                        )
                        return
                    }
                }
            }
        }
    }

    func testRandomCurves() {
        var random = SeededGenerator(seed: 21)
        for round in 0..<60 {
            let a = RandomPaths.scribble(Int.random(in: 2...7, using: &random), size: 100, isClosed: true, &random)
            let b = RandomPaths.scribble(Int.random(in: 2...7, using: &random), size: 100, isClosed: true, &random)
            check(a, b, "curves \(round)", samples: 150, away: 0.15, &random)
        }
    }

    func testRandomBoxes() {
        var random = SeededGenerator(seed: 22)
        for round in 0..<60 {
            check(
                RandomPaths.boxes(8, cells: 10, &random), RandomPaths.boxes(8, cells: 10, &random), "boxes \(round)", samples: 150,
                away: 0.01, &random)
        }
    }

    func testCurvesThatShareParts() {
        var random = SeededGenerator(seed: 23)
        for round in 0..<30 {
            let a = RandomPaths.scribble(4, size: 100, isClosed: true, &random)
            let b = a.union(RandomPaths.scribble(3, size: 100, isClosed: true, &random))
            check(a, b, "shared \(round)", samples: 100, away: 0.2, &random)
        }
    }

    func testFarCoordinates() {
        var random = SeededGenerator(seed: 24)
        for round in 0..<20 {
            let scale = CGAffineTransform(a: 4e5, b: 0, c: 0, d: 4e5, tx: -2e7, ty: -2e7)
            let a = CGMutablePath(), b = CGMutablePath()
            a.addPath(RandomPaths.scribble(4, size: 100, isClosed: true, &random), transform: scale)
            b.addPath(RandomPaths.boxes(4, cells: 10, &random), transform: scale)
            check(a, b, "far \(round)", samples: 50, away: 2e5, &random)
        }
    }
}
