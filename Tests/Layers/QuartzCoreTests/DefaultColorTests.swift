import QuartzCore
import XCTest

final class DefaultColorTests: XCTestCase {
    /// Code reads the components of colours that it never set: as Apple's they are four, in RGB.
    func testDefaultColoursHaveFourComponents() {
        func check(_ color: CGColor?, _ white: CGFloat, _ name: String) {
            XCTAssertEqual(color?.numberOfComponents, 4, name)
            XCTAssertEqual(color?.components, [white, white, white, 1], name)
            XCTAssertEqual(color?.colorSpace?.model, .rgb, name)
        }
        check(CALayer().borderColor, 0, "border")
        check(CALayer().shadowColor, 0, "shadow")
        check(CAShapeLayer().fillColor, 0, "fill")
        check(CATextLayer().foregroundColor, 1, "text")
        check(CAReplicatorLayer().instanceColor, 1, "instances")
        check(CAEmitterCell().color, 1, "particles")
        XCTAssertNil(CAShapeLayer().strokeColor)
        XCTAssertNil(CALayer().backgroundColor)
        check(CAShapeLayer.defaultValue(forKey: "fillColor") as! CGColor?, 0, "by key")
    }
}
