import CoreGraphics
import XCTest

/// Paths of very many points: filled, stroked and combined in time that follows what shows.
final class LongPathTests: XCTestCase {
    private func wave(_ count: Int) -> CGPath {
        let path = CGMutablePath()
        path.addLines(
            between: (0..<count).map { i in
                let t = Double(i) / Double(count)
                return CGPoint(
                    x: t * 100, y: 50 + 40 * (t * 200 - (t * 200).rounded(.down) < 0.5 ? 1 : -1) * (t * 400 - (t * 400).rounded(.down)))
            })
        return path
    }

    func testAMillionPointsFillAndStroke() throws {
        let context = try XCTUnwrap(
            CGContext(
                data: nil, width: 100, height: 100, bitsPerComponent: 8, bytesPerRow: 0, space: CGColorSpaceCreateDeviceRGB(),
                bitmapInfo: CGImageAlphaInfo.premultipliedLast.rawValue
            ))
        let path = wave(1_000_000)
        context.addPath(path)
        context.fillPath()
        context.setLineWidth(2)
        context.addPath(path)
        context.strokePath()
        let image = try XCTUnwrap(context.makeImage())
        XCTAssertTrue(image.withPixels { pixels in (0..<10_000).contains { pixels[$0] >> 24 > 0 } })
    }

    /// Stars of many points: each pair of outlines crosses some hundred thousand times, well within the bound, and the union is made.
    func testOutlinesOfAHundredThousandPointsCombine() {
        func star(_ count: Int, _ center: CGPoint) -> CGPath {
            let path = CGMutablePath()
            path.addLines(
                between: (0..<count).map { i in
                    let angle = Double(i) / Double(count) * 2 * .pi, radius = i % 2 == 0 ? 100.0 : 99
                    return CGPoint(x: center.x + radius * cos(angle), y: center.y + radius * sin(angle))
                })
            path.closeSubpath()
            return path
        }
        let a = star(100_000, CGPoint(x: 0, y: 0)), b = star(100_000, CGPoint(x: 60, y: 0))
        let both = a.union(b), shared = a.intersection(b)
        XCTAssertTrue(both.contains(CGPoint(x: -80, y: 0)) && both.contains(CGPoint(x: 140, y: 0)))
        XCTAssertTrue(shared.contains(CGPoint(x: 30, y: 0)))
        XCTAssertFalse(shared.contains(CGPoint(x: -50, y: 0)))
    }
}
