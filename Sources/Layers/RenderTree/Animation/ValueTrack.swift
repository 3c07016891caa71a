import CoreGraphics

/// An animation of values that are neither a few numbers nor a transform: paths, images, gradient colours, names, Booleans, and the
/// properties that only key-value access has.
final class ValueTrack: Sendable {
    let path: PropertyKeyPath
    private enum Ends: Sendable {
        case basic(from: PropertyValue?, to: PropertyValue?, by: PropertyValue?)
        case keys(ContiguousArray<PropertyValue>, KeyTimeline)
        /// Keys of a few numbers each, which use the pacing and splines of the table's properties.
        case numberKeys(NumberKeyframes, ValueKind)
        case spline(PartsKeyframes)
    }
    private let ends: Ends
    /// The value from which a basic animation starts if it is additive: it starts from zero, not from the value that it is added to.
    private let zero: PropertyValue?
    /// True if the property has no intermediate values, although it is a number (a set of bits).
    private let isStep: Bool
    private let fades: Bool

    var timeline: KeyTimeline? {
        switch ends {
        case .basic, .spline: nil
        case .keys(_, let timeline): timeline
        case .numberKeys(let keys, _): keys.timeline
        }
    }

    convenience init(_ path: PropertyKeyPath, from: PropertyValue?, to: PropertyValue?, by: PropertyValue?) {
        self.init(path, .basic(from: from, to: to, by: by))
    }

    convenience init(_ path: PropertyKeyPath, keys: [PropertyValue], _ spec: AnimationSpec.Keyframe) {
        if !path.isOfTable, let kind = keys.first?.kind, kind.isFewNumbers, keys.allSatisfy({ $0.kind == kind }) {
            self.init(path, .numberKeys(NumberKeyframes(keys.compactMap(\.numbers), spec, .linear, evenPace: false), kind))
            return
        }
        if let spline = PartsKeyframes(keys, spec) {
            self.init(path, .spline(spline))
            return
        }
        var distances: [Double]?
        if spec.mode == .paced || spec.mode == .cubicPaced {
            // Evenly spaced if some pairs have no distance.
            let all = zip(keys, keys.dropFirst()).compactMap { $0.distance(to: $1) }
            distances = all.count == keys.count - 1 ? all : nil
        }
        let timeline = KeyTimeline(
            count: keys.count, mode: spec.mode, keyTimes: spec.keyTimes, curves: spec.timingCurves, distances: distances)
        self.init(path, .keys(ContiguousArray(keys.prefix(timeline.count)), timeline))
    }

    /// Returns the value at the end of a cycle. Key times may omit the last keyframes.
    private func end(_ keys: ContiguousArray<PropertyValue>, _ timeline: KeyTimeline) -> PropertyValue? {
        let place = timeline.locate(1)
        guard !timeline.isDiscrete, place.index + 1 < keys.count else { return keys[place.index] }
        return Interpolation.value(from: keys[place.index], to: keys[place.index + 1], progress: place.fraction)
    }

    private init(_ path: PropertyKeyPath, _ ends: Ends) {
        self.path = path
        self.ends = ends
        if case .basic(let from, let to, let by) = ends { zero = (from ?? to ?? by)?.zeroOfSameShape } else { zero = nil }
        var isStep = false, fades = false
        if case .property(let property) = path.root {
            switch property.row.storage {
            case .byte, .extraByte: isStep = true
            case .contents: fades = true
            default: break
            }
        }
        self.isStep = isStep
        self.fades = fades
    }

    func apply(_ f: Double, _ laps: Double, _ isAdditive: Bool, _ state: inout LayerState) {
        var a, b: PropertyValue?
        // The contribution of each repetition of a cumulative animation: its own values, without the underlying value.
        var lap: PropertyValue?
        var f = f
        switch ends {
        case .numberKeys(let keys, let kind):
            // Both ends are the same, so that the value is not interpolated again.
            a = kind.value(keys.value(at: f))
            b = a
            lap = laps > 0 ? kind.value(keys.end) : nil
        case .spline(let spline):
            a = spline.value(at: f)
            b = a
            lap = laps > 0 ? spline.end : nil
        case .basic(let from, let to, let by):
            let under = isAdditive ? zero : state.value(at: path)
            lap = to ?? (from == nil ? by : by.flatMap { Interpolation.sum($0, over: from) })
            switch (from, to, by) {
            case (let from?, let to?, _): (a, b) = (from, to)
            case (let from?, nil, let by?): (a, b) = (from, Interpolation.sum(by, over: from))
            case (nil, let to?, let by?): (a, b) = (Interpolation.difference(to, by), to)
            case (let from?, nil, nil): (a, b) = (from, under)
            case (nil, let to?, nil): (a, b) = (under, to)
            case (nil, nil, let by?): (a, b) = (under, Interpolation.sum(by, over: under))
            case (nil, nil, nil): return
            }
        case .keys(let keys, let timeline):
            let place = timeline.locate(f)
            a = keys[place.index]
            b = !timeline.isDiscrete && place.index + 1 < keys.count ? keys[place.index + 1] : a
            f = place.fraction
            lap = laps > 0 ? end(keys, timeline) : nil
        }
        if fades {
            // The value is one of the two images; a blend of both is drawn.
            state.objects.contentsFade = f > 0 && f < 1 && a != b ? ContentsFade(from: a, to: b, progress: Float(f)) : nil
        }
        var value = isStep || fades ? (f < 0.5 ? a : b) : Interpolation.value(from: a, to: b, progress: f)
        if laps > 0, let lap, lap.kind == value?.kind, let more = Interpolation.repeated(lap, laps) {
            value = Interpolation.sum(value, over: more)
        }
        if isAdditive { value = Interpolation.sum(value, over: state.value(at: path)) }
        state.setValue(value, at: path)
    }
}

private extension PropertyKeyPath {
    var isOfTable: Bool { if case .property = root { true } else { false } }
}

private extension PropertyValue {
    /// The value of the same kind, list length and path structure that changes nothing when it is added; nil for kinds that can't be added.
    var zeroOfSameShape: PropertyValue? {
        if case .transform = self { return .transform(CATransform3DIdentity) }
        return components.map { with(components: [Double](repeating: 0, count: $0.count)) }
    }
}

private extension ValueKind {
    /// True if values of the kind are up to four numbers that can be added.
    var isFewNumbers: Bool { value(.zero) != nil }

    /// Returns the value with the given numbers; nil for other kinds.
    func value(_ v: SIMD4<Double>) -> PropertyValue? {
        switch self {
        case .number: .number(v.x)
        case .point: .point(CGPoint(x: v.x, y: v.y))
        case .size: .size(CGSize(width: v.x, height: v.y))
        case .rect: .rect(CGRect(x: v.x, y: v.y, width: v.z, height: v.w))
        case .color: .color(CGColor(rgba: RGBA(Float(v.x), Float(v.y), Float(v.z), Float(v.w))))
        default: nil
        }
    }
}
