import CoreGraphics
import Foundation
import RenderTree

/// The engine as a function: a case made ready once, and then what it shows at a time.
typealias Engine = (AnimationCase) -> (Double) -> LayerState

/// The engine of the product.
func realEngine(_ c: AnimationCase) -> (Double) -> LayerState {
    var list = ContiguousArray<CompiledAnimation>()
    for (i, spec) in c.animations.enumerated() {
        list.append(CompiledAnimation(spec: spec, id: AnimationID(rawValue: UInt64(i + 1)), layerClass: c.layerClass))
    }
    let model = c.state
    return { time in
        var state = model
        LayerAnimations.apply(list, at: time, to: &state)
        return state
    }
}

/// Compares the engine with the reference, and counts what it met.
struct Comparison {
    var engine: Engine = realEngine
    var hits = [Int](repeating: 0, count: Rule.allCases.count)
    var compared = 0
    /// Comparisons at a place where a rounding error decides between two answers.
    var fragile = 0
    /// Where the two agreed only a hair beside the time, at a jump or on a steep curve.
    var forgiven = 0

    struct Mismatch {
        var time: Double
        var key: String
        var got, wanted: PropertyValue?
        var tolerance: Double
        var text: String {
            "at \(time) \(key): the engine shows \(got.map(describe) ?? "nil"), the notes say "
                + "\(wanted.map(describe) ?? "nil") (tolerance \(tolerance))"
        }
    }

    /// The first difference, if there is one.
    mutating func check(_ c: AnimationCase) -> Mismatch? {
        let run = engine(c)
        for time in c.times {
            let state = run(time)
            let wanted = Self.reference(c, time, nudge: 0)
            compared += 1
            for i in hits.indices { hits[i] += wanted.evaluator.hits[i] }
            for (key, _) in c.model {
                guard let got = state.value(at: PropertyKeyPath(root: c.root(key))), let n = ReferenceValues.numbers(got) else { continue }
                if n.contains(where: \.isNaN) { return Mismatch(time: time, key: key, got: got, wanted: nil, tolerance: 0) }
            }
            if wanted.evaluator.isFragile || !wanted.evaluator.magnitude.isFinite || wanted.evaluator.magnitude > 1e100 {
                fragile += 1; continue
            }
            guard let mismatch = Self.difference(c, time, state, wanted) else { continue }
            if c.isExact && !wanted.evaluator.isRough { return mismatch }
            if Self.agreesNearby(c, time, state) { forgiven += 1; continue }
            return mismatch
        }
        return nil
    }

    typealias Answer = (layer: ReferenceEvaluator.Layer, evaluator: ReferenceEvaluator)

    static func reference(_ c: AnimationCase, _ time: Double, nudge: Double) -> Answer {
        var layer = ReferenceEvaluator.Layer(layerClass: c.layerClass)
        for (key, value) in c.model { layer.set(c.root(key), fitted(c, key, value).map(ReferenceValues.wide)) }
        var evaluator = ReferenceEvaluator()
        evaluator.nudge = nudge
        evaluator.apply(c.animations, at: time, to: &layer)
        return (layer, evaluator)
    }

    /// As the layer keeps it: opacity is a Float.
    private static func fitted(_ c: AnimationCase, _ key: String, _ value: PropertyValue?) -> PropertyValue? {
        guard case .number(let n)? = value, key == "opacity" else { return value }
        return .number(Double(Float(n)))
    }

    static func difference(_ c: AnimationCase, _ time: Double, _ state: LayerState, _ wanted: Answer) -> Mismatch? {
        for (key, _) in c.model {
            let path = PropertyKeyPath(root: c.root(key))
            let a = state.value(at: path), b = shown(path, wanted.layer)
            var tolerance = max(wanted.evaluator.slack, key == "opacity" ? 1e-6 : 0) * (1 + wanted.evaluator.magnitude)
            if case .transform? = b { tolerance *= 4 }
            if !isClose(a, b, tolerance) { return Mismatch(time: time, key: key, got: a, wanted: b, tolerance: tolerance) }
        }
        return nil
    }

    private static func shown(_ path: PropertyKeyPath, _ layer: ReferenceEvaluator.Layer) -> PropertyValue? {
        let value = layer.value(path.root)
        if path.kind == .color, case .rect(let r)? = value { return .color(ReferenceValues.color(r)) }
        return value
    }

    static func isClose(_ a: PropertyValue?, _ b: PropertyValue?, _ tolerance: Double) -> Bool {
        guard let a, let b else { return a == nil && b == nil }
        guard a.kind == b.kind else { return false }
        guard let x = ReferenceValues.numbers(a), let y = ReferenceValues.numbers(b) else { return a == b }
        if case .path(let p) = a, case .path(let q) = b, p.verbs != q.verbs { return false }
        if case .transform = a {
            // Matrices that differ by a factor draw the same.
            let p = x[15] == 0 ? x : x.map { $0 / x[15] }, q = y[15] == 0 ? y : y.map { $0 / y[15] }
            return zip(p, q).allSatisfy { abs($0 - $1) <= tolerance }
        }
        return x.count == y.count && zip(x, y).allSatisfy { abs($0 - $1) <= tolerance }
    }

    /// Whether the notes say the same a rounding error to either side: there the values jump, or climb so steeply that no solver could be
    /// exact. Between the answers of both sides everything is right where each number lies between theirs.
    static func agreesNearby(_ c: AnimationCase, _ time: Double, _ state: LayerState) -> Bool {
        for size in [1e-13, 1e-9, 1e-6] {
            let step = size * max(1e-3, abs(time))
            let sides = [(0, 0), (step, 0), (-step, 0), (0, size), (0, -size)].map { reference(c, time + $0.0, nudge: $0.1) }
            if sides.contains(where: { difference(c, time, state, $0) == nil }) { return true }
            let inside = c.model.allSatisfy { key, _ in
                let path = PropertyKeyPath(root: c.root(key))
                guard let got = state.value(at: path).flatMap(ReferenceValues.numbers) else { return false }
                let rows = sides.compactMap { shown(path, $0.layer).flatMap(ReferenceValues.numbers) }
                // Ten times, which behind a timing function is what TF5 allows.
                let slack = 10 * sides.map { $0.evaluator.slack * (1 + $0.evaluator.magnitude) }.max()!
                return rows.count == sides.count && rows.allSatisfy { $0.count == got.count }
                    && got.indices.allSatisfy { i in
                        got[i] >= rows.map { $0[i] }.min()! - slack && got[i] <= rows.map { $0[i] }.max()! + slack
                    }
            }
            if inside { return true }
        }
        return false
    }
}
