import CoreGraphics
import Foundation
import RenderTree

/// Section 6.7.
extension ReferenceEvaluator {
    /// - Parameter groups: how many groups the animation is in.
    mutating func keyframe(
        _ k: AnimationSpec.Keyframe, _ kind: ValueKind?, _ target: AnimationSpec.Target, _ progress: Double, groups: Int
    ) -> Shown? {
        if let path = k.path {
            guard kind == .point || kind == .size || kind == nil, target.valueFunction == nil else { return nil }
            if kind == .size { hit(.pathOnSize) }
            func value(_ p: CGPoint) -> PropertyValue { kind == .size ? .size(CGSize(width: p.x, height: p.y)) : .point(p) }
            return along(path, k, progress).map { Shown(value: value($0.point), end: along(path, k, 1).map { value($0.point) }) }
        }
        var values: [PropertyValue] = []
        for value in k.values {
            guard let fitting = kind == nil ? value : value.coerced(to: kind!) else { return nil }
            values.append(ReferenceValues.wide(fitting))
        }
        if k.mode == .discrete, values.count == 1, groups > 1 { hit(.oneInNestedGroup); return nil }
        guard let now = among(values, k, progress, isArguments: target.valueFunction != nil) else { return nil }
        return Shown(value: now, end: among(values, k, 1, isArguments: target.valueFunction != nil) ?? nil)
    }

    private mutating func easeSegment(_ k: AnimationSpec.Keyframe, _ i: Int, _ f: Double) -> Double {
        guard let curves = k.timingCurves, i < curves.count else { return f }
        hit(.segmentTimingFunction)
        let eased = ease(curves[i], f)
        if eased < 0 || eased > 1 { hit(.segmentOvershoot) }
        return eased
    }

    /// Nil: no effect. Something that is nil: the effect is that nothing shows.
    private mutating func among(_ all: [PropertyValue], _ k: AnimationSpec.Keyframe, _ progress: Double, isArguments: Bool)
        -> PropertyValue??
    {
        var values = all
        if values.isEmpty { return nil }
        if k.mode == .discrete {
            hit(.discrete)
            var ends = (0..<values.count).map { Double($0 + 1) / Double(values.count) }
            if let given = k.keyTimes {
                hit(given.count == values.count + 1 ? .keyTimesOneMore : .keyTimes)
                if zip(given, given.dropFirst()).contains(where: { $0 > $1 }) { hit(.keyTimesNotRising) }
                // Each key has an end: with as many times as keys the last is never reached (KF3). One time alone ends nothing.
                ends = given.count < 2 ? [.infinity] : Array(given.dropFirst().prefix(values.count))
                values = Array(values.prefix(ends.count))
            } else {
                isRough = true
            }
            if values.isEmpty { return nil }
            for value in values { measure(value) }
            return values[ends.firstIndex { progress < $0 } ?? values.count - 1]
        }

        var timeline = ReferenceTimeline.even(values.count)
        var ignoresCurves = false
        // What has no spline goes straight from key to key.
        let counting = k.mode == .cubicPaced ? values.count : min(values.count, k.keyTimes?.count ?? values.count)
        let parts = columns(Array(values.prefix(counting)), isArguments)
        let runs = parts != nil
        let mode: CalculationMode = runs ? k.mode : k.mode == .cubic ? .linear : k.mode == .cubicPaced ? .paced : k.mode
        switch mode {
        case .linear, .cubic, .discrete:
            hit(mode == .linear ? .linear : .cubic)
        case .paced:
            hit(.paced)
            isRough = true
        case .cubicPaced:
            hit(.cubicPaced)
            ignoresCurves = true
        }
        if let given = k.keyTimes, mode != .cubicPaced {
            hit(mode == .paced ? .pacedWithKeyTimes : .keyTimes)
            if given.count != values.count { hit(.keyTimesMismatch) }
            if zip(given, given.dropFirst()).contains(where: { $0 > $1 }) { hit(.keyTimesNotRising) }
            if (given.first ?? 0) > 0 || (given.last ?? 1) < 1 { hit(.keyTimesNotSpanning) }
            values = Array(values.prefix(given.count))
            timeline = ReferenceTimeline(times: Array(given.prefix(values.count)))
        } else if mode == .paced, values.count > 1 {
            // Three arguments have no distance: the notes space them evenly.
            timeline = isArguments && values[0].kind == .numbers ? .even(values.count) : .paced(values)
            ignoresCurves = true
        }
        if values.count < 2 { hit(.oneValue); return nil }
        for value in values { measure(value) }
        let isSpline = mode == .cubic || mode == .cubicPaced
        if isSpline, let parts {
            if k.tension != nil { hit(.tension) }
            if k.continuity != nil { hit(.continuity) }
            if k.bias != nil { hit(.bias) }
            if parts.isFragile { isFragile = true }
            if values[0].kind == .transform || values[0].kind == .path || values[0].kind == .colors { hit(.splineOfParts) }
            let splines = parts.columns.map {
                ReferenceSpline(
                    values: $0, times: timeline.times, tension: k.tension ?? [], continuity: k.continuity ?? [], bias: k.bias ?? [])
            }
            return spline(splines, parts, values, k, timeline, progress, isEven: isArguments && values[0].kind == .numbers)
        }
        var (key, fraction) = timeline.place(progress)
        if key == values.count - 1 { return values[key] }
        if !ignoresCurves { fraction = easeSegment(k, key, fraction) }
        return .some(between(values[key], values[key + 1], fraction))
    }

