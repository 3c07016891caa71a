import CoreGraphics
import Foundation
import Raster
import TestSupport
import XCTest

/// Paths that nobody would draw: whatever they hold, every question about them is answered, and soon.
final class PathMutationTests: XCTestCase {
    private static let values: [CGFloat] = [
        0, -0.0, 1, -1, 0.5, 10, 10, 10, 20, 50, 100, 1e-9, 1e-300, CGFloat.leastNonzeroMagnitude, 2e7, -2e7, 1e15, -1e15, 1e50, 1e99,
        1e101, 1e200, 1.7e308, .infinity, -.infinity, .nan,
    ]

    private func value(_ wildness: Int, _ random: inout SeededGenerator) -> CGFloat {
        switch Int.random(in: 0..<4, using: &random) {
        case 0 where wildness > 0:
            PathMutationTests.values[Int.random(in: 0..<(wildness > 1 ? PathMutationTests.values.count : 16), using: &random)]
        case 1: CGFloat(Int.random(in: 0...10, using: &random) * 10)
        default: CGFloat(Double.random(in: 0...100, using: &random))
        }
    }

    /// Verbs in any order, with points that may be no numbers; past the checks that a `CGMutablePath` makes.
    private func path(_ wildness: Int, _ random: inout SeededGenerator) -> CGPath {
        var verbs: [UInt8] = [], points: [CGPoint] = []
        for _ in 0..<Int.random(in: 0...10, using: &random) {
            let verb = PathVerb(rawValue: UInt8.random(in: 0...4, using: &random)) ?? .move
            verbs.append(verb.rawValue)
            for _ in 0..<verb.pointCount {
                if let last = points.last, Int.random(in: 0..<4, using: &random) == 0 {
                    points.append(last)
                } else {
                    points.append(CGPoint(x: value(wildness, &random), y: value(wildness, &random)))
                }
            }
        }
        return CGPath(verbs: verbs, points: points)
    }

    private func isSound(_ path: CGPath, _ name: String) {
        XCTAssertTrue(path.points.allSatisfy { $0.x.isFinite && $0.y.isFinite }, name)
        XCTAssertEqual(path.verbs.reduce(0) { $0 + (PathVerb(rawValue: $1)?.pointCount ?? 0) }, path.points.count, name)
    }

    func testMutatedPaths() {
        var random = SeededGenerator(seed: 99)
        for round in 0..<1000 {
            let wildness = round % 3
            let a = path(wildness, &random), b = path(wildness, &random)
            let name = "round \(round): \(a.verbs) \(a.points)"
            let rule: CGPathFillRule = round % 2 == 0 ? .winding : .evenOdd
            let width = value(wildness, &random), phase = value(wildness, &random)
            let lengths = (0..<Int.random(in: 0...3, using: &random)).map { _ in value(wildness, &random) }
            isSound(
                a.copy(
                    strokingWithWidth: width, lineCap: CGLineCap(rawValue: Int32(round % 3)) ?? .butt,
                    lineJoin: CGLineJoin(rawValue: Int32(round / 3 % 3)) ?? .miter,
                    miterLimit: value(wildness, &random)), name)
            let dashed = a.copy(dashingWithPhase: phase, lengths: lengths)
            if a.points.allSatisfy({ $0.x.magnitude < 1e100 && $0.y.magnitude < 1e100 }) { isSound(dashed, name) }
            for result in [
                a.union(b, using: rule), a.intersection(b, using: rule), a.subtracting(b, using: rule),
                a.symmetricDifference(b, using: rule), a.lineIntersection(b, using: rule),
                a.lineSubtracting(b, using: rule), a.normalized(using: rule), a.flattened(threshold: max(width, 0.01)),
            ] { isSound(result, name) }
            for part in a.componentsSeparated(using: rule) { isSound(part, name) }
            _ = a.intersects(b, using: rule)
            _ = a.contains(CGPoint(x: value(wildness, &random), y: value(wildness, &random)), using: rule)
            _ = (a.boundingBox, a.boundingBoxOfPath, a.isRect(nil), a.currentPoint, a.hashValue)
            let measure = PathMeasure(a)
            XCTAssertFalse(measure.length.isNaN, name)
            _ = measure.position(at: Double(value(wildness, &random)))
            _ = a.trimmed(from: Double(value(wildness, &random)) / 100, to: Double(value(wildness, &random)) / 100)
        }
    }

    func testTheSameEdgesOverAndOver() {
        let path = CGMutablePath()
        for _ in 0..<20_000 { path.addRect(CGRect(x: 0, y: 0, width: 10, height: 10)) }
        XCTAssertEqual(path.normalized(), CGPath(rect: CGRect(x: 0, y: 0, width: 10, height: 10), transform: nil))
        XCTAssertTrue(path.normalized(using: .evenOdd).isEmpty)
    }

    func testManyLinesThroughOnePoint() {
        let path = CGMutablePath()
        for step in 0..<150 {
            let angle = CGFloat(step) * .pi / 150
            path.move(to: CGPoint(x: 100 * cos(angle), y: 100 * sin(angle)))
            path.addLine(to: CGPoint(x: -100 * cos(angle), y: -100 * sin(angle)))
            path.addLine(to: CGPoint(x: -100 * cos(angle + 0.005), y: -100 * sin(angle + 0.005)))
            path.closeSubpath()
        }
        XCTAssertFalse(path.normalized().isEmpty)
    }

    /// All teeth cross the line of a sweep at once.
    func testACombOfManyTeeth() {
        var random = SeededGenerator(seed: 5)
        let path = CGMutablePath()
        path.move(to: CGPoint(x: 0, y: -1))
        for tooth in 0..<50_000 {
            path.addLine(to: CGPoint(x: CGFloat(tooth), y: 0))
            path.addLine(to: CGPoint(x: CGFloat(tooth) + 0.25, y: 1000 + CGFloat(Double.random(in: 0...10, using: &random))))
            path.addLine(to: CGPoint(x: CGFloat(tooth) + 0.5, y: 0))
        }
        path.addLine(to: CGPoint(x: 50_000, y: -1))
        path.closeSubpath()
        XCTAssertEqual(path.normalized().points.count, path.points.count)
        XCTAssertEqual(path.normalized().componentsSeparated().count, 1)
    }

    /// A million segments: time grows with their number, not its square, or this would not end.
    func testAMillionSegments() {
        let path = CGMutablePath()
        path.move(to: .zero)
        for step in 0..<1_000_000 { path.addLine(to: CGPoint(x: CGFloat(step % 1000), y: CGFloat(step / 1000) + CGFloat(step % 7) * 0.1)) }
        XCTAssertEqual(path.boundingBoxOfPath.maxX, 999)
        XCTAssertFalse(path.copy(strokingWithWidth: 0.1, lineCap: .round, lineJoin: .bevel, miterLimit: 10).isEmpty)
        XCTAssertFalse(path.copy(dashingWithPhase: 0, lengths: [50, 50]).isEmpty)
        XCTAssertEqual(path.flattened(threshold: 1).verbs.count, 1_000_001)
        XCTAssertGreaterThan(PathMeasure(path).length, 1e6)
        _ = path.contains(CGPoint(x: 500.5, y: 500.25))
    }
}
