#if Windows
import AgateDiagnostics
import CSDL2
import CSDLLoader
import Foundation

/// Access to display features that SDL doesn't expose and an idle window needs: the display's socket to sleep on, a handler for a broken
/// connection, and the desktop's scale.
///
/// All symbols are looked up in the libraries that SDL has loaded, so nothing links X11 or Wayland. Missing symbols disable their feature.
struct DisplayConnection {
    enum Kind { case x11, wayland, console, none }
    let kind: Kind
    /// The socket that becomes readable on an event; nil if there is none.
    private(set) var socket: Int32?
    /// The desktop's scale in pixels per point; 1 if it specifies none.
    private(set) var scale: CGFloat = 1
    private var pending: (@convention(c) (OpaquePointer) -> Int32)?
    private var display: OpaquePointer?
    /// The Wayland connection, which allocates memory for pixels.
    private var wayland: OpaquePointer?

    /// - Parameter window: Any window of the display.
    init(driver: String, window: OpaquePointer) {
        switch driver {
        case "x11": kind = .x11
        case "wayland": kind = .wayland
        case "offscreen", "dummy": kind = .none
        default: kind = .console
        }
        guard kind == .x11 || kind == .wayland, let display = Self.natives(of: window, kind)?.display else { return }
        self.display = display
        if kind == .x11 {
            typealias Number = @convention(c) (OpaquePointer) -> Int32
            socket = Self.symbol("XConnectionNumber", in: Self.x11, as: Number.self)?(display)
            pending = Self.symbol("XPending", in: Self.x11, as: Number.self)
            scale = Self.desktopScale(display)
            Self.setExitHandler?(display, { _, _ in }, nil)
        } else {
            typealias Socket = @convention(c) (OpaquePointer) -> Int32
            socket = Self.symbol("wl_display_get_fd", in: "libwayland-client.so.0", as: Socket.self)?(display)
            wayland = agate_wayland_open(UnsafeMutableRawPointer(display))
        }
    }

    /// Closes the connection. Call it before SDL closes the display.
    func close() { if let wayland { agate_wayland_close(wayland) } }

    /// Returns the surface that shows the pixels of a window on Wayland; nil on other systems.
    func surface(of window: OpaquePointer) -> WaylandSurface? {
        guard let wayland, let surface = Self.natives(of: window, kind)?.window else { return nil }
        return WaylandSurface(wayland, surface)
    }

    /// True if the library has read events that SDL has not processed: then the socket may not become readable.
    var hasMore: Bool {
        guard let pending, let display else { return false }
        return pending(display) > 0
    }

    private static let x11 = "libX11.so.6"

    /// Returns a function of a loaded library; nil if the library is not loaded or lacks the function.
    static func symbol<Function>(_ name: String, in library: String, as type: Function.Type) -> Function? {
        guard let handle = dlopen(library, RTLD_NOLOAD | RTLD_LAZY), let symbol = dlsym(handle, name) else { return nil }
        return unsafeBitCast(symbol, to: type)
    }

    /// Returns the display of a window, and the window's native number or object. SDL_syswm.h would need the headers of X11; SDL fills in a
    /// version (3 bytes), a kind, and both pointers.
    static func natives(of window: OpaquePointer, _ kind: Kind) -> (display: OpaquePointer, window: OpaquePointer)? {
        typealias Ask = @convention(c) (OpaquePointer, UnsafeMutableRawPointer) -> SDL_bool
        guard let symbol = agate_sdl_symbol("SDL_GetWindowWMInfo") else { return nil }
        let ask = unsafeBitCast(symbol, to: Ask.self)
        let info = UnsafeMutableRawPointer.allocate(byteCount: 512, alignment: 16)
        defer { info.deallocate() }
        info.initializeMemory(as: UInt8.self, repeating: 0, count: 512)
        var version = SDL_version()
        SDL_GetVersion(&version)
        info.storeBytes(of: version, as: SDL_version.self)
        guard ask(window, info) == SDL_TRUE else { return nil }
        let x11 = 2, wayland = 6
        guard info.load(fromByteOffset: 4, as: Int32.self) == (kind == .x11 ? x11 : wayland),
            let display = info.load(fromByteOffset: 8, as: OpaquePointer?.self),
            let window = info.load(fromByteOffset: 8 + MemoryLayout<Int>.size, as: OpaquePointer?.self)
        else { return nil }
        return (display, window)
    }

    // MARK: Visibility of X11 windows

