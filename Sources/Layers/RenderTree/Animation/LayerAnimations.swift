/// The animations of one layer, in the order in which they apply: each operates on the result of the previous ones.
package enum LayerAnimations {
    package struct Outcome: Equatable, Sendable {
        /// The earliest time, in the layer's time, at which the state may differ; infinity if there is no further change.
        package var nextChange: Double = .infinity
        /// The number of animations that have ended (and may be removed).
        package var ended = 0
        package init() {}
    }

    /// Applies all animations of the list at a time of their layer to the state.
    @discardableResult
    package static func apply(
        _ list: ContiguousArray<CompiledAnimation>, at time: Double, to state: inout LayerState
    ) -> Outcome {
        list.withUnsafeBufferPointer { apply($0, at: time, to: &state) }
    }

    /// Applies a list that is part of a larger one.
    @discardableResult
    package static func apply(
        _ list: UnsafeBufferPointer<CompiledAnimation>, at time: Double, to state: inout LayerState
    ) -> Outcome {
        var outcome = Outcome()
        guard var animation = list.baseAddress else { return outcome }
        let end = animation + list.count
        while animation < end {
            // Through the pointer: only the plain part is read, and no reference is counted.
            let phase = animation.pointee.core.apply(at: time, to: &state)
            if phase.nextChange < outcome.nextChange { outcome.nextChange = phase.nextChange }
            if phase.hasEnded { outcome.ended += 1 }
            animation += 1
        }
        return outcome
    }
}
