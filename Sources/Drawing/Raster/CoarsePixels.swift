import CKernels
import Foundation

/// A picture in pixels of 2^sx by 2^sy device pixels, on a grid that is independent of the picture's position.
struct Coarse {
    /// The bounds in coarse pixels.
    let rect: IntRect
    let bytes: UnsafeMutablePointer<UInt8>
    let stride: Int
    private let sx: Int
    private let sy: Int
    private let channels: Int

    /// - Parameter margin: true for one additional pixel on all sides, for interpolation between the middles of pixels.
    init(covering r: IntRect, _ sx: Int, _ sy: Int, channels: Int, margin: Bool) {
        let m: Int32 = margin ? 1 : 0
        rect = IntRect((r.x0 >> sx) - m, (r.y0 >> sy) - m, ((r.x1 - 1) >> sx) + 1 + m, ((r.y1 - 1) >> sy) + 1 + m)
        stride = rect.width * channels
        bytes = .allocate(capacity: stride * rect.height + 64)
        (self.sx, self.sy, self.channels) = (sx, sy, channels)
    }

    /// Computes the means of device pixels. Pixels outside the source count as 0.
    func shrink(_ source: UnsafePointer<UInt8>, _ sourceStride: Int, _ from: IntRect) {
        let k = Kernels.current
        let count = rect.width << sx * channels
        let sums = UnsafeMutablePointer<UInt16>.allocate(capacity: count)
        defer { sums.deallocate() }
        let left = (Int(from.x0) - Int(rect.x0) << sx) * channels
        for row in 0..<rect.height {
            sums.update(repeating: 0, count: count)
            let top = (Int(rect.y0) + row) << sy
            for y in max(top, Int(from.y0))..<min(top + 1 << sy, Int(from.y1)) {
                k.pointee.add_bytes(sums + left, source + (y - Int(from.y0)) * sourceStride, from.width * channels)
            }
            k.pointee.shrink_sums(bytes + row * stride, rect.width, sums, channels, 1 << sx, UInt32(sx + sy))
        }
    }

    /// Interpolates device pixels between the middles of coarse ones.
    func grow(_ target: UnsafeMutablePointer<UInt8>, _ targetStride: Int, _ to: IntRect) {
        let k = Kernels.current
        // In 256ths of a coarse pixel from the middle of the first one.
        let stepX = 256 >> sx, x = (2 * Int(to.x0) + 1) * stepX / 2 - 128 - Int(rect.x0) * 256
        for row in 0..<to.height {
            let y = (2 * (Int(to.y0) + row) + 1) * 256 >> (sy + 1) - 128 - Int(rect.y0) * 256
            let out = target + row * targetStride
            if channels == 1 {
                let top = bytes + (y >> 8) * stride
                k.pointee.grow_bytes(out, to.width, top, top + stride, UInt32(y & 255), Int64(x), Int64(stepX))
                continue
            }
            let limits: [Int32] = [0, 0, Int32(rect.width - 1), Int32(rect.height - 1)]
            UnsafeMutableRawPointer(out).withMemoryRebound(to: UInt32.self, capacity: to.width) { pixels in
                UnsafeMutableRawPointer(bytes).withMemoryRebound(to: UInt32.self, capacity: stride / 4 * rect.height) {
                    k.pointee.sample_bilinear(
                        pixels, to.width, $0, rect.width, limits, Int64(x) << 24, Int64(y) << 24, Int64(stepX) << 24, 0)
                }
            }
        }
    }
}
