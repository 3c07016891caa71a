import AgateDiagnostics
import CoreGraphics
import RenderTree

/// Several animations at once, in the group's time. The group's duration cuts them off; it does not stretch them.
/// Delegates and `isRemovedOnCompletion` of the members are ignored. Groups in groups run up to 100 deep.
open class CAAnimationGroup: CAAnimation {
    private var members: [CAAnimation]?

    package override class var archivedKeys: [String] { super.archivedKeys + ["animations"] }

    /// What runs; begin times are relative to the group's start.
    open var animations: [CAAnimation]? {
        get { LayerLock.withLock { members } }
        set {
            var value = newValue
            modify("animations") { swap(&members, &value) }
        }
    }

    // Groups in groups are copied, frozen and let go of along a list: calls for each would need a stack as deep as they are.

    override func take(from other: CAAnimation) {
        super.take(from: other)
        // Deep, so that what the layer keeps can't change behind its back.
        var waiting: [(copy: CAAnimationGroup, source: CAAnimationGroup?)] = [(self, other as? CAAnimationGroup)]
        while let (copy, source) = waiting.popLast() {
            copy.members = source?.animations?.map { member in
                // A class of the program's own may copy in its own way.
                guard type(of: member) == CAAnimationGroup.self, let group = member as? CAAnimationGroup else {
                    return member.copy() as? CAAnimation ?? member
                }
                let empty = CAAnimationGroup()
                empty.takeOwn(from: group)
                waiting.append((empty, group))
                return empty
            }
        }
    }

    /// Everything but the members.
    private func takeOwn(from other: CAAnimation) { super.take(from: other) }

    override func freeze() {
        var waiting: [CAAnimation] = [self]
        while let animation = waiting.popLast() {
            guard let group = animation as? CAAnimationGroup else {
                animation.freeze()
                continue
            }
            group.freezeAlone()
            waiting += group.animations ?? []
        }
    }

    private func freezeAlone() { super.freeze() }

    deinit {
        guard var waiting = members else { return }
        members = nil
        while var animation = waiting.popLast() {
            guard isKnownUniquelyReferenced(&animation), let group = animation as? CAAnimationGroup, let below = group.members else {
                continue
            }
            group.members = nil
            waiting += below
        }
    }

    override func property(_ key: String) -> AnimationKeyValue? {
        key == "animations" ? .object({ self.animations }) { self.animations = $0 } : super.property(key)
    }
}

extension AnimationSpec {
    /// Groups in groups, at most.
    static let depthLimit = 100
}
