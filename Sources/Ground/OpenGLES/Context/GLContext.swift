#if GPU
import AgateDiagnostics
import Synchronization

/// An OpenGL ES context without a window, which draws into framebuffer objects.
///
/// It can be used by one thread at a time: the one on which it is current.
package final class GLContext: @unchecked Sendable {
    // Unchecked: EGL's handles may be used on any thread. The current context is specific to a thread.
    package enum Version: Sendable { case es2, es3 }

    package let version: Version
    package let display: GLDisplay
    package let handle: EGLContext
    package let info: GLInfo
    /// Client data, such as compiled shaders. Accessed only where the context is current.
    package var attachment: AnyObject?
    /// A surface of one pixel, if the driver makes no context current without a surface.
    private let surface: EGLSurface?
    private let config: EGLConfig?
    /// True if the driver reports resets of the GPU. Contexts that share must have the same value.
    private let tellsResets: Bool
    private let wasLost = Atomic<Bool>(false)
    /// The sharing context. Contexts that share keep each other's display lists alive in the driver. This reference maintains the order
    /// of destruction.
    private let sharing: GLContext?

    /// Creates a context on the display of the process.
    /// - Parameters:
    ///   - version: the minimum version. A driver may provide a later one.
    ///   - sharing: a context whose textures, buffers, shaders and renderbuffers the new one shares.
    package convenience init(_ version: Version = .es3, sharing: GLContext? = nil) throws(GLError) {
        if version == .es3, GLAvailability.current == .es2 { throw .tooOld("AGATE_EGL is es2") }
        try self.init(version, on: try GLDisplay.shared(), sharing: sharing)
    }

    init(_ version: Version, on display: GLDisplay, sharing: GLContext? = nil) throws(GLError) {
        eglBindAPI(EGLenum(EGL_OPENGL_ES_API))
        let isSurfaceless = display.extensions.contains("EGL_KHR_surfaceless_context")
        let needsConfig = !isSurfaceless || !display.extensions.contains("EGL_KHR_no_config_context")
        let config: EGLConfig?
        if let sharing {
            config = sharing.config
        } else {
            config = needsConfig ? try Self.chooseConfig(version, display, pbuffer: !isSurfaceless) : nil
        }
        var tellsResets = sharing?.tellsResets ?? display.extensions.contains("EGL_EXT_create_context_robustness")
        func create() -> EGLContext? {
            var attributes: [EGLint] = [EGL_CONTEXT_CLIENT_VERSION, version == .es3 ? 3 : 2]
            if tellsResets {
                attributes += [EGL_CONTEXT_OPENGL_RESET_NOTIFICATION_STRATEGY_EXT, EGL_LOSE_CONTEXT_ON_RESET_EXT]
            }
            return eglCreateContext(display.handle, config, sharing?.handle, attributes + [EGL_NONE])
        }
        var made = create()
        if made == nil, tellsResets, sharing == nil {
            tellsResets = false
            made = create()
        }
        guard let made else { throw Self.refusal(version) }
        let surface = isSurfaceless ? nil : eglCreatePbufferSurface(display.handle, config, [EGL_WIDTH, 1, EGL_HEIGHT, 1, EGL_NONE])
        let before = Current()
        guard isSurfaceless || surface != nil, eglMakeCurrent(display.handle, surface, surface, made) != 0, let info = GLInfo() else {
            let error = Self.eglError()
            before.restore(display)
            if let surface { eglDestroySurface(display.handle, surface) }
            eglDestroyContext(display.handle, made)
            throw .noContext(error)
        }
        before.restore(display)
        guard info.major >= (version == .es3 ? 3 : 2) else {
            if let surface { eglDestroySurface(display.handle, surface) }
            eglDestroyContext(display.handle, made)
            throw .tooOld(info.version)
        }
        (self.version, self.display, handle, self.info) = (version, display, made, info)
        (self.surface, self.config, self.tellsResets, self.sharing) = (surface, config, tellsResets, sharing)
    }

    deinit {
        // A current context exists until it is no longer current. The calls of this thread must not reach it any more.
        if eglGetCurrentContext() == handle { Self.clearCurrent() }
        eglDestroyContext(display.handle, handle)
        if let surface { eglDestroySurface(display.handle, surface) }
    }

    // MARK: Current

    /// Makes this the context to which the thread's gl calls are directed.
    package func makeCurrent() throws(GLError) {
        if isLost { throw .contextLost }
        if bind() { return }
        let failure = Self.eglFailure()
        if failure == .contextLost { wasLost.store(true, ordering: .relaxed) }
        throw failure
    }

    /// Returns the error of the last EGL call on this thread.
    package static func eglFailure() -> GLError {
        let code = eglGetError()
        switch code {
        case EGL_CONTEXT_LOST: return .contextLost
        case EGL_BAD_ALLOC: return .outOfMemory
        default: return .noContext(name(ofEGL: code))
        }
    }

    /// Leaves this thread without a current context.
    package static func clearCurrent() {
        guard let display = eglGetCurrentDisplay() else { return }
        eglMakeCurrent(display, nil, nil, nil)
    }

    /// True if this thread's gl calls are directed to this context.
    package var isCurrent: Bool { eglGetCurrentContext() == handle && eglGetCurrentDisplay() == display.handle }

    /// Runs `body` with this as the current context, and restores the previous context afterwards. If this context can't be made current,
    /// because it is lost or current on another thread, no context is current during the call, and gl calls have no effect.
    /// `makeCurrent()` throws the reason.
    package func perform<Result>(_ body: () throws -> Result) rethrows -> Result {
        if isCurrent { return try body() }
        let before = Current()
        if isLost || !bind() { Self.clearCurrent() }
        defer { before.restore(display) }
        return try body()
    }

    private func bind() -> Bool {
        eglBindAPI(EGLenum(EGL_OPENGL_ES_API))
        return eglMakeCurrent(display.handle, surface, surface, handle) != 0
    }

    // MARK: Loss

    /// True if a loss of the context's contents was detected.
    package var isLost: Bool { wasLost.load(ordering: .relaxed) }

    /// Queries the driver for a reset of the GPU. The context must be current.
    package func checkLoss() -> Bool {
        if !isLost, tellsResets, resetStatus() != GLenum(GL_NO_ERROR) { wasLost.store(true, ordering: .relaxed) }
        return isLost
    }

    /// Makes the context behave as after a reset of the GPU, for tests.
    package func simulateLoss() { wasLost.store(true, ordering: .relaxed) }

    private func resetStatus() -> GLenum {
        if info.extensions.contains("GL_KHR_robustness") { return glGetGraphicsResetStatusKHR() }
        return info.extensions.contains("GL_EXT_robustness") ? glGetGraphicsResetStatusEXT() : GLenum(GL_NO_ERROR)
    }

    /// Returns the errors of the current context's gl calls since the last call, or nil if there were none.
    package static func takeError() -> GLError? {
        var worst: GLError?
        // A driver has a flag for each kind of error. A lost or absent context may return errors endlessly.
        for _ in 0..<8 {
            let code = glGetError()
            if code == GLenum(GL_NO_ERROR) { break }
            switch Int32(code) {
            case GL_OUT_OF_MEMORY: worst = .outOfMemory
            case GL_CONTEXT_LOST_KHR: return .contextLost
            default: worst = worst ?? .refused("GL error 0x\(String(code, radix: 16))")
            }
        }
        return worst
    }
}

