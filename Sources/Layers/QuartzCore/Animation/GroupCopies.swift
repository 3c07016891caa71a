import AgateDiagnostics
import RenderTree

/// What a thread keeps of the animation groups that it is copying: a program can put a group into itself, or one group into many, so that
/// copies of copies would never end.
///
/// What the program made once is copied once, whatever it is. Copies of the same object again are counted; and none is made deeper than
/// groups run.
struct GroupCopies {
    /// Copies of objects that have been copied before, in one copy of a group.
    static let againLimit = 65_536

    private var seen: Set<ObjectIdentifier> = []
    private var again = 0
    /// Copies of groups under way, inside each other by calls: those of classes of the program's own.
    private var calls = 0

    mutating func begin() { calls += 1 }

    mutating func end() {
        calls -= 1
        if calls == 0 { self = GroupCopies() }
    }

    /// Whether a member is copied, which stands this deep.
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
