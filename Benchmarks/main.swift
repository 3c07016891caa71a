import Foundation

// Prints each figure beside the machine's own limit, measured in the same run. `bench NAME ...` runs only those suites,
// and `bench views PART ...` only some parts of that suite.
let suites: [(name: String, run: () -> Void)] = [
    // First, since the driver is loaded once.
    ("gpu-start", gpuStartBenchmark),
    ("frame", frameBenchmarks),
    ("evaluation", evaluationBenchmarks),
    ("animation", animationBenchmarks),
    ("tree", treeBenchmarks),
    ("threads", threadBenchmarks),
    ("layers", layerBenchmarks),
    ("raster", rasterBenchmarks),
    ("paths", pathBenchmarks),
    ("context", contextBenchmarks),
    ("images", imageBenchmarks),
    ("compositor", compositorBenchmarks),
    ("emitter", emitterBenchmarks),
    ("filters", filterBenchmarks),
    ("kinds", kindBenchmarks),
    ("text", textBenchmarks),
    ("views", viewBenchmarks),
    ("window", windowBenchmarks),
    ("recording", recordingBenchmarks),
    ("film", filmBenchmarks),
    ("commits", commitBenchmarks),
    ("inspector", inspectorBenchmarks),
    ("lottie", lottieBenchmarks),
    ("curves", curveBenchmarks),
    ("gpu", gpuBenchmarks),
]
/// Run only by name, some with arguments of their own: `Benchmarks/peers/compare` runs them beside other engines. The time from the start
/// of a program to its first frame is that of the whole run of `first-frame`.
let beside: [String: () -> Void] = [
    "peer-context": peerContextBenchmarks, "peer-layers": peerLayerBenchmarks, "peer-lottie": peerLottieBenchmarks,
    "first-frame": firstFrame, "step": stepBenchmarks, "lottie-load": lottieLoadBenchmarks,
    "bytes": bytesBenchmark, "processor-frame": processorFrameBenchmark, "evaluation-rows": evaluationRows,
]
if CommandLine.arguments.count > 1, let run = beside[CommandLine.arguments[1]] {
    run()
    exit(0)
}
let wanted = CommandLine.arguments.dropFirst()
for suite in suites where wanted.isEmpty || wanted.contains(suite.name) {
    print("# \(suite.name)")
    suite.run()
}
