import AgateDiagnostics
import Foundation

/// What of OpenGL ES the process may use: all that is there, or less. The environment variable `AGATE_EGL` says so at the program's start
/// (`none`, `es2`); tests say so while they run.
package enum GLAvailability: String, Sendable {
    case automatic
    /// As on a driver that ends with OpenGL ES 2: no context of version 3 is made.
    case es2
    /// As on a machine without OpenGL ES: nothing is loaded.
    case none

    private static let shared = Locked(
        ProcessInfo.processInfo.environment["AGATE_EGL"].flatMap { GLAvailability(rawValue: $0) } ?? .automatic)

    /// What counts from now on, for contexts that are made later. Any thread.
    package static var current: GLAvailability {
        get { shared.withLock { $0 } }
        set { shared.withLock { $0 = newValue } }
    }
}
