import CoreGraphics
import Raster
import TestSupport
import XCTest

/// The rasterizer strokes, trims and dashes chords, frame by frame; CoreGraphics makes paths of the same. Both must show one picture.
final class PathRasterTests: XCTestCase {
    private let size = 140

    private func draw(_ path: CGPath, _ body: (Rasterizer, MaskBuffer, Clip, PathView) -> Void) -> [UInt8] {
        let mask = MaskBuffer(bounds: IntRect(x: 0, y: 0, width: size, height: size))
        path.verbs.withUnsafeBufferPointer { verbs in
            path.points.withUnsafeBufferPointer { body(Rasterizer(), mask, Clip(mask.bounds), PathView(verbs: verbs, points: $0)) }
        }
        return (0..<size).flatMap { y in (0..<size).map { x in mask.coverage(x: x, y: y) } }
    }

    private func check(_ path: CGPath, _ style: StrokeStyle, _ made: CGPath, _ name: String) {
        let wanted = draw(path) { $0.strokePath($1, $2, $3, transform: .identity, style: style) }
        let found = draw(made) { $0.fillPath($1, $2, $3, transform: .identity) }
        let off = zip(wanted, found).count { abs(Int($0) - Int($1)) > 40 }
        let mean = zip(wanted, found).reduce(0.0) { $0 + abs(Double($1.0) - Double($1.1)) } / Double(wanted.count)
        XCTAssertLessThan(mean, 0.5, name)
        // Round a turn sharper than the pen, the rasterizer's chords cut corners that an exact outline does not.
        XCTAssertLessThan(off, 24, name)
        XCTAssertGreaterThan(wanted.reduce(0) { $0 + Int($1) }, 1000, name)
    }

    func testStrokesTrimsAndDashes() {
        var random = SeededGenerator(seed: 31)
        for round in 0..<60 {
            let path = CGMutablePath()
            func near(_ p: CGPoint) -> CGPoint {
                CGPoint(
                    x: min(120, max(20, p.x + CGFloat(RandomPaths.number(-50...50, &random)))),
                    y: min(120, max(20, p.y + CGFloat(RandomPaths.number(-50...50, &random)))))
            }
            path.move(to: CGPoint(x: 70, y: 70))
            for _ in 0..<3 {
                let p = path.currentPoint
                if Bool.random(using: &random) { path.addLine(to: near(p)) } else { path.addQuadCurve(to: near(p), control: near(p)) }
            }
            if round % 2 == 0 { path.closeSubpath() }
            var style = StrokeStyle(width: RandomPaths.number(1...8, &random))
            style.cap = .round
            style.join = .round
            func outline(_ path: CGPath) -> CGPath {
                path.copy(strokingWithWidth: CGFloat(style.width), lineCap: .round, lineJoin: .round, miterLimit: 10)
            }
            check(path, style, outline(path), "stroke \(round): \(path.svgDescription)")
            style.dash = [14, 9]
            style.dashPhase = RandomPaths.number(-30...30, &random)
            check(
                path, style, outline(path.copy(dashingWithPhase: CGFloat(style.dashPhase), lengths: [14, 9])),
                "dash \(round): \(path.svgDescription)")
            style.dash = []
            (style.start, style.end) = (RandomPaths.number(0...0.4, &random), RandomPaths.number(0.6...1, &random))
            check(path, style, outline(path.trimmed(from: style.start, to: style.end)), "trim \(round): \(path.svgDescription)")
        }
    }
}
