import RenderTree

/// A value that can be interpolated.
package protocol LottieBlend: Sendable {
    /// - Parameters:
    ///   - f: The eased fraction, for each dimension; easing may exceed 0...1.
    ///   - turning: True if handles of paths turn, as in lottie-ios; in files they move straight.
    static func between(_ a: LottieKeyframe<Self>, _ b: LottieKeyframe<Self>, _ f: SIMD3<Double>, turning: Bool) -> Self
}

extension LottieBlend {
    /// Returns the spatial curves from each keyframe to the next, if there are any.
    fileprivate static func ways(_ property: LottieProperty<Self>) -> [LottieWay?] {
        guard let property = property as? LottieVector, property.keyframes.contains(where: { $0.outTangent != nil }) else { return [] }
        return zip(property.keyframes, property.keyframes.dropFirst()).map { LottieWay($0, $1, byParameter: property.goesByParameter) }
    }
}

extension Double: LottieBlend {
    package static func between(_ a: LottieKeyframe<Double>, _ b: LottieKeyframe<Double>, _ f: SIMD3<Double>, turning: Bool) -> Double {
        a.value + (b.value - a.value) * f.x
    }
}

extension SIMD3<Double>: LottieBlend {
    package static func between(_ a: LottieKeyframe<Self>, _ b: LottieKeyframe<Self>, _ f: SIMD3<Double>, turning: Bool) -> Self {
        a.value + (b.value - a.value) * f
    }
}

extension SIMD4<Double>: LottieBlend {
    package static func between(_ a: LottieKeyframe<Self>, _ b: LottieKeyframe<Self>, _ f: SIMD3<Double>, turning: Bool) -> Self {
        a.value + (b.value - a.value) * f.x
    }
}

extension LottieBezier: LottieBlend {
    package static func between(_ a: LottieKeyframe<Self>, _ b: LottieKeyframe<Self>, _ f: SIMD3<Double>, turning: Bool) -> Self {
        // Paths of different structure can't be interpolated.
        guard a.value.points.count == b.value.points.count else { return a.value }
        var path = a.value
        for i in path.points.indices {
            path.points[i] += (b.value.points[i] - path.points[i]) * f.x
            if turning {
                path.ins[i] = Interpolation.handle(path.ins[i], b.value.ins[i], f.x)
                path.outs[i] = Interpolation.handle(path.outs[i], b.value.outs[i], f.x)
            } else {
                path.ins[i] += (b.value.ins[i] - path.ins[i]) * f.x
                path.outs[i] += (b.value.outs[i] - path.outs[i]) * f.x
            }
        }
        return path
    }
}

extension LottieStops: LottieBlend {
    package static func between(_ a: LottieKeyframe<Self>, _ b: LottieKeyframe<Self>, _ f: SIMD3<Double>, turning: Bool) -> Self {
        guard a.value.numbers.count == b.value.numbers.count else { return a.value }
        var stops = a.value
        for i in stops.numbers.indices { stops.numbers[i] += (b.value.numbers[i] - stops.numbers[i]) * f.x }
        return stops
    }
}

/// A property, prepared for evaluation at any frame.
package struct LottieTrack<Value: LottieBlend>: Sendable {
    package let property: LottieProperty<Value>
    /// One curve for each keyframe, or three if the dimensions differ.
    private let curves: ContiguousArray<CompiledCurve>
    private let isByDimension: Bool
    /// One entry for all keyframes but the last; empty if there is no spatial curve.
    private let ways: [LottieWay?]

    package init(_ property: LottieProperty<Value>) {
        self.property = property
        let isByDimension = property.keyframes.contains { !$0.easings.isEmpty }
        self.isByDimension = isByDimension
        var curves: ContiguousArray<CompiledCurve> = []
        for keyframe in property.keyframes {
            for i in 0..<(isByDimension ? 3 : 1) {
                curves.append(CompiledCurve((keyframe.easings.isEmpty ? keyframe.easing : keyframe.easings[i]).map(TimingCurve.init)))
            }
        }
        self.curves = curves
        ways = Value.ways(property)
    }

    package var isAnimated: Bool { property.isAnimated }

    package func value(at frame: Double) -> Value {
        let keys = property.keyframes
        guard !keys.isEmpty, frame >= keys[0].time else { return keys.first?.value ?? property.value }
        var low = 0, high = keys.count
        while high - low > 1 {
            let middle = (low + high) / 2
            if keys[middle].time <= frame { low = middle } else { high = middle }
        }
        guard low + 1 < keys.count, !keys[low].isHold else { return keys[low].value }
        let part = (frame - keys[low].time) / (keys[low + 1].time - keys[low].time)
        // A spatial curve has one easing, the first dimension's.
        if !ways.isEmpty, let place = ways[low]?.place(curves[(isByDimension ? 3 : 1) * low].value(at: part)) as? Value { return place }
        guard isByDimension else {
            let f = curves[low].value(at: part)
            return Value.between(keys[low], keys[low + 1], SIMD3(f, f, f), turning: property.goesByParameter)
        }
        let f = SIMD3(curves[3 * low].value(at: part), curves[3 * low + 1].value(at: part), curves[3 * low + 2].value(at: part))
        return Value.between(keys[low], keys[low + 1], f, turning: property.goesByParameter)
    }

    /// The range from its first keyframe to its last.
    package var times: ClosedRange<Double>? {
        guard let first = property.keyframes.first, let last = property.keyframes.last else { return nil }
        return first.time...last.time
    }
}

extension LottieProperty where Value: LottieBlend {
    /// Returns the value at a frame.
    package func value(at frame: Double) -> Value {
        // The frame is usually before the first keyframe.
        guard let first = keyframes.first, frame > first.time else { return keyframes.first?.value ?? value }
        return LottieTrack(self).value(at: frame)
    }
}

extension TimingCurve {
    package init(_ easing: LottieEasing) {
        self.init(Float(easing.outX), Float(easing.outY), Float(easing.inX), Float(easing.inY))
    }
}

/// Returns the range that covers all of the given ranges.
func union(_ ranges: ClosedRange<Double>?...) -> ClosedRange<Double>? {
    ranges.reduce(nil) { all, range in
        guard let all, let range else { return all ?? range }
        return min(all.lowerBound, range.lowerBound)...max(all.upperBound, range.upperBound)
    }
}
