import QuartzCore

/// Hears when an animator begins and comes to rest. Every method may be left out.
@preconcurrency @MainActor public protocol UIDynamicAnimatorDelegate: NSObjectProtocol {
    /// Something is about to move again.
    func dynamicAnimatorWillResume(_ animator: UIDynamicAnimator)
    /// All has come to rest, or the last behaviour went.
    func dynamicAnimatorDidPause(_ animator: UIDynamicAnimator)
}

extension UIDynamicAnimatorDelegate {
    /// Does nothing.
    public func dynamicAnimatorWillResume(_ animator: UIDynamicAnimator) {}
    /// Does nothing.
    public func dynamicAnimatorDidPause(_ animator: UIDynamicAnimator) {}
}

/// Moves items as things move that have a mass: gravity, collisions, springs, pushes.
///
/// It runs on media time, in steps of 1/240 s, at refreshes of the screen; so under a host's clock the same behaviours give the same
/// pictures in every run. It pauses when nothing has moved for half a second. Figures that Apple doesn't document (how strong a snap is,
/// how much bodies without a `UIDynamicItemBehavior` bounce) are near to Apple's, not equal.
@preconcurrency @MainActor open class UIDynamicAnimator: NSObject {
    /// The view in whose coordinates items stand; nil for a collection layout's, and for items that are no views.
    open private(set) weak var referenceView: UIView?
    private weak var layout: UICollectionViewLayout?
    /// Hears of beginnings and ends; not kept.
    open weak var delegate: (any UIDynamicAnimatorDelegate)?
    /// What moves items, in the order in which it was added.
    open private(set) var behaviors: [UIDynamicBehavior] = []
    /// Whether something moves.
    open private(set) var isRunning = false
    /// Seconds that it has run.
    open private(set) var elapsedTime: TimeInterval = 0

    private let world = DynamicWorld()
    private var link: CADisplayLink?
    private var last = 0.0
    private var rest = 0.0
    private var isCollectionNeeded = true
    private var flat: [UIDynamicBehavior] = []
    private var begun: Set<ObjectIdentifier> = []
    private var touches: [DynamicWorld.Touch: CGPoint] = [:]

    /// An animator of views of a reference view.
    public init(referenceView view: UIView) {
        referenceView = view
        super.init()
    }
    /// An animator of a collection layout's attributes: the layout is invalidated as they move.
    public init(collectionViewLayout layout: UICollectionViewLayout) {
        self.layout = layout
        super.init()
    }
    /// An animator of items that are no views.
    @preconcurrency @MainActor public override init() { super.init() }

    /// Adds a behaviour; out of the animator that had it.
    open func addBehavior(_ behavior: UIDynamicBehavior) {
        guard !behaviors.contains(where: { $0 === behavior }) else { return }
        behavior.dynamicAnimator?.removeBehavior(behavior)
        behaviors.append(behavior)
        behavior.move(to: self)
        wake()
    }
    /// Takes a behaviour away. Items stay where they are.
    open func removeBehavior(_ behavior: UIDynamicBehavior) {
        guard let index = behaviors.firstIndex(where: { $0 === behavior }) else { return }
        behaviors.remove(at: index)
        behavior.move(to: nil)
        wake()
    }
    /// Takes all behaviours away.
    open func removeAllBehaviors() { for behavior in behaviors { removeBehavior(behavior) } }

    /// The items whose rectangle, as they stand, meets another.
    open func items(in rect: CGRect) -> [any UIDynamicItem] {
        collect()
        return world.order.filter { body in
            CGRect(x: body.lower.x, y: body.lower.y, width: body.upper.x - body.lower.x, height: body.upper.y - body.lower.y).intersects(
                rect)
        }.map(\.item)
    }
    /// Takes over where an item stands, after a program moved it. It keeps its speed.
    open func updateItem(usingCurrentState item: any UIDynamicItem) {
        world.body(item)?.read()
        wake()
    }

    /// The attributes of a cell that the animator moves; nil where it does not.
    open func layoutAttributesForCell(at indexPath: IndexPath) -> UICollectionViewLayoutAttributes? {
        attributes { $0.kind == .cell && $0.indexPath == indexPath }
    }
    /// The attributes of a header, footer or other view that the animator moves; nil where it does not.
    open func layoutAttributesForSupplementaryView(ofKind kind: String, at indexPath: IndexPath) -> UICollectionViewLayoutAttributes? {
        attributes { $0.kind == .supplementary(kind) && $0.indexPath == indexPath }
    }
    /// The attributes of a view of the layout's own that the animator moves; nil where it does not.
    open func layoutAttributesForDecorationView(ofKind decorationViewKind: String, at indexPath: IndexPath)
        -> UICollectionViewLayoutAttributes?
    {
        attributes { $0.kind == .decoration(decorationViewKind) && $0.indexPath == indexPath }
    }
    private func attributes(where isWanted: (UICollectionViewLayoutAttributes) -> Bool) -> UICollectionViewLayoutAttributes? {
        collect()
        return world.order.lazy.compactMap { $0.item as? UICollectionViewLayoutAttributes }.first(where: isWanted)
    }

    // MARK: Running

    var referenceBounds: CGRect? {
        if let referenceView { return referenceView.bounds }
        return layout.map { CGRect(origin: .zero, size: $0.collectionViewContentSize) }
    }

    func body(_ item: any UIDynamicItem) -> DynamicBody? {
        collect()
        return world.body(item)
    }

