/// Why a Lottie file can't be read. The rest of what is wrong with a file is a diagnostic, and the rest of the file plays.
public struct LottieError: Error, Equatable, CustomStringConvertible, Sendable {
    /// Where in the file, as a path through its JSON: `layers[3].shapes[0].ks`. Empty for the file as a whole.
    public var place: String
    /// What is wrong there, in words.
    public var reason: String
    /// The file's name or path, where there is one.
    public var file: String?

    /// An error at a place of a document.
    public init(_ place: String, _ reason: String, file: String? = nil) {
        self.place = place
        self.reason = reason
        self.file = file
    }

    public var description: String {
        [file, place.isEmpty ? nil : place, reason].compactMap { $0 }.joined(separator: ": ")
    }
}
