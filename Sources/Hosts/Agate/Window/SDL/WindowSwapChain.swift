#if Windows && GPU
import AgateDiagnostics
import CSDL2
import CSDLLoader
import Foundation
import GLCompositor
import OpenGLES
import RenderTree

/// What the window's thread and the swap chain of a window share.
final class WindowSwapState: Sendable {
    private struct State {
        var size = WindowGeometry.Measure(width: 1, height: 1)
        var frames: WaylandFrames?
        var isClosed = false
        var isLost = false
    }
    private let state = Locked(State())

    /// In pixels.
    var size: WindowGeometry.Measure {
        get { state.withLock { $0.size } }
        set { state.withLock { $0.size = newValue } }
    }

    /// What asks for an answer to each frame, on Wayland.
    var frames: WaylandFrames? {
        get { state.withLock { $0.frames } }
        set { state.withLock { $0.frames = newValue } }
    }

    /// Whether the context is to count as lost: for tests.
    var isLost: Bool {
        get { state.withLock { $0.isLost } }
        set { state.withLock { $0.isLost = newValue } }
    }

    /// Whether the window is to be closed: nothing is shown any more.
    var isClosed: Bool {
        get { state.withLock { $0.isClosed } }
        set { state.withLock { $0.isClosed = newValue } }
    }
}

/// A swap chain on its way from the window's thread to the one that draws, which alone keeps it.
struct WindowSwapOffer: Sendable {
    private let chain: Locked<WindowSwapChain?>
    init(_ chain: WindowSwapChain) { self.chain = Locked(chain) }

    /// The swap chain; nil for all but the first who asks.
    func take() -> WindowSwapChain? {
        chain.withLock { chain in
            let taken = chain
            chain = nil
            return taken
        }
    }
}

/// Drivers take themselves apart when the program ends, whatever other threads draw at that time. So at its end the program waits for the
/// frames that are being drawn, and no thread begins another.
enum DrawingAtExit {
    private struct State {
        var drawing = 0
        var isExiting = false
    }
    private static let state = Locked(State())
    /// How long the end of a program waits, in milliseconds: a frame may have its shaders compiled, which takes a software rasteriser on a
    /// busy machine seconds, and a driver that hangs must not keep the program.
    private static let patience = 10_000

    // What a driver makes at its first frame it may take apart before what was registered when it was loaded: so this is twice.
    private static let atDriver: Void = register()
    private static let atFrame: Void = register()

    private static func register() {
        atexit {
            DrawingAtExit.state.withLock { $0.isExiting = true }
            for _ in 0..<DrawingAtExit.patience where DrawingAtExit.state.withLock({ $0.drawing > 0 }) { usleep(1000) }
        }
    }

    /// The driver is used from here on, on this thread. It does not return once the program ends.
    static func begin() {
        let mayDraw = state.withLock { state in
            if !state.isExiting { state.drawing += 1 }
            return !state.isExiting
        }
        while !mayDraw { pause() }
    }

    static func end() { state.withLock { $0.drawing -= 1 } }

    /// To be called once a driver is loaded: what is registered last is called first.
    static func driverIsLoaded() { _ = atDriver }

    /// To be called after a frame.
    static func frameIsDrawn() { _ = atFrame }
}

/// The buffers of a window that OpenGL ES draws into. Made on the window's thread, used on the one that makes the frames, which lets go of
/// it at the end; then the window's thread takes away the context, and the window where it waits to be closed.
final class WindowSwapChain: GLWindowSurface, @unchecked Sendable {
    // Unchecked: one thread after the other uses it.
    private let id: UInt32
    private let window: OpaquePointer
    private let context: SDL_GLContext
    private let state: WindowSwapState
    /// By EGL itself, with damage, where the window system needs nothing of SDL's between frames.
    private let swapsDirectly: Bool
    private enum DamageCall { case khr, ext }
    private var damageCall: DamageCall?
    private var hasBufferAge = false
    private var isCurrent = false
    private var isDrawing = false
    private var isShown = false
    /// As EGL has it, where SDL forgets it.
    private var display: EGLDisplay?
    private var surface: EGLSurface?

    /// Takes over a context, which is current on no thread.
    init(_ id: UInt32, _ window: OpaquePointer, _ context: SDL_GLContext, _ state: WindowSwapState, swapsDirectly: Bool) {
        (self.id, self.window, self.context, self.state, self.swapsDirectly) = (id, window, context, state, swapsDirectly)
    }

    deinit {
        if isCurrent, !WindowThread.shared.isLost { SDL_GL_MakeCurrent(window, nil) }
        endDrawing()
        let gone = Gone(id: id, context: context, display: display, surface: surface)
        WindowThread.shared.perform { $0.swapChainIsGone(gone) }
    }

    /// Passed to the window's thread.
    struct Gone: @unchecked Sendable {
        let id: UInt32
        let context: SDL_GLContext
        let display: EGLDisplay?
        let surface: EGLSurface?
    }

