import AgateDiagnostics
import Foundation
import Raster

/// Pixels that are one colour with different coverage, a byte for each. The pixels are exactly those of the image that was packed.
final class PackedPixels: @unchecked Sendable {
    // Unchecked: constant after initialization, except for what the lock protects.
    private let coverage: UnsafeMutablePointer<UInt8>
    /// The premultiplied colour at full coverage.
    private let color: UInt32
    /// The pixels, once they were needed for longer than a call.
    private let kept = Locked<UnsafeMutablePointer<UInt32>?>(nil)
    private let count: Int
    /// A constant in place of pixels, which is not read.
    let noPixels: UnsafeMutablePointer<UInt32>

    /// Returns nil if there is another colour, or none.
    init?(_ pixels: UnsafePointer<UInt32>, count: Int) {
        // The most opaque pixel has the colour.
        var color: UInt32 = 0
        for i in 0..<count where pixels[i] >> 24 > color >> 24 { color = pixels[i] }
        guard color != 0 else { return nil }
        // The coverage for each alpha. Several may have the same: they are tried in turn.
        let alpha = color >> 24
        let coverage = UnsafeMutablePointer<UInt8>.allocate(capacity: count)
        for i in 0..<count {
            let pixel = pixels[i]
            if pixel == 0 {
                coverage[i] = 0
                continue
            }
            // Opaque colours have the pixel's alpha as coverage. For others the first coverage that may give the alpha is estimated.
            var covered = alpha == 255 ? pixel >> 24 : ((pixel >> 24) * 255 - min(127, (pixel >> 24) * 255)) / alpha
            let last = alpha == 255 ? covered : min(255, ((pixel >> 24) * 255 + 127) / alpha)
            while covered < last, PixelMath.scale(color, covered) != pixel { covered += 1 }
            guard PixelMath.scale(color, covered) == pixel else {
                coverage.deallocate()
                return nil
            }
            coverage[i] = UInt8(covered)
        }
        self.count = count
        self.color = color
        self.coverage = coverage
        noPixels = UnsafeMutableRawPointer(coverage).assumingMemoryBound(to: UInt32.self)
    }

    deinit {
        coverage.deallocate()
        kept.withLock { $0?.deallocate() }
    }

    /// All pixels, valid as long as this object.
    var keptPixels: UnsafePointer<UInt32> {
        kept.withLock { kept in
            if let kept { return UnsafePointer(kept) }
            let pixels = UnsafeMutablePointer<UInt32>.allocate(capacity: count)
            write(coverage, pixels, count)
            kept = pixels
            return UnsafePointer(pixels)
        }
    }

    /// Calls a closure with the pixels of some rows, at their place in an image without gaps. They are valid during the call.
    func withPixels<R, E: Error>(
        ofRows rows: Range<Int>, width: Int, _ body: (UnsafePointer<UInt32>) throws(E) -> R
    ) throws(E) -> R {
        let count = rows.count * width, start = rows.lowerBound * width
        let pixels = UnsafeMutablePointer<UInt32>.allocate(capacity: max(1, count))
        defer { pixels.deallocate() }
        write(coverage + start, pixels, count)
        return try body(UnsafePointer(pixels) - start)
    }

    private func write(_ coverage: UnsafePointer<UInt8>, _ pixels: UnsafeMutablePointer<UInt32>, _ count: Int) {
        // Over transparent pixels, the kernel gives the numbers of `PixelMath.scale`.
        pixels.initialize(repeating: 0, count: count)
        Kernels.current.pointee.over_solid_mask(pixels, count, 1, count, color, coverage, count)
    }
}
