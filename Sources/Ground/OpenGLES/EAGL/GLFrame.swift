#if GPU
import AgateDiagnostics
import Synchronization

/// The formats of presented textures.
package enum GLTextureFormat: Sendable {
    case rgba8, rgb565, srgba8

    /// The format of a renderbuffer.
    var internalFormat: GLenum {
        switch self {
        case .rgba8: GLenum(GL_RGBA8)
        case .rgb565: GLenum(GL_RGB565)
        case .srgba8: GLenum(GL_SRGB8_ALPHA8)
        }
    }

    /// Allocates storage for the bound texture. OpenGL ES 2 has no sized formats of textures.
    func allocate(width: Int, height: Int, _ api: EAGLRenderingAPI) {
        let target = GLenum(GL_TEXTURE_2D), width = GLsizei(width), height = GLsizei(height)
        guard api != .openGLES3 else { return glTexStorage2D(target, 1, internalFormat, width, height) }
        let format = GLenum(self == .rgb565 ? GL_RGB : GL_RGBA)
        let type = GLenum(self == .rgb565 ? GL_UNSIGNED_SHORT_5_6_5 : GL_UNSIGNED_BYTE)
        glTexImage2D(target, 0, GLint(format), width, height, 0, format, type, nil)
    }
}

/// A picture that a context drew, in a texture. It is immutable. Any thread.
///
/// A context on the same EGL display can sample the texture, by ``GLPooledTexture/image()``, after it has waited. GL's first row is the
/// lowest. Other clients read the pixels. A client that samples the texture must retain the frame until the GPU has finished: afterwards
/// the texture is drawn into again.
package final class GLFrame: Sendable {
    package let texture: GLPooledTexture
    package var width: Int { texture.width }
    package var height: Int { texture.height }
    /// True if alpha is treated as 1, whatever the texture's alpha.
    package let isOpaque: Bool
    private let textures: GLTexturePool
    private let fence: GLFence
    private static let reads = Atomic<Int>(0)
    /// The number of frames of the process that were read back, for tests and measurements.
    package static var readBackCount: Int { reads.load(ordering: .relaxed) }

    /// Creates a frame of the drawing in a texture of the pool, in the current context.
    init(_ texture: GLPooledTexture, isOpaque: Bool, _ textures: GLTexturePool) {
        (self.texture, self.isOpaque, self.textures) = (texture, isOpaque || texture.format == .rgb565, textures)
        fence = GLFence(texture.group.root.display)
    }

    deinit { textures.putBack(texture) }

    /// Waits until the texture is drawn.
    package func wait() { fence.wait() }

    /// Makes the current context wait on the GPU until the texture is drawn. The context must be on the texture's display. If the driver
    /// does not support this, the calling thread waits.
    package func waitOnGPU() { fence.waitOnGPU() }

    /// Writes the pixels, 0xAARRGGBB, from the top downwards, with unchanged alpha and premultiplied colour. Colours are clamped to their
    /// alpha, as in all other layers. Writes zeros if the context is lost.
    package func read(into pixels: UnsafeMutablePointer<UInt32>) {
        let group = texture.group
        Diagnostic.informOnce(
            "gl.read-back",
            "OpenGL ES content of layers is read back from \(group.root.info.renderer): the compositor can't use the texture")
        Self.reads.wrappingAdd(1, ordering: .relaxed)
        wait()
        let isRead = group.withRoot { framebuffer in
            guard !group.root.isLost else { return false }
            let target = GLenum(GL_FRAMEBUFFER)
            glBindFramebuffer(target, framebuffer)
            glFramebufferTexture2D(target, GLenum(GL_COLOR_ATTACHMENT0), GLenum(GL_TEXTURE_2D), texture.name, 0)
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

    /// Converts 0xAABBGGRR to 0xAARRGGBB.
    @inline(__always)
    private static func opaque(_ pixel: UInt32) -> UInt32 { 0xFF00_0000 | pixel & 0xFF00 | (pixel & 0xFF) << 16 | pixel >> 16 & 0xFF }

    @inline(__always)
    private static func premultiplied(_ pixel: UInt32) -> UInt32 {
        let alpha = pixel >> 24
        return alpha << 24 | min(pixel & 0xFF, alpha) << 16 | min(pixel >> 8 & 0xFF, alpha) << 8 | min(pixel >> 16 & 0xFF, alpha)
    }
}

/// The end of a context's commands so far.
private final class GLFence: @unchecked Sendable {
    // Unchecked: EGL's fences may be waited for on any thread.
    private let display: GLDisplay
    private let sync: EGLSyncKHR?

    /// Creates a fence after the current context's commands.
    init(_ display: GLDisplay) {
        self.display = display
        sync = display.extensions.contains("EGL_KHR_fence_sync") ? eglCreateSyncKHR(display.handle, EGLenum(EGL_SYNC_FENCE_KHR), nil) : nil
        if sync != nil { glFlush() } else { glFinish() }
    }

    deinit { if let sync { eglDestroySyncKHR(display.handle, sync) } }

    func wait() {
        if let sync { _ = eglClientWaitSyncKHR(display.handle, sync, 0, EGLTimeKHR.max) }
    }

    func waitOnGPU() {
        if let sync, display.extensions.contains("EGL_KHR_wait_sync"), eglWaitSyncKHR(display.handle, sync, 0) != 0 { return }
        wait()
    }
}
#endif
