import Foundation
import QuartzCore

extension CAMLWriter {
    /// Writes a Lottie animation as a package that plays repeatedly from the time at which it is first shown. Values that the program has
    /// set are included.
    ///
    /// Changes that Core Animation's keyframes can't express are written as one keyframe for each frame of the file; paths that are rebuilt
    /// in each frame are not interpolated between them.
    /// - Throws: ``CAMLError``.
    public func write(_ scene: LottieScene, to url: URL) throws {
        var writer = self
        writer.size = size ?? scene.size
        writer.isGeometryFlipped = true
        let root = scene.detachedContent()
        Self.repeatAnimations(of: root, every: scene.duration)
        try writer.write(root, to: url)
    }

    /// Makes each animation repeat by itself, because a document has no clock above the layers.
    private static func repeatAnimations(of root: CALayer, every duration: Double) {
        var waiting = [root]
        while let layer = waiting.popLast() {
            repeatOwnAnimations(of: layer, every: duration)
            waiting += layer.sublayers ?? []
            if let mask = layer.mask { waiting.append(mask) }
        }
    }

    private static func repeatOwnAnimations(of layer: CALayer, every duration: Double) {
        for key in layer.animationKeys() ?? [] {
            guard let animation = layer.animation(forKey: key) else { continue }
            let member = (animation as? FunctionAnimation)?.sampled ?? (animation.copy() as? CAAnimation ?? animation)
            let group = CAAnimationGroup()
            group.animations = [member]
            group.duration = max(duration, 1e-3)
            group.repeatCount = .infinity
            layer.add(group, forKey: key)
        }
    }
}
