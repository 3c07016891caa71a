import CoreGraphics
import TestSupport
import XCTest

final class PathTests: XCTestCase {
    private func path(_ svg: String) throws -> CGPath { try XCTUnwrap(CGPath(svg: svg)) }

    func testVectors() throws {
        let url = Repository.vectors
        let all = try XCTUnwrap(JSONSerialization.jsonObject(with: Data(contentsOf: url)) as? [[String: Any]])
        let vectors = all.filter { $0["area"] as? String == "path" }
        XCTAssertGreaterThanOrEqual(vectors.count, 5)
        for vector in vectors {
            let id = try XCTUnwrap(vector["id"] as? String)
            let input = try XCTUnwrap(vector["input"] as? [String: Any])
            let subject = try XCTUnwrap(input["path"] as? String)
            let path: CGPath
            switch subject {
            case "rect(1,2,3,4)": path = CGPath(rect: CGRect(x: 1, y: 2, width: 3, height: 4), transform: nil)
            case "ellipse": path = CGPath(ellipseIn: CGRect(x: 1, y: 2, width: 3, height: 4), transform: nil)
            default: path = try self.path(subject)
            }
            switch input["query"] as? String {
            case "element types":
                let names = ["move", "line", "quad", "curve", "close"]
                XCTAssertEqual(path.verbs.map { names[Int($0)] }, vector["expected"] as? [String], id)
            case "boundingBox", "pathBoundingBox":
                let box = input["query"] as? String == "boundingBox" ? path.boundingBox : path.boundingBoxOfPath
                if vector["expected"] as? String == "CGRectNull" {
                    XCTAssertTrue(box.isNull, id)
                } else {
                    let expected = try XCTUnwrap(vector["expected"] as? [NSNumber]).map(\.doubleValue)
                    let found = [box.minX, box.minY, box.width, box.height]
                    for (x, y) in zip(found, expected) { XCTAssertEqual(Double(x), y, accuracy: 1e-6, id) }
                }
            default: XCTFail("unknown query in \(id)")
            }
        }
    }

    func testShapes() {
        XCTAssertEqual(
            CGPath(rect: CGRect(x: 1, y: 2, width: 3, height: 4), transform: nil).svgDescription,
            "M1,2 L4,2 L4,6 L1,6 Z")
        let ellipse = CGPath(ellipseIn: CGRect(x: 0, y: 0, width: 20, height: 10), transform: nil)
        XCTAssertEqual(ellipse.points.first, CGPoint(x: 20, y: 5))
        XCTAssertEqual(ellipse.points[3], CGPoint(x: 10, y: 10))
        XCTAssertEqual(ellipse.points[1].y, 5 + 5 * 0.5522847498, accuracy: 1e-9)
        let box = ellipse.boundingBoxOfPath
        XCTAssertEqual(box.width, 20, accuracy: 1e-9)
        XCTAssertEqual(box.height, 10, accuracy: 1e-9)
        let rounded = CGPath(
            roundedRect: CGRect(x: 0, y: 0, width: 20, height: 10), cornerWidth: 90, cornerHeight: 2, transform: nil)
        XCTAssertEqual(rounded.boundingBox, CGRect(x: 0, y: 0, width: 20, height: 10))
        XCTAssertEqual(rounded.verbs.count { $0 == PathVerb.cubic.rawValue }, 4)
        XCTAssertFalse(rounded.contains(CGPoint(x: 0.1, y: 0.1)))
        XCTAssertTrue(rounded.contains(CGPoint(x: 10, y: 0.1)))
        var scale = CGAffineTransform(scaleX: 2, y: 3)
        XCTAssertEqual(
            CGPath(rect: CGRect(x: 1, y: 1, width: 1, height: 1), transform: &scale).boundingBox,
            CGRect(x: 2, y: 3, width: 2, height: 3))
    }

    func testPathsWithoutACurrentPoint() {
        let path = CGMutablePath()
        let found = reportedDiagnostics {
            path.addLine(to: CGPoint(x: 1, y: 1))
            path.addCurve(to: .zero, control1: .zero, control2: .zero)
            path.addArc(tangent1End: .zero, tangent2End: CGPoint(x: 1, y: 1), radius: 1)
            path.closeSubpath()
        }
        XCTAssertEqual(found, Array(repeating: "path.no-current-point", count: 3))
        XCTAssertTrue(path.isEmpty)
        XCTAssertEqual(path.currentPoint, .zero)
    }