extension GLContext {
    /// The current context of a thread, to be restored later.
    private struct Current {
        let display = eglGetCurrentDisplay()
        let context = eglGetCurrentContext()
        let draw = eglGetCurrentSurface(EGL_DRAW)
        let read = eglGetCurrentSurface(EGL_READ)

        /// - Parameter own: the display of the context that is current now.
        func restore(_ own: GLDisplay) {
            if let display, let context {
                if display != own.handle { eglMakeCurrent(own.handle, nil, nil, nil) }
                eglMakeCurrent(display, draw, read, context)
            } else {
                eglMakeCurrent(own.handle, nil, nil, nil)
            }
        }
    }

    private static func chooseConfig(_ version: Version, _ display: GLDisplay, pbuffer: Bool) throws(GLError) -> EGLConfig {
        var config: EGLConfig?
        var count: EGLint = 0
        let attributes: [EGLint] = [
            EGL_SURFACE_TYPE, pbuffer ? EGL_PBUFFER_BIT : 0, EGL_RENDERABLE_TYPE, version == .es3 ? EGL_OPENGL_ES3_BIT : EGL_OPENGL_ES2_BIT,
            EGL_RED_SIZE, 8, EGL_GREEN_SIZE, 8, EGL_BLUE_SIZE, 8, EGL_ALPHA_SIZE, 8, EGL_NONE,
        ]
        guard eglChooseConfig(display.handle, attributes, &config, 1, &count) != 0, count > 0, let config else { throw refusal(version) }
        return config
    }

    /// Returns the reason for a missing context, or a missing configuration for one.
    private static func refusal(_ version: Version) -> GLError {
        let code = eglGetError()
        switch code {
        case EGL_BAD_ALLOC: return .outOfMemory
        case EGL_BAD_MATCH, EGL_BAD_CONFIG, EGL_BAD_ATTRIBUTE, EGL_SUCCESS:
            return version == .es3 ? .tooOld("version 3 is not supported: \(name(ofEGL: code))") : .noContext(name(ofEGL: code))
        default: return .noContext(name(ofEGL: code))
        }
    }

    /// Returns the name of this thread's last error.
    static func eglError() -> String { name(ofEGL: eglGetError()) }

    private static func name(ofEGL code: EGLint) -> String {
        switch code {
        case EGL_SUCCESS: "no reason given"
        case EGL_NOT_INITIALIZED: "EGL_NOT_INITIALIZED"
        case EGL_BAD_ACCESS: "EGL_BAD_ACCESS: another thread uses it"
        case EGL_BAD_ALLOC: "EGL_BAD_ALLOC"
        case EGL_BAD_ATTRIBUTE: "EGL_BAD_ATTRIBUTE"
        case EGL_BAD_CONFIG: "EGL_BAD_CONFIG"
        case EGL_BAD_CONTEXT: "EGL_BAD_CONTEXT"
        case EGL_BAD_DISPLAY: "EGL_BAD_DISPLAY"
        case EGL_BAD_MATCH: "EGL_BAD_MATCH"
        case EGL_BAD_SURFACE: "EGL_BAD_SURFACE"
        case EGL_CONTEXT_LOST: "EGL_CONTEXT_LOST"
        default: "EGL error 0x\(String(code, radix: 16))"
        }
    }
}
#endif
