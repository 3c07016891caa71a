// A lit cube that OpenGL ES turns, in a GLESLayer among ordinary layers. It draws each frame for the frame's own time: the pictures are
// the same in every run, and in a film.
import Agate
import ExampleSupport
import OpenGLES

#if GPU
final class CubeLayer: GLESLayer {
    private var program: GLuint = 0
    private var cornersAndNormals: GLuint = 0
    private var rotation: GLint = 0

    override func prepare(in context: EAGLContext) {
        program = makeProgram()
        rotation = glGetUniformLocation(program, "rotation")
        let data = Self.faces()
        glGenBuffers(1, &cornersAndNormals)
        glBindBuffer(GLenum(GL_ARRAY_BUFFER), cornersAndNormals)
        glBufferData(GLenum(GL_ARRAY_BUFFER), data.count * 4, data, GLenum(GL_STATIC_DRAW))
    }

    override func draw(in context: EAGLContext, forLayerTime t: CFTimeInterval, displayTime: CFTimeInterval) {
        glEnable(GLenum(GL_DEPTH_TEST))
        glUseProgram(program)
        glUniform2f(rotation, Float(t) * 0.9 + 0.6, 0.5)
        glBindBuffer(GLenum(GL_ARRAY_BUFFER), cornersAndNormals)
        for attribute in 0..<2 {
            glEnableVertexAttribArray(GLuint(attribute))
            let offset = UnsafeRawPointer(bitPattern: attribute * 12)
            glVertexAttribPointer(GLuint(attribute), 3, GLenum(GL_FLOAT), GLboolean(GL_FALSE), 24, offset)
        }
        glDrawArrays(GLenum(GL_TRIANGLES), 0, 36)
    }

    /// Two triangles a face, each corner with the face's normal.
    private static func faces() -> [Float] {
        var data: [Float] = []
        for axis in 0..<3 {
            for side in [Float(-1), 1] {
                for (u, v) in [(-1, -1), (1, -1), (1, 1), (-1, -1), (1, 1), (-1, 1)] as [(Float, Float)] {
                    var corner = [Float](repeating: 0, count: 3), normal = corner
                    corner[axis] = side
                    corner[(axis + 1) % 3] = u
                    corner[(axis + 2) % 3] = v
                    normal[axis] = side
                    data += corner + normal
                }
            }
        }
        return data
    }

    private func makeProgram() -> GLuint {
        let vertex = """
            #version 300 es
            layout(location = 0) in vec3 corner;
            layout(location = 1) in vec3 normal;
            uniform vec2 rotation;
            out vec3 facing;
            out vec3 tint;
            vec3 turned(vec3 v) {
                vec2 c = cos(rotation), s = sin(rotation);
                v = vec3(c.x * v.x + s.x * v.z, v.y, c.x * v.z - s.x * v.x);
                return vec3(v.x, c.y * v.y - s.y * v.z, s.y * v.y + c.y * v.z);
            }
            void main() {
                facing = turned(normal);
                tint = 0.6 + 0.35 * normal;
                vec3 p = turned(corner);
                float depth = 5.0 - p.z;
                gl_Position = vec4(p.xy * 2.6, (depth - 5.0) / 3.0 * depth, depth);
            }
            """
        let fragment = """
            #version 300 es
            precision highp float;
            in vec3 facing;
            in vec3 tint;
            out vec4 color;
            void main() {
                float light = 0.25 + 0.75 * max(dot(normalize(facing), normalize(vec3(0.3, 0.5, 1.0))), 0.0);
                color = vec4(tint * light, 1.0);
            }
            """
        let program = glCreateProgram()
        for (kind, source) in [(GL_VERTEX_SHADER, vertex), (GL_FRAGMENT_SHADER, fragment)] {
            let shader = glCreateShader(GLenum(kind))
            source.withCString {
                var text: UnsafePointer<GLchar>? = $0
                glShaderSource(shader, 1, &text, nil)
            }
            glCompileShader(shader)
            glAttachShader(program, shader)
        }
        glLinkProgram(program)
        return program
    }
}

guard EAGLContext(api: .openGLES3) != nil else {
    print("There is no OpenGL ES 3 here, so there is no cube to show.")
    exit(0)
}
let host = OffscreenHost(size: CGSize(width: 160, height: 160), scale: 2, background: CGColor(red: 0.93, green: 0.94, blue: 0.97, alpha: 1))
let cube = CubeLayer()
host.perform {
    let disc = CAShapeLayer()
    disc.path = CGPath(ellipseIn: CGRect(x: 20, y: 20, width: 120, height: 120), transform: nil)
    disc.fillColor = CGColor(red: 1, green: 0.8, blue: 0.3, alpha: 1)
    host.layer.addSublayer(disc)

    cube.frame = CGRect(x: 30, y: 30, width: 100, height: 100)
    cube.contentsScale = host.scale
    cube.cornerRadius = 24
    cube.masksToBounds = true
    cube.borderWidth = 2
    cube.borderColor = CGColor(gray: 0, alpha: 0.3)
    cube.isAsynchronous = true
    host.layer.addSublayer(cube)

    let label = CATextLayer()
    label.frame = CGRect(x: 0, y: 136, width: 160, height: 20)
    label.string = "OpenGL ES"
    label.fontSize = 12
    label.alignmentMode = .center
    label.contentsScale = host.scale
    label.foregroundColor = CGColor(gray: 0.2, alpha: 1)
    host.layer.addSublayer(label)
}
let sheet = ContactSheet(columns: 5)
sheet.add(host, every: 0.4, count: 5)
host.perform { cube.opacity = 0.3 }
sheet.add(host, every: 0.125, count: 5)
try sheet.write(to: outputPath("GLCube"))
#else
print("This build has no OpenGL ES: the package trait GPU is off.")
#endif
