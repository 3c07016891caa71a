import CoreGraphics
import RenderTree

/// The owner of a render tree. It receives commits, and reports the events of their animations to a context.
package protocol RenderDriver: AnyObject, Sendable {
    /// Receives a commit and returns at once. Called under the layer lock, so that commits arrive in order.
    func submit(_ commit: Commit)
    /// Applies the received commits, if the driver has no thread of its own. Called without the lock.
    func applySubmitted()
    /// Sets the destination of events. Called once, before the first commit.
    func report(to inbox: RenderInbox)
    /// The viewport that the tree is drawn into; nil if there is none.
    var viewport: Viewport? { get }
    /// True if a client requests each frame and waits for it. Everything that the frame needs is then drawn before it, on the thread of
    /// the layers.
    var makesFramesOnDemand: Bool { get }
}

extension RenderDriver {
    package func applySubmitted() {}
    package var viewport: Viewport? { nil }
    package var makesFramesOnDemand: Bool { false }
}
