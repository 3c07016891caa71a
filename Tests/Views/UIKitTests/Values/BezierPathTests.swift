import TestSupport
import XCTest

@testable import UIKit

final class BezierPathTests: XCTestCase {
    private func elements(_ path: UIBezierPath) -> [PathElement] { path.cgPath.elements }

    func testRectangleOvalAndArc() {
        let rect = CGRect(x: 10, y: 20, width: 30, height: 40)
        let path = UIBezierPath(rect: rect)
        XCTAssertEqual(path.bounds, rect)
        XCTAssertTrue(path.contains(CGPoint(x: 11, y: 21)))
        XCTAssertFalse(path.contains(CGPoint(x: 9, y: 21)))
        XCTAssertEqual(UIBezierPath(ovalIn: rect).bounds.maxX, 40, accuracy: 1e-9)
        // Clockwise as seen, y down: from the right over the bottom.
        let arc = UIBezierPath(arcCenter: .zero, radius: 10, startAngle: 0, endAngle: .pi / 2, clockwise: true)
        XCTAssertEqual(arc.currentPoint.x, 0, accuracy: 1e-9)
        XCTAssertEqual(arc.currentPoint.y, 10, accuracy: 1e-9)
        XCTAssertEqual(arc.bounds.minX, 0, accuracy: 1e-9)
        let other = UIBezierPath(arcCenter: .zero, radius: 10, startAngle: 0, endAngle: .pi / 2, clockwise: false)
        XCTAssertEqual(other.bounds.minX, -10, accuracy: 1e-2)
        XCTAssertTrue(UIBezierPath().bounds.isNull)
        XCTAssertTrue(UIBezierPath().isEmpty)
    }

    /// A height of 0 of corners' radii is their width.
    func testRadiiWithoutHeight() {
        let rect = CGRect(x: 0, y: 0, width: 100, height: 100)
        for corners in [UIRectCorner.allCorners, .topLeft, [.topLeft, .topRight]] {
            let whole = UIBezierPath(roundedRect: rect, byRoundingCorners: corners, cornerRadii: CGSize(width: 20, height: 20))
            let flat = UIBezierPath(roundedRect: rect, byRoundingCorners: corners, cornerRadii: CGSize(width: 20, height: 0))
            XCTAssertEqual(elements(flat), elements(whole))
        }
    }

    func testRoundedCornersAreContinuousWhereThereIsRoom() {
        let path = UIBezierPath(roundedRect: CGRect(x: 0, y: 0, width: 100, height: 100), cornerRadius: 10)
        // Three curves a corner; the first begins 1.528665 radii from it.
        XCTAssertEqual(elements(path).filter { if case .cubic = $0 { true } else { false } }.count, 12)
        guard case .move(let start) = elements(path)[0] else { return XCTFail("no start") }
        XCTAssertEqual(start.x, 15.2866483, accuracy: 1e-7)
        XCTAssertEqual(path.bounds, CGRect(x: 0, y: 0, width: 100, height: 100))
        // A capsule has quarter circles.
        let capsule = UIBezierPath(roundedRect: CGRect(x: 0, y: 0, width: 60, height: 20), cornerRadius: 100)
        XCTAssertEqual(elements(capsule).filter { if case .cubic = $0 { true } else { false } }.count, 4)
        XCTAssertTrue(capsule.contains(CGPoint(x: 10 - 7, y: 10 - 7)))
        XCTAssertFalse(capsule.contains(CGPoint(x: 10 - 7.3, y: 10 - 7.3)))
        // Radii of nothing, and worse.
        for radius in [0, -5, CGFloat.nan] {
            XCTAssertEqual(elements(UIBezierPath(roundedRect: CGRect(x: 0, y: 0, width: 9, height: 9), cornerRadius: radius)).count, 5)
        }
    }

    func testSomeCorners() {
        let path = UIBezierPath(
            roundedRect: CGRect(x: 0, y: 0, width: 40, height: 40), byRoundingCorners: [.topLeft, .bottomRight],
            cornerRadii: CGSize(width: 10, height: 10)
        )
        XCTAssertFalse(path.contains(CGPoint(x: 1, y: 1)))
        XCTAssertFalse(path.contains(CGPoint(x: 39, y: 39)))
        XCTAssertTrue(path.contains(CGPoint(x: 39.5, y: 0.5)))
        XCTAssertTrue(path.contains(CGPoint(x: 0.5, y: 39.5)))
    }

