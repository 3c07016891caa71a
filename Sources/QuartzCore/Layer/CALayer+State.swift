import RenderTree

extension CALayer {
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
