import AgateDiagnostics
import CoreGraphics
import Foundation
import RenderTree

/// Draws when it is asked to, on the thread that asks: for bitmaps, films and tests.
///
/// Commits may come from any thread: they are listed under the layers' lock and applied after it, and one that finds another thread at work
/// is left to that thread. A thread that commits faster than this one draws waits a little with each commit once many are listed.
package final class ManualDriver: RenderDriver, @unchecked Sendable {
    // Unchecked: the renderer is used inside `use` alone, or by a program that has its layers on one thread.
    package let renderer: Renderer
    private let work = NSRecursiveLock()
    private let waiting = Locked<[Commit]>([])
    private let inbox = Locked<RenderInbox?>(nil)
    /// How many commits may be listed before threads wait.
    private static let backlog = 64
    /// For how long a commit waits then, in seconds: the longer the more are listed, so that threads come down to the pace of who draws,
    /// and never for ever, since that one may call a program that waits for the thread.
    private static func patience(_ count: Int) -> Double { min(Double(count) / Double(backlog) / 60, 1) }

    package init(renderer: Renderer) {
        self.renderer = renderer
        renderer.tree.waitsForPictures = true
    }

    package var viewport: Viewport? { use { $0.tree.viewport } }
    package var makesFramesOnDemand: Bool { true }

    /// Uses the renderer while no other thread does. What was committed before is in it.
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

    /// Unless another thread is at work: it does so when it is done.
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
        return work.lock(before: Date(timeIntervalSinceNow: Self.patience(count)))
    }

    private func takeWaiting() {
        for commit in waiting.withLock({ waiting in
            defer { waiting = [] }
            return waiting
        }) {
            // A transition sets out from what shows at the commit's time, whenever the last frame was: the tree is brought there first.
            if commit.animations.contains(where: \.beginsTransition) { post(renderer.update(at: commit.time)) }
            renderer.apply(commit)
        }
    }

    package func report(to inbox: RenderInbox) { self.inbox.withLock { $0 = inbox } }

    /// Brings the tree to a time without painting, and posts what happened.
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
