import CoreGraphics

/// The rarely used parts of an animation, in one object, so that the frame loop's struct stays small.
final class AnimationPayload: Sendable {
    /// The curve of the whole cycle.
    let curve: CompiledCurve
    /// The spring; the default one if there is none.
    let spring: SpringSolver
    private let hasSpring: Bool
    let path: PathKeyframes?
    let matrix: MatrixTrack?
    let values: ValueTrack?
    let children: ContiguousArray<CompiledAnimation>
    let transition: AnimationSpec.Transition?
    let function: FunctionTrack?
    /// The reason for which the animation, or a part of it, has no effect.
    let diagnostic: String?

    init(
        _ curve: CompiledCurve, spring: SpringSolver? = nil, path: PathKeyframes? = nil, matrix: MatrixTrack? = nil,
        values: ValueTrack? = nil, children: ContiguousArray<CompiledAnimation> = [], transition: AnimationSpec.Transition? = nil,
        function: FunctionTrack? = nil, diagnostic: String? = nil
    ) {
        self.curve = curve
        self.spring = spring ?? SpringSolver(AnimationSpec.Spring())
        hasSpring = spring != nil
        self.path = path; self.matrix = matrix
        self.values = values; self.children = children; self.transition = transition; self.function = function; self.diagnostic = diagnostic
    }

    var timeline: KeyTimeline? { path?.timeline ?? matrix?.timeline ?? values?.timeline }

    /// Maps the progress of the cycle to that of the values.
    func eased(_ progress: Double, _ clock: AnimationClock, at time: Double) -> Double {
        let f = curve.value(at: progress)
        return hasSpring ? spring.value(at: clock.seconds(f, at: time)) : f
    }
}

extension AnimationCore {
    /// Calls `body` with the payload, for the effects that have one.
    func withPayload<Result>(_ body: (AnimationPayload) -> Result) -> Result? {
        guard let track, effect.rawValue >= Effect.path.rawValue || effect == .springNumbers else { return nil }
        return Unmanaged<AnimationPayload>.fromOpaque(track)._withUnsafeGuaranteedRef(body)
    }

    @inline(never)
    func applyOther(_ sample: AnimationClock.Sample, _ time: Double, to state: inout LayerState) -> AnimationPhase {
        if effect == .group, sample.applies, let phase = withPayload({ applyGroup(sample, time, $0, to: &state) }) { return phase }
        if sample.applies { withPayload { apply(sample, time, $0, to: &state) } }
        return phase(sample, time)
    }

    private func apply(_ sample: AnimationClock.Sample, _ time: Double, _ payload: AnimationPayload, to state: inout LayerState) {
        let laps = flags.contains(.accumulates) ? sample.iteration : 0
        switch effect {
        case .path:
            guard let path = payload.path else { return }
            let place = path.place(at: payload.eased(sample.progress, clock, at: time))
            var v = path.point(place)
            if laps > 0 { v += path.end * laps }
            if path.write(v, isAdditive: flags.contains(.isAdditive), to: &state) {
                // Already written: the target is not plain numbers.
            } else if flags.contains(.isAdditive) {
                add(v, to: &state)
            } else {
                target.write(v, to: &state)
            }
            if path.rotationMode != .none {
                // Rotated about its anchor before its own transform.
                state.values.transform = CATransform3DRotate(state.values.transform, path.angle(place), 0, 0, 1)
                state.values.setBranch([], of: .transform)
            }
        case .matrix:
            payload.matrix?.apply(payload.eased(sample.progress, clock, at: time), laps, target, &state)
        case .values:
            payload.values?.apply(payload.eased(sample.progress, clock, at: time), laps, flags.contains(.isAdditive), &state)
        case .function:
            let local = clock.seconds(payload.eased(sample.progress, clock, at: time), at: time)
            payload.function?.apply(at: local, target, isAdditive: flags.contains(.isAdditive), self, to: &state)
        default:
            break
        }
    }

