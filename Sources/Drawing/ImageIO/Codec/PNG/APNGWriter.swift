import CoreGraphics
import Foundation

/// Writes animated PNG. Each frame is the changed rectangle, which replaces the previous pixels.
struct APNGWriter: AnimationWriter {
    private var check = FrameCheck("PNG")
    private var last: CGImage?
    /// The header and colour chunks of the first frame's file.
    private var head: [UInt8] = []
    private var frames: [UInt8] = []
    private var sequence: UInt32 = 0

    mutating func add(_ image: CGImage, delay: Double) throws(ImageError) {
        try check.accept(image, delay: delay)
        let bounds = changed(in: image)
        guard let part = image.cropping(to: CGRect(x: bounds.left, y: bounds.top, width: bounds.width, height: bounds.height)) else {
            throw ImageError(file: check.format, code: ENOMEM)
        }
        let file = try PNGFile([UInt8](PNGEncoder.encode(part, isFast: false)), name: check.format)
        if last == nil {
            head = PNGFile.signature
            for chunk in file.chunks.prefix(while: { $0.type != "IDAT" }) { head += file.bytes[chunk.whole] }
        }
        let (numerator, denominator) = APNGWriter.fraction(delay)
        func four(_ value: Int) -> [UInt8] { PNGFile.bigEndian(UInt32(value)) }
        func two(_ value: Int) -> [UInt8] { [UInt8(value >> 8), UInt8(value & 255)] }
        append(
            "fcTL",
            four(bounds.width) + four(bounds.height) + four(bounds.left) + four(bounds.top) + two(numerator) + two(denominator) + [0, 0])
        for chunk in file.chunks where chunk.type == "IDAT" {
            if last == nil {
                frames += file.bytes[chunk.whole]
            } else {
                append("fdAT", file.bytes[chunk.body])
            }
        }
        last = image
    }

    mutating func finish(loopCount: Int) throws(ImageError) -> Data {
        try check.finish()
        // The number of frames precedes the frames, so the file is assembled last. The header is its first chunk: 25 bytes.
        var file = Array(head.prefix(33))
        let loops = UInt32(min(max(loopCount, 0), 0x7FFF_FFFF))
        PNGFile.appendChunk("acTL", PNGFile.bigEndian(UInt32(check.count)) + PNGFile.bigEndian(loops), to: &file)
        file += head.dropFirst(33)
        file += frames
        PNGFile.appendChunk("IEND", [], to: &file)
        return Data(file)
    }

    private mutating func append(_ type: String, _ body: some Collection<UInt8>) {
        PNGFile.appendChunk(type, PNGFile.bigEndian(sequence) + body, to: &frames)
        sequence += 1
    }

    /// Returns the difference from the previous frame. Returns one pixel if there is none, since a frame can't be empty.
    private func changed(in image: CGImage) -> PixelBounds {
        guard let last else { return .whole(image.width, image.height) }
        var bounds = PixelBounds()
        image.withPixels { new in
            last.withPixels { old in
                for y in 0..<image.height {
                    let (a, b) = (new + y * image.width, old + y * image.width)
                    guard let first = (0..<image.width).first(where: { a[$0] != b[$0] }) else { continue }
                    bounds.add(first, y)
                    if let end = (first..<image.width).last(where: { a[$0] != b[$0] }) { bounds.add(end, y) }
                }
            }
        }
        if bounds.isEmpty { bounds.add(0, 0) }
        return bounds
    }

    /// Returns seconds as a fraction of two 16-bit numbers, which is exact for the usual frame rates.
    static func fraction(_ delay: Double) -> (Int, Int) {
        for denominator in [1000, 100, 60, 24, 30, 120, 48, 90, 144] {
            let numerator = delay * Double(denominator)
            if numerator < 65_536, abs(numerator - numerator.rounded()) < 1e-6 { return (Int(numerator.rounded()), denominator) }
        }
        return delay < 65 ? (Int((delay * 1000).rounded()), 1000) : (Int((delay * 100).rounded()), 100)
    }
}
