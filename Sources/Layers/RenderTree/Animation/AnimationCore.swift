/// The plain data of a compiled animation: its timing, its easing, its target and, for up to four numbers, its values. It occupies two
/// cache lines, since a frame reads one animation after another.
struct AnimationCore: @unchecked Sendable {
    // Unchecked: the memory that `track` points to is never written after initialisation.

    enum Effect: UInt8, Sendable {
        case nothing
        /// Linear interpolation between `from` and `to`.
        case numbers
        /// Interpolation with a timing curve.
        case easedNumbers
        /// Interpolation with a spring.
        case springNumbers
        case numberKeyframes
        // The following effects use the payload.
        case path, matrix, values, group, transition, function
    }

    struct Flags: OptionSet, Sendable {
        let rawValue: UInt8
        /// `from` is relative to the value under the animation.
        static let fromIsRelative = Self(rawValue: 1)
        static let toIsRelative = Self(rawValue: 2)
        static let isAdditive = Self(rawValue: 4)
        /// Each cycle continues from the end of the previous one (unless it autoreverses).
        static let accumulates = Self(rawValue: 8)
        /// All frames are identical while the animation is active.
        static let holdsStill = Self(rawValue: 16)
        /// Discrete keyframes: nothing changes between their times.
        static let isDiscrete = Self(rawValue: 32)
        static let isRemovedOnCompletion = Self(rawValue: 64)
        static let hasDiagnostic = Self(rawValue: 128)
        /// The value depends on more than the progress.
        static let dependsOnState: Self = [.fromIsRelative, .toIsRelative, .isAdditive, .accumulates]
    }

    var clock: AnimationClock
    var effect = Effect.nothing
    var flags: Flags = []
    var target = AnimationTarget.nothing
    /// An unretained pointer, kept alive by the animation's own references: the numbers of the curve for `easedNumbers`, the keyframes for
    /// `numberKeyframes`, and the payload for effects that use it.
    var track: UnsafeRawPointer?
    var from = SIMD4<Double>.zero
    var to = SIMD4<Double>.zero

    var isMoving: Bool { !flags.contains(.holdsStill) && clock.speed != 0 }

    /// Applies the animation's value at a time of its layer to the state, on top of the state's current values.
    @inline(__always)
    func apply(at time: Double, to state: inout LayerState) -> AnimationPhase {
        let sample = clock.sample(at: time)
        switch effect {
        case .numbers:
            if sample.applies { writeNumbers(sample.progress, sample.iteration, to: &state) }
        case .easedNumbers:
            guard let track, sample.applies else { break }
            let f = CurveTable.height(track.assumingMemoryBound(to: Double.self), at: sample.progress)
            writeNumbers(f, sample.iteration, to: &state)
        case .springNumbers:
            guard let track, sample.applies else { break }
            let f = Unmanaged<AnimationPayload>.fromOpaque(track)._withUnsafeGuaranteedRef {
                $0.spring.value(at: clock.seconds($0.curve.value(at: sample.progress), at: time))
            }
            writeNumbers(f, sample.iteration, to: &state)
        case .numberKeyframes:
            guard let track, sample.applies else { break }
            let v = Unmanaged<NumberKeyframes>.fromOpaque(track)._withUnsafeGuaranteedRef { keys in
                let v = keys.value(at: keys.curve.value(at: sample.progress))
                return flags.contains(.accumulates) && sample.iteration > 0 ? v + keys.end * sample.iteration : v
            }
            if flags.contains(.isAdditive) { add(v, to: &state) } else { target.write(v, to: &state) }
            if flags.contains(.isDiscrete) { return phase(sample, time) }
        default:
            return applyOther(sample, time, to: &state)
        }
        if sample.stage == .active && isMoving { return AnimationPhase(stage: .active, nextChange: time) }
        return quietPhase(sample.stage)
    }

    /// Interpolates from `from` to `to` by `f`, which springs and curves may move outside 0...1.
    @inline(__always)
    private func writeNumbers(_ f: Double, _ iteration: Double, to state: inout LayerState) {
        if flags.isDisjoint(with: .dependsOnState) {
            target.write(Interpolation.numbers(from, to, f), to: &state)
        } else {
            writeOver(f, iteration, to: &state)
        }
    }

    @inline(never)
    private func writeOver(_ f: Double, _ iteration: Double, to state: inout LayerState) {
        var a = from, b = to
        if !flags.isDisjoint(with: [.fromIsRelative, .toIsRelative]) {
            if target.lane == .color && !target.hasColor(&state) { return target.writeNoColor(to: &state) }
            let under = target.read(&state)
            if flags.contains(.fromIsRelative) { a += under }
            if flags.contains(.toIsRelative) { b += under }
        }
        var v = Interpolation.numbers(a, b, f)
        if flags.contains(.accumulates) && iteration > 0 { v += to * iteration }
        if flags.contains(.isAdditive) { add(v, to: &state) } else { target.write(v, to: &state) }
    }

    /// Adds to the current value. A value function does so itself, with the whole transform.
    @inline(never)
    func add(_ v: SIMD4<Double>, to state: inout LayerState) {
        if target.lane == .function {
            target.write(v, to: &state)
        } else if target.lane != .color || target.hasColor(&state) {
            target.write(target.read(&state) + v, to: &state)
        }
    }

    @inline(__always)
    func quietPhase(_ stage: AnimationClock.Stage) -> AnimationPhase {
        switch stage {
        case .before: AnimationPhase(stage: .before, nextChange: clock.begin)
        case .active: AnimationPhase(stage: .active, nextChange: clock.interval.end)
        case .filled: AnimationPhase(stage: .filled, nextChange: .infinity)
        case .finished: AnimationPhase(stage: .finished, nextChange: .infinity)
        }
    }
}
