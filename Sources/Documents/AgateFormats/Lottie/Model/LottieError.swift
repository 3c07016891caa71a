/// The reason for which a Lottie file can't be read. Other problems of a file are diagnostics, and the rest of the file plays.
public struct LottieError: Error, Equatable, CustomStringConvertible, Sendable {
    /// The location in the file, as a path through its JSON: `layers[3].shapes[0].ks`. Empty for the file as a whole.
    public var place: String
    /// The reason, as text.
    public var reason: String
    /// The file's name or path, if there is one.
    public var file: String?

    /// Creates an error for a location in a document.
    public init(_ place: String, _ reason: String, file: String? = nil) {
        self.place = place
        self.reason = reason
        self.file = file
    }

    public var description: String {
        [file, place.isEmpty ? nil : place, reason].compactMap { $0 }.joined(separator: ": ")
    }
}