    func testPointsThatAreNoNumbersAreRefused() {
        let path = CGMutablePath()
        path.move(to: .zero)
        let found = reportedDiagnostics {
            path.addLine(to: CGPoint(x: CGFloat.nan, y: 0))
            path.addArc(center: .zero, radius: .infinity, startAngle: 0, endAngle: 1, clockwise: false)
            path.addRect(.null)
            path.addRect(.infinite)
        }
        XCTAssertEqual(found.first, "path.invalid-point")
        XCTAssertTrue(path.points.allSatisfy { $0.x.isFinite && $0.y.isFinite })
    }

    func testALineAfterACloseStartsWhereTheSubpathStarted() throws {
        let path = CGMutablePath()
        path.addLines(between: [CGPoint(x: 1, y: 1), CGPoint(x: 5, y: 1), CGPoint(x: 5, y: 5)])
        path.closeSubpath()
        path.closeSubpath()
        XCTAssertEqual(path.currentPoint, CGPoint(x: 1, y: 1))
        path.addLine(to: CGPoint(x: 9, y: 9))
        XCTAssertEqual(path.svgDescription, "M1,1 L5,1 L5,5 Z M1,1 L9,9")
    }

    func testArcs() {
        func end(_ start: CGFloat, _ end: CGFloat, _ clockwise: Bool) -> (CGPath, CGPoint) {
            let path = CGMutablePath()
            path.addArc(center: .zero, radius: 10, startAngle: start, endAngle: end, clockwise: clockwise)
            return (path, path.currentPoint)
        }
        let (quarter, p) = end(0, .pi / 2, false)
        XCTAssertEqual(quarter.verbs, [0, 3])
        XCTAssertEqual(p.x, 0, accuracy: 1e-12)
        XCTAssertEqual(p.y, 10, accuracy: 1e-12)
        XCTAssertEqual(quarter.points[1].y, 5.522847498, accuracy: 1e-8)
        XCTAssertEqual(end(0, .pi / 2, true).0.verbs, [0, 3, 3, 3])
        XCTAssertEqual(end(0, 2 * .pi, false).0.verbs, [0, 3, 3, 3, 3])
        XCTAssertEqual(end(2 * .pi, 0, true).0.verbs, [0, 3, 3, 3, 3])
        XCTAssertEqual(end(0, 2 * .pi, true).0.verbs, [0, 3, 3, 3, 3])
        XCTAssertEqual(end(0, 9 * .pi, false).0.verbs, [0, 3, 3, 3, 3])
        XCTAssertLessThan(end(2 * .pi, 0, true).0.points[1].y, 0)

        let joined = CGMutablePath()
        joined.move(to: CGPoint(x: 20, y: 0))
        joined.addArc(center: .zero, radius: 10, startAngle: 0, endAngle: .pi, clockwise: false)
        XCTAssertEqual(joined.verbs, [0, 1, 3, 3])
        let relative = CGMutablePath()
        relative.addRelativeArc(center: .zero, radius: 10, startAngle: 0, delta: -.pi / 2)
        XCTAssertEqual(relative.currentPoint.y, -10, accuracy: 1e-12)
    }

    /// Packages write circles in every one of these ways.
    func testAWholeTurnIsACircleEitherWay() {
        func arc(_ start: CGFloat, _ end: CGFloat, _ clockwise: Bool) -> CGPath {
            let path = CGMutablePath()
            path.addArc(center: .zero, radius: 10, startAngle: start, endAngle: end, clockwise: clockwise)
            return path
        }
        let single = CGFloat(Float.pi * 2), degrees = CGFloat(Float(360) * .pi / 180)
        let ends: [(CGFloat, CGFloat)] = [
            (0, 2 * .pi), (0, -2 * .pi), (0, 4 * .pi), (0, -4 * .pi), (2 * .pi, 0), (-.pi / 2, 3 * .pi / 2), (-.pi / 2, 2 * .pi - .pi / 2),
            (3 * .pi / 2, -.pi / 2), (-.pi / 2, .pi + .pi / 2), (1.5 * .pi, 1.5 * .pi + 4 * .pi), (0, single), (0, -single), (0, degrees),
            (-90 * .pi / 180, 270 * .pi / 180), (CGFloat(-90 * Float.pi / 180), CGFloat(270 * Float.pi / 180)), (0.3, 0.3 + 2 * .pi),
            (0, 2000 * .pi),
        ]
        for (start, end) in ends {
            for clockwise in [true, false] {
                let path = arc(start, end, clockwise)
                XCTAssertEqual(path.verbs, [0, 3, 3, 3, 3], "\(start) to \(end), \(clockwise)")
                let box = path.boundingBoxOfPath
                XCTAssertEqual(box.minX, -10, accuracy: 0.01)
                XCTAssertEqual(box.maxX, 10, accuracy: 0.01)
                XCTAssertEqual(box.minY, -10, accuracy: 0.01)
                XCTAssertEqual(box.maxY, 10, accuracy: 0.01)
                // The way it goes is the one that was asked for.
                let first = path.points[1], from = path.points[0]
                XCTAssertEqual(from.x * first.y - from.y * first.x > 0, !clockwise)
            }
        }
    }

