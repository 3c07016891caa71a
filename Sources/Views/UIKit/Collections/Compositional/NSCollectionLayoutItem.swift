import QuartzCore

/// A cell or a group of items in a compositional layout.
@preconcurrency @MainActor open class NSCollectionLayoutItem: NSObject, NSCopying {
    /// The size.
    public let layoutSize: NSCollectionLayoutSize
    private var upon: [NSCollectionLayoutSupplementaryItem]
    /// The supplementary items on the item, such as badges. It can be set only for groups.
    open internal(set) var supplementaryItems: [NSCollectionLayoutSupplementaryItem] {
        get { upon }
        set { upon = newValue }
    }
    /// The insets by which the item is smaller than its space, in points.
    open var contentInsets = NSDirectionalEdgeInsets.zero
    /// The spacing around the item's space.
    open var edgeSpacing: NSCollectionLayoutEdgeSpacing?

    /// Creates an item with a size.
    public convenience init(layoutSize: NSCollectionLayoutSize) { self.init(layoutSize: layoutSize, supplementaryItems: []) }
    /// Creates an item with a size and supplementary items.
    public init(layoutSize: NSCollectionLayoutSize, supplementaryItems: [NSCollectionLayoutSupplementaryItem]) {
        (self.layoutSize, upon) = (layoutSize, supplementaryItems)
        super.init()
    }

    /// Returns an independent copy.
    nonisolated open func copy(with zone: NSZone? = nil) -> Any {
        let copy: NSCollectionLayoutItem = MainActor.assumeIsolated { duplicate() }
        return copy
    }

    func duplicate() -> NSCollectionLayoutItem {
        take(NSCollectionLayoutItem(layoutSize: layoutSize, supplementaryItems: supplementaryItems))
    }

    final func take<Item: NSCollectionLayoutItem>(_ copy: Item) -> Item {
        (copy.contentInsets, copy.edgeSpacing) = (contentInsets, edgeSpacing)
        return copy
    }
}

/// A supplementary view on an item or a group, such as a badge.
@preconcurrency @MainActor open class NSCollectionLayoutSupplementaryItem: NSCollectionLayoutItem {
    /// The element kind that is requested from the data source.
    public let elementKind: String
    /// The anchor on the item.
    public let containerAnchor: NSCollectionLayoutAnchor
    /// The anchor on the view that is aligned with the container anchor. If nil, the same edges are aligned.
    public let itemAnchor: NSCollectionLayoutAnchor?
    /// The stacking order. Items with greater values are in front. The default is 1, in front of items.
    open var zIndex = 1

    /// - Parameters:
    ///   - elementKind: The element kind that is requested from the data source.
    ///   - containerAnchor: The anchor on the item, with which the same edges of the view are aligned.
    public convenience init(layoutSize: NSCollectionLayoutSize, elementKind: String, containerAnchor: NSCollectionLayoutAnchor) {
        self.init(layoutSize, elementKind, containerAnchor, nil)
    }
    /// - Parameters:
    ///   - elementKind: The element kind that is requested from the data source.
    ///   - containerAnchor: The anchor on the item.
    ///   - itemAnchor: The anchor on the view that is aligned with the container anchor.
    public convenience init(
        layoutSize: NSCollectionLayoutSize, elementKind: String, containerAnchor: NSCollectionLayoutAnchor,
        itemAnchor: NSCollectionLayoutAnchor
    ) { self.init(layoutSize, elementKind, containerAnchor, itemAnchor) }

    init(_ size: NSCollectionLayoutSize, _ kind: String, _ container: NSCollectionLayoutAnchor, _ item: NSCollectionLayoutAnchor?) {
        (elementKind, containerAnchor, itemAnchor) = (kind, container, item)
        super.init(layoutSize: size, supplementaryItems: [])
    }

    override func duplicate() -> NSCollectionLayoutItem {
        let copy = take(NSCollectionLayoutSupplementaryItem(layoutSize, elementKind, containerAnchor, itemAnchor))
        copy.zIndex = zIndex
        return copy
    }

