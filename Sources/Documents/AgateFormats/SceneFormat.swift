import Foundation
import ImageIO

/// The format of a scene's file, determined by its content: names are often wrong, or indicate only the compression.
package enum SceneFormat: Sendable, Equatable {
    /// Lottie's JSON, also in gzip.
    case lottie
    /// A zip with Lottie files, also in gzip.
    case lottieArchive
    /// Apple's XML, also in gzip, or a package of it.
    case caml

    /// Detects the format of a file or package. If the content matches no format, the name determines which reader reports the error.
    package init(of url: URL, limits: ReadingLimits = .standard) { self = Self.read(url, limits: limits).format }

    /// Detects the format of a file or package, and returns the decompressed bytes of a file; nil if it can't be read.
    package static func read(_ url: URL, limits: ReadingLimits = .standard) -> (format: SceneFormat, data: Data?) {
        let byName: SceneFormat =
            switch url.pathExtension.lowercased() {
            case "lottie": .lottieArchive
            case "json", "tgs": .lottie
            default: .caml
            }
        var isFolder: ObjCBool = false
        guard FileManager.default.fileExists(atPath: url.path, isDirectory: &isFolder), !isFolder.boolValue,
            let data = try? CAMLFiles.read(url, limit: limits.archiveSize), let plain = try? Unpacked(data, limits: limits).data
        else { return (isFolder.boolValue ? .caml : byName, nil) }
        return (SceneFormat(plain) ?? byName, plain)
    }

    /// Detects the format of uncompressed bytes; nil if they match none.
    package init?(_ data: Data) {
        if LottieArchive.isArchive(data) {
            self = .lottieArchive
            return
        }
        // After a byte order mark, zeros of UTF-16, and white space.
        let start = data.prefix(4096).first { ![0xEF, 0xBB, 0xBF, 0xFE, 0xFF, 0x00, 0x20, 0x09, 0x0A, 0x0D].contains($0) }
        switch start {
        case UInt8(ascii: "{"), UInt8(ascii: "["): self = .lottie
        case UInt8(ascii: "<"): self = .caml
        default: return nil
        }
    }
}

/// The bytes of a file, decompressed if they are in gzip format.
package struct Unpacked {
    package let data: Data

    /// - Parameter limits: `fileSize` applies to the decompressed bytes.
    /// - Throws: `GzipReader.Refusal`.
    package init(_ data: Data, limits: ReadingLimits) throws {
        self.data = GzipReader.isPacked(data) ? try GzipReader.unpacked(data, limit: limits.fileSize) : data
    }

    /// Returns JSON as UTF-8 without a byte order mark.
    static func json(_ data: Data) -> Data {
        if data.starts(with: [0xEF, 0xBB, 0xBF]) { return Data(data.dropFirst(3)) }
        let isLittle = data.starts(with: [0xFF, 0xFE]), isBig = data.starts(with: [0xFE, 0xFF])
        guard isLittle || isBig else { return data }
        let bytes = [UInt8](data.dropFirst(2))
        let units = stride(from: 0, to: bytes.count - 1, by: 2).map { i in
            isLittle ? UInt16(bytes[i]) | UInt16(bytes[i + 1]) << 8 : UInt16(bytes[i]) << 8 | UInt16(bytes[i + 1])
        }
        return Data(String(decoding: units, as: UTF16.self).utf8)
    }
}
