import CoreGraphics
import XCTest
@testable import RenderTree

final class TransformTests: XCTestCase {
    private func assertEqual(_ a: CATransform3D, _ b: CATransform3D, _ tolerance: Double = 1e-9, _ message: String = "", line: UInt = #line)
    {
        for (x, y) in zip(a.list, b.list) where !(abs(x - y) <= tolerance) {
            return XCTFail("\(a.list) instead of \(b.list) \(message)", line: line)
        }
    }

    private func turned(_ x: Double, _ y: Double, _ z: Double) -> CATransform3D {
        CATransform3DMakeRotation(x, 1, 0, 0).concat(CATransform3DMakeRotation(y, 0, 1, 0)).concat(CATransform3DMakeRotation(z, 0, 0, 1))
    }

    func testInverse() {
        var t = turned(0.3, -0.7, 1.2).concat(CATransform3DMakeScale(2, -3, 0.5)).concat(CATransform3DMakeTranslation(5, 6, 7))
        t.m34 = -0.002
        assertEqual(t.concat(CATransform3DInvert(t)), CATransform3DIdentity, 1e-9)
        XCTAssertEqual(CATransform3DInvert(CATransform3D()), CATransform3D())
        XCTAssertEqual(CATransform3DMakeRotation(1, 0, 0, 0), CATransform3DIdentity)
        XCTAssertEqual(CATransform3DMakeRotation(1, 0, 0, 7), CATransform3DMakeRotation(1, 0, 0, 1))
    }

    func testNSValue() {
        let t = turned(0.3, -0.7, 1.2)
        let value = NSValue(caTransform3D: t)
        XCTAssertEqual(value.caTransform3DValue, t)
        XCTAssertTrue(value.holdsTransform)
        XCTAssertEqual(value, NSValue(caTransform3D: t))
        XCTAssertEqual((value.copy() as? NSValue)?.caTransform3DValue, t)
        XCTAssertFalse(NSValue(point: .zero).holdsTransform)
        XCTAssertFalse(NSNumber(value: 3).holdsTransform)
        XCTAssertEqual(NSNumber(value: 3).caTransform3DValue, CATransform3D())
    }

    func testComponentsComeApartAndTogether() {
        for (x, y, z) in [(0.0, 0.0, 0.0), (0.3, 0, 0), (0, 0.4, 0), (0, 0, 0.5), (0.3, -0.7, 1.2), (2.5, 1.2, -3), (0, .pi / 2, 0.3)] {
            for scale in [SIMD3<Double>(1, 1, 1), SIMD3(2, 3, 4), SIMD3(-2, 3, 4), SIMD3(0.5, -1, 1)] {
                let t = CATransform3DMakeScale(scale.x, scale.y, scale.z).concat(turned(x, y, z)).concat(
                    CATransform3DMakeTranslation(5, 6, 7))
                assertEqual(TransformComponents(t).matrix, t, 1e-9)
                var parts = TransformComponents(t)
                let angles = parts.rotation
                parts.rotation = angles
                assertEqual(parts.matrix, t, 1e-9, "\(x) \(y) \(z) \(scale)")
            }
        }
    }

    func testPerspectiveStaysWhenALayerIsTurned() {
        var t = CATransform3DIdentity
        t.m34 = -1 / 500
        let turnedByHand = CATransform3DRotate(t, 0.6, 0, 1, 0)
        assertEqual(SubPath.rotationY.set(SIMD2(0.6, 0), in: t), turnedByHand)
        XCTAssertEqual(SubPath.rotationY.get(turnedByHand).x, 0.6, accuracy: 1e-12)
        XCTAssertEqual(SubPath.translationX.set(SIMD2(9, 0), in: t).m41, 9)
    }

    func testScaleOfZeroKeepsNothingElse() {
        let gone = CATransform3DMakeScale(0, 0, 0)
        assertEqual(SubPath.scale.set(SIMD2(2, 0), in: gone), CATransform3DMakeScale(2, 2, 2))
        assertEqual(SubPath.rotationZ.set(SIMD2(1, 0), in: gone), gone)
        assertEqual(SubPath.scaleX.set(SIMD2(3, 0), in: CATransform3DMakeScale(0, 1, 1)), CATransform3DMakeScale(3, 1, 1))
        assertEqual(SubPath.scaleXY.set(SIMD2(3, 0), in: CATransform3DMakeScale(0, 0, 1)), CATransform3DMakeScale(3, 3, 1))
        assertEqual(SubPath.scale.set(SIMD2(0, 0), in: turned(1, 2, 3)), CATransform3DMakeScale(0, 0, 0))
    }

    func testReadsAsKeyValueCodingSays() {
        XCTAssertEqual(SubPath.rotation.get(CATransform3DMakeRotation(0.3, 0, 0, 1)).x, 0.3, accuracy: 1e-12)
        XCTAssertEqual(SubPath.rotationX.get(CATransform3DMakeRotation(0.4, 1, 0, 0)).x, 0.4, accuracy: 1e-12)
        XCTAssertEqual(SubPath.rotationY.get(CATransform3DMakeRotation(0.2, 0, 1, 0)).x, 0.2, accuracy: 1e-12)
        XCTAssertEqual(SubPath.scale.get(CATransform3DMakeScale(2, 3, 4)).x, 3)
        let turnedScale = SubPath.rotationZ.set(SIMD2(0.5, 0), in: CATransform3DMakeScale(2, 2, 1))
        XCTAssertEqual(turnedScale.m11, 1.7551651237807455, accuracy: 1e-15)
        XCTAssertEqual(turnedScale.m12, 0.958851077208406, accuracy: 1e-15)
    }

    func testInterpolationInSpace() {
        let a = turned(0.2, 0.1, 0).concat(CATransform3DMakeTranslation(0, 0, 40))
        var b = turned(1.2, -0.4, 0.5)
        b.m34 = -1 / 300
        let pair = TransformInterpolator(from: a, to: b)
        XCTAssertEqual(pair.value(at: 0), a)
        XCTAssertEqual(pair.value(at: 1), b)
        assertEqual(pair.value(at: 1e-9), a, 1e-6)
        assertEqual(pair.value(at: 1 - 1e-9), b, 1e-6)
        // Half a turn about x goes the positive way.
        let over = TransformInterpolator(from: CATransform3DIdentity, to: CATransform3DMakeRotation(.pi, 1, 0, 0)).value(at: 0.5)
        assertEqual(over, CATransform3DMakeRotation(.pi / 2, 1, 0, 0), 1e-9)
        // Nothing lies between a matrix that is flat and another: half way it changes.
        let flat = CATransform3DMakeScale(1, 1, 0)
        let step = TransformInterpolator(from: flat, to: CATransform3DIdentity)
        XCTAssertEqual(step.value(at: 0.49), flat)
        XCTAssertEqual(step.value(at: 0.5), CATransform3DIdentity)
    }

    func testInterpolationOfScaleToNothing() {
        let pair = TransformInterpolator(from: CATransform3DMakeScale(0, 0, 1), to: CATransform3DIdentity)
        for x in pair.value(at: 0.5).list { XCTAssertTrue(x.isFinite) }
        let mirrored = TransformInterpolator(from: CATransform3DIdentity, to: CATransform3DMakeScale(-1, 1, 1)).value(at: 0.5)
        XCTAssertEqual(mirrored.m11, 0, accuracy: 1e-12)
    }

    /// Each number of the fourth column alone is a perspective that the components keep.
    func testEachNumberOfTheFourthColumnIsKept() {
        let affine = turned(0.3, -0.2, 0.5).concat(CATransform3DMakeTranslation(5, 6, 7))
        for key in [\CATransform3D.m14, \.m24, \.m34, \.m44] {
            var t = affine
            t[keyPath: key] = 0.002
            assertEqual(TransformComponents(t).matrix, t, 1e-9, "\(key)")
        }
    }
}
