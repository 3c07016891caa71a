import Agate
import AgateFormats
import CoreGraphics
import Foundation
import QuartzCore
import Raster

/// Plays the Lottie files of a folder from first to last frame as films are made: every frame drawn into the host's pixels.
///
/// The folder is `LOTTIE_CORPUS`, or else the one beside the project. With `LOTTIE_EACH` each file is reported,
/// with `LOTTIE_SIDE` pictures are that many pixels wide and high. For one thread, run it on one processor:
/// `taskset -c 0 bench lottie`. `Benchmarks/peers/compare` runs other players beside.
func lottieBenchmarks() {
    let folder = ProcessInfo.processInfo.environment["LOTTIE_CORPUS"] ?? "../shared/corpus/lottie"
    let files = ((try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []).filter { $0.hasSuffix(".json") }.sorted()
    guard !files.isEmpty else { return print("there are no Lottie files in \(folder)") }
    var loads: [Double] = []
    for file in files {
        guard let data = try? Data(contentsOf: URL(fileURLWithPath: "\(folder)/\(file)")) else { continue }
        loads.append(Measure.median(of: 5) { _ = try? LottieScene(data: data, folder: URL(fileURLWithPath: folder)) })
    }
    loads.sort()
    print(
        Measure.padded("read a file and make its layers, median of \(loads.count) files")
            + String(format: "%9.4f ms", loads[loads.count / 2]))
    print(Measure.padded("the slowest") + String(format: "%9.4f ms", loads[loads.count - 1]))
    let sides = ProcessInfo.processInfo.environment["LOTTIE_SIDE"].flatMap { Int($0) }.map { [$0] } ?? [500, 1000]
    for side in sides {
        var canvas = [UInt32](repeating: 1, count: side * side)
        let clear = Measure.best(of: 20) {
            canvas.withUnsafeMutableBytes { bytes in bytes.baseAddress.map { _ = memset($0, 0, bytes.count) } }
        }
        var firsts: [(String, Double)] = [], replays: [(String, Double)] = []
        for file in files {
            guard let ms = play("\(folder)/\(file)", side) else { print("\(file) can't be read"); continue }
            firsts.append((file, ms.first))
            replays.append((file, ms.again))
            if ProcessInfo.processInfo.environment["LOTTIE_EACH"] != nil {
                print(Measure.padded("  \(side) \(file)") + String(format: "%9.4f ms first, %9.4f ms again", ms.first, ms.again))
            }
        }
        for (name, frames) in [("first time through", firsts), ("again", replays)] {
            let mean = exp(frames.reduce(0) { $0 + log($1.1) } / Double(max(frames.count, 1)))
            let worst = frames.max { $0.1 < $1.1 } ?? ("", 0)
            Measure.line("\(side)x\(side), \(Processors.count) processors, \(name): a frame, geometric mean", mean, clear)
            Measure.line("  the worst, \(worst.0)", worst.1, clear)
        }
    }
}

/// A host of a square picture in which a scene plays again and again, as large as it fits.
func lottieHost(playing scene: LottieScene, _ side: Int) -> OffscreenHost {
    let host = OffscreenHost(size: CGSize(width: side, height: side))
    let fit = min(CGFloat(side) / scene.size.width, CGFloat(side) / scene.size.height)
    host.perform {
        CATransaction.setDisableActions(true)
        scene.rootLayer.setAffineTransform(CGAffineTransform(scaleX: fit, y: fit))
        host.layer.addSublayer(scene.rootLayer)
        scene.play(loopMode: .loop)
    }
    return host
}

/// Milliseconds a frame by the clock on the wall, through up to 120 frames that are spread over the whole: the first time, each on a host
/// of its own, and again, where coverage that was made is kept. The best of three each.
private func play(_ path: String, _ side: Int) -> (first: Double, again: Double)? {
    var best = (first: Double.infinity, again: Double.infinity)
    for _ in 0..<3 {
        guard let scene = try? LottieScene(url: URL(fileURLWithPath: path)) else { return nil }
        let host = lottieHost(playing: scene, side)
        let count = min(120, max(1, Int((scene.duration * scene.frameRate).rounded(.down))))
        let step = scene.duration / Double(count)
        for round in 0..<2 {
            let start = DispatchTime.now().uptimeNanoseconds
            for i in 0..<count { host.withPixels(at: Double(round * count + i) * step) { _, _, _, _ in } }
            let ms = Double(DispatchTime.now().uptimeNanoseconds - start) / 1e6 / Double(count)
            if round == 0 { best.first = min(best.first, ms) } else { best.again = min(best.again, ms) }
        }
    }
    return best
}
