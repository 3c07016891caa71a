#if Windows
import AgateDiagnostics
import CSDL2
import CoreGraphics
import OpenGLES
import RenderTree

/// One window, on the window's thread.
final class SDLWindow {
    let handle: OpaquePointer
    let id: UInt32
    fileprivate let plan: WindowPlan
    private unowned let pump: WindowPump
    /// The window's own coordinates a point: 1 where the window system counts in points, as Wayland does.
    private(set) var unit: CGFloat = 1
    private var frameDuration = 1.0 / 60
    fileprivate var isShown = false
    fileprivate var owesAll = true
    /// Kept for its room.
    private var rects: [SDL_Rect] = []
    private(set) var translator = WindowInputTranslator()
    #if GPU
    /// Of its swap chain, as long as a GPU draws.
    fileprivate var swapState: WindowSwapState?
    fileprivate var swapChain: WindowSwapOffer?
    #endif

    fileprivate init(_ handle: OpaquePointer, _ plan: WindowPlan, _ pump: WindowPump) {
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
                let reason = "no window can be drawn by OpenGL ES (\(failure.reason)); the processor draws it"
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

    fileprivate static func create(_ plan: WindowPlan, _ flags: UInt32) -> OpaquePointer? {
        let middle: Int32 = 0x2FFF_0000
        let x = plan.options.position.map { Int32(clamping: Int($0.x)) } ?? middle,
            y = plan.options.position.map { Int32(clamping: Int($0.y)) } ?? middle
        return SDL_CreateWindow(plan.title, x, y, pixels(plan.size.width), pixels(plan.size.height), flags)
    }

    /// Gives it its size in pixels, once the display is known.
    func settle(_ connection: DisplayConnection?) -> WindowFacts {
        let asked = plan.options.scale ?? (connection?.kind == .x11 ? connection?.scale : nil)
        if let asked { unit = asked / density }
        if unit != 1, plan.options.style != .fullScreen { resize(to: plan.size) }
        var mode = SDL_DisplayMode()
        let known = SDL_GetCurrentDisplayMode(max(0, SDL_GetWindowDisplayIndex(handle)), &mode) == 0 && mode.refresh_rate > 0
        let rate = plan.options.framesPerSecond ?? (known ? Double(mode.refresh_rate) : 60)
        frameDuration = 1 / (rate.isFinite && rate > 0 ? min(rate, 1000) : 60)
        var facts = WindowFacts(id: id, size: size, scale: scale, refreshRate: rate)
        #if GPU
        facts.swapChain = swapChain
        swapChain = nil
        #endif
        return facts
    }

    // MARK: Geometry

    private static func pixels(_ length: CGFloat) -> Int32 { Int32(min(max(length.rounded(.up), 1), 16_384)) }

    private var windowSize: (width: Int32, height: Int32) {
        var width: Int32 = 0, height: Int32 = 0
        SDL_GetWindowSize(handle, &width, &height)
        return (max(width, 1), max(height, 1))
    }

    /// Pixels in one of the window's own units.
    private var density: CGFloat {
        #if GPU
        if swapState != nil { return max(CGFloat(drawableSize.width) / CGFloat(windowSize.width), 0.01) }
        #endif
        guard let surface = SDL_GetWindowSurface(handle) else { return 1 }
        return max(CGFloat(surface.pointee.w) / CGFloat(windowSize.width), 0.01)
    }

    /// In points.
    var size: CGSize {
        let (width, height) = windowSize
        return CGSize(width: CGFloat(width) / unit, height: CGFloat(height) / unit)
    }

    /// Pixels a point.
    var scale: CGFloat { unit * density }

    /// The system may decide otherwise; what becomes of it is reported as an event.
    func resize(to size: CGSize) { SDL_SetWindowSize(handle, Self.pixels(size.width * unit), Self.pixels(size.height * unit)) }

    // MARK: Showing

    /// Shows the newest frame, if one waits.
    func present() {
        #if GPU
        if swapState != nil { return followSwapChain() }
        #endif
        guard plan.picture.isOwed || owesAll && isShown else { return }
        show()
        guard let surface = SDL_GetWindowSurface(handle) else {
            Diagnostic.reportOnce("window.no-surface", key: "\(id)", "a window can't be drawn into: \(WindowPump.message)")
            return
        }
        let due = plan.picture.takeDue()
        rects.removeAll(keepingCapacity: true)
        let all = owesAll
        // Only the copy holds the picture: a display that stalls, or breaks, keeps nobody else waiting.
        plan.picture.withOwed(whole: all) { pixels, width, height, changes in
            if all { surface.fill(outside: width, height) }
            for change in changes { if let rect = surface.copy(change, from: pixels, width, height) { rects.append(rect) } }
            owesAll = false
        }
        if all, !owesAll { rects = [SDL_Rect(x: 0, y: 0, w: surface.pointee.w, h: surface.pointee.h)] }
        let given = HostClock.now
        // On X11 it waits until the server has read the pixels, so that they don't change under it.
        if !rects.isEmpty { SDL_UpdateWindowSurfaceRects(handle, rects, Int32(rects.count)) }
        plan.picture.notePresent(due: due, given: given, at: HostClock.now, frameDuration: frameDuration)
    }

    func show() {
        guard !isShown else { return }
        isShown = true
        SDL_ShowWindow(handle)
        SDL_RaiseWindow(handle)
        // On a bare display nobody gives the keyboard to a window.
        SDL_SetWindowInputFocus(handle)
    }

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
            case SDL_WINDOWEVENT_EXPOSED, SDL_WINDOWEVENT_SIZE_CHANGED, SDL_WINDOWEVENT_RESTORED:
                owesAll = true
                #if GPU
                swapState?.size = drawableSize
                #endif
            default: break
            }
        }
        translator.translate(event, in: self) { plan.input.post(InputEvent(time: HostClock.now, $0)) }
    }
}

