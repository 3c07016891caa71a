// Runs everything again and again for as long as asked, and fails if memory, descriptors or threads grow or a completion is never reported.
//
//     soak [minutes]        `make soak` starts a virtual display around it, so that windows are opened and closed, too

import Agate
import AgateFormats
import CoreGraphics
import Foundation
import QuartzCore

let minutes = CommandLine.arguments.dropFirst().first.flatMap(Double.init) ?? 5
let start = Date()
@MainActor func elapsed() -> Double { Date().timeIntervalSince(start) }

/// A line that is seen at once, also through a pipe.
@MainActor func say(_ line: String) {
    print(line)
    fflush(nil)
}

@_silgen_name("malloc_trim") func trim(_ keep: Int) -> Int32

/// What a process holds: KiB of memory once what is free went back to the system, descriptors, threads.
struct Footprint {
    let memory: Int
    let descriptors: Int
    let threads: Int

    static func now() -> Footprint {
        _ = trim(0)
        let words = (try? String(contentsOfFile: "/proc/self/statm", encoding: .utf8))?.split(separator: " ") ?? []
        let pages = words.dropFirst().first.flatMap { Int($0) } ?? 0
        func count(_ folder: String) -> Int { (try? FileManager.default.contentsOfDirectory(atPath: folder).count) ?? 0 }
        return Footprint(
            memory: pages * Int(sysconf(Int32(_SC_PAGESIZE))) >> 10, descriptors: count("/proc/self/fd"), threads: count("/proc/self/task")
        )
    }
}

/// Calls that are owed and calls that came.
final class Ledger: NSObject, CAAnimationDelegate {
    var owedBlocks = 0, blocks = 0, owedStops = 0, starts = 0, stops = 0
    func animationDidStart(_ anim: CAAnimation) { starts += 1 }
    func animationDidStop(_ anim: CAAnimation, finished flag: Bool) { stops += 1 }
}

let ledger = Ledger()
var random = SystemRandomNumberGenerator()
@MainActor func chance(_ n: Int) -> Bool { Int.random(in: 0..<n, using: &random) == 0 }
@MainActor func coordinate() -> CGFloat { CGFloat.random(in: 0...160, using: &random) }
@MainActor func color() -> CGColor {
    CGColor(
        red: .random(in: 0...1, using: &random), green: .random(in: 0...1, using: &random), blue: .random(in: 0...1, using: &random),
        alpha: 1)
}

let picture = CGContext(
    data: nil, width: 16, height: 16, bitsPerComponent: 8, bytesPerRow: 0, space: CGColorSpaceCreateDeviceRGB(),
    bitmapInfo: CGImageAlphaInfo.premultipliedLast.rawValue
)?.makeImage()

@MainActor func made() -> CALayer {
    let layer: CALayer
    switch Int.random(in: 0..<9, using: &random) {
    case 0:
        let shape = CAShapeLayer()
        shape.path = CGPath(ellipseIn: CGRect(x: 0, y: 0, width: coordinate(), height: coordinate()), transform: nil)
        shape.strokeColor = color()
        shape.lineDashPattern = chance(2) ? [4, 2] : nil
        layer = shape
    case 1:
        let gradient = CAGradientLayer()
        gradient.colors = [color(), color()]
        layer = gradient
    case 2:
        let text = CATextLayer()
        text.string = "Soak \(Int.random(in: 0..<100, using: &random)) éß😀"
        text.fontSize = 14
        layer = text
    case 3:
        let replicator = CAReplicatorLayer()
        replicator.instanceCount = 3
        replicator.instanceDelay = 0.1
        replicator.instanceTransform = CATransform3DMakeTranslation(9, 4, 0)
        let inner = CALayer()
        inner.frame = CGRect(x: 0, y: 0, width: 8, height: 8)
        inner.backgroundColor = color()
        replicator.addSublayer(inner)
        layer = replicator
    case 4:
        let emitter = CAEmitterLayer()
        let cell = CAEmitterCell()
        cell.birthRate = 20
        cell.lifetime = 2
        cell.velocity = 30
        cell.contents = picture
        emitter.emitterCells = [cell]
        layer = emitter
    case 5:
        let transform = CATransformLayer()
        let inner = CALayer()
        inner.frame = CGRect(x: 0, y: 0, width: 30, height: 30)
        inner.backgroundColor = color()
        inner.transform = CATransform3DMakeRotation(0.5, 0, 1, 0)
        transform.addSublayer(inner)
        layer = transform
    case 6:
        layer = CATiledLayer()
        layer.delegate = tiles
    default:
        layer = CALayer()
        layer.contents = chance(2) ? picture : nil
    }
    layer.frame = CGRect(x: coordinate(), y: coordinate(), width: coordinate(), height: coordinate())
    layer.backgroundColor = color()
    if chance(3) { layer.cornerRadius = 8 }
    if chance(5) { layer.shadowOpacity = 0.5 }
    if chance(6) { layer.masksToBounds = true }
    if chance(8) { layer.shouldRasterize = true }
    if chance(8) {
        let mask = CALayer()
        mask.frame = CGRect(x: 4, y: 4, width: layer.bounds.width / 2, height: layer.bounds.height / 2)
        mask.backgroundColor = color()
        layer.mask = mask
    }
    if chance(8) {
        let filter = CAFilter(type: "gaussianBlur")
        filter.setValue(3, forKey: "inputRadius")
        layer.filters = [filter]
    }
    return layer
}

