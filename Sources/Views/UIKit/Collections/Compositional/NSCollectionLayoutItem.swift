import QuartzCore

/// One cell of a compositional layout, or a group of some.
@preconcurrency @MainActor open class NSCollectionLayoutItem: NSObject, NSCopying {
    /// How large it is.
    public let layoutSize: NSCollectionLayoutSize
    private var upon: [NSCollectionLayoutSupplementaryItem]
    /// What lies upon it, as a badge. Of a group it can be set.
    open internal(set) var supplementaryItems: [NSCollectionLayoutSupplementaryItem] {
        get { upon }
        set { upon = newValue }
    }
    /// Points that it is smaller than its place.
    open var contentInsets = NSDirectionalEdgeInsets.zero
    /// Room around its place.
    open var edgeSpacing: NSCollectionLayoutEdgeSpacing?

    /// An item of a size.
    public convenience init(layoutSize: NSCollectionLayoutSize) { self.init(layoutSize: layoutSize, supplementaryItems: []) }
    /// An item of a size, with what lies upon it.
    public init(layoutSize: NSCollectionLayoutSize, supplementaryItems: [NSCollectionLayoutSupplementaryItem]) {
        (self.layoutSize, upon) = (layoutSize, supplementaryItems)
        super.init()
    }

    /// A copy, of which a change does not change this one.
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

/// A view that lies upon an item or a group, as a badge.
@preconcurrency @MainActor open class NSCollectionLayoutSupplementaryItem: NSCollectionLayoutItem {
    /// The kind that the data source is asked for.
    public let elementKind: String
    /// The place on what it lies upon.
    public let containerAnchor: NSCollectionLayoutAnchor
    /// The place on the view that comes to that; nil for the same edges.
    public let itemAnchor: NSCollectionLayoutAnchor?
    /// Which lies in front where two overlap: the greater. 1, before items, by default.
    open var zIndex = 1

    /// - Parameters:
    ///   - elementKind: what the data source is asked for.
    ///   - containerAnchor: the place on the item; the view's same edges come there.
    public convenience init(layoutSize: NSCollectionLayoutSize, elementKind: String, containerAnchor: NSCollectionLayoutAnchor) {
        self.init(layoutSize, elementKind, containerAnchor, nil)
    }
    /// - Parameters:
    ///   - elementKind: what the data source is asked for.
    ///   - containerAnchor: the place on the item.
    ///   - itemAnchor: the place on the view that comes to it.
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

    /// Where a view of a size stands upon a rectangle.
    final func frame(_ size: CGSize, upon rectangle: CGRect) -> CGRect {
        let place = containerAnchor.point(of: rectangle), moved = containerAnchor.shift(of: size)
        let own = (itemAnchor ?? containerAnchor).point(of: CGRect(origin: .zero, size: size)), back = itemAnchor?.shift(of: size) ?? .zero
        return CGRect(
            x: place.x + moved.x - own.x + back.x, y: place.y + moved.y - own.y + back.y, width: size.width, height: size.height)
    }
}

/// Which side or corner of a rectangle.
public enum NSRectAlignment: Int, Sendable {
    case none, top, topLeading, leading, bottomLeading, bottom, bottomTrailing, trailing, topTrailing

    /// Whether it is at the upper edge.
    var isTop: Bool { self == .top || self == .topLeading || self == .topTrailing }
    /// Whether it is at the lower edge.
    var isBottom: Bool { self == .bottom || self == .bottomLeading || self == .bottomTrailing }
    /// Whether it is at the edge where lines begin.
    var isLeading: Bool { self == .leading || self == .topLeading || self == .bottomLeading }
    /// Whether it is at the edge where lines end.
    var isTrailing: Bool { self == .trailing || self == .topTrailing || self == .bottomTrailing }
}

/// A header or footer of a section, or of the whole layout.
@preconcurrency @MainActor open class NSCollectionLayoutBoundarySupplementaryItem: NSCollectionLayoutSupplementaryItem {
    /// At which side it is.
    public let alignment: NSRectAlignment
    /// Points that it is moved from there.
    public let offset: CGPoint
    /// Whether the section grows by it; else it lies upon the section's items. True by default.
    open var extendsBoundary = true
    /// Whether it stays at the edge while its section shows. False by default.
    open var pinToVisibleBounds = false

    /// - Parameters:
    ///   - elementKind: what the data source is asked for.
    ///   - alignment: at which side it is.
    public convenience init(layoutSize: NSCollectionLayoutSize, elementKind: String, alignment: NSRectAlignment) {
        self.init(layoutSize: layoutSize, elementKind: elementKind, alignment: alignment, absoluteOffset: .zero)
    }
    /// - Parameters:
    ///   - elementKind: what the data source is asked for.
    ///   - alignment: at which side it is.
    ///   - absoluteOffset: points that it is moved from there.
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

/// A view behind a section that only the layout has; its class is registered with the layout.
@preconcurrency @MainActor open class NSCollectionLayoutDecorationItem: NSCollectionLayoutItem {
    /// The kind that a class is registered for.
    public let elementKind: String
    /// Which lies in front where two overlap: the greater. -1, behind items, by default.
    open var zIndex = -1

    init(_ elementKind: String) {
        self.elementKind = elementKind
        super.init(
            layoutSize: NSCollectionLayoutSize(widthDimension: .fractionalWidth(1), heightDimension: .fractionalHeight(1)),
            supplementaryItems: [])
    }

    /// A view as large as the section, with its headers and footers, less `contentInsets`.
    open class func background(elementKind: String) -> NSCollectionLayoutDecorationItem { .init(elementKind) }

    override func duplicate() -> NSCollectionLayoutItem {
        let copy = take(NSCollectionLayoutDecorationItem(elementKind))
        copy.zIndex = zIndex
        return copy
    }
}
