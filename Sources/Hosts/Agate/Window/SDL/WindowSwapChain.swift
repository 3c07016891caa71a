#if Windows && GPU
import AgateDiagnostics
import CSDL2
import CSDLLoader
import Foundation
import GLCompositor
import OpenGLES
import RenderTree

/// The state that the window's thread and the swap chain of a window share.
final class WindowSwapState: Sendable {
    private struct State {
        var size = WindowGeometry.Measure(width: 1, height: 1)
        var frames: WaylandFrames?
        var isClosed = false
        var isLost = false
    }
    private let state = Locked(State())

    /// The size in pixels.
    var size: WindowGeometry.Measure {
        get { state.withLock { $0.size } }
        set { state.withLock { $0.size = newValue } }
    }

    /// The object that requests an answer to each frame, on Wayland.
    var frames: WaylandFrames? {
        get { state.withLock { $0.frames } }
        set { state.withLock { $0.frames = newValue } }
    }

    /// True if the context is to be treated as lost; for tests.
    var isLost: Bool {
        get { state.withLock { $0.isLost } }
        set { state.withLock { $0.isLost = newValue } }
    }

    /// True if the window is closing: no further frame is shown.
    var isClosed: Bool {
        get { state.withLock { $0.isClosed } }
        set { state.withLock { $0.isClosed = newValue } }
    }
}

/// Transfers a swap chain from the window's thread to the thread that draws, which is then its only owner.
struct WindowSwapOffer: Sendable {
    private let chain: Locked<WindowSwapChain?>
    init(_ chain: WindowSwapChain) { self.chain = Locked(chain) }

    /// Returns the swap chain to the first caller, and nil to all later ones.
    func take() -> WindowSwapChain? {
        chain.withLock { chain in
            let taken = chain
            chain = nil
            return taken
        }
    }
}

/// Prevents drawing during the end of the program. Drivers release their state then, even if other threads are drawing. So the exit handler
/// waits for the frames that are being drawn, and no thread begins another.
enum DrawingAtExit {
    private struct State {
        var drawing = 0
        var isExiting = false
    }
    private static let state = Locked(State())
    /// The longest time to wait at the end of a program, in milliseconds. A frame may have its shaders compiled, which takes a software
    /// rasteriser on a busy machine seconds, and a driver that hangs must not block the exit.
    private static let patience = 10_000

    // A driver may register exit handlers at its first frame, and they run before those registered when it was loaded. So the handler is
    // registered twice.
    private static let atDriver: Void = register()
    private static let atFrame: Void = register()

    private static func register() {
        atexit {
            DrawingAtExit.state.withLock { $0.isExiting = true }
            for _ in 0..<DrawingAtExit.patience where DrawingAtExit.state.withLock({ $0.drawing > 0 }) { usleep(1000) }
        }
    }

    /// Marks the start of drawing on this thread. It does not return once the program is exiting.
    static func begin() {
        let mayDraw = state.withLock { state in
            if !state.isExiting { state.drawing += 1 }
            return !state.isExiting
        }
        if !mayDraw { WindowThread.sleepForever() }
    }

    static func end() { state.withLock { $0.drawing -= 1 } }

    /// Call this once a driver is loaded: the handler registered last is called first.
    static func driverIsLoaded() { _ = atDriver }

    /// Call this after a frame.
    static func frameIsDrawn() { _ = atFrame }
}

/// The buffers of a window that OpenGL ES draws into. Created on the window's thread, used on the thread that makes the frames, which
/// releases it at the end. Then the window's thread deletes the context, and the window if it waits to be closed.
final class WindowSwapChain: GLWindowSurface, @unchecked Sendable {
    // Unchecked: only one thread uses it at a time.
    private let id: UInt32
    private let window: OpaquePointer
    private let context: SDL_GLContext
    private let state: WindowSwapState
    /// True if frames are swapped by EGL directly, with damage, because the window system needs no work by SDL between frames.
    private let swapsDirectly: Bool
    /// Surrounds each swap, if a software rasteriser draws.
    private let softwareSwap: SoftwareSwap?
    private enum DamageCall { case khr, ext }
    private var damageCall: DamageCall?
    private var hasBufferAge = false
    private var isCurrent = false
    private var isDrawing = false
    private var isShown = false
    /// The EGL display, which SDL does not release.
    private var display: EGLDisplay?
    private var surface: EGLSurface?

