#if GPU
import OpenGLES
import XCTest

/// Coloured triangles, for tests of what becomes of them.
final class Shader {
    private let program: GLuint

    /// In the context that is current; of version 2.
    init() {
        program = glCreateProgram()
        let sources = [
            (
                GL_VERTEX_SHADER,
                "attribute vec2 corner; attribute vec4 color; varying vec4 mixed;"
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
        var isLinked: GLint = 0
        glGetProgramiv(program, GLenum(GL_LINK_STATUS), &isLinked)
        XCTAssertEqual(isLinked, GL_TRUE)
    }

    /// One triangle, with a colour at each corner; corners from -1 to 1.
    func draw(_ corners: [Float], _ colors: [Float]) {
        glUseProgram(program)
        glEnableVertexAttribArray(0)
        glEnableVertexAttribArray(1)
        corners.withUnsafeBufferPointer { corners in
            colors.withUnsafeBufferPointer { colors in
                glVertexAttribPointer(0, 2, GLenum(GL_FLOAT), GLboolean(GL_FALSE), 0, corners.baseAddress)
                glVertexAttribPointer(1, 4, GLenum(GL_FLOAT), GLboolean(GL_FALSE), 0, colors.baseAddress)
                glDrawArrays(GLenum(GL_TRIANGLES), 0, 3)
            }
        }
    }
}

func clear(_ red: Float, _ green: Float, _ blue: Float, _ alpha: Float = 1) {
    glClearColor(red, green, blue, alpha)
    glClear(GLbitfield(GL_COLOR_BUFFER_BIT))
}

/// Skips the test where OpenGL ES can't be had.
func needOpenGLES() throws {
    do { _ = try GLContext() } catch GLError.unavailable(let reason) { throw XCTSkip("there is no EGL here (\(reason))") }
}
#endif