    /// Applies the children, and derives the group's phase from theirs. Querying each child's phase separately would repeat the evaluation
    /// for every level of nested groups.
    private func applyGroup(
        _ sample: AnimationClock.Sample, _ time: Double, _ payload: AnimationPayload, to state: inout LayerState
    ) -> AnimationPhase {
        let local = groupTime(sample, time, payload)
        var next = Double.infinity
        var moves = false
        for i in payload.children.indices {
            let phase = payload.children[i].apply(at: local, to: &state)
            moves = moves || phase.nextChange <= local && !phase.hasEnded
            next = min(next, phase.nextChange)
        }
        guard sample.stage == .active && isMoving else { return quietPhase(sample.stage) }
        return AnimationPhase(stage: .active, nextChange: moves ? time : nextChange(next, payload, local, time))
    }

    /// Returns the children's time: the group's own, mapped by its curve.
    private func groupTime(_ sample: AnimationClock.Sample, _ time: Double, _ payload: AnimationPayload) -> Double {
        clock.seconds(payload.curve.value(at: sample.progress), at: time)
    }

    /// Returns the next change of an active animation that moves.
    private func nextChange(_ sample: AnimationClock.Sample, _ time: Double) -> Double {
        switch effect {
        case .nothing:
            return clock.interval.end
        case .numberKeyframes:
            guard let track, flags.contains(.isDiscrete) else { return time }
            return Unmanaged<NumberKeyframes>.fromOpaque(track)._withUnsafeGuaranteedRef { nextKey(sample, time, $0.timeline, $0.curve) }
        case .path, .matrix, .values:
            guard flags.contains(.isDiscrete) else { return time }
            return withPayload { payload in payload.timeline.map { nextKey(sample, time, $0, payload.curve) } ?? time } ?? time
        case .group:
            return withPayload { nextChange(of: $0, sample, time) } ?? clock.interval.end
        default:
            return time
        }
    }

    private func nextKey(_ sample: AnimationClock.Sample, _ time: Double, _ timeline: KeyTimeline, _ curve: CompiledCurve) -> Double {
        guard curve.isLinear, clock.speed > 0, !clock.autoreverses else { return time }
        let wait = (timeline.nextTime(after: sample.progress) - sample.progress) * clock.duration / clock.speed
        return min(max(time, time + wait), clock.interval.end)
    }

    private func nextChange(of payload: AnimationPayload, _ sample: AnimationClock.Sample, _ time: Double) -> Double {
        let local = groupTime(sample, time, payload)
        var next = Double.infinity
        for child in payload.children {
            let phase = child.phase(at: local)
            if phase.nextChange <= local && !phase.hasEnded { return time }
            next = min(next, phase.nextChange)
        }
        return nextChange(next, payload, local, time)
    }

    /// Returns the group's next change from the next change of its children, which is in the group's own time.
    private func nextChange(_ inner: Double, _ payload: AnimationPayload, _ local: Double, _ time: Double) -> Double {
        guard payload.curve.isLinear, clock.speed > 0, !clock.autoreverses else { return time }
        let wait = (min(inner, clock.duration) - local) / clock.speed
        return min(time + max(0, wait), clock.interval.end)
    }

    func phase(_ sample: AnimationClock.Sample, _ time: Double) -> AnimationPhase {
        if sample.stage == .active && isMoving { return AnimationPhase(stage: .active, nextChange: nextChange(sample, time)) }
        return quietPhase(sample.stage)
    }

    /// Returns the progress of a transition, between its start and end progress; nil if the animation is not a transition or has no effect
    /// at that time.
    func transitionProgress(at time: Double) -> Double? {
        guard effect == .transition else { return nil }
        let sample = clock.sample(at: time)
        guard sample.applies else { return nil }
        return withPayload { payload in
            guard let transition = payload.transition else { return nil }
            let start = Double(transition.startProgress), end = Double(transition.endProgress)
            return start + (end - start) * payload.curve.value(at: sample.progress)
        } ?? nil
    }

    var transition: AnimationSpec.Transition? { effect == .transition ? withPayload { $0.transition } ?? nil : nil }
}
