import QuartzCore

/// Shows an image, or images one after the other. Where it stands in the bounds is `contentMode`.
@preconcurrency @MainActor open class UIImageView: UIView {
    private static let animationKey = "Agate.UIImageView.images"
    /// Until when the animation images go on.
    private var started: CFTimeInterval = -.infinity
    private var isStarted: Bool { CACurrentMediaTime() < started }

    /// A view with a place in its superview.
    public override init(frame: CGRect) {
        super.init(frame: frame)
        start()
    }

    /// An empty view; Agate reads no nibs.
    public required init?(coder: NSCoder) {
        super.init(coder: coder)
        start()
    }

    /// A view of an image's size.
    public convenience init(image: UIImage?) { self.init(image: image, highlightedImage: nil) }

    /// A view of an image's size, with one for when it is highlighted.
    public convenience init(image: UIImage?, highlightedImage: UIImage?) {
        self.init(frame: CGRect(origin: .zero, size: image?.size ?? .zero))
        self.highlightedImage = highlightedImage
        self.image = image
        // Initialisers call no observers of their own class's properties.
        show()
    }

    private func start() {
        isUserInteractionEnabled = false
        accessibilityTraits = .image
    }

    /// The image. One of several pictures shows them in turn.
    open var image: UIImage? {
        didSet { show(resizing: image?.size != oldValue?.size) }
    }
    /// What shows while highlighted; nil is the image.
    open var highlightedImage: UIImage? {
        didSet { if isHighlighted { show() } }
    }
    /// Whether the highlighted image shows.
    open var isHighlighted = false {
        didSet { if isHighlighted != oldValue { show() } }
    }

    private func show(resizing: Bool = false) {
        if resizing { invalidateIntrinsicContentSize() }
        let shown = isHighlighted ? highlightedImage ?? image : image
        layer.contents = shown.flatMap(pixels)
        layer.contentsScale = shown?.scale ?? 1
        layer.contentsCenter = shown.map(center) ?? CGRect(x: 0, y: 0, width: 1, height: 1)
        run()
    }

    /// Upright, and in the tint colour where only the shape counts.
    private func pixels(_ image: UIImage) -> CGImage? {
        guard let upright = image.upright().cgImage else { return nil }
        guard image.showsShapeOnly else { return upright }
        var tinted: CGImage?
        traitCollection.performAsCurrent { tinted = upright.tinted(tintColor.cgColor) }
        return tinted
    }

    /// The part between the caps, as parts of the image.
    private func center(_ image: UIImage) -> CGRect {
        guard image.traits.capInsets != nil, image.size.width > 0, image.size.height > 0 else {
            return CGRect(x: 0, y: 0, width: 1, height: 1)
        }
        let insets = image.capInsets, size = image.size
        return CGRect(
            x: insets.left / size.width, y: insets.top / size.height, width: max(0, size.width - insets.left - insets.right) / size.width,
            height: max(0, size.height - insets.top - insets.bottom) / size.height
        )
    }

    open override func tintColorDidChange() {
        super.tintColorDidChange()
        if image?.showsShapeOnly ?? false || highlightedImage?.showsShapeOnly ?? false { show() }
    }

    open override func traitCollectionDidChange(_ previousTraitCollection: UITraitCollection?) {
        super.traitCollectionDidChange(previousTraitCollection)
        tintColorDidChange()
    }

    // MARK: Animations

    /// Images to show in turn, instead of the image.
    open var animationImages: [UIImage]? {
        didSet { stopAnimating() }
    }
    /// Images to show in turn while highlighted.
    open var highlightedAnimationImages: [UIImage]? {
        didSet { if isHighlighted { stopAnimating() } }
    }
    /// The duration of one round, in seconds; 0 means a thirtieth of a second for each image.
    open var animationDuration: TimeInterval = 0
    /// How many rounds; 0 is without end.
    open var animationRepeatCount = 0

    /// Whether images are shown in turn.
    open var isAnimating: Bool { layer.animation(forKey: Self.animationKey) != nil }

    /// Shows the animation images in turn.
    open func startAnimating() {
        let count = animationImages?.count ?? 0
        let round = animationDuration > 0 && animationDuration.isFinite ? animationDuration : Double(count) / 30
        started = animationRepeatCount > 0 ? CACurrentMediaTime() + round * Double(animationRepeatCount) : .infinity
        run()
    }

    /// Shows the image again.
    open func stopAnimating() {
        started = -.infinity
        run()
    }

    private func run() {
        layer.removeAnimation(forKey: Self.animationKey)
        var images = isHighlighted ? highlightedAnimationImages ?? animationImages : animationImages
        var duration = animationDuration, rounds = animationRepeatCount
        if images == nil || !isStarted {
            let shown = isHighlighted ? highlightedImage ?? image : image
            images = shown?.images
            (duration, rounds) = (shown?.duration ?? 0, 0)
        }
        let frames = (images ?? []).compactMap(pixels)
        guard frames.count > 0, isStarted || images != nil else { return }
        let animation = CAKeyframeAnimation(keyPath: "contents")
        animation.values = frames
        animation.keyTimes = (0...frames.count).map { NSNumber(value: Double($0) / Double(frames.count)) }
        animation.calculationMode = .discrete
        animation.duration = duration > 0 && duration.isFinite ? duration : Double(frames.count) / 30
        animation.repeatCount = rounds > 0 ? Float(rounds) : .infinity
        layer.add(animation, forKey: Self.animationKey)
    }

    open override func didMoveToWindow() {
        super.didMoveToWindow()
        // Layers that leave the window lose their animations.
        if window != nil, layer.animation(forKey: Self.animationKey) == nil, isStarted || image?.images != nil { run() }
    }

    // MARK: Measures

    open override var intrinsicContentSize: CGSize {
        guard let image else { return CGSize(width: UIView.noIntrinsicMetric, height: UIView.noIntrinsicMetric) }
        return image.size
    }

    open override func sizeThatFits(_ size: CGSize) -> CGSize { image?.size ?? .zero }
}
