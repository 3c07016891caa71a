import QuartzCore

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
