import RenderTree

extension CALayer {
    /// A copy of all values; on a presentation copy, of those shown.
    package final var currentState: LayerState { LayerLock.withLock { state } }

    /// The animations as the program sees them, in the order in which they apply.
    package final var currentAnimations: [AnimationEntry] { LayerLock.withLock { animationStore?.entries ?? [] } }

    /// Whether the program has set the property, so that `style` does not speak for it.
    package final func isExplicit(_ property: LayerProperty) -> Bool {
        LayerLock.withLock { explicitProperties.contains(PropertySet(property)) }
    }

    /// A layer of one of the engine's classes with the values of a render tree's, in no tree. Sublayers and the mask are the caller's.
    package static func make(_ layerClass: LayerClass, _ state: LayerState) -> CALayer {
        let layer: CALayer =
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
        layer.state = state
        return layer
    }
}