    func testPartsOfACircleGoTheWayThatIsAsked() {
        func sweep(_ start: CGFloat, _ end: CGFloat, _ clockwise: Bool) -> CGFloat {
            let path = CGMutablePath()
            path.addArc(center: .zero, radius: 1, startAngle: start, endAngle: end, clockwise: clockwise)
            return PathMeasure(path).length
        }
        XCTAssertEqual(sweep(0, .pi / 2, false), .pi / 2, accuracy: 1e-3)
        XCTAssertEqual(sweep(0, .pi / 2, true), 3 * .pi / 2, accuracy: 1e-3)
        XCTAssertEqual(sweep(0, -.pi / 2, true), .pi / 2, accuracy: 1e-3)
        XCTAssertEqual(sweep(0, -.pi / 2, false), 3 * .pi / 2, accuracy: 1e-3)
        XCTAssertEqual(sweep(-.pi / 6, -5 * .pi / 6, true), 2 * .pi / 3, accuracy: 1e-3)
        XCTAssertEqual(sweep(0, 2.5 * .pi, true), 1.5 * .pi, accuracy: 1e-3)
        XCTAssertEqual(sweep(0, 2.5 * .pi, false), 2 * .pi, accuracy: 1e-3)
        for clockwise in [true, false] {
            XCTAssertEqual(sweep(1, 1, clockwise), 0)
            XCTAssertEqual(sweep(0.1 + 0.2, 0.3, clockwise), 0, accuracy: 1e-6)
            XCTAssertEqual(sweep(0.3, 0.1 + 0.2, clockwise), 0, accuracy: 1e-6)
        }
    }

    func testTangentArcs() {
        let path = CGMutablePath()
        path.move(to: .zero)
        path.addArc(tangent1End: CGPoint(x: 10, y: 0), tangent2End: CGPoint(x: 10, y: 10), radius: 4)
        XCTAssertEqual(path.verbs, [0, 1, 3])
        XCTAssertEqual(path.points[1].x, 6, accuracy: 1e-12)
        XCTAssertEqual(path.currentPoint.x, 10, accuracy: 1e-12)
        XCTAssertEqual(path.currentPoint.y, 4, accuracy: 1e-12)
        path.addArc(tangent1End: CGPoint(x: 10, y: 20), tangent2End: CGPoint(x: 10, y: 30), radius: 4)
        XCTAssertEqual(path.verbs, [0, 1, 3, 1])
        XCTAssertEqual(path.currentPoint, CGPoint(x: 10, y: 20))

        // The other turn, under a transform: the same corner twice as large.
        let scaled = CGMutablePath()
        let double = CGAffineTransform(scaleX: 2, y: 2)
        scaled.move(to: .zero, transform: double)
        scaled.addArc(
            tangent1End: CGPoint(x: 10, y: 0), tangent2End: CGPoint(x: 10, y: -10), radius: 4, transform: double)
        XCTAssertEqual(scaled.points[1].x, 12, accuracy: 1e-12)
        XCTAssertEqual(scaled.currentPoint.y, -8, accuracy: 1e-12)
    }

    func testContainsIsExactOnCurves() {
        let circle = CGPath(ellipseIn: CGRect(x: -100, y: -100, width: 200, height: 200), transform: nil)
        for step in 0..<720 {
            let angle = CGFloat(step) * .pi / 360
            for (radius, expected) in [(99.96, true), (100.04, false)] as [(CGFloat, Bool)] {
                let point = CGPoint(x: radius * cos(angle), y: radius * sin(angle))
                XCTAssertEqual(circle.contains(point), expected, "at \(angle), \(radius)")
            }
        }
        XCTAssertTrue(circle.contains(.zero))
        XCTAssertTrue(circle.contains(CGPoint(x: 200, y: 0), transform: CGAffineTransform(scaleX: 0.4, y: 1)))
        XCTAssertFalse(circle.contains(CGPoint(x: CGFloat.nan, y: 0)))
    }

