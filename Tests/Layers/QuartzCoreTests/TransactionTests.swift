import Foundation
import RenderTree
import XCTest

@testable import QuartzCore

/// Values and nesting (Behaviour 1.1, 1.2). Names carry the ids of the shared vectors.
final class TransactionTests: XCTestCase {
    override func setUp() { CATransaction.flush() }
    override func tearDown() { CATransaction.flush() }

    func testDefaults_T13_T15() {
        XCTAssertEqual(CATransaction.animationDuration(), 0.25)
        XCTAssertNil(CATransaction.animationTimingFunction())
        XCTAssertFalse(CATransaction.disableActions())
        XCTAssertNil(CATransaction.completionBlock())
        XCTAssertEqual(kCATransactionAnimationDuration, "animationDuration")
        XCTAssertEqual(kCATransactionDisableActions, "disableActions")
    }

    func testNestedSeesOuter_tx_nested_sees_outer() {
        CATransaction.begin()
        CATransaction.setAnimationDuration(1)
        CATransaction.begin()
        XCTAssertEqual(CATransaction.animationDuration(), 1)
        CATransaction.commit()
        CATransaction.commit()
    }

    func testNestedOverrideAndRestore_tx_nested_override_tx_nested_restore() {
        CATransaction.begin()
        CATransaction.setAnimationDuration(1)
        CATransaction.begin()
        CATransaction.setAnimationDuration(2)
        XCTAssertEqual(CATransaction.animationDuration(), 2)
        CATransaction.commit()
        XCTAssertEqual(CATransaction.animationDuration(), 1)
        CATransaction.commit()
    }

    func testCommitRestores_tx_commit_restore() {
        CATransaction.begin()
        CATransaction.setAnimationDuration(1.5)
        CATransaction.commit()
        XCTAssertEqual(CATransaction.animationDuration(), 0.25)
    }

    func testDisableActions_tx_nested_disable_tx_commit_restores_disable() {
        CATransaction.begin()
        CATransaction.setDisableActions(true)
        CATransaction.begin()
        XCTAssertTrue(CATransaction.disableActions())
        CATransaction.commit()
        CATransaction.commit()
        XCTAssertFalse(CATransaction.disableActions())
    }

    func testKeysAndAccessorsAreOneStorage_tx_key_reads_accessor_tx_accessor_reads_key() {
        CATransaction.begin()
        CATransaction.setAnimationDuration(0.75)
        XCTAssertEqual(CATransaction.value(forKey: "animationDuration") as? Double, 0.75)
        CATransaction.setValue(1.25, forKey: "animationDuration")
        XCTAssertEqual(CATransaction.animationDuration(), 1.25)
        CATransaction.commit()
    }

    func testOwnKeys_tx_unknown_key_tx_arbitrary_key() {
        CATransaction.begin()
        XCTAssertNil(CATransaction.value(forKey: "aKeyNobodyDefined"))
        CATransaction.setValue("stored", forKey: "aKeyNobodyDefined")
        XCTAssertEqual(CATransaction.value(forKey: "aKeyNobodyDefined") as? String, "stored")
        CATransaction.commit()
        XCTAssertNil(CATransaction.value(forKey: "aKeyNobodyDefined"))
    }

    func testUnmatchedCommit_tx_unmatched_commit() {
        let found = reportedIDs { CATransaction.commit() }
        XCTAssertEqual(found, ["transaction.unbalanced"])
        XCTAssertEqual(CATransaction.animationDuration(), 0.25)
    }

    func testTimingFunctionRestores_tx_timingfunction_restore() {
        CATransaction.begin()
        CATransaction.setAnimationTimingFunction(CAMediaTimingFunction(name: .easeIn))
        CATransaction.commit()
        XCTAssertNil(CATransaction.animationTimingFunction())
    }

    func testFlushAndLockWithoutTransaction_T8_T10() {
        CATransaction.flush()
        CATransaction.lock()
        CATransaction.lock()
        CATransaction.unlock()
        CATransaction.unlock()
        XCTAssertEqual(CATransaction.animationDuration(), 0.25)
    }

    func testValueOutsideLastsForTheTurn_T12() {
        CATransaction.setAnimationDuration(3)
        XCTAssertEqual(CATransaction.animationDuration(), 3)
        spin()
        XCTAssertEqual(CATransaction.animationDuration(), 0.25)
    }

    func testObserver_tx_runloop_observer() {
        XCTAssertEqual(TransactionThread.order, 2_000_000)
        XCTAssertEqual(TransactionThread.activities, 160)
    }
}

/// What a commit holds and when it comes (Behaviour 1.1, 1.4).
final class TransactionCommitTests: XCTestCase {
    override func setUp() { CATransaction.flush() }
    override func tearDown() { CATransaction.flush() }

    func testFirstCommitSendsWholeTree() {
        let scene = TestScene()
        XCTAssertEqual(scene.driver.commits.count, 1)
        XCTAssertEqual(scene.driver.commits[0].root, .some(scene.root.id))
        let child = CALayer()
        let grandchild = CALayer()
        child.addSublayer(grandchild)
        let mask = CALayer()
        child.mask = mask
        scene.root.addSublayer(child)
        CATransaction.flush()
        let commit = scene.driver.commits[1]
        let ids = Set(commit.updates.map(\.id))
        XCTAssertEqual(ids, [scene.root.id, child.id, grandchild.id, mask.id])
        XCTAssertEqual(commit.updates.first { $0.id == child.id }?.changed, .all)
        XCTAssertEqual(commit.updates.first { $0.id == child.id }?.mask, .some(mask.id))
        XCTAssertEqual(commit.updates.first { $0.id == scene.root.id }?.sublayers, [child.id])
    }

