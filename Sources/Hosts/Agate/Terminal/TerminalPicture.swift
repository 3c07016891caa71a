import CoreGraphics
import ImageIO

/// The methods by which terminals show pictures.
package enum TerminalStyle: String, Sendable, CaseIterable {
    /// kitty's graphics protocol, which other terminals have adopted: every pixel, every colour.
    case kitty
    /// DEC's sixels: every pixel, 255 colours.
    case sixel
    /// Two coloured halves per character, which every current terminal supports.
    case blocks
}

/// Encodes pictures for the top left of a terminal, each replacing the previous one.
package struct TerminalPicture {
    package let style: TerminalStyle
    /// The content of each cell, for blocks; empty if unknown.
    private var cells: [UInt64] = []
    private var columns = 0

    package init(_ style: TerminalStyle) { self.style = style }

    /// Discards the known content of the terminal, after it was cleared or resized.
    package mutating func reset() { cells = [] }

    /// Returns the bytes for a picture.
    package mutating func bytes(_ image: CGImage) -> [UInt8] {
        switch style {
        case .kitty: Self.kitty(image)
        case .sixel: Self.sixel(image)
        case .blocks: blocks(image)
        }
    }

    // MARK: kitty

    /// A PNG in base64, in chunks of 4096, as image 1 at placement 1, which replaces the previous one. No response is requested, and the
    /// cursor stays.
    static func kitty(_ image: CGImage) -> [UInt8] {
        let text = [UInt8](ImageCodec.encodePNG(image, isFast: true).base64EncodedData())
        var out = Array("\u{1B}[H".utf8)
        var at = 0
        repeat {
            let end = min(at + 4096, text.count)
            let more = end < text.count ? 1 : 0
            out += Array((at == 0 ? "\u{1B}_Ga=T,f=100,i=1,p=1,q=2,C=1,m=\(more);" : "\u{1B}_Gm=\(more);").utf8)
            out += text[at..<end]
            out += Array("\u{1B}\\".utf8)
            at = end
        } while at < text.count
        return out
    }

    // MARK: Sixels

    /// Bands of six rows; in each, for each colour in it, one row of characters whose six bits are the pixels of that colour.
    static func sixel(_ image: CGImage) -> [UInt8] {
        let picture = IndexedPicture(image), width = image.width, height = image.height
        // Transparent pixels keep the previous content (1), and pixels are square.
        var out = Array("\u{1B}[H\u{1B}P0;1;0q\"1;1;\(width);\(height)".utf8)
        for (number, color) in picture.colors.enumerated() {
            // A component, of 100.
            func part(_ shift: UInt32) -> Int { (Int(color >> shift & 255) * 100 + 127) / 255 }
            out += Array("#\(number);2;\(part(16));\(part(8));\(part(0))".utf8)
        }
        let clear = picture.colors.count
        var masks = [UInt8](repeating: 0, count: (clear + 1) * width)
        for top in stride(from: 0, to: height, by: 6) {
            var used = [Bool](repeating: false, count: clear + 1)
            for row in top..<min(top + 6, height) {
                for x in 0..<width {
                    let number = Int(picture.numbers[row * width + x])
                    used[number] = true
                    masks[number * width + x] |= 1 << UInt8(row - top)
                }
            }
            for number in 0..<clear where used[number] {
                out += Array("#\(number)".utf8)
                appendRuns(masks[number * width..<(number + 1) * width], to: &out)
                out.append(UInt8(ascii: "$"))
            }
            out.append(UInt8(ascii: "-"))
            for number in 0...clear where used[number] {
                for x in number * width..<(number + 1) * width { masks[x] = 0 }
            }
        }
        return out + Array("\u{1B}\\".utf8)
    }

    private static func appendRuns(_ masks: ArraySlice<UInt8>, to out: inout [UInt8]) {
        // Empty columns at the end are omitted.
        let end = masks.lastIndex { $0 != 0 }.map { $0 + 1 } ?? masks.startIndex
        var at = masks.startIndex
        while at < end {
            var next = at + 1
            while next < end, masks[next] == masks[at] { next += 1 }
            let character = masks[at] + 63
            if next - at > 3 {
                out += Array("!\(next - at)".utf8) + [character]
            } else {
                out += [UInt8](repeating: character, count: next - at)
            }
            at = next
        }
    }

    // MARK: Blocks

    /// An upper half block per cell: its foreground colour is the upper pixel's, its background colour the lower pixel's. Only cells that
    /// changed are sent.
    private mutating func blocks(_ image: CGImage) -> [UInt8] {
        let width = image.width, rows = (image.height + 1) / 2
        if cells.count != width * rows || columns != width {
            // Not a possible cell, since both halves of a cell are opaque.
            cells = [UInt64](repeating: 0, count: width * rows)
            columns = width
        }
        var out: [UInt8] = []
        var front: UInt32?, back: UInt32?
        image.withPixels { pixels in
            for row in 0..<rows {
                var isThere = false
                for x in 0..<width {
                    // Composite on black, like a terminal.
                    let upper = pixels[2 * row * width + x] | 0xFF00_0000
                    let lower = (2 * row + 1 < image.height ? pixels[(2 * row + 1) * width + x] : 0) | 0xFF00_0000
                    let cell = UInt64(upper) << 32 | UInt64(lower)
                    if cells[row * width + x] == cell {
                        isThere = false
                        continue
                    }
                    cells[row * width + x] = cell
                    if !isThere { out += Array("\u{1B}[\(row + 1);\(x + 1)H".utf8) }
                    isThere = true
                    if upper == lower {
                        if back != lower { out += Self.color(48, lower) }
                        out.append(UInt8(ascii: " "))
                    } else {
                        if front != upper { out += Self.color(38, upper) }
                        if back != lower { out += Self.color(48, lower) }
                        front = upper
                        out += [0xE2, 0x96, 0x80]
                    }
                    back = lower
                }
            }
        }
        return out.isEmpty ? [] : out + Array("\u{1B}[0m".utf8)
    }

    private static func color(_ kind: Int, _ color: UInt32) -> [UInt8] {
        Array("\u{1B}[\(kind);2;\(color >> 16 & 255);\(color >> 8 & 255);\(color & 255)m".utf8)
    }
}
