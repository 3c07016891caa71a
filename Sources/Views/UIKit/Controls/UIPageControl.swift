import QuartzCore

/// A row of dots, one a page, of which the current one stands out. A touch goes a page forward or back.
@preconcurrency @MainActor open class UIPageControl: UIControl {
    /// How a finger moves through the pages; kept.
    public enum InteractionState: Int, Sendable { case none, discrete, continuous }
    /// What lies behind the dots; kept: nothing does.
    public enum BackgroundStyle: Int, Sendable { case automatic, prominent, minimal }

    private var dots: [UIImageView] = []
    private static let dot: CGFloat = 7, step: CGFloat = 16, height: CGFloat = 26

    /// A control without pages.
    public override init(frame: CGRect) { super.init(frame: frame) }
    /// A control without pages; Agate reads no nibs.
    public required init?(coder: NSCoder) { super.init(coder: coder) }

    /// How many pages there are; 0 and less are none.
    open var numberOfPages = 0 {
        didSet {
            if numberOfPages < 0 { numberOfPages = 0 }
            if current >= numberOfPages { current = max(0, numberOfPages - 1) }
            invalidateIntrinsicContentSize()
            setNeedsLayout()
        }
    }
    private var current = 0
    /// The current page, within the pages. Calls nobody.
    open var currentPage: Int {
        get { current }
        set {
            current = min(max(newValue, 0), max(0, numberOfPages - 1))
            setNeedsLayout()
        }
    }
    /// Whether it hides when there is one page or none; false at first.
    open var hidesForSinglePage = false { didSet { setNeedsLayout() } }
    /// The colour of the other pages' dots; the current one's, fainter, unless set.
    open var pageIndicatorTintColor: UIColor? { didSet { setNeedsLayout() } }
    /// The colour of the current page's dot; white unless set, as Apple's.
    open var currentPageIndicatorTintColor: UIColor? { didSet { setNeedsLayout() } }
    /// What lies behind the dots; `automatic` by default. Kept, without effect: nothing does.
    /// One diagnostic says so when it is set.
    open var backgroundStyle = BackgroundStyle.automatic {
        didSet { KeptProperty.report("UIPageControl.backgroundStyle", backgroundStyle == .prominent, "no background is drawn") }
    }
    /// `discrete` while a tap that changed the page is reported, else `none`. It is never `continuous`.
    open private(set) var interactionState = InteractionState.none
    /// Whether a finger that moves along goes through the pages; true by default. Kept, without effect: only taps change the page.
    open var allowsContinuousInteraction = true
    /// An image for all dots; nil is a disc.
    open var preferredIndicatorImage: UIImage? { didSet { setNeedsLayout() } }
    private var images: [Int: UIImage] = [:], currentImages: [Int: UIImage] = [:]

    /// The image of a page's dot; nil is the one of all.
    open func setIndicatorImage(_ image: UIImage?, forPage page: Int) {
        images[page] = image
        setNeedsLayout()
    }
    /// The image that was set for a page's dot; nil where none was.
    open func indicatorImage(forPage page: Int) -> UIImage? { images[page] }
    /// The image of a page's dot while it is the current one; nil is the same as otherwise.
    open func setCurrentPageIndicatorImage(_ image: UIImage?, forPage page: Int) {
        currentImages[page] = image
        setNeedsLayout()
    }
    /// The image that was set for a page's dot while it is the current one; nil where none was.
    open func currentPageIndicatorImage(forPage page: Int) -> UIImage? { currentImages[page] }

    /// The size for a number of pages.
    open func size(forNumberOfPages pageCount: Int) -> CGSize {
        CGSize(width: CGFloat(max(0, pageCount)) * Self.step + 8, height: Self.height)
    }
    open override var intrinsicContentSize: CGSize { size(forNumberOfPages: numberOfPages) }
    open override func sizeThatFits(_ size: CGSize) -> CGSize { intrinsicContentSize }

    open override func layoutSubviews() {
        super.layoutSubviews()
        // What has room; the dots around the current page show.
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