    /// Something changed: it goes on.
    func wake() {
        isCollectionNeeded = true
        rest = 0
        guard !isRunning, !behaviors.isEmpty else { return }
        isRunning = true
        last = CACurrentMediaTime()
        delegate?.dynamicAnimatorWillResume(self)
        guard isRunning, link == nil else { return }
        let link = CADisplayLink { [weak self] link in
            MainActor.assumeIsolated { if let self { self.tick() } else { link.invalidate() } }
        }
        link.add(to: .main, forMode: .common)
        self.link = link
    }

    private func pause() {
        guard isRunning else { return }
        isRunning = false
        link?.invalidate()
        link = nil
        for body in world.order { (body.velocity, body.spin) = (.zero, 0) }
        delegate?.dynamicAnimatorDidPause(self)
    }

    /// Which behaviours there are, and whose items.
    private func collect() {
        guard isCollectionNeeded else { return }
        isCollectionNeeded = false
        flat = []
        for behavior in behaviors { behavior.forEach { flat.append($0) } }
        var items: [any UIDynamicItem] = []
        for behavior in flat { items += behavior.dynamicItems }
        world.keep(items)
        var materials: [ObjectIdentifier: DynamicMaterial] = [:]
        for case let behavior as UIDynamicItemBehavior in flat {
            let material = behavior.material
            for item in behavior.items { materials[ObjectIdentifier(item)] = material }
        }
        for body in world.order { body.set(materials[ObjectIdentifier(body.item)] ?? DynamicMaterial()) }
        for behavior in flat where !begun.contains(ObjectIdentifier(behavior)) { behavior.begin(in: world) }
        begun = Set(flat.map { ObjectIdentifier($0) })
        for case let behavior as UICollisionBehavior in flat { behavior.currentBoundaries = behavior.boundaries() }
    }

    private func tick() {
        collect()
        guard !behaviors.isEmpty else { return pause() }
        // A machine that slept is not caught up with.
        let now = CACurrentMediaTime(), steps = Int(min(max(0, (now - last) / DynamicWorld.step + 1e-6), 480))
        guard steps > 0 else { return }
        last = now - last > 2 ? now : last + Double(steps) * DynamicWorld.step
        for body in world.order { body.readIfMoved() }
        for case let behavior as UICollisionBehavior in flat where behavior.translatesReferenceBoundsIntoBoundary {
            behavior.currentBoundaries = behavior.boundaries()
        }
        let collisions = flat.compactMap { $0 as? UICollisionBehavior }, joints = flat.compactMap { $0 as? UIAttachmentBehavior }
        var isMoving = false, latest: [DynamicWorld.Touch: CGPoint] = [:]
        for _ in 0..<steps {
            world.advance(flat, collisions, joints)
            latest.merge(world.touches) { old, _ in old }
            for body in world.order where body.velocity.length > 2 || abs(body.spin) > 0.02 { isMoving = true }
        }
        elapsedTime += Double(steps) * DynamicWorld.step
        UIView.performWithoutAnimation { for body in world.order { body.write() } }
        layout?.invalidateLayout()
        report(latest, world.touches, collisions)
        for behavior in flat { behavior.action?() }
        rest = isMoving ? 0 : rest + Double(steps) * DynamicWorld.step
        if rest >= 0.5 { pause() }
    }

    /// - Parameters:
    ///   - seen: contacts of any step since the last refresh.
    ///   - current: those of the last step.
    private func report(
        _ seen: [DynamicWorld.Touch: CGPoint], _ current: [DynamicWorld.Touch: CGPoint], _ collisions: [UICollisionBehavior]
    ) {
        let old = touches
        touches = current
        for behavior in collisions {
            guard let delegate = behavior.collisionDelegate else { continue }
            let name = ObjectIdentifier(behavior), boundaries = behavior.currentBoundaries
            func send(_ touch: DynamicWorld.Touch, _ point: CGPoint?) {
                guard let first = item(touch.first) else { return }
                if let second = touch.second.flatMap({ item($0) }) {
                    if let point {
                        delegate.collisionBehavior(behavior, beganContactFor: first, with: second, at: point)
                    } else {
                        delegate.collisionBehavior(behavior, endedContactFor: first, with: second)
                    }
                } else if let number = touch.boundary, boundaries.indices.contains(number) {
                    let identifier = boundaries[number].identifier
                    if let point {
                        delegate.collisionBehavior(behavior, beganContactFor: first, withBoundaryIdentifier: identifier, at: point)
                    } else {
                        delegate.collisionBehavior(behavior, endedContactFor: first, withBoundaryIdentifier: identifier)
                    }
                }
            }
            for (touch, point) in Self.sorted(seen) where touch.behavior == name && old[touch] == nil { send(touch, point) }
            for (touch, _) in Self.sorted(old.merging(seen) { first, _ in first }) where touch.behavior == name && current[touch] == nil {
                send(touch, nil)
            }
        }
    }

    private func item(_ key: ObjectIdentifier) -> (any UIDynamicItem)? { world.order.first { ObjectIdentifier($0.item) == key }?.item }

    /// In the same order in every run: by where they are.
    private static func sorted(_ touches: [DynamicWorld.Touch: CGPoint]) -> [(DynamicWorld.Touch, CGPoint)] {
        touches.sorted { ($0.value.x, $0.value.y) < ($1.value.x, $1.value.y) }.map { ($0.key, $0.value) }
    }
}
