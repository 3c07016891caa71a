import AgateDiagnostics
import QuartzCore

/// A view that blurs the content behind it. Add subviews to its `contentView`.
///
/// The blur is a layer with background filters: the content behind it in the same window is filtered in every frame. Changes of the effect
/// in an animation block are animated.
@preconcurrency @MainActor open class UIVisualEffectView: UIView {
    private let backdrop = UIView(), cover = UIView(), content = UIView()

    /// Creates a view with an effect. If nil, nothing is shown.
    public init(effect: UIVisualEffect?) {
        super.init(frame: .zero)
        start()
        show(effect)
    }

    /// Creates a view without an effect.
    public override convenience init(frame: CGRect) {
        self.init(effect: nil)
        self.frame = frame
    }

    public required init?(coder: NSCoder) {
        super.init(coder: coder)
        start()
    }

    private func start() {
        for view in [backdrop, cover, content] {
            view.frame = bounds
            view.autoresizingMask = [.flexibleWidth, .flexibleHeight]
            addSubview(view)
        }
        for view in [backdrop, cover] { view.isUserInteractionEnabled = false }
        (backdrop.alpha, cover.alpha) = (0, 0)
    }

    /// The view for subviews.
    open var contentView: UIView { content }

    private var stored: UIVisualEffect?
    /// The effect. Animatable: changes from and to nil fade.
    open var effect: UIVisualEffect? {
        get { stored }
        set { if newValue !== stored { show(newValue) } }
    }

    private func show(_ effect: UIVisualEffect?) {
        stored = effect
        if effect is UIVibrancyEffect {
            Diagnostic.reportOnce(
                "effect.vibrancy", key: "", "vibrancy is not supported; the view's content keeps its colours")
        }
        guard let blur = effect as? UIBlurEffect else {
            (backdrop.alpha, cover.alpha) = (0, 0)
            return
        }
        UIView.performWithoutAnimation { configure(blur) }
        (backdrop.alpha, cover.alpha) = (1, 1)
    }

    private func configure(_ blur: UIBlurEffect) {
        let look = blur.look(traitCollection.userInterfaceStyle)
        let gaussian = CAFilter(type: "gaussianBlur"), saturate = CAFilter(type: "colorSaturate")
        gaussian.setValue(look.radius, forKey: "inputRadius")
        // Content beside the view does not colour its edges (Behaviour 4.11 O9).
        gaussian.setValue(true, forKey: "inputNormalizeEdges")
        saturate.setValue(look.saturation, forKey: "inputAmount")
        backdrop.layer.backgroundFilters = [gaussian, saturate]
        // The blur doesn't extend beyond the bounds.
        backdrop.layer.masksToBounds = true
        cover.backgroundColor = look.color
    }

    open override func traitCollectionDidChange(_ previousTraitCollection: UITraitCollection?) {
        super.traitCollectionDidChange(previousTraitCollection)
        if let blur = stored as? UIBlurEffect { configure(blur) }
    }

    open override func layoutSubviews() {
        super.layoutSubviews()
        // The view's corner radius applies to the views that it shows.
        let radius = layer.cornerRadius
        for view in [backdrop, cover] where view.layer.cornerRadius != radius {
            view.layer.cornerRadius = radius
            view.layer.cornerCurve = layer.cornerCurve
        }
    }
}
