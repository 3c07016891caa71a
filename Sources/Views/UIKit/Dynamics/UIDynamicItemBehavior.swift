import QuartzCore

/// A behavior with the physical properties of items: elasticity, friction, rotation and resistance. Without one, an item has Apple's
/// defaults for bodies (elasticity 0.2, friction 0.2, density 1, and a loss of a tenth of its velocity per second).
@preconcurrency @MainActor open class UIDynamicItemBehavior: UIDynamicBehavior {
    private var linear: [ObjectIdentifier: SIMD2<Double>] = [:]
    private var angular: [ObjectIdentifier: Double] = [:]

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
    open func removeItem(_ item: any UIDynamicItem) {
        (linear[ObjectIdentifier(item)], angular[ObjectIdentifier(item)]) = (nil, nil)
        remove(item)
    }

    /// The fraction of the velocity that remains after a collision, 0...1.
    open var elasticity: CGFloat = 0 { didSet { changed() } }
    /// The friction between items. With 0 they slide freely.
    open var friction: CGFloat = 0 { didSet { changed() } }
    /// The mass relative to the size. With 1, 100 by 100 points have a mass of 1.
    open var density: CGFloat = 1 { didSet { changed() } }
    /// The fraction of the velocity that is lost per second. 0 means none.
    open var resistance: CGFloat = 0 { didSet { changed() } }
    /// The fraction of the angular velocity that is lost per second. 0 means none.
    open var angularResistance: CGFloat = 0 { didSet { changed() } }
    /// A Boolean value that indicates whether collisions and forces rotate items.
    open var allowsRotation = true { didSet { changed() } }
    /// A Boolean value that indicates whether items keep their positions while others collide with them.
    open var isAnchored = false { didSet { changed() } }

    /// Returns the velocity of an item, in points per second.
    open func linearVelocity(for item: any UIDynamicItem) -> CGPoint {
        let speed = dynamicAnimator?.body(item)?.velocity ?? linear[ObjectIdentifier(item)] ?? .zero
        return CGPoint(x: speed.x, y: speed.y)
    }
    /// Adds to the velocity of an item.
    /// - Parameter velocity: The additional velocity, in points per second.
    open func addLinearVelocity(_ velocity: CGPoint, for item: any UIDynamicItem) {
        let more = SIMD2(Double(velocity.x), Double(velocity.y))
        guard list.contains(item), more.isFinite else { return }
        if let body = dynamicAnimator?.body(item) { body.velocity += more } else { linear[ObjectIdentifier(item), default: .zero] += more }
        changed()
    }
    /// Returns the angular velocity of an item, in radians per second.
    open func angularVelocity(for item: any UIDynamicItem) -> CGFloat {
        CGFloat(dynamicAnimator?.body(item)?.spin ?? angular[ObjectIdentifier(item)] ?? 0)
    }
    /// Adds to the angular velocity of an item.
    /// - Parameter velocity: The additional angular velocity, in radians per second.
    open func addAngularVelocity(_ velocity: CGFloat, for item: any UIDynamicItem) {
        guard list.contains(item), velocity.isFinite else { return }
        if let body = dynamicAnimator?.body(item) {
            body.spin += Double(velocity)
        } else {
            angular[ObjectIdentifier(item), default: 0] += Double(velocity)
        }
        changed()
    }

    /// Applies the velocities that were added before the behavior was added to an animator.
    override func begin(in world: DynamicWorld) {
        for item in list.all {
            guard let body = world.body(item) else { continue }
            let key = ObjectIdentifier(item)
            body.velocity += linear.removeValue(forKey: key) ?? .zero
            body.spin += angular.removeValue(forKey: key) ?? 0
        }
    }

    /// The material of the items.
    final var material: DynamicMaterial {
        func number(_ value: CGFloat, _ upper: Double = .greatestFiniteMagnitude) -> Double {
            value.isFinite ? min(max(Double(value), 0), upper) : 0
        }
        return DynamicMaterial(
            elasticity: number(elasticity, 1), friction: number(friction), density: number(density), resistance: number(resistance),
            angularResistance: number(angularResistance), allowsRotation: allowsRotation, isAnchored: isAnchored)
    }
}
