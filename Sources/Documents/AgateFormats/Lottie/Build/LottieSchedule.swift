import CoreGraphics
import QuartzCore
import RenderTree

/// Converts keyframes of a file to those of Core Animation: the time at which each value is reached, and its easing.
///
/// An animation lasts from its first keyframe to its last and fills both ways, so frames without change cost nothing. A held value needs
/// one additional keyframe, at the time of the jump; of two keyframes at one time the later one applies.
struct LottieSchedule {
    /// The begin time, in seconds of the root layer.
    let begin: Double
    let duration: Double
    /// The index of the file's keyframe for each.
    private(set) var order: [Int] = []
    private var times: [Double] = []
    private var curves: [LottieEasing?] = []
    private let isDiscrete: Bool

    init(_ pacing: LottiePacing, _ time: LottieTime) {
        let keys = pacing.keys
        begin = time.seconds(keys[0].time)
        let end = time.seconds(keys[keys.count - 1].time)
        duration = max(end - begin, 1e-9)
        isDiscrete = keys.dropLast().allSatisfy(\.isHold)
        // Seconds are rounded, and the frame of a jump must not show the value before it.
        let lead = 1e-4 * time.scale
        for (i, key) in keys.enumerated() {
            let at = time.seconds(key.time)
            if i == 0 {
                append(0, at)
            } else if keys[i - 1].isHold {
                if !isDiscrete { append(i - 1, at - lead, nil) }
                append(i, at - lead, nil)
            } else {
                append(i, at, keys[i - 1].easing)
            }
        }
        if isDiscrete { times.append(1) }
    }

    private mutating func append(_ key: Int, _ at: Double, _ easing: LottieEasing? = nil) {
        if !order.isEmpty { curves.append(easing) }
        order.append(key)
        times.append(min(1, max(0, (at - begin) / duration)))
    }

    /// Returns the animation with the times; the caller sets its values or path.
    func animation(_ animation: CAKeyframeAnimation) -> CAKeyframeAnimation {
        animation.keyTimes = times.map { NSNumber(value: $0) }
        if isDiscrete {
            animation.calculationMode = .discrete
        } else if curves.contains(where: { $0 != nil }) {
            animation.timingFunctions = curves.map { easing in
                guard let easing else { return CAMediaTimingFunction(name: .linear) }
                return CAMediaTimingFunction(controlPoints: Float(easing.outX), Float(easing.outY), Float(easing.inX), Float(easing.inY))
            }
        }
        return animation
    }

    /// Returns the path through the positions.
    func path(_ keys: ContiguousArray<LottieKeyframe<SIMD3<Double>>>) -> CGPath {
        let path = CGMutablePath()
        func point(_ v: SIMD3<Double>) -> CGPoint { CGPoint(x: v.x, y: v.y) }
        for (at, i) in order.enumerated() {
            let to = keys[i].value
            if at == 0 { path.move(to: point(to)); continue }
            let from = keys[order[at - 1]]
            if order[at - 1] == i - 1, !from.isHold, let out = from.outTangent, let `in` = from.inTangent {
                path.addCurve(to: point(to), control1: point(from.value + out), control2: point(to + `in`))
            } else {
                path.addLine(to: point(to))
            }
        }
        return path
    }
}

/// A value as a function of the frame of a composition's clock.
final class LottieFunction: TimeFunction {
    enum Body: Sendable {
        case value(@Sendable (Double) -> PropertyValue)
        case numbers(@Sendable (Double) -> SIMD4<Double>, boxed: @Sendable (SIMD4<Double>) -> PropertyValue)
        case matrix(@Sendable (Double) -> CATransform3D)

        /// Returns a body for points, without boxing of intermediate values.
        static func point(_ body: @escaping @Sendable (Double) -> CGPoint) -> Body {
            .numbers(
                { frame in
                    let point = body(frame)
                    return SIMD4(point.x, point.y, 0, 0)
                }, boxed: { .point(CGPoint(x: $0.x, y: $0.y)) })
        }
    }
    private let time: LottieTime
    private let begin: Double
    private let body: Body

    init(_ time: LottieTime, begin: Double, _ body: Body) {
        (self.time, self.begin, self.body) = (time, begin, body)
    }

    /// Returns the frame, slightly late: seconds are rounded, and the frame of a jump must not show the value before it.
    private func frame(_ seconds: Double) -> Double { time.frame(at: begin + seconds) + 1e-5 }

    func value(at time: Double) -> PropertyValue {
        switch body {
        case .value(let value): value(frame(time))
        case .numbers(let numbers, let boxed): boxed(numbers(frame(time)))
        case .matrix(let matrix): .transform(matrix(frame(time)))
        }
    }

    func numbers(at time: Double) -> SIMD4<Double> {
        switch body {
        case .numbers(let numbers, _): numbers(frame(time))
        case .value(let value): value(frame(time)).plainNumbers ?? .zero
        case .matrix: .zero
        }
    }

    func matrix(at time: Double) -> CATransform3D {
        if case .matrix(let matrix) = body { matrix(frame(time)) } else { CATransform3DIdentity }
    }
}
