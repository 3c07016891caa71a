#if Windows
import AgateDiagnostics
import CSDL2
import CSDLLoader
import CoreGraphics

/// One window, on the window's thread.
final class SDLWindow {
    let handle: OpaquePointer
    let id: UInt32
    /// X11's number of it.
    private(set) var nativeID: UInt?
    let plan: WindowPlan
    private unowned let pump: WindowPump
    /// Pixels a point that are asked for; nil is what the window system makes of its own units.
    private var askedScale: CGFloat?
    var frameDuration = 1.0 / 60
    var isShown = false
    var owesAll = true
    /// It has come to be seen, and what it showed before is not shown again.
    var awaitsFrame = false
    /// Kept for its room.
    var rects: [SDL_Rect] = []
    /// What shows its pixels on Wayland.
    private(set) var wayland: WaylandSurface?
    private(set) var translator = WindowInputTranslator()
    #if GPU
    /// Of its swap chain, as long as a GPU draws.
    var swapState: WindowSwapState?
    var swapChain: WindowSwapOffer?
    #endif

    init(_ handle: OpaquePointer, _ plan: WindowPlan, _ pump: WindowPump) {
        self.handle = handle
        self.pump = pump
        self.plan = plan
        id = SDL_GetWindowID(handle)
    }

    static func make(_ plan: WindowPlan, on pump: WindowPump) -> Result<SDLWindow, WindowError> {
        var flags = SDL_WINDOW_HIDDEN.rawValue | SDL_WINDOW_ALLOW_HIGHDPI.rawValue
        switch plan.options.style {
        case .titled: break
        case .borderless: flags |= SDL_WINDOW_BORDERLESS.rawValue
        case .fullScreen: flags |= SDL_WINDOW_FULLSCREEN_DESKTOP.rawValue
        }
        if plan.options.isResizable { flags |= SDL_WINDOW_RESIZABLE.rawValue }
        #if GPU
        let renderer = plan.options.renderer.effective
        if renderer.triesGPU {
            switch makeWithSwapChain(plan, flags, renderer, on: pump) {
            case .success(let window): if let window { return .success(window) }
            case .failure(let failure):
                let reason = "a window can't be drawn with OpenGL ES (\(failure.reason)); the processor draws it"
                if renderer == .gpu {
                    Diagnostic.reportOnce("window.no-gpu", key: failure.reason, reason)
                } else {
                    Diagnostic.informOnce("window.renderer", reason)
                }
            }
        }
        #endif
        guard let handle = create(plan, flags) else { return .failure(.refused(WindowPump.message)) }
        return .success(SDLWindow(handle, plan, pump))
    }

    static func create(_ plan: WindowPlan, _ flags: UInt32) -> OpaquePointer? {
        let middle: Int32 = 0x2FFF_0000
        let x = plan.options.position.map { Int32(clamping: Int($0.x)) } ?? middle,
            y = plan.options.position.map { Int32(clamping: Int($0.y)) } ?? middle
        return SDL_CreateWindow(plan.title, x, y, WindowGeometry.whole(plan.size.width), WindowGeometry.whole(plan.size.height), flags)
    }

    /// Gives it its size and place in pixels, once the display is known.
    func settle(_ connection: DisplayConnection) -> WindowFacts {
        nativeID = connection.watchVisibility(of: handle)
        wayland = connection.surface(of: handle)
        askedScale = plan.options.scale ?? (connection.kind == .x11 ? connection.scale : nil)
        if plan.options.style != .fullScreen {
            if !geometry.countsInPoints { resize(to: plan.size) }
            if connection.kind == .x11, plan.options.position == nil { moveToMiddle() }
        }
        var mode = SDL_DisplayMode()
        let known = SDL_GetCurrentDisplayMode(display, &mode) == 0 && mode.refresh_rate > 0
        let rate = plan.options.framesPerSecond ?? (known ? Double(mode.refresh_rate) : 60)
        frameDuration = 1 / (rate.isFinite && rate > 0 ? min(rate, 1000) : 60)
        let geometry = self.geometry
        var facts = WindowFacts(id: id, size: geometry.size, scale: geometry.scale, refreshRate: rate)
        #if GPU
        swapState?.frames = wayland?.frames
        swapState?.size = drawableSize
        facts.swapChain = swapChain
        swapChain = nil
        #endif
        return facts
    }

    // MARK: Geometry

    var geometry: WindowGeometry {
        var own = WindowGeometry.Measure(width: 1, height: 1)
        SDL_GetWindowSize(handle, &own.width, &own.height)
        return WindowGeometry(own: own, pixels: hasOwnPixels ? drawableSize : own, asked: askedScale)
    }

    /// Whether its picture has as many pixels as the display shows; SDL's own software surfaces have one for each of the window's units.
    private var hasOwnPixels: Bool {
        #if GPU
        return swapState != nil || wayland != nil
        #else
        return wayland != nil
        #endif
    }

