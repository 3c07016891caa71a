#if Windows
import AgateDiagnostics
import CSDL2
import CSDLLoader
import CoreGraphics

/// A window, used on the window's thread.
final class SDLWindow {
    let handle: OpaquePointer
    let id: UInt32
    /// The window's X11 number.
    private(set) var nativeID: UInt?
    let plan: WindowPlan
    private unowned let pump: WindowPump
    /// The requested scale in pixels per point; nil derives it from the window system's own units.
    private var askedScale: CGFloat?
    var frameDuration = 1.0 / 60
    var isShown = false
    var owesAll = true
    /// True if the window has become visible and waits for a new frame; the old content is not shown again.
    var awaitsFrame = false
    /// Kept to reuse its capacity.
    var rects: [SDL_Rect] = []
    /// The surface that shows its pixels on Wayland.
    private(set) var wayland: WaylandSurface?
    private(set) var translator = WindowInputTranslator()
    /// The file that keeps the place of the program's first window; nil for other windows.
    var placeFile: WindowPlaceFile?
    #if GPU
    /// The state of its swap chain, while a GPU draws.
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

    /// Sets the size and position in pixels, once the display is known. Returns the window's properties.
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

    /// True if the picture has as many pixels as the display shows. SDL's own software surfaces have one pixel for each of the window's
    /// units.
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

    /// Requests a size. The system may choose another; the result is reported as an event.
    func resize(to size: CGSize) {
        let own = geometry.own(for: size)
        SDL_SetWindowSize(handle, own.width, own.height)
    }

    /// Writes the place into its file, unless the window is not shown, minimised or fills the screen.
    private func keepPlace() {
        guard let placeFile, isShown, SDL_GetWindowFlags(handle) & (SDL_WINDOW_MINIMIZED.rawValue | SDL_WINDOW_FULLSCREEN.rawValue) == 0
        else { return }
        var x: Int32 = 0, y: Int32 = 0
        SDL_GetWindowPosition(handle, &x, &y)
        placeFile.write(WindowPlace(x: x, y: y, size: geometry.size))
    }

    /// Moves the window to the middle. SDL has positioned it by its initial size, which ignores points and panels.
    private func moveToMiddle() {
        var bounds = SDL_Rect()
        guard SDL_GetDisplayUsableBounds(display, &bounds) == 0 else { return }
        let place = WindowGeometry.middle(of: bounds, for: geometry.own)
        SDL_SetWindowPosition(handle, place.x, place.y)
    }

    // MARK: Visibility

    /// The reasons for which a window is not visible.
    struct Unseen: OptionSet {
        let rawValue: Int
        /// The window is hidden or minimised.
        static let unmapped = Unseen(rawValue: 1)
        /// Other windows cover it completely, as X11 reports if there is no compositor.
        static let covered = Unseen(rawValue: 2)
        /// Wayland's compositor has not shown the last frame.
        static let unanswered = Unseen(rawValue: 4)
    }

    /// The reasons that apply now. No frame is made while this is not empty.
    private(set) var unseen: Unseen = [] {
        didSet {
            guard unseen.isEmpty != oldValue.isEmpty else { return }
            if unseen.isEmpty {
                // The frame that was made before the window was hidden is outdated.
                _ = plan.picture.takeDue()
                awaitsFrame = true
            }
            plan.picture.setVisible(unseen.isEmpty)
        }
    }

    /// Records the visibility that X11 reported.
    func setCovered(_ isCovered: Bool) { if isCovered { unseen.insert(.covered) } else { unseen.remove(.covered) } }

    /// Checks, after events, if the compositor has answered.
    func lookForAnswer() { if unseen.contains(.unanswered), wayland?.unanswered == 0 { unseen.remove(.unanswered) } }

    /// The time in seconds after which a compositor that has not answered is taken not to show the window, or the machine is so slow that
    /// frames would only wait. A compositor that shows a window answers within a few refreshes.
    private static let patience = 1.0

    /// Returns true if a frame would be visible.
    func isAnswered() -> Bool {
        if let wayland, wayland.unanswered > Self.patience { unseen.insert(.unanswered) }
        return unseen.isEmpty
    }

    /// True if a frame waits for the compositor to release a buffer.
    var waitsForBuffer: Bool { unseen.isEmpty && wayland?.waitsForBuffer == true }

    func show() {
        guard !isShown else { return }
        isShown = true
        SDL_ShowWindow(handle)
        // A window manager has put its frame where the window was to be.
        if let place = placeFile?.place { SDL_SetWindowPosition(handle, place.x, place.y) }
        SDL_RaiseWindow(handle)
        // On a bare display there is no window manager that gives a window the keyboard focus.
        SDL_SetWindowInputFocus(handle)
    }

    /// Releases the surface, once the window is hidden permanently.
    func freeSurface() {
        wayland?.free()
        wayland = nil
    }

    // MARK: Properties set by the program

    /// The mouse cursor over this window.
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

    /// True if a key is held.
    var holdsKey: Bool { translator.keysHeld > 0 }

    func hear(_ event: SDL_Event) {
        if event.type == SDL_WINDOWEVENT.rawValue {
            switch SDL_WindowEventID(UInt32(event.window.event)) {
            case SDL_WINDOWEVENT_EXPOSED, SDL_WINDOWEVENT_SIZE_CHANGED:
                owesAll = true
                #if GPU
                swapState?.size = drawableSize
                #endif
                keepPlace()
            case SDL_WINDOWEVENT_MOVED: keepPlace()
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
