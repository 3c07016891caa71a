// A triangle by OpenGL ES in a CAEAGLLayer: a context, a framebuffer with a renderbuffer whose storage is the layer's, and a shader. What
// is presented is a picture of the layer like any other: it turns, fades and is cut with it.
import Agate
import ExampleSupport
import OpenGLES

#if GPU
/// Draws one triangle, with a colour at each corner.
final class TriangleView {
    let layer = CAEAGLLayer()
    private let context: EAGLContext
    private var framebuffer: GLuint = 0
    private var renderbuffer: GLuint = 0
    private var width: GLint = 0, height: GLint = 0
    private var program: GLuint = 0

    init?() {
        guard let context = EAGLContext(api: .openGLES2) else { return nil }
        self.context = context
        layer.drawableProperties = [
            kEAGLDrawablePropertyRetainedBacking: false, kEAGLDrawablePropertyColorFormat: kEAGLColorFormatRGBA8,
        ]
        EAGLContext.setCurrent(context)
        program = makeProgram()
    }

    deinit {
        tearDownBuffers()
        glDeleteProgram(program)
        EAGLContext.setCurrent(nil)
    }

    /// Storage of the layer's size, to draw into.
    func setUpBuffers() {
        glGenFramebuffers(1, &framebuffer)
        glBindFramebuffer(GLenum(GL_FRAMEBUFFER), framebuffer)
        glGenRenderbuffers(1, &renderbuffer)
        glBindRenderbuffer(GLenum(GL_RENDERBUFFER), renderbuffer)
        glFramebufferRenderbuffer(GLenum(GL_FRAMEBUFFER), GLenum(GL_COLOR_ATTACHMENT0), GLenum(GL_RENDERBUFFER), renderbuffer)
        context.renderbufferStorage(Int(GL_RENDERBUFFER), from: layer)
        glGetRenderbufferParameteriv(GLenum(GL_RENDERBUFFER), GLenum(GL_RENDERBUFFER_WIDTH), &width)
        glGetRenderbufferParameteriv(GLenum(GL_RENDERBUFFER), GLenum(GL_RENDERBUFFER_HEIGHT), &height)
        let status = glCheckFramebufferStatus(GLenum(GL_FRAMEBUFFER))
        if status != GLenum(GL_FRAMEBUFFER_COMPLETE) { print("the framebuffer is not complete: \(String(status, radix: 16))") }
    }

    func tearDownBuffers() {
        glDeleteFramebuffers(1, &framebuffer)
        glDeleteRenderbuffers(1, &renderbuffer)
        (framebuffer, renderbuffer) = (0, 0)
    }

    /// - Parameter tip: the height of the upper corner, from -1 to 1.
    func drawFrame(tip: Float) {
        glBindFramebuffer(GLenum(GL_FRAMEBUFFER), framebuffer)
        glViewport(0, 0, width, height)
        glUseProgram(program)
        glClearColor(0, 0, 0, 1)
        glClear(GLbitfield(GL_COLOR_BUFFER_BIT))

        let corners: [Float] = [-0.75, -0.75, 0, tip, 0.75, -0.75]
        let colors: [Float] = [0, 0, 1, 1, 0, 1, 0, 1, 1, 0, 0, 1]
        glEnableVertexAttribArray(0)
        glEnableVertexAttribArray(1)
        corners.withUnsafeBufferPointer { corners in
            colors.withUnsafeBufferPointer { colors in
                glVertexAttribPointer(0, 2, GLenum(GL_FLOAT), GLboolean(GL_FALSE), 0, corners.baseAddress)
                glVertexAttribPointer(1, 4, GLenum(GL_FLOAT), GLboolean(GL_FALSE), 0, colors.baseAddress)
                glDrawArrays(GLenum(GL_TRIANGLES), 0, 3)
            }
        }

        glBindRenderbuffer(GLenum(GL_RENDERBUFFER), renderbuffer)
        context.presentRenderbuffer(Int(GL_RENDERBUFFER))
    }

    private func makeProgram() -> GLuint {
        let program = glCreateProgram()
        let sources = [
            (
                GL_VERTEX_SHADER,
                "attribute vec2 corner; attribute vec4 color; varying vec4 mixed; "
                    + "void main() { mixed = color; gl_Position = vec4(corner, 0.0, 1.0); }"
            ),
            (GL_FRAGMENT_SHADER, "precision mediump float; varying vec4 mixed; void main() { gl_FragColor = mixed; }"),
        ]
        for (kind, source) in sources {
            let shader = glCreateShader(GLenum(kind))
            source.withCString {
                var text: UnsafePointer<GLchar>? = $0
                glShaderSource(shader, 1, &text, nil)
            }
            glCompileShader(shader)
            glAttachShader(program, shader)
        }
        glBindAttribLocation(program, 0, "corner")
        glBindAttribLocation(program, 1, "color")
        glLinkProgram(program)
        return program
    }
}

let host = OffscreenHost(size: CGSize(width: 140, height: 140), scale: 2, background: .white)
let sheet = ContactSheet(columns: 5)
guard let triangle = TriangleView() else {
    print("There is no OpenGL ES here, so there is no triangle to show.")
    exit(0)
}
host.perform {
    triangle.layer.frame = CGRect(x: 20, y: 20, width: 100, height: 100)
    triangle.layer.contentsScale = host.scale
    triangle.layer.masksToBounds = true
    host.layer.addSublayer(triangle.layer)
    triangle.setUpBuffers()
    triangle.drawFrame(tip: 0.75)
}
sheet.add(host)

// A frame shows without a transaction.
triangle.drawFrame(tip: 0)
sheet.add(host)

// Another size is other storage.
host.perform {
    CATransaction.setDisableActions(true)
    triangle.layer.frame = CGRect(x: 10, y: 40, width: 120, height: 60)
    triangle.tearDownBuffers()
    triangle.setUpBuffers()
    triangle.drawFrame(tip: 0.75)
}
sheet.add(host)

// And it is a layer: it turns, is rounded, and fades.
host.perform {
    triangle.layer.cornerRadius = 20
    triangle.layer.opacity = 0.5
    triangle.layer.transform = CATransform3DMakeRotation(.pi / 6, 0, 0, 1)
}
sheet.add(host, every: 0.125, count: 2)
try sheet.write(to: outputPath("EAGLTriangle"))
#else
print("This build has no OpenGL ES: the package trait GPU is off.")
#endif
