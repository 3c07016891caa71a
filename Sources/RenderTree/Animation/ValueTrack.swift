import CoreGraphics

/// An animation of anything that is not a few numbers or a transform: paths, images, gradient colours, names, yes-or-no, and the
/// properties that only key-value access knows.
final class ValueTrack: Sendable {
    let path: PropertyKeyPath
    private enum Ends: Sendable {
        case basic(from: PropertyValue?, to: PropertyValue?, by: PropertyValue?)
        case keys(ContiguousArray<PropertyValue>, KeyTimeline)
    }
    private let ends: Ends
    /// The property has nothing between two values, although it is a number (a set of bits).
    private let isStep: Bool
    private let fades: Bool

    var timeline: KeyTimeline? {
        if case .keys(_, let timeline) = ends { return timeline }
        return nil
    }

    convenience init(_ path: PropertyKeyPath, from: PropertyValue?, to: PropertyValue?, by: PropertyValue?) {
        self.init(path, .basic(from: from, to: to, by: by))
    }

    convenience init(_ path: PropertyKeyPath, keys: [PropertyValue], _ spec: AnimationSpec.Keyframe) {
        let timeline = KeyTimeline(count: keys.count, mode: spec.mode, keyTimes: spec.keyTimes, curves: spec.timingCurves)
        self.init(path, .keys(ContiguousArray(keys.prefix(timeline.count)), timeline))
    }

    private init(_ path: PropertyKeyPath, _ ends: Ends) {
        self.path = path
        self.ends = ends
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
        var f = f
        switch ends {
        case .basic(let from, let to, let by):
            let under = isAdditive ? nil : state.value(at: path)
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
        }
        if fades {
            // The value is one of the two images; what is drawn is a blend of both.
            state.objects.contentsFade = f > 0 && f < 1 && a != b ? ContentsFade(from: a, to: b, progress: Float(f)) : nil
        }
        var value = isStep || fades ? (f < 0.5 ? a : b) : Interpolation.value(from: a, to: b, progress: f)
        if isAdditive { value = Interpolation.sum(value, over: state.value(at: path)) }
        if laps > 0, case .number(let n)? = value, case .number(let end)? = b { value = .number(n + end * laps) }
        state.setValue(value, at: path)
    }
}
