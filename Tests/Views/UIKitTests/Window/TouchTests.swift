import Agate
import UIKit
import XCTest

@MainActor final class TouchTests: XCTestCase {
    func testTouchesGoToTheViewTheyCameDownOn() async {
        let scene = Scene()
        let view = scene.add(NotingView(frame: CGRect(x: 10, y: 10, width: 50, height: 50)))
        view.notes = []
        scene.touch(.began, 20, 30)
        scene.touch(.moved, 150, 30)
        scene.touch(.ended, 150, 31)
        scene.touch(.moved, 20, 20)
        XCTAssertEqual(view.notes, ["began 10,20", "moved 140,20", "ended 140,21"])
    }

    func testTouchesNobodyTakesClimbTheResponderChain() async {
        final class Catcher: UIViewController {
            var heard = 0
            override func touchesBegan(_ touches: Set<UITouch>, with event: UIEvent?) { heard += 1 }
        }
        let scene = Scene()
        let controller = Catcher()
        scene.turn { scene.window.rootViewController = controller }
        let inner = UIView(frame: CGRect(x: 0, y: 0, width: 50, height: 50))
        scene.turn { controller.view.addSubview(inner) }
        scene.touch(.began, 20, 20)
        XCTAssertEqual(controller.heard, 1)
        XCTAssertTrue(inner.next === controller.view)
        XCTAssertTrue(controller.view.next === controller)
        XCTAssertTrue(controller.next === scene.window)
    }

    func testOneFingerUnlessMultipleTouch() async {
        let scene = Scene()
        let view = scene.add(NotingView(frame: CGRect(x: 0, y: 0, width: 50, height: 50)))
        view.notes = []
        scene.touch(.began, 10, 10, id: 1)
        scene.touch(.began, 20, 20, id: 2)
        scene.touch(.ended, 20, 20, id: 2)
        scene.touch(.ended, 10, 10, id: 1)
        XCTAssertEqual(view.notes, ["began 10,10", "ended 10,10"])
        view.notes = []
        view.isMultipleTouchEnabled = true
        scene.touch(.began, 10, 10, id: 1)
        scene.touch(.began, 20, 20, id: 2)
        XCTAssertEqual(view.notes, ["began 10,10", "began 20,20"])
    }

    func testExclusiveTouchKeepsOthersOut() async {
        let scene = Scene()
        let a = scene.add(NotingView(frame: CGRect(x: 0, y: 0, width: 50, height: 50)))
        let b = scene.add(NotingView(frame: CGRect(x: 60, y: 0, width: 50, height: 50)))
        a.notes = []
        b.notes = []
        a.isExclusiveTouch = true
        scene.touch(.began, 10, 10, id: 1)
        scene.touch(.began, 70, 10, id: 2)
        XCTAssertEqual(b.notes, [])
        scene.touch(.ended, 70, 10, id: 2)
        scene.touch(.ended, 10, 10, id: 1)
        scene.touch(.began, 70, 10, id: 2)
        scene.touch(.began, 10, 10, id: 1)
        XCTAssertEqual(a.notes, ["began 10,10", "ended 10,10"])
        XCTAssertEqual(b.notes, ["began 10,10"])
    }

    func testTapsCountUp() async {
        final class Counter: UIView {
            var counts: [Int] = []
            override func touchesEnded(_ touches: Set<UITouch>, with event: UIEvent?) { counts.append(touches.first!.tapCount) }
        }
        let scene = Scene()
        let view = scene.add(Counter(frame: CGRect(x: 0, y: 0, width: 200, height: 100)))
        for (time, x) in [(0.0, 10.0), (0.2, 12), (0.3, 150), (2, 150)] {
            scene.touch(.began, x, 10, at: time)
            scene.touch(.ended, x, 10)
        }
        XCTAssertEqual(view.counts, [1, 2, 1, 1])
    }

    func testKeysGoToTheFirstResponder() async {
        final class Keyed: UIView {
            var heard: [String] = []
            override var canBecomeFirstResponder: Bool { true }
            override func pressesBegan(_ presses: Set<UIPress>, with event: UIPressesEvent?) {
                heard += presses.compactMap { $0.key?.characters }
            }
            override func pressesEnded(_ presses: Set<UIPress>, with event: UIPressesEvent?) { heard += presses.map { _ in "up" } }
        }
        let scene = Scene()
        let a = scene.add(Keyed()), b = scene.add(Keyed())
        XCTAssertTrue(a.becomeFirstResponder())
        scene.key(4, "a")
        XCTAssertTrue(b.becomeFirstResponder())
        XCTAssertFalse(a.isFirstResponder)
        scene.key(4, "a", isDown: false)
        scene.key(5, "b")
        scene.turn { b.removeFromSuperview() }
        XCTAssertNil(b.window)
        scene.key(6, "c")
        scene.key(5, "b", isDown: false)
        XCTAssertEqual(a.heard, ["a", "up"])
        XCTAssertEqual(b.heard, ["b", "up"])
    }

    func testWindowsTakeTouchesByLevel() async {
        let scene = Scene()
        let high = scene.turn { UIWindow(host: scene.host) }
        high.windowLevel = .alert
        let view = NotingView(frame: CGRect(x: 0, y: 0, width: 50, height: 50)),
            under = scene.add(NotingView(frame: CGRect(x: 0, y: 0, width: 50, height: 50)))
        scene.turn {
            high.addSubview(view)
            high.isHidden = false
            scene.window.isHidden = false
        }
        view.notes = []
        under.notes = []
        scene.touch(.began, 10, 10)
        XCTAssertEqual(view.notes, ["began 10,10"])
        XCTAssertEqual(under.notes, [])
        XCTAssertEqual(scene.host.layer.sublayers, [scene.window.layer, high.layer])
        scene.turn { high.isHidden = true }
        scene.touch(.began, 10, 10, id: 2)
        XCTAssertEqual(under.notes, ["began 10,10"])
    }
}
