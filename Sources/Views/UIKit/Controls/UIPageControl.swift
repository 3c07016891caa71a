import QuartzCore

/// A row of dots, one for each page, with the current one highlighted. A touch moves one page forward or back.
@preconcurrency @MainActor open class UIPageControl: UIControl {
    /// The kind of interaction with the pages.
    public enum InteractionState: Int, Sendable { case none, discrete, continuous }
    /// The style of the background behind the dots. It has no effect, because there is no background.
    public enum BackgroundStyle: Int, Sendable { case automatic, prominent, minimal }

    private var dots: [UIImageView] = []
    private static let dot: CGFloat = 7, step: CGFloat = 16, height: CGFloat = 26

    /// Creates a control without pages.
    public override init(frame: CGRect) { super.init(frame: frame) }
    /// Creates a control without pages. Agate doesn't read nibs.
    public required init?(coder: NSCoder) { super.init(coder: coder) }

    /// The number of pages. Negative values are set to 0.
    open var numberOfPages = 0 {
        didSet {
            if numberOfPages < 0 { numberOfPages = 0 }
            if current >= numberOfPages { current = max(0, numberOfPages - 1) }
            invalidateIntrinsicContentSize()
            setNeedsLayout()
        }
    }
    private var current = 0
    /// The index of the current page, clamped to the existing pages. Setting it sends no events.
    open var currentPage: Int {
        get { current }
        set {
            current = min(max(newValue, 0), max(0, numberOfPages - 1))
            setNeedsLayout()
        }
    }
    /// A Boolean value that indicates whether the control is hidden if there is at most one page. The default is false.
    open var hidesForSinglePage = false { didSet { setNeedsLayout() } }
    /// The color of the other pages' dots. If nil, it is a fainter version of the current page's color.
    open var pageIndicatorTintColor: UIColor? { didSet { setNeedsLayout() } }
    /// The color of the current page's dot. If nil, it is white, as in UIKit.
    open var currentPageIndicatorTintColor: UIColor? { didSet { setNeedsLayout() } }
    /// The style of the background behind the dots. The default is `automatic`. Stored without effect: there is no background. Setting it
    /// reports one diagnostic.
    open var backgroundStyle = BackgroundStyle.automatic {
        didSet { KeptProperty.report("UIPageControl.backgroundStyle", backgroundStyle == .prominent, "no background is drawn") }
    }
    /// The kind of interaction: `discrete` while a tap that changed the page is reported, otherwise `none`. It is never `continuous`.
    open private(set) var interactionState = InteractionState.none
    /// A Boolean value that indicates whether a drag moves through the pages. The default is true. Stored without effect: only taps change
    /// the page.
    open var allowsContinuousInteraction = true
    /// The image for all dots. If nil, the dots are discs.
    open var preferredIndicatorImage: UIImage? { didSet { setNeedsLayout() } }
    private var images: [Int: UIImage] = [:], currentImages: [Int: UIImage] = [:]

    /// Sets the image of a page's dot. If nil, the image for all dots is used.
    open func setIndicatorImage(_ image: UIImage?, forPage page: Int) {
        images[page] = image
        setNeedsLayout()
    }
    /// Returns the image that was set for a page's dot, or nil if none was.
    open func indicatorImage(forPage page: Int) -> UIImage? { images[page] }
    /// Sets the image of a page's dot while the page is the current one. If nil, the same image as otherwise is used.
    open func setCurrentPageIndicatorImage(_ image: UIImage?, forPage page: Int) {
        currentImages[page] = image
        setNeedsLayout()
    }
    /// Returns the image that was set for a page's dot while it is the current one, or nil if none was.
    open func currentPageIndicatorImage(forPage page: Int) -> UIImage? { currentImages[page] }

    /// Returns the size for a number of pages.
    open func size(forNumberOfPages pageCount: Int) -> CGSize {
        CGSize(width: CGFloat(max(0, pageCount)) * Self.step + 8, height: Self.height)
    }
    open override var intrinsicContentSize: CGSize { size(forNumberOfPages: numberOfPages) }
    open override func sizeThatFits(_ size: CGSize) -> CGSize { intrinsicContentSize }

    open override func layoutSubviews() {
        super.layoutSubviews()
        // Only as many dots as fit are shown, around the current page.
        let count = min(numberOfPages, max(1, Int(bounds.width / Self.step)))
        while dots.count < count {
            let dot = UIImageView()
            dot.isUserInteractionEnabled = false
            dot.contentMode = .center
            addSubview(dot)
            dots.append(dot)
        }
        while dots.count > count { dots.removeLast().removeFromSuperview() }
        let first = min(max(0, current - count / 2), numberOfPages - count)
        let isHiddenNow = hidesForSinglePage && numberOfPages <= 1
        let left = bounds.midX - CGFloat(count) * Self.step / 2
        let own = currentPageIndicatorTintColor ?? .white, other = pageIndicatorTintColor ?? own.withAlphaComponent(0.35)
        for (index, dot) in dots.enumerated() {
            let page = first + index, isCurrent = page == current
            let image = (isCurrent ? currentImages[page] : nil) ?? images[page] ?? preferredIndicatorImage
            let color = isCurrent ? own : other
            dot.image = image.map { $0.renderingMode == .automatic ? $0.withRenderingMode(.alwaysTemplate) : $0 }
            dot.tintColor = color
            dot.backgroundColor = image == nil ? color : nil
            dot.layer.cornerRadius = image == nil ? Self.dot / 2 : 0
            let side = image.map { max($0.size.width, $0.size.height) } ?? Self.dot
            dot.frame = CGRect(
                x: left + (CGFloat(index) + 0.5) * Self.step - side / 2, y: bounds.midY - side / 2, width: side, height: side)
            dot.isHidden = isHiddenNow
        }
    }

    override func tapped(_ event: UIEvent?) {
        guard let touch = event?.allTouches?.first else { return }
        let isForward = (touch.location(in: self).x > bounds.midX) != (effectiveUserInterfaceLayoutDirection == .rightToLeft)
        let before = current
        currentPage += isForward ? 1 : -1
        guard current != before else { return }
        interactionState = .discrete
        sendActions(for: .valueChanged)
        sendActions(for: .primaryActionTriggered)
        interactionState = .none
    }

    open override var accessibilityValue: String? {
        get { super.accessibilityValue ?? "\(current + 1) / \(numberOfPages)" }
        set { super.accessibilityValue = newValue }
    }
}
