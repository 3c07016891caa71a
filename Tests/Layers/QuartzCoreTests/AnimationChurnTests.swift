import Foundation
import XCTest

@testable import QuartzCore
@testable import RenderTree

/// Many animations that come and go leave nothing behind, on neither side.
final class AnimationChurnTests: XCTestCase {
    private final class TreeDriver: RenderDriver, @unchecked Sendable {
        // Unchecked: used on one thread.
        let tree = RenderTree(viewport: Viewport(width: 16, height: 16))
        private var inbox: RenderInbox?
        func report(to inbox: RenderInbox) { self.inbox = inbox }
        func submit(_ commit: Commit) { tree.apply(commit) }
        func update(at time: Double) { inbox?.post(tree.update(at: time).events) }
    }

    func testFiftyThousandCyclesLeaveNothing() {
        let clock = TestClock(), driver = TreeDriver(), queue = CallbackQueue()
        clock.now = 1
        let context = LayerContext(clock: clock, driver: driver)
        context.queue = queue
        var layers: [CALayer] = []
        /// Of one frame, with the callbacks that are due.
        func frame(_ body: () -> Void) {
            withHost(clock: clock, queue: queue) {
                CATransaction.begin()
                body()
                CATransaction.commit()
                clock.now += 1.0 / 60
                driver.update(at: clock.now)
                while queue.drain() {}
                CATransaction.flush()
            }
        }
        func add(_ keyPath: String, _ from: Any, _ to: Any, duration: Double) {
            for layer in layers {
                let animation = CABasicAnimation(keyPath: keyPath)
                animation.fromValue = from
                animation.toValue = to
                animation.duration = duration
                layer.add(animation, forKey: keyPath)
            }
        }
        frame {
            let root = CALayer()
            context.layer = root
            for _ in 0..<50 {
                let layer = CALayer()
                layers.append(layer)
                root.addSublayer(layer)
            }
        }
        let tree = driver.tree
        XCTAssertEqual(tree.nodeCount, 51)
        for cycle in 0..<500 {
            frame { add("position", CGPoint.zero, CGPoint(x: 10, y: 5), duration: 5) }
            frame {}
            // Removed, replaced, ended by themselves.
            if cycle == 0 {
                XCTAssertEqual(context.inbox.entries.count, 50)
                XCTAssertEqual(tree.timeline.animatedCount, 50)
                XCTAssertEqual(tree.timeline.steady.recordCount, 50)
            }
            frame { add("position", CGPoint.zero, CGPoint(x: 20, y: 5), duration: 5) }
            frame { for layer in layers { layer.removeAnimation(forKey: "position") } }
            frame { add("opacity", 0.0, 1.0, duration: 0.01) }
            frame {}
        }
        frame {}
        XCTAssertTrue(layers.allSatisfy { $0.animationKeys() == nil })
        XCTAssertTrue(context.inbox.entries.isEmpty)
        XCTAssertEqual(tree.timeline.animatedCount, 0)
        XCTAssertEqual(tree.timeline.freeAnimated.count, tree.timeline.animated.count)
        XCTAssertLessThanOrEqual(tree.timeline.animated.count, 100)
        XCTAssertTrue(tree.timeline.animated.allSatisfy { $0.list.isEmpty })
        XCTAssertEqual(tree.timeline.steady.recordCount, 0)
        XCTAssertLessThan(tree.timeline.steady.entryCount, 600)
        XCTAssertEqual(tree.nodeCount, 51)
        frame { context.layer = nil }
        XCTAssertEqual(tree.nodeCount, 0)
    }
}
