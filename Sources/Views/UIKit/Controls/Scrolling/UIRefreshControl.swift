import QuartzCore

/// A control that requests new content when the top of a scroll view is pulled down, and animates until `endRefreshing()` is called.
@preconcurrency @MainActor open class UIRefreshControl: UIControl {
    /// The distance that the content must be pulled down to start refreshing, and the height of the control while it refreshes, in points.
    private static let height: CGFloat = 60
    /// Indicator and title, which become visible as the content is pulled down.
    private let body = UIView()
    private let indicator = UIActivityIndicatorView(style: .medium)
    private let label = UILabel()
    private weak var scroll: UIScrollView?

    /// Creates a control for the `refreshControl` of a scroll view.
    public override init(frame: CGRect) {
        super.init(frame: frame == .zero ? CGRect(x: 0, y: 0, width: 320, height: Self.height) : frame)
        start()
    }
    public required init?(coder: NSCoder) {
        super.init(coder: coder)
        start()
    }

    private func start() {
        indicator.hidesWhenStopped = false
        body.isUserInteractionEnabled = false
        body.alpha = 0
        addSubview(body)
        body.addSubview(indicator)
        body.addSubview(label)
        label.textAlignment = .center
    }

    /// A Boolean value that indicates whether the control is refreshing.
    open private(set) var isRefreshing = false
    /// The text below the indicator.
    open var attributedTitle: NSAttributedString? {
        didSet {
            label.attributedText = attributedTitle
            setNeedsLayout()
        }
    }

    open override func tintColorDidChange() {
        super.tintColorDidChange()
        if let color = tintColor { indicator.color = color }
    }

    /// Starts refreshing without sending `valueChanged`.
    open func beginRefreshing() {
        guard !isRefreshing else { return }
        isRefreshing = true
        indicator.startAnimating()
        body.alpha = 1
        scroll?.contentInset.top += Self.height
    }

    /// Ends refreshing and hides the control.
    open func endRefreshing() {
        guard isRefreshing else { return }
        isRefreshing = false
        indicator.stopAnimating()
        UIView.animate(withDuration: 0.3) { [self] in
            body.alpha = 0
            guard let scroll else { return }
            let isAtTop = scroll.contentOffset.y <= -scroll.adjustedContentInset.top
            scroll.contentInset.top -= Self.height
            if isAtTop { scroll.contentOffset.y = -scroll.adjustedContentInset.top }
        }
    }

    final func attach(to scroll: UIScrollView?) {
        self.scroll = scroll
        if let scroll { scroll.insertSubview(self, at: 0) } else { removeFromSuperview() }
    }

    /// Updates the control after the scroll view moved. Starts refreshing if a drag has pulled the content far enough.
    final func moved() {
        guard let scroll else { return }
        let pulled = -scroll.contentOffset.y - scroll.adjustedContentInset.top
        UIView.performWithoutAnimation {
            let top = isRefreshing ? -Self.height : -max(Self.height, pulled)
            frame = CGRect(x: 0, y: top, width: scroll.bounds.width, height: Self.height)
            if !isRefreshing { body.alpha = min(max(pulled / Self.height, 0), 1) }
        }
        guard scroll.isDragging, !isRefreshing, pulled > Self.height else { return }
        beginRefreshing()
        sendActions(for: .valueChanged)
    }

    /// Returns whether the control is visible and contains a point: a touch on the space of an invisible one belongs to the scroll view.
    open override func point(inside point: CGPoint, with event: UIEvent?) -> Bool {
        body.alpha >= Self.minimumTouchableAlpha && super.point(inside: point, with: event)
    }

    open override func layoutSubviews() {
        super.layoutSubviews()
        body.frame = bounds
        let hasTitle = label.attributedText != nil
        indicator.center = CGPoint(x: bounds.midX, y: hasTitle ? 20 : bounds.midY)
        label.frame = CGRect(x: 0, y: 36, width: bounds.width, height: 20)
    }
}
