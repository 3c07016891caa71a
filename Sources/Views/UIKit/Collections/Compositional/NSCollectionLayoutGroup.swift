import QuartzCore

/// The frame of an item in a custom group.
@preconcurrency @MainActor open class NSCollectionLayoutGroupCustomItem: NSObject, NSCopying {
    /// The frame in the group, in points.
    public let frame: CGRect
    /// The stacking order. Items with greater values are in front.
    public let zIndex: Int

    /// Creates an item with a frame in the group, in points.
    public convenience init(frame: CGRect) { self.init(frame: frame, zIndex: 0) }
    /// Creates an item with a frame in the group, in points, and a stacking order.
    public init(frame: CGRect, zIndex: Int) {
        (self.frame, self.zIndex) = (frame, zIndex)
        super.init()
    }

    /// Returns the same object, because it is immutable.
    nonisolated open func copy(with zone: NSZone? = nil) -> Any { self }
}

/// A closure that returns the items of a custom group. The group has as many items as the closure returns.
public typealias NSCollectionLayoutGroupCustomItemProvider =
    @MainActor (any NSCollectionLayoutEnvironment) ->
    [NSCollectionLayoutGroupCustomItem]

/// A row or column of items, which is repeated until the section has no more items.
///
/// A group is filled with its subitems in turn, as long as they fit. The remaining items are in the next group.
@preconcurrency @MainActor open class NSCollectionLayoutGroup: NSCollectionLayoutItem {
    enum Arrangement {
        /// Repeats the subitems in turn, as many as fit.
        case fill
        /// Divides the group equally among a number of items.
        case share(Int)
        /// Repeats a number of items at their own size.
        case count(Int)
        case custom(NSCollectionLayoutGroupCustomItemProvider)
    }

    let axis: UICollectionView.ScrollDirection
    let arrangement: Arrangement
    /// The subitems, in order.
    public let subitems: [NSCollectionLayoutItem]
    /// The spacing between the items, or nil for none.
    open var interItemSpacing: NSCollectionLayoutSpacing?

    init(_ size: NSCollectionLayoutSize, _ axis: UICollectionView.ScrollDirection, _ items: [NSCollectionLayoutItem], _ kind: Arrangement) {
        (self.axis, subitems, arrangement) = (axis, items, kind)
        super.init(layoutSize: size, supplementaryItems: [])
    }

    /// Creates a row that repeats the subitems in turn, as many as fit.
    open class func horizontal(layoutSize: NSCollectionLayoutSize, subitems: [NSCollectionLayoutItem]) -> NSCollectionLayoutGroup {
        .init(layoutSize, .horizontal, subitems, .fill)
    }
    /// Creates a row with a number of items of equal width. The item's own width is ignored.
    open class func horizontal(layoutSize: NSCollectionLayoutSize, subitem: NSCollectionLayoutItem, count: Int) -> NSCollectionLayoutGroup {
        .init(layoutSize, .horizontal, [subitem], .share(count))
    }
    /// Creates a row with a number of items of their own width.
    open class func horizontal(
        layoutSize: NSCollectionLayoutSize, repeatingSubitem subitem: NSCollectionLayoutItem, count: Int
    ) -> NSCollectionLayoutGroup { .init(layoutSize, .horizontal, [subitem], .count(count)) }
    /// Creates a column that repeats the subitems in turn, as many as fit.
    open class func vertical(layoutSize: NSCollectionLayoutSize, subitems: [NSCollectionLayoutItem]) -> NSCollectionLayoutGroup {
        .init(layoutSize, .vertical, subitems, .fill)
    }
    /// Creates a column with a number of items of equal height. The item's own height is ignored.
    open class func vertical(layoutSize: NSCollectionLayoutSize, subitem: NSCollectionLayoutItem, count: Int) -> NSCollectionLayoutGroup {
        .init(layoutSize, .vertical, [subitem], .share(count))
    }
    /// Creates a column with a number of items of their own height.
    open class func vertical(
        layoutSize: NSCollectionLayoutSize, repeatingSubitem subitem: NSCollectionLayoutItem, count: Int
    ) -> NSCollectionLayoutGroup { .init(layoutSize, .vertical, [subitem], .count(count)) }
    /// Creates a group whose items are placed by a closure.
    open class func custom(
        layoutSize: NSCollectionLayoutSize, itemProvider: @escaping NSCollectionLayoutGroupCustomItemProvider
    ) -> NSCollectionLayoutGroup { .init(layoutSize, .horizontal, [], .custom(itemProvider)) }

    /// The supplementary items on the whole group.
    open override var supplementaryItems: [NSCollectionLayoutSupplementaryItem] {
        get { super.supplementaryItems }
        set { super.supplementaryItems = newValue }
    }

    override func duplicate() -> NSCollectionLayoutItem {
        let copy = take(NSCollectionLayoutGroup(layoutSize, axis, subitems, arrangement))
        (copy.interItemSpacing, copy.supplementaryItems) = (interItemSpacing, supplementaryItems)
        return copy
    }

    /// Returns a description of the contents in several lines.
    open func visualDescription() -> String { Self.describe(self, "") }

    private static func describe(_ item: NSCollectionLayoutItem, _ indentation: String) -> String {
        func text(_ dimension: NSCollectionLayoutDimension) -> String {
            switch dimension.kind {
            case .width: "\(dimension.dimension) of the width"
            case .height: "\(dimension.dimension) of the height"
            case .absolute: "\(dimension.dimension)"
            case .estimated: "about \(dimension.dimension)"
            }
        }
        let size = "\(text(item.layoutSize.widthDimension)) × \(text(item.layoutSize.heightDimension))"
        guard let group = item as? NSCollectionLayoutGroup else { return "\(indentation)item \(size)\n" }
        return "\(indentation)\(group.axis == .vertical ? "vertical" : "horizontal") group \(size)\n"
            + group.subitems.map { describe($0, indentation + "    ") }.joined()
    }
}
