import QuartzCore

/// An effect on items: one of the behaviors below, or several behaviors combined.
@preconcurrency @MainActor open class UIDynamicBehavior: NSObject {
    @preconcurrency @MainActor public override init() { super.init() }

    /// The closure that is called at each refresh of the screen while the animator runs.
    open var action: (() -> Void)?
    /// The behaviors that are added and removed with this one.
    open private(set) var childBehaviors: [UIDynamicBehavior] = []
    /// The animator to which the behavior was added, directly or as part of another behavior.
    open internal(set) weak var dynamicAnimator: UIDynamicAnimator?

    /// Adds a child behavior and removes it from an animator to which it was added directly.
    open func addChildBehavior(_ behavior: UIDynamicBehavior) {
        guard behavior !== self, !childBehaviors.contains(where: { $0 === behavior }), !behavior.contains(self) else { return }
        behavior.dynamicAnimator?.removeBehavior(behavior)
        childBehaviors.append(behavior)
        if let dynamicAnimator { behavior.move(to: dynamicAnimator) }
        changed()
    }

    /// Removes a child behavior.
    open func removeChildBehavior(_ behavior: UIDynamicBehavior) {
        guard let index = childBehaviors.firstIndex(where: { $0 === behavior }) else { return }
        childBehaviors.remove(at: index)
        behavior.move(to: nil)
        changed()
    }

    /// Called when the behavior was added to an animator, or, with nil, before it is removed from it.
    open func willMove(to dynamicAnimator: UIDynamicAnimator?) {}

    /// The items that the behavior moves.
    var dynamicItems: [any UIDynamicItem] { [] }
    /// Applies forces to bodies for the next step.
    func apply(to world: DynamicWorld) {}
    /// Called when the behavior starts in an animator, to read the state of its items.
    func begin(in world: DynamicWorld) {}

    final func move(to animator: UIDynamicAnimator?) {
        guard animator !== dynamicAnimator else { return }
        willMove(to: animator)
        dynamicAnimator = animator
        for child in childBehaviors { child.move(to: animator) }
    }

    final func contains(_ other: UIDynamicBehavior) -> Bool { childBehaviors.contains { $0 === other || $0.contains(other) } }

    /// Calls a closure with the behavior and all its descendants.
    final func forEach(_ body: (UIDynamicBehavior) -> Void) {
        body(self)
        for child in childBehaviors { child.forEach(body) }
    }

    /// Resumes the animator, which reads the behavior's changes.
    final func changed() { dynamicAnimator?.wake() }
}

/// A list of unique items.
struct DynamicItems {
    private(set) var all: [any UIDynamicItem] = []
    init(_ items: [any UIDynamicItem] = []) { for item in items { add(item) } }
    func contains(_ item: any UIDynamicItem) -> Bool { all.contains { $0 === item } }
    mutating func add(_ item: any UIDynamicItem) { if !contains(item) { all.append(item) } }
    mutating func remove(_ item: any UIDynamicItem) { all.removeAll { $0 === item } }
}

/// A behavior that accelerates items in one direction.
@preconcurrency @MainActor open class UIGravityBehavior: UIDynamicBehavior {
    private var list: DynamicItems
    /// Creates a behavior that accelerates items downward.
    public init(items: [any UIDynamicItem]) {
        list = DynamicItems(items)
        super.init()
    }
    public convenience override init() { self.init(items: []) }

    /// The items, in the order in which they were added.
    open var items: [any UIDynamicItem] { list.all }
    /// Adds an item, unless it was already added.
    open func addItem(_ item: any UIDynamicItem) {
        list.add(item)
        changed()
    }
    /// Removes an item.
    open func removeItem(_ item: any UIDynamicItem) {
        list.remove(item)
        changed()
    }

    /// The direction and magnitude: a length of 1 is 1,000 points per second squared. The default is (0, 1).
    open var gravityDirection = CGVector(dx: 0, dy: 1) { didSet { changed() } }
    /// The direction in radians, clockwise from the positive x axis.
    open var angle: CGFloat {
        get { atan2(gravityDirection.dy, gravityDirection.dx) }
        set { setAngle(newValue, magnitude: magnitude) }
    }
    /// The magnitude. 1 is 1,000 points per second squared.
    open var magnitude: CGFloat {
        get { hypot(gravityDirection.dx, gravityDirection.dy) }
        set { setAngle(angle, magnitude: newValue) }
    }
    /// Sets the direction and magnitude. The angle is in radians, clockwise from the positive x axis.
    open func setAngle(_ angle: CGFloat, magnitude: CGFloat) {
        gravityDirection = CGVector(dx: cos(angle) * magnitude, dy: sin(angle) * magnitude)
    }

    override var dynamicItems: [any UIDynamicItem] { list.all }
    override func apply(to world: DynamicWorld) {
        let pull = SIMD2(Double(gravityDirection.dx), Double(gravityDirection.dy)) * 1000
        guard pull.isFinite else { return }
        for item in list.all { world.body(item)?.acceleration += pull }
    }
}

/// A behavior that pushes items, once or continuously.
@preconcurrency @MainActor open class UIPushBehavior: UIDynamicBehavior {
    /// The duration of a push.
    public enum Mode: Int, Sendable {
        /// Continuous.
        case continuous
        /// Once, each time the behavior becomes active.
        case instantaneous
    }

    private var list: DynamicItems
    private var offsets: [ObjectIdentifier: UIOffset] = [:]
    /// The duration of the push.
    public let mode: Mode

