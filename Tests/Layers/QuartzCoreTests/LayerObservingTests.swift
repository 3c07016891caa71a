import AgateDiagnostics
@testable import QuartzCore
import XCTest

final class LayerObservingTests: XCTestCase {
    func testPropertiesOfLayersAreObserved() {
        let layer = CAShapeLayer()
        var lines: [String] = []
        let observations = [
            layer.observe(\.bounds, options: [.old, .new]) { _, change in
                lines.append("bounds \(change.oldValue!.width) \(change.newValue!.width)")
            },
            layer.observe(\.opacity, options: .new) { _, change in lines.append("opacity \(change.newValue!)") },
            layer.observe(\.isHidden, options: .new) { _, change in lines.append("hidden \(change.newValue!)") },
        ]
        layer.bounds.size.width = 20
        layer.opacity = 0.5
        layer.opacity = 0.5
        layer.isHidden = true
        layer.setValue(0.25, forKey: "opacity")
        XCTAssertEqual(lines, ["bounds 0.0 20.0", "opacity 0.5", "hidden true", "opacity 0.25"])
        for observation in observations { observation.invalidate() }
        layer.opacity = 1
        XCTAssertEqual(lines.count, 4)
        XCTAssertFalse(layer.needs.contains(.isObserved))
    }

    func testTheFrameChangesOnceWithWhatItIsMadeOf() {
        let layer = CALayer()
        var frames: [CGRect] = []
        let observation = layer.observe(\.frame, options: .new) { _, change in frames.append(change.newValue!) }
        layer.frame = CGRect(x: 1, y: 2, width: 3, height: 4)
        layer.bounds = CGRect(x: 0, y: 0, width: 5, height: 4)
        layer.position.x = 10
        XCTAssertEqual(
            frames,
            [CGRect(x: 1, y: 2, width: 3, height: 4), CGRect(x: 0, y: 2, width: 5, height: 4), CGRect(x: 7.5, y: 2, width: 5, height: 4)])
        withExtendedLifetime(observation) {}
    }

    func testOwnKeysAndKeyPaths() {
        final class Dial: CALayer {
            @CAAnimatable("angle") var angle: CGFloat = 0
        }
        final class Watcher: NSObject, KeyValueObserver {
            var values: [Any?] = []
            func observeValue(
                forKeyPath keyPath: String?, of object: Any?, change: [NSKeyValueChangeKey: Any]?, context: UnsafeMutableRawPointer?
            ) {
                values.append(change?[.newKey])
            }
        }
        let dial = Dial(), watcher = Watcher()
        dial.addObserver(watcher, forKeyPath: "angle", options: .new, context: nil)
        dial.addObserver(watcher, forKeyPath: "position", options: .new, context: nil)
        dial.angle = 2
        dial.position = CGPoint(x: 3, y: 4)
        XCTAssertEqual(watcher.values.count, 2)
        XCTAssertEqual(watcher.values[0] as? Double, 2)
        XCTAssertEqual(watcher.values[1] as? CGPoint, CGPoint(x: 3, y: 4))
    }

    func testALayerNobodyObservesIsNotAsked() {
        let observed = CALayer(), other = CALayer()
        let observation = observed.observe(\.opacity) { _, _ in }
        XCTAssertTrue(observed.needs.contains(.isObserved))
        XCTAssertFalse(other.needs.contains(.isObserved))
        withExtendedLifetime(observation) {}
    }

    func testAnimationsAreObservedUntilALayerHasThem() {
        let spring = CASpringAnimation(keyPath: "opacity"), other = CABasicAnimation(keyPath: "opacity")
        var lines: [String] = []
        let observations = [
            spring.observe(\.duration, options: [.old, .new]) { _, change in
                lines.append("duration \(change.oldValue!) \(change.newValue!)")
            },
            spring.observe(\.isRemovedOnCompletion, options: .new) { _, change in lines.append("removed \(change.newValue!)") },
        ]
        final class Watcher: NSObject, KeyValueObserver {
            var notes: [String] = []
            func observeValue(
                forKeyPath keyPath: String?, of object: Any?, change: [NSKeyValueChangeKey: Any]?, context: UnsafeMutableRawPointer?
            ) { notes.append("\(keyPath ?? "") \(change?[.newKey] as? Double ?? -1)") }
        }
        let watcher = Watcher()
        spring.addObserver(watcher, forKeyPath: "stiffness", options: .new, context: nil)
        spring.addObserver(watcher, forKeyPath: "mine", options: .new, context: nil)
        spring.duration = 2
        spring.setValue(3, forKey: "duration")
        spring.isRemovedOnCompletion = false
        spring.stiffness = 7
        spring.stiffness = -1
        spring.setValue(4.0, forKey: "mine")
        other.duration = 9
        XCTAssertEqual(lines, ["duration 0.0 2.0", "duration 2.0 3.0", "removed false"])
        XCTAssertEqual(watcher.notes, ["stiffness 7.0", "mine 4.0"])
        let layer = CALayer()
        layer.add(spring, forKey: "a")
        let kept = layer.animation(forKey: "a")
        kept?.duration = 8
        XCTAssertEqual(kept?.duration, 3, "what a layer has is not changed")
        XCTAssertEqual(lines.count, 3)
        for observation in observations { observation.invalidate() }
        spring.duration = 5
        XCTAssertEqual(lines.count, 3)
    }

    func testDisplayLinksCallByName() {
        final class Clock: NSObject {
            var times: [Double] = []
            func step(_ link: CADisplayLink) { times.append(link.targetTimestamp) }
        }
        let clock = Clock()
        let step = Selector("step:", of: Clock.self) { target, arguments in try target.step(arguments[0]) }
        let link = CADisplayLink(target: clock, selector: step)
        link.fire(at: 0)
        XCTAssertEqual(clock.times, [])
        link.invalidate()
    }
}
