#if GPU
import AgateDiagnostics
import Synchronization

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
/// A context on the same display of EGL can sample the texture, by ``GLPooledTexture/image()``, after it has waited; GL's first row is the
/// lowest. All others read the pixels. Who samples it keeps the frame until the GPU has done so: then the texture is drawn into again.
package final class GLFrame: Sendable {
    package let texture: GLPooledTexture
    package var width: Int { texture.width }
    package var height: Int { texture.height }
    /// Whether alpha counts as 1, whatever the texture has.
    package let isOpaque: Bool
    private let textures: GLTexturePool
    private let fence: GLFence
    private static let reads = Atomic<Int>(0)
    /// How many frames of the process were read back, for tests and measurements.
    package static var readBackCount: Int { reads.load(ordering: .relaxed) }

    /// What was drawn into a texture of the pool, in the context that is current.
    init(_ texture: GLPooledTexture, isOpaque: Bool, _ textures: GLTexturePool) {
        (self.texture, self.isOpaque, self.textures) = (texture, isOpaque || texture.format == .rgb565, textures)
        fence = GLFence(texture.group.root.display)
    }

    deinit { textures.putBack(texture) }

    /// Waits until the texture is drawn.
    package func wait() { fence.wait() }

    /// Has the context that is current, which must be on the display of the texture's, wait on the GPU until the texture is drawn; waits
    /// here where the driver can't.
    package func waitOnGPU() { fence.waitOnGPU() }

    /// Writes the pixels, 0xAARRGGBB, from the top down: alpha and premultiplied colour as they are, but no colour brighter than its alpha,
    /// which no other layer has. Zeros where the context is lost by now.
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

    func waitOnGPU() {
        if let sync, display.extensions.contains("EGL_KHR_wait_sync"), eglWaitSyncKHR(display.handle, sync, 0) != 0 { return }
        wait()
    }
}
#endif