final class TileDrawing: NSObject, CALayerDelegate {
    func draw(_ layer: CALayer, in ctx: CGContext) { ctx.fill(CGRect(x: 0, y: 0, width: 20, height: 20)) }
}
let tiles = TileDrawing()

@MainActor func change(_ layer: CALayer) {
    switch Int.random(in: 0..<6, using: &random) {
    case 0: layer.position = CGPoint(x: coordinate(), y: coordinate())
    case 1: layer.opacity = .random(in: 0.1...1, using: &random)
    case 2: layer.backgroundColor = color()
    case 3: layer.transform = CATransform3DMakeRotation(.random(in: 0...3, using: &random), 0, 0, 1)
    default:
        let animation: CAAnimation
        if chance(3) {
            let keyframes = CAKeyframeAnimation(keyPath: "position")
            keyframes.values = [CGPoint.zero, CGPoint(x: 50, y: 80), layer.position]
            animation = keyframes
        } else if chance(3) {
            let spring = CASpringAnimation(keyPath: "transform.scale")
            spring.fromValue = 0.5
            spring.duration = spring.settlingDuration
            animation = spring
        } else {
            let basic = CABasicAnimation(keyPath: "opacity")
            basic.fromValue = 0
            animation = basic
        }
        if animation.duration == 0 { animation.duration = .random(in: 0.01...3, using: &random) }
        animation.delegate = ledger
        ledger.owedStops += 1
        layer.add(animation, forKey: chance(2) ? "soak" : nil)
    }
}

/// Ten virtual minutes of a tree that changes, in steps from a frame to half a minute.
@MainActor func virtualTime() {
    let host = OffscreenHost(size: CGSize(width: 160, height: 160))
    var layers: [CALayer] = []
    while host.now < 600 {
        host.perform {
            CATransaction.setCompletionBlock { ledger.blocks += 1 }
            ledger.owedBlocks += 1
            if layers.count < 30 {
                let layer = made()
                (layers.randomElement(using: &random) ?? host.layer).addSublayer(layer)
                layers.append(layer)
            } else {
                let gone = layers.remove(at: Int.random(in: 0..<layers.count, using: &random))
                gone.removeFromSuperlayer()
                layers.removeAll { each in
                    var above: CALayer? = each
                    while let here = above, here !== host.layer { above = here.superlayer }
                    return above == nil
                }
            }
            for _ in 0..<4 { if let layer = layers.randomElement(using: &random) { change(layer) } }
        }
        host.advance(by: chance(3) ? 30 : 1.0 / 60)
        if chance(3) { _ = host.image() }
    }
    host.perform { for layer in host.layer.sublayers ?? [] { layer.removeFromSuperlayer() } }
    host.advance(by: 1e6)
}

/// Thousands of commits without a picture between.
@MainActor func commitStorm() {
    let renderer = CARenderer(width: 64, height: 64)
    let root = CALayer()
    renderer.layer = root
    for i in 0..<2000 {
        let layer = CALayer()
        layer.frame = CGRect(x: i % 60, y: i / 60 % 60, width: 4, height: 4)
        layer.backgroundColor = color()
        root.addSublayer(layer)
        if let old = root.sublayers, old.count > 50 { old[0].removeFromSuperlayer() }
        change(layer)
        CATransaction.flush()
        if i % 200 == 0 {
            renderer.beginFrame(atTime: CACurrentMediaTime())
            renderer.render()
            renderer.endFrame()
        }
    }
    root.sublayers = nil
    CATransaction.flush()
    renderer.layer = nil
    CATransaction.flush()
}

let folder = FileManager.default.temporaryDirectory.appendingPathComponent("soak-\(ProcessInfo.processInfo.processIdentifier)")
try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)

@MainActor func film(_ type: String) throws {
    let host = OffscreenHost(size: CGSize(width: 64, height: 48), background: CGColor(red: 1, green: 1, blue: 1, alpha: 1))
    host.perform {
        for _ in 0..<5 {
            let layer = made()
            host.layer.addSublayer(layer)
            change(layer)
        }
    }
    let url = folder.appendingPathComponent("film.\(type)")
    try host.record(to: .file(url), until: 0.5, framesPerSecond: 10)
    try FileManager.default.removeItem(at: url)
    host.perform { host.layer.sublayers = nil }
    host.advance(by: 1e6)
}

