/// A value of the file that may change over time. Times are frames of the composition that the property stands in.
package struct LottieProperty<Value: Sendable>: Sendable {
    /// What it is when it does not move, and before its first keyframe.
    package var value: Value
    /// At least two where it moves, by rising time; else none.
    package var keyframes: ContiguousArray<LottieKeyframe<Value>> = []
    /// A program of the file would change it; it is not run.
    package var hasExpression = false
    /// Under which name the file lets a program set it.
    package var slot: String?
    /// Whether ways in space are gone along by the curve's parameter instead of its length.
    package var goesByParameter = false

    package init(_ value: Value) { self.value = value }

    package var isAnimated: Bool { !keyframes.isEmpty }

    /// The same with each value changed.
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
    /// The value stays until the next keyframe.
    package var isHold = false
    /// How the value goes to the next keyframe; nil is evenly. Of the first dimension where they differ.
    package var easing: LottieEasing?
    /// One for each dimension where they differ; else none.
    package var easings: [LottieEasing] = []
    /// Of a way in space: from this keyframe's place, and from that of the next.
    package var outTangent: SIMD3<Double>?
    package var inTangent: SIMD3<Double>?
}

/// A cubic Bézier from (0, 0) to (1, 1): time goes right, progress up.
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

/// Corners of a path with the handles of each, relative to it.
package struct LottieBezier: Hashable, Sendable {
    package var points: [SIMD2<Double>] = []
    package var ins: [SIMD2<Double>] = []
    package var outs: [SIMD2<Double>] = []
    package var isClosed = false
    package init() {}
}

/// Colour stops as (place, red, green, blue), then opacity stops as (place, opacity), in one list as the file has them.
package struct LottieStops: Hashable, Sendable {
    package var numbers: [Double] = []
    package init() {}
}
