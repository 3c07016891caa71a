import CoreGraphics
import RenderTree

/// What owns a render tree: takes commits, and tells a context what its animations do.
package protocol RenderDriver: AnyObject, Sendable {
    /// Takes a commit; returns at once. Under the layers' lock, so that commits come in their order.
    func submit(_ commit: Commit)
    /// Applies what it has taken, where it has no thread that does so by itself. Without the lock.
    func applySubmitted()
    /// Where events go. Set once, before the first commit.
    func report(to inbox: RenderInbox)
    /// What the tree is drawn into; nil where nobody looks.
    var viewport: Viewport? { get }
    /// Whether somebody asks for each frame, and waits for it: what it takes is then drawn before it, on the thread of the layers.
    var makesFramesOnDemand: Bool { get }
}

extension RenderDriver {
    package func applySubmitted() {}
    package var viewport: Viewport? { nil }
    package var makesFramesOnDemand: Bool { false }
}
