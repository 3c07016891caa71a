import AgateDiagnostics
import Compositor
import Foundation
import GLCompositor
import OpenGLES
import QuartzCore
import RenderTree

/// A window that shows a layer tree: on X11, on Wayland, on the bare console, or offscreen.
///
///     let window = try WindowHost(title: "Hello", size: CGSize(width: 320, height: 240))
///     window.layer.addSublayer(layer)
///     window.onInput = { event in … }
///     RunLoop.main.run()
///
/// Frames are made on a dedicated thread and shown by another, so animations continue whatever the program does. While nothing moves,
/// neither thread runs. While the window is not visible, no frame is made: commits are applied, animations end on time, and one frame then
/// shows the changes. Create and use a window on the thread that owns its layers: the main thread, or one that runs a run loop. Events
/// arrive on that thread, all events of a turn together, and the changes that their handler makes are committed at the end of the turn.
/// `RunLoop.main.run()`, `dispatchMain()` and an async `main` all work.
///
/// A window that is closed by `close()`, or whose last reference is released, leaves its layers unchanged; see ``keepsAnimations``.
public final class WindowHost: LayerHost, MonitoredHost {
    /// The root layer, which fills the window. Like a view's backing layer, it has no implicit animations; its sublayers do.
    public let layer: CALayer
    /// Called with every event, on the thread that owns the layers. If it is nil, the window closes itself on a close request.
    public var onInput: ((InputEvent) -> Void)?

    private let picture: WindowPicture
    /// The queue into which the window's thread puts events.
    let input: InputQueue
    let link: WindowLink
    private var live: LiveHost?
    /// The size and the scale that a closed window had.
    private var lastSize: CGSize
    private var lastScale: CGFloat
    private let failed: Locked<WindowError?>

    /// Opens a window, which becomes visible with its first frame.
    /// - Parameters:
    ///   - title: The text of the title bar.
    ///   - size: The size in points; a window that fills the screen has the screen's size.
    ///   - options: The style, window system and renderer of the window.
    ///   - onFrame: Called on the thread that makes frames, for every frame that changed pixels; the next frame waits for it.
    /// - Throws: ``WindowError``, if there is no display or it refuses.
    public init(
        title: String, size: CGSize, options: WindowOptions = WindowOptions(), onFrame: @escaping @Sendable (LiveFrame) -> Void = { _ in }
    ) throws(WindowError) {
        guard size.width.isFinite, size.height.isFinite, size.width > 0, size.height > 0,
            options.scale.map({ $0.isFinite && $0 > 0 }) ?? true
        else { throw .invalidSize }
        let asked = WindowOverlays.ofEnvironment
        let picture = WindowPicture(overlay: FrameOverlay(asked ?? []))
        let input = InputQueue(.ofThisThread)
        let (link, facts) = try WindowLink.open(WindowPlan(title: title, size: size, options: options, picture: picture, input: input))
        let rate = facts.refreshRate
        var compositor: (@Sendable () -> (any FrameCompositor)?)?
        #if Windows && GPU
        if let offer = facts.swapChain {
            compositor = {
                guard let chain = offer.take() else { return nil }
                do throws(GLError) { return try GLCompositor(chain) } catch {
                    Diagnostic.reportOnce(
                        "window.no-gpu", key: "\(error)", "a window can't be drawn with OpenGL ES (\(error)); the processor draws it")
                    return nil
                }
            }
        }
        #endif
        let live = LiveHost(
            size: facts.size, scale: facts.scale, background: options.background, geometryFlipped: options.geometryFlipped,
            framesPerSecond: rate, realTime: options.usesRealTimeScheduling.map { $0 ? .askAndReport : .never } ?? .ask,
            compositor: compositor
        ) { frame in
            if let shownFrom = frame.frame.shownFrom {
                picture.noteShown(due: frame.time, given: shownFrom, at: HostClock.now, frameDuration: 1 / rate)
            } else {
                picture.take(frame.frame)
            }
            WindowLink.frameIsThere()
            onFrame(frame)
        }
        self.title = title
        self.picture = picture
        self.input = input
        self.link = link
        self.live = live
        layer = live.layer
        overlaysOfKey = asked.map { $0.isEmpty ? .all : $0 }
        picture.setPainter(repaint: live.repainter, setVisible: live.visibility)
        if asked?.isEmpty == false {
            live.drawOnProcessor()
            live.monitors.append(picture.overlay)
        }
        lastSize = facts.size
        lastScale = facts.scale
        let failed = Locked<WindowError?>(nil)
        self.failed = failed
        input.receive { [weak self] in self?.receive($0) }
        WindowLink.listen(input) {
            failed.withLock { $0 = .displayLost }
            let now = HostClock.now
            input.post(InputEvent(time: now, .shown(false)))
            input.post(InputEvent(time: now, .closeRequested))
        }
    }

