import Agate
import XCTest

@testable import UIKit

@MainActor final class GestureTests: XCTestCase {
    /// Writes down the states of recognizers.
    @MainActor private final class Log {
        var notes: [String] = []
        func add<Recognizer: UIGestureRecognizer>(_ name: String, _ recognizer: Recognizer) -> Recognizer {
            recognizer.addHandler { [unowned self] in notes.append("\(name) \($0.state)") }
            return recognizer
        }
    }

    private final class Judge: NSObject, UIGestureRecognizerDelegate {
        var mayBegin = true, together = false
        var receives: (UITouch) -> Bool = { _ in true }
        func gestureRecognizerShouldBegin(_ gestureRecognizer: UIGestureRecognizer) -> Bool { mayBegin }
        func gestureRecognizer(_ gestureRecognizer: UIGestureRecognizer, shouldRecognizeSimultaneouslyWith other: UIGestureRecognizer)
            -> Bool
        { together }
        func gestureRecognizer(_ gestureRecognizer: UIGestureRecognizer, shouldReceive touch: UITouch) -> Bool { receives(touch) }
    }

    private let scene = Scene(CGSize(width: 300, height: 300))
    private let log = Log()
    private lazy var view = scene.add(NotingView(frame: CGRect(x: 0, y: 0, width: 300, height: 300)))

    private func recognize<Recognizer: UIGestureRecognizer>(_ name: String, _ recognizer: Recognizer, on other: UIView? = nil) -> Recognizer
    {
        (other ?? view).addGestureRecognizer(log.add(name, recognizer))
        return recognizer
    }

    private func tap(_ x: CGFloat, _ y: CGFloat, after pause: Double = 0.05, held: Double = 0.05) {
        scene.touch(.began, x, y, at: scene.time + pause)
        scene.touch(.ended, x, y, at: scene.time + held)
    }

    private func drag(_ points: [CGPoint], every step: Double = 0.02) {
        scene.touch(.began, points[0].x, points[0].y, at: scene.time + 0.1)
        for point in points.dropFirst() { scene.touch(.moved, point.x, point.y, at: scene.time + step) }
        scene.touch(.ended, points.last!.x, points.last!.y, at: scene.time + step)
    }

    func testTap() async {
        let recognizer = recognize("tap", UITapGestureRecognizer())
        view.notes = []
        tap(20, 30)
        XCTAssertEqual(log.notes, ["tap ended"])
        XCTAssertEqual(recognizer.location(in: view), CGPoint(x: 20, y: 30))
        XCTAssertEqual(recognizer.state, .possible)
        // The view heard of the finger, and lost it.
        XCTAssertEqual(view.notes, ["began 20,30", "cancelled 20,30"])
        recognizer.cancelsTouchesInView = false
        view.notes = []
        tap(20, 30, after: 1)
        XCTAssertEqual(view.notes, ["began 20,30", "ended 20,30"])
        // Held too long, and dragged away.
        log.notes = []
        tap(20, 30, after: 1, held: 1)
        drag([CGPoint(x: 10, y: 10), CGPoint(x: 80, y: 10)])
        XCTAssertEqual(log.notes, [])
        recognizer.isEnabled = false
        tap(20, 30, after: 1)
        XCTAssertEqual(log.notes, [])
    }

    func testTapsThatWaitForEachOther() async {
        let single = recognize("one", UITapGestureRecognizer()), double = recognize("two", UITapGestureRecognizer())
        double.numberOfTapsRequired = 2
        single.require(toFail: double)
        tap(50, 50)
        XCTAssertEqual(log.notes, [])
        scene.advance(to: scene.time + 0.5)
        XCTAssertEqual(log.notes, ["one ended"])
        XCTAssertEqual([single.state, double.state], [.possible, .possible])
        log.notes = []
        tap(50, 50, after: 1)
        tap(52, 50)
        XCTAssertEqual(log.notes, ["two ended"])
        scene.advance(to: scene.time + 1)
        XCTAssertEqual(log.notes, ["two ended"])
        // Without the wait both are seen, and the first does not keep the second from being seen later.
        log.notes = []
        let other = scene.add(UIView(frame: CGRect(x: 0, y: 0, width: 40, height: 40)))
        _ = recognize("quick", UITapGestureRecognizer(), on: other)
        tap(10, 10, after: 1)
        XCTAssertEqual(log.notes, ["quick ended"])
    }

