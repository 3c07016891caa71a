import CoreGraphics
import RenderTree

// The progress of animations at a time.

extension CAPropertyAnimation {
    /// Returns the animation's value at a time after its start, on a layer without other animations; nil for a value that is not of the
    /// property's kind. Begin time, fill mode and speed apply.
    package func value(at time: Double, on layer: CALayer) -> Any? {
        guard let keyPath, let path = PropertyKeyPath(keyPath, of: layer.layerClass) else { return nil }
        var state = layer.currentState
        CompiledAnimation(spec: AnimationSpec(self, on: layer), id: AnimationID(rawValue: 0), layerClass: layer.layerClass).apply(
            at: time, to: &state)
        return state.value(at: path).map { Boxing.any($0) }
    }
}

extension CAMediaTimingFunction {
    /// Returns the progress at a fraction of the duration.
    package func progress(at time: Double) -> Double { curve.value(at: time) }
}

extension CASpringAnimation {
    /// Returns the fraction of the distance that the spring has covered some seconds after its start; greater than 1 where it overshoots.
    package func progress(after seconds: Double) -> Double { SpringSolver(springValues).value(at: seconds) }
}
