import QuartzCore

/// A control that decreases and increases a value with two buttons.
@preconcurrency @MainActor open class UIStepper: UIControl {
    /// The background of a stepper without a background color.
    private let ground = UIView()
    private let less = UIImageView(), more = UIImageView(), line = UIView()
    private var images: [Bool: [UInt: UIImage]] = [:]
    private var held: Bool?
    private var repeating: Timer?
    private static let size = CGSize(width: 94, height: 32)

    /// Creates a stepper of the fixed size. The size of the frame is ignored.
    public override init(frame: CGRect) {
        super.init(frame: CGRect(origin: frame.origin, size: Self.size))
        start()
    }
    /// Creates a stepper from 0 to 100. Agate doesn't read nibs.
    public required init?(coder: NSCoder) {
        super.init(coder: coder)
        bounds.size = Self.size
        start()
    }

    private func start() {
        layer.cornerRadius = 8
        layer.cornerCurve = .continuous
        ground.isUserInteractionEnabled = false
        ground.backgroundColor = .tertiarySystemFill
        ground.layer.cornerRadius = 8
        ground.layer.cornerCurve = .continuous
        addSubview(ground)
        for view in [less, more] {
            view.isUserInteractionEnabled = false
            view.contentMode = .center
            addSubview(view)
        }
        line.isUserInteractionEnabled = false
        addSubview(line)
    }

    private var stored = 0.0
    /// The value, clamped to the range. Setting it sends no events.
    open var value: Double {
        get { stored }
        set {
            stored = newValue.isNaN ? minimumValue : min(max(newValue, minimumValue), max(minimumValue, maximumValue))
            setNeedsLayout()
        }
    }
    /// The minimum value. The default is 0.
    open var minimumValue = 0.0 { didSet { value = stored } }
    /// The maximum value. The default is 100.
    open var maximumValue = 100.0 { didSet { value = stored } }
    /// The amount by which a button changes the value. The default is 1. The buttons have no effect if it isn't positive.
    open var stepValue = 1.0
    /// A Boolean value that indicates whether every step is reported, and not only the last one when the finger lifts. The default is true.
    open var isContinuous = true
    /// A Boolean value that indicates whether holding a button repeats its step. The default is true.
    open var autorepeat = true
    /// A Boolean value that indicates whether a step past one end of the range continues at the other end. The default is false.
    open var wraps = false { didSet { setNeedsLayout() } }

    /// Sets the image of the right half, which increases the value. If nil, the image of `.normal` or a plus sign is used.
    open func setIncrementImage(_ image: UIImage?, for state: State) { set(image, true, state) }
    /// Returns the image that was set for the right half in a state, or nil if none was.
    open func incrementImage(for state: State) -> UIImage? { images[true]?[state.rawValue] }
    /// Sets the image of the left half, which decreases the value. If nil, the image of `.normal` or a minus sign is used.
    open func setDecrementImage(_ image: UIImage?, for state: State) { set(image, false, state) }
    /// Returns the image that was set for the left half in a state, or nil if none was.
    open func decrementImage(for state: State) -> UIImage? { images[false]?[state.rawValue] }
    /// Has no effect, because the stepper has a plain background. Reports one diagnostic.
    open func setBackgroundImage(_ image: UIImage?, for state: State) {
        KeptProperty.report("UIStepper.backgroundImage", image != nil, "the stepper has a plain background")
    }
    /// Has no effect and isn't stored, because the halves are divided by a plain line. Reports one diagnostic.
    open func setDividerImage(_ image: UIImage?, forLeftSegmentState leftState: State, rightSegmentState rightState: State) {
        KeptProperty.report("UIStepper.dividerImage", image != nil, "the divider is a plain line")
    }

    private func set(_ image: UIImage?, _ isMore: Bool, _ state: State) {
        images[isMore, default: [:]][state.rawValue] = image
        setNeedsLayout()
    }

    private func canStep(_ isMore: Bool) -> Bool { wraps || (isMore ? stored < maximumValue : stored > minimumValue) }

    open override func layoutSubviews() {
        super.layoutSubviews()
        ground.frame = bounds
        let half = bounds.width / 2
        for (isMore, view) in [(false, less), (true, more)] {
            view.frame = CGRect(x: isMore ? half : 0, y: 0, width: half, height: bounds.height)
            let standard = UIImage(
                systemName: isMore ? "plus" : "minus", withConfiguration: UIImage.SymbolConfiguration(pointSize: 15, weight: .medium))
            view.image = images[isMore]?[state.rawValue] ?? images[isMore]?[0] ?? standard
            view.tintColor = .label
            view.alpha = !isEnabled || !canStep(isMore) ? 0.3 : held == isMore ? 0.5 : 1
        }
        line.backgroundColor = .separator
        line.frame = CGRect(x: half - 0.5, y: 7, width: 1, height: max(0, bounds.height - 14))
    }

    /// The color behind the buttons; nil, the default, shows a gray.
    open override var backgroundColor: UIColor? { didSet { ground.isHidden = backgroundColor != nil } }

    override func stateChanged() { setNeedsLayout() }
    open override var intrinsicContentSize: CGSize { Self.size }
    open override func sizeThatFits(_ size: CGSize) -> CGSize { Self.size }

    // MARK: Touches

    private func step(_ isMore: Bool) {
        guard stepValue > 0, stepValue.isFinite, canStep(isMore) else { return stopRepeating() }
        let next = stored + (isMore ? stepValue : -stepValue)
        value = wraps && next > maximumValue ? minimumValue : wraps && next < minimumValue ? maximumValue : next
        if isContinuous { tell() }
    }

    private func tell() {
        sendActions(for: .valueChanged)
        sendActions(for: .primaryActionTriggered)
    }

    private func stopRepeating() {
        repeating?.invalidate()
        repeating = nil
    }

    open override func beginTracking(_ touch: UITouch, with event: UIEvent?) -> Bool {
        let isMore = touch.location(in: self).x >= bounds.midX
        held = isMore
        step(isMore)
        setNeedsLayout()
        if autorepeat {
            repeating = Timer.scheduledHostTimer(withTimeInterval: 0.5, repeats: false) { [weak self] _ in
                MainActor.assumeIsolated { self?.goOn() }
            }
        }
        return true
    }

    private func goOn() {
        guard let held else { return }
        step(held)
        guard repeating != nil else { return }
        repeating = Timer.scheduledHostTimer(withTimeInterval: 0.1, repeats: false) { [weak self] _ in
            MainActor.assumeIsolated { self?.goOn() }
        }
    }

    private func end() {
        stopRepeating()
        if held != nil, !isContinuous { tell() }
        held = nil
        setNeedsLayout()
    }

    open override func endTracking(_ touch: UITouch?, with event: UIEvent?) { end() }
    open override func cancelTracking(with event: UIEvent?) { end() }

    open override var accessibilityValue: String? {
        get { super.accessibilityValue ?? "\(stored)" }
        set { super.accessibilityValue = newValue }
    }
}
