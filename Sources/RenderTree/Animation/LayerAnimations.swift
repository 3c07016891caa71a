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
        var outcome = Outcome()
        list.withUnsafeBufferPointer { list in
            for i in list.indices {
                // The plain part apart, so that no reference is counted for most animations.
                let core = list[i].core
                let phase = core.effect == .numbers
                    ? core.applyNumbers(at: time, to: &state) : list[i].apply(at: time, to: &state)
                if phase.nextChange < outcome.nextChange { outcome.nextChange = phase.nextChange }
                if phase.hasEnded { outcome.ended += 1 }
            }
        }
        return outcome
    }
}
