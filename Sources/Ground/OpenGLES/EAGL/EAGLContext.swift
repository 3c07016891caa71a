import AgateDiagnostics
import Foundation

/// The versions of OpenGL ES that a context may have.
public enum EAGLRenderingAPI: UInt, Sendable {
    /// Not supported: a context of it can't be made.
    case openGLES1 = 1
    case openGLES2 = 2
    case openGLES3 = 3
}

/// A state of OpenGL ES, and what gl calls go to: Apple's, over EGL.
///
///     let context = EAGLContext(api: .openGLES3)
///     EAGLContext.setCurrent(context)
///     glGenRenderbuffers(1, &renderbuffer)
///     glBindRenderbuffer(GLenum(GL_RENDERBUFFER), renderbuffer)
///     context?.renderbufferStorage(Int(GL_RENDERBUFFER), from: layer)
///     // … glFramebufferRenderbuffer, draw …
///     context?.presentRenderbuffer(Int(GL_RENDERBUFFER))
///
/// One thread at a time uses a context; other threads need contexts of their own, which may share (``EAGLSharegroup``). A call that can't
/// be done answers false, with one diagnostic.
open class EAGLContext: NSObject {
    /// The version that it was made for. The driver's may be later.
    public let api: EAGLRenderingAPI
    /// What it shares with other contexts.
    public let sharegroup: EAGLSharegroup
    /// A name for tools.
    open var debugLabel: String?
    /// On Apple's systems, whether the driver may use a thread of its own. Kept; drivers here decide for themselves.
    open var isMultiThreaded = false

    #if GPU
    /// The context itself.
    package let gl: GLContext
    private var hasNotedLoss = false
    #endif

    /// A context with a group of its own. Nil, and one diagnostic, where OpenGL ES of that version can't be had.
    public convenience init?(api: EAGLRenderingAPI) {
        #if GPU
        guard let group = Self.attempt(api, { () throws(GLError) in try EAGLSharegroup(api) }) else { return nil }
        self.init(api: api, sharegroup: group)
        #else
        _ = Self.attempt(api) { () throws(GLError) -> Never in throw .notBuilt }
        return nil
        #endif
    }

    /// A context that shares textures, buffers, shaders and renderbuffers with others. Nil where they are of another version, or OpenGL ES
    /// can't be had.
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
    /// Has a thread that ends let go of its context.
    private static let letsGo: Void = agate_gles_set_thread_end { pointer in
        guard let pointer else { return }
        GLContext.clearCurrent()
        Unmanaged<EAGLContext>.fromOpaque(pointer).release()
    }
    #endif

    /// Makes a context the one that this thread's gl calls go to, and keeps it meanwhile; nil leaves the thread without one.
    /// - Returns: false where the context is lost, or current on another thread; then nothing changes.
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

    /// The context that this thread's gl calls go to; nil for none.
    open class func current() -> EAGLContext? {
        #if GPU
        return agate_gles_thread_value().map { Unmanaged<EAGLContext>.fromOpaque($0).takeUnretainedValue() }
        #else
        return nil
        #endif
    }

    // MARK: Renderbuffers

    /// Gives the renderbuffer that is bound a storage as large as a drawable, which will show it; nil takes the drawable away. On the
    /// thread of the drawable.
    /// - Parameters:
    ///   - target: `GL_RENDERBUFFER`.
    ///   - drawable: a `CAEAGLLayer`. Its size in pixels at the call counts: call again when it changes.
    /// - Returns: false where the drawable is empty or too large, its format is unknown, or no renderbuffer is bound.
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

    /// Shows what was drawn into the renderbuffer that is bound, in the drawable that it was made for. Any thread that has the context.
    /// - Parameter target: `GL_RENDERBUFFER`.
    /// - Returns: false where it was made for none, the drawable is gone, or the context is lost.
    @discardableResult
    open func presentRenderbuffer(_ target: Int) -> Bool { present(target, nil) }

    /// The same, from a media time on: that of `CACurrentMediaTime()`, in seconds. A frame that is overtaken before is not shown.
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

    /// The program draws on in its renderbuffer, so what it presents is copied; on a GPU that takes a fraction of a millisecond. What is
    /// bound stays so.
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

    /// False, and one diagnostic, where the context is lost.
    private func isUsable() -> Bool {
        if gl.isLost { note(.contextLost) }
        return !gl.isLost
    }

    /// Reports a failure of the driver: a loss once for each context, others once for each kind.
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
