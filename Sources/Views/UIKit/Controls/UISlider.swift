import QuartzCore

/// A control for a value in a range, which is set by dragging a thumb.
@preconcurrency @MainActor open class UISlider: UIControl {
    /// Track, images and thumb, which are dimmed together while the slider is disabled.
    private let body = UIView()
    private let low = UIView()
    private let high = UIView()
    private let thumb = UIImageView()
    private let least = UIImageView()
    private let most = UIImageView()
    private var images: [UInt: UIImage] = [:], lowImages: [UInt: UIImage] = [:], highImages: [UInt: UIImage] = [:]
    private let lowPicture = UIImageView(), highPicture = UIImageView()
    /// The horizontal distance from the touch to the center of the thumb.
    private var grip: CGFloat = 0

    static let thumbSide: CGFloat = 28, trackHeight: CGFloat = 4

    /// Creates a slider with a frame.
    public override init(frame: CGRect) {
        super.init(frame: frame)
        start()
    }

    /// Creates a slider from 0 to 1. Agate doesn't read nibs.
    public required init?(coder: NSCoder) {
        super.init(coder: coder)
        start()
    }

    private func start() {
        body.isUserInteractionEnabled = false
        addSubview(body)
        for view in [high, low, highPicture, lowPicture, least, most, thumb] { body.addSubview(view) }
        for view in [low, high] { view.layer.cornerRadius = Self.trackHeight / 2 }
        thumb.layer.shadowOffset = CGSize(width: 0, height: 2)
        thumb.layer.shadowRadius = 3
        accessibilityTraits = .adjustable
        setNeedsLayout()
    }

    // MARK: Value

    private var stored: Float = 0
    /// The value, clamped to the range.
    open var value: Float {
        get { stored }
        set { setValue(newValue, animated: false) }
    }

    /// Sets the value, clamped to the range. NaN sets the minimum. Sends no events.
    open func setValue(_ value: Float, animated: Bool) {
        stored = clamped(value)
        guard animated, window != nil else {
            setNeedsLayout()
            return
        }
        layoutIfNeeded()
        Self.animateChange { self.place() }
    }

    private func clamped(_ value: Float) -> Float {
        value.isNaN ? minimumValue : min(max(value, minimumValue), max(minimumValue, maximumValue))
    }

    /// The minimum value. The default is 0.
    open var minimumValue: Float = 0 {
        didSet {
            if maximumValue < minimumValue { maximumValue = minimumValue }
            value = stored
        }
    }
    /// The maximum value. The default is 1.
    open var maximumValue: Float = 1 {
        didSet {
            if minimumValue > maximumValue { minimumValue = maximumValue }
            value = stored
        }
    }
    /// A Boolean value that indicates whether the slider sends events during a drag and not only at its end. The default is true.
    open var isContinuous = true

    // MARK: Appearance

    /// The color of the track before the thumb. If nil, the tint color is used.
    open var minimumTrackTintColor: UIColor? { didSet { setNeedsLayout() } }
    /// The color of the track after the thumb.
    open var maximumTrackTintColor: UIColor? { didSet { setNeedsLayout() } }
    /// The color of the thumb. If nil, it is white.
    open var thumbTintColor: UIColor? { didSet { setNeedsLayout() } }
    /// The image at the minimum end.
    open var minimumValueImage: UIImage? { didSet { setNeedsLayout() } }
    /// The image at the maximum end.
    open var maximumValueImage: UIImage? { didSet { setNeedsLayout() } }

    /// Sets the image of the thumb for a state.
    open func setThumbImage(_ image: UIImage?, for state: State) {
        images[state.rawValue] = image
        setNeedsLayout()
    }
    /// Sets the image of the track before the thumb for a state. The image is stretched.
    open func setMinimumTrackImage(_ image: UIImage?, for state: State) {
        lowImages[state.rawValue] = image
        setNeedsLayout()
    }
    /// Sets the image of the track after the thumb for a state. The image is stretched.
    open func setMaximumTrackImage(_ image: UIImage?, for state: State) {
        highImages[state.rawValue] = image
        setNeedsLayout()
    }
    /// Returns the image of the thumb that was set for a state.
    open func thumbImage(for state: State) -> UIImage? { images[state.rawValue] }
    /// Returns the image of the track before the thumb that was set for a state.
    open func minimumTrackImage(for state: State) -> UIImage? { lowImages[state.rawValue] }
    /// Returns the image of the track after the thumb that was set for a state.
    open func maximumTrackImage(for state: State) -> UIImage? { highImages[state.rawValue] }
    /// The image of the thumb for the current state.
    open var currentThumbImage: UIImage? { images[state.rawValue] ?? images[0] }
    /// The image of the track before the thumb for the current state.
    open var currentMinimumTrackImage: UIImage? { lowImages[state.rawValue] ?? lowImages[0] }
    /// The image of the track after the thumb for the current state.
    open var currentMaximumTrackImage: UIImage? { highImages[state.rawValue] ?? highImages[0] }

    // MARK: Geometry

