// The evaluator: an animation as a function of state and time
//
// `CompiledAnimation.apply(at:to:)` is the one place that turns animations into values. `presentation()` calls it on the program's
// thread, the render tree in each frame; tests compare it with a second evaluator written independently (`ReferenceEvaluatorTests`) and
// with numbers from Apple's system (`ConformanceTests`). Given the same animation, state and time it gives the same bits everywhere.
//
// In: `AnimationSpec`, a CAAnimation as a value. Compiling it against the property table (`CompiledAnimation+Build`) resolves the key
// path into a byte offset and a lane, checks the values' kinds, and chooses an effect. What can't have an effect is found here, once,
// and carries a diagnostic.
//
// Three stages for each evaluation
//     1. Time (`AnimationClock`). The layer's time becomes a stage (before, active, filled, finished), a progress in 0...1 within the
//        cycle, and a count of whole cycles. All of CAMediaTiming is here: begin, offset, speed, repeats, autoreverse, fill. Ends are
//        exact: at begin + duration the animation still shows its last value (both ends belong to it), and a cycle ends with the value
//        at 1, not with the one at 0.
//     2. Pace. Progress goes through the timing curve (`CompiledCurve`), a spring (`SpringSolver`) or key times (`KeyTimeline`).
//     3. Value. Up to four numbers are interpolated in a SIMD register and written to the state's bytes (`AnimationTarget`); matrices,
//        paths, lists and objects go through a payload.
//
// The state is what the animations before it in the layer's order have left, so additive and relative ones (`by`, no `from`) read what
// is under them. The order of animations is the order of adding, and a layer's animations are applied in that order to its committed
// state.
//
// Plain data beside references
//     `AnimationCore` is two cache lines without a single counted reference. What it points into (keyframes, a curve's table, a
//     payload) is kept alive by `owner`, which the frame loop never touches: counting a reference is an atomic operation for each
//     animation and frame. Effects with numbers come first in the `switch` and are inlined; everything else leaves through one call.
//
// Curves
//     A timing curve gives y for an x, but a Bézier gives both for a parameter. 32 cubics in x, made once for each curve and shared by
//     all animations that use it, come so near to the parameter that one Newton step is exact to the last places; where the curve is
//     too steep, more follow. Newton steps from the parameter itself, without the cubics, need more of them and a fallback where they
//     don't converge.
//
// Springs are closed forms (under-, over- and critically damped), never integrated, so any time can be asked for, in any order.
// `settlingDuration` alone asks the C library's logarithm, since Apple's measured values are exact to it.
//
// Bits
//     Sine, cosine, exponential and arc tangent are `SteadyMath`'s: the C library's last bit depends on the processor, and a film that
//     is rendered in parts on different machines must not show where they were joined. Interpolation is a + (b−a)·f with both ends
//     taken exactly, so that f = 1 gives b and not a neighbour of it.
//
// When to look again
//     Each evaluation answers a phase: the stage, and `nextChange`, the next time at which the value may differ: now while it moves,
//     the end while it holds, the next key time when it is discrete, infinity when it is over. The render tree uses it to let layers
//     wait (RenderTree+Waiting.swift), and a host to know whether it has to draw a frame at all.
//
// Steady animations (`SteadyAnimations`)
//     Animations that are active and depend on time alone are copied into arrays by kind, as long as that holds. There the three stages
//     are loops without a choice between kinds; the same functions are used, so the bits are the same, and a test compares them. A
//     layer's record leaves the arrays by losing its generation; what stays behind is skipped and tidied up later, so leaving costs
//     nothing.
//
// What was tried, with figures
//     - One struct with counted references: taking the plain data apart brought an animation to 17 to 26 ns (462a66f).
//     - Animations of a layer evaluated together, layer by layer: no bound on cache misses and branches. By kind it is 17 to 19 ns, in
//       a tree of 100,000 layers as in one of 1,000 (cb133cb).
//     - A second evaluator was written from the documentation alone and run beside this one. It found, among others, ends that fall on
//       the first cycle, the first of several equal key times, and cumulative paths that key times cut short (27d6087).
//     - Functions of time and paths still cost two to four times a pair of numbers.
//
//     Other ways, not built: going on from the last frame's value (the result would depend on which frames were drawn); tables sampled
//     at a fixed rate (wrong between samples; used only for emitters, 64 times a second, and in exported CAML); quaternions for all
//     rotations (Core Animation interpolates the parts of a transform in its own, measured way).

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
    /// Whether the active time is over; what is reported to the delegate as its end.
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
