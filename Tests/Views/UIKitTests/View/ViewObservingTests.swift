import Agate
@testable import UIKit
import XCTest

@MainActor final class ViewObservingTests: XCTestCase {
    func testViewsAreObserved() async {
        let view = UIView()
        var lines: [String] = []
        let observations = [
            view.observe(\.frame, options: .new) { _, change in lines.append("frame \(change.newValue!.width)") },
            view.observe(\.alpha, options: [.old, .new]) { _, change in lines.append("alpha \(change.oldValue!) \(change.newValue!)") },
            view.observe(\.isHidden, options: .new) { _, change in lines.append("hidden \(change.newValue!)") },
        ]
        view.frame = CGRect(x: 1, y: 2, width: 3, height: 4)
        view.alpha = 0.5
        view.isHidden = true
        view.layer.bounds.size.width = 9
        XCTAssertEqual(lines, ["frame 3.0", "alpha 1.0 0.5", "hidden true", "frame 9.0"])
        for observation in observations { observation.invalidate() }
    }

    func testScrollViewsControlsAndAnimators() async {
        let scroll = UIScrollView(frame: CGRect(x: 0, y: 0, width: 10, height: 10)), control = UIControl()
        var lines: [String] = []
        let offset = scroll.observe(\.contentOffset, options: .new) { _, change in lines.append("offset \(change.newValue!.y)") }
        let size = scroll.observe(\.contentSize, options: .new) { _, change in lines.append("size \(change.newValue!.height)") }
        let selected = control.observe(\.isSelected, options: .new) { _, change in lines.append("selected \(change.newValue!)") }
        scroll.contentSize = CGSize(width: 10, height: 100)
        scroll.contentOffset = CGPoint(x: 0, y: 30)
        control.isSelected = true
        XCTAssertEqual(lines, ["size 100.0", "offset 30.0", "selected true"])
        withExtendedLifetime((offset, size, selected)) {}
        let animator = UIViewPropertyAnimator(duration: 1, curve: .linear) { control.alpha = 0 }
        var running: [Bool] = []
        let observation = animator.observe(keyPathNamed(\.isRunning, "isRunning"), options: .new) { _, change in
            running.append(change.newValue!)
        }
        animator.startAnimation()
        animator.pauseAnimation()
        animator.stopAnimation(true)
        XCTAssertEqual(running.first, true)
        XCTAssertEqual(running.last, false)
        withExtendedLifetime(observation) {}
    }

    /// A path through a view's layer ends in a part of a structure.
    func testPathsThroughTheLayer() async {
        let view = UIView()
        view.layer.transform = CATransform3DMakeRotation(0.5, 1, 0, 0)
        XCTAssertEqual((view.value(forKeyPath: "layer.transform.rotation.x") as? NSNumber)?.doubleValue ?? 0, 0.5, accuracy: 1e-6)
        view.setValue(2, forKeyPath: "layer.transform.scale")
        XCTAssertEqual(view.layer.value(forKeyPath: "transform.scale.y") as? Double ?? 0, 2, accuracy: 1e-6)
        XCTAssertNil(view.value(forKeyPath: "layer.nothing.there"))
    }

    func testKeyValueCodingOfViews() async {
        let label = UILabel()
        label.setValue("text", forKey: "text")
        label.setValue(NSNumber(value: 0.25), forKey: "alpha")
        label.setValue(true, forKey: "hidden")
        label.setValue(UIColor.red, forKeyPath: "backgroundColor")
        label.setValue(4, forKeyPath: "layer.cornerRadius")
        XCTAssertEqual(label.text, "text")
        XCTAssertEqual(label.alpha, 0.25)
        XCTAssertTrue(label.isHidden)
        XCTAssertEqual(label.backgroundColor, .red)
        XCTAssertEqual(label.layer.cornerRadius, 4)
        XCTAssertEqual(label.value(forKey: "text") as? String, "text")
        XCTAssertEqual(label.value(forKeyPath: "layer.cornerRadius") as? Double, 4)
        XCTAssertEqual(label.value(forKey: "tag") as? Int, 0)
    }

    func testControlsAndGesturesCallByNameWithTheirEvent() async {
        final class Target: NSObject {
            var calls: [String] = []
            @MainActor func tapped(_ sender: UIControl, _ event: UIEvent?) { calls.append("tapped \(event == nil)") }
            @MainActor func plain() { calls.append("plain") }
            @MainActor func panned(_ gesture: UIPanGestureRecognizer) { calls.append("panned") }
        }
        let target = Target(), control = UIControl()
        control.addTarget(target, action: Selector("tapped:event:", of: Target.self) { try $0.tapped($1[0], $1[1]) }, for: .touchUpInside)
        control.addTarget(target, action: Selector("plain", of: Target.self) { target, _ in target.plain() }, for: .valueChanged)
        control.sendActions(for: .touchUpInside)
        control.sendActions(for: .valueChanged)
        control.sendAction("plain", to: target, for: nil)
        XCTAssertEqual(target.calls, ["tapped true", "plain", "plain"])
        let pan = UIPanGestureRecognizer(target: target, action: Selector("panned:", of: Target.self) { try $0.panned($1[0]) })
        pan.handlers.call(pan)
        XCTAssertEqual(target.calls.last, "panned")
    }

    func testTreesAreDescribedByName() async throws {
        let view = UIView(frame: CGRect(x: 0, y: 0, width: 320, height: 568)),
            label = UILabel(frame: CGRect(x: 16, y: 20, width: 288, height: 57.3333333))
        view.autoresizingMask = [.flexibleWidth, .flexibleHeight]
        label.text = "What"
        view.addSubview(label)
        let text = try XCTUnwrap(view.perform(Selector(("recursiveDescription"))).retain().takeUnretainedValue() as? String)
        XCTAssertEqual(
            text.replacingOccurrences(of: ":?\\s*0x[\\da-f]+(\\s*)", with: "$1", options: .regularExpression),
            "<UIView; frame = (0 0; 320 568); autoresize = W+H; layer = <CALayer>>\n"
                + "   | <UILabel; frame = (16 20; 288 57.3333); text = 'What'; userInteractionEnabled = NO; layer = <CALayer>>"
        )
        XCTAssertTrue(UIApplication.responds(to: NSSelectorFromString("sharedApplication")))
        XCTAssertTrue(UIApplication.perform(NSSelectorFromString("sharedApplication"))?.takeUnretainedValue() === UIApplication.shared)
    }
}
