import Foundation
import QuartzCore
import RenderTree

extension Scenarios {
    private static func duration() -> JSON { .number(CATransaction.animationDuration()) }

    static let transactions: [String: Scenario] = [
        "tx-nested-sees-outer": { _ in
            CATransaction.begin(); CATransaction.setAnimationDuration(1); CATransaction.begin()
            defer { CATransaction.commit(); CATransaction.commit() }
            return duration()
        },
        "tx-nested-override": { _ in
            CATransaction.begin(); CATransaction.setAnimationDuration(1); CATransaction.begin(); CATransaction.setAnimationDuration(2)
            defer { CATransaction.commit(); CATransaction.commit() }
            return duration()
        },
        "tx-nested-restore": { _ in
            CATransaction.begin(); CATransaction.setAnimationDuration(1); CATransaction.begin(); CATransaction.setAnimationDuration(2);
            CATransaction.commit()
            defer { CATransaction.commit() }
            return duration()
        },
        "tx-commit-restore": { _ in
            CATransaction.begin(); CATransaction.setAnimationDuration(1.5); CATransaction.commit()
            return duration()
        },
        "tx-nested-disable": { _ in
            CATransaction.begin(); CATransaction.setDisableActions(true); CATransaction.begin()
            defer { CATransaction.commit(); CATransaction.commit() }
            return .bool(CATransaction.disableActions())
        },
        "tx-commit-restores-disable": { _ in
            CATransaction.begin(); CATransaction.setDisableActions(true); CATransaction.commit()
            return .bool(CATransaction.disableActions())
        },
        "tx-key-reads-accessor": { _ in
            CATransaction.begin(); CATransaction.setAnimationDuration(0.75)
            defer { CATransaction.commit() }
            return JSON.any(CATransaction.value(forKey: kCATransactionAnimationDuration))
        },
        "tx-accessor-reads-key": { _ in
            CATransaction.begin(); CATransaction.setValue(NSNumber(value: 1.25), forKey: kCATransactionAnimationDuration)
            defer { CATransaction.commit() }
            return duration()
        },
        "tx-unknown-key": { _ in
            CATransaction.begin()
            defer { CATransaction.commit() }
            return JSON.any(CATransaction.value(forKey: "aKeyNobodyDefined"))
        },
        "tx-arbitrary-key": { _ in
            CATransaction.begin(); CATransaction.setValue("stored", forKey: "mine")
            defer { CATransaction.commit() }
            return JSON.any(CATransaction.value(forKey: "mine"))
        },
        "tx-unmatched-commit": { vector in
            CATransaction.commit()
            let seen = CATransaction.animationDuration()
            return outcome(vector, seen == 0.25, "\(seen)")
        },
        "tx-timingfunction-restore": { _ in
            CATransaction.begin(); CATransaction.setAnimationTimingFunction(CAMediaTimingFunction(name: .easeIn)); CATransaction.commit()
            return CATransaction.animationTimingFunction() == nil ? .null : .string("a function")
        },
        "tx-implicit-duration": { _ in
            let stage = Stage()
            return stage.turn {
                CATransaction.begin(); CATransaction.setAnimationDuration(0.5); stage.layer.opacity = 0.5; CATransaction.commit()
                return JSON.any(stage.layer.animation(forKey: "opacity").map { NSNumber(value: $0.duration) })
            }
        },
        "tx-unflushed": { _ in
            let layer = CALayer()
            CATransaction.begin(); CATransaction.setAnimationDuration(0.5); layer.opacity = 0.5; CATransaction.commit()
            return JSON.any(layer.animationKeys())
        },
        "tx-runloop-observer": { _ in
            // Any change makes the thread's implicit transaction and with it the observer.
            CALayer().opacity = 0.5
            return .list([Double(TransactionThread.order), Double(TransactionThread.activities)])
        },
    ]

    // MARK: Completion blocks

