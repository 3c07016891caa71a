import Agate
import Foundation
import QuartzCore
import UIKit

extension Scenarios {
    /// A layer without a view, changed inside an animation block of views.
    static let views: [String: Scenario] = [
        "tx-headless-in-uiview-animate": { _ in changed { change in UIView.animate(withDuration: 0.5) { change() } }.duration },
        "tx-catx-inside-uiview": { _ in
            changed { change in
                UIView.animate(withDuration: 0.5) { inTransaction({ CATransaction.setAnimationDuration(0.2) }, change) }
            }.duration
        },
        "tx-catx-outside-uiview": { _ in
            changed { change in
                inTransaction({ CATransaction.setAnimationDuration(0.2) }) { UIView.animate(withDuration: 0.5) { change() } }
            }.duration
        },
        "tx-catx-disable-in-uiview": { _ in
            changed { change in
                UIView.animate(withDuration: 0.5) { inTransaction({ CATransaction.setDisableActions(true) }, change) }
            }.keys
        },
        "tx-catx-disable-outside-uiview": { _ in
            changed { change in
                inTransaction({ CATransaction.setDisableActions(true) }) { UIView.animate(withDuration: 0.5) { change() } }
            }.keys
        },
    ]

    private static func inTransaction(_ settings: () -> Void, _ changes: () -> Void) {
        CATransaction.begin()
        settings()
        changes()
        CATransaction.commit()
    }

    private struct Outcome {
        let duration: JSON
        let keys: JSON
    }

    /// The duration of the animation that a change of the layer's opacity makes, and the keys of all its animations.
    private static func changed(_ body: @MainActor (_ change: @escaping () -> Void) -> Void) -> Outcome {
        MainActor.assumeIsolated {
            let stage = Stage()
            let layer = stage.layer
            stage.turn { body { layer.opacity = 0.5 } }
            return Outcome(
                duration: JSON.any(layer.animation(forKey: "opacity").map { NSNumber(value: $0.duration) }),
                keys: JSON.any(layer.animationKeys())
            )
        }
    }
}
