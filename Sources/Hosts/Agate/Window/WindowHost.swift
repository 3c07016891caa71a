import AgateDiagnostics
import Compositor
import Foundation
import GLCompositor
import OpenGLES
import QuartzCore
import RenderTree

/// A window that shows a layer tree: on X11, on Wayland, on the bare console, or nowhere.
///
///     let window = try WindowHost(title: "Hello", size: CGSize(width: 320, height: 240))
///     window.layer.addSublayer(layer)
///     window.onInput = { event in … }
///     RunLoop.main.run()
///
/// Frames are made on a thread of their own and shown by another, so that animations go on whatever the program does; while nothing moves,
/// nothing runs, and while nobody sees the window, no frame is made: commits are applied, animations end on time, and one frame shows
/// what has changed. Make and use a window on the thread that owns its layers: the main thread, or one that runs a run loop. Events come
/// from there, all of a turn together, and what they change is committed at its end. `RunLoop.main.run()`, `dispatchMain()` and an async
/// `main` all serve.
///
/// A window that goes away, by `close()` or because the last reference does, leaves its layers as they are; see ``keepsAnimations``.
public final class WindowHost: LayerHost, MonitoredHost {
    /// The root, which fills the window. It does not animate by itself, as a view's backing layer; layers in it do.
    public let layer: CALayer
    /// Called with every event, on the thread that owns the layers. Without one, a window closes itself when it is asked to.
    public var onInput: ((InputEvent) -> Void)?

    private let picture: WindowPicture
    /// Where the window's thread leaves events.
    let input: InputQueue
    let link: WindowLink
    private var live: LiveHost?
    private var lastSize: CGSize
    private var lastScale: CGFloat
    private let failed: Locked<WindowError?>

    /// Opens a window; it is seen with its first frame.
    /// - Parameters:
    ///   - title: what the title bar says.
    ///   - size: in points; a window that fills the screen takes the screen's.
    ///   - options: how it stands there.
    ///   - onFrame: called on the thread that makes frames, for every frame that changed pixels; the next frame waits for it.
    /// - Throws: ``WindowError``, where there is no display or it refuses.
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
        live.onInput = { [weak self] event in
            guard let self else { return }
            if let live = self.live { (lastSize, lastScale) = (live.size, live.scale) }
            onInput?(event)
        }
        live.send(event)
        live.onInput = nil
    }

    // MARK: Host

    /// In points.
    public var size: CGSize { live?.size ?? lastSize }
    /// Pixels a point.
    public var scale: CGFloat { live?.scale ?? lastScale }
    /// The machine's media time.
    public var now: CFTimeInterval { HostClock.now }

    // MARK: Window

    /// What the title bar says.
    public var title: String {
        didSet { if isOpen { link.set(title: title) } }
    }

    /// What the mouse looks like over the window.
    public var cursor = WindowCursor.arrow {
        didSet { if isOpen, cursor != oldValue { link.set(cursor: cursor) } }
    }

    /// Makes the window fill the screen, or stand on it again. Its new size comes as an event.
    public func setFullScreen(_ fills: Bool) {
        if isOpen { link.set(fillsScreen: fills) }
    }

    /// Asks for another size in points. What becomes of it comes as an event; desktops may refuse.
    public func resize(to size: CGSize) {
        guard isOpen, size.width.isFinite, size.height.isFinite, size.width > 0, size.height > 0 else { return }
        link.resize(to: size)
    }

    /// Whether it has not been closed.
    public var isOpen: Bool { live != nil }

    /// Why it shows nothing any more, though nobody closed it; nil while all is well. A display that goes away is reported as
    /// `.shown(false)` and `.closeRequested`.
    public var failure: WindowError? { failed.withLock { $0 } }

    /// Takes the window off the screen, for good. Events that wait are left out; a closed window stays closed.
    public func close() {
        guard live != nil else { return }
        input.receive(nil)
        WindowLink.listen(input, nil)
        live?.onInput = nil
        live = nil
        link.close()
    }

    /// What becomes of the animations when the window goes away before its layers do; see ``LiveHost/keepsAnimations``.
    public var keepsAnimations: Bool {
        get { live?.keepsAnimations ?? true }
        set { live?.keepsAnimations = newValue }
    }

    // MARK: Overlays

    /// What function key 12 turns on; nil where the key is the program's.
    private let overlaysOfKey: WindowOverlays?

    /// What is drawn over the picture to show costs; nothing at first, unless the environment has `AGATE_OVERLAY`. While something is, each
    /// frame is copied whole, and the processor draws it from then on.
    public var overlays: WindowOverlays {
        get { picture.overlay.kinds }
        set {
            guard newValue != picture.overlay.kinds, let live else { return }
            picture.overlay.kinds = newValue
            live.monitors.removeAll { $0 === picture.overlay }
            if !newValue.isEmpty {
                // They are drawn over pixels in memory.
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

    // MARK: Watching

    /// A copy of the newest frame that was made; nil before the first. Nobody waits for it longer than a copy takes.
    public func image() -> CGImage? {
        if let live, !live.drawsOnProcessor { return live.image() }
        return picture.image()
    }

    /// What draws the frames, as of the last one: `cpu` or `gpu`. A GPU that fails leaves the window to the processor for good, with one
    /// diagnostic; so do overlays, without one.
    public var renderer: FrameRenderer { live.map { $0.drawsOnProcessor ? .cpu : .gpu } ?? .cpu }

    /// What was made and shown since the start, or since `resetStatistics`.
    public var statistics: WindowStatistics { picture.statistics(live?.statistics ?? .none) }

    /// Starts counting anew.
    public func resetStatistics() {
        live?.resetStatistics()
        picture.resetStatistics()
    }
}
