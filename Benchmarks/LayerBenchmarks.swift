import Foundation
import QuartzCore
import RenderTree

/// What the program's side of a layer costs: making, setting, committing, reading back. The driver drops the commits.
func layerBenchmarks() {
    layerBenchmark(shown: false)
    layerBenchmark(shown: true)
}

/// - Parameter shown: whether the layers are added to a layer that is shown already, which asks for an action each time.
private func layerBenchmark(shown: Bool) {
    print(shown ? "into a layer that is shown:" : "into a layer that is shown afterwards:")
    let count = 10_000
    var made = Double.infinity, committed = made, changed = made, read = made
    let color = CGColor(red: 0.2, green: 0.4, blue: 0.9, alpha: 1)
    for _ in 0..<12 {
        let context = LayerContext(clock: StillClock(), driver: DroppingDriver())
        let root = CALayer()
        if shown {
            context.layer = root
            CATransaction.flush()
        }
        let making = Measure.milliseconds {
            for index in 0..<count {
                let layer = CALayer()
                layer.position = CGPoint(x: CGFloat(index % 100), y: CGFloat(index / 100))
                layer.opacity = 0.5
                layer.backgroundColor = color
                root.addSublayer(layer)
            }
        }
        let committing = Measure.milliseconds {
            if !shown { context.layer = root }
            CATransaction.flush()
        }
        made = min(made, making)
        committed = min(committed, making + committing)
        let layers = root.sublayers ?? []
        changed = min(
            changed,
            Measure.milliseconds {
                CATransaction.begin()
                CATransaction.setDisableActions(true)
                for layer in layers { layer.opacity = 0.25 }
                CATransaction.commit()
            })
        var sum: CGFloat = 0
        let reading = Measure.milliseconds { for layer in layers { sum += layer.convert(CGPoint(x: 1, y: 1), to: root).x } }
        if sum > 0 { read = min(read, reading) }
    }
    func line(_ name: String, _ ms: Double, _ limit: String = "") { print(Measure.padded(name) + String(format: "%9.2f ms", ms) + limit) }
    line("10,000 layers made, 3 properties each and added", made)
    line("the same with the commit", committed, " (limit: 20)")
    line("one property of each of 10,000 live layers, with the commit", changed)
    line("a point of each of 10,000 layers converted to the root", read)
}

private final class StillClock: MediaClock {
    let now = 1.0
}

private final class DroppingDriver: RenderDriver {
    func submit(_ commit: Commit) {}
    func report(to inbox: RenderInbox) {}
}
