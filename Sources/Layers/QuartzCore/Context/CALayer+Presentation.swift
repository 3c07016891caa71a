import CoreGraphics
import RenderTree

extension CALayer {
    /// Returns the state currently shown: the last committed state with the committed animations, at the context's time. Nil for a layer
    /// that is in no shown tree.
    /// - Parameter time: a media time other than the context's.
    func shownState(at time: Double? = nil) -> LayerState? {
        LayerLock.withLock {
            guard let live, live.isCommitted, let context = live.context else { return nil }
            var shown = live.committed?.value ?? state
            applyCommitted(at: time ?? context.clock.now, to: &shown)
            return shown
        }
    }

    /// Applies the committed animations. Call under the lock: function animations evaluate only the engine's own code.
    @inline(__always)
    private func applyCommitted(at time: Double, to shown: UnsafeMutablePointer<LayerState>) {
        guard let store = animationStore, !store.committed.isEmpty else { return }
        let time = LayerContext.localTime(time, on: self)
        for entry in store.committed { entry.apply(at: time, to: shown) }
    }

    /// The state that the layer's own drawing uses: the model's values with the current values of its animations. An animation that has
    /// not been sent to a render tree is at its beginning.
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

    /// The context that shows the layer's tree, or will show it after the current commit.
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

    /// The implementation of `presentation()`. Programs often request a copy in every frame and release it at once, so the copy is kept
    /// and reused if there are no other references to it.
    func makePresentation() -> CALayer? {
        if modelLayer != nil { return self }
        // Classes of a program copy properties that the engine does not have; so do two of the engine's own.
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

    /// Updates and returns the last copy; nil if there is none, or if there are other references to it.
    private func renewedPresentation() -> CALayer? {
        guard let live, live.isCommitted, let context = live.context, let copy = live.freePresentation else { return nil }
        // By their addresses: copies of states would retain their objects.
        withUnsafeMutablePointer(to: &copy.state) { shown in
            if let committed = live.committed {
                LayerState.reset(shown, to: committed.pointer)
            } else {
                withUnsafeMutablePointer(to: &state) { LayerState.reset(shown, to: $0) }
            }
            applyCommitted(at: context.clock.now, to: shown)
        }
        copy.takeRest(of: self)
        return copy
    }
}