#if GPU
/// Windows that a GPU draws: the thread that makes the frames shows them, too.
extension SDLWindow {
    struct SwapChainFailure: Error { let reason: String }

    /// A window with a context, current on no thread; nil where the processor is to draw.
    fileprivate static func makeWithSwapChain(
        _ plan: WindowPlan, _ flags: UInt32, _ renderer: FrameRenderer, on pump: WindowPump
    ) -> Result<SDLWindow?, SwapChainFailure> {
        guard GLAvailability.current == .automatic else { return .failure(SwapChainFailure(reason: "AGATE_EGL forbids it")) }
        if let reason = agate_gles_failure() { return .failure(SwapChainFailure(reason: String(cString: reason))) }
        let attributes = [
            (SDL_GL_CONTEXT_PROFILE_MASK, Int32(SDL_GL_CONTEXT_PROFILE_ES.rawValue)), (SDL_GL_CONTEXT_MAJOR_VERSION, 3),
            (SDL_GL_CONTEXT_MINOR_VERSION, 0), (SDL_GL_DOUBLEBUFFER, 1), (SDL_GL_RED_SIZE, 8), (SDL_GL_GREEN_SIZE, 8),
            (SDL_GL_BLUE_SIZE, 8), (SDL_GL_ALPHA_SIZE, 0), (SDL_GL_DEPTH_SIZE, 0), (SDL_GL_STENCIL_SIZE, 0),
        ]
        DrawingAtExit.begin()
        defer { DrawingAtExit.end() }
        for (attribute, value) in attributes { SDL_GL_SetAttribute(attribute, value) }
        guard let handle = create(plan, flags | SDL_WINDOW_OPENGL.rawValue) else {
            return .failure(SwapChainFailure(reason: WindowPump.message))
        }
        guard let context = SDL_GL_CreateContext(handle) else {
            defer { SDL_DestroyWindow(handle) }
            return .failure(SwapChainFailure(reason: WindowPump.message))
        }
        let info = GLInfo(), display = eglGetCurrentDisplay()
        DrawingAtExit.driverIsLoaded()
        SDL_GL_MakeCurrent(handle, nil)
        func letGo() {
            SDL_GL_DeleteContext(context)
            SDL_DestroyWindow(handle)
        }
        guard let info, info.major >= 3 else {
            letGo()
            return .failure(SwapChainFailure(reason: info.map { "\(GLError.tooOld($0.version))" } ?? "it does not answer"))
        }
        guard renderer.accepts(info) else {
            letGo()
            return .success(nil)
        }
        if let display { pump.offer(display) }
        let window = SDLWindow(handle, plan, pump), state = WindowSwapState()
        state.size = window.drawableSize
        window.swapState = state
        window.swapChain = WindowSwapOffer(
            WindowSwapChain(
                window.id, handle, context, state, swapsDirectly: SDL_GetCurrentVideoDriver().map { String(cString: $0) } == "x11"))
        return .success(window)
    }

