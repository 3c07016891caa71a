import QuartzCore

/// A control that is on or off.
@preconcurrency @MainActor open class UISwitch: UIControl {
    /// The style of a switch. Agate always shows the sliding style.
    public enum Style: Int, Sendable { case automatic, checkbox, sliding }

    /// Track and thumb, which are dimmed together while the switch is disabled.
    private let body = UIView()
    private let track = UIView()
    private let thumb = UIView()
    private var moved = false

    static let size = CGSize(width: 51, height: 31)
    private static let border: CGFloat = 2

    /// Creates a switch of the fixed size. The size of the frame is ignored.
    public override init(frame: CGRect) {
        super.init(frame: CGRect(origin: frame.origin, size: Self.size))
        start()
    }

    /// Creates a switch that is off. Agate doesn't read nibs.
    public required init?(coder: NSCoder) {
        super.init(coder: coder)
        bounds.size = Self.size
        start()
    }

    private func start() {
        body.isUserInteractionEnabled = false
        addSubview(body)
        for view in [track, thumb] { body.addSubview(view) }
        thumb.layer.shadowOpacity = 0.2
        thumb.layer.shadowOffset = CGSize(width: 0, height: 3)
        thumb.layer.shadowRadius = 4
        accessibilityTraits = .button
        layOut()
    }

    private var value = false
    /// A Boolean value that indicates whether the switch is on.
    open var isOn: Bool {
        get { value }
        set { setOn(newValue, animated: false) }
    }

    /// Turns the switch on or off. Sends no events.
    open func setOn(_ on: Bool, animated: Bool) {
        value = on
        guard animated, window != nil else { return layOut() }
        Self.animateChange { self.layOut() }
    }

    /// The background color while the switch is on. If nil, it is green.
    open var onTintColor: UIColor? {
        didSet { layOut() }
    }
    /// The color of the thumb. If nil, it is white.
    open var thumbTintColor: UIColor? {
        didSet { layOut() }
    }
    /// Stored without effect.
    open var preferredStyle = Style.automatic {
        didSet { KeptProperty.report("UISwitch.preferredStyle", preferredStyle == .checkbox) }
    }
    /// Stored without effect: only the checkbox style of the desktop shows a title.
    open var title: String? {
        didSet { KeptProperty.report("UISwitch.title", title != nil) }
    }

    private func layOut() {
        let size = Self.size, border = Self.border
        body.frame = CGRect(origin: .zero, size: size)
        track.frame = body.bounds
        track.layer.cornerRadius = size.height / 2
        track.backgroundColor = value ? onTintColor ?? .systemGreen : .secondarySystemFill
        let height = size.height - 2 * border
        // The thumb is wider while highlighted.
        let width = isHighlighted ? height + 7 : height
        thumb.frame = CGRect(x: value ? size.width - border - width : border, y: border, width: width, height: height)
        thumb.layer.cornerRadius = height / 2
        thumb.backgroundColor = thumbTintColor ?? .white
        body.alpha = isEnabled ? 1 : Self.disabledAlpha
    }

    override func stateChanged() {
        guard window != nil else { return layOut() }
        Self.animateChange(duration: 0.2) { self.layOut() }
    }

    // MARK: Touches

    open override func beginTracking(_ touch: UITouch, with event: UIEvent?) -> Bool {
        moved = false
        return true
    }

    open override func continueTracking(_ touch: UITouch, with event: UIEvent?) -> Bool {
        let x = touch.location(in: self).x
        // The switch changes when the touch is dragged past its middle.
        let on = value ? x > Self.size.width * 0.25 : x > Self.size.width * 0.75
        if on != value {
            moved = true
            setOn(on, animated: true)
            changed()
        }
        return true
    }

    override func tapped(_ event: UIEvent?) {
        guard !moved else { return }
        setOn(!value, animated: true)
        changed()
    }

    private func changed() {
        sendActions(for: .valueChanged)
        sendActions(for: .primaryActionTriggered)
    }

    open override func gestureRecognizerShouldBegin(_ gestureRecognizer: UIGestureRecognizer) -> Bool {
        gestureRecognizer.view === self || !(gestureRecognizer.isPlainTap || gestureRecognizer is UIPanGestureRecognizer)
    }

    open override var intrinsicContentSize: CGSize { Self.size }
    open override func sizeThatFits(_ size: CGSize) -> CGSize { Self.size }

    open override var accessibilityValue: String? {
        get { super.accessibilityValue ?? (value ? "1" : "0") }
        set { super.accessibilityValue = newValue }
    }
}

extension UIGestureRecognizer {
    /// True for a single tap with one finger, which a control keeps for itself.
    var isPlainTap: Bool {
        guard let tap = self as? UITapGestureRecognizer else { return false }
        return tap.numberOfTapsRequired == 1 && tap.numberOfTouchesRequired == 1
    }
}
