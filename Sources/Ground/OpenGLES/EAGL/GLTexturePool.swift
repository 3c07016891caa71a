#if GPU
import AgateDiagnostics
import Synchronization

/// The textures of one drawable: a frame's comes back when nobody shows the frame any more. Any thread.
package final class GLTexturePool: Sendable {
    private let free = Locked<[GLPooledTexture]>([])
    private let made = Atomic<Int>(0)
    /// How many textures were made, for tests.
    package var madeCount: Int { made.load(ordering: .relaxed) }
    /// One that shows, one that comes next, and one that is drawn.
    private static let limit = 3

    package init() {}

    /// A texture to draw into, with a context of the group current. The binding of `GL_TEXTURE_2D` may be another afterwards.
    func take(_ width: Int, _ height: Int, _ format: GLTextureFormat, _ group: EAGLSharegroup) -> GLPooledTexture? {
        func fits(_ texture: GLPooledTexture) -> Bool {
            texture.width == width && texture.height == height && texture.format == format && texture.group === group
        }
        let (found, others) = free.withLock { free in
            let found = free.lastIndex(where: fits).map { free.remove(at: $0) }
            // Of another size: those that are let go of now are not taken any more. They go outside of the lock.
            let others = free.filter { !fits($0) }
            free.removeAll { !fits($0) }
            return (found, others)
        }
        withExtendedLifetime(others) {}
        if let found { return found }
        var name: GLuint = 0
        _ = GLContext.takeError()
        glGenTextures(1, &name)
        glBindTexture(GLenum(GL_TEXTURE_2D), name)
        format.allocate(width: width, height: height, group.api)
        for (parameter, value) in [
            (GL_TEXTURE_MIN_FILTER, GL_LINEAR), (GL_TEXTURE_MAG_FILTER, GL_LINEAR), (GL_TEXTURE_WRAP_S, GL_CLAMP_TO_EDGE),
            (GL_TEXTURE_WRAP_T, GL_CLAMP_TO_EDGE),
        ] { glTexParameteri(GLenum(GL_TEXTURE_2D), GLenum(parameter), value) }
        if let error = GLContext.takeError() {
            glDeleteTextures(1, &name)
            Diagnostic.reportOnce("gl.refused", key: "\(error)", "a texture of \(width) x \(height) pixels can't be created: \(error)")
            return nil
        }
        made.wrappingAdd(1, ordering: .relaxed)
        return GLPooledTexture(name, width, height, format, group)
    }

    func putBack(_ texture: GLPooledTexture) {
        free.withLock { free in if free.count < Self.limit { free.append(texture) } }
    }
}

/// A texture of a pool: drawn into, then one frame's, then drawn into again. Freed with the object. Any thread.
package final class GLPooledTexture: Sendable {
    package let name: GLuint
    package let width: Int, height: Int
    package let format: GLTextureFormat
    /// Whose contexts have it under its name.
    package let group: EAGLSharegroup
    private enum Sharing {
        case notTried
        case refused
        case shared(GLImage)
    }
    private let sharing = Locked(Sharing.notTried)

    init(_ name: GLuint, _ width: Int, _ height: Int, _ format: GLTextureFormat, _ group: EAGLSharegroup) {
        (self.name, self.width, self.height, self.format, self.group) = (name, width, height, format, group)
    }

    deinit {
        group.withRoot { _ in
            var name = name
            glDeleteTextures(1, &name)
        }
    }

    /// Its memory, for contexts on the same display that share nothing with the group; nil where the driver can't give it. Made when it is
    /// first asked for, and kept: another context is current meanwhile.
    package func image() -> GLImage? {
        if case .shared(let image) = sharing.withLock({ $0 }) { return image }
        if case .refused = sharing.withLock({ $0 }) { return nil }
        // Made outside of the lock: of two who ask at once, both do.
        let image = group.root.isLost ? nil : group.withRoot { _ in GLImage(of: name, in: group.root) }
        sharing.withLock { $0 = image.map { .shared($0) } ?? .refused }
        return image
    }
}
#endif
