#if GPU
import OpenGLES

/// Compiled shaders, each made when it is first used. Shared by all compositors on a context.
final class Programs {
    struct Program {
        let name: GLuint
        let target: GLint
        let origin: GLint
    }
    private var programs: [Program?] = Array(repeating: nil, count: ProgramKind.allCases.count)
    private var toWindow: Program?
    private var toPixels: Program?
    private let cache: ProgramCache?
    /// The number of programs that were compiled, rather than taken from the cache: for tests.
    private(set) var compiled = 0

    /// Creates an empty set. The context must be current.
    init(_ cache: ProgramCache?) { self.cache = cache }

    /// Returns the programs of a context, which must be current.
    static func of(_ context: GLContext) -> Programs {
        if let programs = context.attachment as? Programs { return programs }
        let programs = Programs(ProgramCache(context.info))
        context.attachment = programs
        return programs
    }

    func program(_ kind: ProgramKind) throws(GLError) -> Program {
        if let program = programs[Int(kind.rawValue)] { return program }
        let program = try link("\(kind)", Shaders.vertex, Shaders.fragment(kind))
        programs[Int(kind.rawValue)] = program
        return program
    }

    /// Returns the program that copies a picture to a window; `origin` is the window's height.
    func showing() throws(GLError) -> Program {
        if let toWindow { return toWindow }
        let program = try link("window", Shaders.windowVertex, Shaders.windowFragment)
        toWindow = program
        return program
    }

    /// Returns the program that converts planes to pixels.
    func converting() throws(GLError) -> Program {
        if let toPixels { return toPixels }
        let program = try link("planes", Shaders.windowVertex, PlaneConverter.fragment)
        toPixels = program
        return program
    }

    private func link(_ kind: String, _ vertex: String, _ fragment: String) throws(GLError) -> Program {
        // The cache checks for GL errors: earlier errors belong to the frame and are thrown here.
        if let error = GLContext.takeError() { throw error }
        let name = glCreateProgram()
        if cache?.load(name, kind, [vertex, fragment]) != true {
            compiled += 1
            try Self.compile(name, vertex, fragment)
            cache?.keep(name, kind, [vertex, fragment])
        }
        glUseProgram(name)
        for i in 0..<FrameCommands.slots { glUniform1i(glGetUniformLocation(name, "t\(i)"), GLint(i)) }
        glUniform1i(glGetUniformLocation(name, "atlas"), GLint(FrameCommands.slots))
        glUniform1i(glGetUniformLocation(name, "params"), GLint(FrameCommands.slots + 1))
        return Program(name: name, target: glGetUniformLocation(name, "target"), origin: glGetUniformLocation(name, "origin"))
    }

    private static func compile(_ name: GLuint, _ vertex: String, _ fragment: String) throws(GLError) {
        for (stage, source) in [(GL_VERTEX_SHADER, vertex), (GL_FRAGMENT_SHADER, fragment)] {
            let shader = try compile(stage, source)
            glAttachShader(name, shader)
            glDeleteShader(shader)
        }
        glProgramParameteri(name, GLenum(GL_PROGRAM_BINARY_RETRIEVABLE_HINT), GL_TRUE)
        glLinkProgram(name)
        var linked: GLint = 0
        glGetProgramiv(name, GLenum(GL_LINK_STATUS), &linked)
        guard linked != 0 else { throw .refused("a program failed to link: " + log { glGetProgramInfoLog(name, $0, $1, $2) }) }
    }

    private static func compile(_ stage: Int32, _ source: String) throws(GLError) -> GLuint {
        let shader = glCreateShader(GLenum(stage))
        source.withCString { text in
            var text: UnsafePointer<GLchar>? = text
            glShaderSource(shader, 1, &text, nil)
        }
        glCompileShader(shader)
        var compiled: GLint = 0
        glGetShaderiv(shader, GLenum(GL_COMPILE_STATUS), &compiled)
        guard compiled != 0 else { throw .refused("a shader failed to compile: " + log { glGetShaderInfoLog(shader, $0, $1, $2) }) }
        return shader
    }

    private static func log(_ ask: (GLsizei, UnsafeMutablePointer<GLsizei>?, UnsafeMutablePointer<GLchar>?) -> Void) -> String {
        var text = [GLchar](repeating: 0, count: 2048)
        ask(GLsizei(text.count), nil, &text)
        return String(decoding: text.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
    }
}
#endif
