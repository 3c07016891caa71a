import QuartzCore

extension LottieBuilder {
    /// The layer of a text, placed.
    func text(_ text: LottieText, of layer: LottieLayer, _ level: LottieLevel) -> CALayer? {
        report("lottie.unsupported-layer", layer, "text layers are not supported")
        return nil
    }
}
