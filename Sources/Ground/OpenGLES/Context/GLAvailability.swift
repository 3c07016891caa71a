import AgateDiagnostics
import Foundation

/// The part of OpenGL ES that the process may use. The environment variable `AGATE_EGL` sets it at the program's start (`none`, `es2`).
/// Tests set it while they run.
package enum GLAvailability: String, Sendable {
    case automatic
    /// Behaves like a driver that supports at most OpenGL ES 2: no context of version 3 is created.
    case es2
    /// Behaves like a machine without OpenGL ES: nothing is loaded.
    case none

    private static let shared = Locked(
        ProcessInfo.processInfo.environment["AGATE_EGL"].flatMap { GLAvailability(rawValue: $0) } ?? .automatic)

    /// The availability for contexts that are created later. Any thread.
    package static var current: GLAvailability {
        get { shared.withLock { $0 } }
        set { shared.withLock { $0 = newValue } }
    }
}
