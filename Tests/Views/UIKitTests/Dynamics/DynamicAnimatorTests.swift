import Agate
import XCTest

@testable import UIKit

@MainActor final class DynamicAnimatorTests: XCTestCase {
    private final class Log: NSObject, UICollisionBehaviorDelegate, UIDynamicAnimatorDelegate {
        var notes: [String] = []
        var onContact: (() -> Void)?
        func dynamicAnimatorWillResume(_ animator: UIDynamicAnimator) { notes.append("resumes") }
        func dynamicAnimatorDidPause(_ animator: UIDynamicAnimator) { notes.append("pauses") }
        func collisionBehavior(
            _ behavior: UICollisionBehavior, beganContactFor item: any UIDynamicItem, withBoundaryIdentifier identifier: (any NSCopying)?,
            at p: CGPoint
        ) {
            notes.append("meets \(identifier.map { "\($0)" } ?? "edge") at \(Int(p.y.rounded()))")
            onContact?()
        }
        func collisionBehavior(
            _ behavior: UICollisionBehavior, endedContactFor item: any UIDynamicItem, withBoundaryIdentifier identifier: (any NSCopying)?
        ) { notes.append("leaves \(identifier.map { "\($0)" } ?? "edge")") }
        func collisionBehavior(
            _ behavior: UICollisionBehavior, beganContactFor item1: any UIDynamicItem, with item2: any UIDynamicItem, at p: CGPoint
        ) { notes.append("items meet") }
    }

    private final class Ball: UIView {
        override var collisionBoundsType: UIDynamicItemCollisionBoundsType { .ellipse }
    }

    private func box(_ scene: Scene, _ x: CGFloat, _ y: CGFloat, _ size: CGFloat = 20) -> UIView {
        scene.add(UIView(frame: CGRect(x: x - size / 2, y: y - size / 2, width: size, height: size)))
    }

    /// What slides and bounces without loss.
    private func ideal(_ items: [any UIDynamicItem], elasticity: CGFloat = 1) -> UIDynamicItemBehavior {
        let behavior = UIDynamicItemBehavior(items: items)
        behavior.elasticity = elasticity
        return behavior
    }

    func testGravityIsAThousandPointsASecondEachSecond() async {
        let scene = Scene(CGSize(width: 200, height: 400)), view = box(scene, 50, 50)
        let animator = UIDynamicAnimator(referenceView: scene.window), gravity = UIGravityBehavior(items: [view])
        scene.turn {
            animator.addBehavior(ideal([view]))
            animator.addBehavior(gravity)
        }
        scene.advance(to: 0.5)
        XCTAssertEqual(view.center.x, 50)
        XCTAssertEqual(view.center.y, 50 + 125, accuracy: 6, "the first refresh is one after it was added")
        XCTAssertTrue(animator.isRunning)
        XCTAssertEqual(view.transform, .identity, "what never turned keeps its very transform")
        let speed = (animator.behaviors[0] as? UIDynamicItemBehavior)?.linearVelocity(for: view).y ?? 0
        XCTAssertEqual(speed, 500, accuracy: 20)
        scene.turn { gravity.setAngle(0, magnitude: 2) }
        XCTAssertEqual(gravity.gravityDirection.dx, 2)
        scene.advance(to: 0.7)
        XCTAssertGreaterThan(view.center.x, 60)
    }