    func testTapWithTwoFingers() async {
        let recognizer = recognize("tap", UITapGestureRecognizer())
        recognizer.numberOfTouchesRequired = 2
        tap(50, 50)
        XCTAssertEqual(log.notes, [])
        scene.touch(.began, 50, 50, id: 1, at: scene.time + 1)
        scene.touch(.began, 90, 50, id: 2)
        XCTAssertEqual(recognizer.numberOfTouches, 2)
        XCTAssertEqual(recognizer.location(in: nil), CGPoint(x: 70, y: 50))
        XCTAssertEqual(recognizer.location(ofTouch: 1, in: nil), CGPoint(x: 90, y: 50))
        scene.touch(.ended, 50, 50, id: 1, at: scene.time + 0.05)
        scene.touch(.ended, 90, 50, id: 2, at: scene.time + 0.05)
        XCTAssertEqual(log.notes, ["tap ended"])
    }

    /// A closure that names its class gets that, one that does not gets any recognizer.
    func testHandlersTakeTheirOwnClass() async {
        var translations: [CGFloat] = [], states: [UIGestureRecognizer.State] = []
        let pan = UIPanGestureRecognizer { (pan: UIPanGestureRecognizer) in translations.append(pan.translation(in: self.view).x) }
        let other = UIPanGestureRecognizer { states.append($0.state) }
        let judge = Judge()
        judge.together = true
        other.delegate = judge
        pan.delegate = judge
        view.addGestureRecognizer(other)
        _ = recognize("pan", pan)
        drag((0...5).map { CGPoint(x: 20 + 8 * $0, y: 40) })
        XCTAssertEqual(translations, [16, 24, 32, 40, 40])
        XCTAssertEqual(states.last, .ended)
    }

    func testPan() async {
        let pan = UIPanGestureRecognizer()
        var translations: [CGPoint] = [], velocity = CGPoint.zero
        pan.addHandler {
            translations.append($0.translation(in: self.view))
            velocity = $0.velocity(in: self.view)
        }
        _ = recognize("pan", pan)
        drag((0...5).map { CGPoint(x: 20 + 8 * $0, y: 40) })
        XCTAssertEqual(log.notes, ["pan began", "pan changed", "pan changed", "pan changed", "pan ended"])
        XCTAssertEqual(translations.map(\.x), [16, 24, 32, 40, 40])
        // 8 points in 0.02 s.
        XCTAssertEqual(velocity.x, 400, accuracy: 1)
        XCTAssertEqual(velocity.y, 0)
        // A finger that rests before it goes up throws nothing.
        scene.touch(.began, 10, 10, at: scene.time + 1)
        scene.touch(.moved, 50, 10, at: scene.time + 0.05)
        scene.touch(.ended, 50, 10, at: scene.time + 0.5)
        XCTAssertEqual(velocity, .zero)
        // In a view that is turned and scaled, translation is in its own points.
        view.transform = CGAffineTransform(a: 0, b: 2, c: -2, d: 0, tx: 0, ty: 0)
        translations = []
        drag([CGPoint(x: 150, y: 150), CGPoint(x: 150, y: 170)])
        XCTAssertEqual(translations[0].x, 10, accuracy: 1e-9)
        XCTAssertEqual(translations[0].y, 0, accuracy: 1e-9)
    }

    func testTranslationIsSetAndFingersComeAndGo() async {
        let pan = recognize("pan", UIPanGestureRecognizer())
        scene.touch(.began, 100, 100, id: 1, at: 1)
        scene.touch(.moved, 120, 100, id: 1, at: 1.02)
        pan.setTranslation(.zero, in: view)
        scene.touch(.moved, 125, 100, id: 1, at: 1.04)
        XCTAssertEqual(pan.translation(in: view), CGPoint(x: 5, y: 0))
        // A second finger does not move it, and neither does its end.
        scene.touch(.began, 200, 200, id: 2, at: 1.06)
        scene.touch(.moved, 200, 210, id: 2, at: 1.08)
        XCTAssertEqual(pan.translation(in: view), CGPoint(x: 5, y: 5))
        scene.touch(.ended, 200, 210, id: 2, at: 1.1)
        XCTAssertEqual(pan.state, .changed)
        scene.touch(.moved, 126, 100, id: 1, at: 1.12)
        XCTAssertEqual(pan.translation(in: view), CGPoint(x: 6, y: 5))
        scene.touch(.cancelled, 126, 100, id: 1, at: 1.14)
        XCTAssertEqual(log.notes.last, "pan cancelled")
    }

