import CoreGraphics

/// An animation made ready to run on layers of one class: a function of (state, time) to state. The one evaluator, used by
/// presentation layers and by the render tree. It holds nothing of any layer, and may be used on any thread.
package struct CompiledAnimation: Sendable {
    /// The plain data of it, which the frame loop reads without counting references.
    let core: AnimationCore
    package let id: AnimationID
    /// What the core's `track` leads to: a payload, keyframes or a curve. Held here so that the core is plain.
    let owner: (any AnyObject & Sendable)?

    init(core: AnimationCore, id: AnimationID, owner: (any AnyObject & Sendable)?) {
        self.core = core
        self.id = id
        self.owner = owner
    }

    var clock: AnimationClock { core.clock }

    package var isRemovedOnCompletion: Bool { core.flags.contains(.isRemovedOnCompletion) }

    /// Why the animation, or a part of it, takes its time but changes nothing; names the key path and the types, not the layer.
    package var diagnostic: String? { core.flags.contains(.hasDiagnostic) ? (owner as? AnimationPayload)?.diagnostic : nil }

    /// Whether it is a transition: it changes no value, its progress is asked for with `transitionProgress(at:)`.
    package var transition: AnimationSpec.Transition? { core.transition }

    /// When it begins and ends, in its layer's time; the end is infinite when it never ends.
    package func activeInterval() -> (begin: Double, end: Double) { clock.interval }

    /// How far a transition is at a time of its layer, between its start and end progress; nil when it is none or shows nothing then.
    package func transitionProgress(at time: Double) -> Double? { core.transitionProgress(at: time) }
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

extension CompiledAnimation {
    /// Changes the state to what the animation shows at a time of its layer, over what the state holds already.
    @discardableResult
    @inline(__always)
    package func apply(at time: Double, to state: inout LayerState) -> AnimationPhase { core.apply(at: time, to: &state) }

    /// What `apply` answers, without changing anything.
    package func phase(at time: Double) -> AnimationPhase { core.phase(core.clock.sample(at: time), time) }
}