    /// Creates a behavior that pushes items.
    public init(items: [any UIDynamicItem], mode: Mode) {
        list = DynamicItems(items)
        self.mode = mode
        super.init()
    }

    /// The items, in the order in which they were added.
    open var items: [any UIDynamicItem] { list.all }
    /// Adds an item, unless it was already added.
    open func addItem(_ item: any UIDynamicItem) {
        list.add(item)
        changed()
    }
    /// Removes an item.
    open func removeItem(_ item: any UIDynamicItem) {
        list.remove(item)
        offsets[ObjectIdentifier(item)] = nil
        changed()
    }

    /// A Boolean value that indicates whether the behavior pushes. It is set to false after an instantaneous push.
    open var active = true { didSet { changed() } }
    /// The direction and magnitude. A length of 1 gives an item of 100 by 100 points with density 1 a velocity of 100 points per second,
    /// once or every second.
    open var pushDirection = CGVector.zero { didSet { changed() } }
    /// The direction in radians, clockwise from the positive x axis.
    open var angle: CGFloat {
        get { atan2(pushDirection.dy, pushDirection.dx) }
        set { setAngle(newValue, magnitude: magnitude) }
    }
    /// The magnitude.
    open var magnitude: CGFloat {
        get { hypot(pushDirection.dx, pushDirection.dy) }
        set { setAngle(angle, magnitude: newValue) }
    }
    /// Sets the direction and magnitude. The angle is in radians, clockwise from the positive x axis.
    open func setAngle(_ angle: CGFloat, magnitude: CGFloat) {
        pushDirection = CGVector(dx: cos(angle) * magnitude, dy: sin(angle) * magnitude)
    }
    /// Returns the point at which an item is pushed, as an offset from its center in points. A push off the center also rotates the item.
    open func targetOffsetFromCenter(for item: any UIDynamicItem) -> UIOffset { offsets[ObjectIdentifier(item)] ?? .zero }
    /// Sets the point at which an item is pushed, as an offset from its center in points.
    open func setTargetOffsetFromCenter(_ o: UIOffset, for item: any UIDynamicItem) {
        offsets[ObjectIdentifier(item)] = o
        changed()
    }

    override var dynamicItems: [any UIDynamicItem] { list.all }
    override func apply(to world: DynamicWorld) {
        let force = SIMD2(Double(pushDirection.dx), Double(pushDirection.dy)) * 100
        guard active, force.isFinite else { return }
        for item in list.all {
            guard let body = world.body(item) else { continue }
            let offset = targetOffsetFromCenter(for: item)
            let arm = body.rotated(SIMD2(Double(offset.horizontal), Double(offset.vertical)))
            if mode == .continuous {
                body.acceleration += force * body.inverseMass
                body.angularAcceleration += cross(arm, force) * body.inverseInertia
            } else {
                body.push(force, at: arm)
            }
        }
        if mode == .instantaneous { active = false }
    }
}

/// A behavior that moves an item to a point like a spring, and rotates it upright.
@preconcurrency @MainActor open class UISnapBehavior: UIDynamicBehavior {
    private let item: any UIDynamicItem
    /// The target point in the reference view, in points.
    open var snapPoint: CGPoint { didSet { changed() } }
    /// The damping, from 0 for the most oscillation to 1 for none. The default is 0.5.
    open var damping: CGFloat = 0.5 { didSet { changed() } }

    /// Creates a behavior that moves an item to a point of the reference view.
    public init(item: any UIDynamicItem, snapTo point: CGPoint) {
        self.item = item
        snapPoint = point
        super.init()
    }

    override var dynamicItems: [any UIDynamicItem] { [item] }
    override func apply(to world: DynamicWorld) {
        guard let body = world.body(item), body.inverseMass > 0, snapPoint.x.isFinite, snapPoint.y.isFinite else { return }
        // Apple documents no values. The force is that of a spring with 2.5 oscillations per second.
        let pace = 2 * Double.pi * 2.5, share = 0.3 + 0.7 * min(max(Double(damping), 0), 1)
        let way = SIMD2(Double(snapPoint.x), Double(snapPoint.y)) - body.position
        body.acceleration += way * (pace * pace) - body.velocity * (2 * share * pace)
        guard body.inverseInertia > 0 else { return }
        let turn: Double = remainder(body.angle, 2 * Double.pi)
        body.angularAcceleration -= turn * pace * pace + body.spin * 2 * share * pace
    }
}

/// A behavior with the physical properties of items: elasticity, friction, rotation and resistance. Without one, an item has Apple's
/// defaults for bodies (elasticity 0.2, friction 0.2, density 1, and a loss of a tenth of its velocity per second).
@preconcurrency @MainActor open class UIDynamicItemBehavior: UIDynamicBehavior {
    private var list: DynamicItems
    private var linear: [ObjectIdentifier: SIMD2<Double>] = [:]
    private var angular: [ObjectIdentifier: Double] = [:]

    /// Creates a behavior for items.
    public init(items: [any UIDynamicItem]) {
        list = DynamicItems(items)
        super.init()
    }
    public convenience override init() { self.init(items: []) }

    /// The items, in the order in which they were added.
    open var items: [any UIDynamicItem] { list.all }
    /// Adds an item, unless it was already added.
    open func addItem(_ item: any UIDynamicItem) {
        list.add(item)
        changed()
    }
    /// Removes an item.
    open func removeItem(_ item: any UIDynamicItem) {
        list.remove(item)
        (linear[ObjectIdentifier(item)], angular[ObjectIdentifier(item)]) = (nil, nil)
        changed()
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

    override var dynamicItems: [any UIDynamicItem] { list.all }

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
