import QuartzCore

/// A view of a collection that is used again and again.
@preconcurrency @MainActor open class UICollectionReusableView: UIView {
    public override init(frame: CGRect) { super.init(frame: frame) }
    public required init?(coder: NSCoder) { super.init(coder: coder) }

    /// Under which name it waits to be used again.
    final var poolName: String?
    /// The name by which views are used again.
    open internal(set) var reuseIdentifier: String?
    /// The view is about to be used again. Does nothing unless overridden.
    open func prepareForReuse() {}
    /// The layout says this of it.
    open func apply(_ layoutAttributes: UICollectionViewLayoutAttributes) {}
    /// What the view would rather be. Kept: cells are not measured.
    open func preferredLayoutAttributesFitting(_ layoutAttributes: UICollectionViewLayoutAttributes) -> UICollectionViewLayoutAttributes {
        layoutAttributes
    }
    /// For subclasses: the collection is about to take another layout. Not called here.
    open func willTransition(from oldLayout: UICollectionViewLayout, to newLayout: UICollectionViewLayout) {}
    /// For subclasses: the collection has taken another layout. Not called here.
    open func didTransition(from oldLayout: UICollectionViewLayout, to newLayout: UICollectionViewLayout) {}
}

/// One item of a collection.
@preconcurrency @MainActor open class UICollectionViewCell: UICollectionReusableView {
    private let content = UIView()

    public override init(frame: CGRect) {
        super.init(frame: frame)
        start()
    }
    public required init?(coder: NSCoder) {
        super.init(coder: coder)
        start()
    }

    private func start() {
        content.frame = bounds
        content.autoresizingMask = [.flexibleWidth, .flexibleHeight]
        addSubview(content)
    }

    /// Where the program's views go.
    open var contentView: UIView { content }
    /// Whether it is chosen.
    open var isSelected = false { didSet { showState() } }
    /// Whether a touch is on it.
    open var isHighlighted = false { didSet { showState() } }
    /// What lies behind the content.
    open var backgroundView: UIView? { didSet { replace(oldValue, backgroundView) } }
    /// What lies behind the content while it is chosen or touched.
    open var selectedBackgroundView: UIView? { didSet { replace(oldValue, selectedBackgroundView) } }
    /// Kept: cells show what their views show.
    /// One diagnostic says so when it is set.
    open var contentConfiguration: (any UIContentConfiguration)? {
        didSet {
            KeptProperty.report(
                "UICollectionViewCell.contentConfiguration", contentConfiguration != nil, "cells show what is in their contentView")
        }
    }
    /// What lies behind the cell: its colour becomes the cell's `backgroundColor`, the rest is kept. Nil, the default, leaves that as it
    /// is.
    open var backgroundConfiguration: UIBackgroundConfiguration? {
        didSet { if let color = backgroundConfiguration?.backgroundColor { backgroundColor = color } }
    }

    private func replace(_ old: UIView?, _ new: UIView?) {
        old?.removeFromSuperview()
        guard let new else { return }
        new.frame = bounds
        new.autoresizingMask = [.flexibleWidth, .flexibleHeight]
        insertSubview(new, belowSubview: content)
        showState()
    }

    private func showState() { selectedBackgroundView?.isHidden = !(isSelected || isHighlighted) }

    /// The cell is about to be used again: it is no longer chosen or touched. Call super.
    open override func prepareForReuse() {
        super.prepareForReuse()
        (isSelected, isHighlighted) = (false, false)
    }
}
