import AgateDiagnostics
import Foundation

/// The version of OpenGL ES of a context.
public enum EAGLRenderingAPI: UInt, Sendable {
    /// Not supported: a context of this version can't be created.
    case openGLES1 = 1
    case openGLES2 = 2
    case openGLES3 = 3
}

/// A state of OpenGL ES, and the target of gl calls: Apple's class, implemented with EGL.
///
///     let context = EAGLContext(api: .openGLES3)
///     EAGLContext.setCurrent(context)
///     glGenRenderbuffers(1, &renderbuffer)
///     glBindRenderbuffer(GLenum(GL_RENDERBUFFER), renderbuffer)
///     context?.renderbufferStorage(Int(GL_RENDERBUFFER), from: layer)
///     // … glFramebufferRenderbuffer, draw …
///     context?.presentRenderbuffer(Int(GL_RENDERBUFFER))
///
/// A context can be used by one thread at a time. Other threads need contexts of their own, which may share resources
/// (``EAGLSharegroup``). A call that fails returns false, with one diagnostic.
open class EAGLContext: NSObject {
    /// The requested version. The driver's version may be later.
    public let api: EAGLRenderingAPI
    /// The resources that the context shares with other contexts.
    public let sharegroup: EAGLSharegroup
    /// A name for tools.
    open var debugLabel: String?
    /// On Apple's systems, a Boolean value that permits the driver to use a thread of its own. Stored without effect: drivers on Linux
    /// decide for themselves.
    open var isMultiThreaded = false

    #if GPU
    /// The underlying context.
    package let gl: GLContext
    private var hasNotedLoss = false
    #endif

    /// Creates a context with a group of its own. Returns nil, with one diagnostic, if OpenGL ES of that version is not available.
    public convenience init?(api: EAGLRenderingAPI) {
        #if GPU
        guard let group = Self.attempt(api, { () throws(GLError) in try EAGLSharegroup(api) }) else { return nil }
        self.init(api: api, sharegroup: group)
        #else
        _ = Self.attempt(api) { () throws(GLError) -> Never in throw .notBuilt }
        return nil
        #endif
    }

    /// Creates a context that shares textures, buffers, shaders and renderbuffers with others. Returns nil if they have another version,
    /// or OpenGL ES is not available.
    public init?(api: EAGLRenderingAPI, sharegroup: EAGLSharegroup) {
        #if GPU
        guard sharegroup.api == api,
            let gl = Self.attempt(
                api, { () throws(GLError) in try GLContext(api == .openGLES3 ? .es3 : .es2, sharing: sharegroup.root) })
        else { return nil }
        self.gl = gl
        self.api = api
        self.sharegroup = sharegroup
        super.init()
        #else
        return nil
        #endif
    }

    private static func attempt<Result>(_ api: EAGLRenderingAPI, _ body: () throws(GLError) -> Result) -> Result? {
        guard api != .openGLES1 else {
            Diagnostic.reportOnce("gl.api", key: "1", "OpenGL ES 1 is not supported: use version 2 or 3")
            return nil
        }
        do throws(GLError) { return try body() } catch {
            Diagnostic.reportOnce("gl.unavailable", key: "\(error)", "no OpenGL ES context: \(error)")
            return nil
        }
    }

    // MARK: The thread's context

    #if GPU
    /// Releases a thread's context when the thread ends.
    private static let letsGo: Void = agate_gles_set_thread_end { pointer in
        guard let pointer else { return }
        GLContext.clearCurrent()
        Unmanaged<EAGLContext>.fromOpaque(pointer).release()
    }
    #endif

    /// Makes a context the target of this thread's gl calls, and retains it for that time. Nil leaves the thread without a context.
    /// - Returns: false, without a change, if the context is lost, or current on another thread.
    @discardableResult
    open class func setCurrent(_ context: EAGLContext?) -> Bool {
        #if GPU
        if let context {
            do throws(GLError) { try context.gl.makeCurrent() } catch {
                context.note(error)
                return false
            }
        } else {
            GLContext.clearCurrent()
        }
        Self.letsGo
        let before = agate_gles_thread_value()
        agate_gles_set_thread_value(context.map { Unmanaged.passRetained($0).toOpaque() })
        if let before { Unmanaged<EAGLContext>.fromOpaque(before).release() }
        #endif
        return true
    }

    /// Returns the context that is the target of this thread's gl calls, or nil if there is none.
    open class func current() -> EAGLContext? {
        #if GPU
        return agate_gles_thread_value().map { Unmanaged<EAGLContext>.fromOpaque($0).takeUnretainedValue() }
        #else
        return nil
        #endif
    }

    // MARK: Renderbuffers

    /// Allocates storage for the bound renderbuffer with the size of a drawable, which will show it. Nil detaches the drawable. Must be
    /// called on the thread of the drawable.
    /// - Parameters:
    ///   - target: `GL_RENDERBUFFER`.
    ///   - drawable: a `CAEAGLLayer`. Its size in pixels at the time of the call is used. Call the method again when the size changes.
    /// - Returns: false if the drawable is empty or too large, its format is unknown, or no renderbuffer is bound.
    @discardableResult
    open func renderbufferStorage(_ target: Int, from drawable: (any EAGLDrawable)?) -> Bool {
        #if GPU
        guard target == Int(GL_RENDERBUFFER), isUsable() else { return false }
        return gl.perform {
            guard let name = Self.boundRenderbuffer else { return false }
            sharegroup.setRenderbuffer(name, nil)
            guard let drawable else { return true }
            guard let drawable = drawable as? any EAGLSurfaceDrawable, let format = format(of: drawable) else { return false }
            let (width, height) = drawable.surfaceSize
            guard width > 0, height > 0 else { return false }
            guard max(width, height) <= gl.info.maxTextureSize else {
                Diagnostic.reportOnce(
                    "gl.size", key: "\(width)x\(height)",
                    "a drawable of \(width) x \(height) pixels is too large: the limit of OpenGL ES is \(gl.info.maxTextureSize)")
                return false
            }
            _ = GLContext.takeError()
            glRenderbufferStorage(GLenum(GL_RENDERBUFFER), format.internalFormat, GLsizei(width), GLsizei(height))
            if let error = GLContext.takeError() {
                note(error)
                return false
            }
            sharegroup.setRenderbuffer(
                name, EAGLRenderbuffer(surface: drawable.surface, format: format, width: width, height: height))
            return true
        }
        #else
        return false
        #endif
    }

