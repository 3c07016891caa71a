#if GPU
/// Memory of a texture that every context of a display can have as a texture of its own (EGLImage). Freed with the object; what was made
/// of it keeps the memory. Any thread.
package final class GLImage: @unchecked Sendable {
    // Unchecked: EGL's images may be used on any thread.
    package let display: GLDisplay
    private let handle: EGLImageKHR

    /// Of a texture of the context that is current; nil where the driver refuses.
    init?(of texture: GLuint, in context: GLContext) {
        let extensions = context.display.extensions
        guard extensions.contains("EGL_KHR_gl_texture_2D_image"),
            extensions.contains("EGL_KHR_image_base") || extensions.contains("EGL_KHR_image")
        else { return nil }
        // What it holds must stay.
        let attributes: [EGLint] = [EGL_GL_TEXTURE_LEVEL_KHR, 0, EGL_IMAGE_PRESERVED_KHR, EGL_TRUE, EGL_NONE]
        guard
            let made = eglCreateImageKHR(
                context.display.handle, context.handle, EGLenum(EGL_GL_TEXTURE_2D_KHR), EGLClientBuffer(bitPattern: UInt(texture)),
                attributes)
        else { return nil }
        display = context.display
        handle = made
    }

    /// Of a plane in a DMA-BUF, which is linear; nil where the driver refuses. The descriptor stays the caller's.
    /// - Parameters:
    ///   - fourCC: its pixels as `drm_fourcc.h` names them.
    ///   - offset: of its first byte.
    ///   - stride: from one row to the next, in bytes.
    package init?(buffer: Int32, width: Int, height: Int, fourCC: UInt32, offset: Int, stride: Int, on display: GLDisplay) {
        guard display.extensions.contains("EGL_EXT_image_dma_buf_import"), let offset = EGLint(exactly: offset),
            let stride = EGLint(exactly: stride)
        else { return nil }
        var attributes: [EGLint] = [
            EGL_WIDTH, EGLint(width), EGL_HEIGHT, EGLint(height), EGL_LINUX_DRM_FOURCC_EXT, EGLint(bitPattern: fourCC),
            EGL_DMA_BUF_PLANE0_FD_EXT, buffer, EGL_DMA_BUF_PLANE0_OFFSET_EXT, offset, EGL_DMA_BUF_PLANE0_PITCH_EXT, stride,
        ]
        // Without it, the driver decides how the memory is laid out.
        if display.extensions.contains("EGL_EXT_image_dma_buf_import_modifiers") {
            attributes += [EGL_DMA_BUF_PLANE0_MODIFIER_LO_EXT, 0, EGL_DMA_BUF_PLANE0_MODIFIER_HI_EXT, 0]
        }
        guard let made = eglCreateImageKHR(display.handle, nil, EGLenum(EGL_LINUX_DMA_BUF_EXT), nil, attributes + [EGL_NONE]) else {
            _ = eglGetError()
            return nil
        }
        self.display = display
        handle = made
    }

    deinit { eglDestroyImageKHR(display.handle, handle) }

    /// Makes it the memory of the texture that is bound to `GL_TEXTURE_2D` in the current context, which must be on ``display`` and have
    /// GL_OES_EGL_image. What it was drawn with is to be waited for first.
    /// - Returns: false where the driver refuses.
    package func attach() -> Bool {
        _ = GLContext.takeError()
        glEGLImageTargetTexture2DOES(GLenum(GL_TEXTURE_2D), handle)
        return GLContext.takeError() == nil
    }
}
#endif
