import CoreGraphics
import Foundation
import QuartzCore
import RenderTree
import Synchronization

/// A clock that is turned by hand, and the part of a render tree that tells when animations begin and end: a tree is live in it without pixels.
final class TrialHost {
    let layer = CALayer()
    private let clock = HandClock()
    private let driver = EventDriver()
    private let context: LayerContext

    init() {
        CATransaction.flush()
        context = LayerContext(clock: clock, driver: driver)
        context.layer = layer
        CATransaction.flush()
    }

    var time: Double { clock.now }

    func advance(by seconds: Double) {
        clock.now += seconds
        driver.update(at: clock.now)
    }

    private final class HandClock: MediaClock {
        private let time = Mutex(0.0)
        var now: Double {
            get { time.withLock { $0 } }
            set { time.withLock { $0 = newValue } }
        }
    }

    private final class EventDriver: RenderDriver, @unchecked Sendable {
        private var running: [(layer: LayerID, animation: CompiledAnimation, hasStarted: Bool)] = []
        private var inbox: RenderInbox?

        func report(to inbox: RenderInbox) { self.inbox = inbox }

        func submit(_ commit: Commit) {
            for change in commit.animations {
                switch change {
                case .add(let layer, let id, let spec): running.append((layer, CompiledAnimation(spec: spec, id: id, layerClass: .layer), false))
                case .remove(_, let id): running.removeAll { $0.animation.id == id }
                }
            }
        }

        func update(at time: Double) {
            var events: [RenderEvent] = []
            for index in running.indices {
                let phase = running[index].animation.phase(at: time)
                let layer = running[index].layer, id = running[index].animation.id
                if phase.stage != .before, !running[index].hasStarted {
                    running[index].hasStarted = true
                    events.append(RenderEvent(layer: layer, animation: id, kind: .started))
                }
                if phase.hasEnded { events.append(RenderEvent(layer: layer, animation: id, kind: .ended)) }
            }
            running.removeAll { $0.animation.phase(at: time).hasEnded }
            inbox?.post(events)
        }
    }
}

/// A host whose clock stands at 0, and one layer in it that was shown: where animations are tried.
final class Stage {
    let host: TrialHost
    let layer: CALayer

    convenience init() { self.init(layer: CALayer()) { _ in } }

    init(layer: CALayer = CALayer(), prepare: (CALayer) throws -> Void) rethrows {
        host = TrialHost()
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
