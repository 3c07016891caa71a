import Agate
import AgateFormats
import CoreGraphics
import Foundation
import QuartzCore

/// `bench step NAME COUNT ROUNDS` repeats one step of a program with COUNT layers and prints its minimum, also in microseconds a layer. The
/// names are those of `steps` and `frames`. For instruction counts, of a program without debugging symbols:
/// `valgrind --tool=callgrind --toggle-collect='$s5bench12measuredStep*' bench step add 10000 1`.
func stepBenchmarks() {
    let arguments = Array(CommandLine.arguments.dropFirst(2))
    guard arguments.count == 3, let step = steps[arguments[0]] ?? frames[arguments[0]], let count = Int(arguments[1]),
        let rounds = Int(arguments[2])
    else {
        return print("usage: bench step \((Array(steps.keys) + frames.keys).sorted().joined(separator: "|")) COUNT ROUNDS")
    }
    let best = (0..<rounds).map { _ in step(count) }.min() ?? .infinity
    print(Measure.padded("\(arguments[0]), \(count)") + String(format: "%9.3f ms, %.3f us each", best, best * 1000 / Double(max(count, 1))))
}

/// Each prepares a scene and returns the milliseconds of the step alone.
private var steps: [String: (Int) -> Double] {
    [
        "add": { count in
            let scene = CurveScene(1, visible: false)
            let layers = (0..<count).map { _ in
                let layer = CALayer()
                layer.frame = CGRect(x: scene.random() * 1000, y: scene.random() * 700, width: 12.5, height: 12.5)
                layer.backgroundColor = CGColor(red: scene.random(), green: 0.4, blue: 0.6, alpha: 0.5)
                return layer
            }
            scene.host.paint(at: 1.0 / 60)
            return Measure.milliseconds { measuredStep { scene.quietly { for layer in layers { scene.top.addSublayer(layer) } } } }
        },
        "remove": { count in
            let scene = CurveScene(count, visible: false)
            return Measure.milliseconds { measuredStep { scene.quietly { for layer in scene.layers { layer.removeFromSuperlayer() } } } }
        },
        "change": { count in
            let scene = CurveScene(count, visible: false)
            scene.host.paint(at: 1.0 / 60)
            return Measure.milliseconds { measuredStep { scene.quietly { for layer in scene.layers { layer.position.x += 1.5 } } } }
        },
        "implicit": { count in
            let scene = CurveScene(count, visible: false)
            scene.host.paint(at: 1.0 / 60)
            return Measure.milliseconds { measuredStep { scene.host.perform { for layer in scene.layers { layer.position.x += 1.5 } } } }
        },
        "presentation": { count in
            let scene = CurveScene(count)
            scene.host.perform { for layer in scene.layers { scene.move(layer) } }
            scene.host.paint(at: 1.0 / 60)
            var sum: CGFloat = 0
            for layer in scene.layers { sum += layer.presentation()?.position.x ?? 0 }
            scene.host.paint(at: 2.0 / 60)
            return Measure.milliseconds { measuredStep { for layer in scene.layers { sum += layer.presentation()?.position.x ?? 0 } } }
        },
    ]
}

