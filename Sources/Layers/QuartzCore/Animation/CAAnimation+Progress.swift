import CoreGraphics
import RenderTree

// How far animations are at a time, for what stands on layers.

extension CAPropertyAnimation {
    /// What the animation gives at a time after its start on a layer that nothing else animates; nil for a value that is none of the
    /// property's. Begin time, fill mode and speed count.
    package func value(at time: Double, on layer: CALayer) -> Any? {
        guard let keyPath, let path = PropertyKeyPath(keyPath, of: layer.layerClass) else { return nil }
        var state = layer.currentState
        CompiledAnimation(spec: AnimationSpec(self, on: layer), id: AnimationID(rawValue: 0), layerClass: layer.layerClass).apply(
            at: time, to: &state)
        return state.value(at: path).map { Boxing.any($0) }
    }
}

extension CAMediaTimingFunction {
    /// The pace at a share of the time.
    package func progress(at time: Double) -> Double { curve.value(at: time) }
}

extension CASpringAnimation {
    /// How much of the way the spring has gone some seconds after its start; beyond 1 where it overshoots.
    package func progress(after seconds: Double) -> Double { SpringSolver(springValues).value(at: seconds) }
}
