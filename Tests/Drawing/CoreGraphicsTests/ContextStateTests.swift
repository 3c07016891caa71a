import CoreGraphics
import XCTest

final class ContextStateTests: XCTestCase {
    func testStartsTransparentAndUpright() {
        let c = makeContext(4, 3)
        XCTAssertEqual(c.width, 4)
        XCTAssertEqual(c.height, 3)
        XCTAssertEqual(c.bytesPerRow, 16)
        XCTAssertEqual(c.bitsPerPixel, 32)
        XCTAssertEqual(c.ctm, .identity)
        XCTAssertEqual(c.pixel(0, 0), 0)
        // The bottom left is the last row.
        c.setFillColor(rgb(1, 0, 0))
        c.fill(CGRect(x: 0, y: 0, width: 1, height: 1))
        XCTAssertEqual(c.pixel(0, 2), 0xFFFF_0000)
        XCTAssertEqual(c.pixel(0, 0), 0)
        XCTAssertEqual(c.data?.load(fromByteOffset: 2 * 16 + 2, as: UInt8.self), 255)
    }

    func testStatesNestAndUnbalancedRestoreIsReported() {
        let c = makeContext(2, 2)
        c.setAlpha(0.5)
        c.saveGState()
        c.setAlpha(1)
        c.scaleBy(x: 3, y: 4)
        c.interpolationQuality = .none
        c.clip(to: CGRect(x: 0, y: 0, width: 0.5, height: 0.5))
        c.restoreGState()
        XCTAssertEqual(c.ctm, .identity)
        XCTAssertEqual(c.interpolationQuality, .default)
        XCTAssertEqual(c.boundingBoxOfClipPath, CGRect(x: 0, y: 0, width: 2, height: 2))
        c.fill(CGRect(x: 0, y: 0, width: 2, height: 2))
        XCTAssertEqual(c.pixel(0, 0), 0x8000_0000)
        c.translateBy(x: 1, y: 0)
        let reports = diagnostics {
            c.restoreGState()
            c.restoreGState()
        }
        XCTAssertLessThanOrEqual(reports.count, 1)
        XCTAssertEqual(c.ctm, CGAffineTransform(translationX: 1, y: 0))
    }

    func testTransforms() {
        let c = makeContext(10, 10)
        c.translateBy(x: 2, y: 3)
        c.scaleBy(x: 2, y: 4)
        c.rotate(by: .pi / 2)
        XCTAssertEqual(c.convertToDeviceSpace(CGPoint(x: 1, y: 0)).x, 2, accuracy: 1e-9)
        XCTAssertEqual(c.convertToDeviceSpace(CGPoint(x: 1, y: 0)).y, 7, accuracy: 1e-9)
        let p = c.convertToUserSpace(c.convertToDeviceSpace(CGPoint(x: 0.3, y: -2)))
        XCTAssertEqual(p.x, 0.3, accuracy: 1e-9)
        XCTAssertEqual(p.y, -2, accuracy: 1e-9)
        XCTAssertEqual(c.userSpaceToDeviceSpaceTransform, c.ctm)
        c.concatenate(c.ctm.inverted())
        XCTAssertEqual(c.ctm.a, 1, accuracy: 1e-9)
        XCTAssertEqual(c.ctm.ty, 0, accuracy: 1e-9)
    }

    func testCurrentPathStaysWhereItWasBuilt() {
        let c = makeContext(20, 20)
        c.move(to: CGPoint(x: 1, y: 2))
        c.addLine(to: CGPoint(x: 5, y: 2))
        c.translateBy(x: 1, y: 1)
        XCTAssertEqual(c.currentPointOfPath, CGPoint(x: 4, y: 1))
        XCTAssertEqual(c.boundingBoxOfPath, CGRect(x: 0, y: 1, width: 4, height: 0))
        c.addLine(to: CGPoint(x: 4, y: 5))
        c.scaleBy(x: 2, y: 2)
        XCTAssertEqual(c.path?.points, [CGPoint(x: 0, y: 0.5), CGPoint(x: 2, y: 0.5), CGPoint(x: 2, y: 2.5)])
        XCTAssertTrue(c.pathContains(CGPoint(x: 1.9, y: 0.6), mode: .fill))
        XCTAssertFalse(c.pathContains(CGPoint(x: 0.1, y: 2), mode: .eoFill))
        c.setLineWidth(0.5)
        XCTAssertTrue(c.pathContains(CGPoint(x: 1, y: 0.26), mode: .stroke))
        XCTAssertFalse(c.pathContains(CGPoint(x: 1, y: 0.24), mode: .stroke))
        c.fillPath()
        XCTAssertTrue(c.isPathEmpty)
        XCTAssertNil(c.path)
        // Inside the triangle (1, 2), (5, 2), (5, 6).
        XCTAssertEqual(c.pixel(4, 20 - 4), 0xFF00_0000)
        XCTAssertEqual(c.pixel(1, 20 - 5), 0)
    }

