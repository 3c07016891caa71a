import Foundation
import Raster
import TestSupport
import XCTest

@testable import CoreGraphics

/// The scratch memory of contexts, which later contexts use again.
final class ContextScratchTests: XCTestCase {
    private func context() throws -> CGContext {
        try XCTUnwrap(
            CGContext(
                data: nil, width: 64, height: 64, bitsPerComponent: 8, bytesPerRow: 256, space: CGColorSpaceCreateDeviceRGB(),
                bitmapInfo: CGImageAlphaInfo.premultipliedFirst.rawValue))
    }

    private func star(_ points: Int) -> CGPath {
        let path = CGMutablePath()
        for i in 0..<points {
            let angle = Double(i) * 2.4, p = CGPoint(x: 32 + 30 * cos(angle), y: 32 + 30 * sin(angle))
            if i == 0 { path.move(to: p) } else { path.addLine(to: p) }
        }
        path.closeSubpath()
        return path
    }

    private func picture(_ points: Int) throws -> (image: CGImage, raster: Rasterizer) {
        let context = try context()
        context.addPath(star(points))
        context.drawPath(using: .eoFillStroke)
        return (try XCTUnwrap(context.makeImage()), context.raster)
    }

    func testALaterContextHasTheMemoryAndDrawsTheSame() throws {
        let (first, raster) = try picture(41)
        for points in [3, 400, 7] { _ = try picture(points) }
        let (again, later) = try picture(41)
        XCTAssertTrue(raster === later, "the memory is used again")
        assertPicturesEqual(again, first, tolerance: 0)
    }

    func testContextsAtTheSameTimeHaveTheirOwn() throws {
        let contexts = try (0..<20).map { _ in try context() }
        XCTAssertEqual(Set(contexts.map { ObjectIdentifier($0.raster) }).count, 20)
    }

    func testMemoryOfALargeDrawingIsReleased() throws {
        let (_, large) = try picture(100_000)
        let context = try context()
        XCTAssertFalse(context.raster === large)
    }
}
