import Foundation

/// What the markers before a JPEG's data say that libturbojpeg does not tell.
struct JPEGFile {
    /// Whether Adobe's marker is there: its CMYK is stored inverted.
    private(set) var isAdobe = false
    /// Whether the data are coded arithmetically, which can be far shorter than any Huffman code.
    private(set) var isArithmetic = false
    /// The colour profile, whole.
    private(set) var profile: [UInt8] = []

    init(_ bytes: [UInt8]) {
        var at = 2
        while at + 4 <= bytes.count, bytes[at] == 0xFF {
            let marker = bytes[at + 1]
            if marker == 0xFF {
                at += 1
                continue
            }
            // The start of the data ends the headers.
            if marker == 0xDA { return }
            let length = Int(bytes[at + 2]) << 8 | Int(bytes[at + 3])
            guard length >= 2, at + 2 + length <= bytes.count else { return }
            let body = bytes[at + 4..<at + 2 + length]
            switch marker {
            case 0xC9...0xCB, 0xCD...0xCF:
                isArithmetic = true
            case 0xEE where body.starts(with: "Adobe".utf8):
                isAdobe = true
            case 0xE2 where body.starts(with: "ICC_PROFILE\0".utf8) && body.count > 14:
                // Parts come in order in every file met; a profile put together wrongly is not accepted by its reader.
                profile.append(contentsOf: body.dropFirst(14))
            default:
                break
            }
            at += 2 + length
        }
    }
}
