import CoreGraphics

/// An animation made ready to run on layers of one class: a function of (state, time) to state. The one evaluator, used by
/// presentation layers and by the render tree. It holds nothing of any layer, and may be used on any thread.
package struct CompiledAnimation: Sendable {
    package let id: AnimationID
    package let isRemovedOnCompletion: Bool
    /// Why the animation, or a part of it, takes its time but changes nothing; names the key path and the types, not the layer.
    package let diagnostic: String?

    /// The plain data of it, which the frame loop reads without counting references.
    let core: AnimationCore
    let payload: AnimationPayload?

    var clock: AnimationClock { core.clock }
    var curve: CompiledCurve { core.curve }

    /// Whether it is a transition: it changes no value, its progress is asked for with `transitionProgress(at:)`.
    package var transition: AnimationSpec.Transition? { payload?.transition }

    /// When it begins and ends, in its layer's time; the end is infinite when it never ends.
    package func activeInterval() -> (begin: Double, end: Double) { clock.interval }

    /// How far a transition is at a time of its layer, between its start and end progress; nil when it is none or shows nothing then.
    package func transitionProgress(at time: Double) -> Double? {
        guard let transition = payload?.transition else { return nil }
        let sample = clock.sample(at: time)
        guard sample.applies else { return nil }
        let start = Double(transition.startProgress), end = Double(transition.endProgress)
        return start + (end - start) * curve.value(at: sample.progress)
    }
}

/// Where an animation stands, and when to look at it again.
package struct AnimationPhase: Equatable, Sendable {
    package enum Stage: UInt8, Sendable {
        case before, active
        /// Over, but its end value still shows.
        case filled
        /// Over, without effect.
        case finished
    }
    package var stage: Stage
    /// The layer's time at which something will happen: its begin, now when each frame differs, its end when it holds still,
    /// infinite when nothing will.
    package var nextChange: Double
    /// Whether the active time is over; what is told to the delegate as its end.
    package var hasEnded: Bool { stage == .filled || stage == .finished }
}

/// The rarer parts of an animation: one object, so that the frame loop's struct stays small.
final class AnimationPayload: Sendable {
    let spring: SpringSolver?
    let numbers: NumberKeyframes?
    let path: PathKeyframes?
    let matrix: MatrixTrack?
    let values: ValueTrack?
    let children: ContiguousArray<CompiledAnimation>
    let transition: AnimationSpec.Transition?

    init(
        spring: SpringSolver? = nil, numbers: NumberKeyframes? = nil, path: PathKeyframes? = nil, matrix: MatrixTrack? = nil,
        values: ValueTrack? = nil, children: ContiguousArray<CompiledAnimation> = [], transition: AnimationSpec.Transition? = nil
    ) {
        self.spring = spring; self.numbers = numbers; self.path = path; self.matrix = matrix
        self.values = values; self.children = children; self.transition = transition
    }
}

extension CompiledAnimation {
    /// Changes the state to what the animation shows at a time of its layer, over what the state holds already.
    @discardableResult
    @inline(__always)
    package func apply(at time: Double, to state: inout LayerState) -> AnimationPhase {
        core.effect == .numbers ? core.applyNumbers(at: time, to: &state) : applyOther(at: time, to: &state)
    }

    @inline(never)
    private func applyOther(at time: Double, to state: inout LayerState) -> AnimationPhase {
        let sample = core.clock.sample(at: time)
        if sample.applies, let payload { apply(sample, time, payload, to: &state) }
        return phase(sample, time)
    }

    private func apply(_ sample: AnimationClock.Sample, _ time: Double, _ payload: AnimationPayload, to state: inout LayerState) {
        var progress = core.curve.value(at: sample.progress)
        let laps = core.isCumulative && !core.clock.autoreverses ? sample.iteration : 0
        if let spring = payload.spring { progress = spring.value(at: localTime(progress, time)) }
        switch core.effect {
        case .springNumbers:
            core.applyNumbers(progress, sample.iteration, to: &state)
        case .numberKeyframes:
            guard let keys = payload.numbers else { return }
            var v = keys.value(at: progress)
            if laps > 0 { v += keys.end * laps }
            core.writeNumbers(v, to: &state)
        case .path:
            guard let path = payload.path else { return }
            let place = path.place(at: progress)
            var v = path.point(place)
            if laps > 0 { v += path.end * laps }
            core.writeNumbers(v, to: &state)
            if path.rotationMode != .none {
                // Turned about its anchor before its own transform.
                state.values.transform = CATransform3DRotate(state.values.transform, path.angle(place), 0, 0, 1)
            }
        case .matrix:
            payload.matrix?.apply(progress, laps, core.target, &state)
        case .values:
            payload.values?.apply(progress, laps, core.target.isAdditive, &state)
        case .group:
            let local = groupTime(sample, time)
            for i in payload.children.indices { payload.children[i].apply(at: local, to: &state) }
        case .nothing, .numbers, .transition:
            break
        }
    }

    /// The children's time: the group's own, warped by its curve.
    private func groupTime(_ sample: AnimationClock.Sample, _ time: Double) -> Double {
        localTime(curve.value(at: sample.progress), time)
    }

    /// Seconds in the cycle. An endless one has no progress to tell them by: there they come from the time itself.
    private func localTime(_ progress: Double, _ time: Double) -> Double {
        if clock.duration < .infinity { return clock.duration * progress }
        let ran = min(max(0, time - clock.begin) * abs(clock.speed), clock.activeLength)
        return max(0, (clock.speed < 0 ? -ran : ran) + clock.offset)
    }

    private func nextChange(_ sample: AnimationClock.Sample, _ time: Double) -> Double {
        let isPlain = curve.isLinear && clock.speed > 0 && !clock.autoreverses
        switch core.effect {
        case .nothing, .numbers:
            return core.effect == .numbers ? time : clock.interval.end
        case .numberKeyframes, .path, .matrix, .values:
            guard core.isDiscrete, isPlain, let timeline = payload?.timeline else { return time }
            let wait = (timeline.nextTime(after: sample.progress) - sample.progress) * clock.duration / clock.speed
            return min(max(time, time + wait), clock.interval.end)
        case .group:
            guard let payload else { return clock.interval.end }
            let local = groupTime(sample, time)
            var next = Double.infinity
            for child in payload.children {
                let phase = child.phase(at: local)
                if phase.nextChange <= local && !phase.hasEnded { return time }
                next = min(next, phase.nextChange)
            }
            guard isPlain else { return time }
            next = min(next, clock.duration)
            let wait = (next - local) / clock.speed
            return min(time + max(0, wait), clock.interval.end)
        default:
            return time
        }
    }

    /// What `apply` answers, without changing anything.
    package func phase(at time: Double) -> AnimationPhase { phase(core.clock.sample(at: time), time) }

    private func phase(_ sample: AnimationClock.Sample, _ time: Double) -> AnimationPhase {
        if sample.stage == .active && core.isMoving { return AnimationPhase(stage: .active, nextChange: nextChange(sample, time)) }
        return core.quietPhase(sample.stage)
    }
}

extension AnimationPayload {
    var timeline: KeyTimeline? { numbers?.timeline ?? path?.timeline ?? matrix?.timeline ?? values?.timeline }
}
