import Agate
import AgateFormats
import CoreGraphics
import Foundation
import QuartzCore

/// `bench step NAME COUNT ROUNDS` repeats one step of a program with COUNT layers and prints its minimum, also in microseconds a layer. The
/// names are those of `steps`. For instruction counts, of a program without debugging symbols:
/// `valgrind --tool=callgrind --toggle-collect='$s5bench12measuredStep*' bench step add 10000 1`.
func stepBenchmarks() {
    let arguments = Array(CommandLine.arguments.dropFirst(2))
    guard arguments.count == 3, let step = steps[arguments[0]], let count = Int(arguments[1]), let rounds = Int(arguments[2]) else {
        return print("usage: bench step \(steps.keys.sorted().joined(separator: "|")) COUNT ROUNDS")
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
