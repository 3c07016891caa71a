import CoreGraphics

/// Keyframes of the cubic modes for values of more than a few numbers: lists, insets, paths and transforms. A value is decomposed into
/// numbers that each follow a spline: a transform into scales, rotation and position, a path into end points and the angles and lengths of
/// its handles. Both then keep their shape between keyframes, as they do between two values.
final class PartsKeyframes: Sendable {
    private let keys: ContiguousArray<PropertyValue>
    private let form: PartsForm
    /// For each keyframe its components, then their outgoing tangents, then the incoming ones.
    private let numbers: ContiguousArray<Double>
    private let width: Int
    private let timeline: KeyTimeline
    private let pace: ArcLengthTable?

    /// Returns nil if there is no spline: for another mode, fewer than three keyframes, or values without common components.
    init?(_ values: [PropertyValue], _ spec: AnimationSpec.Keyframe) {
        guard spec.mode == .cubic || spec.mode == .cubicPaced else { return nil }
        // The spline of the mode cubicPaced has evenly spaced keys; its speed is equalised afterwards.
        let timeline = KeyTimeline(
            count: values.count, mode: spec.mode, keyTimes: spec.mode == .cubicPaced ? nil : spec.keyTimes, curves: spec.timingCurves
        )
        let keys = ContiguousArray(values.prefix(timeline.count))
        guard keys.count > 2, let (form, parts) = PartsForm.parts(of: keys), let width = parts.first?.count else { return nil }
        var numbers = ContiguousArray(parts.joined())
        let stride = keys.count * width
        numbers.append(contentsOf: repeatElement(0, count: 2 * stride))
        for i in keys.indices {
            let weights = i > 0 && i < keys.count - 1 ? SplineWeights(at: i, timeline, spec) : nil
            for k in 0..<width {
                let at = i * width + k
                let before = i > 0 ? numbers[at] - numbers[at - width] : 0
                let after = i < keys.count - 1 ? numbers[at + width] - numbers[at] : 0
                numbers[stride + at] = weights.map { before * $0.outBefore + after * $0.outAfter } ?? after
                numbers[2 * stride + at] = weights.map { before * $0.inBefore + after * $0.inAfter } ?? before
            }
        }
        self.keys = keys
        self.form = form
        self.width = width
        self.timeline = timeline
        self.numbers = numbers
        let all = numbers
        pace =
            spec.mode != .cubicPaced
            ? nil
            : ArcLengthTable(pieces: keys.count - 1) { piece, t in
                let h = 1e-4
                let a = Self.parts(all, stride, width, piece, t - h), b = Self.parts(all, stride, width, piece, t + h)
                return (form.value(a, like: keys[0]).distance(to: form.value(b, like: keys[0])) ?? 0) / (2 * h)
            }
    }

    /// The value at the end of a cycle.
    var end: PropertyValue { value(at: 1) }

    func value(at progress: Double) -> PropertyValue {
        let (i, f) = pace?.locate(progress) ?? timeline.locate(progress)
        if f == 0 { return keys[i] }
        if f == 1 { return keys[i + 1] }
        return form.value(Self.parts(numbers, keys.count * width, width, i, f), like: keys[0])
    }

    private static func parts(_ numbers: ContiguousArray<Double>, _ stride: Int, _ width: Int, _ i: Int, _ f: Double) -> [Double] {
        let weights = HermiteWeights(at: f)
        return (i * width..<(i + 1) * width).map { k in
            numbers[k] * weights.a + numbers[stride + k] * weights.out + numbers[k + width] * weights.b + numbers[2 * stride + k + width]
                * weights.in
        }
    }
}

/// The way in which values of one kind are decomposed into numbers that may follow a spline, and recomposed.
enum PartsForm: Sendable {
    /// The numbers of the value itself.
    case plain
    /// End points, and handles as length and angle.
    case path(verbs: [UInt8])
    case plane, space

    /// Returns the components of each value; nil if the values have no common components.
    static func parts(of values: ContiguousArray<PropertyValue>) -> (PartsForm, [[Double]])? {
        guard let first = values.first, values.allSatisfy({ $0.kind == first.kind }) else { return nil }
        switch first {
        case .transform:
            let transforms = values.compactMap { if case .transform(let t) = $0 { t } else { nil } }
            if transforms.allSatisfy(\.isAffine) { return (.plane, AffineParts.chain(transforms).map(\.numbers)) }
            return SpaceParts.chain(transforms).map { (.space, $0.map(\.numbers)) }
        case .path:
            guard let paths = PathMatch.matched(values.compactMap { if case .path(let p) = $0 { p } else { nil } }) else { return nil }
            return (.path(verbs: paths[0].verbs), PathParts.chain(paths))
        default:
            let rows = values.compactMap(\.list)
            guard rows.count == values.count, let width = rows.first?.count, width > 0, rows.allSatisfy({ $0.count == width }) else {
                return nil
            }
            return (.plain, rows)
        }
    }

    /// - Parameter other: a value of the kind to make.
    func value(_ numbers: [Double], like other: PropertyValue) -> PropertyValue {
        switch self {
        case .plain: other.with(list: numbers)
        case .path(let verbs): .path(PathParts.path(verbs, numbers))
        case .plane: .transform(AffineParts(numbers).matrix)
        case .space: .transform(SpaceParts(numbers).matrix)
        }
    }
}

extension PropertyValue {
    /// The numbers of a value that consists of any number of them.
    var list: [Double]? {
        switch self {
        case .numbers(let list): list
        case .colors(let list): list.flatMap { [Double($0.rgba.x), Double($0.rgba.y), Double($0.rgba.z), Double($0.rgba.w)] }
        case .insets(let i): [i.top, i.left, i.bottom, i.right]
        default: nil
        }
    }

    /// Returns a value of the same kind with other numbers.
    fileprivate func with(list n: [Double]) -> PropertyValue {
        switch self {
        case .numbers: .numbers(n)
        case .colors:
            .colors(
                stride(from: 0, to: n.count, by: 4).map {
                    CGColor(rgba: RGBA(Float(n[$0]), Float(n[$0 + 1]), Float(n[$0 + 2]), Float(n[$0 + 3])))
                })
        case .insets: .insets(EdgeInsets(top: n[0], left: n[1], bottom: n[2], right: n[3]))
        default: self
        }
    }

    /// Returns the distance between two values for paced keyframes: that of all their numbers as one vector. Nil if they have no common
    /// components.
    func distance(to other: PropertyValue) -> Double? {
        switch (self, other) {
        case (.transform(let a), .transform(let b)): return a.distance(to: b)
        case (.path(let a), .path(let b)):
            guard let both = PathMatch.matched([a, b]) else { return nil }
            let squares = zip(both[0].points, both[1].points).reduce(0.0) { sum, pair in
                let x = Double(pair.1.x - pair.0.x), y = Double(pair.1.y - pair.0.y)
                return sum + x * x + y * y
            }
            return squares.squareRoot()
        default:
            guard kind == other.kind, let a = list, let b = other.list, a.count == b.count else { return nil }
            return zip(a, b).reduce(0) { $0 + ($1.1 - $1.0) * ($1.1 - $1.0) }.squareRoot()
        }
    }
}
