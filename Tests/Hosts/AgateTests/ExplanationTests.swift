@testable import Agate
import Foundation
import XCTest

/// Diagnostics that judge a whole animation, explanations, and the transaction log.
final class ExplanationTests: XCTestCase {
    func testSnapBackAndItsCure() {
        let stage = Stage()
        func fade(setting: Bool) -> [String] {
            diagnostics {
                stage.perform {
                    let fade = CABasicAnimation(keyPath: "opacity")
                    fade.fromValue = 1
                    fade.toValue = 0.25
                    fade.duration = 1
                    stage.layer.add(fade, forKey: "fade")
                    CATransaction.setDisableActions(true)
                    if setting { stage.layer.opacity = 0.25 }
                }
                stage.advance(by: 2)
            }.map(\.identifier)
        }
        XCTAssertEqual(fade(setting: false), ["animation.snap-back"])
        XCTAssertEqual(fade(setting: true), [])
    }

    func testStaleFillAndItsCure() {
        let stage = Stage()
        func set(_ opacity: Float, removing: Bool) -> [Diagnostic] {
            diagnostics {
                stage.perform {
                    CATransaction.setDisableActions(true)
                    stage.layer.opacity = opacity
                    if removing { stage.layer.removeAnimation(forKey: "fade") }
                }
            }
        }
        for removing in [true, false] {
            stage.perform {
                let fade = CABasicAnimation(keyPath: "opacity")
                fade.toValue = 0
                fade.duration = 1
                fade.fillMode = .forwards
                fade.isRemovedOnCompletion = false
                stage.layer.add(fade, forKey: "fade")
            }
            stage.advance(by: 2)
            let found = set(removing ? 0.5 : 0.75, removing: removing)
            XCTAssertEqual(found.map(\.identifier), removing ? [] : ["animation.stale-fill"])
            XCTAssertEqual(found.first?.key, removing ? nil : "opacity")
        }
    }

    @inline(never)
    private func dims(_ layer: CALayer, to opacity: Float) { layer.opacity = opacity }

    func testTheLogSaysWhoSetAProperty() {
        let stage = Stage()
        let log = TransactionLog.shared
        log.isEnabled = true
        log.recordsCallSites = true
        defer { (log.isEnabled, log.recordsCallSites) = (false, false) }
        let first = (log.entries.last?.number).map { $0 + 1 } ?? 0
        stage.perform { dims(stage.layer, to: 0.25) }
        log.recordsCallSites = false
        stage.perform { dims(stage.layer, to: 0.75) }
        let set = log.entries(from: first).filter { $0.kind == .set }
        XCTAssertEqual(set.map(\.callSite), ["AgateTests.ExplanationTests.dims(_:to:)", nil])
    }

    func testUnbalanced() {
        let stage = Stage()
        XCTAssertEqual(diagnostics { stage.perform { CATransaction.begin() } }.map(\.identifier), ["transaction.unbalanced"])
        stage.perform { CATransaction.commit() }
        XCTAssertEqual(diagnostics { stage.perform { CATransaction.commit() } }.map(\.identifier), ["transaction.unbalanced"])
    }

    func testExplanations() {
        let stage = Stage()
        let fresh = CALayer().explainAction(forKey: "opacity")
        XCTAssertEqual(fresh.verdict, .layerNotShown)
        let implicit = stage.layer.explainAction(forKey: "opacity")
        XCTAssertEqual(implicit.verdict, .animates(by: .implicit))
        XCTAssertEqual(implicit.steps.map(\.step), [.delegate, .actions, .style, .classDefault, .implicit])
        stage.layer.actions = ["opacity": NSNull()]
        let forbidden = stage.layer.explainAction(forKey: "opacity")
        XCTAssertEqual(forbidden.verdict, .forbidden(by: .actions))
        XCTAssertEqual(forbidden.steps.map(\.step), [.delegate, .actions])
        stage.perform {
            CATransaction.setDisableActions(true)
            XCTAssertEqual(stage.layer.explainAction(forKey: "bounds").verdict, .actionsDisabled)
        }
        XCTAssertEqual(stage.layer.explainAction(forKey: "name").verdict, .neverAsked)
        XCTAssertEqual(stage.layer.presentation()?.explainAction(forKey: "opacity").verdict, .presentationLayer)
        XCTAssertTrue("\(implicit)".contains("implicit: CABasicAnimation of opacity"), "\(implicit)")
        XCTAssertNil(stage.layer.animationKeys(), "asking changes nothing")
    }

    func testTransactionLog() {
        let stage = Stage(), log = TransactionLog.shared
        log.removeAll()
        log.isEnabled = true
        stage.perform {
            stage.layer.opacity = 0.5
            stage.layer.animate(\.position.x, to: 200, .linear(1))
        }
        stage.advance(by: 2)
        log.isEnabled = false
        stage.perform { stage.layer.opacity = 1 }
        let mine = log.entries.filter { $0.layer != nil }
        XCTAssertEqual(mine.map(\.kind), [.set, .added, .set, .animate, .added, .ended, .ended])
        XCTAssertEqual(mine[0].old, "1.0")
        XCTAssertEqual(mine[0].new, "0.5")
        XCTAssertTrue(mine[0].detail.contains("implicit"))
        XCTAssertTrue(mine[2].detail.contains("disables actions"))
        XCTAssertTrue(mine[3].detail.contains("ExplanationTests.swift"))
        XCTAssertTrue(log.text(layer: stage.layer, key: "opacity").contains("1.0 -> 0.5"))
        log.capacity = 2
        XCTAssertEqual(log.entries.count, 2)
        log.capacity = 1000
        log.removeAll()
    }

    /// Whatever is kept of how the log is called grows with each entry: its end is a stack that is too deep.
    func testTheLogTakesManyEntries() {
        TransactionLog.shared.isEnabled = true
        defer { TransactionLog.shared.isEnabled = false }
        let layer = CALayer()
        let before = TransactionLog.shared.entries.last?.number ?? 0
        for i in 1...100_000 { layer.zPosition = CGFloat(i) }
        XCTAssertGreaterThan((TransactionLog.shared.entries.last?.number ?? 0) - before, 90_000)
        CATransaction.flush()
    }
}
