import RenderTree

extension CALayer {
    /// A copy of all values; for a presentation copy, of the values shown.
    package final var currentState: LayerState { LayerLock.withLock { state } }

    /// The animations in the order in which they apply.
    package final var currentAnimations: [AnimationEntry] { LayerLock.withLock { animationStore?.entries ?? [] } }

    /// Returns whether the program has set the property, so that `style` does not apply to it.
    package final func isExplicit(_ property: LayerProperty) -> Bool {
        LayerLock.withLock { explicitProperties.contains(PropertySet(property)) }
    }

    /// Returns a new layer of one of the engine's classes.
    package static func make(_ layerClass: LayerClass) -> CALayer {
        switch layerClass {
        case .layer: CALayer()
        case .shape: CAShapeLayer()
        case .gradient: CAGradientLayer()
        case .transform: CATransformLayer()
        case .replicator: CAReplicatorLayer()
        case .scroll: CAScrollLayer()
        case .text: CATextLayer()
        case .emitter: CAEmitterLayer()
        case .tiled: CATiledLayer()
        }
    }

    /// Returns a layer of one of the engine's classes with the values of a render tree layer, in no tree. The caller sets the sublayers
    /// and the mask.
    package static func make(_ layerClass: LayerClass, _ state: LayerState) -> CALayer {
        let layer = make(layerClass)
        layer.state = state
        return layer
    }
}
