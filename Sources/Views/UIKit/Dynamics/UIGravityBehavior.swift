import QuartzCore

/// A behavior that accelerates items in one direction.
@preconcurrency @MainActor open class UIGravityBehavior: UIDynamicBehavior {
    /// Creates a behavior that accelerates items downward.
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

    /// The direction and magnitude: a length of 1 is 1,000 points per second squared. The default is (0, 1).
    open var gravityDirection = CGVector(dx: 0, dy: 1) { didSet { changed() } }
    /// The direction in radians, clockwise from the positive x axis.
    open var angle: CGFloat {
        get { gravityDirection.angle }
        set { setAngle(newValue, magnitude: magnitude) }
    }
    /// The magnitude. 1 is 1,000 points per second squared.
    open var magnitude: CGFloat {
        get { gravityDirection.magnitude }
        set { setAngle(angle, magnitude: newValue) }
    }
    /// Sets the direction and magnitude. The angle is in radians, clockwise from the positive x axis.
    open func setAngle(_ angle: CGFloat, magnitude: CGFloat) {
        gravityDirection = CGVector(angle: angle, magnitude: magnitude)
    }

    override func apply(to world: DynamicWorld) {
        let pull = SIMD2(Double(gravityDirection.dx), Double(gravityDirection.dy)) * 1000
        guard pull.isFinite else { return }
        for item in list.all { world.body(item)?.acceleration += pull }
    }
}
