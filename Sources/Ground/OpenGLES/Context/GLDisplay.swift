#if GPU
import AgateDiagnostics

/// A connection to a driver. The process has one for contexts without a window; it is never closed.
///
/// Where a window that a GPU draws came first, it is that window's, so that what is drawn in layers can be sampled where it lies. Else a
/// GPU goes before a software rasteriser. Mesa's surfaceless platform needs neither display nor window; where it finds no GPU, the
/// devices that EGL lists are tried (NVIDIA's driver has its GPUs there), and the default display where there is neither.
package final class GLDisplay: @unchecked Sendable {
    // Unchecked: displays may be used on any thread.
    package let handle: EGLDisplay
    package let extensions: Set<String>
    /// What it is: `window`, `surfaceless`, `device` or `default`.
    package let platform: String

    private init?(_ handle: EGLDisplay?, _ platform: String) {
        var major: EGLint = 0, minor: EGLint = 0
        guard let handle, eglInitialize(handle, &major, &minor) != 0, (major, minor) >= (1, 4) else { return nil }
        self.handle = handle
        self.platform = platform
        extensions = Self.extensions(of: handle)
    }

    /// That of the context that is current on this thread; nil where none is.
    package static func current() -> GLDisplay? { eglGetCurrentDisplay().flatMap { GLDisplay($0, "current") } }

    /// The display of this process.
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
        /// The display of the process, where a window's was taken.
        var taken: GLDisplay?
        /// The process has one of its own.
        var isLate = false
    }
    private static let offer = Locked(Offer())

    /// A window's display, which is open: the process takes it at the first question for one, and keeps it. Any thread.
    package static func offer(_ handle: EGLDisplay) { offer.withLock { $0.handle = handle } }

    /// The display that was offered is to be closed. False where it was taken: then it must stay open to the end of the process.
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

    /// The devices that are no software rasterisers.
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
            // Without client extensions that is an error, which nobody is to find later.
            _ = eglGetError()
            return []
        }
        return Set(String(cString: list).split(separator: " ").map(String.init))
    }

    /// Whether its contexts are a GPU's. A context is made to find out.
    private var isHardware: Bool {
        guard let context = try? GLContext(.es2, on: self) else { return false }
        return !context.info.isSoftware
    }
}
#endif