    var drawableSize: WindowGeometry.Measure {
        var size = WindowGeometry.Measure(width: 1, height: 1)
        SDL_GL_GetDrawableSize(handle, &size.width, &size.height)
        return WindowGeometry.Measure(width: max(1, size.width), height: max(1, size.height))
    }

    private var display: Int32 { max(0, SDL_GetWindowDisplayIndex(handle)) }

    /// The system may decide otherwise; what becomes of it is reported as an event.
    func resize(to size: CGSize) {
        let own = geometry.own(for: size)
        SDL_SetWindowSize(handle, own.width, own.height)
    }

    /// SDL has put it there by the size that it was made with, which leaves out points and panels.
    private func moveToMiddle() {
        var bounds = SDL_Rect()
        guard SDL_GetDisplayUsableBounds(display, &bounds) == 0 else { return }
        let place = WindowGeometry.middle(of: bounds, for: geometry.own)
        SDL_SetWindowPosition(handle, place.x, place.y)
    }

    // MARK: Being seen

    /// Why nobody sees a window.
    struct Unseen: OptionSet {
        let rawValue: Int
        /// It is hidden or minimised.
        static let unmapped = Unseen(rawValue: 1)
        /// Others cover all of it, as X11 tells where nothing composes the screen.
        static let covered = Unseen(rawValue: 2)
        /// Wayland's compositor has not shown its last frame.
        static let unanswered = Unseen(rawValue: 4)
    }

    /// No frame is made while this is not empty.
    private(set) var unseen: Unseen = [] {
        didSet {
            guard unseen.isEmpty != oldValue.isEmpty else { return }
            if unseen.isEmpty {
                // What was made before it was hidden is old.
                _ = plan.picture.takeDue()
                awaitsFrame = true
            }
            plan.picture.setVisible(unseen.isEmpty)
        }
    }

    /// After X11 has said so.
    func setCovered(_ isCovered: Bool) { if isCovered { unseen.insert(.covered) } else { unseen.remove(.covered) } }

    /// After events: whether the compositor has answered.
    func lookForAnswer() { if unseen.contains(.unanswered), wayland?.unanswered == 0 { unseen.remove(.unanswered) } }

    /// A compositor that shows a window answers within some refreshes. After so many seconds nobody sees it, or the machine is so slow that
    /// frames would only wait.
    private static let patience = 1.0

    /// Whether a frame that is there would be seen.
    func isAnswered() -> Bool {
        if let wayland, wayland.unanswered > Self.patience { unseen.insert(.unanswered) }
        return unseen.isEmpty
    }

    /// Whether a frame waits for the compositor to let go of memory.
    var waitsForBuffer: Bool { unseen.isEmpty && wayland?.waitsForBuffer == true }

    func show() {
        guard !isShown else { return }
        isShown = true
        SDL_ShowWindow(handle)
        SDL_RaiseWindow(handle)
        // On a bare display nobody gives the keyboard to a window.
        SDL_SetWindowInputFocus(handle)
    }

    /// Once it is hidden for good.
    func freeSurface() {
        wayland?.free()
        wayland = nil
    }

    // MARK: What the program sets

    /// What the mouse looks like while it is over this window.
    var cursor = WindowCursor.arrow {
        didSet { if SDL_GetMouseFocus() == handle { wearCursor() } }
    }

    func wearCursor() { pump.show(cursor) }

    func setTitle(_ title: String) { SDL_SetWindowTitle(handle, title) }

    var fillsScreen: Bool {
        get { SDL_GetWindowFlags(handle) & SDL_WINDOW_FULLSCREEN.rawValue != 0 }
        set { SDL_SetWindowFullscreen(handle, newValue ? SDL_WINDOW_FULLSCREEN_DESKTOP.rawValue : 0) }
    }

    // MARK: Events

    /// Whether a key is held.
    var holdsKey: Bool { translator.keysHeld > 0 }

    func hear(_ event: SDL_Event) {
        if event.type == SDL_WINDOWEVENT.rawValue {
            switch SDL_WindowEventID(UInt32(event.window.event)) {
            case SDL_WINDOWEVENT_EXPOSED, SDL_WINDOWEVENT_SIZE_CHANGED:
                owesAll = true
                #if GPU
                swapState?.size = drawableSize
                #endif
            case SDL_WINDOWEVENT_SHOWN: unseen.remove(.unmapped)
            case SDL_WINDOWEVENT_RESTORED:
                owesAll = true
                unseen.remove(.unmapped)
            case SDL_WINDOWEVENT_HIDDEN, SDL_WINDOWEVENT_MINIMIZED: unseen.insert(.unmapped)
            default: break
            }
        }
        translator.translate(event, in: self) { plan.input.post(InputEvent(time: HostClock.now, $0)) }
    }
}
#endif
