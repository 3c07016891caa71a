import QuartzCore

/// A width or height in a compositional layout: a fraction of the container, a number of points, or an estimate that is replaced by the
/// view's measured size.
@preconcurrency @MainActor open class NSCollectionLayoutDimension: NSObject, NSCopying {
    enum Kind { case width, height, absolute, estimated }

    let kind: Kind
    /// The fraction, 0...1, or the number of points.
    public let dimension: CGFloat

    /// Negative and non-finite values are set to 0.
    init(_ kind: Kind, _ dimension: CGFloat) {
        (self.kind, self.dimension) = (kind, dimension.isFinite ? max(0, dimension) : 0)
        super.init()
    }

    /// Returns a fraction of the width of the enclosing group or section. 1 is the whole width.
    open class func fractionalWidth(_ fractionalWidth: CGFloat) -> NSCollectionLayoutDimension { .init(.width, fractionalWidth) }
    /// Returns a fraction of the height of the enclosing group or section. 1 is the whole height.
    open class func fractionalHeight(_ fractionalHeight: CGFloat) -> NSCollectionLayoutDimension { .init(.height, fractionalHeight) }
    /// Returns a number of points.
    open class func absolute(_ absoluteDimension: CGFloat) -> NSCollectionLayoutDimension { .init(.absolute, absoluteDimension) }
    /// Returns an estimate in points, which is used until the view is shown and measured by `preferredLayoutAttributesFitting(_:)`.
    open class func estimated(_ estimatedDimension: CGFloat) -> NSCollectionLayoutDimension { .init(.estimated, estimatedDimension) }

    /// A Boolean value that indicates whether the dimension is a fraction of the width.
    open var isFractionalWidth: Bool { kind == .width }
    /// A Boolean value that indicates whether the dimension is a fraction of the height.
    open var isFractionalHeight: Bool { kind == .height }
    /// A Boolean value that indicates whether the dimension is in points.
    open var isAbsolute: Bool { kind == .absolute }
    /// A Boolean value that indicates whether the dimension is replaced by the view's measured size.
    open var isEstimated: Bool { kind == .estimated }

    /// Returns the same object, because it is immutable.
    nonisolated open func copy(with zone: NSZone? = nil) -> Any { self }

    /// Returns the number of points in a container.
    func points(in container: CGSize) -> CGFloat {
        switch kind {
        case .width: dimension * max(0, container.width)
        case .height: dimension * max(0, container.height)
        case .absolute, .estimated: dimension
        }
    }
}

/// The width and height of an item, a group or a supplementary view.
@preconcurrency @MainActor open class NSCollectionLayoutSize: NSObject, NSCopying {
    /// The width.
    public let widthDimension: NSCollectionLayoutDimension
    /// The height.
    public let heightDimension: NSCollectionLayoutDimension

    /// Creates a size.
    public init(widthDimension width: NSCollectionLayoutDimension, heightDimension height: NSCollectionLayoutDimension) {
        (widthDimension, heightDimension) = (width, height)
        super.init()
    }

    /// Returns the same object, because it is immutable.
    nonisolated open func copy(with zone: NSZone? = nil) -> Any { self }

    /// Returns the size in points in a container.
    func points(in container: CGSize) -> CGSize {
        CGSize(width: widthDimension.points(in: container), height: heightDimension.points(in: container))
    }

    /// The axes along which the view measures its own size.
    var estimated: EstimatedAxes {
        (widthDimension.isEstimated ? EstimatedAxes.width : []).union(heightDimension.isEstimated ? .height : [])
    }
}

/// The axes along which a view of a collection measures its own size.
struct EstimatedAxes: OptionSet {
    let rawValue: UInt8
    static let width = EstimatedAxes(rawValue: 1), height = EstimatedAxes(rawValue: 2)
}

/// The spacing beside an item: a fixed number of points, or a share of the remaining space.
@preconcurrency @MainActor open class NSCollectionLayoutSpacing: NSObject, NSCopying {
    /// The spacing in points: exact if fixed, the minimum if flexible.
    public let spacing: CGFloat
    /// A Boolean value that indicates whether the spacing grows with the remaining space.
    public let isFlexibleSpacing: Bool
    /// A Boolean value that indicates whether the spacing is fixed.
    open var isFixedSpacing: Bool { !isFlexibleSpacing }