    /// Takes ownership of a context, which is current on no thread.
    init(
        _ id: UInt32, _ window: OpaquePointer, _ context: SDL_GLContext, _ state: WindowSwapState, swapsDirectly: Bool,
        softwareSwap: SoftwareSwap?
    ) {
        (self.id, self.window, self.context, self.state) = (id, window, context, state)
        (self.swapsDirectly, self.softwareSwap) = (swapsDirectly, softwareSwap)
    }

    deinit {
        if isCurrent, !WindowThread.shared.isLost { SDL_GL_MakeCurrent(window, nil) }
        endDrawing()
        let gone = Gone(id: id, context: context, display: display, surface: surface)
        WindowThread.shared.perform { $0.swapChainIsGone(gone) }
    }

    /// The objects to release, passed to the window's thread.
    struct Gone: @unchecked Sendable {
        let id: UInt32
        let context: SDL_GLContext
        let display: EGLDisplay?
        let surface: EGLSurface?
    }

    // MARK: On the thread that draws

    func makeCurrent() throws(GLError) {
        // On a display that has disconnected, a driver may wait forever.
        if state.isLost || WindowThread.shared.isLost { throw .contextLost }
        if !isDrawing {
            DrawingAtExit.begin()
            isDrawing = true
        }
        if isCurrent { return }
        guard SDL_GL_MakeCurrent(window, context) == 0 else { throw .noContext(WindowPump.message) }
        isCurrent = true
        // Frames are paced separately; a display that stalls must not block the thread that makes them.
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
        // The window is already off the screen, but the thread that draws has not been notified.
        if state.isClosed || WindowThread.shared.isLost { return }
        if !isShown {
            // On X11, a frame that is submitted to an unmapped window is lost; on Wayland submitting one is not allowed.
            isShown = true
            WindowThread.shared.ask { [id] pump in pump.with(id) { $0.show() } }
        }
        state.frames?.ask()
        guard swapsDirectly, let display = eglGetCurrentDisplay(), let surface = eglGetCurrentSurface(EGL_DRAW) else {
            SDL_GL_SwapWindow(window)
            return
        }
        func show() -> EGLBoolean {
            guard let damageCall, !damage.isEmpty else { return eglSwapBuffers(display, surface) }
            let height = size.height
            let rects = damage.flatMap { [$0.x0, height - $0.y1, $0.x1 - $0.x0, $0.y1 - $0.y0] }
            let count = EGLint(damage.count)
            return damageCall == .khr
                ? eglSwapBuffersWithDamageKHR(display, surface, rects, count) : eglSwapBuffersWithDamageEXT(display, surface, rects, count)
        }
        let isSwapped = try softwareSwap?(show) ?? show()
        if isSwapped == 0 { throw GLContext.eglFailure() }
    }
}

extension FrameRenderer {
    /// True if the GPU of this process's display is a software rasteriser; nil until it was checked.
    private static let isSoftware = Locked<Bool?>(nil)

    /// True if a window should try OpenGL ES.
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

    /// Returns true if this renderer can use the given implementation.
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

    /// Returns true if the kernel has a device that could be a GPU. Without one, loading a driver would be wasted time.
    static func hasDevice(in folder: String) -> Bool {
        func isThere(_ path: String) -> Bool { access("\(folder)/\(path)", F_OK) == 0 }
        return (128..<136).contains { isThere("dri/renderD\($0)") }
            || ["nvidiactl", "mali0", "dri/card0", "pvrsrvkm", "kgsl-3d0"].contains(where: isThere)
    }
}
#endif
