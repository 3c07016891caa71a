import AgateDiagnostics
import CoreGraphics
import Synchronization
import TestSupport
import XCTest

/// Random shapes and their measures, shared by the tests of paths.
enum RandomPaths {
    static func number(_ range: ClosedRange<Double>, _ random: inout SeededGenerator) -> Double { Double.random(in: range, using: &random) }

    static func point(_ size: Double, _ random: inout SeededGenerator) -> CGPoint {
        CGPoint(x: number(0...size, &random), y: number(0...size, &random))
    }

    /// Lines and curves from anywhere to anywhere: they cross themselves, touch and turn sharply.
    static func scribble(_ count: Int, size: Double, isClosed: Bool, _ random: inout SeededGenerator) -> CGMutablePath {
        let path = CGMutablePath()
        path.move(to: point(size, &random))
        for _ in 0..<count {
            switch Int.random(in: 0..<4, using: &random) {
            case 0: path.addLine(to: point(size, &random))
            case 1: path.addQuadCurve(to: point(size, &random), control: point(size, &random))
            default: path.addCurve(to: point(size, &random), control1: point(size, &random), control2: point(size, &random))
            }
        }
        if isClosed { path.closeSubpath() }
        return path
    }

    /// Rectangles on whole coordinates: many of their sides overlap and many corners are shared.
    static func boxes(_ count: Int, cells: Int, _ random: inout SeededGenerator) -> CGMutablePath {
        let path = CGMutablePath()
        for _ in 0..<count {
            let x = Int.random(in: 0..<cells, using: &random), y = Int.random(in: 0..<cells, using: &random)
            let w = Int.random(in: 1...3, using: &random), h = Int.random(in: 1...3, using: &random)
            let turned = Bool.random(using: &random)
            path.addRect(
                CGRect(x: 0, y: 0, width: w * 10, height: h * 10),
                transform: CGAffineTransform(
                    a: turned ? -1 : 1, b: 0, c: 0, d: 1, tx: CGFloat((turned ? x + w : x) * 10), ty: CGFloat(y * 10)))
        }
        return path
    }
}

/// A path as many short chords, to measure distances to it.
struct ChordCloud {
    private let chords: [(SIMD2<Double>, SIMD2<Double>)]

    init(_ path: CGPath, threshold: CGFloat = 0.01, closing: Bool = false) {
        var chords: [(SIMD2<Double>, SIMD2<Double>)] = []
        var start = SIMD2<Double>.zero, current = start
        path.flattened(threshold: threshold).forEachElement { element in
            switch element {
            case .move(let p):
                if closing { chords.append((current, start)) }
                start = SIMD2(Double(p.x), Double(p.y))
                current = start
            case .line(let p):
                let q = SIMD2(Double(p.x), Double(p.y))
                chords.append((current, q))
                current = q
            default:
                chords.append((current, start))
                current = start
            }
        }
        if closing { chords.append((current, start)) }
        self.chords = chords
    }

    func distance(_ point: CGPoint) -> Double {
        let p = SIMD2(Double(point.x), Double(point.y))
        var best = Double.infinity
        for (a, b) in chords {
            let d = b - a, squared = d.x * d.x + d.y * d.y
            let t = squared > 0 ? max(0, min(1, ((p.x - a.x) * d.x + (p.y - a.y) * d.y) / squared)) : 0
            let m = a + d * t - p
            best = min(best, m.x * m.x + m.y * m.y)
        }
        return best.squareRoot()
    }
}

extension CGPath {
    /// The area inside by windings, from the outline: each part counts as often as the path winds around it.
    var windingArea: Double {
        var sum = 0.0
        var start = SIMD2<Double>.zero, current = start
        flattened(threshold: 0).forEachElement { element in
            let from = current
            switch element {
            case .move(let p):
                sum += from.x * start.y - from.y * start.x
                start = SIMD2(Double(p.x), Double(p.y))
                current = start
                return
            case .line(let p): current = SIMD2(Double(p.x), Double(p.y))
            default: current = start
            }
            sum += from.x * current.y - from.y * current.x
        }
        return (sum + current.x * start.y - current.y * start.x) / 2
    }

    var subpathCount: Int { verbs.count { $0 == PathVerb.move.rawValue } }
    func count(of verb: PathVerb) -> Int { verbs.count { $0 == verb.rawValue } }
}

/// The identifiers of what is reported while `body` runs.
func reportedDiagnostics(_ body: () -> Void) -> [String] {
    final class Box: Sendable { let found = Mutex<[String]>([]) }
    let box = Box()
    let token = Diagnostic.addObserver { diagnostic in box.found.withLock { $0.append(diagnostic.identifier) } }
    body()
    Diagnostic.removeObserver(token)
    return box.found.withLock { $0 }
}
