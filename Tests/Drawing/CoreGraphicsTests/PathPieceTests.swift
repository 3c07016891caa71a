import TestSupport
import XCTest

@testable import CoreGraphics

/// Curves far from all others are combined as few pieces, and the results are those of all chords.
final class PathPieceTests: XCTestCase {
    private func wave(_ count: Int) -> CGPath {
        let path = CGMutablePath()
        path.move(to: .zero)
        for i in 0..<count {
            let x = Double(i) * 4
            path.addCurve(
                to: CGPoint(x: x + 4, y: 200 + Double(i % 7)), control1: CGPoint(x: x + 1, y: 180), control2: CGPoint(x: x + 3, y: 220))
        }
        path.addLine(to: CGPoint(x: Double(count) * 4, y: 0))
        path.closeSubpath()
        return path
    }

    private func combined(_ operation: BooleanOperation, _ a: CGPath, _ b: CGPath, _ rule: CGPathFillRule, _ coarseness: Double) throws
        -> CGPath
    {
        let arrangement = try XCTUnwrap(Arrangement(a, b, coarseness: coarseness, call: "test"))
        var builder = PathBuilder()
        for outline in arrangement.outlines(arrangement.boundary(operation, rule)) { arrangement.append(outline, into: &builder) }
        return builder.path()
    }

    func testEdgesOfCurvesThatAreApart() throws {
        for count in [250, 500, 1000] {
            let box = CGPath(rect: CGRect(x: 100, y: 100, width: Double(count) * 2, height: 150), transform: nil)
            let edges = try XCTUnwrap(Arrangement(wave(count), box, call: "test")).edges.count
            XCTAssertLessThan(edges, 16 * count, "\(count) curves")
        }
    }

    func testEdgesNearOneCrossing() throws {
        let circles = CGMutablePath()
        for i in 0..<400 { circles.addEllipse(in: CGRect(x: Double(i) * 50, y: 0, width: 60, height: 60)) }
        let edges = try XCTUnwrap(Arrangement(circles, call: "test")).edges.count
        XCTAssertLessThan(edges, 400 * 128, "a circle has 256 chords; those near the two crossings are needed")
    }

    func testCurveClosedByALine() throws {
        for svg in ["M0,0 L10,1 Q3,0.8 0,0 Z", "M0,0 Q5,1 10,0 Z", "M0,0 C2,3 8,3 10,0 Z", "M0,0 C3,0.01 7,0.01 10,0 Z"] {
            let path = try XCTUnwrap(CGPath(svg: svg))
            XCTAssertEqual(path.normalized().windingArea.magnitude, path.windingArea.magnitude, accuracy: 1e-3, svg)
        }
    }

    /// An outline whose area is almost entirely between one piece and its chord is no sliver.
    func testAreaBesideChords() throws {
        let path = try XCTUnwrap(CGPath(svg: "M0,0 L40,0 L40,-30 L9.99,-30 L10,0.3 Q5,-1.3 0,0 Z"))
        for operation in [BooleanOperation.union, .symmetricDifference] {
            let fine = try combined(operation, path, CGPath(), .evenOdd, 1)
            let coarse = try combined(operation, path, CGPath(), .evenOdd, Arrangement.coarseness)
            XCTAssertEqual(coarse.windingArea, fine.windingArea, accuracy: 1e-3)
        }
    }

    func testResultsAreThoseOfAllChords() throws {
        var random = SeededGenerator(seed: 31)
        func shape(_ round: Int) -> CGPath {
            if round % 3 == 0 { return RandomPaths.scribble(Int.random(in: 2...8, using: &random), size: 100, isClosed: true, &random) }
            let path = RandomPaths.boxes(round % 3, cells: 10, &random)
            for _ in 0..<4 {
                let p = RandomPaths.point(100, &random), w = RandomPaths.number(1...40, &random)
                path.addEllipse(in: CGRect(x: p.x.rounded(), y: p.y, width: w.rounded(), height: w))
                path.addRoundedRect(
                    in: CGRect(x: p.y.rounded(), y: p.x.rounded(), width: 40, height: 30), cornerWidth: w / 4, cornerHeight: w / 4)
            }
            return path
        }
        for round in 0..<150 {
            let a = shape(round), b = shape(round + round % 2), rule: CGPathFillRule = round % 5 == 0 ? .evenOdd : .winding
            for operation in [BooleanOperation.union, .intersection, .difference, .symmetricDifference] {
                let fine = try combined(operation, a, b, rule, 1), coarse = try combined(operation, a, b, rule, Arrangement.coarseness)
                // Slivers as thin as the error of chords are kept or left out.
                XCTAssertEqual(
                    coarse.windingArea, fine.windingArea, accuracy: 0.05,
                    "round \(round), \(operation)\n\(a.svgDescription)\n\(b.svgDescription)")
            }
        }
    }

    func testManyPiecesOnOneAnother() throws {
        // Halving the plane doesn't part them, so the search ends with an effort of n log n.
        let stack = CGMutablePath()
        for i in 0..<200 { stack.addEllipse(in: CGRect(x: Double(i) * 0.01, y: 0, width: 60, height: 60)) }
        // A disc of 60 and a strip of 1.99.
        XCTAssertEqual(stack.normalized().windingArea, .pi * 900 + 1.99 * 60, accuracy: 2)
    }
}
