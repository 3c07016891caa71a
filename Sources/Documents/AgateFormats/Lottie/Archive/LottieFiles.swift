import Foundation
import ImageIO

enum LottieFiles {
    /// The bytes of a file within a limit that is looked at before anything is read.
    static func read(_ url: URL, limit: Int) throws -> Data {
        do { return try CAMLFiles.read(url, limit: limit) } catch let error as CAMLError {
            throw LottieError("", error.reason, file: error.file)
        }
    }

    /// The bytes without gzip around them.
    static func unpacked(_ data: Data, file: String, limits: ReadingLimits) throws -> Data {
        do { return try Unpacked(data, limits: limits).data } catch let refusal as GzipReader.Refusal {
            throw LottieError("", refusal.description, file: file)
        }
    }
}
