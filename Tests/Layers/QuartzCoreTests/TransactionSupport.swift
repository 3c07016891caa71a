import AgateDiagnostics
import Foundation
import RenderTree
import XCTest

@testable import QuartzCore

/// A clock that tests turn.
final class TestClock: MediaClock {
    private let time = Locked(0.0)
    var now: Double {
        get { time.withLock { $0 } }
        set { time.withLock { $0 = newValue } }
    }
}

/// Keeps commits, and plays the render tree's part in telling when animations begin and end.
final class RecordingDriver: RenderDriver, @unchecked Sendable {
    private(set) var commits: [Commit] = []
    private var running: [(layer: LayerID, animation: CompiledAnimation, hasStarted: Bool)] = []
    private var inbox: RenderInbox?

    func report(to inbox: RenderInbox) { self.inbox = inbox }

    func submit(_ commit: Commit) {
        commits.append(commit)
        for change in commit.animations {
            switch change {
            case .add(let layer, let id, let spec):
                running.append((layer, CompiledAnimation(spec: spec, id: id, layerClass: .layer), false))
            case .remove(_, let id):
                running.removeAll { $0.animation.id == id }
            }
        }
    }

    func update(at time: Double) {
        var events: [RenderEvent] = []
        for index in running.indices {
            let phase = running[index].animation.phase(at: time)
            if phase.stage != .before, !running[index].hasStarted {
                running[index].hasStarted = true
                events.append(RenderEvent(layer: running[index].layer, animation: running[index].animation.id, kind: .started))
            }
            if phase.hasEnded {
                events.append(RenderEvent(layer: running[index].layer, animation: running[index].animation.id, kind: .ended))
            }
        }
        running.removeAll { $0.animation.phase(at: time).hasEnded }
        inbox?.post(events)
    }
}

/// A tree that is shown, without pixels.
final class TestScene {
    let clock = TestClock()
    let driver = RecordingDriver()
    let context: LayerContext
    let root = CALayer()

    init(time: Double = 100) {
        CATransaction.flush()
        clock.now = time
        context = LayerContext(clock: clock, driver: driver)
        context.layer = root
        CATransaction.flush()
    }

    /// A layer that has been shown.
    func live<L: CALayer>(_ layer: L) -> L {
        root.addSublayer(layer)
        CATransaction.flush()
        root.removeAllAnimations()
        layer.removeAllAnimations()
        CATransaction.flush()
        spin()
        return layer
    }

    func advance(by seconds: Double) {
        clock.now += seconds
        driver.update(at: clock.now)
        spin()
    }
}

/// Lets the main run loop deliver what waits.
func spin(_ turns: Int = 3) {
    for _ in 0..<turns { _ = RunLoop.main.run(mode: .default, before: Date(timeIntervalSinceNow: 0.002)) }
}

/// Diagnostics reported while `body` runs.
func reportedIDs(_ body: () -> Void) -> [String] {
    let found = Locked<[String]>([])
    let token = Diagnostic.addObserver { diagnostic in found.withLock { $0.append(diagnostic.identifier) } }
    body()
    Diagnostic.removeObserver(token)
    return found.withLock { $0 }
}

final class Listener: NSObject, CAAnimationDelegate {
    private let name: String
    private let log: EventLog
    init(_ name: String, _ log: EventLog) { self.name = name; self.log = log }
    func animationDidStart(_ anim: CAAnimation) { log.lines.append("\(name) start") }
    func animationDidStop(_ anim: CAAnimation, finished flag: Bool) { log.lines.append("\(name) stop \(flag)") }
}

final class EventLog { var lines: [String] = [] }

func basic(_ keyPath: String, _ duration: Double = 0, _ delegate: (any CAAnimationDelegate)? = nil) -> CABasicAnimation {
    let animation = CABasicAnimation(keyPath: keyPath)
    animation.fromValue = 0
    animation.toValue = 1
    animation.duration = duration
    animation.delegate = delegate
    return animation
}
