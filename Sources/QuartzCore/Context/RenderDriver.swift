import CoreGraphics
import RenderTree

/// What owns a render tree: takes commits, and tells a context what its animations do.
package protocol RenderDriver: AnyObject, Sendable {
    /// Takes a commit; returns at once.
    func submit(_ commit: Commit)
    /// Where events go. Set once, before the first commit.
    func report(to inbox: RenderInbox)
}
