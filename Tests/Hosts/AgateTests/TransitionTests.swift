import Agate
import QuartzCore
import XCTest

/// Transitions as they show (Behaviour 6.9), on a layer of 40 points in a host of 40 pixels, y downwards.
final class TransitionTests: XCTestCase {
    private let red: UInt32 = 0xFFFF_0000, blue: UInt32 = 0xFF00_00FF
    private let redColor = CGColor(red: 1, green: 0, blue: 0, alpha: 1), blueColor = CGColor(red: 0, green: 0, blue: 1, alpha: 1)

    private struct Scene {
        let host = OffscreenHost(size: CGSize(width: 40, height: 40))
        let layer = CALayer()

        init(_ color: CGColor, frame: CGRect = CGRect(x: 0, y: 0, width: 40, height: 40)) {
            layer.frame = frame
            layer.backgroundColor = color
            host.perform { host.layer.addSublayer(layer) }
        }

        func run(_ transition: CATransition, _ change: () -> Void) {
            transition.duration = 1
            transition.timingFunction = CAMediaTimingFunction(name: .linear)
            host.perform {
                CATransaction.setDisableActions(true)
                layer.add(transition, forKey: nil)
                change()
            }
        }

        func pixel(_ x: Int, _ y: Int, at time: Double) -> UInt32 {
            let image = host.image(at: time)
            return image.withPixels { $0[y * image.width + x] }
        }
    }

    private func transition(_ type: CATransitionType, _ subtype: CATransitionSubtype? = nil) -> CATransition {
        let transition = CATransition()
        transition.type = type
        transition.subtype = subtype
        return transition
    }

    func testFadeIsASumWithoutADip() {
        let scene = Scene(redColor)
        scene.run(transition(.fade, .fromLeft)) { scene.layer.backgroundColor = blueColor }
        for p in [0.25, 0.5, 0.75] {
            let pixel = scene.pixel(20, 20, at: p)
            XCTAssertEqual(Int(pixel >> 24), 255, accuracy: 1, "opaque stays opaque")
            XCTAssertEqual(Double(pixel >> 16 & 255), 255 * (1 - p), accuracy: 1.5)
            XCTAssertEqual(Double(pixel & 255), 255 * p, accuracy: 1.5)
        }
        XCTAssertEqual(scene.pixel(20, 20, at: 1.1), blue)
    }

    /// At a quarter: the new picture covers ten points at the side that it comes from.
    func testSidesOfPushMoveInAndReveal() {
        let sides: [(CATransitionSubtype?, new: (Int, Int), old: (Int, Int))] = [
            (nil, (5, 20), (15, 20)), (.fromLeft, (5, 20), (15, 20)), (.fromRight, (35, 20), (25, 20)), (.fromTop, (20, 5), (20, 15)),
            (.fromBottom, (20, 35), (20, 25)),
        ]
        for type in [CATransitionType.push, .moveIn, .reveal] {
            for (subtype, new, old) in sides {
                let scene = Scene(redColor)
                scene.run(transition(type, subtype)) { scene.layer.backgroundColor = blueColor }
                XCTAssertEqual(scene.pixel(new.0, new.1, at: 0.25), blue, "\(type) \(subtype?.rawValue ?? "none")")
                XCTAssertEqual(scene.pixel(old.0, old.1, at: 0.25), red, "\(type) \(subtype?.rawValue ?? "none")")
                XCTAssertEqual(scene.pixel(old.0, old.1, at: 1.1), blue)
            }
        }
    }

    func testProgressFromStartToEnd() {
        let scene = Scene(redColor)
        let push = transition(.push)
        push.startProgress = 0.25
        push.endProgress = 0.75
        scene.run(push) { scene.layer.backgroundColor = blueColor }
        XCTAssertEqual(scene.pixel(9, 20, at: 0), blue)
        XCTAssertEqual(scene.pixel(11, 20, at: 0), red)
        XCTAssertEqual(scene.pixel(19, 20, at: 0.5), blue)
        XCTAssertEqual(scene.pixel(21, 20, at: 0.5), red)
        XCTAssertEqual(scene.pixel(28, 20, at: 0.999), blue)
        XCTAssertEqual(scene.pixel(31, 20, at: 0.999), red, "the old picture is still there until the end")
        XCTAssertEqual(scene.pixel(31, 20, at: 1.01), blue)
    }

