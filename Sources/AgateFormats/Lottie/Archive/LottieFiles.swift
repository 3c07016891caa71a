import Foundation

enum LottieFiles {
    /// The bytes of a file within a limit that is looked at before anything is read.
    static func read(_ url: URL, limit: Int) throws -> Data {
        do { return try CAMLFiles.read(url, limit: limit) } catch let error as CAMLError {
            throw LottieError("", error.reason, file: error.file)
        }
    }
}
