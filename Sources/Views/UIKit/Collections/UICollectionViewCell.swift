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
    /// How large the view is by itself. Asked when it comes into view, where the layout estimates its width or height; elsewhere the
    /// layout's size holds. By default what the constraints of its content say along those axes, else `sizeThatFits(_:)`.
    open func preferredLayoutAttributesFitting(_ layoutAttributes: UICollectionViewLayoutAttributes) -> UICollectionViewLayoutAttributes {
        let axes = layoutAttributes.estimated
        guard !axes.isEmpty, let fitting = layoutAttributes.copy() as? UICollectionViewLayoutAttributes else { return layoutAttributes }
        let size = systemLayoutSizeFitting(
            CGSize(width: axes.contains(.width) ? 0 : fitting.size.width, height: axes.contains(.height) ? 0 : fitting.size.height),
            withHorizontalFittingPriority: axes.contains(.width) ? .fittingSizeLevel : .required,
            verticalFittingPriority: axes.contains(.height) ? .fittingSizeLevel : .required)
        if axes.contains(.width), size.width > 0, size.width.isFinite { fitting.size.width = size.width }
        if axes.contains(.height), size.height > 0, size.height.isFinite { fitting.size.height = size.height }
        return fitting
    }

    /// What the constraints of views in it say; without any, `sizeThatFits(_:)`.
    open override func systemLayoutSizeFitting(
        _ targetSize: CGSize, withHorizontalFittingPriority horizontalFittingPriority: UILayoutPriority,
        verticalFittingPriority: UILayoutPriority
    ) -> CGSize { fitting(self, targetSize, horizontalFittingPriority, verticalFittingPriority) }

    /// What the constraints in a view say; without any, `sizeThatFits(_:)` of this one.
    final func fitting(_ view: UIView, _ target: CGSize, _ horizontal: UILayoutPriority, _ vertical: UILayoutPriority) -> CGSize {
        guard view.subviews.contains(where: { !$0.translatesAutoresizingMaskIntoConstraints }) else {
            return sizeThatFits(
                CGSize(width: target.width > 0 ? target.width : bounds.width, height: target.height > 0 ? target.height : bounds.height))
        }
        if view === self {
            return super.systemLayoutSizeFitting(target, withHorizontalFittingPriority: horizontal, verticalFittingPriority: vertical)
        }
        return view.systemLayoutSizeFitting(target, withHorizontalFittingPriority: horizontal, verticalFittingPriority: vertical)
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

    open override func systemLayoutSizeFitting(
        _ targetSize: CGSize, withHorizontalFittingPriority horizontalFittingPriority: UILayoutPriority,
        verticalFittingPriority: UILayoutPriority
    ) -> CGSize {
        layoutIfNeeded()
        return fitting(content, targetSize, horizontalFittingPriority, verticalFittingPriority)
    }
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
                "UICollectionViewCell.contentConfiguration", contentConfiguration != nil, "cells show the content of contentView")
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
