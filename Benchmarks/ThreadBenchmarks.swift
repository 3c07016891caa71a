import Agate
import Foundation
import QuartzCore
import RenderTree
import Synchronization

/// What the threads cost: frames while the main thread is blocked, and while nothing moves; and what layers take on each side.
func threadBenchmarks() {
    layerLock()
    blockedMainThread()
    idleThread()
    memoryOfLayers()
}

/// One entry and leaving, of three designs for the layers' lock; then what a setter takes beside threads that change other layers.
private func layerLock() {
    func nanoseconds(_ body: () -> Void) -> Double { Measure.best(of: 9) { for _ in 0..<100_000 { body() } } * 10 }
    let mutex = UnsafeMutablePointer<pthread_mutex_t>.allocate(capacity: 1)
    var attributes = pthread_mutexattr_t()
    pthread_mutexattr_init(&attributes)
    pthread_mutexattr_settype(&attributes, Int32(PTHREAD_MUTEX_RECURSIVE))
    pthread_mutex_init(mutex, &attributes)
    let word = Atomic<UInt32>(0)
    let plain = nanoseconds {
        pthread_mutex_lock(mutex)
        pthread_mutex_unlock(mutex)
    }
    let swapped = nanoseconds {
        _ = word.compareExchange(expected: 0, desired: 1, ordering: .acquiring)
        word.store(0, ordering: .releasing)
    }
    let biased = nanoseconds { LayerLock.withLock {} }
    print(
        String(
            format: "the layers' lock, in and out: biased %.2f ns; a recursive mutex %.2f ns; a word by compare-and-swap %.2f ns", biased,
            plain,
            swapped))
    let layer = CALayer()
    var value: Float = 0
    func setters() -> Double {
        nanoseconds {
            value = value == 0 ? 0.5 : 0
            layer.opacity = value
        }
    }
    let alone = setters()
    let flag = Flag(), group = DispatchGroup()
    for _ in 0..<8 {
        group.enter()
        Thread {
            let other = CALayer()
            while !flag.isOver.load(ordering: .relaxed) {
                other.opacity = other.opacity == 0 ? 0.5 : 0
                usleep(100)
            }
            CATransaction.flush()
            group.leave()
        }.start()
    }
    let beside = setters()
    flag.isOver.store(true, ordering: .relaxed)
    group.wait()
    print(String(format: "a setter of a layer: %.1f ns alone, %.1f ns beside eight threads with layers of their own", alone, beside))
}

private final class Flag: Sendable { let isOver = Atomic(false) }

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
    print(
        "main thread blocked for 1 s: \(seen.frames) frames, \(seen.lateFrames) late by more than a frame time, "
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

private func memoryOfLayers() {
    let color = CGColor(red: 0.2, green: 0.4, blue: 0.9, alpha: 1)
    let host = OffscreenHost(size: CGSize(width: 8, height: 8))
    let before = Measure.residentBytes
    var layers: [CALayer] = []
    layers.reserveCapacity(10_000)
    for index in 0..<10_000 {
        let layer = CALayer()
        layer.position = CGPoint(x: 10_000 + index % 100, y: index / 100)
        layer.opacity = 0.5
        layer.backgroundColor = color
        layers.append(layer)
    }
    let model = Measure.residentBytes - before
    host.perform { for layer in layers { host.layer.addSublayer(layer) } }
    let tree = Measure.residentBytes - before - model
    print(
        "memory of 10,000 layers: model \(model / 10_000) bytes, live records and render nodes \(tree / 10_000) bytes a layer "
            + "(limit: 1100 each side)")
    let still = Measure.residentBytes
    host.perform {
        for (index, layer) in layers.enumerated() {
            let fade = CABasicAnimation(keyPath: "opacity")
            fade.fromValue = 0
            fade.toValue = 1
            fade.duration = 10 + Double(index % 7)
            layer.add(fade, forKey: "fade")
        }
    }
    print("memory of 10,000 animations: \((Measure.residentBytes - still) / 10_000) bytes each (limit: 400)")
}

/// A program that shows one layer and ends.
func firstFrame() {
    let host = OffscreenHost(size: CGSize(width: 320, height: 240), background: .white)
    let layer = CALayer()
    layer.frame = CGRect(x: 10, y: 10, width: 100, height: 100)
    layer.cornerRadius = 8
    layer.backgroundColor = CGColor(red: 0.2, green: 0.4, blue: 0.9, alpha: 1)
    host.perform { host.layer.addSublayer(layer) }
    host.withPixels(at: 0) { pixels, _, _, _ in precondition(pixels[50 * 320 + 50] != 0xFFFF_FFFF) }
}
