import CGIF
import CoreGraphics
import Foundation

/// Writes GIF files, animated or not.
///
/// A frame contains the smallest rectangle of changed pixels, with a palette of its own. Unchanged pixels in it are transparent. GIF has
/// no partial alpha: pixels of an alpha of at least one half are opaque. More than 255 colours are dithered by diffusing each pixel's
/// error.
struct GIFWriter: AnimationWriter {
    private var check = FrameCheck("GIF")
    /// The canvas that the file shows before the waiting frame: opaque colours, 0 where the canvas is empty.
    private var canvas: [UInt32] = []
    /// The last frame added. The area that it must clear for the next frame is known only when the next frame is added.
    private var waiting: (pixels: [UInt32], delay: Double)?
    private var blocks: [UInt8] = []
    /// The accumulated rounding error in seconds. GIF's unit is a hundredth of a second.
    private var rest = 0.0

    mutating func add(_ image: CGImage, delay: Double) throws(ImageError) {
        try check.accept(image, delay: delay)
        guard image.width <= 65_535, image.height <= 65_535 else {
            throw ImageError(file: "GIF", reason: "the limit is 65535 pixels a side")
        }
        var pixels = [UInt32](repeating: 0, count: image.width * image.height)
        pixels.withUnsafeMutableBufferPointer { pixels in
            guard let start = pixels.baseAddress else { return }
            straightPixels(of: image, into: start)
            for index in pixels.indices { pixels[index] = pixels[index] >= 0x8000_0000 ? pixels[index] | 0xFF00_0000 : 0 }
        }
        if waiting == nil { canvas = [UInt32](repeating: 0, count: pixels.count) }
        try writeWaiting(before: pixels)
        waiting = (pixels, delay)
    }

    mutating func finish(loopCount: Int) throws(ImageError) -> Data {
        try check.finish()
        try writeWaiting(before: nil)
        func two(_ value: Int) -> [UInt8] { [UInt8(value & 255), UInt8(value >> 8 & 255)] }
        var file = Array("GIF89a".utf8) + two(check.width) + two(check.height) + [0x70, 0, 0]
        // Without this block an animation is shown once.
        if check.count > 1, loopCount != 1 {
            file += [0x21, 0xFF, 11] + Array("NETSCAPE2.0".utf8) + [3, 1] + two(min(max(loopCount, 0), 65_535)) + [0]
        }
        return Data(file + blocks + [0x3B])
    }

    private mutating func writeWaiting(before next: [UInt32]?) throws(ImageError) {
        guard let (pixels, delay) = waiting else { return }
        waiting = nil
        let width = check.width
        var bounds = blocks.isEmpty ? PixelBounds.whole(width, check.height) : PixelBounds()
        var isCleared = false
        for y in 0..<check.height {
            for index in y * width..<(y + 1) * width {
                // A pixel that is missing in the next frame can only be cleared with the rectangle of this one.
                let isLost = next.map { $0[index] == 0 && pixels[index] != 0 } ?? false
                if isLost { isCleared = true }
                if isLost || pixels[index] != canvas[index] { bounds.add(index - y * width, y) }
            }
        }
        if bounds.isEmpty { bounds.add(0, 0) }

        var changed = [UInt32](repeating: 0, count: bounds.width * bounds.height)
        for y in 0..<bounds.height {
            for x in 0..<bounds.width {
                let index = (bounds.top + y) * width + bounds.left + x
                changed[y * bounds.width + x] = pixels[index] == canvas[index] ? 0 : pixels[index]
            }
        }
        var quantizer = ColorQuantizer(changed)
        let transparent = UInt8(quantizer.colors.count)
        let numbers = Self.numbers(changed, bounds.width, transparent, &quantizer)

        let hundredths = hundredths(delay)
        let disposal: UInt8 = isCleared ? 2 : 1
        blocks += [0x21, 0xF9, 4, disposal << 2 | 1, UInt8(hundredths & 255), UInt8(hundredths >> 8), transparent, 0]
        try blocks += GIFImageBlock.encode(numbers, bounds, quantizer.colors)

        canvas = pixels
        if isCleared {
            for y in bounds.top..<bounds.bottom {
                for index in y * width + bounds.left..<y * width + bounds.right { canvas[index] = 0 }
            }
        }
    }

    private mutating func hundredths(_ delay: Double) -> Int {
        let wanted = delay * 100 + rest
        // Viewers show a tenth of a second for delays below two hundredths. Therefore a 60th is never rounded down to one hundredth.
        let given = delay >= 0.015 ? max(2, wanted.rounded()) : (delay * 100).rounded()
        rest = min(max(wanted - given, -1), 1)
        return Int(min(given, 65_535))
    }