    /// Returns the frame of a view with a size on a rectangle.
    final func frame(_ size: CGSize, upon rectangle: CGRect) -> CGRect {
        let place = containerAnchor.point(of: rectangle), moved = containerAnchor.shift(of: size)
        let own = (itemAnchor ?? containerAnchor).point(of: CGRect(origin: .zero, size: size)), back = itemAnchor?.shift(of: size) ?? .zero
        return CGRect(
            x: place.x + moved.x - own.x + back.x, y: place.y + moved.y - own.y + back.y, width: size.width, height: size.height)
    }
}

/// A side or corner of a rectangle.
public enum NSRectAlignment: Int, Sendable {
    case none, top, topLeading, leading, bottomLeading, bottom, bottomTrailing, trailing, topTrailing

    /// True if the alignment is at the top edge.
    var isTop: Bool { self == .top || self == .topLeading || self == .topTrailing }
    /// True if the alignment is at the bottom edge.
    var isBottom: Bool { self == .bottom || self == .bottomLeading || self == .bottomTrailing }
    /// True if the alignment is at the leading edge.
    var isLeading: Bool { self == .leading || self == .topLeading || self == .bottomLeading }
    /// True if the alignment is at the trailing edge.
    var isTrailing: Bool { self == .trailing || self == .topTrailing || self == .bottomTrailing }
}

/// A header or footer of a section, or of the whole layout.
@preconcurrency @MainActor open class NSCollectionLayoutBoundarySupplementaryItem: NSCollectionLayoutSupplementaryItem {
    /// The side of the boundary.
    public let alignment: NSRectAlignment
    /// The offset from the side, in points.
    public let offset: CGPoint
    /// A Boolean value that indicates whether the item extends the section. Otherwise it overlaps the section's items. The default is true.
    open var extendsBoundary = true
    /// A Boolean value that indicates whether the item stays at the visible edge while its section is visible. The default is false.
    open var pinToVisibleBounds = false

    /// - Parameters:
    ///   - elementKind: The element kind that is requested from the data source.
    ///   - alignment: The side of the boundary.
    public convenience init(layoutSize: NSCollectionLayoutSize, elementKind: String, alignment: NSRectAlignment) {
        self.init(layoutSize: layoutSize, elementKind: elementKind, alignment: alignment, absoluteOffset: .zero)
    }
    /// - Parameters:
    ///   - elementKind: The element kind that is requested from the data source.
    ///   - alignment: The side of the boundary.
    ///   - absoluteOffset: The offset from the side, in points.
    public init(layoutSize: NSCollectionLayoutSize, elementKind: String, alignment: NSRectAlignment, absoluteOffset: CGPoint) {
        (self.alignment, offset) = (alignment, absoluteOffset)
        super.init(layoutSize, elementKind, NSCollectionLayoutAnchor(edges: []), nil)
        zIndex = 2
    }

    override func duplicate() -> NSCollectionLayoutItem {
        let copy = take(
            NSCollectionLayoutBoundarySupplementaryItem(
                layoutSize: layoutSize, elementKind: elementKind, alignment: alignment, absoluteOffset: offset))
        (copy.extendsBoundary, copy.pinToVisibleBounds, copy.zIndex) = (extendsBoundary, pinToVisibleBounds, zIndex)
        return copy
    }
}

/// A decoration view behind a section. Its class is registered with the layout, and it has no item in the data source.
@preconcurrency @MainActor open class NSCollectionLayoutDecorationItem: NSCollectionLayoutItem {
    /// The element kind for which a class is registered.
    public let elementKind: String
    /// The stacking order. Items with greater values are in front. The default is -1, behind items.
    open var zIndex = -1

    init(_ elementKind: String) {
        self.elementKind = elementKind
        super.init(
            layoutSize: NSCollectionLayoutSize(widthDimension: .fractionalWidth(1), heightDimension: .fractionalHeight(1)),
            supplementaryItems: [])
    }

    /// Creates a background with the size of the section, including headers and footers, less `contentInsets`.
    open class func background(elementKind: String) -> NSCollectionLayoutDecorationItem { .init(elementKind) }

    override func duplicate() -> NSCollectionLayoutItem {
        let copy = take(NSCollectionLayoutDecorationItem(elementKind))
        copy.zIndex = zIndex
        return copy
    }
}
