import Foundation
import ImageIO

enum LottieFiles {
    /// Returns the bytes of a file, after checking its size against a limit.
    static func read(_ url: URL, limit: Int) throws -> Data {
        do { return try CAMLFiles.read(url, limit: limit) } catch let error as CAMLError {
            throw LottieError("", error.reason, file: error.file)
        }
    }

    /// Returns the bytes, decompressed if they are in gzip format.
    static func unpacked(_ data: Data, file: String, limits: ReadingLimits) throws -> Data {
        do { return try Unpacked(data, limits: limits).data } catch let refusal as GzipReader.Refusal {
            throw LottieError("", refusal.description, file: file)
        }
    }
    /// Returns the bytes of a JSON file, after checking their number against a limit.
    static func checked(_ json: Data, file: String, limits: ReadingLimits) throws -> Data {
        guard json.count <= limits.fileSize else {
            throw LottieError("", "the file has \(json.count) bytes; the limit is \(limits.fileSize)", file: file)
        }
        return json
    }
}
