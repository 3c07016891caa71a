#if GPU
import AgateDiagnostics

/// The formats of what is presented.
package enum GLTextureFormat: Sendable {
    case rgba8, rgb565, srgba8

    /// As a renderbuffer has it.
    var internalFormat: GLenum {
        switch self {
        case .rgba8: GLenum(GL_RGBA8)
        case .rgb565: GLenum(GL_RGB565)
        case .srgba8: GLenum(GL_SRGB8_ALPHA8)
        }
    }

    /// Gives the bound texture storage. OpenGL ES 2 has no sized formats of textures.
    func allocate(width: Int, height: Int, _ api: EAGLRenderingAPI) {
        let target = GLenum(GL_TEXTURE_2D), width = GLsizei(width), height = GLsizei(height)
        guard api != .openGLES3 else { return glTexStorage2D(target, 1, internalFormat, width, height) }
        let format = GLenum(self == .rgb565 ? GL_RGB : GL_RGBA)
        let type = GLenum(self == .rgb565 ? GL_UNSIGNED_SHORT_5_6_5 : GL_UNSIGNED_BYTE)
        glTexImage2D(target, 0, GLint(format), width, height, 0, format, type, nil)
    }
}

/// A picture that a context drew, in a texture. It does not change any more. Any thread.
///
/// A context that shares with ``group`` can sample the texture after it has waited for `sync`; GL's first row is the lowest. All others
/// read the pixels.
package final class GLFrame: Sendable {
    package let group: EAGLSharegroup
    package let texture: GLuint
    package let width: Int, height: Int
    /// Whether alpha counts as 1, whatever the texture has.
    package let isOpaque: Bool
    private let format: GLTextureFormat
    private let textures: GLTexturePool
    private let fence: GLFence

    /// What was drawn into a texture of the pool, in the context that is current.
    init(
        _ texture: GLuint, _ width: Int, _ height: Int, _ format: GLTextureFormat, isOpaque: Bool, _ textures: GLTexturePool,
        _ group: EAGLSharegroup
    ) {
        (self.texture, self.width, self.height, self.format) = (texture, width, height, format)
        (self.isOpaque, self.textures, self.group) = (isOpaque || format == .rgb565, textures, group)
        fence = GLFence(group.root.display)
    }

    deinit { textures.putBack(GLTexturePool.Texture(name: texture, width: width, height: height, format: format, group: group)) }

    /// Waits until the texture is drawn.
    package func wait() { fence.wait() }

    /// Writes the pixels, 0xAARRGGBB, from the top down: alpha and premultiplied colour as they are, but no colour brighter than its alpha,
    /// which no other layer has. Zeros where the context is lost by now.
    package func read(into pixels: UnsafeMutablePointer<UInt32>) {
        Diagnostic.informOnce(
            "gl.read-back",
            "what OpenGL ES draws into layers is read back from \(group.root.info.renderer), since the processor composites it")
        wait()
        let isRead = group.withRoot { framebuffer in
            guard !group.root.isLost else { return false }
            let target = GLenum(GL_FRAMEBUFFER)
            glBindFramebuffer(target, framebuffer)
            glFramebufferTexture2D(target, GLenum(GL_COLOR_ATTACHMENT0), GLenum(GL_TEXTURE_2D), texture, 0)
            guard glCheckFramebufferStatus(target) == GLenum(GL_FRAMEBUFFER_COMPLETE) else { return false }
            glPixelStorei(GLenum(GL_PACK_ALIGNMENT), 4)
            glReadPixels(0, 0, GLsizei(width), GLsizei(height), GLenum(GL_RGBA), GLenum(GL_UNSIGNED_BYTE), pixels)
            glFramebufferTexture2D(target, GLenum(GL_COLOR_ATTACHMENT0), GLenum(GL_TEXTURE_2D), 0, 0)
            return GLContext.takeError() == nil
        }
        guard isRead else { return pixels.update(repeating: 0, count: width * height) }
        for row in 0..<(height + 1) / 2 {
            let upper = pixels + row * width, lower = pixels + (height - 1 - row) * width
            for x in 0..<width {
                let above = upper[x]
                upper[x] = isOpaque ? Self.opaque(lower[x]) : Self.premultiplied(lower[x])
                if upper != lower { lower[x] = isOpaque ? Self.opaque(above) : Self.premultiplied(above) }
            }
        }
    }

    /// 0xAABBGGRR as 0xAARRGGBB.
    @inline(__always)
    private static func opaque(_ pixel: UInt32) -> UInt32 { 0xFF00_0000 | pixel & 0xFF00 | (pixel & 0xFF) << 16 | pixel >> 16 & 0xFF }

    @inline(__always)
    private static func premultiplied(_ pixel: UInt32) -> UInt32 {
        let alpha = pixel >> 24
        return alpha << 24 | min(pixel & 0xFF, alpha) << 16 | min(pixel >> 8 & 0xFF, alpha) << 8 | min(pixel >> 16 & 0xFF, alpha)
    }
}