    func testABoxComesToRestOnTheEdge() async {
        let scene = Scene(CGSize(width: 200, height: 200)), view = box(scene, 100, 50), log = Log()
        let animator = UIDynamicAnimator(referenceView: scene.window), collision = UICollisionBehavior(items: [view])
        collision.translatesReferenceBoundsIntoBoundary = true
        collision.collisionDelegate = log
        animator.delegate = log
        scene.turn {
            animator.addBehavior(UIGravityBehavior(items: [view]))
            animator.addBehavior(collision)
        }
        scene.advance(to: 5)
        XCTAssertEqual(view.frame.maxY, 200, accuracy: 0.2)
        XCTAssertEqual(view.center.x, 100, accuracy: 0.2)
        XCTAssertFalse(animator.isRunning, "it rests")
        XCTAssertEqual(log.notes.first, "resumes")
        XCTAssertEqual(log.notes.last, "pauses")
        XCTAssertTrue(log.notes.contains("meets edge at 200"), "\(log.notes)")
        // Anything that changes wakes it.
        scene.turn { collision.removeItem(view) }
        XCTAssertTrue(animator.isRunning)
        scene.advance(to: 6)
        XCTAssertGreaterThan(view.frame.minY, 200, "nothing holds it")
    }

    func testElasticity() async {
        func top(_ elasticity: CGFloat) -> CGFloat {
            let scene = Scene(CGSize(width: 200, height: 300)), ball = scene.add(Ball(frame: CGRect(x: 90, y: 40, width: 20, height: 20)))
            let animator = UIDynamicAnimator(referenceView: scene.window), collision = UICollisionBehavior(items: [ball])
            collision.addBoundary(withIdentifier: "floor" as NSString, from: CGPoint(x: 0, y: 250), to: CGPoint(x: 200, y: 250))
            var hasBounced = false, highest: CGFloat = 1000
            collision.action = {
                if ball.center.y > 220 { hasBounced = true }
                if hasBounced { highest = min(highest, ball.center.y) }
            }
            scene.turn {
                for behavior in [ideal([ball], elasticity: elasticity), UIGravityBehavior(items: [ball]), collision] {
                    animator.addBehavior(behavior)
                }
            }
            scene.advance(to: 1.3)
            return highest
        }
        XCTAssertEqual(top(1), 50, accuracy: 12, "all of its height")
        XCTAssertEqual(top(0.5), 240 - 190 / 4, accuracy: 8, "a quarter")
        XCTAssertGreaterThan(top(0), 219)
    }

    func testBoxesStackAndDoNotOverlap() async {
        let scene = Scene(CGSize(width: 200, height: 300)), boxes = (0..<4).map { box(scene, 100, 280 - CGFloat($0) * 40, 30) }, log = Log()
        let animator = UIDynamicAnimator(referenceView: scene.window), collision = UICollisionBehavior(items: boxes)
        collision.translatesReferenceBoundsIntoBoundary = true
        collision.collisionDelegate = log
        scene.turn {
            animator.addBehavior(UIGravityBehavior(items: boxes))
            animator.addBehavior(collision)
        }
        scene.advance(to: 6)
        for (index, box) in boxes.enumerated() {
            XCTAssertEqual(box.center.y, 285 - CGFloat(index) * 30, accuracy: 1)
            XCTAssertEqual(box.center.x, 100, accuracy: 1)
        }
        XCTAssertEqual(log.notes.filter { $0 == "items meet" }.count >= 3, true)
        XCTAssertFalse(animator.isRunning)
    }

    func testARampTurnsWhatSlidesDown() async {
        let scene = Scene(CGSize(width: 300, height: 300)), view = box(scene, 60, 30), path = UIBezierPath()
        path.move(to: CGPoint(x: 0, y: 50))
        path.addLine(to: CGPoint(x: 300, y: 200))
        let animator = UIDynamicAnimator(referenceView: scene.window), collision = UICollisionBehavior(items: [view])
        collision.addBoundary(withIdentifier: "ramp" as NSString, for: path)
        XCTAssertEqual(collision.boundary(withIdentifier: "ramp" as NSString)?.bounds, path.bounds)
        scene.turn {
            animator.addBehavior(ideal([view], elasticity: 0))
            animator.addBehavior(UIGravityBehavior(items: [view]))
            animator.addBehavior(collision)
        }
        scene.advance(to: 0.7)
        let slope = atan2(150.0, 300.0)
        XCTAssertEqual(atan2(view.transform.b, view.transform.a), slope, accuracy: 0.05)
        let distance = (view.center.y - 50 - view.center.x / 2) * cos(slope)
        XCTAssertEqual(distance, -10, accuracy: 0.5, "it lies on the ramp")
        XCTAssertGreaterThan(view.center.x, 100)
        scene.turn { collision.removeAllBoundaries() }
        XCTAssertNil(collision.boundaryIdentifiers)
    }

