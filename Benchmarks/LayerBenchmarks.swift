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
    var made = Duration.seconds(100), committed = made, changed = made, read = made
    var bytes = 0
    for _ in 0..<12 {
        let context = LayerContext(clock: StillClock(), driver: DroppingDriver())
        let root = CALayer()
        if shown {
            context.layer = root
            CATransaction.flush()
        }
        let before = residentBytes()
        let time = ContinuousClock()
        let start = time.now
        for index in 0..<count {
            let layer = CALayer()
            layer.bounds = CGRect(x: 0, y: 0, width: 40, height: 40)
            layer.position = CGPoint(x: CGFloat(index % 100), y: CGFloat(index / 100))
            layer.opacity = 0.5
            root.addSublayer(layer)
        }
        made = min(made, time.now - start)
        if !shown { context.layer = root }
        CATransaction.flush()
        let end = time.now
        committed = min(committed, end - start)
        // Later rounds reuse what this one left.
        if bytes == 0 { bytes = (residentBytes() - before) / count }
        let layers = root.sublayers ?? []
        let beforeChange = time.now
        CATransaction.begin()
        CATransaction.setDisableActions(true)
        for layer in layers { layer.opacity = 0.25 }
        CATransaction.commit()
        changed = min(changed, time.now - beforeChange)
        let beforeRead = time.now
        var sum: CGFloat = 0
        for layer in layers { sum += layer.convert(CGPoint(x: 1, y: 1), to: root).x }
        if sum > 0 { read = min(read, time.now - beforeRead) }
    }
    print("10,000 layers made, 3 properties each and added: \(made)")
    print("the same with the commit: \(committed); \(bytes) bytes a layer, what the context keeps included (limits: 20 ms, 1,536 bytes)")
    print("one property of each of 10,000 live layers, with the commit: \(changed)")
    print("a point of each of 10,000 layers converted to the root: \(read)")
}

private final class StillClock: MediaClock {
    let now = 1.0
}

private final class DroppingDriver: RenderDriver {
    func submit(_ commit: Commit) {}
    func report(to inbox: RenderInbox) {}
}

private func residentBytes() -> Int {
    let fields = (try? String(contentsOfFile: "/proc/self/statm", encoding: .utf8))?.split(separator: " ") ?? []
    return fields.count > 1 ? (Int(fields[1]) ?? 0) * 4096 : 0
}
