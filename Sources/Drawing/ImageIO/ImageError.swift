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
    /// True if the image exceeds a limit, and so is not necessarily damaged.
    package let isLimit: Bool

    /// Creates an error from its parts.
    public init(file: String, place: String = "", reason: String) {
        self.init(file: file, place: place, reason: reason, code: 0, isLimit: false)
    }

    /// Creates the error of an image that exceeds a limit.
    static func limit(file: String, place: String = "", reason: String) -> ImageError {
        ImageError(file: file, place: place, reason: reason, code: 0, isLimit: true)
    }

    /// Creates an error of the system.
    package init(file: String, reason: String? = nil, code: Int32) {
        self.init(file: file, place: "", reason: reason ?? SystemError.text(code), code: code, isLimit: false)
    }

    private init(file: String, place: String, reason: String, code: Int32, isLimit: Bool) {
        (self.file, self.place, self.reason, self.code, self.isLimit) = (file, place, reason, code, isLimit)
    }

    /// The file, location and reason in one line.
    public var description: String {
        place.isEmpty ? "\(file): \(reason)" : "\(file): \(place): \(reason)"
    }
}
