import CGIF
import CoreGraphics
import Foundation

/// Decodes the frames of a GIF file.
///
/// giflib receives a file of one frame: header, palette, data. Therefore frames can be decoded in any order, and no other part of the
/// file can cause an error in giflib.
struct GIFDecoder: ImageFile {
    private let file: GIFFile
    let about: ImageDescription

    init(_ file: GIFFile) {
        self.file = file
        var about = ImageDescription(width: file.width, height: file.height, parts: file.frames.map(\.part))
        about.isIndexed = true
        about.hasAlpha = file.frames.contains {
            $0.transparent != nil || $0.part.disposal == .clear || $0.part.width < file.width || $0.part.height < file.height
        }
        about.loopCount = file.loopCount
        about.isAnimated = file.frames.count > 1
        about.isComplete = file.isComplete
        about.special["HasGlobalColorMap"] = file.hasGlobalPalette ? 1 : 0
        self.about = about
    }

    func still(_ request: DecodeRequest) throws(ImageError) -> CGImage {
        var player = FramePlayer(self, name: file.name, acceptsPartial: request.acceptsPartial)
        return try player.frame(0)
    }

    func part(_ index: Int, acceptsPartial: Bool) throws(ImageError) -> CGImage {
        let frame = file.frames[index]
        let (width, height) = (frame.part.width, frame.part.height)
        let place = "frame \(index)"
        // A code of 12 bits represents 4096 pixels at most.
        guard width * height / 2731 <= frame.data.count + 16 || acceptsPartial && width * height <= 1 << 25 else {
            throw ImageError(
                file: file.name, place: place, reason: "\(frame.data.count) bytes of data are not enough for \(width)x\(height) pixels")
        }
        let colors = palette(frame)
        var error: ImageError?
        let image = CGImage(width: width, height: height) { pixels in
            var reader = ByteReader(bytes: minimal(frame))
            let status = withUnsafeMutablePointer(to: &reader) { reader in
                GIFDecoder.decode(reader, width, height, frame.isInterlaced, colors, into: pixels)
            }
            if status != 0, !acceptsPartial {
                let text = GifErrorString(status).map { String(cString: $0) }
                error = ImageError(file: file.name, place: place, reason: text ?? "not decodable")
            }
        }
        if let error { throw error }
        guard let image else { throw ImageError(file: file.name, place: place, reason: "out of memory") }
        return image
    }

    /// Returns the pixel for each index. Indices beyond the palette are transparent.
    private func palette(_ frame: GIFFile.Frame) -> [UInt32] {
        var colors = [UInt32](repeating: 0, count: 256)
        for (number, at) in stride(from: frame.palette.lowerBound, to: frame.palette.upperBound, by: 3).enumerated() {
            let (red, green, blue) = (UInt32(file.bytes[at]), UInt32(file.bytes[at + 1]), UInt32(file.bytes[at + 2]))
            colors[number] = 0xFF00_0000 | red << 16 | green << 8 | blue
        }
        if let transparent = frame.transparent { colors[transparent] = 0 }
        return colors
    }

    private func minimal(_ frame: GIFFile.Frame) -> [UInt8] {
        func two(_ value: Int) -> [UInt8] { [UInt8(value & 255), UInt8(value >> 8)] }
        let size = two(frame.part.width) + two(frame.part.height)
        // Colours are looked up here, so a palette of two colours is sufficient.
        var bytes = Array("GIF89a".utf8) + size + [0x80, 0, 0, 0, 0, 0, 0, 0, 0, 0x2C, 0, 0, 0, 0] + size + [0]
        bytes += file.bytes[frame.data]
        bytes += [0, 0x3B]
        return bytes
    }

    /// - Returns: 0, or giflib's error.
    private static func decode(
        _ reader: UnsafeMutablePointer<ByteReader>, _ width: Int, _ height: Int, _ isInterlaced: Bool, _ colors: [UInt32],
        into pixels: UnsafeMutableBufferPointer<UInt32>
    ) -> Int32 {
        var status: Int32 = 0
        let gif = DGifOpen(
            reader,
            { gif, target, count in
                guard let gif, let target, let reader = gif.pointee.UserData?.assumingMemoryBound(to: ByteReader.self) else { return 0 }
                return Int32(reader.pointee.read(Int(count), to: target))
            }, &status)
        guard let gif else { return status }
        defer { DGifCloseFile(gif, nil) }
        var record = GifRecordType(0)
        guard DGifGetRecordType(gif, &record) == GIF_OK, DGifGetImageDesc(gif) == GIF_OK else { return gif.pointee.Error }
        var line = [UInt8](repeating: 0, count: width)
        let passes = isInterlaced ? [(0, 8), (4, 8), (2, 4), (1, 2)] : [(0, 1)]
        for (first, step) in passes {
            for row in stride(from: first, to: height, by: step) {
                guard DGifGetLine(gif, &line, Int32(width)) == GIF_OK else { return gif.pointee.Error == 0 ? -1 : gif.pointee.Error }
                let start = row * width
                for column in 0..<width { pixels[start + column] = colors[Int(line[column])] }
            }
        }
        return 0
    }
}

/// Bytes that a C library reads in pieces.
private struct ByteReader {
    let bytes: [UInt8]
    private var at = 0

    init(bytes: [UInt8]) {
        self.bytes = bytes
    }

    mutating func read(_ wanted: Int, to target: UnsafeMutablePointer<UInt8>) -> Int {
        let count = min(max(wanted, 0), bytes.count - at)
        bytes.withUnsafeBufferPointer { source in
            guard count > 0, let start = source.baseAddress else { return }
            target.update(from: start + at, count: count)
        }
        at += count
        return count
    }
}
