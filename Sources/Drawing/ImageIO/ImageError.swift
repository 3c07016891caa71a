import AgateDiagnostics
import Foundation

/// Why an image could not be read or written.
public struct ImageError: Error, Hashable, Sendable, CustomStringConvertible {
    /// The file's name, or another name for where the bytes came from.
    public let file: String
    /// Where in the file, such as `"byte 33 (IDAT)"`; empty when it is about the file as a whole.
    public let place: String
    /// What is wrong there, in words.
    public let reason: String
    /// The system's error number where it was the system that refused, else 0.
    package let code: Int32

    /// An error of the parts given.
    public init(file: String, place: String = "", reason: String) {
        self.file = file
        self.place = place
        self.reason = reason
        code = 0
    }

    /// An error of the system.
    package init(file: String, reason: String? = nil, code: Int32) {
        (self.file, place, self.code) = (file, "", code)
        self.reason = reason ?? SystemError.text(code)
    }

    /// File, place and reason in one line.
    public var description: String {
        place.isEmpty ? "\(file): \(reason)" : "\(file): \(place): \(reason)"
    }
}
