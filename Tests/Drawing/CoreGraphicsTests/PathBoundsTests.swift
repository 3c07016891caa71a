import CoreGraphics
import XCTest

/// The bounds of curves at every scale, rectangles in every order of their corners, and the numbers of SVG.
final class PathBoundsTests: XCTestCase {
    private func value(_ p: [CGFloat], _ t: CGFloat) -> CGFloat {
        var row = p
        while row.count > 1 { row = zip(row, row.dropFirst()).map { $0 + ($1 - $0) * t } }
        return row[0]
    }

    /// The bounds against those of many points of the curve.
    func testBoundsOfCurves() {
        var state: UInt64 = 7
        func random() -> CGFloat {
            state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
            return CGFloat(state >> 40) / CGFloat(1 << 24) - 0.5
        }
        for scale in [1e-6, 1e-3, 0.1, 1, 1000, 1e7] as [CGFloat] {
            for _ in 0..<60 {
                for count in [3, 4] {
                    let p = (0..<count).map { _ in CGPoint(x: random() * scale, y: random() * scale) }
                    let path = CGMutablePath()
                    path.move(to: p[0])
                    if count == 3 {
                        path.addQuadCurve(to: p[2], control: p[1])
                    } else {
                        path.addCurve(to: p[3], control1: p[1], control2: p[2])
                    }
                    let x = (0...400).map { value(p.map(\.x), CGFloat($0) / 400) },
                        y = (0...400).map { value(p.map(\.y), CGFloat($0) / 400) }
                    let box = path.boundingBoxOfPath
                    for (found, wanted) in zip([box.minX, box.maxX, box.minY, box.maxY], [x.min(), x.max(), y.min(), y.max()]) {
                        XCTAssertEqual(found, wanted ?? 0, accuracy: scale * 1e-4, "\(p)")
                    }
                }
            }
        }
    }

    func testRectanglesInAnyOrder() {
        let corners = [CGPoint(x: 1, y: 2), CGPoint(x: 5, y: 2), CGPoint(x: 5, y: 9), CGPoint(x: 1, y: 9)]
        for first in 0..<4 {
            for way in [1, 3] {
                let p = (0..<4).map { corners[(first + $0 * way) % 4] }
                for isClosed in [true, false] {
                    let path = CGMutablePath()
                    path.addLines(between: p)
                    if isClosed { path.closeSubpath() }
                    var rect = CGRect.zero
                    XCTAssertTrue(path.isRect(&rect), "\(p)")
                    XCTAssertEqual(rect, CGRect(x: 1, y: 2, width: 4, height: 7))
                }
                // Any corner elsewhere makes it none.
                for moved in 0..<4 {
                    for shift in [CGPoint(x: 1, y: 0), CGPoint(x: 0, y: 1)] {
                        var q = p
                        q[moved] = CGPoint(x: q[moved].x + shift.x, y: q[moved].y + shift.y)
                        let path = CGMutablePath()
                        path.addLines(between: q)
                        path.closeSubpath()
                        XCTAssertFalse(path.isRect(nil), "\(q)")
                    }
                }
            }
        }
        let bow = CGMutablePath()
        bow.addLines(between: [corners[0], corners[2], corners[1], corners[3]])
        XCTAssertFalse(bow.isRect(nil))
    }

    func testNumbers() {
        let numbers: [(text: String, value: CGFloat?)] = [
            ("7", 7), ("-7", -7), ("+7", 7), (".5", 0.5), ("5.", 5), ("-.5", -0.5), ("1e2", 100), ("1E2", 100), ("1e+2", 100),
            ("1e-2", 0.01),
            ("1.5e1", 15), (".5e1", 5), ("12e10", 12e10), ("1e+12", 1e12), ("", nil), ("-", nil), (".", nil), ("e5", nil), ("1e", nil),
            ("1e+", nil), ("1ex", nil), ("1e200", nil),
        ]
        for (text, value) in numbers {
            let path = CGPath(svg: "M\(text),3 L4,5")
            XCTAssertEqual(path?.points.first, value.map { CGPoint(x: $0, y: 3) }, text)
        }
        // Numbers need no separator where they can't go on.
        XCTAssertEqual(
            CGPath(svg: "M1e1-2L.5.5-1e-1+2")?.points ?? [],
            [CGPoint(x: 10, y: -2), CGPoint(x: 0.5, y: 0.5), CGPoint(x: -0.1, y: 2)])
    }
}