    func testContainsByRule() throws {
        let nested = try path("M0,0 H30 V30 H0 Z M10,10 H20 V20 H10 Z")
        XCTAssertTrue(nested.contains(CGPoint(x: 15, y: 15)))
        XCTAssertFalse(nested.contains(CGPoint(x: 15, y: 15), using: .evenOdd))
        XCTAssertTrue(nested.contains(CGPoint(x: 5, y: 15), using: .evenOdd))
        let opposite = try path("M0,0 H30 V30 H0 Z M10,10 V20 H20 V10 Z")
        XCTAssertFalse(opposite.contains(CGPoint(x: 15, y: 15)))
        // The sides of a rectangle, as CGRect has them.
        XCTAssertTrue(nested.contains(CGPoint(x: 0, y: 0)))
        XCTAssertFalse(nested.contains(CGPoint(x: 30, y: 15)))
        XCTAssertFalse(nested.contains(CGPoint(x: 15, y: 30)))
        // An open triangle counts as closed; a quadratic bulge is part of the inside.
        let bulge = try path("M0,0 Q10,20 20,0")
        XCTAssertTrue(bulge.contains(CGPoint(x: 10, y: 9.99)))
        XCTAssertFalse(bulge.contains(CGPoint(x: 10, y: 10.01)))
    }

    func testElementsAreShownInOrder() throws {
        let path = try self.path("M0,0 L1,0 Q2,0 2,1 C3,1 3,2 3,3 Z")
        var types: [CGPathElementType] = []
        var ends: [CGPoint] = []
        path.applyWithBlock { element in
            types.append(element.pointee.type)
            if element.pointee.type == .addCurveToPoint { ends.append(element.pointee.points[2]) }
        }
        XCTAssertEqual(
            types, [.moveToPoint, .addLineToPoint, .addQuadCurveToPoint, .addCurveToPoint, .closeSubpath])
        XCTAssertEqual(ends, [CGPoint(x: 3, y: 3)])
        var count = 0
        withUnsafeMutablePointer(to: &count) { counter in
            path.apply(info: counter) { info, _ in info?.assumingMemoryBound(to: Int.self).pointee += 1 }
        }
        XCTAssertEqual(count, 5)
        CGMutablePath().applyWithBlock { _ in XCTFail("an empty path has no element") }
    }

    func testCopiesAndEquality() throws {
        let path = CGMutablePath()
        path.addRect(CGRect(x: 0, y: 0, width: 2, height: 2))
        let copy = try XCTUnwrap(path.copy())
        XCTAssertEqual(copy, path)
        XCTAssertEqual(copy.hashValue, path.hashValue)
        path.addPath(path, transform: CGAffineTransform(translationX: 4, y: 0))
        XCTAssertNotEqual(copy, path)
        XCTAssertEqual(path.boundingBox, CGRect(x: 0, y: 0, width: 6, height: 2))
        var scale = CGAffineTransform(scaleX: 2, y: 2)
        XCTAssertEqual(copy.copy(using: &scale)?.boundingBox, CGRect(x: 0, y: 0, width: 4, height: 4))
        XCTAssertEqual(copy.copy(using: nil), copy)
        var rect = CGRect.zero
        XCTAssertTrue(copy.isRect(&rect))
        XCTAssertEqual(rect, CGRect(x: 0, y: 0, width: 2, height: 2))
        XCTAssertFalse(path.isRect(nil))
    }

    func testSVG() throws {
        XCTAssertEqual(
            try path("m1 1 2 0 0 2h-2z l1,1").svgDescription, "M1,1 L3,1 L3,3 L1,3 Z M1,1 L2,2")
        XCTAssertEqual(try path("M0 0c0-1 1-1 1 0s1 1 1 0").svgDescription, "M0,0 C0,-1 1,-1 1,0 C1,1 2,1 2,0")
        XCTAssertEqual(try path("M0,0Q1,1,2,0T4,0").svgDescription, "M0,0 Q1,1 2,0 Q3,-1 4,0")
        XCTAssertEqual(try path("M.5.5L1e1-2.5").svgDescription, "M0.5,0.5 L10,-2.5")
        XCTAssertTrue(try path("").isEmpty)
        let arc = try path("M10,0 A10,10 0 0 1 -10,0")
        XCTAssertEqual(arc.currentPoint, CGPoint(x: -10, y: 0))
        XCTAssertEqual(arc.boundingBoxOfPath.maxY, 10, accuracy: 1e-2)
        XCTAssertEqual(try path("M10,0 A10,10 0 1 0 0,10").boundingBoxOfPath.minX, -10, accuracy: 1e-2)
        for garbage in ["L1,1", "M1", "M1,1 X", "M1,1 L", "M1,1 L2,2,", "M nan,0", "M1,1 A1,1 0 2 0 3,3", "M1e999,0"] {
            XCTAssertNil(CGPath(svg: garbage), garbage)
        }
        let star = try path("M0,0 L10,5 Q1.25,2 3,4 C1,2 3,4 5,6.5 Z")
        XCTAssertEqual(try path(star.svgDescription), star)
    }
}
