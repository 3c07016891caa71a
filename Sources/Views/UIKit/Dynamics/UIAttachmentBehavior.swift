import QuartzCore

/// A behavior that keeps an item at a distance from a point or from another item: as a rod, or with a `frequency` as a spring.
@preconcurrency @MainActor open class UIAttachmentBehavior: UIDynamicBehavior {
    /// The object to which an item is attached.
    public enum AttachmentType: Int, Sendable { case items, anchor }

    /// A rope limits the distance to its length. A rod and a spring maintain their length.
    enum Kind { case rod, rope }

    private let first: any UIDynamicItem
    private let second: (any UIDynamicItem)?
    private let offset: UIOffset
    private let otherOffset: UIOffset
    private var kind = Kind.rod
    private var wantedLength: CGFloat?
    private var impulse = 0.0
    private var softness = 0.0
    private var bias = 0.0
    private var mass = 0.0
    private var way = SIMD2<Double>.zero

    /// Attaches an item's center to a point.
    public convenience init(item: any UIDynamicItem, attachedToAnchor point: CGPoint) {
        self.init(item: item, offsetFromCenter: .zero, attachedToAnchor: point)
    }
    /// Attaches a point of an item to a point.
    /// - Parameter offset: The offset from the item's center, in points.
    public init(item: any UIDynamicItem, offsetFromCenter offset: UIOffset, attachedToAnchor point: CGPoint) {
        (first, self.offset, second) = (item, offset, nil)
        (otherOffset, anchorPoint) = (.zero, point)
        super.init()
        measure()
    }
    /// Attaches two items by their centers.
    public convenience init(item item1: any UIDynamicItem, attachedTo item2: any UIDynamicItem) {
        self.init(item: item1, offsetFromCenter: .zero, attachedTo: item2, offsetFromCenter: .zero)
    }
    /// Attaches points of two items. The offsets are from their centers, in points.
    public init(
        item item1: any UIDynamicItem, offsetFromCenter offset1: UIOffset, attachedTo item2: any UIDynamicItem,
        offsetFromCenter offset2: UIOffset
    ) {
        (first, offset, second) = (item1, offset1, item2)
        (otherOffset, anchorPoint) = (offset2, .zero)
        super.init()
        measure()
    }

    /// The length is the distance at the beginning.
    private func measure() { wantedLength = CGFloat((point(of: first, offset) - end(second)).length) }

    /// Attaches two items by a rope, whose length is their current distance.
    public class func limitAttachment(
        with item1: any UIDynamicItem, offsetFromCenter offset1: UIOffset, attachedTo item2: any UIDynamicItem,
        offsetFromCenter offset2: UIOffset
    ) -> UIAttachmentBehavior {
        let rope = UIAttachmentBehavior(item: item1, offsetFromCenter: offset1, attachedTo: item2, offsetFromCenter: offset2)
        rope.kind = .rope
        return rope
    }

    /// Attaches two items to a common point, about which they can rotate.
    /// - Parameter p: The point in the reference view.
    public class func pinAttachment(with item1: any UIDynamicItem, attachedTo item2: any UIDynamicItem, attachmentAnchor p: CGPoint)
        -> UIAttachmentBehavior
    {
        func offset(_ item: any UIDynamicItem) -> UIOffset {
            let t = item.transform, turn = -atan2(t.b, t.a), way = CGPoint(x: p.x - item.center.x, y: p.y - item.center.y)
            let local = way.applying(CGAffineTransform(rotationAngle: turn))
            return UIOffset(horizontal: local.x, vertical: local.y)
        }
        return UIAttachmentBehavior(item: item1, offsetFromCenter: offset(item1), attachedTo: item2, offsetFromCenter: offset(item2))
    }