    func testSingularAndInfiniteTransformsDrawNothing() {
        let c = makeContext(8, 8)
        c.addRect(CGRect(x: 0, y: 0, width: 2, height: 2))
        c.scaleBy(x: 0, y: 1)
        c.fill(CGRect(x: 0, y: 0, width: 5, height: 5))
        c.strokeEllipse(in: CGRect(x: 0, y: 0, width: 5, height: 5))
        c.draw(makePicture(), in: CGRect(x: 0, y: 0, width: 5, height: 5))
        XCTAssertEqual(c.pixel(0, 7), 0)
        let d = makeContext(8, 8)
        d.concatenate(CGAffineTransform(a: .nan, b: 0, c: 0, d: 1, tx: 0, ty: 0))
        d.fill(CGRect(x: 0, y: 0, width: 5, height: 5))
        d.clip(to: CGRect(x: 0, y: 0, width: 5, height: 5))
        XCTAssertTrue(d.boundingBoxOfClipPath.isNull)
        let e = makeContext(8, 8)
        e.fill(CGRect(x: CGFloat.nan, y: 0, width: 5, height: 5))
        e.fill(.null)
        e.fill(.zero)
        e.stroke(CGRect(x: 0, y: 0, width: CGFloat.infinity, height: 5))
        XCTAssertEqual(e.pixel(0, 7), 0)
        e.fill(.infinite)
        XCTAssertEqual(e.pixel(0, 7), 0xFF00_0000)
        XCTAssertEqual(e.pixel(7, 0), 0xFF00_0000)
    }

    func testPathUnderSingularTransformStillFills() {
        let c = makeContext(8, 8)
        c.addRect(CGRect(x: 0, y: 0, width: 2, height: 2))
        c.scaleBy(x: 0, y: 1)
        c.fillPath()
        XCTAssertEqual(c.pixel(0, 7), 0xFF00_0000)
    }

    func testHugeRectangles() {
        let c = makeContext(8, 8)
        c.addRect(CGRect(x: -1e7, y: -1e7, width: 2e7, height: 2e7))
        c.addRect(CGRect(x: 2, y: 2, width: 4, height: 4))
        c.fillPath(using: .evenOdd)
        XCTAssertEqual(c.pixel(0, 0), 0xFF00_0000)
        XCTAssertEqual(c.pixel(4, 4), 0)
    }

    func testTextStateIsKept() {
        let c = makeContext(1, 1)
        c.textMatrix = CGAffineTransform(a: 2, b: 0, c: 0, d: 2, tx: 3, ty: 4)
        XCTAssertEqual(c.textPosition, CGPoint(x: 3, y: 4))
        c.textPosition = CGPoint(x: 5, y: 6)
        XCTAssertEqual(c.textMatrix.tx, 5)
        XCTAssertEqual(c.textMatrix.a, 2)
        c.setShouldSmoothFonts(true)
        c.setAllowsFontSmoothing(false)
        XCTAssertFalse(c.textState.switches.contains(.smooth))
        c.setAllowsFontSmoothing(true)
        XCTAssertTrue(c.textState.switches.contains(.smooth))
        c.saveGState()
        c.setTextDrawingMode(.stroke)
        c.setCharacterSpacing(2)
        XCTAssertEqual(c.textState.drawingMode, .stroke)
        c.restoreGState()
        XCTAssertEqual(c.textState.drawingMode, .fill)
        XCTAssertEqual(c.textMatrix.tx, 5)
    }

    func testPaintLeavesTheCurrentPathAlone() {
        let c = makeContext(10, 10)
        c.move(to: CGPoint(x: 1, y: 1))
        c.addLine(to: CGPoint(x: 2, y: 2))
        let path = CGPath(rect: CGRect(x: 0, y: 0, width: 2, height: 2), transform: nil)
        c.paint(path, placed: CGAffineTransform(a: 2, b: 0, c: 0, d: 2, tx: 3, ty: 3), mode: .fill)
        XCTAssertEqual(c.path?.points.count, 2)
        XCTAssertEqual(c.pixel(3, 6), 0xFF00_0000)
        XCTAssertEqual(c.pixel(6, 3), 0xFF00_0000)
        XCTAssertEqual(c.pixel(7, 3), 0)
    }

    func testImageWithoutACopy() {
        guard let c = CGContext(size: CGSize(width: 4, height: 4), scale: 2, isFlipped: true) else { return XCTFail("no context") }
        XCTAssertEqual(c.width, 8)
        c.setFillColor(rgb(0, 0, 1))
        c.fill(CGRect(x: 0, y: 0, width: 1, height: 1))
        let memory = c.data
        let image = c.takeImage()
        XCTAssertEqual(image?.pixel(0, 0), 0xFF00_00FF)
        XCTAssertEqual(image?.pixel(2, 2), 0)
        XCTAssertEqual(image?.withPixels { UnsafeRawPointer($0) }, memory.map { UnsafeRawPointer($0) })
        // Nothing more can be drawn, and nothing breaks.
        c.fill(CGRect(x: 0, y: 0, width: 4, height: 4))
        XCTAssertEqual(image?.pixel(2, 2), 0)
    }
}
