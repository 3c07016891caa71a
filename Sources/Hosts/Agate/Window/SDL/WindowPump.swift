#if Windows
import AgateDiagnostics
import CSDL2
import CSDLLoader
import CoreGraphics
import Foundation
import OpenGLES
import Raster

/// The life of the window's thread. Everything here, SDL included, is touched by that thread alone.
final class WindowPump {
    private let bell: Int32
    private var windows: [UInt32: SDLWindow] = [:]
    private(set) var connection: DisplayConnection?
    private var driver: String?
    private var cursors: [WindowCursor: OpaquePointer] = [:]
    private var isLost = false
    #if GPU
    /// Windows that are closed and wait for the thread that draws them.
    private var closing: [UInt32: SDLWindow] = [:]
    /// Whether the display of the windows may be used by others.
    private var hasOffered = false
    #endif
    private var lastActivity = -Double.infinity

    init(bell: Int32) { self.bell = bell }

    func run(_ thread: WindowThread) {
        while true {
            for request in thread.takeRequests() { request(self) }
            // What was left to a dead display would wake it for nothing.
            guard driver != nil, !isLost else {
                wait(nil, -1)
                continue
            }
            // First show, then hear: what SDL reads while it shows is then never left lying when the thread goes to sleep.
            for window in windows.values { window.present() }
            repeat { hear() } while !isLost && connection?.hasMore == true
            if isLost { continue }
            for window in windows.values { window.lookForAnswer() }
            wait(connection?.socket, patience)
        }
    }

    // MARK: Sleep

    /// How long to sleep at most, in milliseconds; -1 is until something happens.
    private var patience: Int32 {
        guard !windows.isEmpty, let connection else { return -1 }
        switch connection.kind {
        case .none: return -1
        // The console has no socket to sleep on: input is looked for.
        case .console: return 8
        case .x11, .wayland:
            guard connection.socket != nil, !windows.values.contains(where: \.waitsForBuffer) else { return 8 }
            // Wayland leaves the repeating of held keys to the program; SDL settles a change of focus shortly afterwards.
            if connection.kind == .wayland, windows.values.contains(where: \.holdsKey) { return 8 }
            return HostClock.now - lastActivity < 0.4 ? 50 : -1
        }
    }

    private func wait(_ socket: Int32?, _ milliseconds: Int32) {
        withUnsafeTemporaryAllocation(of: pollfd.self, capacity: 2) { sources in
            sources[0] = pollfd(fd: bell, events: Int16(POLLIN), revents: 0)
            // A number below 0 is passed over.
            sources[1] = pollfd(fd: socket ?? -1, events: Int16(POLLIN), revents: 0)
            _ = poll(sources.baseAddress, 2, milliseconds)
            if sources[0].revents != 0 { silenceBell() }
            if sources[1].revents & Int16(POLLIN) != 0 { lastActivity = HostClock.now }
        }
    }

    private func silenceBell() {
        withUnsafeTemporaryAllocation(byteCount: 256, alignment: 1) { buffer in
            while read(bell, buffer.baseAddress, 256) == 256 {}
        }
    }

    // MARK: Events

    private func hear() {
        SDL_PumpEvents()
        var event = SDL_Event()
        while SDL_PollEvent(&event) != 0 {
            if event.type == SDL_QUIT.rawValue {
                // Nothing else makes one: signals and the last window are not SDL's here.
                if connection?.kind == .wayland { loseDisplay() }
                continue
            }
            if event.type == SDL_SYSWMEVENT.rawValue {
                guard let change = DisplayConnection.coverage(event) else { continue }
                windows.values.first { $0.nativeID == change.window }?.setCovered(change.isCovered)
                continue
            }
            if let window = window(for: event) { window.hear(event) }
        }
    }

    /// Keys have no window where no window manager gives the keyboard to one.
    private func window(for event: SDL_Event) -> SDLWindow? {
        if let id = event.windowID, let window = windows[id] { return window }
        guard event.isKeyboard else { return event.isFinger ? windows.values.first : nil }
        return windows[SDL_GetWindowID(SDL_GetKeyboardFocus())] ?? windows[SDL_GetWindowID(SDL_GetMouseFocus())] ?? windows.values.first
    }

    private func loseDisplay() {
        isLost = true
        WindowThread.shared.displayWentAway()
    }

    // MARK: Windows