    /// The numbers of all values, each number's values apart; nil where the values can't run on a spline.
    private func columns(_ values: [PropertyValue], _ isArguments: Bool) -> ReferenceParts? {
        guard let first = values.first else { return nil }
        if ReferenceValues.isSummable(first.kind) || isArguments {
            let rows = values.compactMap(ReferenceValues.numbers)
            guard rows.count == values.count, rows.allSatisfy({ $0.count == rows[0].count }) else { return nil }
            return ReferenceParts(rows: rows) { ReferenceValues.value(like: first, $0) }
        }
        return values.count < 3 ? nil : ReferenceParts(of: values)
    }

    private mutating func spline(
        _ splines: [ReferenceSpline], _ parts: ReferenceParts, _ values: [PropertyValue], _ k: AnimationSpec.Keyframe,
        _ timeline: ReferenceTimeline, _ progress: Double, isEven: Bool
    ) -> PropertyValue? {
        var place = timeline.place(progress)
        if k.mode == .cubicPaced, isEven {
            // Three arguments have no distance, on a spline neither.
        } else if k.mode == .cubicPaced {
            slack = max(slack, 2e-3)
            isRough = true
            let length = ReferenceLength(pieces: values.count - 1, steps: 64) { i, f in
                if parts.isPlain { return ReferenceTransforms.length(splines.map { $0.slope(i, f) }) }
                // How fast the numbers of the whole value change.
                func numbers(_ f: Double) -> [Double] { ReferenceValues.numbers(parts.value(splines.map { $0.value(i, f) })) ?? [] }
                return ReferenceTransforms.length(zip(numbers(f + 1e-5), numbers(f - 1e-5)).map { $0 - $1 }) / 2e-5
            }
            if length.total > 0 { place = progress >= 1 ? (values.count - 1, 0) : length.place(progress) }
        } else {
            if place.key < values.count - 1 { place.fraction = easeSegment(k, place.key, place.fraction) }
        }
        if place.key == values.count - 1 { return values[place.key] }
        if place.fraction == 0 { return values[place.key] }
        let n = splines.map { $0.value(place.key, place.fraction) }
        for number in n { magnitude = max(magnitude, abs(number)) }
        for spline in splines {
            magnitude = max(magnitude, abs(spline.outgoing(place.key)), abs(spline.incoming(place.key + 1)))
        }
        return parts.value(n)
    }

    // MARK: Paths

    mutating func along(_ path: CGPath, _ k: AnimationSpec.Keyframe, _ progress: Double) -> Along? {
        let path = ReferencePath(path)
        guard !path.pieces.isEmpty else { return nil }
        hit(.path)
        for piece in path.pieces { for p in piece { magnitude = max(magnitude, abs(p.x), abs(p.y)) } }
        var place: (piece: Int, fraction: Double)
        let count = path.pieces.count
        if (k.mode == .paced || k.mode == .cubicPaced) && k.keyTimes == nil {
            hit(.pacedPath)
            slack = max(slack, 1e-2)
            isRough = true
            let length = ReferenceLength(pieces: count, steps: 64) { i, f in
                let d = ReferencePath.point(path.pieces[i], f).direction
                return (d.x * d.x + d.y * d.y).squareRoot()
            }
            place = progress >= 1 || length.total == 0 ? (count, 0) : length.place(progress)
        } else {
            var timeline = ReferenceTimeline.even(count + 1)
            if let given = k.keyTimes {
                hit(.pathKeyTimes)
                timeline = ReferenceTimeline(times: Array(given.prefix(count + 1)))
                // One keyframe is none, as with values.
                if timeline.times.count < 2 { hit(.oneValue); return nil }
            } else {
                isRough = true
            }
            let (key, fraction) = timeline.place(progress)
            place = (key, key < count ? easeSegment(k, key, fraction) : 0)
            if key == timeline.times.count - 1, key > 0 { place = (key - 1, 1) }
        }
        if place.piece >= count { place = (count - 1, 1) }
        let there = ReferencePath.point(path.pieces[place.piece], place.fraction)
        return Along(
            point: there.point, direction: there.direction,
            toCorner: min(place.piece > 0 ? place.fraction : 1, place.piece < count - 1 ? 1 - place.fraction : 1))
    }

    struct Along {
        var point, direction: CGPoint
        /// How far from the nearer end of its piece where another piece meets it, as a parameter.
        var toCorner: Double
    }

    /// What `rotationMode` turns the layer by (KF14).
    mutating func turn(_ k: AnimationSpec.Keyframe, _ target: AnimationSpec.Target, _ progress: Double, _ layer: Layer) -> Double? {
        guard k.rotationMode != .none, let path = k.path,
            let kind = PropertyKeyPath(target.keyPath, of: layer.layerClass).map({ $0.kind ?? .point }),
            kind == .point || kind == .size, let place = along(path, k, progress)
        else { return nil }
        hit(k.rotationMode == .auto ? .rotateAuto : .rotateAutoReverse)
        let length = (place.direction.x * place.direction.x + place.direction.y * place.direction.y).squareRoot()
        if length < 1e-6 * magnitude { isFragile = true }
        // At a corner of a paced way the direction is either piece's.
        let isPaced = (k.mode == .paced || k.mode == .cubicPaced) && k.keyTimes == nil
        if isPaced, place.toCorner < 1e-6 { isFragile = true }
        let angle = atan2(place.direction.y, place.direction.x)
        return k.rotationMode == .auto ? angle : angle + .pi
    }
}
