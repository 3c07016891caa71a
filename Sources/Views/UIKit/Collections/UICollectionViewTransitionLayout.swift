import QuartzCore

/// A layout between two others. A program may create one and ask it; a collection changes its layout by the new layout alone.
@preconcurrency @MainActor open class UICollectionViewTransitionLayout: UICollectionViewLayout {
    /// The layout at the beginning.
    public let currentLayout: UICollectionViewLayout
    /// The layout at the end.
    public let nextLayout: UICollectionViewLayout
    /// The progress from the first to the second layout, 0...1. Subclasses compute attributes with it.
    open var transitionProgress: CGFloat = 0
    private var values: [String: CGFloat] = [:]

    /// Creates a layout between two layouts.
    public init(currentLayout: UICollectionViewLayout, nextLayout newLayout: UICollectionViewLayout) {
        (self.currentLayout, nextLayout) = (currentLayout, newLayout)
        super.init()
    }

    /// Returns nil: such a layout isn't archived.
    public required init?(coder: NSCoder) { nil }

    /// Stores a value of the program's.
    open func updateValue(_ value: CGFloat, forAnimatedKey key: String) { values[key] = value }
    /// Returns a value of the program's; 0 if there is none.
    open func value(forAnimatedKey key: String) -> CGFloat { values[key] ?? 0 }
}