    private static func animation(_ duration: Double) -> CABasicAnimation {
        let animation = CABasicAnimation(keyPath: "zPosition")
        animation.fromValue = NSNumber(value: 0)
        animation.toValue = NSNumber(value: 1)
        animation.duration = duration
        return animation
    }

    /// What happened when, in the time of a host.
    private final class Log {
        private(set) var entries: [(String, Double)] = []
        let stage: Stage
        init(_ stage: Stage) { self.stage = stage }
        func add(_ name: String) { entries.append((name, stage.time)) }
        func time(_ name: String) -> Double? { entries.first { $0.0 == name }?.1 }
        var names: [String] { entries.map(\.0) }
    }

    static let completions: [String: Scenario] = [
        "tx-completion-no-animations": { vector in
            let stage = Stage(), log = Log(stage)
            let (before, after) = stage.turn {
                CATransaction.begin()
                CATransaction.setCompletionBlock { log.add("block") }
                let before = log.names.count
                CATransaction.commit()
                return (before, log.names.count)
            }
            stage.advance(to: 1)
            return outcome(
                vector, before == 0 && after == 0 && log.names == ["block"], "\(before) before, \(after) right after, then \(log.names)")
        },
        "tx-completion-after-animations": { vector in
            let stage = Stage(), log = Log(stage)
            stage.turn {
                CATransaction.begin()
                stage.layer.add(animation(0.2), forKey: "a")
                CATransaction.setCompletionBlock { log.add("block") }
                CATransaction.commit()
            }
            stage.advance(to: 1)
            return outcome(vector, log.time("block") == 0, "\(log.entries)")
        },
        "tx-completion-waits": { vector in
            let stage = Stage(), log = Log(stage)
            stage.turn {
                CATransaction.begin()
                CATransaction.setCompletionBlock { log.add("block") }
                stage.layer.add(animation(0.2), forKey: "a")
                CATransaction.commit()
            }
            stage.advance(to: 1)
            return outcome(vector, log.names == ["block"] && (0.199...0.21).contains(log.time("block") ?? -1), "\(log.entries)")
        },
        "tx-completion-removed": { vector in
            let stage = Stage(), log = Log(stage)
            stage.turn {
                CATransaction.begin()
                CATransaction.setCompletionBlock { log.add("block") }
                stage.layer.add(animation(10), forKey: "a")
                CATransaction.commit()
            }
            stage.advance(to: 0.1)
            let early = log.names.count
            stage.turn { stage.layer.removeAllAnimations() }
            stage.advance(to: 0.2)
            return outcome(vector, early == 0 && (0.1...0.11).contains(log.time("block") ?? -1), "\(early) early, then \(log.entries)")
        },
        "tx-completion-two-blocks": { vector in
            let stage = Stage(), log = Log(stage)
            stage.turn {
                CATransaction.begin()
                CATransaction.setCompletionBlock { log.add("A") }
                stage.layer.add(animation(0.1), forKey: "a1")
                CATransaction.setCompletionBlock { log.add("B") }
                stage.layer.add(animation(0.3), forKey: "b1")
                CATransaction.commit()
            }
            stage.advance(to: 1)
            let a = log.time("A") ?? -1, b = log.time("B") ?? -1
            return outcome(vector, (0.099...0.11).contains(a) && (0.299...0.31).contains(b), "\(log.entries)")
        },
        "tx-completion-before-delegate": { vector in
            final class Delegate: NSObject, CAAnimationDelegate {
                let log: Log
                init(_ log: Log) { self.log = log }
                func animationDidStop(_ anim: CAAnimation, finished flag: Bool) { log.add("delegate") }
            }
            let stage = Stage(), log = Log(stage)
            stage.turn {
                CATransaction.begin()
                CATransaction.setCompletionBlock { log.add("block") }
                let added = animation(0.2)
                added.delegate = Delegate(log)
                stage.layer.add(added, forKey: "a")
                CATransaction.commit()
            }
            stage.advance(to: 1)
            return outcome(vector, log.names == ["block", "delegate"], "\(log.names)")
        },
    ]
}
