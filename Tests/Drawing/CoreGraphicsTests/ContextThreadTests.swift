import XCTest
@testable import CoreGraphics
import Raster
import TestSupport

/// Large figures are drawn by several threads, which must not be seen.
final class ContextThreadTests: XCTestCase {
    private func picture(share: Int) throws -> CGImage {
        let context = try XCTUnwrap(
            CGContext(
                data: nil, width: 700, height: 400, bitsPerComponent: 8, bytesPerRow: 0, space: CGColorSpaceCreateDeviceRGB(),
                bitmapInfo: CGImageAlphaInfo.premultipliedLast.rawValue))
        context.share = share
        var random = SeededGenerator(seed: 5)
        func number(_ range: ClosedRange<CGFloat>) -> CGFloat { CGFloat.random(in: range, using: &random) }
        let colors = [CGColor(red: 1, green: 0.5, blue: 0, alpha: 1), CGColor(red: 0, green: 0.2, blue: 0.9, alpha: 0.6)]
        let gradient = try XCTUnwrap(CGGradient(colorsSpace: nil, colors: colors as CFArray, locations: nil))
        context.drawRadialGradient(
            gradient, startCenter: CGPoint(x: 200, y: 200), startRadius: 10, endCenter: CGPoint(x: 300, y: 200), endRadius: 400,
            options: [.drawsBeforeStartLocation, .drawsAfterEndLocation])
        for i in 0..<12 {
            let path = CGMutablePath()
            path.addEllipse(in: CGRect(x: number(-50...500), y: number(-50...300), width: number(40...400), height: number(40...300)))
            path.move(to: CGPoint(x: number(0...700), y: number(0...400)))
            path.addQuadCurve(to: CGPoint(x: number(0...700), y: number(0...400)), control: CGPoint(x: number(0...700), y: number(0...400)))
            context.setFillColor(CGColor(red: number(0...1), green: number(0...1), blue: number(0...1), alpha: 0.5))
            context.setBlendMode(i % 3 == 0 ? .multiply : .normal)
            context.addPath(path)
            switch i % 4 {
            case 0:
                context.setLineWidth(number(1...30))
                context.strokePath()
            case 1:
                context.saveGState()
                context.clip()
                context.fill(CGRect(x: 10.5, y: 10.5, width: 650, height: 380))
                context.restoreGState()
            default: context.fillPath(using: .evenOdd)
            }
        }
        return try XCTUnwrap(context.makeImage())
    }

    func testAnyNumberOfThreadsDrawsTheSameBytes() throws {
        let one = try picture(share: .max)
        for share in [100_000, 1000] { assertPicturesEqual(try picture(share: share), one, tolerance: 0) }
    }

    func testBandsCoverEachRowOnce() {
        for (height, count) in [(1, 3), (10, 3), (7, 7), (1000, 6)] {
            let rows = Rows()
            RasterizerPool.shared.inBands(of: IntRect(2, 5, 9, Int32(5 + height)), count) { _, band in rows.add(band) }
            XCTAssertEqual(rows.sorted, Array(5..<(5 + height)))
        }
    }

    private final class Rows: @unchecked Sendable {
        private let lock = NSLock()
        private var all: [Int] = []
        func add(_ r: IntRect) { lock.withLock { all += Array(Int(r.y0)..<Int(r.y1)) } }
        var sorted: [Int] { all.sorted() }
    }
}
