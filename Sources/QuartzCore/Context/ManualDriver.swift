import CoreGraphics
import RenderTree

/// Draws when it is asked to, on the thread that asks: for bitmaps, films and tests.
package final class ManualDriver: RenderDriver, @unchecked Sendable {
    // Unchecked: used on the thread of its context only.
    package let renderer: Renderer
    private var inbox: RenderInbox?

    package init(renderer: Renderer) {
        self.renderer = renderer
        renderer.tree.waitsForPictures = true
    }

    package var viewport: Viewport? { renderer.tree.viewport }
    package var makesFramesOnDemand: Bool { true }

    /// A transition sets out from what shows at the commit's time, whenever the last frame was: the tree is brought there first.
    package func submit(_ commit: Commit) {
        if commit.animations.contains(where: \.beginsTransition) { update(at: commit.time) }
        renderer.apply(commit)
    }

    package func report(to inbox: RenderInbox) { self.inbox = inbox }

    /// Brings the tree to a time without painting, and posts what happened.
    @discardableResult
    package func update(at time: Double) -> FrameUpdate {
        let update = renderer.update(at: time)
        inbox?.post(update.events)
        return update
    }
}

extension AnimationChange {
    fileprivate var beginsTransition: Bool {
        if case .add(_, _, let spec) = self, case .transition = spec.content { return true }
        return false
    }
}
