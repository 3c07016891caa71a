import Foundation

/// How much of a Lottie file the reader takes, so that a hostile one costs bounded memory and time.
///
/// The values of ``standard`` are far above every real file seen.
public struct LottieLimits: Sendable, Equatable {
    /// Bytes of one file: the JSON text, or one file of an archive unpacked; 64 MiB.
    public var fileSize = 64 << 20
    /// Bytes of an archive; 256 MiB.
    public var archiveSize = 256 << 20
    /// Files in an archive; 10,000.
    public var archiveFiles = 10_000
    /// Bytes of all files of an archive, unpacked; 512 MiB.
    public var archiveTotal = 512 << 20
    /// Pixels of one decoded image; 64 Mi (256 MiB in memory).
    public var imagePixels = 64 << 20
    /// Pixels of all decoded images together; 256 Mi.
    public var totalImagePixels = 256 << 20

    /// The limits that apply when none are given.
    public static let standard = LottieLimits()

    /// The standard limits, to change one of.
    public init() {}
}

enum LottieFiles {
    /// The bytes of a file within a limit that is looked at before anything is read.
    static func read(_ url: URL, limit: Int) throws -> Data {
        do { return try CAMLFiles.read(url, limit: limit) } catch let error as CAMLError {
            throw LottieError("", error.reason, file: error.file)
        }
    }
}
