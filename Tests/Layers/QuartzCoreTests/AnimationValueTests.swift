import Foundation
import XCTest

@testable import QuartzCore

/// Every kind of value, in every box that Swift on Linux gives, in an animation.
final class AnimationValueTests: XCTestCase {
    /// What shows a quarter of the way from one value to another.
    private func quarter(_ keyPath: String, _ from: Any, _ to: Any, on layer: CALayer = CALayer()) -> Any? {
        let scene = TestScene()
        let layer = scene.live(layer)
        let animation = CABasicAnimation(keyPath: keyPath)
        animation.fromValue = from
        animation.toValue = to
        animation.duration = 4
        layer.add(animation, forKey: "a")
        CATransaction.flush()
        scene.clock.now += 1
        return layer.presentation()?.value(forKeyPath: keyPath)
    }

    func testNumbersInEveryBox() {
        let boxes: [(Any, Any)] = [
            (0, 8), (0.0, 8.0), (Float(0), Float(8)), (CGFloat(0), CGFloat(8)), (NSNumber(value: 0), NSNumber(value: 8)),
            (UInt8(0), UInt8(8)),
            (Int8(0), Int8(8)), (Int32(0), UInt64(8)), (0, 8.0), (NSNumber(value: 0.0), Float(8)),
            (Optional(0) as Any, Optional(8.0) as Any),
        ]
        for (from, to) in boxes {
            XCTAssertEqual((quarter("cornerRadius", from, to) as? NSNumber)?.doubleValue, 2, "\(type(of: to))")
            XCTAssertEqual((quarter("mine", from, to) as? NSNumber)?.doubleValue, 2, "\(type(of: to))")
        }
    }

    func testStructures() {
        XCTAssertEqual(quarter("position", CGPoint.zero, CGPoint(x: 4, y: 8)) as? CGPoint, CGPoint(x: 1, y: 2))
        XCTAssertEqual(quarter("position", NSValue(point: .zero), NSValue(point: CGPoint(x: 4, y: 8))) as? CGPoint, CGPoint(x: 1, y: 2))
        XCTAssertEqual(quarter("shadowOffset", CGSize.zero, CGSize(width: 4, height: 8)) as? CGSize, CGSize(width: 1, height: 2))
        XCTAssertEqual(
            quarter("bounds", CGRect.zero, CGRect(x: 4, y: 4, width: 8, height: 8)) as? CGRect, CGRect(x: 1, y: 1, width: 2, height: 2))
        let insets = quarter("own", NSEdgeInsets(), NSEdgeInsets(top: 4, left: 8, bottom: 12, right: 16)) as? NSEdgeInsets
        XCTAssertEqual(insets.map { [$0.top, $0.left, $0.bottom, $0.right] }, [1, 2, 3, 4])
    }

    func testColoursAcrossSpacesPathsAndLists() {
        let gray = CGColor(gray: 0, alpha: 1), red = CGColor(red: 1, green: 0, blue: 0, alpha: 1)
        let mixed = quarter("backgroundColor", gray, red) as? CGColor
        XCTAssertEqual(mixed?.components, [0.25, 0, 0, 1])
        let small = CGPath(rect: CGRect(x: 0, y: 0, width: 4, height: 4), transform: nil)
        let large = CGPath(rect: CGRect(x: 4, y: 0, width: 8, height: 8), transform: nil)
        let path = quarter("path", small, large, on: CAShapeLayer())
        XCTAssertEqual((path as? CGPath)?.boundingBox, CGRect(x: 1, y: 0, width: 5, height: 5))
        XCTAssertEqual(quarter("locations", [0, 0.5], [NSNumber(value: 0.4), 1.0], on: CAGradientLayer()) as? [Double], [0.1, 0.625])
    }

    func testNoValueOfAnotherKindRuns() {
        let wrong: [(String, Any)] = [
            ("position", "here"), ("opacity", CGPoint.zero), ("backgroundColor", 3), ("bounds", CGSize.zero), ("transform", [1, 2]),
        ]
        for (key, value) in wrong {
            let layer = CALayer()
            let animation = CABasicAnimation(keyPath: key)
            animation.fromValue = value
            animation.toValue = value
            XCTAssertEqual(reportedIDs { layer.add(animation, forKey: nil) }, ["animation.value-type"], key)
        }
    }
}
