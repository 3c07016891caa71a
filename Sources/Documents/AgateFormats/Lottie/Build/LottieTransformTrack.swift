import CoreGraphics
import QuartzCore
import RenderTree

/// A transform at any frame.
struct LottieTransformTrack: Sendable {
    private enum Position: Sendable {
        case whole(LottieTrack<SIMD3<Double>>)
        case parts(LottieTrack<Double>, LottieTrack<Double>, LottieTrack<Double>)
    }
    let anchor: LottieTrack<SIMD3<Double>>
    private let position: Position
    private let scale: LottieTrack<SIMD3<Double>>
    private let rotation, skew, skewAxis: LottieTrack<Double>
    private let rotationX, rotationY: LottieTrack<Double>
    private let orientation: LottieTrack<SIMD3<Double>>
    private let turnsAlongPath: Bool
    private let repetition: LottieRepetition?

    init(_ transform: LottieTransform, turnsAlongPath: Bool = false) {
        anchor = LottieTrack(transform.anchor)
        position =
            switch transform.position {
            case .whole(let vector): .whole(LottieTrack(vector))
            case .parts(let x, let y, let z): .parts(LottieTrack(x), LottieTrack(y), LottieTrack(z))
            }
        scale = LottieTrack(transform.scale)
        rotation = LottieTrack(transform.rotation)
        skew = LottieTrack(transform.skew)
        skewAxis = LottieTrack(transform.skewAxis)
        rotationX = LottieTrack(transform.rotationX)
        rotationY = LottieTrack(transform.rotationY)
        orientation = LottieTrack(transform.orientation)
        self.turnsAlongPath = turnsAlongPath
        repetition = transform.repetition
    }

    private var positionTimes: ClosedRange<Double>? {
        switch position {
        case .whole(let track): track.times
        case .parts(let x, let y, let z): union(x.times, y.times, z.times)
        }
    }

    /// The frames in which the components of `linear(at:)` change.
    var linearTimes: ClosedRange<Double>? {
        union(
            scale.times, rotation.times, skew.times, skewAxis.times, rotationX.times, rotationY.times, orientation.times,
            turnsAlongPath ? positionTimes : nil, repetition?.offset.times
        )
    }

    var times: ClosedRange<Double>? { union(anchor.times, positionTimes, linearTimes) }

    func place(at frame: Double) -> SIMD2<Double> {
        guard let repetition else { return ownPlace(at: frame) }
        let a = anchor.value(at: frame)
        return ownPlace(at: frame) * repetition.number(at: frame) + SIMD2(a.x, a.y)
    }

    private func ownPlace(at frame: Double) -> SIMD2<Double> {
        let p = spot(at: frame)
        return SIMD2(p.x, p.y)
    }

    func spot(at frame: Double) -> SIMD3<Double> {
        switch position {
        case .whole(let track): track.value(at: frame)
        case .parts(let x, let y, let z): SIMD3(x.value(at: frame), y.value(at: frame), z.value(at: frame))
        }
    }

    /// Returns the direction of the motion, in radians.
    private func heading(at frame: Double) -> Double {
        guard let times = positionTimes else { return 0 }
        // The direction is measured over a hundredth of a frame; before and after the motion, that of its start and end is used.
        let at = min(max(frame, times.lowerBound + 0.005), times.upperBound - 0.005)
        let way = place(at: at + 0.005) - place(at: at - 0.005)
        return way == .zero ? 0 : SteadyMath.atan2(way.y, way.x)
    }

    /// Returns the transform without anchor and position: scale, then skew, then rotation, for multiplication of row vectors.
    /// - Parameter hasDepth: True if its content may leave its plane.
    func linear(at frame: Double, hasDepth: Bool = false) -> CATransform3D {
        var s = scale.value(at: frame) / 100
        let n = repetition?.number(at: frame)
        if let n { s = SIMD3(LottieRepetition.power(s.x, n), LottieRepetition.power(s.y, n), 1) }
        var m = CATransform3DMakeScale(s.x, s.y, hasDepth ? s.z : 1)
        let tilt = skew.value(at: frame)
        if tilt != 0 { m = m.concat(.lottieSkew(tilt, along: skewAxis.value(at: frame))) }
        return m.concat(turn(at: frame))
    }

