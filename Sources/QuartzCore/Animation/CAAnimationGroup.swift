import CoreGraphics
import RenderTree

/// Several animations at once, in the group's time. The group's duration cuts them off; it does not stretch them.
/// Delegates and `isRemovedOnCompletion` of the members are ignored.
open class CAAnimationGroup: CAAnimation {
    private var members: [CAAnimation]?

    package override class var archivedKeys: [String] { super.archivedKeys + ["animations"] }

    /// What runs; begin times are relative to the group's start.
    open var animations: [CAAnimation]? {
        get { members }
        set { if mayModify("animations") { members = newValue } }
    }

    override func take(from other: CAAnimation) {
        super.take(from: other)
        // Deep, so that what the layer keeps can't change behind its back.
        members = (other as? CAAnimationGroup)?.members?.map { $0.copy() as? CAAnimation ?? $0 }
    }

    override func freeze() {
        super.freeze()
        members?.forEach { $0.freeze() }
    }

    override func property(_ key: String) -> AnimationKeyValue? {
        key == "animations" ? .object({ self.animations }) { self.animations = $0 } : super.property(key)
    }
}
