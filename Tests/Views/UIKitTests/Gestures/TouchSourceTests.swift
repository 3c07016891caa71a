import Agate
import XCTest

@testable import UIKit

/// Buttons of the mouse, and the speeds of two fingers.
@MainActor final class TouchSourceTests: XCTestCase {
    func testTapsOfEachButton() async {
        for (mask, wanted) in [
            (UIEvent.ButtonMask.primary, [true, true, false, false]), (.secondary, [true, false, true, false]),
            ([.primary, .secondary], [true, true, true, false]), (.button(3), [true, false, false, true]),
        ] {
            let sources: [InputEvent.Touch.Source] = [.finger, .mouse(button: 0), .mouse(button: 1), .mouse(button: 2)]
            for (source, isTap) in zip(sources, wanted) {
                let scene = Scene(), view = scene.add(UIView(frame: CGRect(x: 0, y: 0, width: 100, height: 100)))
                let recognizer = UITapGestureRecognizer()
                var taps = 0
                recognizer.addHandler { _ in taps += 1 }
                recognizer.buttonMaskRequired = mask
                view.addGestureRecognizer(recognizer)
                for phase in [InputEvent.Phase.began, .ended] {
                    scene.advance(to: scene.time + 0.05)
                    let touch = InputEvent.Touch(phase, at: CGPoint(x: 30, y: 40), source: source)
                    scene.host.send(InputEvent(time: scene.time, .touch(touch)))
                }
                scene.advance(to: scene.time + 1)
                XCTAssertEqual(taps, isTap ? 1 : 0, "\(source), \(mask.rawValue)")
            }
        }
    }

    /// Two fingers that turn and part steadily have a steady speed.
    func testSpeedsOfTwoFingers() async {
        let scene = Scene(CGSize(width: 300, height: 300)), view = scene.add(UIView(frame: CGRect(x: 0, y: 0, width: 300, height: 300)))
        let rotation = UIRotationGestureRecognizer(), pinch = UIPinchGestureRecognizer(), both = Together()
        for recognizer in [rotation, pinch] {
            recognizer.delegate = both
            view.addGestureRecognizer(recognizer)
        }
        func fingers(_ phase: InputEvent.Phase, _ angle: CGFloat, _ radius: CGFloat) {
            for (id, side) in [CGFloat(1), -1].enumerated() {
                scene.touch(phase, 150 + side * radius * cos(angle), 150 + side * radius * sin(angle), id: id)
            }
        }
        fingers(.began, 0, 50)
        for step in 1...20 {
            scene.advance(to: scene.time + 0.02)
            fingers(.moved, CGFloat(step) * 0.03, 50 + CGFloat(step))
            guard step > 12 else { continue }
            XCTAssertEqual(rotation.velocity, 1.5, accuracy: 0.1, "step \(step)")
            XCTAssertEqual(rotation.rotation, CGFloat(step) * 0.03, accuracy: 1e-6)
            XCTAssertEqual(pinch.scale, (50 + CGFloat(step)) / 50, accuracy: 1e-6)
            XCTAssertEqual(pinch.velocity, 1, accuracy: 0.1, "step \(step)")
        }
    }

    private final class Together: NSObject, UIGestureRecognizerDelegate {
        func gestureRecognizer(
            _ gestureRecognizer: UIGestureRecognizer, shouldRecognizeSimultaneouslyWith otherGestureRecognizer: UIGestureRecognizer
        ) -> Bool { true }
    }
}
