#if GPU
/// A driver's description of itself, and its capabilities.
package struct GLInfo: Sendable, Hashable {
    package let renderer, vendor, version: String
    package let major, minor: Int
    package let extensions: Set<String>
    package let maxTextureSize: Int

    /// Describes the context that is current on this thread. Returns nil if there is none, or it does not respond.
    package init?() {
        guard let version = Self.string(GL_VERSION) else { return nil }
        self.version = version
        renderer = Self.string(GL_RENDERER) ?? ""
        vendor = Self.string(GL_VENDOR) ?? ""
        (major, minor) = Self.numbers(version)
        extensions = Set((Self.string(GL_EXTENSIONS) ?? "").split(separator: " ").map(String.init))
        var side: GLint = 0
        glGetIntegerv(GLenum(GL_MAX_TEXTURE_SIZE), &side)
        maxTextureSize = Int(side)
    }

    package init(
        renderer: String, vendor: String, version: String, extensions: Set<String> = [], maxTextureSize: Int = 2048
    ) {
        (self.renderer, self.vendor, self.version) = (renderer, vendor, version)
        (major, minor) = Self.numbers(version)
        self.extensions = extensions
        self.maxTextureSize = maxTextureSize
    }

    /// True if a processor performs the GPU's work.
    package var isSoftware: Bool {
        let name = renderer.lowercased()
        return ["llvmpipe", "softpipe", "swrast", "software rasterizer", "swiftshader", "lavapipe"].contains { name.contains($0) }
    }

    private static func string(_ name: Int32) -> String? { glGetString(GLenum(name)).map { String(cString: $0) } }

    /// Returns the numbers of "OpenGL ES 3.2 Mesa 22.3.6": the first separate pair of numbers with a dot between them.
    private static func numbers(_ version: String) -> (major: Int, minor: Int) {
        for word in version.split(separator: " ") {
            let parts = word.split(separator: ".")
            if parts.count >= 2, let major = Int(parts[0]), let minor = Int(parts[1].prefix { $0.isNumber }) { return (major, minor) }
        }
        return (0, 0)
    }
}
#endif
