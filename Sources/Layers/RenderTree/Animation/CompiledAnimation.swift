// The evaluator: an animation as a function of state and time
//
// `CompiledAnimation.apply(at:to:)` is the only function that turns animations into values. `presentation()` calls it on the program's
// thread, and the render tree in each frame. Tests compare it with a second evaluator written independently (`ReferenceEvaluatorTests`)
// and with numbers from Apple's system (`ConformanceTests`). For the same animation, state and time it gives the same bits everywhere.
//
// Input: `AnimationSpec`, a CAAnimation as a value. Compiling it against the property table (`CompiledAnimation+Build`) resolves the key
// path into a byte offset and a lane, checks the values' kinds, and chooses an effect. Animations that can't have an effect are detected
// once, at this stage, and carry a diagnostic.
//
// Three stages of each evaluation
//     1. Time (`AnimationClock`). The layer's time is mapped to a stage (before, active, filled, finished), a progress in 0...1 within the
//        cycle, and a count of whole cycles. All of CAMediaTiming is here: begin, offset, speed, repeats, autoreverse, fill. Ends are
//        exact: at begin + duration the animation still shows its last value (both ends are included), and a cycle ends with the value at
//        1, not with the one at 0.
//     2. Pacing. The progress is mapped by the timing curve (`CompiledCurve`), a spring (`SpringSolver`) or key times (`KeyTimeline`).
//     3. Value. Up to four numbers are interpolated in a SIMD register and written to the state's bytes (`AnimationTarget`); matrices,
//        paths, lists and objects use a payload.
//
// The state is the result of the preceding animations in the layer's order, so additive and relative ones (`by`, no `from`) read the
// underlying value. A layer's animations are applied to its committed state in the order in which they were added.
//
// Separation of plain data from references
//     `AnimationCore` is two cache lines without a counted reference. The memory that it points to (keyframes, a curve's table, a payload)
//     is kept alive by `owner`, which the frame loop never accesses: counting a reference is an atomic operation for each animation and
//     frame. Numeric effects come first in the `switch` and are inlined; everything else takes one call.
//
// Curves
//     A timing curve gives y for an x, but a Bézier gives both for a parameter. 32 cubics in x, made once for each curve and shared by all
//     animations that use it, approximate the parameter so well that one Newton step is exact to the last digits; where the curve is too
//     steep, more steps follow. Newton steps that start from x itself, without the cubics, need more iterations and a fallback where they
//     don't converge.
//
// Springs are closed forms (under-, over- and critically damped), never integrated, so that any time can be evaluated, in any order. Only
// `settlingDuration` uses the C library's logarithm, since Apple's measured values are exact to it.
//
// Bit-exact results
//     Sine, cosine, exponential and arc tangent are `SteadyMath`'s: the C library's last bit depends on the processor, and a film that is
//     rendered in parts on different machines must not show the joints. Interpolation is a + (b−a)·f with both ends exact, so that f = 1
//     gives b and not a neighbouring value.
//
// The next evaluation
//     Each evaluation returns a phase: the stage, and `nextChange`, the next time at which the value may differ: now while it moves, the
//     end while it holds, the next key time when it is discrete, infinity when it is over. The render tree uses it to let layers wait
//     (RenderTree+Waiting.swift), and a host uses it to decide whether a frame is needed at all.
//
// Steady animations (`SteadyAnimations`)
//     Animations that are active and depend only on time are copied into arrays by kind, as long as that is the case. There the three
//     stages are loops without a branch on the kind. The same functions are used, so the bits are the same, and a test compares them. To
//     remove a layer's record from the arrays, its generation is changed. Its entries are skipped and removed later, so that leaving has
//     no cost.
//
// Rejected alternatives and results, with figures
//     - One struct with counted references: separating the plain data reduced an animation to 17 to 26 ns (462a66f).
//     - Evaluating the animations of a layer together, layer by layer: the number of cache misses and branches is unbounded. By kind it is
//       17 to 19 ns, in a tree of 100,000 layers as in one of 1,000 (cb133cb).
//     - A second evaluator was written from the documentation alone and compared with this one. It found errors in, among others, ends
//       that coincide with the first cycle, the first of several equal key times, and cumulative paths that key times truncate (27d6087).
//     - Functions of time and paths still cost two to four times a pair of numbers.
//
//     Other alternatives, not built: continuing from the last frame's value (the result would depend on the frames drawn); tables sampled
//     at a fixed rate (wrong between samples; used only for emitters, 64 times a second, and in exported CAML); quaternions for all
//     rotations (Core Animation interpolates the components of a transform in its own, measured way).

import CoreGraphics

/// An animation compiled for layers of one class: a function from (state, time) to state. It is the only evaluator, used by presentation
/// layers and by the render tree. It contains no state of any layer, and may be used on any thread.
package struct CompiledAnimation: Sendable {
    /// The plain data, which the frame loop reads without counting references.
    let core: AnimationCore
    package let id: AnimationID
    /// The object that the core's `track` points into: a payload, keyframes or a curve. It is retained here so that the core is plain
    /// data.
    let owner: (any AnyObject & Sendable)?

    init(core: AnimationCore, id: AnimationID, owner: (any AnyObject & Sendable)?) {
        self.core = core
        self.id = id
        self.owner = owner
    }

    var clock: AnimationClock { core.clock }

    package var isRemovedOnCompletion: Bool { core.flags.contains(.isRemovedOnCompletion) }

    /// The reason for which the animation, or a part of it, takes its time but changes nothing. It names the key path and the types, not
    /// the layer.
    package var diagnostic: String? { core.flags.contains(.hasDiagnostic) ? (owner as? AnimationPayload)?.diagnostic : nil }

    /// The transition, if the animation is one. A transition changes no value; its progress is given by `transitionProgress(at:)`.
    package var transition: AnimationSpec.Transition? { core.transition }

    /// Returns the begin and end in its layer's time. The end is infinite if it never ends.
    package func activeInterval() -> (begin: Double, end: Double) { clock.interval }

    /// Returns the progress of a transition at a time of its layer, between its start and end progress; nil if the animation is not a
    /// transition or has no effect at that time.
    package func transitionProgress(at time: Double) -> Double? { core.transitionProgress(at: time) }
}

/// The state of an animation, and the time of its next evaluation.
package struct AnimationPhase: Equatable, Sendable {
    package enum Stage: UInt8, Sendable {
        case before, active
        /// Over, but the end value is still shown.
        case filled
        /// Over, without effect.
        case finished
    }
    package var stage: Stage
    /// The layer's time of the next change: its begin; now if each frame differs; its end if it holds; infinity if there is none.
    package var nextChange: Double
    /// True if the active time is over, which is reported to the delegate as the end.
    package var hasEnded: Bool { stage == .filled || stage == .finished }
}

extension CompiledAnimation {
    /// Applies the animation's value at a time of its layer to the state, on top of the state's current values.
    @discardableResult
    @inline(__always)
    package func apply(at time: Double, to state: inout LayerState) -> AnimationPhase { core.apply(at: time, to: &state) }

    /// Applies an animation in memory to a state in memory. Neither is copied, which would retain their objects.
    package static func apply(
        _ animation: UnsafePointer<CompiledAnimation>, at time: Double, to state: UnsafeMutablePointer<LayerState>
    ) {
        _ = animation.pointee.core.apply(at: time, to: &state.pointee)
    }

    /// Returns the result of `apply` without changing anything.
    package func phase(at time: Double) -> AnimationPhase { core.phase(core.clock.sample(at: time), time) }
}