    deinit { close() }

    /// Function key 12, on page 7 of the USB HID tables.
    private static let overlayKey = 69

    private func receive(_ event: InputEvent) {
        guard let live else { return }
        if let overlaysOfKey, case .key(let key) = event.kind, key.code == Self.overlayKey {
            if key.isDown, !key.isRepeat { overlays = overlays.isEmpty ? overlaysOfKey : [] }
            return
        }
        if event.kind == .closeRequested, onInput == nil { return close() }
        live.send(event) {
            // A monitor may have closed the window.
            if isOpen { withTurn(of: self) { onInput?(event) } }
        }
    }

    // MARK: Host

    /// The size in points.
    public var size: CGSize { live?.size ?? lastSize }
    /// The scale in pixels per point.
    public var scale: CGFloat { live?.scale ?? lastScale }
    /// The machine's media time.
    public var now: CFTimeInterval { HostClock.now }

    // MARK: Window

    /// The text of the title bar.
    public var title: String {
        didSet { if isOpen { link.set(title: title) } }
    }

    /// The mouse cursor over the window.
    public var cursor = WindowCursor.arrow {
        didSet { if isOpen, cursor != oldValue { link.set(cursor: cursor) } }
    }

    /// Makes the window fill the screen, or returns it to its previous size. The new size is reported as an event.
    public func setFullScreen(_ fills: Bool) {
        if isOpen { link.set(fillsScreen: fills) }
    }

    /// Requests another size in points. The resulting size is reported as an event; desktops may refuse the request.
    public func resize(to size: CGSize) {
        guard isOpen, size.width.isFinite, size.height.isFinite, size.width > 0, size.height > 0 else { return }
        link.resize(to: size)
    }

    /// A Boolean value that indicates whether the window is open.
    public var isOpen: Bool { live != nil }

    /// The error that ended the window without a call of `close()`; nil while it works. A display that disconnects is reported as
    /// `.shown(false)` and `.closeRequested`.
    public var failure: WindowError? { failed.withLock { $0 } }

    /// Removes the window from the screen permanently. Pending events are discarded, and a closed window can't be reopened.
    public func close() {
        guard isOpen else { return }
        (lastSize, lastScale) = (size, scale)
        input.receive(nil)
        WindowLink.listen(input, nil)
        live = nil
        link.close()
    }

    /// A Boolean value that determines whether animations continue if the window is released before its layers; see
    /// ``LiveHost/keepsAnimations``.
    public var keepsAnimations: Bool {
        get { live?.keepsAnimations ?? true }
        set { live?.keepsAnimations = newValue }
    }

    // MARK: Overlays

    /// The overlays that function key 12 turns on; nil if the key is passed to the program.
    private let overlaysOfKey: WindowOverlays?

    /// The overlays that visualise rendering costs; empty by default, unless the environment has `AGATE_OVERLAY`. While there are any, each
    /// frame is copied completely; from then on the processor draws the frames.
    public var overlays: WindowOverlays {
        get { picture.overlay.kinds }
        set {
            guard newValue != picture.overlay.kinds, let live else { return }
            picture.overlay.kinds = newValue
            live.monitors.removeAll { $0 === picture.overlay }
            if !newValue.isEmpty {
                // Overlays are drawn over pixels in memory.
                live.drawOnProcessor()
                live.monitors.append(picture.overlay)
            }
            live.repaint()
        }
    }

    // MARK: Monitors

    package var monitors: [any ContextMonitor] {
        get { live?.monitors ?? [] }
        set { live?.monitors = newValue }
    }

    package func snapshot() -> Commit { live?.snapshot() ?? Commit() }
    package var viewport: Viewport { live?.viewport ?? Viewport(size: lastSize, scale: lastScale, background: nil, geometryFlipped: true) }
    package var renderTree: RenderTree? { nil }

    // MARK: Observation

    /// Returns a copy of the newest frame; nil before the first. It delays other threads no longer than the copy takes.
    public func image() -> CGImage? {
        if let live, !live.drawsOnProcessor { return live.image() }
        return picture.image()
    }

    /// The renderer of the last frame: `cpu` or `gpu`. After a failure of the GPU the processor draws the window permanently, with one
    /// diagnostic; overlays have the same effect, without a diagnostic.
    public var renderer: FrameRenderer { live.map { $0.drawsOnProcessor ? .cpu : .gpu } ?? .cpu }

    /// The counts of frames made and shown since the start, or since `resetStatistics`.
    public var statistics: WindowStatistics { picture.statistics(live?.statistics ?? .none) }

    /// Resets the statistics.
    public func resetStatistics() {
        live?.resetStatistics()
        picture.resetStatistics()
    }
}