    func testChangesAreSentOnceAndOnlyTheirs_T6() {
        let scene = TestScene()
        let layer = scene.live(CALayer())
        let before = scene.driver.commits.count
        CATransaction.begin()
        CATransaction.setDisableActions(true)
        layer.opacity = 0.5
        CATransaction.begin()
        layer.zPosition = 3
        CATransaction.commit()
        XCTAssertEqual(scene.driver.commits.count, before)
        CATransaction.commit()
        XCTAssertEqual(scene.driver.commits.count, before + 1)
        let update = scene.driver.commits[before].updates
        XCTAssertEqual(update.count, 1)
        XCTAssertEqual(update[0].changed, [PropertySet(.opacity), PropertySet(.zPosition)])
        XCTAssertNil(update[0].sublayers)
    }

    func testImplicitTransactionCommitsWithTheRunLoop_T2_T3() {
        let scene = TestScene()
        let layer = scene.live(CALayer())
        let before = scene.driver.commits.count
        layer.zPosition = 1
        layer.opacity = 0.3
        XCTAssertEqual(scene.driver.commits.count, before)
        spin()
        XCTAssertEqual(scene.driver.commits.count, before + 1)
        spin()
        XCTAssertEqual(scene.driver.commits.count, before + 1)
    }

    func testFlushWaitsForExplicitTransactions_T7() {
        let scene = TestScene()
        let layer = scene.live(CALayer())
        let before = scene.driver.commits.count
        layer.zPosition = 1
        CATransaction.begin()
        CATransaction.flush()
        XCTAssertEqual(scene.driver.commits.count, before)
        CATransaction.commit()
        XCTAssertEqual(scene.driver.commits.count, before + 1)
    }

    func testOuterSettingsHoldDuringTheCommit_T11_T32() {
        final class Layouter: CALayer {
            var ran = 0
            override func layoutSublayers() {
                ran += 1
                sublayers?.first?.position = CGPoint(x: CGFloat(ran), y: 7)
            }
        }
        let scene = TestScene()
        let layouter = Layouter()
        let child = CALayer()
        layouter.addSublayer(child)
        _ = scene.live(layouter)
        let before = scene.driver.commits.count
        CATransaction.begin()
        CATransaction.setDisableActions(true)
        layouter.setNeedsLayout()
        CATransaction.commit()
        XCTAssertNil(child.animationKeys())
        let updates = scene.driver.commits[before].updates
        XCTAssertEqual(updates.map(\.id), [child.id])
        XCTAssertEqual(updates[0].state.values.position.y, 7)
    }

    func testLayerThatMovesInTheTreeStaysLive() {
        let scene = TestScene()
        let a = scene.live(CALayer())
        let b = scene.live(CALayer())
        let child = CALayer()
        a.addSublayer(child)
        CATransaction.flush()
        let before = scene.driver.commits.count
        CATransaction.begin()
        CATransaction.setDisableActions(true)
        b.addSublayer(child)
        CATransaction.commit()
        let updates = scene.driver.commits[before].updates
        XCTAssertEqual(Set(updates.map(\.id)), [a.id, b.id])
        XCTAssertNotNil(child.presentation())
    }

    func testRemovedLayerIsNoLongerLive_TM10() {
        let scene = TestScene()
        let layer = scene.live(CALayer())
        let log = EventLog()
        layer.add(basic("opacity", 10, Listener("a", log)), forKey: "fade")
        CATransaction.flush()
        scene.advance(by: 0.1)
        layer.removeFromSuperlayer()
        CATransaction.flush()
        spin()
        XCTAssertEqual(log.lines, ["a start", "a stop false"])
        XCTAssertNil(layer.presentation())
        XCTAssertNil(layer.animationKeys())
    }

    func testLayerThatMovesToAnotherTree() {
        let from = TestScene(), to = TestScene()
        let layer = from.live(CALayer())
        let log = EventLog()
        layer.add(basic("opacity", 10, Listener("a", log)), forKey: "fade")
        CATransaction.flush()
        CATransaction.setDisableActions(true)
        to.root.addSublayer(layer)
        CATransaction.flush()
        spin()
        XCTAssertEqual(log.lines, ["a stop false"])
        XCTAssertNil(layer.animationKeys())
        XCTAssertTrue(layer.liveContext === to.context)
        XCTAssertEqual(to.driver.commits.last?.updates.first { $0.id == layer.id }?.changed, .all)
        XCTAssertEqual(from.driver.commits.last?.updates.first { $0.id == from.root.id }?.sublayers, [])
    }

    func testBeginTimesOfOneCommitAgree_T34_B1_B2() {
        let scene = TestScene(time: 42)
        let a = scene.live(CALayer())
        let b = scene.live(CALayer())
        b.speed = 2
        CATransaction.flush()
        a.add(basic("opacity", 1), forKey: "x")
        let late = basic("opacity", 1)
        late.beginTime = 1e-100
        a.add(late, forKey: "late")
        b.add(basic("opacity", 1), forKey: "x")
        scene.clock.now = 43
        CATransaction.flush()
        XCTAssertEqual(a.animation(forKey: "x")?.beginTime, 43)
        XCTAssertEqual(b.animation(forKey: "x")?.beginTime, 86)
        XCTAssertEqual(a.animation(forKey: "late")?.beginTime, 1e-100)
    }
}
