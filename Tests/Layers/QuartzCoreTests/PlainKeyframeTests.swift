import CoreGraphics
import Foundation
import RenderTree
import XCTest

@testable import QuartzCore

/// Keyframes that the engine makes itself, without objects.
final class PlainKeyframeTests: XCTestCase {
    private func animation(_ keyPath: String, _ values: [PropertyValue]) -> CAKeyframeAnimation {
        let animation = CAKeyframeAnimation(keyPath: keyPath, plainValues: values)
        animation.duration = 4
        return animation
    }

    private func shown(_ animation: CAAnimation, _ keyPath: String) -> Any? {
        let scene = TestScene(), layer = scene.live(CALayer())
        layer.add(animation, forKey: "a")
        CATransaction.flush()
        scene.clock.now += 1
        return layer.presentation()?.value(forKeyPath: keyPath)
    }

    func testProgramsSeeObjects() {
        let animation = animation("position", [.point(.zero), .point(CGPoint(x: 4, y: 8))])
        XCTAssertEqual(animation.values as? [CGPoint], [.zero, CGPoint(x: 4, y: 8)])
        XCTAssertEqual((animation.copy() as? CAKeyframeAnimation)?.values as? [CGPoint], [.zero, CGPoint(x: 4, y: 8)])
        XCTAssertEqual(animation.value(forKey: "values") as? [CGPoint], [.zero, CGPoint(x: 4, y: 8)])
        XCTAssertEqual(shown(animation, "position") as? CGPoint, CGPoint(x: 1, y: 2))
    }

    func testProgramsReplaceThem() {
        let animation = animation("position", [.point(.zero), .point(CGPoint(x: 4, y: 8))])
        animation.values = [CGPoint(x: 8, y: 0), CGPoint(x: 16, y: 0)]
        XCTAssertEqual(animation.values as? [CGPoint], [CGPoint(x: 8, y: 0), CGPoint(x: 16, y: 0)])
        XCTAssertEqual(shown(animation, "position") as? CGPoint, CGPoint(x: 10, y: 0))
        animation.values = nil
        XCTAssertNil(animation.values)
    }

    func testValuesOfAnotherKindAreReadLikeObjects() {
        let animation = animation("cornerRadius", [.string("0"), .string("8")])
        XCTAssertEqual((shown(animation, "cornerRadius") as? NSNumber)?.doubleValue, 2)
    }

    func testEachKindIsTheSameAsWithObjects() {
        let kinds: [(String, [PropertyValue])] = [
            ("opacity", [.number(0.25), .number(1)]), ("position.x", [.number(0), .number(8)]),
            ("bounds", [.rect(.zero), .rect(CGRect(x: 0, y: 0, width: 8, height: 4))]),
            ("shadowOffset", [.size(.zero), .size(CGSize(width: 4, height: 4))]),
            (
                "backgroundColor",
                [.color(CGColor(red: 1, green: 0, blue: 0, alpha: 1)), .color(CGColor(red: 0, green: 0, blue: 1, alpha: 1))]
            ),
            ("transform", [.transform(CATransform3DIdentity), .transform(CATransform3DMakeScale(2, 3, 1))]),
        ]
        for (keyPath, values) in kinds {
            let objects = CAKeyframeAnimation(keyPath: keyPath)
            (objects.values, objects.duration) = (values.map { Boxing.any($0) }, 4)
            let expected = shown(objects, keyPath).map { Boxing.value($0) }
            let found = shown(animation(keyPath, values), keyPath).map { Boxing.value($0) }
            XCTAssertNotNil(found)
            XCTAssertEqual(found, expected, keyPath)
        }
    }
}
