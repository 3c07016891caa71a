import QuartzCore

/// Something that moves items: one of the behaviours below, or several as one.
@preconcurrency @MainActor open class UIDynamicBehavior: NSObject {
    @preconcurrency @MainActor public override init() { super.init() }

    /// Called at each refresh of the screen while the animator runs.
    open var action: (() -> Void)?
    /// Behaviours that come and go with this one.
    open private(set) var childBehaviors: [UIDynamicBehavior] = []
    /// The animator that it was added to, itself or in another behaviour.
    open internal(set) weak var dynamicAnimator: UIDynamicAnimator?

    /// Adds a behaviour to it; out of the animator that had it alone.
    open func addChildBehavior(_ behavior: UIDynamicBehavior) {
        guard behavior !== self, !childBehaviors.contains(where: { $0 === behavior }), !behavior.contains(self) else { return }
        behavior.dynamicAnimator?.removeBehavior(behavior)
        childBehaviors.append(behavior)
        if let dynamicAnimator { behavior.move(to: dynamicAnimator) }
        changed()
    }

    /// Takes a behaviour out of it.
    open func removeChildBehavior(_ behavior: UIDynamicBehavior) {
        guard let index = childBehaviors.firstIndex(where: { $0 === behavior }) else { return }
        childBehaviors.remove(at: index)
        behavior.move(to: nil)
        changed()
    }

    /// It was added to an animator, or with nil is about to leave it.
    open func willMove(to dynamicAnimator: UIDynamicAnimator?) {}

    /// The items that it moves.
    var dynamicItems: [any UIDynamicItem] { [] }
    /// Forces on bodies for the next step.
    func apply(to world: DynamicWorld) {}
    /// It has come to an animator: now is the time to read how items stand.
    func begin(in world: DynamicWorld) {}

    final func move(to animator: UIDynamicAnimator?) {
        guard animator !== dynamicAnimator else { return }
        willMove(to: animator)
        dynamicAnimator = animator
        for child in childBehaviors { child.move(to: animator) }
    }

    final func contains(_ other: UIDynamicBehavior) -> Bool { childBehaviors.contains { $0 === other || $0.contains(other) } }

    /// It and all in it.
    final func forEach(_ body: (UIDynamicBehavior) -> Void) {
        body(self)
        for child in childBehaviors { child.forEach(body) }
    }

    /// Its animator goes on: what it knew no longer holds.
    final func changed() { dynamicAnimator?.wake() }
}

/// A list of items, each once.
struct DynamicItems {
    private(set) var all: [any UIDynamicItem] = []
    init(_ items: [any UIDynamicItem] = []) { for item in items { add(item) } }
    func contains(_ item: any UIDynamicItem) -> Bool { all.contains { $0 === item } }
    mutating func add(_ item: any UIDynamicItem) { if !contains(item) { all.append(item) } }
    mutating func remove(_ item: any UIDynamicItem) { all.removeAll { $0 === item } }
}

/// Pulls items in one direction.
@preconcurrency @MainActor open class UIGravityBehavior: UIDynamicBehavior {
    private var list: DynamicItems
    /// Pulls some items downwards.
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

    /// Where to, and how strongly: a length of 1 is 1,000 points a second, each second. (0, 1) at first.
    open var gravityDirection = CGVector(dx: 0, dy: 1) { didSet { changed() } }
    /// The direction in radians, clockwise from the right.
    open var angle: CGFloat {
        get { atan2(gravityDirection.dy, gravityDirection.dx) }
        set { setAngle(newValue, magnitude: magnitude) }
    }
    /// How strongly; 1 is 1,000 points a second, each second.
    open var magnitude: CGFloat {
        get { hypot(gravityDirection.dx, gravityDirection.dy) }
        set { setAngle(angle, magnitude: newValue) }
    }
    /// Direction and strength at once: radians, clockwise from the right.
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

/// Pushes items, once or all the time.
@preconcurrency @MainActor open class UIPushBehavior: UIDynamicBehavior {
    /// How long it pushes.
    public enum Mode: Int, Sendable {
        /// All the time.
        case continuous
        /// Once, whenever it becomes active.
        case instantaneous
    }

    private var list: DynamicItems
    private var offsets: [ObjectIdentifier: UIOffset] = [:]
    /// How long it pushes.
    public let mode: Mode

    /// Pushes some items.
    public init(items: [any UIDynamicItem], mode: Mode) {
        list = DynamicItems(items)
        self.mode = mode
        super.init()
    }

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
        offsets[ObjectIdentifier(item)] = nil
        changed()
    }