    /// Returns the rectangle of the image at the minimum end.
    open func minimumValueImageRect(forBounds bounds: CGRect) -> CGRect {
        let size = minimumValueImage?.size ?? .zero
        return CGRect(x: bounds.minX, y: bounds.midY - size.height / 2, width: size.width, height: size.height)
    }
    /// Returns the rectangle of the image at the maximum end.
    open func maximumValueImageRect(forBounds bounds: CGRect) -> CGRect {
        let size = maximumValueImage?.size ?? .zero
        return CGRect(x: bounds.maxX - size.width, y: bounds.midY - size.height / 2, width: size.width, height: size.height)
    }
    /// Returns the rectangle of the track.
    open func trackRect(forBounds bounds: CGRect) -> CGRect {
        let left = minimumValueImage.map { $0.size.width + 6 } ?? 2, right = maximumValueImage.map { $0.size.width + 6 } ?? 2
        let height = max(currentMinimumTrackImage?.size.height ?? 0, currentMaximumTrackImage?.size.height ?? 0, Self.trackHeight)
        return CGRect(x: bounds.minX + left, y: bounds.midY - height / 2, width: max(0, bounds.width - left - right), height: height)
    }
    /// Returns the rectangle of the thumb for a value.
    open func thumbRect(forBounds bounds: CGRect, trackRect rect: CGRect, value: Float) -> CGRect {
        let size = currentThumbImage?.size ?? CGSize(width: Self.thumbSide, height: Self.thumbSide)
        let span = maximumValue - minimumValue
        let part = span > 0 ? CGFloat((clamped(value) - minimumValue) / span) : 0
        let free = max(0, rect.width - size.width)
        return CGRect(x: rect.minX + part * free, y: rect.midY - size.height / 2, width: size.width, height: size.height)
    }

    open override func layoutSubviews() {
        super.layoutSubviews()
        place()
    }

    private func place() {
        // The body has the slider's coordinates, in which subclasses specify their rectangles.
        body.frame = bounds
        body.bounds = bounds
        let rect = trackRect(forBounds: bounds), thumbRect = thumbRect(forBounds: bounds, trackRect: rect, value: stored)
        let left = CGRect(x: rect.minX, y: rect.minY, width: max(0, thumbRect.midX - rect.minX), height: rect.height)
        let right = CGRect(x: thumbRect.midX, y: rect.minY, width: max(0, rect.maxX - thumbRect.midX), height: rect.height)
        low.frame = left
        high.frame = rect
        low.backgroundColor = minimumTrackTintColor ?? tintColor
        high.backgroundColor = maximumTrackTintColor ?? .systemGray4
        (lowPicture.image, highPicture.image) = (currentMinimumTrackImage, currentMaximumTrackImage)
        (lowPicture.frame, highPicture.frame) = (left, right)
        low.isHidden = lowPicture.image != nil
        high.isHidden = highPicture.image != nil
        thumb.frame = thumbRect
        thumb.image = currentThumbImage
        let isPlain = thumb.image == nil
        thumb.backgroundColor = isPlain ? thumbTintColor ?? .white : nil
        thumb.layer.cornerRadius = isPlain ? thumbRect.height / 2 : 0
        thumb.layer.shadowOpacity = isPlain ? 0.25 : 0
        (least.image, most.image) = (minimumValueImage, maximumValueImage)
        least.frame = minimumValueImageRect(forBounds: bounds)
        most.frame = maximumValueImageRect(forBounds: bounds)
        body.alpha = isEnabled ? 1 : Self.disabledAlpha
    }

    open override func tintColorDidChange() {
        super.tintColorDidChange()
        setNeedsLayout()
    }

    // MARK: Touches

    open override func beginTracking(_ touch: UITouch, with event: UIEvent?) -> Bool {
        let rect = thumbRect(forBounds: bounds, trackRect: trackRect(forBounds: bounds), value: stored)
        let x = touch.location(in: self).x
        // Only touches on the thumb, with a margin of 10 points, are tracked.
        guard rect.insetBy(dx: -10, dy: -10).contains(touch.location(in: self)) else { return false }
        grip = rect.midX - x
        return true
    }

    open override func continueTracking(_ touch: UITouch, with event: UIEvent?) -> Bool {
        move(to: touch)
        if isContinuous { sendActions(for: .valueChanged) }
        return true
    }

    open override func endTracking(_ touch: UITouch?, with event: UIEvent?) {
        if let touch { move(to: touch) }
        if !isContinuous { sendActions(for: .valueChanged) }
        sendActions(for: .primaryActionTriggered)
    }

    private func move(to touch: UITouch) {
        let rect = trackRect(forBounds: bounds)
        let width = thumbRect(forBounds: bounds, trackRect: rect, value: stored).width
        let free = rect.width - width
        guard free > 0 else { return }
        let part = min(max((touch.location(in: self).x + grip - rect.minX - width / 2) / free, 0), 1)
        value = minimumValue + Float(part) * (maximumValue - minimumValue)
    }

    open override func gestureRecognizerShouldBegin(_ gestureRecognizer: UIGestureRecognizer) -> Bool {
        // While tracking, drags belong to the slider.
        gestureRecognizer.view === self || !isTracking
    }

    open override var intrinsicContentSize: CGSize { CGSize(width: UIView.noIntrinsicMetric, height: 34) }
    open override func sizeThatFits(_ size: CGSize) -> CGSize { CGSize(width: size.width, height: 34) }

    open override var accessibilityValue: String? {
        get {
            let span = maximumValue - minimumValue
            return super.accessibilityValue ?? "\(span > 0 ? Int(((stored - minimumValue) / span * 100).rounded()) : 0)%"
        }
        set { super.accessibilityValue = newValue }
    }
}
