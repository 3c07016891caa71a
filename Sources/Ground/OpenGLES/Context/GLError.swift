/// Why there is no OpenGL ES, or no more of it.
package enum GLError: Error, Sendable, Hashable, CustomStringConvertible {
    /// No library, no display, or the environment forbids it; the text says which.
    case unavailable(String)
    /// The driver refuses a context, or to make one current; the text is what it says.
    case noContext(String)
    /// The driver has no OpenGL ES of the version that is needed; the text names what it has.
    case tooOld(String)
    /// The GPU was reset, or its driver gave the context up: what it held is gone.
    case contextLost
    case outOfMemory
    /// A shader, a framebuffer or a call that the driver refuses; the text is what it says.
    case refused(String)
    /// Agate was built without the package trait `GPU`.
    case notBuilt

    package var description: String {
        switch self {
        case .unavailable(let reason): "OpenGL ES is not available (\(reason))"
        case .noContext(let reason): "the driver can't create an OpenGL ES context (\(reason))"
        case .tooOld(let version): "the driver's OpenGL ES is too old (\(version))"
        case .contextLost: "the OpenGL ES context was lost"
        case .outOfMemory: "the GPU's memory is exhausted"
        case .refused(let reason): "the OpenGL ES driver rejected an operation (\(reason))"
        case .notBuilt: "Agate was built without OpenGL ES: enable the package trait \"GPU\""
        }
    }
}
