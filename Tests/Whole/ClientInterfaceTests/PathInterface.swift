import QuartzCore
import XCTest

/// Every call of a path that clients make, written as they write it: that this compiles is most of the test.
final class PathInterface: XCTestCase {
    func testPaths() {
        let rect = CGRect(x: 0, y: 0, width: 10, height: 10)
        var xform = CGAffineTransform(translationX: 1, y: 2)
        let path: CGPath = CGPath(rect: rect, transform: nil)
        let moved: CGPath? = path.copy(using: &xform)
        XCTAssertEqual(moved?.boundingBox, CGRect(x: 1, y: 2, width: 10, height: 10))
        XCTAssertFalse(path.isEmpty)
        XCTAssertTrue(path == path.copy())
        let set: Set<CGPath> = [path, CGPath(rect: rect, transform: &xform)]
        XCTAssertEqual(set.count, 2)
        _ = CGPath(ellipseIn: rect, transform: nil)
        _ = CGPath(roundedRect: rect, cornerWidth: 1, cornerHeight: 1, transform: &xform)
        let box: CGRect = path.boundingBoxOfPath
        XCTAssertTrue(path.contains(CGPoint(x: 1, y: 1)) && path.contains(box.origin, using: .evenOdd, transform: .identity))
        var found = CGRect.zero
        XCTAssertTrue(path.isRect(&found))
        let mutable: CGMutablePath? = path.mutableCopy()
        let mutableMoved: CGMutablePath? = path.mutableCopy(using: &xform)
        XCTAssertEqual(mutable?.currentPoint, .zero)
        XCTAssertEqual(mutableMoved?.currentPoint, CGPoint(x: 1, y: 2))
        var count = 0
        path.applyWithBlock { element in
            switch element.pointee.type {
            case .moveToPoint, .addLineToPoint, .addQuadCurveToPoint, .addCurveToPoint, .closeSubpath: count += 1
            }
        }
        path.apply(info: &count) { info, element in
            if element.pointee.type == .closeSubpath { info?.assumingMemoryBound(to: Int.self).pointee += 1 }
        }
        XCTAssertEqual(count, 6)
    }

    func testBuilding() {
        let rect = CGRect(x: 0, y: 0, width: 20_000_000, height: 20_000_000)
        let shift = CGAffineTransform(translationX: 1, y: 1)
        let path = CGMutablePath()
        path.move(to: CGPoint(x: 0, y: 0))
        path.move(to: .zero, transform: shift)
        path.addLine(to: CGPoint(x: 5, y: 0))
        path.addLine(to: .zero, transform: shift)
        path.addQuadCurve(to: CGPoint(x: 1, y: 1), control: .zero)
        path.addCurve(to: CGPoint(x: 1, y: 1), control1: .zero, control2: CGPoint(x: 2, y: 2))
        path.addCurve(to: CGPoint(x: 1, y: 1), control1: .zero, control2: CGPoint(x: 2, y: 2), transform: .identity)
        path.closeSubpath()
        path.addRect(rect)
        path.addRect(rect, transform: shift)
        path.addRects([rect], transform: shift)
        path.addLines(between: [.zero, CGPoint(x: 1, y: 0)])
        path.addEllipse(in: rect)
        path.addRoundedRect(in: rect, cornerWidth: 4, cornerHeight: 4)
        path.addArc(center: .zero, radius: 3, startAngle: 0, endAngle: .pi, clockwise: true)
        path.addRelativeArc(center: .zero, radius: 3, startAngle: 0, delta: .pi)
        path.addArc(tangent1End: CGPoint(x: 9, y: 0), tangent2End: CGPoint(x: 9, y: 9), radius: 2)
        path.addPath(CGPath(rect: rect, transform: nil))
        path.addPath(path, transform: shift)
        XCTAssertFalse(path.isEmpty)
    }

    func testDerivedPaths() {
        let path = CGPath(rect: CGRect(x: 0, y: 0, width: 10, height: 10), transform: nil),
            other = CGPath(ellipseIn: CGRect(x: 5, y: 5, width: 10, height: 10), transform: nil)
        let outline: CGPath = path.copy(strokingWithWidth: 2, lineCap: .round, lineJoin: .miter, miterLimit: 10)
        let scaled = path.copy(
            strokingWithWidth: 2, lineCap: .butt, lineJoin: .bevel, miterLimit: 10, transform: CGAffineTransform(scaleX: 2, y: 2))
        let dashes: CGPath = path.copy(dashingWithPhase: 0, lengths: [4, 2])
        let movedDashes = path.copy(dashingWithPhase: 0, lengths: [4, 2], transform: .identity)
        XCTAssertEqual(dashes, movedDashes)
        XCTAssertFalse(outline.isEmpty || scaled.isEmpty)
        let results: [CGPath] = [
            path.union(other), path.intersection(other, using: .evenOdd), path.subtracting(other), path.symmetricDifference(other),
            path.lineIntersection(other), path.lineSubtracting(other, using: .winding), path.normalized(), path.normalized(using: .evenOdd),
            path.flattened(threshold: 0.5),
        ]
        XCTAssertFalse(results.contains { $0.isEmpty })
        XCTAssertTrue(path.intersects(other))
        XCTAssertEqual(path.componentsSeparated().count, 1)
    }

    func testEnumerations() {
        XCTAssertEqual([CGPathFillRule.winding.rawValue, CGPathFillRule.evenOdd.rawValue], [0, 1])
        XCTAssertEqual([CGLineCap.butt, .round, .square].map(\.rawValue), [0, 1, 2])
        XCTAssertEqual([CGLineJoin.miter, .round, .bevel].map(\.rawValue), [0, 1, 2])
    }
}