    func testSnapping() async {
        let scene = Scene(CGSize(width: 200, height: 200)), view = box(scene, 20, 20)
        view.transform = CGAffineTransform(rotationAngle: 1)
        let animator = UIDynamicAnimator(referenceView: scene.window), snap = UISnapBehavior(item: view, snapTo: CGPoint(x: 150, y: 120))
        scene.turn { animator.addBehavior(snap) }
        scene.advance(to: 0.05)
        XCTAssertNotEqual(view.center, CGPoint(x: 150, y: 120))
        scene.advance(to: 3)
        XCTAssertEqual(view.center.x, 150, accuracy: 0.5)
        XCTAssertEqual(view.center.y, 120, accuracy: 0.5)
        XCTAssertEqual(view.transform.b, 0, accuracy: 0.01, "upright")
        XCTAssertFalse(animator.isRunning)
    }

    func testAPendulumKeepsItsLengthAndASpringFindsIt() async {
        let scene = Scene(CGSize(width: 300, height: 300)), view = box(scene, 220, 100), spring = box(scene, 40, 100)
        let animator = UIDynamicAnimator(referenceView: scene.window)
        let rod = UIAttachmentBehavior(item: view, attachedToAnchor: CGPoint(x: 150, y: 100))
        let soft = UIAttachmentBehavior(item: spring, attachedToAnchor: CGPoint(x: 40, y: 20))
        XCTAssertEqual(rod.length, 70)
        soft.length = 30
        (soft.frequency, soft.damping) = (2, 0.6)
        var lengths: [CGFloat] = []
        rod.action = { lengths.append(hypot(view.center.x - 150, view.center.y - 100)) }
        scene.turn { for behavior in [rod, UIGravityBehavior(items: [view]), soft] { animator.addBehavior(behavior) } }
        scene.advance(to: 2)
        XCTAssertGreaterThan(lengths.count, 60)
        XCTAssertEqual(lengths.min() ?? 0, 70, accuracy: 1)
        XCTAssertEqual(lengths.max() ?? 0, 70, accuracy: 1)
        XCTAssertEqual(hypot(spring.center.x - 40, spring.center.y - 20), 30, accuracy: 1)
        XCTAssertEqual(rod.attachedBehaviorType, .anchor)
        XCTAssertEqual(rod.items.count, 1)
    }

    func testPushesAndMass() async {
        let scene = Scene(CGSize(width: 400, height: 400)), big = box(scene, 100, 100, 100), small = box(scene, 100, 300, 50)
        let animator = UIDynamicAnimator(referenceView: scene.window), items = ideal([big, small])
        let push = UIPushBehavior(items: [big, small], mode: .instantaneous)
        push.pushDirection = CGVector(dx: 1, dy: 0)
        scene.turn {
            animator.addBehavior(items)
            animator.addBehavior(push)
        }
        scene.advance(to: 0.1)
        XCTAssertEqual(items.linearVelocity(for: big).x, 100, accuracy: 1e-6)
        XCTAssertEqual(items.linearVelocity(for: small).x, 400, accuracy: 1e-6, "a quarter of the mass")
        XCTAssertFalse(push.active, "once")
        scene.turn {
            push.setTargetOffsetFromCenter(UIOffset(horizontal: 0, vertical: -50), for: big)
            push.active = true
        }
        scene.advance(to: 0.2)
        XCTAssertGreaterThan(items.angularVelocity(for: big), 0.5, "a push above the centre turns it clockwise")
        XCTAssertEqual(items.angularVelocity(for: small), 0)
        scene.turn { items.isAnchored = true }
        scene.advance(to: 0.25)
        let place = big.center
        scene.advance(to: 0.4)
        XCTAssertEqual(big.center, place)
    }