    func testReversing() {
        let path = UIBezierPath()
        path.move(to: CGPoint(x: 1, y: 2))
        path.addLine(to: CGPoint(x: 3, y: 4))
        path.addCurve(to: CGPoint(x: 9, y: 10), controlPoint1: CGPoint(x: 5, y: 6), controlPoint2: CGPoint(x: 7, y: 8))
        path.close()
        path.move(to: CGPoint(x: 20, y: 20))
        path.addQuadCurve(to: CGPoint(x: 30, y: 20), controlPoint: CGPoint(x: 25, y: 30))
        let back = path.reversing()
        XCTAssertEqual(
            elements(back),
            [
                .move(CGPoint(x: 30, y: 20)), .quad(CGPoint(x: 25, y: 30), CGPoint(x: 20, y: 20)), .move(CGPoint(x: 9, y: 10)),
                .cubic(CGPoint(x: 7, y: 8), CGPoint(x: 5, y: 6), CGPoint(x: 3, y: 4)), .line(CGPoint(x: 1, y: 2)), .close,
            ])
        XCTAssertEqual(elements(back.reversing()), elements(path))
        // A ring: the inner circle reversed is a hole by windings.
        let ring = UIBezierPath(ovalIn: CGRect(x: 0, y: 0, width: 40, height: 40))
        let hole = UIBezierPath(ovalIn: CGRect(x: 10, y: 10, width: 20, height: 20))
        ring.append(hole)
        XCTAssertTrue(ring.contains(CGPoint(x: 20, y: 20)))
        let ring2 = UIBezierPath(ovalIn: CGRect(x: 0, y: 0, width: 40, height: 40))
        ring2.append(hole.reversing())
        XCTAssertFalse(ring2.contains(CGPoint(x: 20, y: 20)))
        ring.usesEvenOddFillRule = true
        XCTAssertFalse(ring.contains(CGPoint(x: 20, y: 20)))
    }

    func testCopyDashAndTransform() {
        let path = UIBezierPath(rect: CGRect(x: 0, y: 0, width: 10, height: 10))
        path.lineWidth = 3
        path.setLineDash([4, 2], count: 2, phase: 1)
        let copy = path.copy() as! UIBezierPath
        XCTAssertEqual(copy, path)
        copy.apply(CGAffineTransform(translationX: 5, y: 0))
        XCTAssertEqual(copy.bounds.minX, 5)
        XCTAssertEqual(path.bounds.minX, 0)
        var lengths = [CGFloat](repeating: 0, count: 2), count = 0, phase: CGFloat = 0
        path.getLineDash(&lengths, count: &count, phase: &phase)
        XCTAssertEqual(lengths, [4, 2])
        XCTAssertEqual(count, 2)
        XCTAssertEqual(phase, 1)
        path.setLineDash(nil, count: 0, phase: 0)
        XCTAssertTrue(path.dash.isEmpty)
        let elements = path.cgPath
        path.removeAllPoints()
        XCTAssertTrue(path.isEmpty)
        XCTAssertFalse(elements.isEmpty)
        // Without a context nothing happens.
        path.fill()
        copy.stroke()
        copy.addClip()
    }

    func testPicture() throws {
        let image = UIGraphicsImageRenderer(size: CGSize(width: 240, height: 170)).image { context in
            UIColor.white.setFill()
            context.fill(CGRect(x: 0, y: 0, width: 240, height: 170))
            UIColor.systemBlue.setFill()
            UIBezierPath(roundedRect: CGRect(x: 10, y: 10, width: 60, height: 60), cornerRadius: 16).fill()
            UIColor.systemGreen.setFill()
            UIBezierPath(ovalIn: CGRect(x: 80, y: 10, width: 60, height: 60)).fill()
            UIColor.systemOrange.setFill()
            UIBezierPath(
                roundedRect: CGRect(x: 150, y: 10, width: 80, height: 60), byRoundingCorners: [.topLeft, .bottomRight],
                cornerRadii: CGSize(width: 30, height: 20)
            ).fill()
            let star = UIBezierPath()
            for i in 0..<5 {
                let angle = CGFloat(i) * 4 * .pi / 5 - .pi / 2
                let point = CGPoint(x: 40 + 30 * cos(angle), y: 120 + 30 * sin(angle))
                if i == 0 { star.move(to: point) } else { star.addLine(to: point) }
            }
            star.close()
            star.usesEvenOddFillRule = true
            UIColor.systemRed.set()
            star.fill(with: .normal, alpha: 0.5)
            star.lineJoinStyle = .round
            star.lineWidth = 2
            star.stroke()
            let arc = UIBezierPath(arcCenter: CGPoint(x: 110, y: 120), radius: 26, startAngle: -.pi / 2, endAngle: .pi, clockwise: true)
            arc.lineWidth = 8
            arc.lineCapStyle = .round
            UIColor.systemPurple.setStroke()
            arc.stroke()
            let dashed = UIBezierPath(rect: CGRect(x: 155, y: 92, width: 70, height: 56))
            dashed.lineWidth = 3
            dashed.setLineDash([9, 4], count: 2, phase: 2)
            UIColor.darkGray.setStroke()
            dashed.stroke()
            context.cgContext.saveGState()
            UIBezierPath(ovalIn: CGRect(x: 165, y: 100, width: 50, height: 40)).addClip()
            UIColor.systemTeal.setFill()
            UIRectFill(CGRect(x: 160, y: 95, width: 30, height: 60))
            UIColor.systemPink.setFill()
            UIRectFill(CGRect(x: 190, y: 95, width: 30, height: 60))
            context.cgContext.restoreGState()
        }
        assertGolden(try XCTUnwrap(image.cgImage), "bezier-paths")
    }

