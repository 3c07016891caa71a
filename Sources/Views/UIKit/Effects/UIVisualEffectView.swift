import AgateDiagnostics
import QuartzCore

/// Blurs what is behind it. Put views into its `contentView`.
///
/// A layer with background filters does it: what lies behind in the same window is filtered in every frame. Setting the effect in an
/// animation block animates it.
@preconcurrency @MainActor open class UIVisualEffectView: UIView {
    private let backdrop = UIView(), cover = UIView(), content = UIView()

    /// A view of an effect; nil shows nothing.
    public init(effect: UIVisualEffect?) {
        super.init(frame: .zero)
        start()
        show(effect)
    }

    /// A view without an effect.
    public override init(frame: CGRect) {
        super.init(frame: frame)
        start()
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

    /// Where views go.
    open var contentView: UIView { content }

    private var stored: UIVisualEffect?
    /// What is shown. Animatable: from and to nothing it fades.
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
        saturate.setValue(look.saturation, forKey: "inputAmount")
        backdrop.layer.backgroundFilters = [gaussian, saturate]
        // Blurred edges stay inside.
        backdrop.layer.masksToBounds = true
        cover.backgroundColor = look.color
    }

    open override func traitCollectionDidChange(_ previousTraitCollection: UITraitCollection?) {
        super.traitCollectionDidChange(previousTraitCollection)
        if let blur = stored as? UIBlurEffect { configure(blur) }
    }

    open override func layoutSubviews() {
        super.layoutSubviews()
        // Round corners of the view are those of what it shows.
        let radius = layer.cornerRadius
        for view in [backdrop, cover] where view.layer.cornerRadius != radius {
            view.layer.cornerRadius = radius
            view.layer.cornerCurve = layer.cornerCurve
        }
    }
}
