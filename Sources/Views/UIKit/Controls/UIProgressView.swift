import QuartzCore

/// How far something has come.
@preconcurrency @MainActor open class UIProgressView: UIView {
    /// Where it stands.
    public enum Style: Int, Sendable { case `default`, bar }

    private let done = UIView()
    private var stored: Float = 0

    /// A view with a place in its superview.
    public override init(frame: CGRect) {
        super.init(frame: CGRect(origin: frame.origin, size: CGSize(width: frame.width, height: frame.height > 0 ? frame.height : 4)))
        start()
    }

    /// A view at 0; Agate reads no nibs.
    public required init?(coder: NSCoder) {
        super.init(coder: coder)
        start()
    }

    /// A view of a style.
    public convenience init(progressViewStyle style: Style) {
        self.init(frame: .zero)
        progressViewStyle = style
    }

    private func start() {
        done.isUserInteractionEnabled = false
        clipsToBounds = true
        addSubview(done)
        setNeedsLayout()
    }

    /// Where it stands; kept, bars have no round ends.
    open var progressViewStyle = Style.default {
        didSet { setNeedsLayout() }
    }
    /// From 0 to 1; what lies beyond is cut, and no number is 0.
    open var progress: Float {
        get { stored }
        set { setProgress(newValue, animated: false) }
    }
    /// The colour of what is done; the tint unless set.
    open var progressTintColor: UIColor? { didSet { setNeedsLayout() } }
    /// The colour of what is not.
    open var trackTintColor: UIColor? { didSet { setNeedsLayout() } }

    /// Sets the progress.
    open func setProgress(_ progress: Float, animated: Bool) {
        stored = progress > 0 ? min(progress, 1) : 0
        guard animated, window != nil else {
            setNeedsLayout()
            return
        }
        layoutIfNeeded()
        UIView.animate(withDuration: 0.25, delay: 0, options: [.beginFromCurrentState, .curveLinear]) { self.place() }
    }

    open override func layoutSubviews() {
        super.layoutSubviews()
        place()
    }

    private func place() {
        let radius = progressViewStyle == .bar ? 0 : bounds.height / 2
        layer.cornerRadius = radius
        done.layer.cornerRadius = radius
        done.frame = CGRect(x: 0, y: 0, width: bounds.width * CGFloat(stored), height: bounds.height)
        done.backgroundColor = progressTintColor ?? tintColor
        backgroundColor = trackTintColor ?? .systemGray5
    }

    open override func tintColorDidChange() {
        super.tintColorDidChange()
        setNeedsLayout()
    }

    open override var intrinsicContentSize: CGSize { CGSize(width: UIView.noIntrinsicMetric, height: 4) }
    open override func sizeThatFits(_ size: CGSize) -> CGSize { CGSize(width: size.width, height: 4) }
}
