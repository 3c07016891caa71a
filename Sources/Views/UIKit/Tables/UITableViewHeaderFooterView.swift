import QuartzCore

/// The view above or below a section.
@preconcurrency @MainActor open class UITableViewHeaderFooterView: UIView {
    /// The identifier by which the table reuses the view; nil for a view that isn't reused.
    open var reuseIdentifier: String? { identifier }
    private let identifier: String?
    private let content = UIView(), title = UILabel()
    static var pending: String?
    /// The horizontal margin of the title, and its vertical alignment. In a grouped table, a header's title is at the bottom, next to its
    /// rows, and a footer's is at the top.
    var sideMargin = UITableViewCell.margin, alignment = UIControl.ContentVerticalAlignment.center

    /// Creates a view with a reuse identifier.
    public init(reuseIdentifier: String?) {
        identifier = reuseIdentifier
        super.init(frame: CGRect(x: 0, y: 0, width: 320, height: 28))
        start()
    }

    /// Creates the view of a registered class. Called by the table.
    public convenience override init(frame: CGRect) { self.init(reuseIdentifier: Self.pending) }

    public required init?(coder: NSCoder) {
        identifier = Self.pending
        super.init(coder: coder)
        start()
    }

    private func start() {
        backgroundColor = .secondarySystemBackground
        addSubview(content)
        content.addSubview(title)
        title.font = .systemFont(ofSize: 15, weight: .semibold)
        title.textColor = .label
    }

    /// The view for the program's content.
    open var contentView: UIView { content }
    /// The title.
    open var textLabel: UILabel? { title }
    /// Always nil: there is no detail label.
    open var detailTextLabel: UILabel? { nil }
    /// The view behind all other content.
    open var backgroundView: UIView? {
        didSet {
            oldValue?.removeFromSuperview()
            if let backgroundView { insertSubview(backgroundView, at: 0) }
        }
    }
    /// The content as a value. Of a list content only the text shows; any other is shown in its own view.
    open var contentConfiguration: (any UIContentConfiguration)? {
        didSet {
            let current = contentConfiguration?.updated(for: UIViewConfigurationState(traitCollection: traitCollection))
            let list = current as? UIListContentConfiguration
            title.text = list?.text
            guard configured.show(list == nil ? current : nil), let view = configured.view else { return }
            view.frame = content.bounds
            view.autoresizingMask = [.flexibleWidth, .flexibleHeight]
            content.addSubview(view)
        }
    }
    private var configured = ConfiguredContent()
    /// Returns the content of a header: a title.
    open func defaultContentConfiguration() -> UIListContentConfiguration { .header() }
    /// The state of the view.
    open var configurationState: UIViewConfigurationState { UIViewConfigurationState(traitCollection: traitCollection) }
    /// The background as a value; nil by default. Its background color, if any, becomes the view's. Its other properties have no effect.
    open var backgroundConfiguration: UIBackgroundConfiguration? {
        didSet { if let color = backgroundConfiguration?.backgroundColor { backgroundColor = color } }
    }
    /// Prepares the view for reuse. Overrides must call super.
    open func prepareForReuse() {}

    /// Returns the height of the title; nil without a title, or if the program has added views.
    final func titleHeight(forWidth width: CGFloat) -> CGFloat? {
        guard !(title.text ?? "").isEmpty, content.subviews.count == 1 else { return nil }
        let height = title.sizeThatFits(CGSize(width: max(0, width - 2 * sideMargin), height: 0)).height
        return max(28, (height + (alignment == .center ? 10 : alignment == .bottom ? 22 : 14)).rounded(.up))
    }

    open override func layoutSubviews() {
        super.layoutSubviews()
        backgroundView?.frame = bounds
        content.frame = bounds
        let side = sideMargin, height = title.sizeThatFits(CGSize(width: max(0, bounds.width - 2 * side), height: bounds.height)).height
        let y =
            switch alignment {
            case .top: min(7, bounds.height - height)
            case .bottom: bounds.height - height - 7
            default: (bounds.height - height) / 2
            }
        title.frame = CGRect(x: side, y: y.rounded(), width: max(0, bounds.width - 2 * side), height: height)
    }
}