    /// Returns the rotation, without scale and skew.
    func turn(at frame: Double) -> CATransform3D {
        var m = CATransform3DIdentity
        var turn = rotation.value(at: frame) * .pi / 180 * (repetition?.number(at: frame) ?? 1)
        if turnsAlongPath { turn += heading(at: frame) }
        if turn != 0 { m = m.concat(CATransform3DMakeRotation(turn, 0, 0, 1)) }
        // The file's z axis goes into the screen, Core Animation's comes out of it.
        func turned(_ x: Double, _ y: Double, _ z: Double) {
            if z != 0 { m = m.concat(CATransform3DMakeRotation(z * .pi / 180, 0, 0, 1)) }
            if y != 0 { m = m.concat(CATransform3DMakeRotation(-y * .pi / 180, 0, 1, 0)) }
            if x != 0 { m = m.concat(CATransform3DMakeRotation(-x * .pi / 180, 1, 0, 0)) }
        }
        turned(rotationX.value(at: frame), rotationY.value(at: frame), 0)
        let o = orientation.value(at: frame)
        turned(o.x, o.y, o.z)
        return m
    }

    /// Returns the complete two-dimensional transform.
    func matrix(at frame: Double) -> CGAffineTransform {
        let m = linear(at: frame), a = anchor.value(at: frame), p = place(at: frame)
        return CGAffineTransform(
            a: m.m11, b: m.m12, c: m.m21, d: m.m22, tx: p.x - a.x * m.m11 - a.y * m.m21, ty: p.y - a.x * m.m12 - a.y * m.m22
        )
    }
}

extension LottieTransform {
    /// True if it is the identity in all frames.
    var isIdentity: Bool { !isAnimated && LottieTransformTrack(self).matrix(at: 0) == .identity && !isTilted }

    var isAnimated: Bool { anchor.isAnimated || isPositionAnimated || isLinearAnimated }

    var isPositionAnimated: Bool {
        switch position {
        case .whole(let vector): vector.isAnimated
        case .parts(let x, let y, _): x.isAnimated || y.isAnimated
        }
    }

    var isLinearAnimated: Bool {
        scale.isAnimated || rotation.isAnimated || skew.isAnimated || skewAxis.isAnimated || rotationX.isAnimated || rotationY.isAnimated
            || orientation.isAnimated || repetition?.offset.isAnimated == true
    }

    /// True if it leaves its plane.
    var isTilted: Bool {
        rotationX.isAnimated || rotationY.isAnimated || orientation.isAnimated || rotationX.value != 0 || rotationY.value != 0
            || orientation.value.x != 0 || orientation.value.y != 0
    }
}

extension CATransform3D {
    /// Returns the skew of a Lottie file, for multiplication of row vectors.
    ///
    /// Lines along the axis keep their direction. A positive axis is on the other side of x than a positive rotation, as in lottie-web,
    /// lottie-android and ThorVG.
    /// - Parameters:
    ///   - angle: the angle in degrees. Skews repeat after half a turn.
    ///   - axis: the angle of the axis in degrees.
    static func lottieSkew(_ angle: Double, along axis: Double) -> CATransform3D {
        let turn = axis * .pi / 180
        // The skew by a right angle is infinite.
        let angle = min(89.9, max(-89.9, angle.remainder(dividingBy: 180))) * .pi / 180
        var shear = CATransform3DIdentity
        shear.m21 = -SteadyMath.sin(angle) / SteadyMath.cos(angle)
        return CATransform3DMakeRotation(turn, 0, 0, 1).concat(shear).concat(CATransform3DMakeRotation(-turn, 0, 0, 1))
    }
}
