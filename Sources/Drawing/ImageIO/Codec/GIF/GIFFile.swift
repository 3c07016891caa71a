import CoreGraphics
import Foundation

/// The blocks of a GIF file: their locations, validated as far as possible without decoding.
struct GIFFile: Sendable {
    struct Frame: Sendable {
        /// The part, with its stored size: a part without pixels counts as an empty one.
        var part: FramePart
        var isInterlaced = false
        /// The location of the colours, three bytes each.
        var palette: Range<Int>
        var transparent: Int?
        /// The data from the code size up to their end.
        var data: Range<Int>
    }

    let name: String
    let bytes: [UInt8]
    private(set) var width: Int
    private(set) var height: Int
    private(set) var frames: [Frame] = []
    private(set) var loopCount = 1
    private(set) var hasGlobalPalette = false
    /// True if the file is present up to its end mark.
    private(set) var isComplete = false

    /// - Parameter acceptsPartial: true if a frame whose data end too early counts. A file without its end mark is accepted in any case,
    ///   because many programs omit the mark.
    init(_ bytes: [UInt8], name: String, acceptsPartial: Bool) throws(ImageError) {
        self.name = name
        self.bytes = bytes
        func damage(_ at: Int, _ reason: String) -> ImageError {
            ImageError(file: name, place: "byte \(at)", reason: reason)
        }
        guard bytes.count >= 13 else { throw damage(bytes.count, "the file ends inside its header") }
        (width, height) = (bytes.little16(6), bytes.little16(8))
        var at = 13
        var globalPalette = 0..<0
        if bytes[10] & 0x80 != 0 {
            globalPalette = at..<at + 3 << (Int(bytes[10] & 7) + 1)
            at = globalPalette.upperBound
            hasGlobalPalette = true
        }
        guard at <= bytes.count else { throw damage(13, "the file ends inside its palette") }

        /// Returns the offset after a chain of sub-blocks, or nil if the file ends before.
        func skipBlocks(_ start: Int) -> Int? {
            var at = start
            while at < bytes.count {
                if bytes[at] == 0 { return at + 1 }
                at += 1 + Int(bytes[at])
            }
            return nil
        }
        var control = FramePart(width: 0, height: 0, isBlended: true)
        var transparent: Int?
        blocks: while at < bytes.count {
            switch bytes[at] {
            case 0x3B:
                isComplete = true
                break blocks
            case 0x21:
                guard at + 2 < bytes.count, let end = skipBlocks(at + 2) else { break blocks }
                let size = Int(bytes[at + 2])
                if bytes[at + 1] == 0xF9, size >= 4 {
                    let flags = bytes[at + 3]
                    control.disposal =
                        switch flags >> 2 & 7 {
                        case 2: .clear
                        case 3: .restore
                        default: .keep
                        }
                    control.delay = Double(bytes.little16(at + 4)) / 100
                    transparent = flags & 1 != 0 ? Int(bytes[at + 6]) : nil
                } else if bytes[at + 1] == 0xFF, size == 11, at + 17 < bytes.count, bytes[at + 14] == 3, bytes[at + 15] == 1,
                    ["NETSCAPE2.0", "ANIMEXTS1.0"].contains(String(decoding: bytes[at + 3..<at + 14], as: UTF8.self))
                {
                    loopCount = bytes.little16(at + 16)
                }
                at = end
            case 0x2C:
                guard at + 11 <= bytes.count else { break blocks }
                control.x = bytes.little16(at + 1)
                control.y = bytes.little16(at + 3)
                control.width = bytes.little16(at + 5)
                control.height = bytes.little16(at + 7)
                let flags = bytes[at + 9]
                at += 10
                var palette = globalPalette
                if flags & 0x80 != 0 {
                    palette = at..<at + 3 << (Int(flags & 7) + 1)
                    at = palette.upperBound
                }
                guard at < bytes.count else { break blocks }
                let end = skipBlocks(at + 1)
                control.isComplete = end != nil
                if end != nil || acceptsPartial {
                    frames.append(
                        Frame(
                            part: control, isInterlaced: flags & 0x40 != 0, palette: palette, transparent: transparent,
                            data: at..<(end ?? bytes.count)))
                }
                guard let end else { break blocks }
                at = end
                control = FramePart(width: 0, height: 0, isBlended: true)
                transparent = nil
            case 0:
                // Stray block terminators occur in real files, and every reader skips them.
                at += 1
            default:
                if frames.isEmpty { throw damage(at, "this begins no block") }
                break blocks
            }
        }
        guard let first = frames.first else { throw damage(at, "the file ends before its first frame") }
        // For an empty canvas browsers use the first frame's size.
        if width == 0 || height == 0 {
            width = first.part.x + first.part.width
            height = first.part.y + first.part.height
        }
        try ImageError.check(width: width, height: height, file: name, place: "byte 6")
        // A code of 12 bits represents 4096 pixels at most. A canvas much larger than the data could ever fill is an attack on memory.
        guard width * height / 2731 <= bytes.count + 4096 else {
            throw damage(6, "\(bytes.count) bytes are not enough for a canvas of \(width)x\(height) pixels")
        }
        for (index, frame) in frames.enumerated() where frame.part.width * frame.part.height > 0 {
            try ImageError.check(
                width: frame.part.width, height: frame.part.height, file: name, place: "frame \(index)")
        }
    }
}
