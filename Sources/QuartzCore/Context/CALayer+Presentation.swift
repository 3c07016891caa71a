import CoreGraphics
import RenderTree

extension CALayer {
    /// The state that shows now: what was committed last, with the animations that were committed, at the context's time.
    /// Nil for a layer that is in no shown tree.
    /// - Parameter time: another media time than the context's.
    func shownState(at time: Double? = nil) -> LayerState? {
        guard let live, live.isCommitted, let context = live.context else { return nil }
        var shown = live.committedState ?? state
        if let store = animationStore, !store.committed.isEmpty {
            let time = LayerContext.localTime(time ?? context.clock.now, on: self)
            for entry in store.committed { entry.compiled.apply(at: time, to: &shown) }
        }
        return shown
    }

    /// What the layer's own drawing is made of: the model's values, and in their place those of its animations as they stand now. One that no
    /// render tree has yet stands at its beginning.
    var stateToDraw: LayerState {
        guard let store = animationStore, !store.entries.isEmpty, let context = liveContext else { return state }
        var shown = state
        let time = LayerContext.localTime(context.clock.now, on: self)
        for entry in store.entries {
            if entry.isSent {
                entry.compiled.apply(at: time, to: &shown)
            } else {
                let compiled = CompiledAnimation(spec: entry.spec, id: entry.id, layerClass: layerClass)
                compiled.apply(at: entry.spec.timing.beginTime == 0 ? 0 : time, to: &shown)
            }
        }
        return shown
    }

    /// What stands behind `presentation()`.
    func makePresentation() -> CALayer? {
        if modelLayer != nil { return self }
        guard let shown = shownState() else { return nil }
        return makeCopy(showing: shown)
    }
}