    /// Whether it pushes. An instantaneous push ends with false.
    open var active = true { didSet { changed() } }
    /// Where to, and how strongly: a length of 1 gives an item of 100 by 100 points and density 1 a speed of 100 points a second, at once
    /// or each second.
    open var pushDirection = CGVector.zero { didSet { changed() } }
    /// The direction in radians, clockwise from the right.
    open var angle: CGFloat {
        get { atan2(pushDirection.dy, pushDirection.dx) }
        set { setAngle(newValue, magnitude: magnitude) }
    }
    /// How strongly.
    open var magnitude: CGFloat {
        get { hypot(pushDirection.dx, pushDirection.dy) }
        set { setAngle(angle, magnitude: newValue) }
    }
    /// Direction and strength at once: radians, clockwise from the right.
    open func setAngle(_ angle: CGFloat, magnitude: CGFloat) {
        pushDirection = CGVector(dx: cos(angle) * magnitude, dy: sin(angle) * magnitude)
    }
    /// Where it pushes an item: points from its centre. Beside the centre it turns the item, too.
    open func targetOffsetFromCenter(for item: any UIDynamicItem) -> UIOffset { offsets[ObjectIdentifier(item)] ?? .zero }
    /// Where it pushes an item: points from its centre.
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

/// Draws an item to a point as a spring would, and upright.
@preconcurrency @MainActor open class UISnapBehavior: UIDynamicBehavior {
    private let item: any UIDynamicItem
    /// Where to: points of the reference view.
    open var snapPoint: CGPoint { didSet { changed() } }
    /// From 0, which swings most, to 1, which does not. 0.5 at first.
    open var damping: CGFloat = 0.5 { didSet { changed() } }

    /// Draws an item to a point of the reference view.
    public init(item: any UIDynamicItem, snapTo point: CGPoint) {
        self.item = item
        snapPoint = point
        super.init()
    }

    override var dynamicItems: [any UIDynamicItem] { [item] }
    override func apply(to world: DynamicWorld) {
        guard let body = world.body(item), body.inverseMass > 0, snapPoint.x.isFinite, snapPoint.y.isFinite else { return }
        // Apple documents no figures: the pull of a spring with 2.5 swings a second.
        let pace = 2 * Double.pi * 2.5, share = 0.3 + 0.7 * min(max(Double(damping), 0), 1)
        let way = SIMD2(Double(snapPoint.x), Double(snapPoint.y)) - body.position
        body.acceleration += way * (pace * pace) - body.velocity * (2 * share * pace)
        guard body.inverseInertia > 0 else { return }
        let turn: Double = remainder(body.angle, 2 * Double.pi)
        body.angularAcceleration -= turn * pace * pace + body.spin * 2 * share * pace
    }
}

/// How items behave: how they bounce, slide, turn, and lose speed. Without one an item has Apple's defaults of bodies (bounces by 0.2, rubs
/// by 0.2, density 1, loses a tenth of its speed a second).
@preconcurrency @MainActor open class UIDynamicItemBehavior: UIDynamicBehavior {
    private var list: DynamicItems
    private var linear: [ObjectIdentifier: SIMD2<Double>] = [:]
    private var angular: [ObjectIdentifier: Double] = [:]

    /// What some items are like.
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
        (linear[ObjectIdentifier(item)], angular[ObjectIdentifier(item)]) = (nil, nil)
        changed()
    }

    /// How much speed a collision leaves: from 0 to 1.
    open var elasticity: CGFloat = 0 { didSet { changed() } }
    /// How items rub against each other: 0 slides.
    open var friction: CGFloat = 0 { didSet { changed() } }
    /// Mass for its size; 1 makes 100 by 100 points a mass of 1.
    open var density: CGFloat = 1 { didSet { changed() } }
    /// How quickly moving ends: the share of speed lost a second, 0 for none.
    open var resistance: CGFloat = 0 { didSet { changed() } }
    /// How quickly turning ends: the share lost a second, 0 for none.
    open var angularResistance: CGFloat = 0 { didSet { changed() } }
    /// Whether collisions and forces turn items.
    open var allowsRotation = true { didSet { changed() } }
    /// Whether items stay where they are, and others collide with them.
    open var isAnchored = false { didSet { changed() } }

    /// Points a second.
    open func linearVelocity(for item: any UIDynamicItem) -> CGPoint {
        let speed = dynamicAnimator?.body(item)?.velocity ?? linear[ObjectIdentifier(item)] ?? .zero
        return CGPoint(x: speed.x, y: speed.y)
    }
    /// - Parameter velocity: points a second, in addition to what the item has.
    open func addLinearVelocity(_ velocity: CGPoint, for item: any UIDynamicItem) {
        let more = SIMD2(Double(velocity.x), Double(velocity.y))
        guard list.contains(item), more.isFinite else { return }
        if let body = dynamicAnimator?.body(item) { body.velocity += more } else { linear[ObjectIdentifier(item), default: .zero] += more }
        changed()
    }
    /// Radians a second.
    open func angularVelocity(for item: any UIDynamicItem) -> CGFloat {
        CGFloat(dynamicAnimator?.body(item)?.spin ?? angular[ObjectIdentifier(item)] ?? 0)
    }
    /// - Parameter velocity: radians a second, in addition to what the item has.
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

    /// Speeds that were asked for before it came to an animator.
    override func begin(in world: DynamicWorld) {
        for item in list.all {
            guard let body = world.body(item) else { continue }
            let key = ObjectIdentifier(item)
            body.velocity += linear.removeValue(forKey: key) ?? .zero
            body.spin += angular.removeValue(forKey: key) ?? 0
        }
    }

    /// What the items are made of.
    final var material: DynamicMaterial {
        func number(_ value: CGFloat, _ upper: Double = .greatestFiniteMagnitude) -> Double {
            value.isFinite ? min(max(Double(value), 0), upper) : 0
        }
        return DynamicMaterial(
            elasticity: number(elasticity, 1), friction: number(friction), density: number(density), resistance: number(resistance),
            angularResistance: number(angularResistance), allowsRotation: allowsRotation, isAnchored: isAnchored)
    }
}
