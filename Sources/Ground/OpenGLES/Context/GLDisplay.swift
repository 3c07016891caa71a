#if GPU
import AgateDiagnostics

/// A connection to a driver. The process has one for contexts without a window. It is never closed.
///
/// If a window that a GPU draws was opened first, the window's display is used, so that layer drawing can be sampled without a copy.
/// Otherwise a GPU is preferred to a software rasterizer. Mesa's surfaceless platform needs neither display nor window. If that platform
/// finds no GPU, the devices that EGL lists are tried (NVIDIA's driver lists its GPUs there). If there are none, the default display is
/// tried.
package final class GLDisplay: @unchecked Sendable {
    // Unchecked: displays may be used on any thread.
    package let handle: EGLDisplay
    package let extensions: Set<String>
    /// The platform: `window`, `surfaceless`, `device` or `default`.
    package let platform: String

    private init?(_ handle: EGLDisplay?, _ platform: String) {
        var major: EGLint = 0, minor: EGLint = 0
        guard let handle, eglInitialize(handle, &major, &minor) != 0, (major, minor) >= (1, 4) else { return nil }
        self.handle = handle
        self.platform = platform
        extensions = Self.extensions(of: handle)
    }

    /// Returns the display of the context that is current on this thread, or nil if there is none.
    package static func current() -> GLDisplay? { eglGetCurrentDisplay().flatMap { GLDisplay($0, "current") } }

    /// Returns the display of this process.
    package static func shared() throws(GLError) -> GLDisplay {
        if GLAvailability.current == .none { throw .unavailable("AGATE_EGL is set to none") }
        if let display = takeOffer() { return display }
        return try found.get()
    }

    private static let found: Result<GLDisplay, GLError> = find()

    // MARK: Windows

    private struct Offer: @unchecked Sendable {
        // Unchecked: displays may be used on any thread.
        var handle: EGLDisplay?
        /// The display of the process, if it is a window's.
        var taken: GLDisplay?
        /// True if the process has a display of its own.
        var isLate = false
    }
    private static let offer = Locked(Offer())

    /// Offers a window's open display. The process uses it for its first request for a display, and retains it. Any thread.
    package static func offer(_ handle: EGLDisplay) { offer.withLock { $0.handle = handle } }

    /// Withdraws an offered display before it is closed. Returns false if the process uses the display: it must then stay open until the
    /// process ends.
    package static func withdraw() -> Bool {
        offer.withLock { offer in
            offer.handle = nil
            return offer.taken == nil
        }
    }

    private static func takeOffer() -> GLDisplay? {
        offer.withLock { offer in
            if let taken = offer.taken { return taken }
            if let handle = offer.handle, !offer.isLate { offer.taken = GLDisplay(handle, "window") }
            if offer.taken == nil { offer.isLate = true }
            return offer.taken
        }
    }

    private static func find() -> Result<GLDisplay, GLError> {
        if let reason = agate_gles_failure() { return .failure(.unavailable(String(cString: reason))) }
        let client = extensions(of: nil)
        var surfaceless: GLDisplay?
        if client.contains("EGL_MESA_platform_surfaceless") {
            surfaceless = GLDisplay(eglGetPlatformDisplayEXT(EGLenum(EGL_PLATFORM_SURFACELESS_MESA), nil, nil), "surfaceless")
        }
        let devices = client.contains("EGL_EXT_platform_device") ? devices(client) : []
        if let surfaceless, devices.isEmpty || surfaceless.isHardware { return .success(surfaceless) }
        var other: GLDisplay?
        for device in devices {
            guard let display = GLDisplay(eglGetPlatformDisplayEXT(EGLenum(EGL_PLATFORM_DEVICE_EXT), device, nil), "device") else {
                continue
            }
            if display.isHardware { return .success(display) }
            other = other ?? display
        }
        if let display = surfaceless ?? other ?? GLDisplay(eglGetDisplay(nil), "default") { return .success(display) }
        return .failure(.unavailable("EGL has no display: \(GLContext.eglError())"))
    }

    /// Returns the devices that are not software rasterizers.
    private static func devices(_ client: Set<String>) -> [EGLDeviceEXT] {
        guard client.contains("EGL_EXT_device_enumeration") || client.contains("EGL_EXT_device_base") else { return [] }
        var count: EGLint = 0
        guard eglQueryDevicesEXT(0, nil, &count) != 0, count > 0 else { return [] }
        var devices = [EGLDeviceEXT?](repeating: nil, count: Int(count))
        guard eglQueryDevicesEXT(count, &devices, &count) != 0 else { return [] }
        return devices.prefix(Int(count)).compactMap { $0 }.filter { device in
            let list = eglQueryDeviceStringEXT(device, EGL_EXTENSIONS).map { String(cString: $0) } ?? ""
            return !list.contains("EGL_MESA_device_software")
        }
    }

    private static func extensions(of display: EGLDisplay?) -> Set<String> {
        guard let list = eglQueryString(display, EGL_EXTENSIONS) else {
            // Without client extensions the query is an error, which later calls must not read.
            _ = eglGetError()
            return []
        }
        return Set(String(cString: list).split(separator: " ").map(String.init))
    }

    /// True if the display's contexts use a GPU. Creates a context to determine the value.
    private var isHardware: Bool {
        guard let context = try? GLContext(.es2, on: self) else { return false }
        return !context.info.isSoftware
    }
}
#endif
