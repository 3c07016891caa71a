import QuartzCore

/// Where a custom group puts an item.
@preconcurrency @MainActor open class NSCollectionLayoutGroupCustomItem: NSObject, NSCopying {
    /// Points, in the group.
    public let frame: CGRect
    /// Which lies in front where two overlap: the greater.
    public let zIndex: Int

    /// An item at a place of the group, in points.
    public convenience init(frame: CGRect) { self.init(frame: frame, zIndex: 0) }
    /// An item at a place of the group, in points, and how far in front.
    public init(frame: CGRect, zIndex: Int) {
        (self.frame, self.zIndex) = (frame, zIndex)
        super.init()
    }

    /// Itself: it never changes.
    nonisolated open func copy(with zone: NSZone? = nil) -> Any { self }
}

/// Says where the items of a custom group are; the group has as many items as it answers.
public typealias NSCollectionLayoutGroupCustomItemProvider =
    @MainActor (any NSCollectionLayoutEnvironment) ->
    [NSCollectionLayoutGroupCustomItem]

/// Items in a row or a column, again and again until the section has no more.
///
/// A group is filled with its subitems in turn, as long as they fit; the next items are in the next group.
@preconcurrency @MainActor open class NSCollectionLayoutGroup: NSCollectionLayoutItem {
    enum Arrangement {
        /// The subitems in turn, as many as fit.
        case fill
        /// So many, which share the group.
        case share(Int)
        /// So many, as large as they are.
        case count(Int)
        case custom(NSCollectionLayoutGroupCustomItemProvider)
    }

    let axis: UICollectionView.ScrollDirection
    let arrangement: Arrangement
    /// What it has in it, in order.
    public let subitems: [NSCollectionLayoutItem]
    /// Room between its items; nil for none.
    open var interItemSpacing: NSCollectionLayoutSpacing?

    init(_ size: NSCollectionLayoutSize, _ axis: UICollectionView.ScrollDirection, _ items: [NSCollectionLayoutItem], _ kind: Arrangement) {
        (self.axis, subitems, arrangement) = (axis, items, kind)
        super.init(layoutSize: size, supplementaryItems: [])
    }

    /// Items in a row, as many as fit: the subitems in turn.
    open class func horizontal(layoutSize: NSCollectionLayoutSize, subitems: [NSCollectionLayoutItem]) -> NSCollectionLayoutGroup {
        .init(layoutSize, .horizontal, subitems, .fill)
    }
    /// So many items of the same width in a row; what the item says of its width does not count.
    open class func horizontal(layoutSize: NSCollectionLayoutSize, subitem: NSCollectionLayoutItem, count: Int) -> NSCollectionLayoutGroup {
        .init(layoutSize, .horizontal, [subitem], .share(count))
    }
    /// So many items in a row, each as wide as it says.
    open class func horizontal(
        layoutSize: NSCollectionLayoutSize, repeatingSubitem subitem: NSCollectionLayoutItem, count: Int
    ) -> NSCollectionLayoutGroup { .init(layoutSize, .horizontal, [subitem], .count(count)) }
    /// Items in a column, as many as fit: the subitems in turn.
    open class func vertical(layoutSize: NSCollectionLayoutSize, subitems: [NSCollectionLayoutItem]) -> NSCollectionLayoutGroup {
        .init(layoutSize, .vertical, subitems, .fill)
    }
    /// So many items of the same height in a column; what the item says of its height does not count.
    open class func vertical(layoutSize: NSCollectionLayoutSize, subitem: NSCollectionLayoutItem, count: Int) -> NSCollectionLayoutGroup {
        .init(layoutSize, .vertical, [subitem], .share(count))
    }
    /// So many items in a column, each as high as it says.
    open class func vertical(
        layoutSize: NSCollectionLayoutSize, repeatingSubitem subitem: NSCollectionLayoutItem, count: Int
    ) -> NSCollectionLayoutGroup { .init(layoutSize, .vertical, [subitem], .count(count)) }
    /// Items where a closure says.
    open class func custom(
        layoutSize: NSCollectionLayoutSize, itemProvider: @escaping NSCollectionLayoutGroupCustomItemProvider
    ) -> NSCollectionLayoutGroup { .init(layoutSize, .horizontal, [], .custom(itemProvider)) }

    /// What lies upon the whole group.
    open override var supplementaryItems: [NSCollectionLayoutSupplementaryItem] {
        get { super.supplementaryItems }
        set { super.supplementaryItems = newValue }
    }

    override func duplicate() -> NSCollectionLayoutItem {
        let copy = take(NSCollectionLayoutGroup(layoutSize, axis, subitems, arrangement))
        (copy.interItemSpacing, copy.supplementaryItems) = (interItemSpacing, supplementaryItems)
        return copy
    }

    /// What is in it, as text of some lines.
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
