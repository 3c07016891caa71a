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
