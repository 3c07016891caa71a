import Agate
import CoreGraphics
import Foundation
import QuartzCore

/// A host whose clock stands at 0, and one layer in it that was shown: where animations are tried.
final class Stage {
    let host: OffscreenHost
    let layer: CALayer

    convenience init() { self.init(layer: CALayer()) { _ in } }

    init(layer: CALayer = CALayer(), prepare: (CALayer) throws -> Void) rethrows {
        // What earlier cases left open is none of this one's business.
        CATransaction.flush()
        host = OffscreenHost(size: CGSize(width: 4, height: 4))
        self.layer = layer
        try prepare(layer)
        host.perform {
            CATransaction.begin()
            CATransaction.setDisableActions(true)
            host.layer.addSublayer(layer)
            CATransaction.commit()
        }
    }

    var time: Double { host.clock.now }

    /// Runs a piece of program as one turn of the run loop.
    @discardableResult
    func turn<Result>(_ body: () throws -> Result) rethrows -> Result { try host.perform(body) }

    func advance(to time: Double) { host.advance(to: time) }

    /// What shows at a key path.
    func shown(_ keyPath: String) -> Any? { layer.presentation()?.value(forKeyPath: keyPath) }

    /// Adds an animation at time 0 and reads a key path at another time.
    static func play(_ animation: CAAnimation, at time: Double, read keyPath: String, prepare: (CALayer) throws -> Void) throws -> JSON {
        let stage = try Stage(prepare: prepare)
        stage.turn { stage.layer.add(animation, forKey: "tried") }
        stage.advance(to: time)
        return JSON.any(stage.shown(keyPath))
    }
}