/// The end of what a context has been asked to draw so far.
private final class GLFence: @unchecked Sendable {
    // Unchecked: EGL's fences may be waited for on any thread.
    private let display: GLDisplay
    private let sync: EGLSyncKHR?

    /// Behind what the current context was asked for.
    init(_ display: GLDisplay) {
        self.display = display
        sync = display.extensions.contains("EGL_KHR_fence_sync") ? eglCreateSyncKHR(display.handle, EGLenum(EGL_SYNC_FENCE_KHR), nil) : nil
        if sync != nil { glFlush() } else { glFinish() }
    }

    deinit { if let sync { eglDestroySyncKHR(display.handle, sync) } }

    func wait() {
        if let sync { _ = eglClientWaitSyncKHR(display.handle, sync, 0, EGLTimeKHR.max) }
    }
}

/// The textures of one drawable: a frame's comes back when nobody shows the frame any more. Any thread.
package final class GLTexturePool: Sendable {
    struct Texture {
        let name: GLuint
        let width: Int, height: Int
        let format: GLTextureFormat
        let group: EAGLSharegroup
    }
    private let free = Locked<[Texture]>([])
    /// One that shows, one that comes next, and one that is drawn.
    private static let limit = 3

    package init() {}

    deinit { Self.delete(free.withLock { $0 }) }

    /// A texture to draw into, with a context of the group current. The binding of `GL_TEXTURE_2D` may be another afterwards.
    func take(_ width: Int, _ height: Int, _ format: GLTextureFormat, _ group: EAGLSharegroup) -> GLuint? {
        let (found, others) = free.withLock { free in
            var found: Texture?
            if let index = free.lastIndex(where: { $0.width == width && $0.height == height && $0.format == format && $0.group === group })
            {
                found = free.remove(at: index)
            }
            // Of another size: those that are let go of now are not taken any more.
            let others = free.filter { $0.width != width || $0.height != height || $0.format != format || $0.group !== group }
            free.removeAll { $0.width != width || $0.height != height || $0.format != format || $0.group !== group }
            return (found, others)
        }
        Self.delete(others)
        if let found { return found.name }
        var name: GLuint = 0
        _ = GLContext.takeError()
        glGenTextures(1, &name)
        glBindTexture(GLenum(GL_TEXTURE_2D), name)
        format.allocate(width: width, height: height, group.api)
        for (parameter, value) in [
            (GL_TEXTURE_MIN_FILTER, GL_LINEAR), (GL_TEXTURE_MAG_FILTER, GL_LINEAR), (GL_TEXTURE_WRAP_S, GL_CLAMP_TO_EDGE),
            (GL_TEXTURE_WRAP_T, GL_CLAMP_TO_EDGE),
        ] { glTexParameteri(GLenum(GL_TEXTURE_2D), GLenum(parameter), value) }
        if let error = GLContext.takeError() {
            glDeleteTextures(1, &name)
            Diagnostic.reportOnce("gl.refused", key: "\(error)", "no texture of \(width) x \(height) pixels can be made: \(error)")
            return nil
        }
        return name
    }

    func putBack(_ texture: Texture) {
        let isKept = free.withLock { free in
            guard free.count < Self.limit else { return false }
            free.append(texture)
            return true
        }
        if !isKept { Self.delete([texture]) }
    }

    private static func delete(_ textures: [Texture]) {
        for texture in textures {
            texture.group.withRoot { _ in
                var name = texture.name
                glDeleteTextures(1, &name)
            }
        }
    }
}
#endif
