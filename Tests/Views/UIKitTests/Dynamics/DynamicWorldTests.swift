import Agate
import XCTest

@testable import UIKit

/// The values of behaviors between refreshes, their descendants, and quick bodies.
@MainActor final class DynamicWorldTests: XCTestCase {
    func testBehaviorsKnowTheirItemsAtOnce() async {
        let scene = Scene(), view = scene.add(UIView(frame: CGRect(x: 20, y: 20, width: 20, height: 20)))
        let animator = UIDynamicAnimator(referenceView: scene.window), behavior = UIDynamicItemBehavior(items: [])
        scene.turn {
            animator.addBehavior(behavior)
            behavior.addItem(view)
            behavior.addLinearVelocity(CGPoint(x: 100, y: -50), for: view)
            behavior.addAngularVelocity(2, for: view)
            XCTAssertEqual(behavior.linearVelocity(for: view), CGPoint(x: 100, y: -50))
            XCTAssertEqual(behavior.angularVelocity(for: view), 2)
            behavior.addLinearVelocity(CGPoint(x: 5, y: 5), for: view)
            XCTAssertEqual(behavior.linearVelocity(for: view), CGPoint(x: 105, y: -45))
        }
        XCTAssertEqual(animator.elapsedTime, 0, accuracy: 0.02)
        scene.advance(to: 0.5)
        XCTAssertEqual(animator.elapsedTime, 0.5, accuracy: 0.03)
        scene.advance(to: 1)
        XCTAssertEqual(animator.elapsedTime, 1, accuracy: 0.03)
        scene.turn {
            XCTAssertNotEqual(behavior.linearVelocity(for: view), .zero)
            behavior.removeItem(view)
            XCTAssertEqual(behavior.linearVelocity(for: view), .zero)
        }
    }

    func testNoBehaviorContainsItself() async {
        let all = (0..<4).map { _ in UIDynamicBehavior() }
        for (above, below) in zip(all, all.dropFirst()) { above.addChildBehavior(below) }
        for first in 0..<4 {
            for second in 0..<4 { XCTAssertEqual(all[first].contains(all[second]), second > first, "\(first), \(second)") }
        }
        for first in 0..<4 {
            for second in 0...first { all[first].addChildBehavior(all[second]) }
        }
        XCTAssertEqual(all.map(\.childBehaviors.count), [1, 1, 1, 0])
    }

    /// A small body stays inside the edges, however quick it is.
    func testQuickBodiesStayInside() async {
        for speed in [500, 4000, 20_000] as [CGFloat] {
            for direction in [CGVector(dx: 1, dy: 0.3), CGVector(dx: -0.4, dy: 1), CGVector(dx: 0.7, dy: -0.7)] {
                let scene = Scene(CGSize(width: 200, height: 200)),
                    view = scene.add(UIView(frame: CGRect(x: 97, y: 97, width: 6, height: 6)))
                let animator = UIDynamicAnimator(referenceView: scene.window), items = UIDynamicItemBehavior(items: [view])
                let edges = UICollisionBehavior(items: [view])
                edges.translatesReferenceBoundsIntoBoundary = true
                (items.elasticity, items.friction, items.allowsRotation) = (1, 0, false)
                scene.turn {
                    animator.addBehavior(edges)
                    animator.addBehavior(items)
                    items.addLinearVelocity(CGPoint(x: direction.dx * speed, y: direction.dy * speed), for: view)
                }
                for step in 1...30 {
                    scene.advance(to: Double(step) / 60)
                    XCTAssertTrue(
                        CGRect(x: -1, y: -1, width: 202, height: 202).contains(view.frame), "\(speed) towards \(direction): \(view.frame)")
                }
            }
        }
    }
}
