import Foundation
import QuartzCore
import RenderTree

/// What it costs to add, replace and remove animations, on the program's side and in the render tree; and whether a million of them
/// leave anything behind.
func animationBenchmarks() {
    let scene = AnimatedScene(layers: 10_000)
    var added = Double.infinity, replaced = added, removed = added, addedTree = added, removedTree = added
    for _ in 0..<12 {
        added = min(added, scene.main { scene.add(duration: 5) })
        addedTree = min(addedTree, scene.applyAndUpdate())
        replaced = min(replaced, scene.main { scene.add(duration: 6) } + scene.applyAndUpdate())
        removed = min(removed, scene.main { scene.remove() })
        removedTree = min(removedTree, scene.applyAndUpdate())
    }
    func line(_ name: String, _ ms: Double, _ limit: String = "") { print(Measure.padded(name) + String(format: "%9.2f ms", ms) + limit) }
    line("10,000 animations added and committed, program's side", added)
    line("  their commit applied", addedTree)
    line("10,000 animations removed and committed, program's side", removed)
    line("  their commit applied", removedTree)
    line("added and removed, both sides", added + addedTree + removed + removedTree, " (limit: 15)")
    line("10,000 replaced under the same key, both sides", replaced)
    millionCycles()
}

private func millionCycles() {
    let scene = AnimatedScene(layers: 1000)
    func cycles(_ count: Int) {
        for _ in 0..<count {
            _ = scene.main { scene.add(duration: 5) }
            _ = scene.applyAndUpdate()
            _ = scene.main { scene.remove() }
            _ = scene.applyAndUpdate()
        }
    }
    cycles(20)
    let before = Measure.residentBytes
    cycles(1000)
    let after = Measure.residentBytes
    print("resident before and after a million animations were added and removed: \(before / 1024) KiB, \(after / 1024) KiB")
}

/// Live layers, a driver that keeps commits until they are asked for, and a tree to apply them to.
private final class AnimatedScene {
    private let driver = KeepingDriver()
    private let context: LayerContext
    private let queue = CallbackQueue()
    private let clock = TurnedClock()
    private let tree = RenderTree(viewport: Viewport(width: 64, height: 64))
    private var layers: [CALayer] = []

    init(layers count: Int) {
        context = LayerContext(clock: clock, driver: driver)
        context.queue = queue
        let root = CALayer()
        root.isHidden = true
        _ = main {
            context.layer = root
            for _ in 0..<count {
                let layer = CALayer()
                layers.append(layer)
                root.addSublayer(layer)
            }
        }
        _ = applyAndUpdate()
    }

    /// Processor time of a transaction.
    func main(_ body: () -> Void) -> Double {
        Measure.milliseconds {
            withHost(clock: clock, queue: queue) {
                CATransaction.flush()
                CATransaction.begin()
                body()
                CATransaction.commit()
                queue.drain()
            }
        }
    }

    func add(duration: Double) {
        let animation = CABasicAnimation(keyPath: "position")
        animation.fromValue = CGPoint(x: 0, y: 0)
        animation.toValue = CGPoint(x: 100, y: 50)
        animation.duration = duration
        animation.timingFunction = CAMediaTimingFunction(name: .easeInEaseOut)
        for layer in layers { layer.add(animation, forKey: "move") }
    }

    func remove() { for layer in layers { layer.removeAnimation(forKey: "move") } }

    func applyAndUpdate() -> Double {
        let commits = driver.take()
        clock.turn(by: 1.0 / 60)
        let time = clock.now
        return Measure.milliseconds {
            for commit in commits { tree.apply(commit) }
            _ = tree.update(at: time)
        }
    }
}

private final class TurnedClock: MediaClock, @unchecked Sendable {
    // Unchecked: used on one thread.
    private(set) var now = 1.0
    func turn(by seconds: Double) { now += seconds }
}

private final class KeepingDriver: RenderDriver, @unchecked Sendable {
    // Unchecked: used on one thread.
    private var commits: [Commit] = []
    func submit(_ commit: Commit) { commits.append(commit) }
    func report(to inbox: RenderInbox) {}
    func take() -> [Commit] {
        defer { commits = [] }
        return commits
    }
}