    func testTheInnerOneWinsUnlessBothMay() async {
        let inner = scene.add(UIView(frame: CGRect(x: 0, y: 0, width: 100, height: 100)))
        scene.turn { view.addSubview(inner) }
        let outerPan = recognize("outer", UIPanGestureRecognizer()), innerPan = recognize("inner", UIPanGestureRecognizer(), on: inner)
        let path = [CGPoint(x: 20, y: 20), CGPoint(x: 60, y: 20)]
        drag(path)
        XCTAssertEqual(log.notes, ["inner began", "inner ended"])
        XCTAssertEqual(outerPan.state, .possible)
        log.notes = []
        let judge = Judge()
        judge.together = true
        outerPan.delegate = judge
        drag(path)
        XCTAssertEqual(log.notes, ["inner began", "outer began", "inner ended", "outer ended"])
        // What may not begin leaves the way free.
        log.notes = []
        let other = Judge()
        other.mayBegin = false
        innerPan.delegate = other
        drag(path)
        XCTAssertEqual(log.notes, ["outer began", "outer ended"])
        log.notes = []
        judge.receives = { _ in false }
        drag(path)
        XCTAssertEqual(log.notes, [])
    }

    func testLongPress() async {
        let press = recognize("press", UILongPressGestureRecognizer())
        scene.touch(.began, 50, 50, at: 1)
        scene.advance(to: 1.45)
        XCTAssertEqual(log.notes, [])
        scene.advance(to: 1.55)
        XCTAssertEqual(log.notes, ["press began"])
        scene.touch(.moved, 150, 50, at: 1.6)
        scene.touch(.ended, 150, 50, at: 1.7)
        XCTAssertEqual(log.notes, ["press began", "press changed", "press ended"])
        log.notes = []
        scene.touch(.began, 50, 50, at: 3)
        scene.touch(.moved, 65, 50, at: 3.1)
        scene.advance(to: 4)
        scene.touch(.ended, 65, 50)
        tap(50, 50, after: 1)
        XCTAssertEqual(log.notes, [])
        XCTAssertEqual(press.state, .possible)
    }

    func testPinchAndRotationTogether() async {
        let pinch = recognize("pinch", UIPinchGestureRecognizer()), rotation = recognize("rotation", UIRotationGestureRecognizer())
        let judge = Judge()
        judge.together = true
        pinch.delegate = judge
        scene.touch(.began, 100, 150, id: 1, at: 1)
        scene.touch(.began, 200, 150, id: 2, at: 1)
        scene.touch(.moved, 250, 150, id: 2, at: 1.02)
        XCTAssertEqual(pinch.state, .began)
        XCTAssertEqual(pinch.scale, 1.5, accuracy: 1e-9)
        XCTAssertEqual(rotation.state, .possible)
        scene.touch(.moved, 100, 300, id: 2, at: 1.04)
        XCTAssertEqual(rotation.rotation, .pi / 2, accuracy: 1e-9)
        XCTAssertEqual(rotation.state, .began)
        pinch.scale = 1
        scene.touch(.moved, 100, 225, id: 2, at: 1.06)
        XCTAssertEqual(pinch.scale, 0.5, accuracy: 1e-9)
        XCTAssertEqual(pinch.velocity, -0.25 / 0.06, accuracy: 1e-9, "from 100 points to 75, over all that is seen")
        scene.touch(.ended, 100, 225, id: 2, at: 1.08)
        scene.touch(.ended, 100, 150, id: 1, at: 1.08)
        XCTAssertEqual(log.notes.suffix(2), ["pinch ended", "rotation ended"])
        XCTAssertEqual(pinch.scale, 1)
        XCTAssertEqual(rotation.rotation, 0)
    }