    /// A path is filled and stroked with chords as far from its curves as its flatness says: 0.6 at first, as Apple's.
    @MainActor func testFlatnessCountsWhereItIsDrawn() async throws {
        XCTAssertEqual(UIBezierPath().flatness, 0.6)
        func circle(_ flatness: CGFloat?, stroked: Bool) throws -> [UInt32] {
            let format = UIGraphicsImageRendererFormat()
            format.scale = 1
            let image = UIGraphicsImageRenderer(size: CGSize(width: 64, height: 64), format: format).image { _ in
                let path = UIBezierPath(ovalIn: CGRect(x: 4, y: 4, width: 56, height: 56))
                if let flatness { path.flatness = flatness }
                path.lineWidth = 3
                if stroked { path.stroke() } else { path.fill() }
            }
            let picture = try XCTUnwrap(image.cgImage)
            return picture.withPixels { pixels in (0..<64 * 64).map { pixels[$0] >> 24 } }
        }
        func largest(_ a: [UInt32], _ b: [UInt32]) -> Int { zip(a, b).map { abs(Int($0) - Int($1)) }.max() ?? 0 }
        for stroked in [false, true] {
            let exact = try circle(0, stroked: stroked), usual = try circle(nil, stroked: stroked)
            XCTAssertEqual(largest(usual, try circle(0.6, stroked: stroked)), 0)
            XCTAssertTrue((12...64).contains(largest(exact, usual)), "a chord is up to a quarter of a pixel off")
            XCTAssertGreaterThan(largest(exact, try circle(4, stroked: stroked)), largest(exact, usual))
        }
        let copy = UIBezierPath(rect: .zero)
        copy.flatness = 3
        XCTAssertEqual((copy.copy(with: nil) as? UIBezierPath)?.flatness, 3)
    }

    /// Chords are as many as on Apple's heart of a flatness of 0.6, whose second differences are at most 0.147 to 0.175 of a pixel: eight
    /// for each quarter of a circle of eight pixels, and four for twice the flatness.
    @MainActor func testChordsOfTheUsualFlatness() async throws {
        func picture(_ body: (CGContext) -> Void) throws -> [UInt32] {
            let format = UIGraphicsImageRendererFormat()
            format.scale = 1
            let image = UIGraphicsImageRenderer(size: CGSize(width: 24, height: 24), format: format).image { body($0.cgContext) }
            return try XCTUnwrap(image.cgImage).withPixels { pixels in (0..<24 * 24).map { pixels[$0] >> 24 } }
        }
        func largest(_ a: [UInt32], _ b: [UInt32]) -> Int { zip(a, b).map { abs(Int($0) - Int($1)) }.max() ?? 0 }
        let radius = 8.0, handle = radius * 0.5522847498
        // From (1, 0) on, a quarter turn each.
        func place(_ turn: Int, _ x: Double, _ y: Double) -> CGPoint {
            let (c, s) = [(1.0, 0.0), (0, 1), (-1, 0), (0, -1)][turn]
            return CGPoint(x: 12 + c * x - s * y, y: 12 + s * x + c * y)
        }
        let curved = UIBezierPath()
        curved.move(to: place(0, radius, 0))
        for turn in 0..<4 {
            curved.addCurve(
                to: place(turn, 0, radius), controlPoint1: place(turn, radius, handle), controlPoint2: place(turn, handle, radius))
        }
        func chords(_ count: Int) throws -> [UInt32] {
            try picture { context in
                context.beginPath()
                context.move(to: place(0, radius, 0))
                for i in 1...4 * count {
                    let turn = (i - 1) / count, t = Double(i - turn * count) / Double(count), u = 1 - t
                    let x = radius * (u * u * u + 3 * u * u * t) + handle * 3 * u * t * t
                    context.addLine(to: place(turn, x, radius * (t * t * t + 3 * u * t * t) + handle * 3 * u * u * t))
                }
                context.closePath()
                context.fillPath()
            }
        }
        let usual = try picture { _ in curved.fill() }
        XCTAssertLessThanOrEqual(largest(usual, try chords(8)), 1)
        XCTAssertGreaterThan(largest(usual, try chords(4)), 8)
        curved.flatness = 1.2
        let coarse = try picture { _ in curved.fill() }
        XCTAssertLessThanOrEqual(largest(coarse, try chords(4)), 1)
    }
}
