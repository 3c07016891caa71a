#if Windows
import AgateDiagnostics
import CSDL2
import CSDLLoader
import CoreGraphics
import Foundation
import OpenGLES
import Raster

/// The main loop of the window's thread. All state here, including SDL's, is used by that thread alone.
final class WindowPump {
    private let bell: Int32
    private var windows: [UInt32: SDLWindow] = [:]
    private(set) var connection: DisplayConnection?
    private var driver: String?
    private var cursors: [WindowCursor: OpaquePointer] = [:]
    private var isLost = false
    #if GPU
    /// Closed windows that wait for the thread that draws them.
    private var closing: [UInt32: SDLWindow] = [:]
    /// True if layers' contexts may use the display of the windows.
    private var hasOffered = false
    #endif
    private var lastActivity = -Double.infinity

    init(bell: Int32) { self.bell = bell }

    func run(_ thread: WindowThread) {
        while true {
            thread.displayLock.lock()
            turn(of: thread)
            thread.displayLock.unlock()
            // Requests to a dead display would wake the thread unnecessarily.
            if driver != nil, !isLost { wait(connection?.socket, patience) } else { wait(nil, -1) }
        }
    }

    private func turn(of thread: WindowThread) {
        for request in thread.takeRequests() { request(self) }
        guard driver != nil, !isLost else { return }
        // Show first, then handle events: so events that SDL reads while it shows are never left unprocessed when the thread goes to sleep.
        for window in windows.values { window.present() }
        repeat { hear() } while !isLost && connection?.hasMore == true
        if isLost { return }
        for window in windows.values { window.lookForAnswer() }
    }

    // MARK: Sleep

    /// The longest time to sleep, in milliseconds; -1 sleeps until an event.
    private var patience: Int32 {
        guard !windows.isEmpty, let connection else { return -1 }
        switch connection.kind {
        case .none: return -1
        // The console has no socket to sleep on, so input is polled.
        case .console: return 8
        case .x11, .wayland:
            guard connection.socket != nil, !windows.values.contains(where: \.waitsForBuffer) else { return 8 }
            // On Wayland the client repeats held keys itself. SDL also completes a change of focus shortly after the event.
            if connection.kind == .wayland, windows.values.contains(where: \.holdsKey) { return 8 }
            return HostClock.now - lastActivity < 0.4 ? 50 : -1
        }
    }

    private func wait(_ socket: Int32?, _ milliseconds: Int32) {
        withUnsafeTemporaryAllocation(of: pollfd.self, capacity: 2) { sources in
            sources[0] = pollfd(fd: bell, events: Int16(POLLIN), revents: 0)
            // poll ignores descriptors below 0.
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
                // The only source of this event is a lost Wayland display: signals and the last window don't send it with the hints set
                // here.
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

    /// Returns the window for an event. Key events have no window if no window manager assigns the keyboard focus.
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

    /// Opens a window, which becomes visible with its first frame.
    func open(_ plan: WindowPlan) -> Result<WindowFacts, WindowError> {
        if driver == nil {
            switch WindowSystem.start(plan.options) {
            case .failure(let failure): return .failure(failure)
            case .success(let name): driver = name
            }
        }
        var plan = plan
        let placeFile = plan.options.style == .fullScreen ? nil : WindowPlaceFile.take()
        if let place = placeFile?.place {
            plan.options.position = CGPoint(x: Int(place.x), y: Int(place.y))
            if plan.options.isResizable { plan.size = place.size }
        }
        switch SDLWindow.make(plan, on: self) {
        case .failure(let failure): return .failure(failure)
        case .success(let window):
            let connection = self.connection ?? DisplayConnection(driver: driver ?? "", window: window.handle)
            self.connection = connection
            windows[window.id] = window
            window.placeFile = placeFile
            if plan.options.usesRealTimeScheduling != false { RealTimeScheduling.begin() }
            if plan.options.allowsScreenSaver { SDL_EnableScreenSaver() } else { SDL_DisableScreenSaver() }
            return .success(window.settle(connection))
        }
    }

    /// Calls `body` with a window, unless it is already closed.
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
    /// Handles the release of a window's swap chain by the thread that draws it.
    func swapChainIsGone(_ chain: WindowSwapChain.Gone) {
        guard !isLost, driver != nil else { return }
        DrawingAtExit.begin()
        defer { DrawingAtExit.end() }
        SDL_GL_DeleteContext(chain.context)
        // On X11, SDL (2.26) would keep the buffers of every closed window until the display is closed.
        if let display = chain.display, let surface = chain.surface { eglDestroySurface(display, surface) }
        windows[chain.id]?.swapChainIsGone()
        if let window = closing.removeValue(forKey: chain.id) { destroy(window) }
    }
    #endif

    #if GPU
    /// Offers the windows' display for the contexts of layers, so that the windows' compositors can sample the content that the layers
    /// draw. Loading the library here keeps SDL from closing the display with the last window that a GPU draws.
    func offer(_ display: EGLDisplay) {
        if !hasOffered, SDL_GL_LoadLibrary(nil) == 0 { hasOffered = true }
        if hasOffered { GLDisplay.offer(display) }
    }

    /// Withdraws the offer. Returns false if other contexts use the windows' display, which therefore stays open.
    private func withdrawOffer() -> Bool {
        guard hasOffered else { return true }
        guard GLDisplay.withdraw() else { return false }
        // SDL unloads its driver, and the exit handlers that the driver has registered would then be invalid. A display of our own, which
        // is never closed, keeps the driver loaded.
        _ = try? GLDisplay.shared()
        SDL_GL_UnloadLibrary()
        hasOffered = false
        return true
    }
    #endif

    private func destroy(_ window: SDLWindow) {
        // SDL crashes on Wayland when a window opens after another one was destroyed (2.26, libdecor): destroyed windows stay hidden until
        // the last one is closed.
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

    /// Releases the display, which has no users left.
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
