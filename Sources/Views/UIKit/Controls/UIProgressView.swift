import QuartzCore

/// A view that shows the progress of a task.
@preconcurrency @MainActor open class UIProgressView: UIView {
    /// The style of a progress view.
    public enum Style: Int, Sendable { case `default`, bar }

    /// The remaining part, which clips the completed part to its rounded ends.
    private let track = UIView()
    private let done = UIView()
    private var stored: Float = 0

    /// Creates a progress view with a frame.
    public override init(frame: CGRect) {
        super.init(frame: CGRect(origin: frame.origin, size: CGSize(width: frame.width, height: frame.height > 0 ? frame.height : 4)))
        start()
    }

    /// Creates a progress view with a progress of 0. Agate doesn't read nibs.
    public required init?(coder: NSCoder) {
        super.init(coder: coder)
        start()
    }

    /// Creates a progress view of a style.
    public convenience init(progressViewStyle style: Style) {
        self.init(frame: .zero)
        progressViewStyle = style
    }

    private func start() {
        track.isUserInteractionEnabled = false
        track.clipsToBounds = true
        addSubview(track)
        track.addSubview(done)
        setNeedsLayout()
    }

    /// The style. Stored without effect: bars have no rounded ends.
    open var progressViewStyle = Style.default {
        didSet { setNeedsLayout() }
    }
    /// The progress, 0...1. Values outside are clamped, and NaN is set to 0.
    open var progress: Float {
        get { stored }
        set { setProgress(newValue, animated: false) }
    }
    /// The color of the completed part. If nil, the tint color is used.
    open var progressTintColor: UIColor? { didSet { setNeedsLayout() } }
    /// The color of the remaining part.
    open var trackTintColor: UIColor? { didSet { setNeedsLayout() } }

    /// Sets the progress, optionally animated.
    open func setProgress(_ progress: Float, animated: Bool) {
        stored = progress > 0 ? min(progress, 1) : 0
        guard animated, window != nil else {
            setNeedsLayout()
            return
        }
        layoutIfNeeded()
        UIView.animate(withDuration: UIControl.valueDuration, delay: 0, options: [.beginFromCurrentState, .curveLinear]) { self.place() }
    }

    open override func layoutSubviews() {
        super.layoutSubviews()
        place()
    }

    private func place() {
        let radius = progressViewStyle == .bar ? 0 : bounds.height / 2
        track.frame = bounds
        track.layer.cornerRadius = radius
        done.layer.cornerRadius = radius
        done.frame = CGRect(x: 0, y: 0, width: bounds.width * CGFloat(stored), height: bounds.height)
        done.backgroundColor = progressTintColor ?? tintColor
        track.backgroundColor = trackTintColor ?? .systemGray5
    }

    open override func tintColorDidChange() {
        super.tintColorDidChange()
        setNeedsLayout()
    }

    open override var intrinsicContentSize: CGSize { CGSize(width: UIView.noIntrinsicMetric, height: 4) }
    open override func sizeThatFits(_ size: CGSize) -> CGSize { CGSize(width: size.width, height: 4) }
}
