import XCTest

@testable import conform

/// The small language of the vectors.
final class ExpressionTests: XCTestCase {
    private func numbers(_ text: String) throws -> [Double]? { try Expression.value(text).json.numbers }

    func testPointsAndRectanglesThroughAffineTransforms() throws {
        XCTAssertEqual(try numbers("CGPointApplyAffineTransform((1,2),CGAffineTransformMakeTranslation(10,20))"), [11, 22])
        XCTAssertEqual(try numbers("CGPointApplyAffineTransform(CGPointMake(1,2),CGAffineTransformMakeScale(3,4))"), [3, 8])
        XCTAssertEqual(try numbers("CGSizeApplyAffineTransform(CGSize(1,2),CGAffineTransformMakeTranslation(10,20))"), [1, 2])
        XCTAssertEqual(try numbers("CGRectApplyAffineTransform([0,0,2,1],CGAffineTransformMake(0,1,-1,0,5,5))"), [4, 5, 1, 2])
        XCTAssertEqual(try numbers("CGAffineTransform PointApply((1,1),MakeScale(2,3))"), [2, 3])
        XCTAssertEqual(try numbers("(1,2*3,4/2)"), [1, 6, 2])
        XCTAssertEqual(try numbers("point(3,-4.5)"), [3, -4.5])
        XCTAssertEqual(try numbers("CGPointApplyAffineTransform(point(3,4),CGAffineTransformMakeScale(2,3))"), [6, 12])
        XCTAssertEqual(try numbers("size(pi/pi, 2)"), [1, 2])
        XCTAssertEqual(try numbers("rect(0,1,2,3)"), [0, 1, 2, 3])
        XCTAssertThrowsError(try Expression.value("point(1,2,3)"))
        XCTAssertThrowsError(try Expression.value("CGPointMake(1)"))
        XCTAssertThrowsError(try Expression.value("(1,identity)"))
    }
}
