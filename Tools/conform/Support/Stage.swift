import Agate
import Foundation
import QuartzCore

/// A host with a clock that stands at 0, and one layer in it that was shown: where animations are tried.
final class Stage {
    let host: OffscreenHost
    let layer: CALayer

    init(layer: CALayer = CALayer(), size: CGSize = CGSize(width: 16, height: 16), prepare: (CALayer) throws -> Void = { _ in }) rethrows {
        host = OffscreenHost(size: size, scale: 1)
        self.layer = layer
        try prepare(layer)
        CATransaction.begin()
        CATransaction.setDisableActions(true)
        host.layer.addSublayer(layer)
        CATransaction.commit()
        CATransaction.flush()
    }

    /// Runs a piece of program as one turn of the run loop.
    func turn(_ body: () throws -> Void) rethrows {
        try body()
        CATransaction.flush()
    }

    func advance(to time: Double) {
        if time > host.time { host.advance(by: time - host.time) }
    }

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
