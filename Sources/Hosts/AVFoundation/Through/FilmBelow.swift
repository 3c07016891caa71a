import CoreGraphics
import QuartzCore

/// The condition that a tree of layers shows a film unchanged in the whole frame, below everything else.
///
/// Then the layers can be drawn alone, and blended over the film where they are. The check is conservative: a tree that does not pass it is
/// drawn with the film in it, which gives the same pictures.
enum FilmBelow {
    /// Returns whether a film in the layer `video` shows below all other layers of the tree, and fills the frame.
    static func holds(_ video: CALayer, in root: CALayer, size: CGSize) -> Bool {
        let unit = CGRect(x: 0, y: 0, width: 1, height: 1),
            fills: Set<CALayerContentsGravity> = [.resize, .resizeAspect, .resizeAspectFill]
        guard video.contentsRect == unit, video.contentsCenter == unit, fills.contains(video.contentsGravity) else { return false }
        var path: Set<ObjectIdentifier> = [], layer = video
        while true {
            guard isPlain(layer, size) else { return false }
            path.insert(ObjectIdentifier(layer))
            if layer === root { break }
            guard let above = layer.superlayer, let siblings = above.sublayers, siblings.first === layer,
                siblings.dropFirst().allSatisfy(isInFront)
            else { return false }
            layer = above
        }
        return blendsByAlpha(root, except: path)
    }

    /// Returns whether a layer shows nothing of its own and fills the frame, without any effect on its contents.
    private static func isPlain(_ layer: CALayer, _ size: CGSize) -> Bool {
        let whole = CGRect(origin: .zero, size: size)
        guard type(of: layer) == CALayer.self, layer.frame == whole, layer.bounds == whole, !layer.isHidden, layer.opacity == 1 else {
            return false
        }
        guard layer.mask == nil, layer.filters?.isEmpty ?? true, layer.backgroundFilters?.isEmpty ?? true, layer.compositingFilter == nil,
            layer.cornerRadius == 0, layer.borderWidth == 0, layer.shadowOpacity == 0, layer.backgroundColor == nil, layer.contents == nil
        else { return false }
        return CATransform3DIsIdentity(layer.transform) && CATransform3DIsIdentity(layer.sublayerTransform) && layer.zPosition == 0
            && layer.anchorPointZ == 0 && !layer.shouldRasterize && (layer.animationKeys() ?? []).isEmpty
    }

    /// Returns whether a layer can't get behind the siblings before it.
    private static func isInFront(_ layer: CALayer) -> Bool {
        guard !(layer is CATransformLayer), layer.zPosition >= 0, layer.anchorPointZ == 0, CATransform3DIsAffine(layer.transform) else {
            return false
        }
        return (layer.animationKeys() ?? []).allSatisfy { layer.animation(forKey: $0).map(staysFlat) ?? true }
    }

    private static let flat: Set = [
        "transform.scale", "transform.scale.x", "transform.scale.y", "transform.scale.xy", "transform.rotation", "transform.rotation.z",
        "transform.translation", "transform.translation.x", "transform.translation.y",
    ]

    /// Returns whether an animation leaves a layer flat, in its order.
    private static func staysFlat(_ animation: CAAnimation) -> Bool {
        if let group = animation as? CAAnimationGroup { return (group.animations ?? []).allSatisfy(staysFlat) }
        guard let path = (animation as? CAPropertyAnimation)?.keyPath else { return animation is CATransition }
        let isDepth = ["transform", "zPosition", "anchorPointZ"].contains { path == $0 || path.hasPrefix($0 + ".") }
        return !isDepth || flat.contains(path)
    }

    /// Returns whether all layers but those of a path are drawn over what is below them by their alpha alone.
    private static func blendsByAlpha(_ root: CALayer, except path: Set<ObjectIdentifier>) -> Bool {
        var waiting = [root]
        while let layer = waiting.popLast() {
            waiting += layer.sublayers ?? []
            if path.contains(ObjectIdentifier(layer)) { continue }
            guard layer.compositingFilter == nil, layer.backgroundFilters?.isEmpty ?? true, !(layer is CAEmitterLayer) else { return false }
            let keys = layer.animationKeys() ?? []
            guard keys.allSatisfy({ layer.animation(forKey: $0).map(keepsBlending) ?? true }) else { return false }
            if let mask = layer.mask { waiting.append(mask) }
        }
        return true
    }

    private static func keepsBlending(_ animation: CAAnimation) -> Bool {
        if let group = animation as? CAAnimationGroup { return (group.animations ?? []).allSatisfy(keepsBlending) }
        guard let path = (animation as? CAPropertyAnimation)?.keyPath else { return true }
        return !path.hasPrefix("compositingFilter") && !path.hasPrefix("backgroundFilters")
    }
}
