import AgateDiagnostics
import CoreGraphics
import RenderTree

/// Several animations at once, in the group's time. The group's duration cuts them off; it does not stretch them.
/// Delegates and `isRemovedOnCompletion` of the members are ignored. Groups in groups run up to 100 deep. A group may stand in several
/// others, even in itself; then it is copied as often, up to 65,536 times in all and 100 deep.
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
        let thread = TransactionThread.current
        thread.groupCopies.begin()
        defer { thread.groupCopies.end() }
        var waiting: [(copy: CAAnimationGroup, source: CAAnimationGroup?, depth: Int)] = [(self, other as? CAAnimationGroup, 0)]
        while let (copy, source, depth) = waiting.popLast() {
            copy.members = source?.animations?.compactMap { member in
                guard thread.groupCopies.allows(member, depth: depth) else { return nil }
                // A class of the program's own may copy in its own way.
                guard type(of: member) == CAAnimationGroup.self, let group = member as? CAAnimationGroup else {
                    return member.copy() as? CAAnimation ?? member
                }
                let empty = CAAnimationGroup()
                empty.takeOwn(from: group)
                waiting.append((empty, group, depth + 1))
                return empty
            }
        }
    }

    /// Everything but the members.
    private func takeOwn(from other: CAAnimation) { super.take(from: other) }

    override func freeze() {
        var waiting: [CAAnimation] = [self]
        while let animation = waiting.popLast() {
            // A class whose copy is itself may have led here before.
            if animation.isFrozen { continue }
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
    /// Animations in a group and the groups in it, at most.
    static let countLimit = 262_144
}