    fileprivate var drawableSize: (width: Int32, height: Int32) {
        var width: Int32 = 0, height: Int32 = 0
        SDL_GL_GetDrawableSize(handle, &width, &height)
        return (max(width, 1), max(height, 1))
    }

    /// After a frame that the GPU showed, and after what the window system lost.
    fileprivate func followSwapChain() {
        if plan.picture.takeShown() { show() }
        guard isShown, owesAll else { return }
        owesAll = false
        plan.picture.askForRepaint()
    }

    func simulateLoss() { swapState?.isLost = true }

    /// Ends drawing by the GPU. True where its swap chain is still to be let go of.
    func closeSwapChain() -> Bool {
        guard let swapState else { return false }
        swapState.isClosed = true
        return true
    }

    /// The GPU draws no more; the processor goes on.
    func swapChainIsGone() {
        swapState = nil
        owesAll = true
    }
}
#endif

extension UnsafeMutablePointer where Pointee == SDL_Surface {
    private var isPlain: Bool {
        let format = pointee.format.pointee
        return format.BytesPerPixel == 4 && format.Rmask == 0xFF_0000 && format.Gmask == 0xFF00 && format.Bmask == 0xFF
    }

    /// Copies a rectangle of a picture to its own place; nil where nothing of it lies on the surface.
    fileprivate func copy(_ rect: DeviceRect, from pixels: UnsafePointer<UInt32>, _ width: Int, _ height: Int) -> SDL_Rect? {
        let x0 = Swift.max(0, Int(rect.x0)), x1 = Swift.min(Int(rect.x1), width, Int(pointee.w))
        let y0 = Swift.max(0, Int(rect.y0)), y1 = Swift.min(Int(rect.y1), height, Int(pointee.h))
        guard x0 < x1, y0 < y1, let base = pointee.pixels else { return nil }
        let bytes = Int(pointee.format.pointee.BytesPerPixel), pitch = Int(pointee.pitch)
        let target = base + y0 * pitch + x0 * bytes
        if isPlain {
            for y in 0..<(y1 - y0) { memcpy(target + y * pitch, pixels + (y0 + y) * width + x0, (x1 - x0) * 4) }
        } else {
            SDL_ConvertPixels(
                Int32(x1 - x0), Int32(y1 - y0), SDL_PIXELFORMAT_ARGB8888.rawValue, pixels + y0 * width + x0, Int32(width * 4),
                pointee.format.pointee.format, target, pointee.pitch
            )
        }
        return SDL_Rect(x: Int32(x0), y: Int32(y0), w: Int32(x1 - x0), h: Int32(y1 - y0))
    }

    /// Black where the picture does not reach, as briefly after the window grew.
    fileprivate func fill(outside width: Int, _ height: Int) {
        guard Int(pointee.w) > width || Int(pointee.h) > height, let base = pointee.pixels else { return }
        memset(base, 0, Int(pointee.pitch) * Int(pointee.h))
    }
}
#endif