    // MARK: On the thread that draws

    func makeCurrent() throws(GLError) {
        // On a display that is gone, a driver may wait for ever.
        if state.isLost || WindowThread.shared.isLost { throw .contextLost }
        if !isDrawing {
            DrawingAtExit.begin()
            isDrawing = true
        }
        if isCurrent { return }
        guard SDL_GL_MakeCurrent(window, context) == 0 else { throw .noContext(WindowPump.message) }
        isCurrent = true
        // Frames have their own pace; a display that stalls must not hold up the thread that makes them.
        SDL_GL_SetSwapInterval(0)
        let extensions = eglGetCurrentDisplay().flatMap { eglQueryString($0, EGL_EXTENSIONS) }.map { String(cString: $0) } ?? ""
        let names = Set(extensions.split(separator: " "))
        hasBufferAge = names.contains("EGL_EXT_buffer_age")
        guard swapsDirectly else { return }
        (display, surface) = (eglGetCurrentDisplay(), eglGetCurrentSurface(EGL_DRAW))
        if names.contains("EGL_EXT_swap_buffers_with_damage") { damageCall = .ext }
        if names.contains("EGL_KHR_swap_buffers_with_damage") { damageCall = .khr }
    }

    private func endDrawing() {
        if isDrawing {
            DrawingAtExit.frameIsDrawn()
            DrawingAtExit.end()
        }
        isDrawing = false
    }

    var size: (width: Int32, height: Int32) {
        let size = state.size
        return (size.width, size.height)
    }

    var bufferAge: Int {
        guard hasBufferAge, let display = eglGetCurrentDisplay(), let surface = eglGetCurrentSurface(EGL_DRAW) else { return 0 }
        var age: EGLint = 0
        return eglQuerySurface(display, surface, EGL_BUFFER_AGE_EXT, &age) != 0 ? Int(age) : 0
    }

    func swap(_ damage: ContiguousArray<DeviceRect>) throws(GLError) {
        defer { endDrawing() }
        // It is off the screen already; the thread that draws has not heard of it.
        if state.isClosed || WindowThread.shared.isLost { return }
        if !isShown {
            // What a window that is not on the screen is given is lost, on X11; on Wayland it may be given nothing.
            isShown = true
            WindowThread.shared.ask { [id] pump in pump.with(id) { $0.show() } }
        }
        state.frames?.ask()
        guard swapsDirectly, let display = eglGetCurrentDisplay(), let surface = eglGetCurrentSurface(EGL_DRAW) else {
            SDL_GL_SwapWindow(window)
            return
        }
        let isSwapped: EGLBoolean
        if let damageCall, !damage.isEmpty {
            let height = size.height
            let rects = damage.flatMap { [$0.x0, height - $0.y1, $0.x1 - $0.x0, $0.y1 - $0.y0] }
            let count = EGLint(damage.count)
            isSwapped =
                damageCall == .khr
                ? eglSwapBuffersWithDamageKHR(display, surface, rects, count) : eglSwapBuffersWithDamageEXT(display, surface, rects, count)
        } else {
            isSwapped = eglSwapBuffers(display, surface)
        }
        if isSwapped == 0 { throw GLContext.eglFailure() }
    }
}

extension FrameRenderer {
    /// What was found out about the GPU of this process's display.
    private static let isSoftware = Locked<Bool?>(nil)

    /// Whether a window is to try OpenGL ES.
    var triesGPU: Bool {
        switch self {
        case .cpu: return false
        case .gpu: return true
        case .automatic:
            guard GLAvailability.current != .none, Self.isSoftware.withLock({ $0 }) != true else { return false }
            guard Self.isDeviceThere else {
                Diagnostic.informOnce("window.renderer", "no GPU is available; the processor draws the windows")
                return false
            }
            return true
        }
    }

    /// Whether what was found will do.
    func accepts(_ info: GLInfo) -> Bool {
        Self.isSoftware.withLock { $0 = info.isSoftware }
        guard self == .automatic, info.isSoftware else {
            Diagnostic.informOnce("window.renderer", "\(info.renderer) draws the windows with \(info.version)")
            return true
        }
        Diagnostic.informOnce(
            "window.renderer", "\(info.renderer) is a software rasteriser; the processor draws the windows, which is faster")
        return false
    }

    private static let isDeviceThere = hasDevice(in: "/dev")

    /// Whether the kernel has a device that could be a GPU: without one, loading a driver would be time lost.
    static func hasDevice(in folder: String) -> Bool {
        func isThere(_ path: String) -> Bool { access("\(folder)/\(path)", F_OK) == 0 }
        return (128..<136).contains { isThere("dri/renderD\($0)") }
            || ["nvidiactl", "mali0", "dri/card0", "pvrsrvkm", "kgsl-3d0"].contains(where: isThere)
    }
}
#endif
