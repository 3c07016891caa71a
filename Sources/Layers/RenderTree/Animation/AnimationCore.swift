/// The plain data of a compiled animation: when, how it eases, where it writes and, for up to four numbers, what. Two cache lines, since
/// a frame reads one after the other.
struct AnimationCore: @unchecked Sendable {
    // Unchecked: what `track` leads to is never written after it was made.

    enum Effect: UInt8, Sendable {
        case nothing
        /// Between `from` and `to`, evenly.
        case numbers
        /// The same by a timing curve.
        case easedNumbers
        /// The same by a spring.
        case springNumbers
        case numberKeyframes
        // Those that follow look into the payload.
        case path, matrix, values, group, transition, function
    }

    struct Flags: OptionSet, Sendable {
        let rawValue: UInt8
        /// `from` counts from the value under the animation.
        static let fromIsRelative = Self(rawValue: 1)
        static let toIsRelative = Self(rawValue: 2)
        static let isAdditive = Self(rawValue: 4)
        /// Each cycle goes on where the last one ended (which a way back undoes).
        static let accumulates = Self(rawValue: 8)
        /// No frame differs from the one before as long as the animation is active.
        static let holdsStill = Self(rawValue: 16)
        /// Keyframes that jump: nothing changes between their times.
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
    /// Not counted, the animation's own references hold it: the numbers of the curve for `easedNumbers`, the keyframes for
    /// `numberKeyframes`, the payload for what looks into it.
    var track: UnsafeRawPointer?
    var from = SIMD4<Double>.zero
    var to = SIMD4<Double>.zero

    var isMoving: Bool { !flags.contains(.holdsStill) && clock.speed != 0 }

    /// Changes the state to what the animation shows at a time of its layer, over what the state holds already.
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

    /// From `from` to `to` by `f`, which springs and curves let leave 0...1.
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

    /// On top of what stands there; a value function does so itself, with the whole transform.
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
