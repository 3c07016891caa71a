import CoreGraphics
import Foundation

/// Prints what the geometry of paths costs, and each as a multiple of copying the same points.
func pathBenchmarks() {
    var random = SteadyRandom(state: 5)
    func point(_ size: Double) -> CGPoint { CGPoint(x: random.next() * size, y: random.next() * size) }
    func print(_ name: String, _ points: Int, _ ms: Double) {
        let bytes = points * MemoryLayout<CGPoint>.stride
        let source = UnsafeMutableRawPointer.allocate(byteCount: bytes, alignment: 16),
            target = UnsafeMutableRawPointer.allocate(byteCount: bytes, alignment: 16)
        memset(source, 1, bytes)
        var seen = 0
        let copy =
            Measure.best(of: 40) {
                for round in 0..<16 {
                    // Another source each time, and a look at the target, or the copies would be left out.
                    source.storeBytes(of: round, as: Int.self)
                    memcpy(target, source, bytes)
                    seen &+= target.load(fromByteOffset: bytes - 8, as: Int.self)
                }
            } / 16
        precondition(seen != 0)
        source.deallocate()
        target.deallocate()
        Swift.print(Measure.padded(name) + String(format: "%9.4f ms %8.1f x memcpy of its %d points", ms, ms / copy, points))
    }

    let curves = CGMutablePath()
    for _ in 0..<10_000 {
        curves.move(to: point(1000))
        curves.addCurve(to: point(1000), control1: point(1000), control2: point(1000))
    }
    print("length of 10,000 curves", curves.points.count, Measure.median(of: 5) { _ = PathMeasure(curves).length })
    print("box of 10,000 curves", curves.points.count, Measure.median(of: 9) { _ = curves.boundingBoxOfPath })
    print("a point in 10,000 curves", curves.points.count, Measure.median(of: 9) { _ = curves.contains(CGPoint(x: 500, y: 500)) })
    print(
        "outline of 10,000 stroked curves", curves.points.count,
        Measure.median(of: 5) {
            _ = curves.copy(strokingWithWidth: 4, lineCap: .round, lineJoin: .round, miterLimit: 10)
        })
    print(
        "dashes of 10,000 curves", curves.points.count, Measure.median(of: 5) { _ = curves.copy(dashingWithPhase: 3, lengths: [80, 40]) })

    let line = CGMutablePath()
    line.move(to: point(1000))
    for _ in 0..<100_000 { line.addLine(to: point(1000)) }
    print(
        "outline of a stroke of 100,000 lines", line.points.count,
        Measure.median(of: 5) {
            _ = line.copy(strokingWithWidth: 4, lineCap: .butt, lineJoin: .miter, miterLimit: 10)
        })

    for isCurved in [false, true] {
        let a = wheel(500, 480, isCurved), b = wheel(530, 500, isCurved)
        let name = isCurved ? "curves" : "lines"
        print("union of two shapes of 1000 \(name)", a.points.count * 2, Measure.median(of: 5) { _ = a.union(b) })
        print("difference of two shapes of 1000 \(name)", a.points.count * 2, Measure.median(of: 5) { _ = a.subtracting(b) })
    }
    let boxes = CGMutablePath()
    for index in 0..<25_000 { boxes.addRect(CGRect(x: Double(index % 160) * 10, y: Double(index / 160) * 10, width: 12, height: 12)) }
    print("25,000 overlapping boxes normalized", boxes.points.count, Measure.median(of: 3) { _ = boxes.normalized() })
}

/// A toothed wheel of 1000 segments.
private func wheel(_ x: Double, _ y: Double, _ isCurved: Bool) -> CGPath {
    let path = CGMutablePath()
    func at(_ step: Double, _ radius: Double) -> CGPoint {
        let angle = step * .pi / 500
        return CGPoint(x: x + radius * cos(angle), y: y + radius * sin(angle))
    }
    path.move(to: at(0, 400))
    for step in 1...1000 {
        let radius: Double = step % 2 == 0 ? 400 : 440
        if isCurved {
            path.addQuadCurve(to: at(Double(step), radius), control: at(Double(step) - 0.5, 430))
        } else {
            path.addLine(to: at(Double(step), radius))
        }
    }
    path.closeSubpath()
    return path
}