    init(_ spacing: CGFloat, isFlexible: Bool) {
        (self.spacing, isFlexibleSpacing) = (spacing.isFinite ? spacing : 0, isFlexible)
        super.init()
    }

    /// Returns a spacing of at least a number of points. The remaining space is divided among all flexible spacings.
    open class func flexible(_ flexibleSpacing: CGFloat) -> NSCollectionLayoutSpacing { .init(flexibleSpacing, isFlexible: true) }
    /// Returns a spacing of exactly a number of points.
    open class func fixed(_ fixedSpacing: CGFloat) -> NSCollectionLayoutSpacing { .init(fixedSpacing, isFlexible: false) }

    /// Returns the same object, because it is immutable.
    nonisolated open func copy(with zone: NSZone? = nil) -> Any { self }
}

/// The spacing around the outside of an item. Sides whose value is nil have none.
@preconcurrency @MainActor open class NSCollectionLayoutEdgeSpacing: NSObject, NSCopying {
    /// The spacing at the leading edge, which is the left one.
    public let leading: NSCollectionLayoutSpacing?
    /// The spacing at the top.
    public let top: NSCollectionLayoutSpacing?
    /// The spacing at the trailing edge, which is the right one.
    public let trailing: NSCollectionLayoutSpacing?
    /// The spacing at the bottom.
    public let bottom: NSCollectionLayoutSpacing?

    /// Creates a spacing for each side. Nil means none.
    public init(
        leading: NSCollectionLayoutSpacing?, top: NSCollectionLayoutSpacing?, trailing: NSCollectionLayoutSpacing?,
        bottom: NSCollectionLayoutSpacing?
    ) {
        (self.leading, self.top, self.trailing, self.bottom) = (leading, top, trailing, bottom)
        super.init()
    }

    /// Returns the same object, because it is immutable.
    nonisolated open func copy(with zone: NSZone? = nil) -> Any { self }
}

/// A point at the edges of a rectangle, to which views on or beside an item are aligned.
@preconcurrency @MainActor open class NSCollectionLayoutAnchor: NSObject, NSCopying {
    /// The edges of the anchor. It is centered along an axis without an edge.
    public let edges: NSDirectionalRectEdge
    /// The offset, in points or as a fraction of the view's size.
    public let offset: CGPoint
    /// A Boolean value that indicates whether `offset` is in points.
    public let isAbsoluteOffset: Bool
    /// A Boolean value that indicates whether `offset` is a fraction of the view's size.
    open var isFractionalOffset: Bool { !isAbsoluteOffset }

    init(_ edges: NSDirectionalRectEdge, _ offset: CGPoint, isAbsolute: Bool) {
        (self.edges, self.offset, isAbsoluteOffset) = (edges, offset, isAbsolute)
        super.init()
    }

    /// Creates an anchor at edges.
    public convenience init(edges: NSDirectionalRectEdge) { self.init(edges, .zero, isAbsolute: true) }
    /// Creates an anchor at edges, with an offset in points.
    public convenience init(edges: NSDirectionalRectEdge, absoluteOffset: CGPoint) { self.init(edges, absoluteOffset, isAbsolute: true) }
    /// Creates an anchor at edges, with an offset as a fraction of the view's size.
    public convenience init(edges: NSDirectionalRectEdge, fractionalOffset: CGPoint) {
        self.init(edges, fractionalOffset, isAbsolute: false)
    }

    /// Returns the same object, because it is immutable.
    nonisolated open func copy(with zone: NSZone? = nil) -> Any { self }

    /// Returns the anchor's point of a rectangle, without the offset.
    func point(of rectangle: CGRect) -> CGPoint {
        CGPoint(
            x: edges.contains(.leading) ? rectangle.minX : edges.contains(.trailing) ? rectangle.maxX : rectangle.midX,
            y: edges.contains(.top) ? rectangle.minY : edges.contains(.bottom) ? rectangle.maxY : rectangle.midY)
    }

    /// Returns the offset in points for a view with a size.
    func shift(of size: CGSize) -> CGPoint {
        isAbsoluteOffset ? offset : CGPoint(x: offset.x * size.width, y: offset.y * size.height)
    }
}
