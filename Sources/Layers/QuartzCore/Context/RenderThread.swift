import AgateDiagnostics
import Compositor
import CoreGraphics
import Foundation
import Raster
import RenderTree

/// The statistics of a render thread.
package struct RenderStatistics: Sendable {
    /// The number of frames made, whether or not a pixel changed.
    package var frames = 0
    /// The number of frames whose work ended more than one frame time after they were due.
    package var lateFrames = 0
    /// The maximum time by which a frame was ready after it was due, in seconds.
    package var worstLateness = 0.0
    /// The number of refreshes for which a frame was due while the previous one was not ready.
    package var missedFrames = 0
    /// The number of times that the thread woke up, for a frame or for a commit.
    package var wakeUps = 0
    /// True if the kernel schedules the thread as a real-time one.
    package var isRealTime = false
    package init() {}
}

/// The request for real-time scheduling of a thread. A refusal is reported immediately for `askAndReport`, or at the first late frame for
/// `ask`.
package enum RealTimeRequest: Sendable { case never, ask, askAndReport }

/// A frame, on the render thread, while its bitmap does not change.
package struct RenderedFrame {
    /// The media time that the frame shows.
    package let time: Double
    package let damage: ContiguousArray<DeviceRect>
    package let renderer: Renderer
    /// The time at which the compositor began to present the frame, if it presents by itself; nil if the picture is still to be shown.
    package var shownFrom: Double?
}

/// A copy of the picture that a thread waits for.
private final class PictureCopy: Sendable {
    private let image = Locked<CGImage?>(nil)
    private let isThere = DispatchSemaphore(value: 0)

    func give(_ image: CGImage?) {
        self.image.withLock { $0 = image }
        isThere.signal()
    }

    /// Waits for the copy. Returns nil if it does not arrive within two seconds.
    func wait() -> CGImage? { isThere.wait(timeout: .now() + 2) == .success ? image.withLock { $0 } : nil }
}

