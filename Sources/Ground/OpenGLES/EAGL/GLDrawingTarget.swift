#if GPU
/// A framebuffer whose colours are in a texture of a pool, with depth and stencil. The drawing becomes a frame without a copy. The target
/// belongs to a context, which must be current in all calls.
package final class GLDrawingTarget {
    private let context: EAGLContext
    private let textures = GLTexturePool()
    private var framebuffer: GLuint = 0
    private var depth: GLuint = 0
    private var depthSize = (width: 0, height: 0)
    private var texture: GLPooledTexture?

    package init(_ context: EAGLContext) { self.context = context }

    deinit {
        // The framebuffer is released with the context. Shared resources are not.
        guard depth != 0 else { return }
        context.sharegroup.withRoot { _ in glDeleteRenderbuffers(1, &depth) }
    }

    /// Binds the framebuffer, entirely transparent, with a viewport of its full size.
    /// - Returns: false if the driver refuses a framebuffer of this size.
    package func begin(width: Int, height: Int) -> Bool {
        guard let texture = textures.take(width, height, .rgba8, context.sharegroup) else { return false }
        self.texture = texture
        let target = GLenum(GL_FRAMEBUFFER)
        if framebuffer == 0 { glGenFramebuffers(1, &framebuffer) }
        glBindFramebuffer(target, framebuffer)
        glFramebufferTexture2D(target, GLenum(GL_COLOR_ATTACHMENT0), GLenum(GL_TEXTURE_2D), texture.name, 0)
        if depthSize != (width, height) { makeDepth(width, height) }
        guard glCheckFramebufferStatus(target) == GLenum(GL_FRAMEBUFFER_COMPLETE) else {
            context.note(.refused("a framebuffer of \(width) x \(height) pixels"))
            return false
        }
        glViewport(0, 0, GLsizei(width), GLsizei(height))
        glDisable(GLenum(GL_SCISSOR_TEST))
        glColorMask(1, 1, 1, 1)
        glDepthMask(1)
        glStencilMask(GLuint.max)
        glClearColor(0, 0, 0, 0)
        glClear(GLbitfield(GL_COLOR_BUFFER_BIT | GL_DEPTH_BUFFER_BIT | GL_STENCIL_BUFFER_BIT))
        return true
    }

    /// Returns the drawing since `begin`, or nil if the context was lost in the meantime.
    package func end(isOpaque: Bool) -> GLFrame? {
        defer { texture = nil }
        if context.gl.checkLoss() {
            context.note(.contextLost)
            return nil
        }
        return texture.map { GLFrame($0, isOpaque: isOpaque, textures) }
    }

    private func makeDepth(_ width: Int, _ height: Int) {
        let target = GLenum(GL_FRAMEBUFFER), buffer = GLenum(GL_RENDERBUFFER)
        if depth == 0 { glGenRenderbuffers(1, &depth) }
        var bound: GLint = 0
        glGetIntegerv(GLenum(GL_RENDERBUFFER_BINDING), &bound)
        glBindRenderbuffer(buffer, depth)
        // In drivers of OpenGL ES 2 the format is an extension.
        glRenderbufferStorage(buffer, GLenum(GL_DEPTH24_STENCIL8), GLsizei(width), GLsizei(height))
        glFramebufferRenderbuffer(target, GLenum(GL_DEPTH_ATTACHMENT), buffer, depth)
        glFramebufferRenderbuffer(target, GLenum(GL_STENCIL_ATTACHMENT), buffer, depth)
        glBindRenderbuffer(buffer, GLuint(bound))
        depthSize = (width, height)
    }
}
#endif
