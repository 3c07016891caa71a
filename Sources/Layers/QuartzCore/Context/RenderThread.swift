import AgateDiagnostics
import Compositor
import CoreGraphics
import Foundation
import Raster
import RenderTree

/// What a render thread did.
package struct RenderStatistics: Sendable {
    /// Frames made, whether or not a pixel changed.
    package var frames = 0
    /// Frames whose work ended more than one frame time after they were due.
    package var lateFrames = 0
    /// The latest that a frame was ready after it was due, in seconds.
    package var worstLateness = 0.0
    /// Refreshes at which a frame was wanted and the one before it was not ready.
    package var missedFrames = 0
    /// How often the thread woke up, for a frame or for a commit.
    package var wakeUps = 0
    /// Whether the kernel schedules the thread as a real-time one.
    package var isRealTime = false
    package init() {}
}

/// Whether a thread asks the kernel for real-time scheduling. A refusal is reported at once, or at the first frame that is late.
package enum RealTimeRequest: Sendable { case never, ask, askAndReport }

/// A frame, on the render thread, while its bitmap stands still.
package struct RenderedFrame {
    /// The media time that it shows.
    package let time: Double
    package let damage: ContiguousArray<DeviceRect>
    package let renderer: Renderer
    /// When the compositor began to show it, where it does so by itself; nil where the picture is to be shown.
    package var shownFrom: Double?
}

/// A picture that somebody waits for.
private final class PictureCopy: Sendable {
    private let image = Locked<CGImage?>(nil)
    private let isThere = DispatchSemaphore(value: 0)

    func give(_ image: CGImage?) {
        self.image.withLock { $0 = image }
        isThere.signal()
    }

    /// Nil where it does not come within two seconds.
    func wait() -> CGImage? { isThere.wait(timeout: .now() + 2) == .success ? image.withLock { $0 } : nil }
}

/// A render tree on its own thread: frames at an even rate while something moves, and no wake-up at all while nothing does.
/// The program may block its other threads meanwhile; nothing here waits for them.
package final class RenderThread: RenderDriver {
    private struct Mailbox {
        var commits: [Commit] = []
        var viewport: Viewport?
        /// A picture has come that no commit tells of.
        var hasNewPicture = false
        var mustStop = false
        /// All of the picture is to be drawn anew.
        var mustRepaint = false
        /// Nobody sees the picture: none is drawn.
        var isHidden = false
        /// The processor is to draw from here on.
        var mustDrawOnProcessor = false
        /// Those who wait for a copy of the picture.
        var copies: [PictureCopy] = []
        /// While it is not 0, what comes waits.
        var holders = 0
        var inbox: RenderInbox?
    }
    /// What the thread and its owner share; the thread keeps it, so that the owner may go at any time.
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
    ///   - framesPerSecond: the rate while something moves.
    ///   - realTime: whether to ask for real-time scheduling.
    ///   - beginRealTime: asks for it on the thread that calls; false where it is refused.
    ///   - compositor: makes what draws, on the render thread; the processor does where it makes none.
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
            // Nobody gets a copy any more.
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

    /// Makes a frame in which all of the picture is drawn anew.
    package func repaint() {
        shared.mailbox.withLock { $0.mustRepaint = true }
        shared.timer.ring()
    }

    /// Whether somebody sees the picture. While nobody does, commits are applied and ends of animations are reported, but no frame is made;
    /// the first frame afterwards draws all of the picture.
    package func setVisible(_ isVisible: Bool) {
        shared.mailbox.withLock { box in
            if box.isHidden, isVisible { box.mustRepaint = true }
            box.isHidden = !isVisible
        }
        shared.timer.ring()
    }

    /// Runs `body`; what it submits shows in one frame. Frames go on meanwhile with what was there before.
    package func together(_ body: () -> Void) {
        shared.mailbox.withLock { $0.holders += 1 }
        body()
        shared.mailbox.withLock { $0.holders -= 1 }
        shared.timer.ring()
    }

    /// The processor draws from here on, whatever drew before.
    package func drawOnProcessor() {
        shared.mailbox.withLock { $0.mustDrawOnProcessor = true }
        shared.timer.ring()
    }

    /// Whether the processor draws, as of the last frame.
    package var drawsOnProcessor: Bool { shared.drawsOnProcessor.withLock { $0 } }

    /// A copy of the picture as it was drawn last; nil before the first frame. Waits for the frame that is being made. Any other thread.
    package func image() -> CGImage? {
        let copy = PictureCopy()
        shared.mailbox.withLock { $0.copies.append(copy) }
        shared.timer.ring()
        return copy.wait()
    }

    package var viewport: Viewport? { shared.viewport.withLock { $0 } }

    /// Sets who is notified of frames, on this thread.
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
        // When the next frame is due; infinity while nothing moves.
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
                // A copy has all of its images.
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

    /// Has the sources that are new to the tree wake this thread, and no longer than it is there.
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

    /// At a whole frame, at or after the wanted time.
    private static func next(after due: Double, _ wanted: Double, _ frameDuration: Double) -> Double {
        guard wanted.isFinite else { return .infinity }
        return due + max(1, ((wanted - due) / frameDuration).rounded(.up)) * frameDuration
    }
}
