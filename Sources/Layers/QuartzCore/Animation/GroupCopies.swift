import AgateDiagnostics
import RenderTree

/// A thread's record of the animation groups that it is copying. A program can add a group to itself, or one group to many, so that
/// copying would never end.
///
/// Each object of the program is copied once in any case. Further copies of the same object are counted, and none is made deeper than
/// groups run.
struct GroupCopies {
    /// The maximum number of further copies of objects that were already copied, in one copy of a group.
    static let againLimit = 65_536

    private var seen: Set<ObjectIdentifier> = []
    private var again = 0
    /// The number of nested copy calls of groups: those of the program's own classes.
    private var calls = 0

    mutating func begin() { calls += 1 }

    mutating func end() {
        calls -= 1
        if calls == 0 { self = GroupCopies() }
    }

    /// Returns whether a member at a depth is copied.
    mutating func allows(_ member: CAAnimation, depth: Int) -> Bool {
        let copiesByCalls = member is CAAnimationGroup && type(of: member) != CAAnimationGroup.self
        if copiesByCalls, calls > AnimationSpec.depthLimit { return refuse("animation.too-deep", Self.tooDeep) }
        if seen.insert(ObjectIdentifier(member)).inserted { return true }
        if depth + calls > AnimationSpec.depthLimit { return refuse("animation.too-deep", Self.tooDeep) }
        again += 1
        return again <= Self.againLimit || refuse("animation.too-many", Self.tooMany)
    }

    private static let tooDeep =
        "the copied animation group contains groups nested more than \(AnimationSpec.depthLimit) deep, or contains itself; deeper groups are omitted"
    private static let tooMany =
        "a group contains the same animations more than \(againLimit) times; the rest is omitted"

    private func refuse(_ identifier: String, _ message: String) -> Bool {
        Diagnostic.reportOnce(identifier, key: "copy", message)
        return false
    }
}
