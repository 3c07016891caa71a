import Foundation

/// How the time of one thing that programs do grows with the size of the scene.
struct Curve {
    /// What is done, and what `n` counts.
    let name: String
    let sizes: [Int]
    /// The figure that was measured before the work on it, at a size; and what was asked for there. In milliseconds.
    var before: (size: Int, ms: Double)?
    var asked: (size: Int, ms: Double)?
    /// Milliseconds of processor time at a size.
    let measure: (Int) -> Double

    struct Result {
        let curve: Curve
        let points: [(size: Int, ms: Double)]

        /// The slope in a diagram with logarithmic axes, over the larger half of the sizes: 0 is flat, 1 in proportion, 2 with the square.
        var exponent: Double {
            let last = points.suffix(max(2, (points.count + 1) / 2))
            let xs = last.map { log(Double($0.size)) }, ys = last.map { log(max($0.ms, 1e-5)) }
            let mx = xs.reduce(0, +) / Double(xs.count), my = ys.reduce(0, +) / Double(ys.count)
            let across = zip(xs, ys).map { ($0 - mx) * ($1 - my) }.reduce(0, +), along = xs.map { ($0 - mx) * ($0 - mx) }.reduce(0, +)
            return along > 0 ? across / along : 0
        }
    }

    func run() -> Result { Result(curve: self, points: sizes.map { ($0, measure($0)) }) }
}

/// Draws the curves, and prints them beside what they were and what was asked: `bench curves`. The picture goes to the file that the
/// environment's `CURVES` names, else to `Curves.png` in the current folder. `CURVES_ONLY` picks curves by a part of their names.
func curveBenchmarks() {
    let only = ProcessInfo.processInfo.environment["CURVES_ONLY"]
    var results: [Curve.Result] = []
    for curve in CurveScenes.all where only.map({ curve.name.contains($0) }) ?? true {
        let result = curve.run()
        results.append(result)
        print(Measure.padded(curve.name) + String(format: " exponent %5.2f", result.exponent))
        for point in result.points {
            var line = String(format: "%12d  %10.3f ms", point.size, point.ms)
            if let before = curve.before, before.size == point.size { line += String(format: "   before %.1f ms", before.ms) }
            if let asked = curve.asked, asked.size == point.size { line += String(format: "   asked %.2f ms", asked.ms) }
            print(line)
        }
    }
    let path = ProcessInfo.processInfo.environment["CURVES"] ?? "Curves.png"
    if CurvePicture.write(results, to: URL(fileURLWithPath: path)) { print("drawn: \(path)") } else { print("could not write \(path)") }
}
