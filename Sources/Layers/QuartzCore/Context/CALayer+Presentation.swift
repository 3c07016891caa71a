import CoreGraphics
import RenderTree

extension CALayer {
    /// The state that shows now: what was committed last, with the animations that were committed, at the context's time.
    /// Nil for a layer that is in no shown tree.
    /// - Parameter time: another media time than the context's.
    func shownState(at time: Double? = nil) -> LayerState? {
        LayerLock.withLock {
            guard let live, live.isCommitted, let context = live.context else { return nil }
            var shown = live.committedState ?? state
            applyCommitted(at: time ?? context.clock.now, to: &shown)
            return shown
        }
    }

    /// Under the lock: what animations of functions evaluate is the engine's own.
    @inline(__always)
    private func applyCommitted(at time: Double, to shown: inout LayerState) {
        guard let store = animationStore, !store.committed.isEmpty else { return }
        let time = LayerContext.localTime(time, on: self)
        for entry in store.committed { entry.apply(at: time, to: &shown) }
    }

    /// What the layer's own drawing is made of: the model's values, and in their place those of its animations as they stand now. One that
    /// no render tree has yet stands at its beginning.
    var stateToDraw: LayerState {
        LayerLock.withLock {
            guard let store = animationStore, !store.entries.isEmpty, let context = contextOfTree else { return state }
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
    }

    /// The context that shows the layer's tree, or will with the commit that is being made.
    var contextOfTree: LayerContext? {
        LayerLock.withLock {
            var layer: CALayer? = self
            while let here = layer {
                if let context = here.liveContext { return context }
                layer = here.parent
            }
            return nil
        }
    }

    /// What stands behind `presentation()`. A program asks for it in every frame and mostly drops it at once, so the copy is kept and used
    /// again, as long as nobody else holds it.
    func makePresentation() -> CALayer? {
        if modelLayer != nil { return self }
        // Classes of a program copy more than the engine has of; so do two of its own.
        guard classInfo.isStandard, layerClass != .emitter, layerClass != .tiled else { return shownState().map(makeCopy) }
        if let copy = LayerLock.withLock({ renewedPresentation() }) { return copy }
        guard let shown = shownState() else { return nil }
        let copy = makeCopy(showing: shown)
        let old = LayerLock.withLock { () -> CALayer? in
            guard let live, live.isCommitted, let context = live.context else { return nil }
            let old = live.presentation
            if old == nil { context.notePresentation(of: live) }
            live.presentation = copy
            return old
        }
        withExtendedLifetime(old) {}
        return copy
    }

    /// The copy that was made last, brought up to date; nil where there is none, or somebody holds it.
    private func renewedPresentation() -> CALayer? {
        guard let live, live.isCommitted, let context = live.context, let copy = live.freePresentation else { return nil }
        if live.committedState == nil {
            copy.state.reset(to: state)
        } else if let committed = live.committedState {
            copy.state.reset(to: committed)
        }
        applyCommitted(at: context.clock.now, to: &copy.state)
        copy.takeRest(of: self)
        return copy
    }
}
