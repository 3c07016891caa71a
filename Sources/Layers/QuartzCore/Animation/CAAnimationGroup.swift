import AgateDiagnostics
import CoreGraphics
import RenderTree

/// Several animations that run simultaneously, in the group's time. The group's duration truncates them; it does not scale them. The
/// members' delegates and `isRemovedOnCompletion` are ignored. Nested groups run up to a depth of 100. A group may be a member of several
/// other groups, even of itself. It is then copied once for each occurrence, up to 65,536 times in all and to a depth of 100.
open class CAAnimationGroup: CAAnimation {
    private var members: [CAAnimation]?

    package override class var archivedKeys: [String] { super.archivedKeys + ["animations"] }

    /// The animations of the group. Their begin times are relative to the group's start.
    open var animations: [CAAnimation]? {
        get { LayerLock.withLock { members } }
        set {
            var value = newValue
            modify("animations") { swap(&members, &value) }
        }
    }

    // Nested groups are copied, frozen and released iteratively: recursion would need a stack in proportion to their depth.

    override func take(from other: CAAnimation) {
        super.take(from: other)
        // A deep copy, so that the layer's copy can't change unexpectedly.
        let thread = TransactionThread.current
        thread.groupCopies.begin()
        defer { thread.groupCopies.end() }
        var waiting: [(copy: CAAnimationGroup, source: CAAnimationGroup?, depth: Int)] = [(self, other as? CAAnimationGroup, 0)]
        while let (copy, source, depth) = waiting.popLast() {
            copy.members = source?.animations?.compactMap { member in
                guard thread.groupCopies.allows(member, depth: depth) else { return nil }
                // A subclass of the program may have its own way of copying.
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

    /// Copies everything except the members.
    private func takeOwn(from other: CAAnimation) { super.take(from: other) }

    override func freeze() {
        var waiting: [CAAnimation] = [self]
        while let animation = waiting.popLast() {
            // Already visited: reached before through a class whose copy is the object itself.
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
    /// The maximum depth of nested groups.
    static let depthLimit = 100
    /// The maximum number of animations in a group and the groups nested in it.
    static let countLimit = 262_144
}
