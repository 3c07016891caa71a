import QuartzCore

/// The shape of a dynamic item in collisions.
public enum UIDynamicItemCollisionBoundsType: UInt, Sendable {
    /// The bounds.
    case rectangle
    /// The ellipse in the bounds, as a polygon with 24 corners.
    case ellipse
    /// The `collisionBoundingPath`.
    case path
}

/// An object that a dynamic animator can move: a view, the attributes of a collection layout, or an application's own object.
@preconcurrency @MainActor public protocol UIDynamicItem: NSObjectProtocol {
    /// The center in the coordinates of the animator's reference view, in points.
    var center: CGPoint { get set }
    /// The bounds, in points. The size determines the mass.
    var bounds: CGRect { get }
    /// The transform. The animator adds a rotation to the transform that the item had when it was added.
    var transform: CGAffineTransform { get set }
    /// The collision shape. The default is `rectangle`.
    var collisionBoundsType: UIDynamicItemCollisionBoundsType { get }
    /// The collision shape for the type `path`, in points relative to the item's center. A path that isn't convex is replaced by its convex
    /// hull.
    var collisionBoundingPath: UIBezierPath { get }
}

extension UIDynamicItem {
    /// The type `rectangle`.
    public var collisionBoundsType: UIDynamicItemCollisionBoundsType { .rectangle }
    /// An empty path, which isn't used for rectangles and ellipses.
    public var collisionBoundingPath: UIBezierPath { UIBezierPath() }
}

extension UIView: UIDynamicItem {}
extension UICollectionViewLayoutAttributes: UIDynamicItem {}

/// A group of items that move as one.
@preconcurrency @MainActor open class UIDynamicItemGroup: NSObject, UIDynamicItem {
    /// The items.
    public let items: [any UIDynamicItem]
    private var places: [(offset: CGPoint, transform: CGAffineTransform)]
    private var place: CGPoint
    private let size: CGSize

    /// Creates a group of items with their current positions. Groups can't be nested and are left out.
    public init(items: [any UIDynamicItem]) {
        let items = items.filter { !($0 is UIDynamicItemGroup) }
        let box = items.reduce(CGRect.null) { $0.union($1.dynamicFrame) }
        let middle = box.isNull ? .zero : CGPoint(x: box.midX, y: box.midY)
        (self.items, place, size) = (items, middle, box.isNull ? .zero : box.size)
        places = items.map { (CGPoint(x: $0.center.x - middle.x, y: $0.center.y - middle.y), $0.transform) }
        super.init()
    }

    /// The center of the group, in points. Setting it moves all items.
    open var center: CGPoint {
        get { place }
        set {
            place = newValue
            spread()
        }
    }
    /// The size of the group when it was created.
    open var bounds: CGRect { CGRect(origin: .zero, size: size) }
    /// The rotation of the group. Setting it moves and rotates all items.
    open var transform = CGAffineTransform.identity { didSet { spread() } }
    /// The type `path`.
    open var collisionBoundsType: UIDynamicItemCollisionBoundsType { .path }
    /// The rectangles of the items, relative to the center.
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
    /// The frame without rotation.
    var dynamicFrame: CGRect {
        let size = bounds.size
        return CGRect(x: center.x - size.width / 2, y: center.y - size.height / 2, width: size.width, height: size.height)
    }
}
