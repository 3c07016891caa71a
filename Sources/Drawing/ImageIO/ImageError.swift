import AgateDiagnostics
import Foundation

/// An error of reading or writing an image.
public struct ImageError: Error, Hashable, Sendable, CustomStringConvertible {
    /// The file's name, or another name of the bytes' source.
    public let file: String
    /// The location in the file, such as `"byte 33 (IDAT)"`. Empty if the error concerns the whole file.
    public let place: String
    /// A description of the error.
    public let reason: String
    /// The system's error number if the system reported the error, otherwise 0.
    package let code: Int32

    /// Creates an error from its parts.
    public init(file: String, place: String = "", reason: String) {
        self.file = file
        self.place = place
        self.reason = reason
        code = 0
    }

    /// Creates an error of the system.
    package init(file: String, reason: String? = nil, code: Int32) {
        (self.file, place, self.code) = (file, "", code)
        self.reason = reason ?? SystemError.text(code)
    }

    /// The file, location and reason in one line.
    public var description: String {
        place.isEmpty ? "\(file): \(reason)" : "\(file): \(place): \(reason)"
    }
}
