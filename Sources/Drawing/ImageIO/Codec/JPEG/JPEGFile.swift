import Foundation

/// The information in the markers before a JPEG's data that libturbojpeg does not provide.
struct JPEGFile: Sendable {
    /// True if Adobe's marker is present. CMYK is then stored inverted.
    private(set) var isAdobe = false
    /// True if the data use arithmetic coding, which can be far shorter than any Huffman code.
    private(set) var isArithmetic = false
    /// The complete colour profile. Empty if there is none, or if a part is missing.
    private(set) var profile: [UInt8] = []
    private(set) var exif = ExifData()
    /// The dots per inch, from the JFIF marker.
    private(set) var dpi: SIMD2<Double>?
    private(set) var isProgressive = false
    /// True if the end marker is at the end.
    let isComplete: Bool

    init(_ bytes: [UInt8]) {
        var end = bytes.count
        while end > 2, bytes[end - 1] == 0 { end -= 1 }
        isComplete = end >= 2 && bytes[end - 2] == 0xFF && bytes[end - 1] == 0xD9
        // A profile consists of up to 255 numbered parts, in any order.
        var parts: [UInt8: ArraySlice<UInt8>] = [:]
        var partCount: UInt8 = 0
        defer {
            let ordered = (1...max(1, Int(partCount))).compactMap { parts[UInt8($0)] }
            if partCount > 0, ordered.count == Int(partCount) { profile = ordered.flatMap { $0 } }
        }
        var at = 2
        while at + 4 <= bytes.count, bytes[at] == 0xFF {
            let marker = bytes[at + 1]
            if marker == 0xFF {
                at += 1
                continue
            }
            // The start of the data ends the headers.
            if marker == 0xDA { return }
            let length = bytes.big16(at + 2)
            guard length >= 2, at + 2 + length <= bytes.count else { return }
            let body = bytes[at + 4..<at + 2 + length]
            let start = body.startIndex
            switch marker {
            case 0xC9...0xCB, 0xCD...0xCF:
                isArithmetic = true
            case 0xC2:
                isProgressive = true
            case 0xEE where body.starts(with: "Adobe".utf8):
                isAdobe = true
            case 0xE0 where body.starts(with: "JFIF\0".utf8) && body.count >= 12:
                let density = SIMD2(Double(bytes.big16(start + 8)), Double(bytes.big16(start + 10)))
                let unit = bytes[start + 7]
                if density.min() > 0, unit == 1 || unit == 2 { dpi = unit == 1 ? density : density * 2.54 }
            case 0xE1 where body.starts(with: "Exif\0\0".utf8):
                exif = ExifData(tiff: Array(body.dropFirst(6)))
            case 0xE2 where body.starts(with: "ICC_PROFILE\0".utf8) && body.count > 14:
                let number = bytes[start + 12]
                if partCount == 0 { partCount = bytes[start + 13] }
                if number > 0, number <= partCount, parts[number] == nil { parts[number] = body.dropFirst(14) }
            default:
                break
            }
            at += 2 + length
        }
    }
}
