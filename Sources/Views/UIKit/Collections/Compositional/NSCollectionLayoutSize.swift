import QuartzCore

/// A width or height in a compositional layout: a share of what it is in, points, or an estimate that the view's own size replaces.
@preconcurrency @MainActor open class NSCollectionLayoutDimension: NSObject, NSCopying {
    enum Kind { case width, height, absolute, estimated }

    let kind: Kind
    /// The share from 0 to 1, or points.
    public let dimension: CGFloat

    /// A value that is no number, or below 0, counts as 0.
    init(_ kind: Kind, _ dimension: CGFloat) {
        (self.kind, self.dimension) = (kind, dimension.isFinite ? max(0, dimension) : 0)
        super.init()
    }

    /// A share of the width of the group or section that it is in; 1 is all of it.
    open class func fractionalWidth(_ fractionalWidth: CGFloat) -> NSCollectionLayoutDimension { .init(.width, fractionalWidth) }
    /// A share of the height of the group or section that it is in; 1 is all of it.
    open class func fractionalHeight(_ fractionalHeight: CGFloat) -> NSCollectionLayoutDimension { .init(.height, fractionalHeight) }
    /// Points.
    open class func absolute(_ absoluteDimension: CGFloat) -> NSCollectionLayoutDimension { .init(.absolute, absoluteDimension) }
    /// Points that are reckoned with until the view shows and is measured: by `preferredLayoutAttributesFitting(_:)`.
    open class func estimated(_ estimatedDimension: CGFloat) -> NSCollectionLayoutDimension { .init(.estimated, estimatedDimension) }

    /// Whether it is a share of the width.
    open var isFractionalWidth: Bool { kind == .width }
    /// Whether it is a share of the height.
    open var isFractionalHeight: Bool { kind == .height }
    /// Whether it is in points.
    open var isAbsolute: Bool { kind == .absolute }
    /// Whether the view's own size replaces it.
    open var isEstimated: Bool { kind == .estimated }

    /// Itself: it never changes.
    nonisolated open func copy(with zone: NSZone? = nil) -> Any { self }

    /// Points in a container.
    func points(in container: CGSize) -> CGFloat {
        switch kind {
        case .width: dimension * max(0, container.width)
        case .height: dimension * max(0, container.height)
        case .absolute, .estimated: dimension
        }
    }
}

/// The width and height of an item, a group or a view beside items.
@preconcurrency @MainActor open class NSCollectionLayoutSize: NSObject, NSCopying {
    /// The width.
    public let widthDimension: NSCollectionLayoutDimension
    /// The height.
    public let heightDimension: NSCollectionLayoutDimension

    /// A width and a height.
    public init(widthDimension width: NSCollectionLayoutDimension, heightDimension height: NSCollectionLayoutDimension) {
        (widthDimension, heightDimension) = (width, height)
        super.init()
    }

    /// Itself: it never changes.
    nonisolated open func copy(with zone: NSZone? = nil) -> Any { self }

    /// Points in a container.
    func points(in container: CGSize) -> CGSize {
        CGSize(width: widthDimension.points(in: container), height: heightDimension.points(in: container))
    }

    /// Along which axes the view's own size counts.
    var estimated: EstimatedAxes {
        (widthDimension.isEstimated ? EstimatedAxes.width : []).union(heightDimension.isEstimated ? .height : [])
    }
}

/// Along which axes a view of a collection says itself how large it is.
struct EstimatedAxes: OptionSet {
    let rawValue: UInt8
    static let width = EstimatedAxes(rawValue: 1), height = EstimatedAxes(rawValue: 2)
}

/// Room beside an item: so many points, or what is left.
@preconcurrency @MainActor open class NSCollectionLayoutSpacing: NSObject, NSCopying {
    /// Points: all of it, or the least.
    public let spacing: CGFloat
    /// Whether it takes a part of the room that is left.
    public let isFlexibleSpacing: Bool
    /// Whether it is just so many points.
    open var isFixedSpacing: Bool { !isFlexibleSpacing }

