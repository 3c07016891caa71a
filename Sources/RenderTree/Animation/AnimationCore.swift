/// The plain data of a compiled animation: when, how it eases, where it writes and, for up to four numbers, what.
struct AnimationCore: Sendable {
    enum Effect: UInt8, Sendable {
        case nothing
        /// Between `from` and `to`.
        case numbers
        /// The same, by the spring.
        case springNumbers
        case numberKeyframes, path, matrix, values, group, transition
    }
    var effect = Effect.nothing
    /// `from` and `to` count from the value under the animation.
    var fromIsRelative = false
    var toIsRelative = false
    var isCumulative = false
    /// No frame differs from the one before as long as the animation is active.
    var holdsStill = true
    /// Keyframes that jump: nothing changes between their times.
    var isDiscrete = false
    var target = AnimationTarget.nothing
    var clock: AnimationClock
    var curve: CompiledCurve
    var from = SIMD4<Double>.zero
    var to = SIMD4<Double>.zero

    var isMoving: Bool { !holdsStill && clock.speed != 0 }

    /// The whole of an animation of numbers: most of what runs.
    @inline(__always)
    func applyNumbers(at time: Double, to state: inout LayerState) -> AnimationPhase {
        let sample = clock.sample(at: time)
        if sample.applies { applyNumbers(curve.value(at: sample.progress), sample.iteration, to: &state) }
        if sample.stage == .active && isMoving { return AnimationPhase(stage: .active, nextChange: time) }
        return quietPhase(sample.stage)
    }

    /// From `from` to `to` by `f`, which springs and curves let leave 0...1.
    @inline(__always)
    func applyNumbers(_ f: Double, _ iteration: Double, to state: inout LayerState) {
        var a = from, b = to
        if fromIsRelative || toIsRelative {
            if target.lane == .color && !target.hasColor(&state) {
                target.writeNoColor(to: &state)
                return
            }
            let under = target.read(&state)
            if fromIsRelative { a += under }
            if toIsRelative { b += under }
        }
        var v = f == 1 ? b : a + (b - a) * f
        if isCumulative && iteration > 0 && !clock.autoreverses { v += to * iteration }
        writeNumbers(v, to: &state)
    }

    @inline(__always)
    func writeNumbers(_ v: SIMD4<Double>, to state: inout LayerState) {
        if !target.isAdditive || target.lane == .function {
            target.write(v, to: &state)
        } else if target.lane != .color || target.hasColor(&state) {
            target.write(target.read(&state) + v, to: &state)
        }
    }

    func quietPhase(_ stage: AnimationClock.Stage) -> AnimationPhase {
        switch stage {
        case .before: AnimationPhase(stage: .before, nextChange: clock.begin)
        case .active: AnimationPhase(stage: .active, nextChange: clock.interval.end)
        case .filled: AnimationPhase(stage: .filled, nextChange: .infinity)
        case .finished: AnimationPhase(stage: .finished, nextChange: .infinity)
        }
    }
}
