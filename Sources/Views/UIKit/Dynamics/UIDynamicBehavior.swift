import AgateDiagnostics
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
        guard behavior !== self, !childBehaviors.contains(identicalTo: behavior), !behavior.contains(self) else { return }
        behavior.dynamicAnimator?.removeBehavior(behavior)
        childBehaviors.append(behavior)
        if let dynamicAnimator { behavior.move(to: dynamicAnimator) }
        changed()
    }

    /// Removes a child behavior.
    open func removeChildBehavior(_ behavior: UIDynamicBehavior) {
        guard let index = childBehaviors.firstIndex(identicalTo: behavior) else { return }
        childBehaviors.remove(at: index)
        behavior.move(to: nil)
        changed()
    }

    /// Called when the behavior was added to an animator, or, with nil, before it is removed from it.
    open func willMove(to dynamicAnimator: UIDynamicAnimator?) {}

    /// The items of a behavior that programs add items to.
    final var list = DynamicItems()
    /// The items that the behavior moves.
    var dynamicItems: [any UIDynamicItem] { list.all }
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

    final func add(_ item: any UIDynamicItem) {
        list.add(item)
        changed()
    }

    final func remove(_ item: any UIDynamicItem) {
        list.remove(item)
        changed()
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

extension CGVector {
    /// The direction in radians, clockwise from the positive x axis.
    var angle: CGFloat { atan2(dy, dx) }
    var magnitude: CGFloat { hypot(dx, dy) }
    init(angle: CGFloat, magnitude: CGFloat) { self.init(dx: cos(angle) * magnitude, dy: sin(angle) * magnitude) }
}
