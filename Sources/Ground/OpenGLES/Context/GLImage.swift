#if GPU
/// The memory of a texture that every context of a display can use as a texture of its own (EGLImage). It is released with the object.
/// Textures created from it retain the memory. Any thread.
package final class GLImage: @unchecked Sendable {
    // Unchecked: EGL's images may be used on any thread.
    package let display: GLDisplay
    private let handle: EGLImageKHR

    /// Creates an image of a texture of the current context. Returns nil if the driver refuses.
    init?(of texture: GLuint, in context: GLContext) {
        let extensions = context.display.extensions
        guard extensions.contains("EGL_KHR_gl_texture_2D_image"),
            extensions.contains("EGL_KHR_image_base") || extensions.contains("EGL_KHR_image")
        else { return nil }
        // The contents must be preserved.
        let attributes: [EGLint] = [EGL_GL_TEXTURE_LEVEL_KHR, 0, EGL_IMAGE_PRESERVED_KHR, EGL_TRUE, EGL_NONE]
        guard
            let made = eglCreateImageKHR(
                context.display.handle, context.handle, EGLenum(EGL_GL_TEXTURE_2D_KHR), EGLClientBuffer(bitPattern: UInt(texture)),
                attributes)
        else { return nil }
        display = context.display
        handle = made
    }

    /// Creates an image of a linear plane in a DMA-BUF. Returns nil if the driver refuses. The descriptor remains the caller's.
    /// - Parameters:
    ///   - fourCC: the pixel format as in `drm_fourcc.h`.
    ///   - offset: the offset of the first byte.
    ///   - stride: the distance between rows in bytes.
    package init?(buffer: Int32, width: Int, height: Int, fourCC: UInt32, offset: Int, stride: Int, on display: GLDisplay) {
        guard display.extensions.contains("EGL_EXT_image_dma_buf_import"), let offset = EGLint(exactly: offset),
            let stride = EGLint(exactly: stride)
        else { return nil }
        var attributes: [EGLint] = [
            EGL_WIDTH, EGLint(width), EGL_HEIGHT, EGLint(height), EGL_LINUX_DRM_FOURCC_EXT, EGLint(bitPattern: fourCC),
            EGL_DMA_BUF_PLANE0_FD_EXT, buffer, EGL_DMA_BUF_PLANE0_OFFSET_EXT, offset, EGL_DMA_BUF_PLANE0_PITCH_EXT, stride,
        ]
        // Without the modifier, the driver chooses the memory layout.
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

    /// Makes this the memory of the texture that is bound to `GL_TEXTURE_2D` in the current context. The context must be on ``display``
    /// and have GL_OES_EGL_image. The caller must first wait for the drawing into the image.
    /// - Returns: false if the driver refuses.
    package func attach() -> Bool {
        _ = GLContext.takeError()
        glEGLImageTargetTexture2DOES(GLenum(GL_TEXTURE_2D), handle)
        return GLContext.takeError() == nil
    }
}
#endif
