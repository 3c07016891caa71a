import AgateDiagnostics
import Foundation

/// The textures, buffers, shaders and renderbuffers that several contexts share. A context creates the group. Further contexts are
/// created with it.
public final class EAGLSharegroup: NSObject, @unchecked Sendable {
    // Unchecked: the label is the program's responsibility, as in Apple's class. All other members are thread-safe.

    /// A name for tools.
    public var debugLabel: String?

    #if GPU
    let api: EAGLRenderingAPI
    /// A context that shares with all contexts of the group, and belongs to none of them. It reads frames back, and releases textures, on
    /// any thread.
    package let root: GLContext
    private let reader = Locked<GLuint>(0)
    private let renderbuffers = Locked<[GLuint: EAGLRenderbuffer]>([:])

    init(_ api: EAGLRenderingAPI) throws(GLError) {
        self.api = api
        root = try GLContext(api == .openGLES3 ? .es3 : .es2)
    }

    /// Runs `body` with the group's own context and one of its framebuffers current. Other threads wait in the meantime.
    func withRoot<Result>(_ body: (_ framebuffer: GLuint) -> Result) -> Result {
        reader.withLock { framebuffer in
            root.perform {
                if framebuffer == 0 { glGenFramebuffers(1, &framebuffer) }
                return body(framebuffer)
            }
        }
    }

    /// Returns the storage of a renderbuffer that was created for a drawable.
    func renderbuffer(_ name: GLuint) -> EAGLRenderbuffer? { renderbuffers.withLock { $0[name] } }

    func setRenderbuffer(_ name: GLuint, _ storage: EAGLRenderbuffer?) { renderbuffers.withLock { $0[name] = storage } }
    #endif
}

#if GPU
/// A renderbuffer that a drawable shows. The drawable itself, a layer, belongs to a thread. The receiver of its frames does not.
struct EAGLRenderbuffer {
    let surface: any EAGLSurface
    let format: GLTextureFormat
    let width: Int, height: Int
}
#endif
