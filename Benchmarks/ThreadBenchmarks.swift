import Agate
import Foundation
import QuartzCore
import RenderTree
import Synchronization

/// What the threads and the commit cost: frames while the main thread is blocked, and the making of many layers.
func threadBenchmarks() {
    blockedMainThread()
    idleThread()
    // Memory first: later figures would find pages of earlier rounds.
    manyLayersRendered()
    manyLayers()
}

/// Processor time of this thread, so that other programs on the machine do not count.
private func milliseconds(_ body: () -> Void) -> Double {
    func now() -> Double {
        var time = timespec()
        clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time)
        return Double(time.tv_sec) * 1000 + Double(time.tv_nsec) * 1e-6
    }
    let start = now()
    body()
    return now() - start
}

private func best(of rounds: Int, _ body: () -> Double) -> Double { (0..<rounds).map { _ in body() }.min() ?? .infinity }

private func animatedHost() -> LiveHost {
    let host = LiveHost(size: CGSize(width: 320, height: 240), background: .white)
    for index in 0..<100 {
        let layer = CALayer()
        layer.frame = CGRect(x: index % 20 * 16, y: index / 20 * 40, width: 12, height: 12)
        layer.cornerRadius = 4
        layer.backgroundColor = CGColor(red: 0.2, green: 0.4, blue: 0.9, alpha: 1)
        let turn = CABasicAnimation(keyPath: "transform.rotation.z")
        turn.fromValue = 0
        turn.toValue = 2 * Double.pi
        turn.duration = 0.7
        turn.repeatCount = .infinity
        host.layer.addSublayer(layer)
        layer.add(turn, forKey: "turn")
    }
    CATransaction.flush()
    return host
}

private func blockedMainThread() {
    let host = animatedHost()
    Thread.sleep(forTimeInterval: 0.2)
    host.resetStatistics()
    Thread.sleep(forTimeInterval: 1)
    let seen = host.statistics
    print("main thread blocked for 1 s: \(seen.frames) frames, \(seen.lateFrames) late by more than a frame time, "
        + "worst \(String(format: "%.2f", seen.worstLateness * 1000)) ms after it was due (limit: 16.67 ms, none late)")
}

private func idleThread() {
    let host = LiveHost(size: CGSize(width: 320, height: 240))
    CATransaction.flush()
    Thread.sleep(forTimeInterval: 0.2)
    host.resetStatistics()
    Thread.sleep(forTimeInterval: 0.5)
    print("nothing animates for 0.5 s: \(host.statistics.wakeUps) wake-ups, \(host.statistics.frames) frames (limit: 0)")
}

/// Takes commits as a render thread does, and leaves them.
private final class Mailbox: RenderDriver {
    let commits = Mutex<[Commit]>([])
    func submit(_ commit: Commit) { commits.withLock { $0.append(commit) } }
    func report(to inbox: RenderInbox) {}
}

/// Bytes of memory in use, after what was freed went back to the system.
private func allocated() -> Int {
    if let symbol = dlsym(nil, "malloc_trim") { _ = unsafeBitCast(symbol, to: (@convention(c) (Int) -> Int32).self)(0) }
    guard let status = try? String(contentsOfFile: "/proc/self/statm", encoding: .utf8) else { return 0 }
    return (Int(status.split(separator: " ").dropFirst().first ?? "0") ?? 0) * 4096
}

private func manyLayers() {
    let color = CGColor(red: 0.2, green: 0.4, blue: 0.9, alpha: 1)
    var makes = 0.0
    let time = best(of: 7) {
        let context = LayerContext(clock: MonotonicClock.shared, driver: Mailbox())
        let root = CALayer()
        context.layer = root
        CATransaction.flush()
        var made = 0.0
        let total = milliseconds {
            made = milliseconds {
                for index in 0..<10_000 {
                    let layer = CALayer()
                    layer.position = CGPoint(x: index % 100, y: index / 100)
                    layer.opacity = 0.5
                    layer.backgroundColor = color
                    root.addSublayer(layer)
                }
            }
            CATransaction.flush()
        }
        makes = made
        return total
    }
    print("10,000 layers, three properties each, committed: \(String(format: "%.1f", time)) ms "
        + "(of which making \(String(format: "%.1f", makes)) ms in the last round; limit: 20 ms)")
}

private func manyLayersRendered() {
    let color = CGColor(red: 0.2, green: 0.4, blue: 0.9, alpha: 1)
    let host = OffscreenHost(size: CGSize(width: 8, height: 8))
    let before = allocated()
    var layers: [CALayer] = []
    layers.reserveCapacity(10_000)
    for index in 0..<10_000 {
        let layer = CALayer()
        layer.position = CGPoint(x: 10_000 + index % 100, y: index / 100)
        layer.opacity = 0.5
        layer.backgroundColor = color
        layers.append(layer)
    }
    let model = allocated() - before
    host.perform { for layer in layers { host.layer.addSublayer(layer) } }
    let tree = allocated() - before - model
    print("memory of 10,000 layers: model \(model / 10_000) bytes, live records and render nodes \(tree / 10_000) bytes a layer "
        + "(limit: 1536 each side)")
}
