#if GPU
import AgateDiagnostics
import Synchronization

/// The textures of one drawable. A frame's texture returns to the pool when the frame is no longer in use. Any thread.
package final class GLTexturePool: Sendable {
    private let free = Locked<[GLPooledTexture]>([])
    private let made = Atomic<Int>(0)
    /// The number of textures created, for tests.
    package var madeCount: Int { made.load(ordering: .relaxed) }
    /// One texture that is shown, one that is next, and one that is drawn.
    private static let limit = 3

    package init() {}

    /// Returns a texture to draw into. A context of the group must be current. The binding of `GL_TEXTURE_2D` may change.
    func take(_ width: Int, _ height: Int, _ format: GLTextureFormat, _ group: EAGLSharegroup) -> GLPooledTexture? {
        func fits(_ texture: GLPooledTexture) -> Bool {
            texture.width == width && texture.height == height && texture.format == format && texture.group === group
        }
        let (found, others) = free.withLock { free in
            let found = free.lastIndex(where: fits).map { free.remove(at: $0) }
            // Textures of another size, from before the size changed, are no longer used. They are released outside the lock.
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

/// A texture of a pool. It is drawn into, then belongs to one frame, and then is drawn into again. It is released with the object. Any
/// thread.
package final class GLPooledTexture: Sendable {
    package let name: GLuint
    package let width: Int, height: Int
    package let format: GLTextureFormat
    /// The group whose contexts have the texture under its name.
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

    /// Returns the texture's memory, for contexts on the same display that share nothing with the group, or nil if the driver can't
    /// provide it. It is created on first use and cached. During the creation another context is current.
    package func image() -> GLImage? {
        if case .shared(let image) = sharing.withLock({ $0 }) { return image }
        if case .refused = sharing.withLock({ $0 }) { return nil }
        // Created outside the lock: two concurrent callers both create an image.
        let image = group.root.isLost ? nil : group.withRoot { _ in GLImage(of: name, in: group.root) }
        sharing.withLock { $0 = image.map { .shared($0) } ?? .refused }
        return image
    }
}
#endif
