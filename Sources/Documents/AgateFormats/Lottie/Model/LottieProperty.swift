/// A value of the file that may change over time. Times are frames of the composition that contains the property.
package struct LottieProperty<Value: Sendable>: Sendable {
    /// The value if it is not animated, and before its first keyframe.
    package var value: Value
    /// The keyframes in the order of their times: at least two if the property is animated, else none.
    package var keyframes: ContiguousArray<LottieKeyframe<Value>> = []
    /// True if the file has an expression for it, which is not run.
    package var hasExpression = false
    /// The slot by which a program can set it.
    package var slot: String?
    /// True if spatial curves are traversed by parameter instead of length.
    package var goesByParameter = false

    package init(_ value: Value) { self.value = value }

    package var isAnimated: Bool { !keyframes.isEmpty }

    /// Returns the property with each value transformed.
    package func map<Other>(_ transform: (Value) -> Other) -> LottieProperty<Other> {
        var other = LottieProperty<Other>(transform(value))
        other.keyframes = ContiguousArray(
            keyframes.map {
                LottieKeyframe(
                    time: $0.time, value: transform($0.value), isHold: $0.isHold, easing: $0.easing, easings: $0.easings,
                    outTangent: $0.outTangent, inTangent: $0.inTangent
                )
            })
        other.hasExpression = hasExpression
        other.slot = slot
        other.goesByParameter = goesByParameter
        return other
    }
}

package struct LottieKeyframe<Value: Sendable>: Sendable {
    package var time: Double
    package var value: Value
    /// True if the value is held until the next keyframe.
    package var isHold = false
    /// The easing to the next keyframe; nil is linear. If the dimensions differ, that of the first.
    package var easing: LottieEasing?
    /// The easing of each dimension if they differ; else empty.
    package var easings: [LottieEasing] = []
    /// The handles of a spatial curve: relative to this keyframe's position, and to that of the next.
    package var outTangent: SIMD3<Double>?
    package var inTangent: SIMD3<Double>?
}

/// A cubic Bézier curve from (0, 0) to (1, 1): x is time, y is progress.
package struct LottieEasing: Hashable, Sendable {
    package var outX, outY, inX, inY: Double
    package var isLinear: Bool { outX == outY && inX == inY }
    package init(outX: Double, outY: Double, inX: Double, inY: Double) {
        self.outX = outX; self.outY = outY; self.inX = inX; self.inY = inY
    }
}

package typealias LottieNumber = LottieProperty<Double>
package typealias LottieVector = LottieProperty<SIMD3<Double>>
/// Red, green, blue and alpha in 0...1, sRGB.
package typealias LottieColor = LottieProperty<SIMD4<Double>>

/// The points of a path with the handles of each, relative to it.
package struct LottieBezier: Hashable, Sendable {
    package var points: [SIMD2<Double>] = []
    package var ins: [SIMD2<Double>] = []
    package var outs: [SIMD2<Double>] = []
    package var isClosed = false
    package init() {}
}

/// Colour stops as (location, red, green, blue), then opacity stops as (location, opacity), in one list as in the file.
package struct LottieStops: Hashable, Sendable {
    package var numbers: [Double] = []
    package init() {}
}