    /// Makes X11 report when other windows cover a window, and returns its X11 number. SDL does not select these events.
    func watchVisibility(of window: OpaquePointer) -> UInt? {
        typealias Attributes = @convention(c) (OpaquePointer, UInt, UnsafeMutableRawPointer) -> Int32
        typealias Select = @convention(c) (OpaquePointer, UInt, Int) -> Int32
        guard kind == .x11, MemoryLayout<Int>.size == 8, let (display, native) = Self.natives(of: window, kind),
            let attributes = Self.symbol("XGetWindowAttributes", in: Self.x11, as: Attributes.self),
            let select = Self.symbol("XSelectInput", in: Self.x11, as: Select.self)
        else { return nil }
        let number = UInt(bitPattern: native)
        return withUnsafeTemporaryAllocation(byteCount: 256, alignment: 16) { room in
            guard let base = room.baseAddress, attributes(display, number, base) != 0 else { return nil }
            let ownEvents = base.load(fromByteOffset: 104, as: Int.self), visibilityChanges = 1 << 16
            _ = select(display, number, ownEvents | visibilityChanges)
            return number
        }
    }

    /// Returns whether a window is completely covered, from an X11 event that SDL passes on. Nil for other events.
    static func coverage(_ event: SDL_Event) -> (window: UInt, isCovered: Bool)? {
        // The layout: a version, a kind, and from byte 8 the event: its type, followed at fixed offsets by the window and the state.
        guard MemoryLayout<Int>.size == 8, let message = event.syswm.msg.map({ UnsafeRawPointer($0) }) else { return nil }
        let x11: Int32 = 2, visibilityChanged: Int32 = 15, isFullyObscured: Int32 = 2
        guard message.load(fromByteOffset: 4, as: Int32.self) == x11, message.load(fromByteOffset: 8, as: Int32.self) == visibilityChanged
        else { return nil }
        let window = message.load(fromByteOffset: 8 + 32, as: UInt.self), state = message.load(fromByteOffset: 8 + 40, as: Int32.self)
        return (window, state == isFullyObscured)
    }

    /// Returns the scale of an X11 desktop. X11 desktops give it as dots per inch for text: 96 is 1.
    private static func desktopScale(_ display: OpaquePointer) -> CGFloat {
        typealias Default = @convention(c) (OpaquePointer, UnsafePointer<CChar>, UnsafePointer<CChar>) -> UnsafePointer<CChar>?
        guard let text = symbol("XGetDefault", in: x11, as: Default.self)?(display, "Xft", "dpi"), let dots = Double(String(cString: text)),
            dots.isFinite, dots > 0
        else { return 1 }
        return min(max((dots / 24).rounded() / 4, 1), 8)
    }

    /// The function of libX11 (1.7 and later) that prevents it from ending the program after a broken connection.
    private static var setExitHandler: SetExitHandler? { symbol("XSetIOErrorExitHandler", in: x11, as: SetExitHandler.self) }
    private typealias SetExitHandler =
        @convention(c) (OpaquePointer, @convention(c) (OpaquePointer?, UnsafeMutableRawPointer?) -> Void, UnsafeMutableRawPointer?) -> Void

    /// Keeps the program running after a broken connection. By default X11 ends the program then, and also when another client has
    /// destroyed a window. Here the window's thread notifies all listeners and then blocks, since SDL's state is lost with the connection.
    /// All other threads continue, including one that was about to show a frame: libX11 has locked the display for the thread that it
    /// calls, as if that would end the program.
    static func outliveBrokenDisplay() {
        typealias Unlock = @convention(c) (OpaquePointer) -> Int32
        typealias BrokenHandler = @convention(c) (OpaquePointer?) -> Int32
        typealias SetBroken = @convention(c) (BrokenHandler?) -> OpaquePointer?
        symbol("XSetIOErrorHandler", in: x11, as: SetBroken.self).map {
            _ = $0 { display in
                WindowThread.shared.displayWentAway()
                if let display { _ = DisplayConnection.symbol("XUnlockDisplay", in: DisplayConnection.x11, as: Unlock.self)?(display) }
                if WindowThread.shared.isCurrent || DisplayConnection.setExitHandler == nil { WindowThread.sleepForever() }
                return 0
            }
        }
        typealias ErrorHandler = @convention(c) (OpaquePointer?, UnsafeRawPointer?) -> Int32
        typealias SetError = @convention(c) (ErrorHandler?) -> OpaquePointer?
        symbol("XSetErrorHandler", in: x11, as: SetError.self).map {
            _ = $0 { _, _ in
                Diagnostic.reportOnce("window.x11-error", key: "x11", "the display rejected a request for a window")
                return 0
            }
        }
    }
}
#endif