    func testSwipe() async {
        let swipe = recognize("swipe", UISwipeGestureRecognizer())
        swipe.direction = [.left, .up]
        drag([CGPoint(x: 200, y: 100), CGPoint(x: 170, y: 102), CGPoint(x: 140, y: 104)])
        XCTAssertEqual(log.notes, ["swipe ended"])
        drag([CGPoint(x: 200, y: 200), CGPoint(x: 200, y: 140)])
        XCTAssertEqual(log.notes, ["swipe ended", "swipe ended"])
        // The other way, too slowly, and too short.
        drag([CGPoint(x: 100, y: 100), CGPoint(x: 170, y: 102)])
        drag([CGPoint(x: 200, y: 100), CGPoint(x: 180, y: 100), CGPoint(x: 140, y: 100)], every: 0.4)
        drag([CGPoint(x: 200, y: 100), CGPoint(x: 170, y: 100)])
        XCTAssertEqual(log.notes.count, 2)
    }

    func testScreenEdge() async {
        let edge = recognize("edge", UIScreenEdgePanGestureRecognizer())
        edge.edges = .left
        drag([CGPoint(x: 5, y: 100), CGPoint(x: 40, y: 100)])
        XCTAssertEqual(log.notes, ["edge began", "edge ended"])
        drag([CGPoint(x: 50, y: 100), CGPoint(x: 90, y: 100)])
        drag([CGPoint(x: 5, y: 100), CGPoint(x: 8, y: 140), CGPoint(x: 60, y: 140)])
        XCTAssertEqual(log.notes.count, 2)
    }

    func testHover() async {
        let small = scene.add(UIView(frame: CGRect(x: 100, y: 100, width: 50, height: 50)))
        let hover = recognize("hover", UIHoverGestureRecognizer(), on: small)
        func move(_ x: CGFloat, _ y: CGFloat) { scene.host.send(InputEvent(time: scene.time, .hover(CGPoint(x: x, y: y)))) }
        move(10, 10)
        move(110, 120)
        XCTAssertEqual(hover.location(in: small), CGPoint(x: 10, y: 20))
        move(120, 120)
        move(10, 10)
        move(120, 120)
        XCTAssertEqual(log.notes, ["hover began", "hover changed", "hover ended", "hover began"])
    }

    func testDelaysAndSubclasses() async {
        /// Waits for a finger that moves down by 30 points.
        final class Down: UIGestureRecognizer {
            var start = CGPoint.zero, resets = 0
            override func touchesBegan(_ touches: Set<UITouch>, with event: UIEvent) { start = location(in: nil) }
            override func touchesMoved(_ touches: Set<UITouch>, with event: UIEvent) {
                let here = location(in: nil)
                if abs(here.x - start.x) > 10 { state = .failed } else if here.y - start.y > 30 { state = .recognized }
            }
            override func reset() { resets += 1 }
        }
        let down = recognize("down", Down())
        down.delaysTouchesBegan = true
        view.notes = []
        scene.touch(.began, 50, 50, at: 1)
        scene.touch(.moved, 50, 60, at: 1.1)
        XCTAssertEqual(view.notes, [])
        scene.touch(.moved, 70, 60, at: 1.2)
        XCTAssertEqual(view.notes, ["began 70,60", "moved 70,60", "moved 70,60"])
        scene.touch(.ended, 70, 60, at: 1.3)
        XCTAssertEqual(down.resets, 1)
        view.notes = []
        drag([CGPoint(x: 50, y: 50), CGPoint(x: 50, y: 100)])
        XCTAssertEqual(log.notes, ["down ended"])
        XCTAssertEqual(view.notes, [])
        XCTAssertEqual(down.resets, 2)
        // Never recognised is failed when the finger goes up.
        tap(50, 50)
        XCTAssertEqual(down.resets, 3)
    }

    func testHandlersThatChangeWhatTheyHang() async {
        var calls = 0
        let recognizer = UITapGestureRecognizer()
        recognizer.addHandler { [unowned view] in
            calls += 1
            view.removeGestureRecognizer($0)
            view.removeFromSuperview()
        }
        view.addGestureRecognizer(recognizer)
        tap(50, 50)
        tap(50, 50)
        XCTAssertEqual(calls, 1)
        XCTAssertEqual(recognizer.state, .possible)
        XCTAssertNil(recognizer.view)
    }