    /// TR2: whatever changes under the layer in that transaction, geometry and tree included.
    func testChangesOfSublayers() {
        let scene = Scene(CGColor(gray: 0, alpha: 1))
        let child = CALayer(), other = CALayer()
        child.frame = CGRect(x: 0, y: 0, width: 20, height: 40)
        child.backgroundColor = redColor
        other.frame = CGRect(x: 20, y: 0, width: 20, height: 40)
        other.backgroundColor = blueColor
        scene.host.perform { scene.layer.addSublayer(child) }
        scene.run(transition(.push, .fromRight)) {
            child.removeFromSuperlayer()
            scene.layer.addSublayer(other)
        }
        // Half way: the right half of the old picture is gone to the left, the left half of the new has come from the right.
        XCTAssertEqual(scene.pixel(10, 20, at: 0.5), 0xFF00_0000, "old: its black right half")
        XCTAssertEqual(scene.pixel(30, 20, at: 0.5), 0xFF00_0000, "new: its black left half")
        XCTAssertEqual(scene.pixel(2, 20, at: 0.25), red, "old: ten points of the red are left")
        XCTAssertEqual(scene.pixel(12, 20, at: 0.25), 0xFF00_0000)
        XCTAssertEqual(scene.pixel(37, 20, at: 0.75), blue)
    }

    func testHiddenAndOpacityFade() {
        let scene = Scene(redColor)
        scene.run(transition(.fade)) { scene.layer.isHidden = true }
        XCTAssertEqual(Int(scene.pixel(20, 20, at: 0.5) >> 24), 128, accuracy: 1)
        XCTAssertEqual(scene.pixel(20, 20, at: 1.1), 0)
    }

    /// TR8: cut by the bounds where the layer masks.
    func testClippedWhereTheLayerMasks() {
        for masks in [false, true] {
            let scene = Scene(redColor, frame: CGRect(x: 10, y: 10, width: 20, height: 20))
            scene.host.perform { scene.layer.masksToBounds = masks }
            scene.run(transition(.push, .fromLeft)) { scene.layer.backgroundColor = blueColor }
            XCTAssertEqual(scene.pixel(5, 20, at: 0.5), masks ? 0 : blue)
            XCTAssertEqual(scene.pixel(35, 20, at: 0.5), masks ? 0 : red)
            XCTAssertEqual(scene.pixel(15, 20, at: 0.5), blue)
            XCTAssertEqual(scene.pixel(25, 20, at: 0.5), red)
        }
    }

    /// Two pages that meet inside a pixel would let what lies behind show through a moving line.
    func testPushedPagesLeaveNoSeam() {
        let scene = Scene(redColor)
        scene.run(transition(.push, .fromRight)) { scene.layer.backgroundColor = blueColor }
        for step in 0..<50 {
            let image = scene.host.image(at: 0.01 + Double(step) * 0.0193)
            XCTAssertTrue(image.withPixels { pixels in (0..<1600).allSatisfy { pixels[$0] == red || pixels[$0] == blue } })
        }
    }

    func testMaskOfTheLayerGoesWithItsPictures() {
        let scene = Scene(redColor)
        let mask = CALayer()
        mask.frame = CGRect(x: 0, y: 0, width: 40, height: 20)
        mask.backgroundColor = CGColor(gray: 0, alpha: 1)
        scene.host.perform { scene.layer.mask = mask }
        scene.run(transition(.push, .fromLeft)) { scene.layer.backgroundColor = blueColor }
        XCTAssertEqual(scene.pixel(10, 10, at: 0.5), blue)
        XCTAssertEqual(scene.pixel(10, 30, at: 0.5), 0)
        XCTAssertEqual(scene.pixel(30, 10, at: 0.5), red)
    }

    /// A second transition starts from the picture that shows.
    func testInterruption() {
        let scene = Scene(redColor)
        scene.run(transition(.push, .fromLeft)) { scene.layer.backgroundColor = blueColor }
        _ = scene.host.image(at: 0.5)
        scene.run(transition(.fade)) { scene.layer.backgroundColor = CGColor(red: 0, green: 1, blue: 0, alpha: 1) }
        XCTAssertEqual(scene.layer.animationKeys(), ["transition"])
        let pixel = scene.pixel(20, 20, at: 1)
        XCTAssertEqual(Double(pixel >> 8 & 255), 127.5, accuracy: 2, "half of the new green")
        XCTAssertEqual(scene.pixel(20, 20, at: 1.6), 0xFF00_FF00)
    }

    func testRemovedLayerAndRemovedTransition() {
        let scene = Scene(redColor)
        scene.run(transition(.push)) { scene.layer.backgroundColor = blueColor }
        _ = scene.host.image(at: 0.5)
        scene.host.perform { scene.layer.removeAllAnimations() }
        XCTAssertEqual(scene.pixel(35, 20, at: 0.6), blue, "the model shows at once")
        scene.run(transition(.push)) { scene.layer.backgroundColor = redColor }
        scene.host.perform { scene.layer.removeFromSuperlayer() }
        XCTAssertEqual(scene.pixel(20, 20, at: 0.9), 0)
    }
}