    /// Opens a window; it shows itself with its first frame.
    func open(_ plan: WindowPlan) -> Result<WindowFacts, WindowError> {
        if driver == nil {
            switch WindowSystem.start(plan.options) {
            case .failure(let failure): return .failure(failure)
            case .success(let name): driver = name
            }
        }
        switch SDLWindow.make(plan, on: self) {
        case .failure(let failure): return .failure(failure)
        case .success(let window):
            let connection = self.connection ?? DisplayConnection(driver: driver ?? "", window: window.handle)
            self.connection = connection
            windows[window.id] = window
            if plan.options.usesRealTimeScheduling != false { RealTimeScheduling.begin() }
            if plan.options.allowsScreenSaver { SDL_EnableScreenSaver() } else { SDL_DisableScreenSaver() }
            return .success(window.settle(connection))
        }
    }

    /// Does something with a window that may be closed by now.
    func with(_ id: UInt32, _ body: (SDLWindow) -> Void) {
        if let window = windows[id], !isLost { body(window) }
    }

    func close(_ id: UInt32) {
        guard let window = windows.removeValue(forKey: id), !isLost else { return }
        #if GPU
        if window.closeSwapChain() {
            SDL_HideWindow(window.handle)
            closing[id] = window
            hear()
            return
        }
        #endif
        destroy(window)
    }

    #if GPU
    /// The thread that draws a window by a GPU has let go of it.
    func swapChainIsGone(_ chain: WindowSwapChain.Gone) {
        guard !isLost, driver != nil else { return }
        DrawingAtExit.begin()
        defer { DrawingAtExit.end() }
        SDL_GL_DeleteContext(chain.context)
        // SDL (2.26) leaves it to the end of the display, on X11: the buffers of every window that there ever was.
        if let display = chain.display, let surface = chain.surface { eglDestroySurface(display, surface) }
        windows[chain.id]?.swapChainIsGone()
        if let window = closing.removeValue(forKey: chain.id) { destroy(window) }
    }
    #endif

    #if GPU
    /// Has the contexts of layers made on the display of the windows, whose compositors then sample what those draw. SDL would close it
    /// with the last window that a GPU draws.
    func offer(_ display: EGLDisplay) {
        if !hasOffered, SDL_GL_LoadLibrary(nil) == 0 { hasOffered = true }
        if hasOffered { GLDisplay.offer(display) }
    }

    /// False where something else draws on the display of the windows by now, which therefore stays open.
    private func withdrawOffer() -> Bool {
        guard hasOffered else { return true }
        guard GLDisplay.withdraw() else { return false }
        // SDL unloads its driver, and what the driver has registered for the end of the program then leads nowhere. A display of our own,
        // which is never closed, keeps it.
        _ = try? GLDisplay.shared()
        SDL_GL_UnloadLibrary()
        hasOffered = false
        return true
    }
    #endif

    private func destroy(_ window: SDLWindow) {
        // SDL crashes on Wayland when a window opens after another one was destroyed there (2.26, libdecor): those wait, unseen, for the
        // last one.
        if connection?.kind == .wayland { SDL_HideWindow(window.handle) } else { SDL_DestroyWindow(window.handle) }
        window.freeSurface()
        if hasWindows { hear() } else { stop() }
    }

    private var hasWindows: Bool {
        #if GPU
        return !windows.isEmpty || !closing.isEmpty
        #else
        return !windows.isEmpty
        #endif
    }

    /// Lets go of the display: nothing is left on it.
    private func stop() {
        #if GPU
        guard withdrawOffer() else { return }
        #endif
        connection?.close()
        SDL_QuitSubSystem(UInt32(SDL_INIT_VIDEO))
        cursors = [:]
        connection = nil
        driver = nil
    }

    func show(_ cursor: WindowCursor) {
        guard cursor != .hidden else {
            SDL_ShowCursor(SDL_DISABLE)
            return
        }
        if cursors[cursor] == nil { cursors[cursor] = SDL_CreateSystemCursor(cursor.system) }
        SDL_ShowCursor(SDL_ENABLE)
        if let shape = cursors[cursor] { SDL_SetCursor(shape) }
    }

    static var message: String {
        let text = SDL_GetError().map { String(cString: $0) } ?? ""
        return text.isEmpty ? "no reason given" : text
    }
}

extension WindowCursor {
    fileprivate var system: SDL_SystemCursor {
        switch self {
        case .arrow, .hidden: SDL_SYSTEM_CURSOR_ARROW
        case .hand: SDL_SYSTEM_CURSOR_HAND
        case .text: SDL_SYSTEM_CURSOR_IBEAM
        case .crosshair: SDL_SYSTEM_CURSOR_CROSSHAIR
        case .wait: SDL_SYSTEM_CURSOR_WAIT
        case .move: SDL_SYSTEM_CURSOR_SIZEALL
        case .resizeHorizontally: SDL_SYSTEM_CURSOR_SIZEWE
        case .resizeVertically: SDL_SYSTEM_CURSOR_SIZENS
        case .forbidden: SDL_SYSTEM_CURSOR_NO
        }
    }
}
#endif