    func testAGestureEndsWhenItIsSwitchedOffOrTakenAway() async {
        let pan = recognize("pan", UIPanGestureRecognizer())
        scene.touch(.began, 50, 50, at: 1)
        scene.touch(.moved, 90, 50, at: 1.1)
        pan.isEnabled = false
        scene.touch(.moved, 99, 50, at: 1.2)
        XCTAssertEqual(log.notes, ["pan began", "pan cancelled"])
        pan.isEnabled = true
        // What is left of the old finger is no new gesture.
        scene.touch(.moved, 160, 50, at: 1.3)
        scene.touch(.ended, 160, 50, at: 1.4)
        XCTAssertEqual(log.notes.count, 2)
        scene.touch(.began, 50, 50, at: 2)
        scene.touch(.moved, 90, 50, at: 2.1)
        view.removeGestureRecognizer(pan)
        XCTAssertEqual(log.notes.suffix(2), ["pan began", "pan cancelled"])
        XCTAssertEqual(pan.state, .possible)
        scene.touch(.ended, 90, 50, at: 2.2)
    }

    func testViewsMayRefuseAGesture() async {
        final class Refusing: UIView {
            override func gestureRecognizerShouldBegin(_ gestureRecognizer: UIGestureRecognizer) -> Bool {
                !(gestureRecognizer is UIPanGestureRecognizer)
            }
        }
        _ = recognize("pan", UIPanGestureRecognizer())
        _ = recognize("tap", UITapGestureRecognizer())
        let inner = Refusing(frame: CGRect(x: 0, y: 0, width: 100, height: 100))
        scene.turn { view.addSubview(inner) }
        drag([CGPoint(x: 20, y: 20), CGPoint(x: 80, y: 20)])
        tap(20, 20, after: 1)
        drag([CGPoint(x: 120, y: 120), CGPoint(x: 180, y: 120)])
        XCTAssertEqual(log.notes, ["tap ended", "pan began", "pan ended"])
    }

    func testAContinuousGestureThatWaitedCatchesUp() async {
        // The pan waits for the swipe; when that fails, the pan begins where the finger is, and ends if it is gone.
        let pan = recognize("pan", UIPanGestureRecognizer()), swipe = recognize("swipe", UISwipeGestureRecognizer())
        pan.require(toFail: swipe)
        drag([CGPoint(x: 20, y: 20), CGPoint(x: 34, y: 20), CGPoint(x: 40, y: 20)])
        XCTAssertEqual(log.notes, ["pan began", "pan ended"])
        log.notes = []
        drag([CGPoint(x: 20, y: 20), CGPoint(x: 60, y: 20), CGPoint(x: 100, y: 20)])
        XCTAssertEqual(log.notes, ["swipe ended"])
        log.notes = []
        drag([CGPoint(x: 20, y: 20), CGPoint(x: 20, y: 60), CGPoint(x: 20, y: 70)])
        XCTAssertEqual(log.notes, ["pan began", "pan changed", "pan ended"])
    }

    func testTargets() async {
        final class Target: NSObject, SelectorPerforming {
            var calls: [String] = []
            func tapped(_ recognizer: UITapGestureRecognizer) { calls.append("tapped") }
            func plain() { calls.append("plain") }
            func perform(_ selector: Selector, with object: Any?) -> Bool {
                guard selector == "named:" else { return false }
                calls.append("named \(object is UITapGestureRecognizer)")
                return true
            }
        }
        var target: Target? = Target()
        let recognizer = UITapGestureRecognizer(target: target, action: "named:")
        recognizer.addTarget(target!, action: Target.tapped)
        recognizer.addTarget(target!, action: Target.plain)
        view.addGestureRecognizer(recognizer)
        tap(50, 50)
        XCTAssertEqual(target?.calls, ["named true", "tapped", "plain"])
        recognizer.removeTarget(target, action: "named:")
        tap(50, 50, after: 1)
        XCTAssertEqual(target?.calls.count, 5)
        // Targets are not kept.
        weak let gone = target
        target = nil
        XCTAssertNil(gone)
        tap(50, 50, after: 1)
    }
}
