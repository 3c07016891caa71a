import AgateDiagnostics
import Foundation

/// The textures, buffers, shaders and renderbuffers that several contexts share. Contexts make it; others are made with it.
public final class EAGLSharegroup: NSObject, @unchecked Sendable {
    // Unchecked: the label is the program's to guard, as Apple's; all else is.

    /// A name for tools.
    public var debugLabel: String?

    #if GPU
    let api: EAGLRenderingAPI
    /// Shares with all contexts of the group, and belongs to none: reads frames back, and lets textures go, on whichever thread it has to
    /// be done.
    package let root: GLContext
    private let reader = Locked<GLuint>(0)
    private let renderbuffers = Locked<[GLuint: EAGLRenderbuffer]>([:])

    init(_ api: EAGLRenderingAPI) throws(GLError) {
        self.api = api
        root = try GLContext(api == .openGLES3 ? .es3 : .es2)
    }

    /// Runs `body` with the group's own context current, and a framebuffer of it; others wait meanwhile.
    func withRoot<Result>(_ body: (_ framebuffer: GLuint) -> Result) -> Result {
        reader.withLock { framebuffer in
            root.perform {
                if framebuffer == 0 { glGenFramebuffers(1, &framebuffer) }
                return body(framebuffer)
            }
        }
    }

    /// The storage of a renderbuffer that was made for a drawable.
    func renderbuffer(_ name: GLuint) -> EAGLRenderbuffer? { renderbuffers.withLock { $0[name] } }

    func setRenderbuffer(_ name: GLuint, _ storage: EAGLRenderbuffer?) { renderbuffers.withLock { $0[name] = storage } }
    #endif
}

#if GPU
/// A renderbuffer that a drawable shows. The drawable itself, a layer, belongs to a thread; what takes its frames does not.
struct EAGLRenderbuffer {
    let surface: any EAGLSurface
    let format: GLTextureFormat
    let width: Int, height: Int
}
#endif
