import CoreGraphics
import RenderTree
import XCTest

@testable import Compositor

/// Where pictures and their texels come to lie.
final class PlacementTests: XCTestCase {
    func testStepsInPixelsAreThoseOfTheProjection() {
        let p = Projection(m11: 1.2, m12: 0.3, m13: 0.0011, m21: -0.2, m22: 0.9, m23: -0.0007, m31: 14, m32: 9, m33: 1)
        for at in [SIMD2<Double>(0, 0), SIMD2(200, 30), SIMD2(-50, 120)] {
            let e = 1e-5, here = p.apply(at), steps = p.linear(at: at)
            let x = (p.apply(at + SIMD2(e, 0)) - here) / e, y = (p.apply(at + SIMD2(0, e)) - here) / e
            XCTAssertEqual(steps.x.x, x.x, accuracy: 1e-4)
            XCTAssertEqual(steps.x.y, x.y, accuracy: 1e-4)
            XCTAssertEqual(steps.y.x, y.x, accuracy: 1e-4)
            XCTAssertEqual(steps.y.y, y.y, accuracy: 1e-4)
        }
    }

    func testAPieceThatIsFittedBeginsAndEndsWithItsTexels() {
        let piece = ImageAxes.Piece(start: 0, length: 10, source: 3, sourceLength: -20)
        let (scale, shift) = ImageAxes.fitted(piece, from: 5, to: 15)
        XCTAssertEqual(5 * scale + shift, 3, accuracy: 1e-12)
        XCTAssertEqual(15 * scale + shift, -17, accuracy: 1e-12)
    }

    func testRoundCornersAreThoseOfTheirEndsWhateverTheScale() {
        var op = DrawOp(kind: .fill)
        op.maskedCorners = 1
        func corners(_ x: Double, _ y: Double) -> [Double] {
            op.projection = Projection(m11: x, m12: 0, m13: 0, m21: 0, m22: y, m23: 0, m31: 0, m32: 0, m33: 1)
            let radii = op.upright(CGRect(x: 0, y: 0, width: 20, height: 20), radius: 4).radii
            return [radii.0.x, radii.1.x, radii.2.x, radii.3.x]
        }
        XCTAssertEqual(corners(1, 1), [4, 0, 0, 0])
        XCTAssertEqual(corners(0.5, 0.5), [2, 0, 0, 0])
        XCTAssertEqual(corners(-0.5, 0.5), [0, 2, 0, 0])
        XCTAssertEqual(corners(0.5, -0.5), [0, 0, 0, 2])
        XCTAssertEqual(corners(-2, -2), [0, 0, 8, 0])
    }

    func testAGroupIsAloneWhereNothingIsDoneToItsPicture() {
        XCTAssertTrue(GroupDraw().isAlone)
        XCTAssertTrue(GroupDraw().isPlain)
        func with(_ change: (inout GroupDraw) -> Void) -> GroupDraw {
            var group = GroupDraw()
            change(&group)
            return group
        }
        XCTAssertFalse(with { $0.tint = RGBA(1, 0.5, 1, 1) }.isAlone)
        XCTAssertFalse(with { $0.filters = [.blur(2)] }.isAlone)
        XCTAssertFalse(
            with { $0.shadow = GroupDraw.Shadow(color: RGBA(0, 0, 0, 1), opacity: 1, radius: 2, offset: .zero) }.isAlone)
        XCTAssertTrue(with { $0.blendMode = .multiply }.isAlone)
        XCTAssertFalse(with { $0.blendMode = .multiply }.isPlain)
        XCTAssertTrue(with { $0.hasMask = true }.isAlone)
    }
}
