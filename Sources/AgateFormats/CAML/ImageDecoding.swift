import CoreGraphics
import Foundation
import ImageIO

/// Decoding with a limit on pixels that is looked at before any are made: a small file can hold a very large picture.
enum ImageDecoding {
    struct TooLarge: Error, CustomStringConvertible {
        let width: Int, height: Int, limit: Int
        var description: String { "it has \(width)x\(height) pixels, more than the \(max(limit, 0)) that are decoded" }
    }

    static func decode(_ data: Data, name: String, maximumPixels: Int) throws -> CGImage {
        if let (width, height) = size(of: data) {
            let (pixels, overflow) = width.multipliedReportingOverflow(by: height)
            if overflow || pixels > maximumPixels { throw TooLarge(width: width, height: height, limit: maximumPixels) }
        }
        return try ImageCodec.decode(data, name: name)
    }

    /// The size that the header of a PNG or JPEG file names; nil where the codec will have to say what is wrong.
    private static func size(of data: Data) -> (Int, Int)? {
        let bytes = [UInt8](data.prefix(1 << 20))
        func number(_ at: Int, _ count: Int) -> Int? {
            guard at + count <= bytes.count else { return nil }
            return bytes[at..<(at + count)].reduce(0) { $0 << 8 | Int($1) }
        }
        if bytes.starts(with: [0x89, 0x50, 0x4E, 0x47]) {
            guard let width = number(16, 4), let height = number(20, 4) else { return nil }
            return (width, height)
        }
        guard bytes.starts(with: [0xFF, 0xD8]) else { return nil }
        var at = 2
        while let marker = number(at, 2), marker >> 8 == 0xFF {
            let kind = marker & 0xFF
            if kind == 0xFF { at += 1; continue }
            if (0xC0...0xCF).contains(kind), ![0xC4, 0xC8, 0xCC].contains(kind) {
                guard let height = number(at + 5, 2), let width = number(at + 7, 2) else { return nil }
                return (width, height)
            }
            guard let length = number(at + 2, 2), length >= 2 else { return nil }
            at += 2 + length
        }
        return nil
    }
}