    /// The item, or both items.
    open var items: [any UIDynamicItem] { second.map { [first, $0] } ?? [first] }
    /// The object to which the item is attached.
    open var attachedBehaviorType: AttachmentType { second == nil ? .anchor : .items }
    /// The anchor point in the reference view, in points. It has no effect between items.
    open var anchorPoint: CGPoint { didSet { changed() } }
    /// The length. The default is the distance at creation.
    open var length: CGFloat {
        get { wantedLength ?? 0 }
        set {
            wantedLength = newValue
            changed()
        }
    }
    /// The damping of the spring. With 1 it doesn't oscillate. The default is 0.
    open var damping: CGFloat = 0 { didSet { changed() } }
    /// The frequency of the spring, in oscillations per second. With 0 the attachment is a rod.
    open var frequency: CGFloat = 0 { didSet { changed() } }

    override var dynamicItems: [any UIDynamicItem] { items }

    private func point(of item: any UIDynamicItem, _ offset: UIOffset) -> SIMD2<Double> {
        let t = item.transform, turn = atan2(Double(t.b), Double(t.a)), (s, c) = (sin(turn), cos(turn))
        let (x, y) = (Double(offset.horizontal), Double(offset.vertical))
        return SIMD2(Double(item.center.x) + x * c - y * s, Double(item.center.y) + x * s + y * c)
    }

    private func end(_ item: (any UIDynamicItem)?) -> SIMD2<Double> {
        item.map { point(of: $0, otherOffset) } ?? SIMD2(Double(anchorPoint.x), Double(anchorPoint.y))
    }

    // MARK: The joint

    private func arms(_ a: DynamicBody, _ b: DynamicBody?) -> (SIMD2<Double>, SIMD2<Double>, SIMD2<Double>) {
        let arm = a.rotated(SIMD2(Double(offset.horizontal), Double(offset.vertical)))
        guard let b else { return (arm, .zero, SIMD2(Double(anchorPoint.x), Double(anchorPoint.y)) - a.position - arm) }
        let other = b.rotated(SIMD2(Double(otherOffset.horizontal), Double(otherOffset.vertical)))
        return (arm, other, b.position + other - a.position - arm)
    }

    /// Prepares a soft constraint, as in Catto's "Soft Constraints": a spring and damper that are stable at any stiffness.
    final func prepareJoint(_ world: DynamicWorld, _ step: Double) {
        (impulse, mass) = (0, 0)
        guard let a = world.body(first), length.isFinite else { return }
        let b = second.flatMap { world.body($0) }, (arm, other, gap) = arms(a, b), wanted = max(0, Double(length))
        guard gap.isFinite else { return }
        let distance = gap.length
        way = distance > 1e-9 ? gap / distance : SIMD2(0, -1)
        let error = distance - wanted
        if kind == .rope, error <= 0 { return }
        let (u, v) = (cross(arm, way), cross(other, way))
        var inverse = a.inverseMass + a.inverseInertia * u * u
        if let b { inverse += b.inverseMass + b.inverseInertia * v * v }
        guard inverse > 0 else { return }
        let swings = frequency.isFinite ? max(0, Double(frequency)) : 0
        if swings > 0 {
            let weight = 1 / inverse, pace = 2 * Double.pi * swings
            let resist = 2 * weight * (damping.isFinite ? max(0, Double(damping)) : 0) * pace, stiffness = weight * pace * pace
            softness = 1 / (step * (resist + step * stiffness))
            bias = error * step * stiffness * softness
            mass = 1 / (inverse + softness)
        } else {
            // A rod corrects a fifth of its error at each step.
            (softness, bias, mass) = (0, 0.2 * error / step, 1 / inverse)
        }
    }

    final func solveJoint(_ world: DynamicWorld) {
        guard mass > 0, let a = world.body(first) else { return }
        let b = second.flatMap { world.body($0) }, (arm, other, _) = arms(a, b)
        let speed = dot(way, (b?.velocity(at: other) ?? .zero) - a.velocity(at: arm))
        var more = -mass * (speed + bias + softness * impulse)
        if kind == .rope { more = min(impulse + more, 0) - impulse }
        impulse += more
        a.push(way * -more, at: arm)
        b?.push(way * more, at: other)
    }
}