    static func numbers(
        _ pixels: [UInt32], _ width: Int, _ transparent: UInt8, _ quantizer: inout ColorQuantizer
    ) -> [UInt8] {
        if quantizer.isExact { return pixels.map { $0 == 0 ? transparent : quantizer.number(exactly: $0) } }
        var numbers = [UInt8](repeating: transparent, count: pixels.count)
        // Errors in sixteenths, of this row and the next, with a margin of one pixel at both ends.
        var now = [SIMD4<Int32>](repeating: SIMD4(), count: width + 2)
        var below = now
        let low = SIMD4<Int32>(repeating: 0), high = SIMD4<Int32>(repeating: 255)
        for row in 0..<pixels.count / width {
            // Rows alternate in direction, so that errors don't accumulate on one side.
            let isBack = row & 1 == 1
            let step = isBack ? -1 : 1
            for n in 0..<width {
                let column = isBack ? width - 1 - n : n
                let pixel = pixels[row * width + column]
                if pixel == 0 { continue }
                let own = SIMD4<Int32>(Int32(pixel >> 16 & 255), Int32(pixel >> 8 & 255), Int32(pixel & 255), 0)
                let wanted = own &+ (now[column + 1] &+ 8) &>> 4
                let color = wanted.clamped(lowerBound: low, upperBound: high)
                let number = quantizer.number(red: color.x, green: color.y, blue: color.z)
                numbers[row * width + column] = number
                let got = quantizer.colors[Int(number)]
                let error = color &- SIMD4(Int32(got >> 16 & 255), Int32(got >> 8 & 255), Int32(got & 255), 0)
                now[column + 1 + step] &+= error &* 7
                below[column + 1 - step] &+= error &* 3
                below[column + 1] &+= error &* 5
                below[column + 1 + step] &+= error
            }
            swap(&now, &below)
            for index in below.indices { below[index] = SIMD4() }
        }
        return numbers
    }
}

/// One image block of a GIF file, compressed by giflib, which writes a file of one frame. The file's header and end are removed.
private enum GIFImageBlock {
    static func encode(_ numbers: [UInt8], _ bounds: PixelBounds, _ colors: [UInt32]) throws(ImageError) -> [UInt8] {
        var palette = colors.map { GifColorType(Red: UInt8($0 >> 16 & 255), Green: UInt8($0 >> 8 & 255), Blue: UInt8($0 & 255)) }
        // With one more colour for transparency, up to a power of two.
        while palette.count <= colors.count || palette.count & (palette.count - 1) != 0 || palette.count < 2 {
            palette.append(GifColorType(Red: 0, Green: 0, Blue: 0))
        }
        var file = ByteSink()
        var status: Int32 = 0
        guard let map = GifMakeMapObject(Int32(palette.count), palette) else { throw ImageError(file: "GIF", code: ENOMEM) }
        defer { GifFreeMapObject(map) }
        withUnsafeMutablePointer(to: &file) { sink in
            let gif = EGifOpen(
                sink,
                { gif, source, count in
                    guard let gif, let source, let sink = gif.pointee.UserData?.assumingMemoryBound(to: ByteSink.self) else { return 0 }
                    sink.pointee.bytes.append(contentsOf: UnsafeBufferPointer(start: source, count: Int(count)))
                    return count
                }, &status)
            guard let gif else { return }
            var isGood = EGifPutScreenDesc(gif, Int32(bounds.width), Int32(bounds.height), 8, 0, nil) == GIF_OK
            isGood =
                isGood
                && EGifPutImageDesc(
                    gif, Int32(bounds.left), Int32(bounds.top), Int32(bounds.width), Int32(bounds.height), false, map) == GIF_OK
            var line = [UInt8](repeating: 0, count: bounds.width)
            for row in 0..<bounds.height where isGood {
                for column in 0..<bounds.width { line[column] = numbers[row * bounds.width + column] }
                isGood = EGifPutLine(gif, &line, Int32(bounds.width)) == GIF_OK
            }
            if !isGood { status = gif.pointee.Error == 0 ? -1 : gif.pointee.Error }
            let closed = EGifCloseFile(gif, nil)
            if isGood, closed != GIF_OK { status = -1 }
        }
        guard status == 0, file.bytes.count > 14 else {
            throw ImageError(file: "GIF", reason: GifErrorString(status).map { String(cString: $0) } ?? "encoding failed")
        }
        return Array(file.bytes[13..<file.bytes.count - 1])
    }
}

private struct ByteSink {
    var bytes: [UInt8] = []
}
