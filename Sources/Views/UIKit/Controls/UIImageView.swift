import QuartzCore

/// A view that shows an image or a sequence of images. The `contentMode` places the image in the bounds.
@preconcurrency @MainActor open class UIImageView: UIView {
    private static let animationKey = "Agate.UIImageView.images"
    /// The time at which the animation of the images ends.
    private var started: CFTimeInterval = -.infinity
    private var isStarted: Bool { CACurrentMediaTime() < started }

    /// Creates an image view with a frame.
    public override init(frame: CGRect) {
        super.init(frame: frame)
        start()
    }

    /// Decodes an image view from a keyed archive, with its images. Any other coder results in an empty image view: Agate doesn't read
    /// nibs.
    public required init?(coder: NSCoder) {
        super.init(coder: coder)
        start()
        decodeImages(coder)
    }

    /// Encodes the image view with its image and the one for the highlighted state; the images of an animation are left out.
    open override func encode(with coder: NSCoder) {
        super.encode(with: coder)
        for (key, image) in [("UIImage", image), ("UIHighlightedImage", highlightedImage)] {
            if let image, image.cgImage != nil { coder.encode(image, forKey: key) }
        }
        coder.encode(isHighlighted, forKey: "UIHighlighted")
    }

    private func decodeImages(_ coder: NSCoder) {
        // Abstract coders trap on each call.
        guard coder is NSKeyedUnarchiver, coder.containsValue(forKey: "UIHighlighted") else { return }
        func stored(_ key: String) -> UIImage? { coder.containsValue(forKey: key) ? coder.decodeObject(forKey: key) as? UIImage : nil }
        highlightedImage = stored("UIHighlightedImage")
        image = stored("UIImage")
        isHighlighted = coder.decodeBool(forKey: "UIHighlighted")
        isUserInteractionEnabled = coder.decodeBool(forKey: "UIUserInteractionEnabled")
    }

    /// Creates an image view with an image and its size.
    public init(image: UIImage?) {
        super.init(frame: CGRect(origin: .zero, size: image?.size ?? .zero))
        start()
        show(first: image, nil)
    }

    /// Creates an image view with an image, its size, and an image for the highlighted state.
    public init(image: UIImage?, highlightedImage: UIImage?) {
        super.init(frame: CGRect(origin: .zero, size: image?.size ?? .zero))
        start()
        show(first: image, highlightedImage)
    }

    private func show(first image: UIImage?, _ highlighted: UIImage?) {
        highlightedImage = highlighted
        self.image = image
    }

    private func start() {
        isUserInteractionEnabled = false
        accessibilityTraits = .image
    }

    /// The image. An animated image shows its images in sequence.
    open var image: UIImage? {
        didSet { show(resizing: image?.size != oldValue?.size) }
    }
    /// The image for the highlighted state. If nil, `image` is shown.
    open var highlightedImage: UIImage? {
        didSet { if isHighlighted { show() } }
    }
    /// A Boolean value that indicates whether the highlighted image is shown.
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

    /// Returns the image's pixels in upright orientation, in the tint color if the image is a template.
    private func pixels(_ image: UIImage) -> CGImage? {
        guard let upright = image.upright().cgImage else { return nil }
        guard image.showsShapeOnly else { return upright }
        var tinted: CGImage?
        traitCollection.performAsCurrent { tinted = upright.tinted(tintColor.cgColor) }
        return tinted
    }

    /// Returns the part of the image between its cap insets, in unit coordinates.
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

    /// The images to show in sequence instead of the image.
    open var animationImages: [UIImage]? {
        didSet { stopAnimating() }
    }
    /// The images to show in sequence while highlighted.
    open var highlightedAnimationImages: [UIImage]? {
        didSet { if isHighlighted { stopAnimating() } }
    }
    /// The duration of one cycle, in seconds. 0 means 1/30 second for each image.
    open var animationDuration: TimeInterval = 0
    /// The number of cycles. 0 means without end.
    open var animationRepeatCount = 0

    /// A Boolean value that indicates whether a sequence of images is shown.
    open var isAnimating: Bool { layer.animation(forKey: Self.animationKey) != nil }

    /// Starts showing the animation images in sequence.
    open func startAnimating() {
        let count = animationImages?.count ?? 0
        let round = animationDuration > 0 && animationDuration.isFinite ? animationDuration : Double(count) / 30
        started = animationRepeatCount > 0 ? CACurrentMediaTime() + round * Double(animationRepeatCount) : .infinity
        run()
    }

    /// Stops the sequence and shows the image again.
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

    // MARK: Size

    open override var intrinsicContentSize: CGSize {
        guard let image else { return CGSize(width: UIView.noIntrinsicMetric, height: UIView.noIntrinsicMetric) }
        return image.size
    }

    open override func sizeThatFits(_ size: CGSize) -> CGSize { image?.size ?? .zero }
}
