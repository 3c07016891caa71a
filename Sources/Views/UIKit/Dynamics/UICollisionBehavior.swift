import QuartzCore

/// The methods that report collisions. All methods are optional.
@preconcurrency @MainActor public protocol UICollisionBehaviorDelegate: NSObjectProtocol {
    /// Called when two items begin to touch. The point is in the reference view.
    func collisionBehavior(
        _ behavior: UICollisionBehavior, beganContactFor item1: any UIDynamicItem, with item2: any UIDynamicItem, at p: CGPoint)
    /// Called when two items no longer touch.
    func collisionBehavior(_ behavior: UICollisionBehavior, endedContactFor item1: any UIDynamicItem, with item2: any UIDynamicItem)
    /// Called when an item begins to touch a boundary.
    /// - Parameter identifier: The boundary, or nil for the edge of the reference view.
    func collisionBehavior(
        _ behavior: UICollisionBehavior, beganContactFor item: any UIDynamicItem, withBoundaryIdentifier identifier: (any NSCopying)?,
        at p: CGPoint)
    /// Called when an item no longer touches a boundary.
    /// - Parameter identifier: The boundary, or nil for the edge of the reference view.
    func collisionBehavior(
        _ behavior: UICollisionBehavior, endedContactFor item: any UIDynamicItem, withBoundaryIdentifier identifier: (any NSCopying)?)
}

extension UICollisionBehaviorDelegate {
    /// Does nothing.
    public func collisionBehavior(
        _ behavior: UICollisionBehavior, beganContactFor item1: any UIDynamicItem, with item2: any UIDynamicItem, at p: CGPoint
    ) {}
    /// Does nothing.
    public func collisionBehavior(
        _ behavior: UICollisionBehavior, endedContactFor item1: any UIDynamicItem, with item2: any UIDynamicItem
    ) {}
    /// Does nothing.
    public func collisionBehavior(
        _ behavior: UICollisionBehavior, beganContactFor item: any UIDynamicItem, withBoundaryIdentifier identifier: (any NSCopying)?,
        at p: CGPoint
    ) {}
    /// Does nothing.
    public func collisionBehavior(
        _ behavior: UICollisionBehavior, endedContactFor item: any UIDynamicItem, withBoundaryIdentifier identifier: (any NSCopying)?
    ) {}
}

/// A behavior that makes items collide with each other and with boundaries.
@preconcurrency @MainActor open class UICollisionBehavior: UIDynamicBehavior {
    /// The kinds of objects with which items collide.
    public struct Mode: OptionSet, Hashable, Sendable {
        public let rawValue: UInt
        public init(rawValue: UInt) { self.rawValue = rawValue }
        public static let items = Mode(rawValue: 1)
        public static let boundaries = Mode(rawValue: 2)
        public static let everything = Mode(rawValue: .max)
    }

    struct Boundary {
        var identifier: (any NSCopying)?
        var path: UIBezierPath?
        var lines: [[SIMD2<Double>]]
    }

    /// The boundaries when the animator last read them.
    final var currentBoundaries: [Boundary] = []
    private var named: [AnyHashable: Boundary] = [:]
    private var order: [AnyHashable] = []

    /// Creates a behavior for items.
    public init(items: [any UIDynamicItem]) {
        super.init()
        list = DynamicItems(items)
    }
    public convenience override init() { self.init(items: []) }

    /// The items, in the order in which they were added.
    open var items: [any UIDynamicItem] { list.all }
    /// Adds an item, unless it was already added.
    open func addItem(_ item: any UIDynamicItem) { add(item) }
    /// Removes an item.
    open func removeItem(_ item: any UIDynamicItem) { remove(item) }

    /// The kinds of objects with which items collide. The default is everything.
    open var collisionMode = Mode.everything { didSet { changed() } }
    /// The delegate, which receives reports of collisions. It isn't retained.
    open weak var collisionDelegate: (any UICollisionBehaviorDelegate)?
    /// A Boolean value that indicates whether the edges of the reference view, or of a collection layout's content, are a boundary.
    open var translatesReferenceBoundsIntoBoundary = false {
        didSet {
            if translatesReferenceBoundsIntoBoundary != oldValue { referenceInsets = .zero }
            changed()
        }
    }
    private var referenceInsets = UIEdgeInsets.zero
    /// Makes the edges of the reference view, inset by a distance, a boundary.
    open func setTranslatesReferenceBoundsIntoBoundary(with insets: UIEdgeInsets) {
        translatesReferenceBoundsIntoBoundary = true
        referenceInsets = insets
        changed()
    }

    /// Adds a path as a boundary, on both sides. Curves are flattened to within half a point.
    open func addBoundary(withIdentifier identifier: any NSCopying, for bezierPath: UIBezierPath) {
        let path = (bezierPath.copy() as? UIBezierPath) ?? bezierPath
        add(Boundary(identifier: identifier, path: path, lines: ConvexShape.lines(path.cgPath)))
    }
    /// Adds a line as a boundary, on both sides.
    open func addBoundary(withIdentifier identifier: any NSCopying, from p1: CGPoint, to p2: CGPoint) {
        let path = UIBezierPath()
        path.move(to: p1)
        path.addLine(to: p2)
        add(Boundary(identifier: identifier, path: path, lines: ConvexShape.lines(path.cgPath)))
    }
    /// Returns the path of a boundary, or nil if there is no such boundary.
    open func boundary(withIdentifier identifier: any NSCopying) -> UIBezierPath? { named[Self.key(identifier)]?.path }
    /// Removes a boundary.
    open func removeBoundary(withIdentifier identifier: any NSCopying) {
        let key = Self.key(identifier)
        named[key] = nil
        order.removeAll { $0 == key }
        changed()
    }
    /// The identifiers of the boundaries in the order in which they were added, or nil if there are none.
    open var boundaryIdentifiers: [any NSCopying]? { order.isEmpty ? nil : order.compactMap { named[$0]?.identifier } }
    /// Removes all boundaries with identifiers. The edges of the reference view aren't among these.
    open func removeAllBoundaries() {
        (named, order) = ([:], [])
        changed()
    }

    private func add(_ boundary: Boundary) {
        guard let identifier = boundary.identifier else { return }
        let key = Self.key(identifier)
        if named.updateValue(boundary, forKey: key) == nil { order.append(key) }
        changed()
    }

    private static func key(_ identifier: any NSCopying) -> AnyHashable {
        (identifier as? NSObject).map { AnyHashable($0) } ?? AnyHashable(ObjectIdentifier(identifier as AnyObject))
    }

    /// Returns all boundaries.
    final func boundaries() -> [Boundary] {
        guard collisionMode.contains(.boundaries) else { return [] }
        var all = order.compactMap { named[$0] }
        if translatesReferenceBoundsIntoBoundary, let box = dynamicAnimator?.referenceBounds?.inset(by: referenceInsets), !box.isNull {
            all.append(Boundary(identifier: nil, path: nil, lines: ConvexShape.lines(CGPath(rect: box, transform: nil))))
        }
        return all
    }
}
