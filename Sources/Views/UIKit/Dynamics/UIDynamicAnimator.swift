import AgateDiagnostics
import QuartzCore

/// The methods that report when an animator starts and comes to rest. All methods are optional.
@preconcurrency @MainActor public protocol UIDynamicAnimatorDelegate: NSObjectProtocol {
    /// Called before motion resumes.
    func dynamicAnimatorWillResume(_ animator: UIDynamicAnimator)
    /// Called when all items have come to rest, or when the last behavior was removed.
    func dynamicAnimatorDidPause(_ animator: UIDynamicAnimator)
}

extension UIDynamicAnimatorDelegate {
    /// Does nothing.
    public func dynamicAnimatorWillResume(_ animator: UIDynamicAnimator) {}
    /// Does nothing.
    public func dynamicAnimatorDidPause(_ animator: UIDynamicAnimator) {}
}

/// An object that moves items like physical bodies: with gravity, collisions, springs and pushes.
///
/// It runs on media time, in steps of 1/240 s, at refreshes of the screen. So under a host's clock the same behaviors result in the same
/// frames in every run. It pauses when nothing has moved for half a second. Values that Apple doesn't document (the strength of a snap, the
/// bounce of bodies without a `UIDynamicItemBehavior`) are close to Apple's, but not equal.
@preconcurrency @MainActor open class UIDynamicAnimator: NSObject {
    /// The view whose coordinates apply to items. Nil for the items of a collection layout and for items that aren't views.
    open private(set) weak var referenceView: UIView?
    private weak var layout: UICollectionViewLayout?
    /// The delegate, which is notified when the animator starts and pauses. It isn't retained.
    open weak var delegate: (any UIDynamicAnimatorDelegate)?
    /// The behaviors, in the order in which they were added.
    open private(set) var behaviors: [UIDynamicBehavior] = []
    /// A Boolean value that indicates whether items are moving.
    open private(set) var isRunning = false
    /// The time for which the animator has run, in seconds.
    open private(set) var elapsedTime: TimeInterval = 0

    private let world = DynamicWorld()
    private var link: CADisplayLink?
    private var last = 0.0
    private var rest = 0.0
    private var isCollectionNeeded = true
    private var flat: [UIDynamicBehavior] = []
    private var begun: Set<ObjectIdentifier> = []
    private var touches: [DynamicWorld.Touch: CGPoint] = [:]

    /// Creates an animator for views in a reference view.
    public init(referenceView view: UIView) {
        referenceView = view
        super.init()
    }
    /// Creates an animator for the attributes of a collection layout, which is invalidated as they move.
    public init(collectionViewLayout layout: UICollectionViewLayout) {
        self.layout = layout
        super.init()
    }
    /// Creates an animator for items that aren't views.
    @preconcurrency @MainActor public override init() { super.init() }

    /// Adds a behavior and removes it from its previous animator.
    open func addBehavior(_ behavior: UIDynamicBehavior) {
        guard !behaviors.contains(identicalTo: behavior) else { return }
        behavior.dynamicAnimator?.removeBehavior(behavior)
        behaviors.append(behavior)
        behavior.move(to: self)
        wake()
    }
    /// Removes a behavior. Items keep their positions.
    open func removeBehavior(_ behavior: UIDynamicBehavior) {
        guard let index = behaviors.firstIndex(identicalTo: behavior) else { return }
        behaviors.remove(at: index)
        behavior.move(to: nil)
        wake()
    }
    /// Removes all behaviors.
    open func removeAllBehaviors() { for behavior in behaviors { removeBehavior(behavior) } }

    /// Returns the items whose bounding boxes intersect a rectangle.
    open func items(in rect: CGRect) -> [any UIDynamicItem] {
        collect()
        return world.order.filter { body in
            CGRect(x: body.lower.x, y: body.lower.y, width: body.upper.x - body.lower.x, height: body.upper.y - body.lower.y).intersects(
                rect)
        }.map(\.item)
    }
    /// Reads the position and rotation of an item after other code has changed them. The item keeps its velocity.
    open func updateItem(usingCurrentState item: any UIDynamicItem) {
        world.body(item)?.read()
        wake()
    }

    /// Returns the attributes of a cell that the animator moves, or nil if it doesn't.
    open func layoutAttributesForCell(at indexPath: IndexPath) -> UICollectionViewLayoutAttributes? {
        attributes { $0.kind == .cell && $0.indexPath == indexPath }
    }
    /// Returns the attributes of a supplementary view that the animator moves, or nil if it doesn't.
    open func layoutAttributesForSupplementaryView(ofKind kind: String, at indexPath: IndexPath) -> UICollectionViewLayoutAttributes? {
        attributes { $0.kind == .supplementary(kind) && $0.indexPath == indexPath }
    }
    /// Returns the attributes of a decoration view that the animator moves, or nil if it doesn't.
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

    /// Resumes the animator after a change.
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

    /// Collects the behaviors and their items.
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
        // At most two seconds are simulated, so that the time during a system sleep is skipped.
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
    ///   - seen: The contacts of all steps since the last refresh.
    ///   - current: The contacts of the last step.
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

    /// Returns the contacts in an order that is the same in every run: by position.
    private static func sorted(_ touches: [DynamicWorld.Touch: CGPoint]) -> [(DynamicWorld.Touch, CGPoint)] {
        touches.sorted { ($0.value.x, $0.value.y) < ($1.value.x, $1.value.y) }.map { ($0.key, $0.value) }
    }
}