@MainActor func documents() throws {
    let lottie =
        #"{"fr":30,"ip":0,"op":30,"w":24,"h":24,"layers":[{"ty":4,"ip":0,"op":30,"ks":{"r":{"a":1,"k":[{"t":0,"s":[0]},{"t":30,"s":[90]}]}},"shapes":[{"ty":"el","p":{"k":[9,9]},"s":{"k":[9,9]}},{"ty":"fl","c":{"k":[1,0,0,1]},"o":{"k":100}}]}]}"#
    let scene = try LottieScene(data: Data(lottie.utf8))
    let host = OffscreenHost(size: CGSize(width: 24, height: 24))
    host.perform { host.layer.addSublayer(scene.rootLayer) }
    _ = host.image(at: 0.5)
    let url = folder.appendingPathComponent("scene.ca")
    try CAMLWriter().write(scene, to: url)
    _ = try CAMLScene(contentsOf: url)
    try FileManager.default.removeItem(at: url)
}

@MainActor func window() throws {
    let host = try WindowHost(title: "Soak", size: CGSize(width: 120, height: 80))
    let layer = made()
    host.layer.addSublayer(layer)
    change(layer)
    RunLoop.main.run(until: Date().addingTimeInterval(0.2))
    layer.removeFromSuperlayer()
    CATransaction.flush()
    host.close()
    RunLoop.main.run(until: Date().addingTimeInterval(0.05))
}

let hasDisplay = ProcessInfo.processInfo.environment["DISPLAY"] != nil
var rounds = 0, virtualHours = 0.0, windows = 0, films = 0
var baseline: Footprint?
var failures: [String] = []
var lastReport = 0.0
// The first part of the time fills caches and pools; that of pixel buffers grows once more after about a hundred rounds, and stays.
let warmUp = minutes * 60 * 0.3, warmRounds = 120

while elapsed() < minutes * 60 {
    rounds += 1
    virtualTime()
    virtualHours += 1.0 / 6
    commitStorm()
    for type in ["gif", "apng", "webp"] {
        do {
            try film(type)
            films += 1
        } catch { failures.append("round \(rounds): a film could not be made: \(error)") }
    }
    do { try documents() } catch { failures.append("round \(rounds): a document: \(error)") }
    if hasDisplay {
        do {
            try window()
            windows += 1
        } catch { failures.append("round \(rounds): a window: \(error)") }
    }
    // What was posted to the main run loop is reported here.
    RunLoop.main.run(until: Date().addingTimeInterval(0.02))
    if baseline == nil, elapsed() > warmUp, rounds >= warmRounds { baseline = .now() }
    if elapsed() - lastReport > 30 {
        lastReport = elapsed()
        let now = Footprint.now()
        say(
            "\(Int(elapsed())) s: \(rounds) rounds, \(now.memory) KiB, \(now.descriptors) descriptors, \(now.threads) threads"
        )
    }
}
try? FileManager.default.removeItem(at: folder)
RunLoop.main.run(until: Date().addingTimeInterval(0.2))

let end = Footprint.now()
say(
    "\(rounds) rounds, \(String(format: "%.1f", virtualHours)) virtual hours, \(rounds * 2000) commits in storms, \(films) films, \(windows) windows\(hasDisplay ? "" : " (no display)"), "
        + "\(ledger.blocks) completion blocks, \(ledger.stops) animations reported"
)
if ledger.blocks != ledger.owedBlocks { failures.append("\(ledger.owedBlocks - ledger.blocks) completion blocks were never called") }
if ledger.stops != ledger.owedStops {
    failures.append("\(ledger.owedStops - ledger.stops) delegates never heard of the end of their animations")
}
if let baseline {
    func change(_ name: String, _ value: KeyPath<Footprint, Int>) -> String {
        "\(name) \(baseline[keyPath: value]) to \(end[keyPath: value])"
    }
    say(
        [change("KiB of memory", \.memory), change("descriptors", \.descriptors), change("threads", \.threads)]
            .joined(separator: ", "))
    if end.memory > baseline.memory + max(32 << 10, baseline.memory / 5) {
        failures.append("memory grew from \(baseline.memory) to \(end.memory) KiB")
    }
    if end.descriptors > baseline.descriptors + 2 { failures.append("descriptors grew from \(baseline.descriptors) to \(end.descriptors)") }
    if end.threads > baseline.threads + 4 { failures.append("threads grew from \(baseline.threads) to \(end.threads)") }
} else {
    failures.append("too short to compare: give it more minutes")
}
for failure in failures.prefix(20) { say("FAILED: \(failure)") }
exit(failures.isEmpty ? 0 : 1)
