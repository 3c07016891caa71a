import QuartzCore

/// A view that shows that a task is in progress, by spokes that fade one after the other.
@preconcurrency @MainActor open class UIActivityIndicatorView: UIView {
    /// The size of an activity indicator. The older styles have a color, too.
    public enum Style: Int, Sendable {
        /// The size of ``large``, in white.
        case whiteLarge = 0
        /// The size of ``medium``, in white.
        case white = 1
        /// The size of ``medium``, in gray.
        case gray = 2
        case medium = 100
        case large = 101
    }

    private let spokes = (0..<8).map { _ in CALayer() }
    private static let key = "Agate.UIActivityIndicatorView.fade"

    /// Creates a stopped indicator of medium size.
    public override init(frame: CGRect) {
        super.init(frame: frame)
        start()
    }

    /// Creates a stopped indicator. Agate doesn't read nibs.
    public required init?(coder: NSCoder) {
        super.init(coder: coder)
        start()
    }

    /// Creates a stopped indicator of a style.
    public init(style: Style) {
        super.init(frame: CGRect(origin: .zero, size: Self.size(style)))
        self.style = style
        start()
    }

    private func start() {
        if bounds.isEmpty { bounds.size = Self.size(style) }
        isUserInteractionEnabled = false
        for spoke in spokes { layer.addSublayer(spoke) }
        isHidden = hidesWhenStopped
        layOut()
    }

    /// The size of the indicator.
    open var style = Style.medium {
        didSet {
            guard style != oldValue else { return }
            layOut()
            invalidateIntrinsicContentSize()
        }
    }
    /// A Boolean value that indicates whether the indicator is hidden while it is stopped. The default is true. If it is true, the
    /// indicator sets its `isHidden`, as Apple's does; otherwise `isHidden` is the program's.
    open var hidesWhenStopped = true {
        didSet { if hidesWhenStopped != oldValue, !isAnimating { isHidden = hidesWhenStopped } }
    }
    /// The color of the spokes. Until it is set, and after it was set to nil, it is the style's: white or gray.
    open var color: UIColor! {
        get { ownColor ?? styleColor }
        set {
            ownColor = newValue
            layOut()
        }
    }
    private var ownColor: UIColor?
    private var styleColor: UIColor { style == .white || style == .whiteLarge ? .white : .systemGray }
    /// A Boolean value that indicates whether the indicator animates.
    open private(set) var isAnimating = false

    /// Starts the animation, and shows the indicator if `hidesWhenStopped` is true.
    open func startAnimating() {
        isAnimating = true
        if hidesWhenStopped { isHidden = false }
        run()
    }

    /// Stops the animation, and hides the indicator if `hidesWhenStopped` is true.
    open func stopAnimating() {
        isAnimating = false
        if hidesWhenStopped { isHidden = true }
        for spoke in spokes { spoke.removeAnimation(forKey: Self.key) }
    }

    private static func size(_ style: Style) -> CGSize {
        style == .large || style == .whiteLarge ? CGSize(width: 37, height: 37) : CGSize(width: 20, height: 20)
    }

    private func layOut() {
        CATransaction.begin()
        CATransaction.setDisableActions(true)
        let size = Self.size(style), side = size.width
        var ink: CGColor?
        traitCollection.performAsCurrent { ink = (color ?? .systemGray).cgColor }
        for (number, spoke) in spokes.enumerated() {
            spoke.bounds = CGRect(x: 0, y: 0, width: side * 0.12, height: side * 0.3)
            spoke.cornerRadius = side * 0.06
            spoke.backgroundColor = ink
            // The anchor point is the center of the indicator, so that spokes rotate about it.
            spoke.anchorPoint = CGPoint(x: 0.5, y: 0.5 / 0.3)
            spoke.position = CGPoint(x: bounds.midX, y: bounds.midY)
            spoke.setAffineTransform(CGAffineTransform(rotationAngle: CGFloat(number) * .pi / 4))
            spoke.opacity = Self.opacity(number)
        }
        CATransaction.commit()
    }

    /// The opacity of a spoke of a stopped indicator. The first spoke is the most opaque.
    private static func opacity(_ number: Int) -> Float { 1 - 0.75 * Float((8 - number) % 8) / 7 }

    private func run() {
        guard isAnimating, window != nil else { return }
        for (number, spoke) in spokes.enumerated() {
            let fade = CAKeyframeAnimation(keyPath: "opacity")
            // Each spoke becomes opaque in turn and then fades in steps.
            fade.values = (0..<8).map { Self.opacity((number - $0 + 8) % 8) }
            fade.keyTimes = (0...8).map { NSNumber(value: Double($0) / 8) }
            fade.calculationMode = .discrete
            fade.duration = 1
            fade.repeatCount = .infinity
            spoke.add(fade, forKey: Self.key)
        }
    }

    open override func layoutSubviews() {
        super.layoutSubviews()
        layOut()
    }

    open override func didMoveToWindow() {
        super.didMoveToWindow()
        run()
    }

    open override func traitCollectionDidChange(_ previousTraitCollection: UITraitCollection?) {
        super.traitCollectionDidChange(previousTraitCollection)
        layOut()
    }

    open override var intrinsicContentSize: CGSize { Self.size(style) }
    open override func sizeThatFits(_ size: CGSize) -> CGSize { Self.size(style) }
}
