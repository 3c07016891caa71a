import Agate
import CoreGraphics
import QuartzCore
import RenderTree
import XCTest

final class FunctionAnimationTests: XCTestCase {
    private final class Square: TimeFunction {
        func value(at time: Double) -> PropertyValue { .number(time * time) }
    }

    private final class Box: TimeFunction {
        func value(at time: Double) -> PropertyValue { .path(CGPath(rect: CGRect(x: 0, y: 0, width: time, height: 1), transform: nil)) }
    }

    private func animation(_ keyPath: String, _ function: any TimeFunction) -> FunctionAnimation {
        let animation = FunctionAnimation(keyPath: keyPath, function)
        animation.beginTime = 1
        animation.duration = 2
        animation.fillMode = .both
        animation.isRemovedOnCompletion = false
        animation.sampleRate = 2
        return animation
    }

    func testValuesAreThoseOfItsOwnTimeInAnyOrder() {
        let host = OffscreenHost(size: CGSize(width: 10, height: 10), scale: 1)
        let layer = CAShapeLayer()
        host.perform {
            host.layer.addSublayer(layer)
            host.layer.speed = 0
            layer.add(animation("position.x", Square()), forKey: "x")
            layer.add(animation("path", Box()), forKey: "path")
        }
        for (time, x) in [(2.0, 1.0), (0, 0), (3, 4), (9, 4), (1.5, 0.25)] {
            host.perform { host.layer.timeOffset = time }
            let shown = layer.presentation()
            XCTAssertEqual(shown?.position.x ?? -1, x, accuracy: 1e-12)
            XCTAssertEqual(shown?.path?.boundingBoxOfPath.width ?? -1, min(2, max(0, time - 1)), accuracy: 1e-12)
        }
    }

    func testArchivesKeepKeyframesOfIt() throws {
        let data = try NSKeyedArchiver.archivedData(withRootObject: animation("position.x", Square()), requiringSecureCoding: true)
        let read = try XCTUnwrap(try NSKeyedUnarchiver.unarchivedObject(ofClass: CAKeyframeAnimation.self, from: data))
        XCTAssertEqual(read.keyPath, "position.x")
        XCTAssertEqual(read.values as? [Double], [0, 0.25, 1, 2.25, 4])
        XCTAssertEqual(read.duration, 2)
        XCTAssertEqual(read.beginTime, 1)
    }

    func testCopiesShareTheFunction() {
        let original = animation("position.x", Square()), copy = original.copy() as? FunctionAnimation
        XCTAssertTrue(copy?.function === original.function)
        XCTAssertEqual(copy?.sampleRate, 2)
    }
}
