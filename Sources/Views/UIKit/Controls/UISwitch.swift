import QuartzCore

/// Something that is on or off.
@preconcurrency @MainActor open class UISwitch: UIControl {
    /// How it looks; always the sliding kind.
    public enum Style: Int, Sendable { case automatic, checkbox, sliding }

    private let track = UIView()
    private let thumb = UIView()
    private var moved = false

    static let size = CGSize(width: 51, height: 31)
    private static let border: CGFloat = 2

    /// A switch of the usual size, whatever the frame's.
    public override init(frame: CGRect) {
        super.init(frame: CGRect(origin: frame.origin, size: Self.size))
        start()
    }

    /// A switch that is off; Agate reads no nibs.
    public required init?(coder: NSCoder) {
        super.init(coder: coder)
        bounds.size = Self.size
        start()
    }

    private func start() {
        for view in [track, thumb] {
            view.isUserInteractionEnabled = false
            addSubview(view)
        }
        thumb.layer.shadowOpacity = 0.2
        thumb.layer.shadowOffset = CGSize(width: 0, height: 3)
        thumb.layer.shadowRadius = 4
        accessibilityTraits = .button
        layOut()
    }

    private var value = false
    /// Whether it is on.
    open var isOn: Bool {
        get { value }
        set { setOn(newValue, animated: false) }
    }

    /// Turns it on or off. Calls nobody.
    open func setOn(_ on: Bool, animated: Bool) {
        value = on
        guard animated, window != nil else { return layOut() }
        UIView.animate(withDuration: 0.25, delay: 0, options: [.allowUserInteraction, .beginFromCurrentState]) { self.layOut() }
    }

    /// The colour behind the thumb while on; green unless set.
    open var onTintColor: UIColor? {
        didSet { layOut() }
    }
    /// The colour of the thumb; white unless set.
    open var thumbTintColor: UIColor? {
        didSet { layOut() }
    }
    /// Kept, without effect.
    open var preferredStyle = Style.automatic {
        didSet { KeptProperty.report("UISwitch.preferredStyle", preferredStyle == .checkbox) }
    }
    /// Kept, without effect: it stands on a desktop's style.
    open var title: String? {
        didSet { KeptProperty.report("UISwitch.title", title != nil) }
    }

    private func layOut() {
        let size = Self.size, border = Self.border
        track.frame = CGRect(origin: .zero, size: size)
        track.layer.cornerRadius = size.height / 2
        track.backgroundColor = value ? onTintColor ?? .systemGreen : .secondarySystemFill
        let height = size.height - 2 * border
        // A finger makes the thumb wider.
        let width = isHighlighted ? height + 7 : height
        thumb.frame = CGRect(x: value ? size.width - border - width : border, y: border, width: width, height: height)
        thumb.layer.cornerRadius = height / 2
        thumb.backgroundColor = thumbTintColor ?? .white
        alpha = isEnabled ? 1 : 0.5
    }

    override func stateChanged() {
        guard window != nil else { return layOut() }
        UIView.animate(withDuration: 0.2, delay: 0, options: [.allowUserInteraction, .beginFromCurrentState]) { self.layOut() }
    }

    // MARK: Touches

    open override func beginTracking(_ touch: UITouch, with event: UIEvent?) -> Bool {
        moved = false
        return true
    }

    open override func continueTracking(_ touch: UITouch, with event: UIEvent?) -> Bool {
        let x = touch.location(in: self).x
        // Dragged over the middle, it follows.
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
    /// One tap with one finger, which a control below keeps for itself.
    var isPlainTap: Bool {
        guard let tap = self as? UITapGestureRecognizer else { return false }
        return tap.numberOfTapsRequired == 1 && tap.numberOfTouchesRequired == 1
    }
}