/// Frames of one thing that becomes many, or of many of which one moves: the milliseconds of a frame with its drawing.
private var frames: [String: (Int) -> Double] {
    [
        "mover": { count in
            let scene = CurveScene(count, size: 4)
            scene.host.perform { scene.move(scene.layers[count / 2]) }
            return scene.best(of: 30)
        },
        "replicator": { count in
            let scene = CurveScene(1), dot = CALayer(), row = CAReplicatorLayer(), rows = CAReplicatorLayer()
            scene.host.perform {
                dot.frame = CGRect(x: 2.5, y: 2.5, width: 3, height: 3)
                dot.backgroundColor = CGColor(red: 0, green: 0.4, blue: 0.8, alpha: 0.5)
                row.instanceCount = 1000
                row.instanceTransform = CATransform3DMakeTranslation(1.27, 0, 0)
                row.addSublayer(dot)
                rows.instanceCount = max(1, count / 1000)
                rows.instanceTransform = CATransform3DMakeTranslation(0, 0.71, 0)
                rows.addSublayer(row)
                scene.top.addSublayer(rows)
                let move = CABasicAnimation(keyPath: "position.x")
                (move.fromValue, move.toValue, move.duration) = (4, 9, 1000)
                dot.add(move, forKey: nil)
            }
            return scene.best(of: 3)
        },
        "emitter": { count in
            let scene = CurveScene(1), emitter = CAEmitterLayer(), cell = CAEmitterCell()
            let image = CGImage(width: 4, height: 4) { for i in 0..<$0.count { $0[i] = 0xFFFF_FFFF } }
            scene.host.perform {
                cell.contents = image
                (cell.birthRate, cell.lifetime, cell.velocity, cell.emissionRange) = (Float(count), 1, 100, 2 * .pi)
                emitter.emitterCells = [cell]
                emitter.emitterShape = .rectangle
                emitter.emitterPosition = CGPoint(x: 640, y: 360)
                emitter.emitterSize = CGSize(width: 1100, height: 560)
                emitter.frame = CGRect(x: 0, y: 0, width: 1280, height: 720)
                scene.top.addSublayer(emitter)
            }
            for i in 1...8 { scene.host.paint(at: Double(i) / 4) }
            return scene.best(of: 8)
        },
    ]
}

/// `bench bytes`: resident bytes of the process that 20,000 layers take, with what the render tree and its draw list keep of each, and
/// those of an animation for each of them, the program's objects included.
func bytesBenchmark() {
    let scene = CurveScene(1), count = 20_000
    scene.host.perform { scene.move(scene.layers[0]) }
    scene.host.paint(at: 1.0 / 60)
    let start = Measure.residentBytes
    scene.quietly {
        for _ in 0..<count {
            let layer = CALayer()
            layer.frame = CGRect(x: scene.random() * 1268, y: scene.random() * 708, width: 12, height: 12)
            layer.backgroundColor = CGColor(red: scene.random(), green: scene.random(), blue: scene.random(), alpha: 0.5)
            scene.top.addSublayer(layer)
        }
    }
    scene.host.paint(at: 2.0 / 60)
    let shown = Measure.residentBytes
    scene.host.perform { for layer in scene.top.sublayers ?? [] { scene.move(layer) } }
    scene.host.paint(at: 3.0 / 60)
    let moving = Measure.residentBytes
    print("layer\t\((shown - start) / count)\nanimation\t\((moving - shown) / count)")
}

/// Keeps the step apart for tools that count from the entry of a function to its end.
@inline(never)
func measuredStep(_ body: () -> Void) { body() }

/// `bench lottie-load ROUNDS FILE…`: a line for each file, its name and, after tabs, the least milliseconds of processor time to read it,
/// and to read it and make its layers. The geometric means are last.
func lottieLoadBenchmarks() {
    let arguments = Array(CommandLine.arguments.dropFirst(2))
    guard arguments.count > 1, let rounds = Int(arguments[0]) else { return print("usage: bench lottie-load ROUNDS FILE...") }
    var sums = SIMD2(0.0, 0.0), count = 0.0
    for path in arguments.dropFirst() {
        let url = URL(fileURLWithPath: path)
        guard (try? LottieScene(url: url)) != nil else {
            print("\(url.lastPathComponent)\tERR")
            continue
        }
        let read = Measure.best(of: rounds) { measuredStep { _ = try? LottieScene(url: url) } }
        let made = Measure.best(of: rounds) { measuredStep { _ = (try? LottieScene(url: url))?.rootLayer } }
        print("\(url.lastPathComponent)\t\(String(format: "%.4f\t%.4f", read, made))")
        sums += SIMD2(log(read), log(made))
        count += 1
    }
    let mean = sums / max(count, 1)
    print("geometric mean\t\(String(format: "%.4f\t%.4f", exp(mean.x), exp(mean.y)))")
}
