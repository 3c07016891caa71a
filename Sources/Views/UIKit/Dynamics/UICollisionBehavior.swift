import QuartzCore

/// Hears of collisions. Every method may be left out.
@preconcurrency @MainActor public protocol UICollisionBehaviorDelegate: NSObjectProtocol {
    /// Two items touch, for the first time since they were apart. The point is in the reference view.
    func collisionBehavior(
        _ behavior: UICollisionBehavior, beganContactFor item1: any UIDynamicItem, with item2: any UIDynamicItem, at p: CGPoint)
    /// Two items no longer touch.
    func collisionBehavior(_ behavior: UICollisionBehavior, endedContactFor item1: any UIDynamicItem, with item2: any UIDynamicItem)
    /// An item touches a boundary, for the first time since it was away.
    /// - Parameter identifier: nil is the edge of the reference view.
    func collisionBehavior(
        _ behavior: UICollisionBehavior, beganContactFor item: any UIDynamicItem, withBoundaryIdentifier identifier: (any NSCopying)?,
        at p: CGPoint)
    /// An item no longer touches a boundary.
    /// - Parameter identifier: nil is the edge of the reference view.
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

/// Lets items collide with each other and with boundaries.
@preconcurrency @MainActor open class UICollisionBehavior: UIDynamicBehavior {
    /// With what items collide.
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

    /// The boundaries as the animator last read them.
    final var currentBoundaries: [Boundary] = []
    private var list: DynamicItems
    private var named: [AnyHashable: Boundary] = [:]
    private var order: [AnyHashable] = []

    /// Lets some items collide.
    public init(items: [any UIDynamicItem]) {
        list = DynamicItems(items)
        super.init()
    }
    public convenience override init() { self.init(items: []) }

    /// The items, in the order in which they were added.
    open var items: [any UIDynamicItem] { list.all }
    /// Adds an item; one that it has already stays once.
    open func addItem(_ item: any UIDynamicItem) {
        list.add(item)
        changed()
    }
    /// Takes an item out.
    open func removeItem(_ item: any UIDynamicItem) {
        list.remove(item)
        changed()
    }

    /// With what the items collide; everything at first.
    open var collisionMode = Mode.everything { didSet { changed() } }
    /// Hears of collisions; not kept.
    open weak var collisionDelegate: (any UICollisionBehaviorDelegate)?
    /// Whether the edges of the reference view, or of a collection layout's content, are a boundary.
    open var translatesReferenceBoundsIntoBoundary = false {
        didSet {
            if translatesReferenceBoundsIntoBoundary != oldValue { referenceInsets = .zero }
            changed()
        }
    }
    private var referenceInsets = UIEdgeInsets.zero
    /// The edges of the reference view, moved inwards, are a boundary.
    open func setTranslatesReferenceBoundsIntoBoundary(with insets: UIEdgeInsets) {
        translatesReferenceBoundsIntoBoundary = true
        referenceInsets = insets
        changed()
    }

    /// A path that items collide with, from both sides. Curves are lines to half a point.
    open func addBoundary(withIdentifier identifier: any NSCopying, for bezierPath: UIBezierPath) {
        let path = (bezierPath.copy() as? UIBezierPath) ?? bezierPath
        add(Boundary(identifier: identifier, path: path, lines: ConvexShape.lines(path.cgPath)))
    }
    /// A line that items collide with, from both sides.
    open func addBoundary(withIdentifier identifier: any NSCopying, from p1: CGPoint, to p2: CGPoint) {
        let path = UIBezierPath()
        path.move(to: p1)
        path.addLine(to: p2)
        add(Boundary(identifier: identifier, path: path, lines: ConvexShape.lines(path.cgPath)))
    }
    /// The path of a boundary; nil where there is none of the name.
    open func boundary(withIdentifier identifier: any NSCopying) -> UIBezierPath? { named[Self.key(identifier)]?.path }
    /// Takes a boundary away.
    open func removeBoundary(withIdentifier identifier: any NSCopying) {
        let key = Self.key(identifier)
        named[key] = nil
        order.removeAll { $0 == key }
        changed()
    }
    /// In the order in which they were added; nil for none.
    open var boundaryIdentifiers: [any NSCopying]? { order.isEmpty ? nil : order.compactMap { named[$0]?.identifier } }
    /// Takes all named boundaries away; the edges of the reference view are no such.
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

    override var dynamicItems: [any UIDynamicItem] { list.all }

    /// All that does not move.
    final func boundaries() -> [Boundary] {
        guard collisionMode.contains(.boundaries) else { return [] }
        var all = order.compactMap { named[$0] }
        if translatesReferenceBoundsIntoBoundary, let box = dynamicAnimator?.referenceBounds?.inset(by: referenceInsets), !box.isNull {
            all.append(Boundary(identifier: nil, path: nil, lines: ConvexShape.lines(CGPath(rect: box, transform: nil))))
        }
        return all
    }
}