    init(_ spacing: CGFloat, isFlexible: Bool) {
        (self.spacing, isFlexibleSpacing) = (spacing.isFinite ? spacing : 0, isFlexible)
        super.init()
    }

    /// At least so many points; what room is left is shared among all that are flexible.
    open class func flexible(_ flexibleSpacing: CGFloat) -> NSCollectionLayoutSpacing { .init(flexibleSpacing, isFlexible: true) }
    /// Just so many points.
    open class func fixed(_ fixedSpacing: CGFloat) -> NSCollectionLayoutSpacing { .init(fixedSpacing, isFlexible: false) }

    /// Itself: it never changes.
    nonisolated open func copy(with zone: NSZone? = nil) -> Any { self }
}

/// Room around an item, outside of it. Sides without a spacing have none.
@preconcurrency @MainActor open class NSCollectionLayoutEdgeSpacing: NSObject, NSCopying {
    /// Where lines begin: at the left.
    public let leading: NSCollectionLayoutSpacing?
    /// At the top.
    public let top: NSCollectionLayoutSpacing?
    /// Where lines end: at the right.
    public let trailing: NSCollectionLayoutSpacing?
    /// At the bottom.
    public let bottom: NSCollectionLayoutSpacing?

    /// Room at each side; nil for none.
    public init(
        leading: NSCollectionLayoutSpacing?, top: NSCollectionLayoutSpacing?, trailing: NSCollectionLayoutSpacing?,
        bottom: NSCollectionLayoutSpacing?
    ) {
        (self.leading, self.top, self.trailing, self.bottom) = (leading, top, trailing, bottom)
        super.init()
    }

    /// Itself: it never changes.
    nonisolated open func copy(with zone: NSZone? = nil) -> Any { self }
}

/// A place at the edge of a rectangle, for what is laid beside or upon an item.
@preconcurrency @MainActor open class NSCollectionLayoutAnchor: NSObject, NSCopying {
    /// The edges that it is at; the middle where neither of two is given.
    public let edges: NSDirectionalRectEdge
    /// How far it is moved, in points or in sizes of the view.
    public let offset: CGPoint
    /// Whether `offset` is in points.
    public let isAbsoluteOffset: Bool
    /// Whether `offset` is in sizes of the view.
    open var isFractionalOffset: Bool { !isAbsoluteOffset }

    init(_ edges: NSDirectionalRectEdge, _ offset: CGPoint, isAbsolute: Bool) {
        (self.edges, self.offset, isAbsoluteOffset) = (edges, offset, isAbsolute)
        super.init()
    }

    /// At some edges.
    public convenience init(edges: NSDirectionalRectEdge) { self.init(edges, .zero, isAbsolute: true) }
    /// At some edges, moved by points.
    public convenience init(edges: NSDirectionalRectEdge, absoluteOffset: CGPoint) { self.init(edges, absoluteOffset, isAbsolute: true) }
    /// At some edges, moved by shares of the view's size.
    public convenience init(edges: NSDirectionalRectEdge, fractionalOffset: CGPoint) {
        self.init(edges, fractionalOffset, isAbsolute: false)
    }

    /// Itself: it never changes.
    nonisolated open func copy(with zone: NSZone? = nil) -> Any { self }

    /// The point of a rectangle, without the offset.
    func point(of rectangle: CGRect) -> CGPoint {
        CGPoint(
            x: edges.contains(.leading) ? rectangle.minX : edges.contains(.trailing) ? rectangle.maxX : rectangle.midX,
            y: edges.contains(.top) ? rectangle.minY : edges.contains(.bottom) ? rectangle.maxY : rectangle.midY)
    }

    /// The offset in points, of a view of a size.
    func shift(of size: CGSize) -> CGPoint {
        isAbsoluteOffset ? offset : CGPoint(x: offset.x * size.width, y: offset.y * size.height)
    }
}
