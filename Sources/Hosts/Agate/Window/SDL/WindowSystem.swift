#if Windows
import CSDL2
import CSDLLoader
import Foundation

/// Starts SDL on one of its window systems. On the window's thread.
enum WindowSystem {
    /// Starts a system and returns its SDL name.
    static func start(_ options: WindowOptions) -> Result<String, WindowError> {
        if let failure = agate_sdl_failure() { return .failure(.noDisplay(String(cString: failure))) }
        SDL_SetMainReady()
        let settings = [
            ("SDL_NO_SIGNAL_HANDLERS", "1"), ("SDL_QUIT_ON_LAST_WINDOW_CLOSE", "0"), ("SDL_TOUCH_MOUSE_EVENTS", "0"),
            ("SDL_IME_SHOW_UI", "1"),
            // OpenGL ES through EGL everywhere: its functions differ from those of GLX.
            ("SDL_VIDEO_X11_FORCE_EGL", "1"), ("SDL_OPENGL_ES_DRIVER", "1"), ("SDL_VIDEO_ALLOW_SCREENSAVER", "1"),
            ("SDL_VIDEO_X11_NET_WM_BYPASS_COMPOSITOR", "0"),
        ]
        for (name, value) in settings { SDL_SetHint(name, value) }
        var asked = Self.asked(options), connection: Int32 = -1
        if asked.isEmpty || asked.contains(wayland), crashesWithoutSeat {
            let hasSeat = agate_wayland_has_seat()
            if hasSeat == 0 { connection = agate_wayland_connect_with_seat() }
            if hasSeat < 0 || hasSeat == 0 && connection < 0 {
                // Wayland might respond later. These are the other systems that SDL would try.
                asked = asked.isEmpty ? ["x11", "KMSDRM"] : asked.filter { $0 != wayland }
                if asked.isEmpty { return .failure(.noDisplay("no Wayland compositor responds")) }
            }
        }
        SDL_SetHintWithPriority("SDL_VIDEODRIVER", asked.isEmpty ? nil : asked.joined(separator: ","), SDL_HINT_OVERRIDE)
        if connection >= 0 { setenv("WAYLAND_SOCKET", "\(connection)", 1) }
        let isStarted = SDL_InitSubSystem(UInt32(SDL_INIT_VIDEO)) == 0
        if connection >= 0, getenv("WAYLAND_SOCKET") != nil {
            // Another system was chosen.
            unsetenv("WAYLAND_SOCKET")
            Foundation.close(connection)
        }
        guard isStarted else { return .failure(.noDisplay(asked.count > 1 ? nobody : WindowPump.message)) }
        let name = SDL_GetCurrentVideoDriver().map { String(cString: $0) } ?? ""
        // Without a display, SDL falls back to an invisible one.
        if name == "offscreen" || name == "dummy", !asked.contains(name) {
            SDL_QuitSubSystem(UInt32(SDL_INIT_VIDEO))
            return .failure(.noDisplay(nobody))
        }
        // Plain shared memory is the fastest path to the screen on X11; elsewhere SDL chooses.
        if name == "x11" {
            SDL_SetHint("SDL_FRAMEBUFFER_ACCELERATION", "0")
            // For the native events that SDL does not translate.
            SDL_EventState(SDL_SYSWMEVENT.rawValue, SDL_ENABLE)
            DisplayConnection.outliveBrokenDisplay()
        }
        return .success(name)
    }

    private static let wayland = "wayland"
    private static let nobody = "neither X11 nor Wayland nor a console answers"

    /// The systems that may be tried, by SDL's names; empty leaves the choice to SDL.
    private static func asked(_ options: WindowOptions) -> [String] {
        let word = ProcessInfo.processInfo.environment["SDL_VIDEODRIVER"] ?? ""
        if !word.isEmpty { return word.split(separator: ",").map(String.init) }
        switch options.system {
        case .automatic: return []
        case .kms: return ["KMSDRM"]
        case .x11, .wayland, .offscreen: return [options.system.rawValue]
        }
    }

    /// True if this version of SDL crashes on a compositor without input devices.
    private static var crashesWithoutSeat: Bool {
        var version = SDL_version()
        SDL_GetVersion(&version)
        return (version.major, version.minor) < (2, 30)
    }
}
#endif
