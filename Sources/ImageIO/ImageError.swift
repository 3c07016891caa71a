import Foundation

/// Why an image could not be read or written.
public struct ImageError: Error, Hashable, Sendable, CustomStringConvertible {
    /// The file's name, or another name for where the bytes came from.
    public let file: String
    /// Where in the file, such as `"byte 33 (IDAT)"`; empty when it is about the file as a whole.
    public let place: String
    /// What is wrong there, in words.
    public let reason: String

    /// An error of the parts given.
    public init(file: String, place: String = "", reason: String) {
        self.file = file
        self.place = place
        self.reason = reason
    }

    /// File, place and reason in one line.
    public var description: String {
        place.isEmpty ? "\(file): \(reason)" : "\(file): \(place): \(reason)"
    }
}
