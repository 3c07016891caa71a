import AgateDiagnostics
import CoreGraphics
import Foundation
import RenderTree

/// A driver that draws on demand, on the calling thread: for bitmaps, films and tests.
///
/// Commits may come from any thread. They are queued under the layer lock and applied after it. A commit that finds another thread drawing
/// is left to that thread. When many commits are queued, a thread that commits faster than this one draws waits briefly with each commit.
package final class ManualDriver: RenderDriver, @unchecked Sendable {
    // Unchecked: the renderer is used only inside `use`, or by a program that has its layers on one thread.
    package let renderer: Renderer
    private let work = NSRecursiveLock()
    private let waiting = Locked<[Commit]>([])
    private let inbox = Locked<RenderInbox?>(nil)
    private let waits = Locked(0)
    /// The number of commits that have waited for the drawing thread.
    package var waitCount: Int { waits.withLock { $0 } }
    /// The number of commits that may be queued before threads wait.
    private static let backlog = 64
    /// The time for which a commit then waits, in seconds. It grows with the number of queued commits, so that committing threads slow
    /// down to the drawing thread's rate. It is bounded, since the drawing thread may call code that waits for the committing thread.
    private static func patience(_ count: Int) -> Double { min(Double(count) / Double(backlog) / 60, 1) }

    package init(renderer: Renderer) {
        self.renderer = renderer
        renderer.tree.waitsForPictures = true
    }

    package var viewport: Viewport? { use { $0.tree.viewport } }
    package var makesFramesOnDemand: Bool { true }

    /// Uses the renderer exclusively. All earlier commits have been applied to it.
    package func use<Result>(_ body: (Renderer) throws -> Result) rethrows -> Result {
        work.lock()
        defer {
            work.unlock()
            applySubmitted()
        }
        takeWaiting()
        return try body(renderer)
    }

    package func submit(_ commit: Commit) { waiting.withLock { $0.append(commit) } }

    /// Applies the queued commits, unless another thread is using the renderer: it applies them when it is done.
    package func applySubmitted() {
        while true {
            let count = waiting.withLock { $0.count }
            if count == 0 { return }
            guard work.try() || waitsForWork(count) else { return }
            takeWaiting()
            work.unlock()
        }
    }

    private func waitsForWork(_ count: Int) -> Bool {
        guard count > Self.backlog, !LayerLock.isHeld else { return false }
        waits.withLock { $0 += 1 }
        return work.lock(before: Date(timeIntervalSinceNow: Self.patience(count)))
    }

    private func takeWaiting() {
        for commit in waiting.withLock({ waiting in
            defer { waiting = [] }
            return waiting
        }) {
            // A transition starts from the picture at the commit's time, regardless of the time of the last frame: the tree is first
            // updated to it.
            if commit.animations.contains(where: \.beginsTransition) { post(renderer.update(at: commit.time)) }
            renderer.apply(commit)
        }
    }

    package func report(to inbox: RenderInbox) { self.inbox.withLock { $0 = inbox } }

    /// Updates the tree to a time without painting, and posts the events.
    @discardableResult
    package func update(at time: Double) -> FrameUpdate {
        let update = use { $0.update(at: time) }
        post(update)
        return update
    }

    private func post(_ update: FrameUpdate) { inbox.withLock { $0 }?.post(update.events) }
}

extension AnimationChange {
    fileprivate var beginsTransition: Bool {
        if case .add(_, _, let spec) = self, case .transition = spec.content { return true }
        return false
    }
}