    func testTheSameInEveryRun() async {
        func run() -> [CGPoint] {
            let scene = Scene(CGSize(width: 200, height: 200)),
                boxes = (0..<6).map { box(scene, 30 + CGFloat($0) * 23, 20 + CGFloat($0 % 2) * 30) }
            let animator = UIDynamicAnimator(referenceView: scene.window), collision = UICollisionBehavior(items: boxes)
            collision.translatesReferenceBoundsIntoBoundary = true
            scene.turn {
                animator.addBehavior(UIGravityBehavior(items: boxes))
                animator.addBehavior(collision)
            }
            scene.advance(to: 1.5)
            return boxes.map(\.center)
        }
        let first = run()
        XCTAssertEqual(first, run())
        XCTAssertTrue(first.allSatisfy { (9...191).contains($0.x) && (9...191).contains($0.y) }, "\(first)")
    }

    func testAwkwardItemsAndChangesInCallbacks() async {
        final class Bent: UIView {
            override var collisionBoundsType: UIDynamicItemCollisionBoundsType { .path }
        }
        let scene = Scene(CGSize(width: 200, height: 200)), log = Log()
        let empty = scene.add(UIView()), bent = scene.add(Bent(frame: CGRect(x: 50, y: 150, width: 20, height: 20)))
        let animator = UIDynamicAnimator(referenceView: scene.window), collision = UICollisionBehavior(items: [empty, bent, bent])
        XCTAssertEqual(collision.items.count, 2)
        collision.translatesReferenceBoundsIntoBoundary = true
        collision.collisionDelegate = log
        let gravity = UIGravityBehavior(items: [empty, bent])
        gravity.magnitude = .infinity
        let composite = UIDynamicBehavior()
        composite.addChildBehavior(gravity)
        composite.addChildBehavior(collision)
        composite.addChildBehavior(composite)
        XCTAssertEqual(composite.childBehaviors.count, 2)
        log.onContact = { animator.removeAllBehaviors() }
        scene.turn { animator.addBehavior(composite) }
        XCTAssertTrue(gravity.dynamicAnimator === animator)
        scene.advance(to: 0.2)
        scene.turn { gravity.gravityDirection = CGVector(dx: 0, dy: 1) }
        scene.advance(to: 3)
        XCTAssertEqual(log.notes.filter { $0.hasPrefix("meets") }.count >= 1, true)
        XCTAssertTrue(bent.center.y.isFinite && empty.center.y.isFinite)
        XCTAssertEqual(animator.behaviors.count, 0)
        XCTAssertNil(gravity.dynamicAnimator)
        XCTAssertFalse(animator.isRunning)
    }

    func testCollectionLayoutsMove() async {
        let scene = Scene(CGSize(width: 200, height: 200)), layout = UICollectionViewFlowLayout()
        let attributes = UICollectionViewLayoutAttributes(forCellWith: IndexPath(item: 3, section: 0))
        attributes.frame = CGRect(x: 0, y: 0, width: 10, height: 10)
        let animator = UIDynamicAnimator(collectionViewLayout: layout)
        scene.turn { animator.addBehavior(UIGravityBehavior(items: [attributes])) }
        scene.advance(to: 0.3)
        XCTAssertTrue(animator.layoutAttributesForCell(at: IndexPath(item: 3, section: 0)) === attributes)
        XCTAssertNil(animator.layoutAttributesForCell(at: IndexPath(item: 4, section: 0)))
        XCTAssertGreaterThan(attributes.center.y, 30)
        XCTAssertEqual(animator.items(in: CGRect(x: 0, y: 0, width: 20, height: 10)).count, 0)
        XCTAssertEqual(animator.items(in: CGRect(x: 0, y: 20, width: 20, height: 100)).count, 1)
    }
}
