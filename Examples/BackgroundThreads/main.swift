// Layers change on threads of their own: a loader sets contents inside an explicit transaction, and a thread with a run loop leaves the
// commit to it. The completion block comes to the main thread, as documented.
import Agate
import ExampleSupport
import Foundation

/// A picture that takes a while to make: stripes of one colour.
func load(_ red: UInt8, _ green: UInt8, _ blue: UInt8) -> CGImage? {
    Thread.sleep(forTimeInterval: 0.02)
    let side = 64
    var bytes: [UInt8] = []
    for index in 0..<(side * side) {
        let light: UInt8 = index / side % 16 < 8 ? 0 : 40
        bytes += [min(215, blue) + light, min(215, green) + light, min(215, red) + light, 255]
    }
    return CGImage(width: side, height: side, premultipliedBGRA: bytes)
}

let host = OffscreenHost(size: CGSize(width: 160, height: 90), scale: 1, background: .white)
// Apple's layers are not Sendable either; their own lock makes this safe.
nonisolated(unsafe) let cover = CALayer()
nonisolated(unsafe) let badge = CALayer()
host.perform {
    cover.frame = CGRect(x: 10, y: 13, width: 64, height: 64)
    cover.backgroundColor = CGColor(gray: 0.9, alpha: 1)
    badge.frame = CGRect(x: 86, y: 13, width: 24, height: 24)
    badge.backgroundColor = CGColor(red: 0.8, green: 0.2, blue: 0.3, alpha: 1)
    host.layer.addSublayer(cover)
    host.layer.addSublayer(badge)
}
let sheet = ContactSheet(columns: 4)
sheet.add(host)

// A thread without a run loop: nothing commits its implicit transaction, so it has one of its own.
let loaded = DispatchSemaphore(value: 0)
DispatchQueue.global().async {
    let image = load(40, 110, 200)
    CATransaction.begin()
    CATransaction.setDisableActions(true)
    CATransaction.setCompletionBlock { print("Loaded; completed on the main thread: \(Thread.isMainThread)") }
    cover.contents = image
    cover.cornerRadius = 8
    cover.masksToBounds = true
    CATransaction.commit()
    loaded.signal()
}
loaded.wait()
sheet.add(host)

// A thread with a run loop: its implicit transaction is committed when the loop goes to wait.
let moved = DispatchSemaphore(value: 0)
Thread {
    RunLoop.current.perform {
        badge.position.x += 40
        badge.transform = CATransform3DMakeRotation(.pi / 4, 0, 0, 1)
    }
    _ = RunLoop.current.run(mode: .default, before: Date(timeIntervalSinceNow: 0.05))
    moved.signal()
}.start()
moved.wait()
_ = RunLoop.main.run(mode: .default, before: Date(timeIntervalSinceNow: 0.01))
sheet.add(host, every: 0.125, count: 2)
try sheet.write(to: outputPath("BackgroundThreads"))
