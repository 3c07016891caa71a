import QuartzCore

extension LottieBuilder {
    /// What effects and styles make of a layer.
    func addEffects(of layer: LottieLayer, to content: CALayer, _ level: LottieLevel) {
        for effect in layer.effects where effect.isEnabled { report("lottie.unsupported-effect", layer, "the effect \"\(effect.name)\" is not supported") }
        for style in layer.styles where !style.isHidden { report("lottie.unsupported-effect", layer, "the layer style \"\(style.name)\" is not supported") }
    }
}
