import CoreGraphics
import TestSupport
import XCTest

final class PathLengthTests: XCTestCase {
    private func path(_ svg: String) throws -> CGPath { try XCTUnwrap(CGPath(svg: svg)) }

    func testLengths() throws {
        XCTAssertEqual(PathMeasure(try path("M0,0 L3,4 Z M10,10 L10,20")).length, 20, accuracy: 1e-12)
        XCTAssertEqual(PathMeasure(try path("M0,0 L3,4 Z M10,10 L10,20")).segmentLengths, [5, 5, 10])
        // A parabola, whose length is known: y = x^2 from 0 to 1.
        let parabola = (2 * 5.0.squareRoot() + asinh(2.0)) / 4
        XCTAssertEqual(PathMeasure(try path("M0,0 Q0.5,0 1,1")).length, parabola, accuracy: 1e-10)
        // There and back: the cubic reverses at cusps on a line.
        XCTAssertEqual(PathMeasure(try path("M0,0 C1,0 0,0 1,0")).length, 1, accuracy: 1e-9)
        XCTAssertEqual(PathMeasure(try path("M0,0 C3,0 -2,0 1,0")).length, 3, accuracy: 1e-9)
        XCTAssertEqual(PathMeasure(CGPath()).length, 0)
        XCTAssertNil(PathMeasure(CGPath()).position(at: 0))
        XCTAssertEqual(PathMeasure(try path("M0,0 L20000000,0 L20000000,20000000")).length, 4e7)
    }

    func testACuspIsMeasuredToo() throws {
        // The semicubical cusp of (t^3, t^2) scaled: C with crossing controls.
        let cusp = try path("M0,0 C100,100 0,100 100,0")
        var chords = 0.0
        var last = CGPoint.zero
        for step in 1...200_000 {
            let t = Double(step) / 200_000, s = 1 - t
            let p = CGPoint(x: 300 * s * s * t + 100 * t * t * t, y: 300 * s * s * t + 300 * s * t * t)
            chords += Double(hypot(last.x - p.x, last.y - p.y))
            last = p
        }
        XCTAssertEqual(PathMeasure(cusp).length, chords, accuracy: 1e-5)
    }

    func testPositions() throws {
        let measure = PathMeasure(try path("M0,0 L10,0 L10,10 M50,50 L60,50"))
        let corner = try XCTUnwrap(measure.position(at: 15))
        XCTAssertEqual(corner.point, CGPoint(x: 10, y: 5))
        XCTAssertEqual(corner.tangent, CGVector(dx: 0, dy: 1))
        XCTAssertEqual(try XCTUnwrap(measure.position(at: 25)).point, CGPoint(x: 55, y: 50))
        XCTAssertEqual(try XCTUnwrap(measure.position(at: -5)).point, .zero)
        XCTAssertEqual(try XCTUnwrap(measure.position(at: 500)).point, CGPoint(x: 60, y: 50))
        XCTAssertNil(measure.position(at: .nan))
        // Where the first control lies on the start, the direction is that towards the next.
        let late = PathMeasure(try path("M0,0 C0,0 10,0 10,10"))
        XCTAssertEqual(try XCTUnwrap(late.position(at: 0)).tangent, CGVector(dx: 1, dy: 0))
    }

    func testTrims() throws {
        let square = try path("M0,0 L10,0 L10,10 L0,10 Z")
        XCTAssertEqual(square.trimmed(from: 0, to: 0.5).svgDescription, "M0,0 L10,0 L10,10")
        XCTAssertEqual(square.trimmed(from: 0.125, to: 0.375).svgDescription, "M5,0 L10,0 L10,5")
        XCTAssertEqual(square.trimmed(from: -1, to: 2), square)
        XCTAssertTrue(square.trimmed(from: 0.5, to: 0.5).isEmpty)
        XCTAssertTrue(square.trimmed(from: .nan, to: .nan).isEmpty)
        // All subpaths count as one length; one left whole stays closed.
        let two = try path("M0,0 L10,0 L10,10 L0,10 Z M20,0 L60,0")
        XCTAssertEqual(two.trimmed(from: 0, to: 0.75).svgDescription, "M0,0 L10,0 L10,10 L0,10 Z M20,0 L40,0")
        let circle = CGPath(ellipseIn: CGRect(x: -50, y: -50, width: 100, height: 100), transform: nil)
        let half = circle.trimmed(from: 0.25, to: 0.5)
        XCTAssertEqual(half.count(of: .line), 0)
        XCTAssertEqual(half.currentPoint.x, -50, accuracy: 1e-6)
        XCTAssertEqual(PathMeasure(half).length, PathMeasure(circle).length / 4, accuracy: 1e-6)
    }

    func testFlattenedStaysWithinTheThreshold() {
        var random = SeededGenerator(seed: 11)
        for _ in 0..<30 {
            let scribble = RandomPaths.scribble(3, size: 100, isClosed: false, &random)
            for threshold in [0.01, 0.5, 5] as [CGFloat] {
                let flat = scribble.flattened(threshold: threshold)
                XCTAssertEqual(flat.count(of: .cubic) + flat.count(of: .quad), 0)
                let cloud = ChordCloud(flat)
                for p in scribble.flattened(threshold: 0.001).points { XCTAssertLessThan(cloud.distance(p), Double(threshold) + 0.002) }
            }
            XCTAssertLessThan(scribble.flattened(threshold: 5).verbs.count, scribble.flattened(threshold: 0.01).verbs.count)
        }
        XCTAssertEqual(
            CGPath(rect: CGRect(x: 0, y: 0, width: 1, height: 1), transform: nil).flattened(threshold: 1).svgDescription,
            "M0,0 L1,0 L1,1 L0,1 Z")
    }
}