/// A render tree on its own thread: frames at a constant rate while something moves, and no wake-ups while nothing does. The program may
/// block its other threads meanwhile; this thread never waits for them.
package final class RenderThread: RenderDriver {
    private struct Mailbox {
        var commits: [Commit] = []
        var viewport: Viewport?
        /// True if a new picture is available that does not come with a commit.
        var hasNewPicture = false
        var mustStop = false
        /// True if the whole picture must be redrawn.
        var mustRepaint = false
        /// True if the picture is not visible, so that none is drawn.
        var isHidden = false
        /// True if the processor must draw from now on.
        var mustDrawOnProcessor = false
        /// The pending requests for a copy of the picture.
        var copies: [PictureCopy] = []
        /// The number of `together` calls in progress. While it is not 0, commits are held back.
        var holders = 0
        var inbox: RenderInbox?
    }
    /// The state that the thread and its owner share. The thread retains it, so that the owner may be released at any time.
    private final class Shared: Sendable {
        let mailbox = Locked(Mailbox())
        let statistics = Locked(RenderStatistics())
        let timer = FrameTimer()
        let viewport: Locked<Viewport>
        let monitors = Locked<[any ContextMonitor]>([])
        let drawsOnProcessor = Locked(true)
        init(_ viewport: Viewport) { self.viewport = Locked(viewport) }
    }
    private let shared: Shared

    /// Starts the thread.
    /// - Parameters:
    ///   - viewport: the size of the bitmap, which is made on the thread.
    ///   - framesPerSecond: the frame rate while something moves.
    ///   - realTime: the request for real-time scheduling.
    ///   - beginRealTime: requests real-time scheduling for the calling thread; returns false if it is refused.
    ///   - compositor: makes the compositor, on the render thread; if it returns nil, the processor draws.
    ///   - onFrame: called on the render thread for each frame that changed pixels.
    package init(
        viewport: Viewport, framesPerSecond: Double = 60, realTime: RealTimeRequest = .never,
        beginRealTime: @escaping @Sendable () -> Bool = { RealTimeScheduling.begin() },
        compositor: (@Sendable () -> (any FrameCompositor)?)? = nil,
        onFrame: @escaping @Sendable (RenderedFrame) -> Void
    ) {
        let shared = Shared(viewport)
        self.shared = shared
        let frameDuration = 1 / (framesPerSecond.isFinite && framesPerSecond > 0 ? min(framesPerSecond, 1000) : 60)
        let thread = Thread {
            let isGranted = realTime != .never && beginRealTime()
            if isGranted { shared.statistics.withLock { $0.isRealTime = true } }
            if realTime == .askAndReport, !isGranted {
                Self.reportRefusal("frames may be late while other programs keep the processors busy")
            }
            let renderer = Renderer(viewport: viewport, compositor: compositor?())
            Self.run(shared, renderer, frameDuration, reportsLateness: realTime == .ask && !isGranted, onFrame)
            // No further copies are delivered.
            for copy in shared.mailbox.withLock({ $0.copies }) { copy.give(nil) }
        }
        thread.name = "agate.render"
        thread.stackSize = 8 << 20
        thread.start()
    }

    deinit {
        shared.mailbox.withLock { $0.mustStop = true }
        shared.timer.ring()
    }

    package func submit(_ commit: Commit) {
        shared.mailbox.withLock { $0.commits.append(commit) }
        shared.timer.ring()
    }

    package func report(to inbox: RenderInbox) { shared.mailbox.withLock { $0.inbox = inbox } }

    package func setViewport(_ viewport: Viewport) {
        shared.viewport.withLock { $0 = viewport }
        shared.mailbox.withLock { $0.viewport = viewport }
        shared.timer.ring()
    }

    /// Makes a frame that redraws the whole picture.
    package func repaint() {
        shared.mailbox.withLock { $0.mustRepaint = true }
        shared.timer.ring()
    }

    /// Sets whether the picture is visible. While it is not, commits are applied and ends of animations are reported, but no frame is
    /// made. The first frame afterwards draws the whole picture.
    package func setVisible(_ isVisible: Bool) {
        shared.mailbox.withLock { box in
            if box.isHidden, isVisible { box.mustRepaint = true }
            box.isHidden = !isVisible
        }
        shared.timer.ring()
    }

    /// Runs `body`; the commits that it submits are shown in one frame. Meanwhile, frames continue with the previous content.
    package func together(_ body: () -> Void) {
        shared.mailbox.withLock { $0.holders += 1 }
        body()
        shared.mailbox.withLock { $0.holders -= 1 }
        shared.timer.ring()
    }

    /// Makes the processor draw from now on.
    package func drawOnProcessor() {
        shared.mailbox.withLock { $0.mustDrawOnProcessor = true }
        shared.timer.ring()
    }

    /// True if the processor draws, as of the last frame.
    package var drawsOnProcessor: Bool { shared.drawsOnProcessor.withLock { $0 } }

    /// Returns a copy of the last drawn picture; nil before the first frame. Waits for the current frame. Call on any thread except the
    /// render thread.
    package func image() -> CGImage? {
        let copy = PictureCopy()
        shared.mailbox.withLock { $0.copies.append(copy) }
        shared.timer.ring()
        return copy.wait()
    }

    package var viewport: Viewport? { shared.viewport.withLock { $0 } }

    /// Sets the monitors that are notified of frames, on the render thread.
    package func setMonitors(_ monitors: [any ContextMonitor]) { shared.monitors.withLock { $0 = monitors } }

    package var statistics: RenderStatistics { shared.statistics.withLock { $0 } }
    package func resetStatistics() {
        shared.statistics.withLock {
            let isRealTime = $0.isRealTime
            $0 = RenderStatistics()
            $0.isRealTime = isRealTime
        }
    }

    private static func reportRefusal(_ consequence: String) {
        Diagnostic.reportOnce(
            "host.real-time-refused", key: consequence, "this program is not permitted to use real-time scheduling: \(consequence)")
    }

    private static func run(
        _ shared: Shared, _ renderer: Renderer, _ frameDuration: Double, reportsLateness: Bool,
        _ onFrame: @Sendable (RenderedFrame) -> Void
    ) {
        shared.drawsOnProcessor.withLock { $0 = renderer.drawsOnProcessor }
        // The time at which the next frame is due; infinity while nothing moves.
        var due = Double.infinity
        var last = -Double.infinity
        var heard = Set<ObjectIdentifier>()
        while true {
            shared.timer.wait(until: due)
            let mail = shared.mailbox.withLock { box in
                var mail = box
                box.copies = []
                if box.holders > 0 {
                    mail.commits = []
                    mail.viewport = nil
                    mail.mustRepaint = false
                    return mail
                }
                box.commits = []
                box.viewport = nil
                box.hasNewPicture = false
                box.mustRepaint = false
                return mail
            }
            if mail.mustStop { return }
            shared.statistics.withLock { $0.wakeUps += 1 }
            if renderer.isUploading, !mail.isHidden, !mail.copies.isEmpty {
                // A copy must contain all of its images, so it waits for the uploads.
                shared.mailbox.withLock { $0.copies += mail.copies }
            } else {
                for copy in mail.copies { copy.give(last.isFinite ? renderer.image() : nil) }
            }
            if mail.mustDrawOnProcessor { renderer.drawOnProcessor() }
            for commit in mail.commits { renderer.apply(commit) }
            if !mail.commits.isEmpty { listen(renderer.tree.pictureSources, &heard, shared) }
            if let viewport = mail.viewport { renderer.setViewport(viewport) }
            if mail.mustRepaint { renderer.oweAll() }
            let now = MonotonicClock.read()
            if !mail.commits.isEmpty || mail.viewport != nil || mail.hasNewPicture || mail.mustRepaint, due > now {
                due = min(due, max(now, last + frameDuration))
            }
            guard now >= due else { continue }
            if mail.isHidden {
                let events = renderer.updateUnseen(at: due)
                mail.inbox?.post(events)
                last = due
                due = next(after: last, max(renderer.tree.nextEventTime, MonotonicClock.read()), frameDuration)
                continue
            }

            let monitors = shared.monitors.withLock { $0 }
            let update = renderer.update(at: due)
            let evaluated = monitors.isEmpty ? 0 : MonotonicClock.read()
            let damage = renderer.owed
            let hasPainted = renderer.paint()
            let painted = monitors.isEmpty && renderer.drawsOnProcessor ? 0 : MonotonicClock.read()
            if hasPainted {
                let isShown = renderer.present()
                if !isShown { renderer.paint() }
                onFrame(RenderedFrame(time: due, damage: damage, renderer: renderer, shownFrom: renderer.drawsOnProcessor ? nil : painted))
                shared.drawsOnProcessor.withLock { $0 = renderer.drawsOnProcessor }
            }
            mail.inbox?.post(update.events)
            mail.inbox?.tick()
            last = due
            let ready = MonotonicClock.read()
            if !monitors.isEmpty {
                let report = FrameReport(
                    time: due, began: now, evaluation: evaluated - now, painting: painted - evaluated, presenting: ready - painted,
                    budget: frameDuration, isRebuilt: update.isRebuilt, damage: damage
                )
                for monitor in monitors { monitor.painted(report, renderer) }
            }
            let nextFrameTime = renderer.isUploading ? last : update.nextFrameTime
            due = next(after: last, max(nextFrameTime, ready), frameDuration)
            let wanted = next(after: last, nextFrameTime, frameDuration)
            if reportsLateness, ready - last > frameDuration { reportRefusal("a frame was late, and others may be") }
            note(shared, lateness: ready - last, missed: due.isFinite ? Int(((due - wanted) / frameDuration).rounded()) : 0, frameDuration)
        }
    }

    /// Makes sources that are new to the tree wake this thread for as long as it exists.
    private static func listen(_ sources: [any PictureSource], _ heard: inout Set<ObjectIdentifier>, _ shared: Shared) {
        guard !sources.isEmpty || !heard.isEmpty else { return }
        for source in sources where !heard.contains(ObjectIdentifier(source)) {
            source.notifier.listen { [weak shared] in
                guard let shared else { return false }
                shared.mailbox.withLock { $0.hasNewPicture = true }
                shared.timer.ring()
                return true
            }
        }
        heard = Set(sources.map { ObjectIdentifier($0) })
    }

    private static func note(_ shared: Shared, lateness: Double, missed: Int, _ frameDuration: Double) {
        shared.statistics.withLock {
            $0.frames += 1
            $0.missedFrames += missed
            if lateness > frameDuration { $0.lateFrames += 1 }
            $0.worstLateness = max($0.worstLateness, lateness)
        }
    }

    /// Returns the time of the first frame at or after the wanted time.
    private static func next(after due: Double, _ wanted: Double, _ frameDuration: Double) -> Double {
        guard wanted.isFinite else { return .infinity }
        return due + max(1, ((wanted - due) / frameDuration).rounded(.up)) * frameDuration
    }
}
