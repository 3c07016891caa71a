import Foundation
import XCTest

@testable import Raster

/// Repeatable random numbers.
struct SeededRandom: RandomNumberGenerator {
    var state: UInt64
    init(_ seed: UInt64) { state = seed &* 0x9e37_79b9_7f4a_7c15 | 1 }
    mutating func next() -> UInt64 {
        state ^= state << 13
        state ^= state >> 7
        state ^= state << 17
        return state
    }
    mutating func unit() -> Double { Double(next() >> 11) / 9_007_199_254_740_992 }
    mutating func bytes(_ n: Int) -> [UInt8] {
        // Plenty of the two ends, where the loops take short cuts.
        (0..<n).map { _ in
            let r = next()
            return r & 3 == 0 ? 0 : r & 3 == 1 ? 255 : UInt8(truncatingIfNeeded: r >> 8)
        }
    }
    mutating func pixels(_ n: Int) -> [UInt32] {
        (0..<n).map { _ in
            let r = next()
            let a = r & 7 == 0 ? 0 : r & 7 == 1 ? 255 : UInt32(truncatingIfNeeded: r >> 8) & 255
            func channel(_ s: UInt64) -> UInt32 { UInt32(truncatingIfNeeded: r >> s) % (a + 1) }
            return a << 24 | channel(16) << 16 | channel(24) << 8 | channel(32)
        }
    }
}

/// Coverage by 256 lines a pixel row, each with exact spans: slow and plain.
enum Reference {
    static func coverage(_ contours: [[SIMD2<Double>]], width: Int, height: Int, evenOdd: Bool) -> [Double] {
        let lines = 256
        var out = [Double](repeating: 0, count: width * height)
        for y in 0..<height {
            for s in 0..<lines {
                let sy = Double(y) + (Double(s) + 0.5) / Double(lines)
                var crossings: [(Double, Int)] = []
                for c in contours {
                    for i in c.indices {
                        let a = c[i], b = c[(i + 1) % c.count]
                        guard (a.y <= sy) != (b.y <= sy) else { continue }
                        crossings.append((a.x + (b.x - a.x) * (sy - a.y) / (b.y - a.y), a.y < b.y ? 1 : -1))
                    }
                }
                crossings.sort { $0.0 < $1.0 }
                var winding = 0
                for i in crossings.indices.dropLast() {
                    winding += crossings[i].1
                    guard evenOdd ? winding & 1 != 0 : winding != 0 else { continue }
                    let x0 = max(0, crossings[i].0), x1 = min(Double(width), crossings[i + 1].0)
                    guard x0 < x1 else { continue }
                    for x in Int(x0)...min(width - 1, Int(x1)) {
                        out[y * width + x] += max(0, min(x1, Double(x + 1)) - max(x0, Double(x))) / Double(lines)
                    }
                }
            }
        }
        return out
    }

    /// The greatest difference in 1/255, and how many pixels differ by more than 2.
    static func compare(_ mask: MaskBuffer, _ expected: [Double]) -> (max: Double, over2: Int) {
        var most = 0.0
        var over = 0
        for y in 0..<mask.bounds.height {
            for x in 0..<mask.bounds.width {
                let d = abs(Double(mask.coverage(x: x, y: y)) - expected[y * mask.bounds.width + x] * 255)
                most = max(most, d)
                if d > 2 { over += 1 }
            }
        }
        return (most, over)
    }
}

/// A path made in a test.
struct TestPath {
    var verbs: [UInt8] = []
    var points: [CGPoint] = []

    init() {}

    init(_ contours: [[SIMD2<Double>]]) {
        for c in contours {
            for (i, p) in c.enumerated() { if i == 0 { move(p.x, p.y) } else { line(p.x, p.y) } }
            close()
        }
    }

    mutating func move(_ x: Double, _ y: Double) { verbs.append(0); points.append(CGPoint(x: x, y: y)) }
    mutating func line(_ x: Double, _ y: Double) { verbs.append(1); points.append(CGPoint(x: x, y: y)) }
    mutating func cubic(_ a: (Double, Double), _ b: (Double, Double), _ c: (Double, Double)) {
        verbs.append(3)
        for p in [a, b, c] { points.append(CGPoint(x: p.0, y: p.1)) }
    }
    mutating func close() { verbs.append(4) }

    static func circle(_ x: Double, _ y: Double, _ r: Double) -> TestPath {
        let k = 0.5522847 * r
        var p = TestPath()
        p.move(x + r, y)
        p.cubic((x + r, y + k), (x + k, y + r), (x, y + r))
        p.cubic((x - k, y + r), (x - r, y + k), (x - r, y))
        p.cubic((x - r, y - k), (x - k, y - r), (x, y - r))
        p.cubic((x + k, y - r), (x + r, y - k), (x + r, y))
        p.close()
        return p
    }

    func with(_ body: (PathView) -> Void) {
        verbs.withUnsafeBufferPointer { v in points.withUnsafeBufferPointer { body(PathView(verbs: v, points: $0)) } }
    }

    func filled(_ raster: Rasterizer, _ width: Int, _ height: Int, rule: FillRule = .winding, antialias: Bool = true, clip: IntRect? = nil)
        -> MaskBuffer
    {
        let mask = MaskBuffer(bounds: IntRect(x: 0, y: 0, width: width, height: height))
        with { raster.fillPath(mask, Clip(clip ?? mask.bounds), $0, transform: .identity, rule: rule, antialias: antialias) }
        return mask
    }

    func stroked(_ raster: Rasterizer, _ width: Int, _ height: Int, _ style: StrokeStyle, transform: Affine = .identity) -> MaskBuffer {
        let mask = MaskBuffer(bounds: IntRect(x: 0, y: 0, width: width, height: height))
        with { raster.strokePath(mask, Clip(mask.bounds), $0, transform: transform, style: style) }
        return mask
    }
}

extension MaskBuffer {
    var sum: Double {
        var total = 0.0
        for y in 0..<bounds.height { for x in 0..<bounds.width { total += Double(bytes[y * stride + x]) } }
        return total / 255
    }

    func row(_ y: Int) -> [UInt8] { (0..<bounds.width).map { coverage(x: Int(bounds.x0) + $0, y: y) } }
}
