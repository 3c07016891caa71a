import QuartzCore

/// A behavior that pushes items, once or continuously.
@preconcurrency @MainActor open class UIPushBehavior: UIDynamicBehavior {
    /// The duration of a push.
    public enum Mode: Int, Sendable {
        /// Continuous.
        case continuous
        /// Once, each time the behavior becomes active.
        case instantaneous
    }

    private var offsets: [ObjectIdentifier: UIOffset] = [:]
    /// The duration of the push.
    public let mode: Mode

    /// Creates a behavior that pushes items.
    public init(items: [any UIDynamicItem], mode: Mode) {
        self.mode = mode
        super.init()
        list = DynamicItems(items)
    }

    /// The items, in the order in which they were added.
    open var items: [any UIDynamicItem] { list.all }
    /// Adds an item, unless it was already added.
    open func addItem(_ item: any UIDynamicItem) { add(item) }
    /// Removes an item.
    open func removeItem(_ item: any UIDynamicItem) {
        offsets[ObjectIdentifier(item)] = nil
        remove(item)
    }

    /// A Boolean value that indicates whether the behavior pushes. It is set to false after an instantaneous push.
    open var active = true { didSet { changed() } }
    /// The direction and magnitude. A length of 1 gives an item of 100 by 100 points with density 1 a velocity of 100 points per second,
    /// once or every second.
    open var pushDirection = CGVector.zero { didSet { changed() } }
    /// The direction in radians, clockwise from the positive x axis.
    open var angle: CGFloat {
        get { pushDirection.angle }
        set { setAngle(newValue, magnitude: magnitude) }
    }
    /// The magnitude.
    open var magnitude: CGFloat {
        get { pushDirection.magnitude }
        set { setAngle(angle, magnitude: newValue) }
    }
    /// Sets the direction and magnitude. The angle is in radians, clockwise from the positive x axis.
    open func setAngle(_ angle: CGFloat, magnitude: CGFloat) {
        pushDirection = CGVector(angle: angle, magnitude: magnitude)
    }
    /// Returns the point at which an item is pushed, as an offset from its center in points. A push off the center also rotates the item.
    open func targetOffsetFromCenter(for item: any UIDynamicItem) -> UIOffset { offsets[ObjectIdentifier(item)] ?? .zero }
    /// Sets the point at which an item is pushed, as an offset from its center in points.
    open func setTargetOffsetFromCenter(_ o: UIOffset, for item: any UIDynamicItem) {
        offsets[ObjectIdentifier(item)] = o
        changed()
    }

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
