import QuartzCore

/// The shape that a dynamic item has in collisions.
public enum UIDynamicItemCollisionBoundsType: UInt, Sendable {
    /// Its bounds.
    case rectangle
    /// The ellipse in its bounds; here a polygon of 24 corners.
    case ellipse
    /// Its `collisionBoundingPath`.
    case path
}

/// What a dynamic animator can move: views, attributes of collection layouts, and what a program makes.
@preconcurrency @MainActor public protocol UIDynamicItem: NSObjectProtocol {
    /// Points, in the coordinates of the animator's reference view.
    var center: CGPoint { get set }
    /// Points. Its size decides the mass.
    var bounds: CGRect { get }
    /// The animator writes a rotation after what the transform was when it first saw the item.
    var transform: CGAffineTransform { get set }
    /// The shape that collides; `rectangle` by default.
    var collisionBoundsType: UIDynamicItemCollisionBoundsType { get }
    /// The shape where the type is `path`: points about the item's centre. What is not convex counts as its convex hull.
    var collisionBoundingPath: UIBezierPath { get }
}

extension UIDynamicItem {
    /// A rectangle.
    public var collisionBoundsType: UIDynamicItemCollisionBoundsType { .rectangle }
    /// An empty path: not asked for rectangles and ellipses.
    public var collisionBoundingPath: UIBezierPath { UIBezierPath() }
}

extension UIView: UIDynamicItem {}
extension UICollectionViewLayoutAttributes: UIDynamicItem {}

/// Several items that move as one.
@preconcurrency @MainActor open class UIDynamicItemGroup: NSObject, UIDynamicItem {
    /// The items.
    public let items: [any UIDynamicItem]
    private var places: [(offset: CGPoint, transform: CGAffineTransform)]
    private var place: CGPoint
    private let size: CGSize

    /// A group of items as they stand; groups can't be in groups, and are left out.
    public init(items: [any UIDynamicItem]) {
        let items = items.filter { !($0 is UIDynamicItemGroup) }
        let box = items.reduce(CGRect.null) { $0.union($1.dynamicFrame) }
        let middle = box.isNull ? .zero : CGPoint(x: box.midX, y: box.midY)
        (self.items, place, size) = (items, middle, box.isNull ? .zero : box.size)
        places = items.map { (CGPoint(x: $0.center.x - middle.x, y: $0.center.y - middle.y), $0.transform) }
        super.init()
    }

    /// The middle of the group, in points; setting it moves all items.
    open var center: CGPoint {
        get { place }
        set {
            place = newValue
            spread()
        }
    }
    /// The size of the group when it was made.
    open var bounds: CGRect { CGRect(origin: .zero, size: size) }
    /// The rotation of the group; setting it moves and turns all items.
    open var transform = CGAffineTransform.identity { didSet { spread() } }
    /// A path.
    open var collisionBoundsType: UIDynamicItemCollisionBoundsType { .path }
    /// The rectangles of the items, about the middle.
    open var collisionBoundingPath: UIBezierPath {
        let path = UIBezierPath()
        for (item, place) in zip(items, places) {
            let size = item.bounds.size
            let move = place.transform.concatenating(CGAffineTransform(translationX: place.offset.x, y: place.offset.y))
            let box = UIBezierPath(rect: CGRect(x: -size.width / 2, y: -size.height / 2, width: size.width, height: size.height))
            box.apply(move)
            path.append(box)
        }
        return path
    }

    private func spread() {
        for (item, old) in zip(items, places) {
            let offset = old.offset.applying(transform)
            item.center = CGPoint(x: place.x + offset.x, y: place.y + offset.y)
            item.transform = old.transform.concatenating(transform)
        }
    }
}

extension UIDynamicItem {
    /// Its rectangle without rotation.
    var dynamicFrame: CGRect {
        let size = bounds.size
        return CGRect(x: center.x - size.width / 2, y: center.y - size.height / 2, width: size.width, height: size.height)
    }
}
