import QuartzCore

/// A value with two buttons that make it less and more.
@preconcurrency @MainActor open class UIStepper: UIControl {
    private let less = UIImageView(), more = UIImageView(), line = UIView()
    private var images: [Bool: [UInt: UIImage]] = [:]
    private var held: Bool?
    private var repeating: Timer?
    private static let size = CGSize(width: 94, height: 32)

    /// A stepper of the usual size, whatever the frame's.
    public override init(frame: CGRect) {
        super.init(frame: CGRect(origin: frame.origin, size: Self.size))
        start()
    }
    /// A stepper from 0 to 100; Agate reads no nibs.
    public required init?(coder: NSCoder) {
        super.init(coder: coder)
        bounds.size = Self.size
        start()
    }

    private func start() {
        layer.cornerRadius = 8
        layer.cornerCurve = .continuous
        for view in [less, more] {
            view.isUserInteractionEnabled = false
            view.contentMode = .center
            addSubview(view)
        }
        line.isUserInteractionEnabled = false
        addSubview(line)
    }

    private var stored = 0.0
    /// The value, between the ends. Calls nobody.
    open var value: Double {
        get { stored }
        set {
            stored = newValue.isNaN ? minimumValue : min(max(newValue, minimumValue), max(minimumValue, maximumValue))
            setNeedsLayout()
        }
    }
    /// The lower end; 0 at first.
    open var minimumValue = 0.0 { didSet { value = stored } }
    /// The upper end; 100 at first.
    open var maximumValue = 100.0 { didSet { value = stored } }
    /// By how much a button changes the value; 1 at first. Without effect where it is not above 0.
    open var stepValue = 1.0
    /// Whether every step is reported, and not only the one when the finger goes up; true at first.
    open var isContinuous = true
    /// Whether holding a button goes on; true at first.
    open var autorepeat = true
    /// Whether going beyond an end comes to the other one; false at first.
    open var wraps = false { didSet { setNeedsLayout() } }

    /// Sets the image of the right half, which makes the value more; nil takes the one of `.normal`, or else a plus.
    open func setIncrementImage(_ image: UIImage?, for state: State) { set(image, true, state) }
    /// The image that was set for the right half in a state; nil where none was.
    open func incrementImage(for state: State) -> UIImage? { images[true]?[state.rawValue] }
    /// Sets the image of the left half, which makes the value less; nil takes the one of `.normal`, or else a minus.
    open func setDecrementImage(_ image: UIImage?, for state: State) { set(image, false, state) }
    /// The image that was set for the left half in a state; nil where none was.
    open func decrementImage(for state: State) -> UIImage? { images[false]?[state.rawValue] }
    /// Kept: the stepper has a plain ground.
    /// One diagnostic says so.
    open func setBackgroundImage(_ image: UIImage?, for state: State) {
        KeptProperty.report("UIStepper.backgroundImage", image != nil, "the stepper has a plain background")
    }
    /// Without effect, and not kept: the halves are divided by a plain line.
    /// One diagnostic says so.
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
        if backgroundColor == nil { backgroundColor = .tertiarySystemFill }
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
