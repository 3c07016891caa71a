/// An error for missing OpenGL ES, or for a failed operation of OpenGL ES.
package enum GLError: Error, Sendable, Hashable, CustomStringConvertible {
    /// No library, no display, or the environment forbids it. The text states the reason.
    case unavailable(String)
    /// The driver refuses to create a context, or to make one current. The text is the driver's error.
    case noContext(String)
    /// The driver does not support the required version of OpenGL ES. The text states its version.
    case tooOld(String)
    /// The GPU was reset, or its driver dropped the context. The context's contents are lost.
    case contextLost
    case outOfMemory
    /// A shader, a framebuffer or a call that the driver refuses. The text is the driver's error.
    case refused(String)
    /// Agate was built without the package trait `Windows`.
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
