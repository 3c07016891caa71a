/// The animations of one layer, in the order in which they apply: each works on what those before it made.
package enum LayerAnimations {
    package struct Outcome: Equatable, Sendable {
        /// The soonest time, in the layer's time, at which the state may differ; infinite when nothing will happen.
        package var nextChange: Double = .infinity
        /// How many have ended (and may be removed).
        package var ended = 0
        package init() {}
    }

    /// Changes the state to what all of the list show at a time of their layer.
    @discardableResult
    package static func apply(
        _ list: ContiguousArray<CompiledAnimation>, at time: Double, to state: inout LayerState
    ) -> Outcome {
        list.withUnsafeBufferPointer { apply($0, at: time, to: &state) }
    }

    /// The same for a list that stands among others.
    @discardableResult
    package static func apply(
        _ list: UnsafeBufferPointer<CompiledAnimation>, at time: Double, to state: inout LayerState
    ) -> Outcome {
        var outcome = Outcome()
        guard var animation = list.baseAddress else { return outcome }
        let end = animation + list.count
        while animation < end {
            // Through the pointer: the plain part alone is read, and no reference counted.
            let phase = animation.pointee.core.apply(at: time, to: &state)
            if phase.nextChange < outcome.nextChange { outcome.nextChange = phase.nextChange }
            if phase.hasEnded { outcome.ended += 1 }
            animation += 1
        }
        return outcome
    }
}
