/// Half-size copies of an image, each a box filter of the previous one. They are created once and kept by the image's owner.
package final class MipPyramid: @unchecked Sendable {
    package struct Level {
        package let pixels: UnsafePointer<UInt32>
        package let width: Int
        package let height: Int
        package let stride: Int
        let buffer: PixelBuffer
    }

    let baseWidth: Int
    let baseHeight: Int
    package let levels: [Level]

    /// Creates all levels down to one pixel.
    package static func buildMip(pixels: UnsafePointer<UInt32>, width: Int, height: Int, stride: Int) -> MipPyramid {
        MipPyramid(pixels: pixels, width: width, height: height, stride: stride)
    }

    private init(pixels: UnsafePointer<UInt32>, width: Int, height: Int, stride: Int) {
        baseWidth = max(1, width)
        baseHeight = max(1, height)
        var levels: [Level] = []
        var (p, w, h, s) = (pixels, width, height, stride)
        while w > 1 || h > 1, w > 0, h > 0 {
            let next = PixelBuffer(width: max(1, (w + 1) / 2), height: max(1, (h + 1) / 2), cleared: false)
            MipPyramid.halve(p, w, h, s, into: next)
            levels.append(
                Level(pixels: UnsafePointer(next.pixels), width: next.width, height: next.height, stride: next.stride, buffer: next))
            (p, w, h, s) = (UnsafePointer(next.pixels), next.width, next.height, next.stride)
        }
        self.levels = levels
    }

    /// Computes a level of which each pixel is the mean of the (up to) four pixels that it covers.
    private static func halve(_ p: UnsafePointer<UInt32>, _ w: Int, _ h: Int, _ stride: Int, into out: PixelBuffer) {
        for y in 0..<out.height {
            let a = p + 2 * y * stride, b = p + min(2 * y + 1, h - 1) * stride
            let row = out.pixels + y * out.stride
            for x in 0..<out.width {
                let x0 = 2 * x, x1 = min(2 * x + 1, w - 1)
                let p0 = a[x0], p1 = a[x1], p2 = b[x0], p3 = b[x1]
                let even: UInt32 = sum(p0, p1, p2, p3), odd: UInt32 = sum(p0 >> 8, p1 >> 8, p2 >> 8, p3 >> 8)
                row[x] = even | odd << 8
            }
        }
    }

    /// Returns the rounded mean of four pixels in every other channel.
    @inline(__always)
    private static func sum(_ a: UInt32, _ b: UInt32, _ c: UInt32, _ d: UInt32) -> UInt32 {
        let m: UInt32 = 0xff00ff
        let total = (a & m) &+ (b & m) &+ (c & m) &+ (d & m) &+ 0x20002
        return (total >> 2) & m
    }
}
