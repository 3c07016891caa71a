import CoreGraphics
import XCTest

final class GeometryTests: XCTestCase {
    func testOperationsComeBeforeTheTransform() {
        let t = CGAffineTransform(translationX: 10, y: 20)
        XCTAssertEqual(CGPoint(x: 1, y: 1).applying(t.scaledBy(x: 2, y: 3)), CGPoint(x: 12, y: 23))
        XCTAssertEqual(t.translatedBy(x: 1, y: 2), CGAffineTransform(translationX: 11, y: 22))
        let turned = CGPoint(x: 1, y: 0).applying(t.rotated(by: .pi / 2))
        XCTAssertEqual(turned.x, 10, accuracy: 1e-12)
        XCTAssertEqual(turned.y, 21, accuracy: 1e-12)
        XCTAssertEqual(
            CGAffineTransform(scaleX: 2, y: 2).concatenating(t), CGAffineTransform(2, 0, 0, 2, 10, 20))
    }

    func testSingularTransformInvertsToItself() {
        let flat = CGAffineTransform(a: 1, b: 2, c: 2, d: 4, tx: 5, ty: 6)
        XCTAssertEqual(flat.inverted(), flat)
        let t = CGAffineTransform(a: 2, b: 1, c: -1, d: 3, tx: 5, ty: 6)
        let back = CGPoint(x: 7, y: 8).applying(t).applying(t.inverted())
        XCTAssertEqual(back.x, 7, accuracy: 1e-12)
        XCTAssertEqual(back.y, 8, accuracy: 1e-12)
    }

    func testRectsBecomeTheirBoundingBoxes() {
        let rect = CGRect(x: 0, y: 0, width: 2, height: 1)
        XCTAssertEqual(
            rect.applying(CGAffineTransform(a: 0, b: 1, c: -1, d: 0, tx: 0, ty: 0)),
            CGRect(x: -1, y: 0, width: 1, height: 2))
        XCTAssertTrue(CGRect.null.applying(CGAffineTransform(scaleX: 2, y: 2)).isNull)
        XCTAssertEqual(CGSize(width: 1, height: 2).applying(.identity), CGSize(width: 1, height: 2))
    }

    func testDecompositionPutsTogetherAgain() {
        let transforms = [
            CGAffineTransform(a: 2, b: 1, c: -1, d: 3, tx: 5, ty: 6),
            CGAffineTransform(a: -1, b: 0, c: 0, d: 1, tx: 0, ty: 0),
            CGAffineTransform(a: 0, b: 0, c: 3, d: 4, tx: 0, ty: 0),
            CGAffineTransform(a: 3, b: 4, c: 0, d: 0, tx: 1, ty: 2),
            .identity,
        ]
        for t in transforms {
            let again = CGAffineTransform(t.decomposed())
            for (x, y) in zip(elements(t), elements(again)) { XCTAssertEqual(x, y, accuracy: 1e-12) }
        }
        let turned = CGAffineTransform(rotationAngle: 0.3).decomposed()
        XCTAssertEqual(turned.rotation, 0.3, accuracy: 1e-12)
        XCTAssertEqual(turned.horizontalShear, 0, accuracy: 1e-12)
    }

    private func elements(_ t: CGAffineTransform) -> [CGFloat] { [t.a, t.b, t.c, t.d, t.tx, t.ty] }

    func testCodingIsAnArray() throws {
        let t = CGAffineTransform(a: 1, b: 2, c: 3, d: 4, tx: 5, ty: 6)
        let data = try JSONEncoder().encode(t)
        XCTAssertEqual(String(decoding: data, as: UTF8.self), "[1,2,3,4,5,6]")
        XCTAssertEqual(try JSONDecoder().decode(CGAffineTransform.self, from: data), t)
        XCTAssertEqual(try JSONDecoder().decode(CGVector.self, from: Data("[1,2]".utf8)), CGVector(dx: 1, dy: 2))
    }

    func testValuesBridge() {
        let number: Any = NSNumber(value: 4)
        XCTAssertEqual(number as? CGFloat, 4)
        XCTAssertNil(number as? CGPoint)
        XCTAssertNil(number as? CGAffineTransform)
        XCTAssertEqual((CGFloat(3) as Any) as? NSNumber, 3)
        XCTAssertEqual([CGFloat(1), 2] as [NSNumber], [1, 2])
        let point: Any = NSValue(cgPoint: CGPoint(x: 1, y: 2))
        XCTAssertEqual(point as? CGPoint, CGPoint(x: 1, y: 2))
        XCTAssertNil(point as? CGSize)
        XCTAssertNil(point as? CGRect)
        let rect: Any = CGRect(x: 1, y: 2, width: 3, height: 4)
        XCTAssertEqual((rect as? NSValue)?.cgRectValue, CGRect(x: 1, y: 2, width: 3, height: 4))
        XCTAssertEqual(((CGSize(width: 1, height: 2) as Any) as? NSValue)?.cgSizeValue, CGSize(width: 1, height: 2))
        let t = CGAffineTransform(a: 1, b: 2, c: 3, d: 4, tx: 5, ty: 6)
        XCTAssertEqual(NSValue(cgAffineTransform: t).cgAffineTransformValue, t)
        XCTAssertEqual((NSValue(cgAffineTransform: t) as Any) as? CGAffineTransform, t)
        XCTAssertEqual(NSNumber(value: 1).cgRectValue, .zero)
    }

    func testCoreFoundationNames() {
        let colors = [CGColor.black, CGColor.white] as CFArray
        XCTAssertEqual(CFArrayGetCount(colors), 2)
        XCTAssertEqual(colors[1] as? CGColor, CGColor.white)
        XCTAssertEqual("a" as CFString, "a")
        XCTAssertEqual(CFRangeMake(2, 3).length, 3)
        XCTAssertTrue(CGPoint(x: 1, y: 2).equalTo(CGPoint(x: 1, y: 2)))
        XCTAssertEqual(CGFloat(1).distance(to: 4, plus: 2), 5)
    }
}

extension CGFloat {
    /// The spelling that needs the instance method `abs`.
    fileprivate func distance(to other: CGFloat, plus more: CGFloat) -> CGFloat { abs(self - other) + more }
}