    /// Shows the contents of the bound renderbuffer in its drawable. Any thread on which the context is current.
    /// - Parameter target: `GL_RENDERBUFFER`.
    /// - Returns: false if the renderbuffer has no drawable, the drawable was deallocated, or the context is lost.
    @discardableResult
    open func presentRenderbuffer(_ target: Int) -> Bool { present(target, nil) }

    /// Shows the contents of the bound renderbuffer in its drawable from a media time on, in seconds as of `CACurrentMediaTime()`. If a
    /// later frame is presented before that time, this frame is not shown.
    @discardableResult
    open func presentRenderbuffer(_ target: Int, atTime presentationTime: TimeInterval) -> Bool { present(target, presentationTime) }

    private func present(_ target: Int, _ time: TimeInterval?) -> Bool {
        #if GPU
        guard target == Int(GL_RENDERBUFFER), time.map(\.isFinite) ?? true, isUsable() else { return false }
        let frame = gl.perform { () -> (GLFrame, any EAGLSurface)? in
            if gl.checkLoss() { return nil }
            guard let name = Self.boundRenderbuffer, let storage = sharegroup.renderbuffer(name) else { return nil }
            return copy(name, storage).map { ($0, storage.surface) }
        }
        guard isUsable(), let (frame, surface) = frame else { return false }
        return surface.present(frame, at: time)
        #else
        return false
        #endif
    }
}

#if GPU
extension EAGLContext {
    private static var boundRenderbuffer: GLuint? {
        var name: GLint = 0
        glGetIntegerv(GLenum(GL_RENDERBUFFER_BINDING), &name)
        return name > 0 ? GLuint(name) : nil
    }

    /// Copies a renderbuffer, because the program continues to draw in it after presenting it. On a GPU the copy takes a fraction of a
    /// millisecond. The bindings are preserved.
    private func copy(_ name: GLuint, _ storage: EAGLRenderbuffer) -> GLFrame? {
        var boundTexture: GLint = 0, boundFramebuffer: GLint = 0, boundReadFramebuffer: GLint = 0
        glGetIntegerv(GLenum(GL_TEXTURE_BINDING_2D), &boundTexture)
        glGetIntegerv(GLenum(GL_FRAMEBUFFER_BINDING), &boundFramebuffer)
        if api == .openGLES3 { glGetIntegerv(GLenum(GL_READ_FRAMEBUFFER_BINDING), &boundReadFramebuffer) }
        var framebuffer: GLuint = 0
        glGenFramebuffers(1, &framebuffer)
        let target = GLenum(GL_FRAMEBUFFER)
        glBindFramebuffer(target, framebuffer)
        defer {
            glBindTexture(GLenum(GL_TEXTURE_2D), GLuint(boundTexture))
            glBindFramebuffer(target, GLuint(boundFramebuffer))
            if api == .openGLES3 { glBindFramebuffer(GLenum(GL_READ_FRAMEBUFFER), GLuint(boundReadFramebuffer)) }
            glDeleteFramebuffers(1, &framebuffer)
        }
        glFramebufferRenderbuffer(target, GLenum(GL_COLOR_ATTACHMENT0), GLenum(GL_RENDERBUFFER), name)
        guard glCheckFramebufferStatus(target) == GLenum(GL_FRAMEBUFFER_COMPLETE),
            let texture = storage.surface.textures.take(storage.width, storage.height, storage.format, sharegroup)
        else { return nil }
        glBindTexture(GLenum(GL_TEXTURE_2D), texture.name)
        glCopyTexSubImage2D(GLenum(GL_TEXTURE_2D), 0, 0, 0, 0, 0, GLsizei(storage.width), GLsizei(storage.height))
        return GLFrame(texture, isOpaque: storage.surface.isOpaque, storage.surface.textures)
    }

    private func format(of drawable: any EAGLDrawable) -> GLTextureFormat? {
        let asked = drawable.drawableProperties?[kEAGLDrawablePropertyColorFormat] as? String ?? kEAGLColorFormatRGBA8
        switch asked {
        case kEAGLColorFormatRGBA8: return .rgba8
        case kEAGLColorFormatRGB565: return .rgb565
        case kEAGLColorFormatSRGBA8 where api == .openGLES3: return .srgba8
        default:
            Diagnostic.reportOnce(
                "gl.color-format", key: asked, "OpenGL ES \(api.rawValue) does not support renderbuffers of the format \(asked)")
            return nil
        }
    }

    /// Returns false, with one diagnostic, if the context is lost.
    private func isUsable() -> Bool {
        if gl.isLost { note(.contextLost) }
        return !gl.isLost
    }

    /// Reports an error of the driver: a loss once for each context, other errors once for each kind.
    package final func note(_ error: GLError) {
        if error == .contextLost {
            guard !hasNotedLoss else { return }
            hasNotedLoss = true
            Diagnostic.report("gl.context-lost", "an OpenGL ES context was lost: create a new context, and create its objects again")
        } else {
            Diagnostic.reportOnce("gl.refused", key: "\(error)", "\(error)")
        }
    }
}
#endif
