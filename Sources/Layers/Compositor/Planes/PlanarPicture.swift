import CoreGraphics
import Synchronization

/// The memory of planes. The bytes don't change during its lifetime. Any thread.
package protocol PlaneMemory: AnyObject, Sendable {
    /// Calls `body` with the first byte of each plane; valid during the call. Returns false, without a call, if the planes can't be read.
    func withPlanes(_ body: ([UnsafeRawPointer]) -> Void) -> Bool
    /// The memory in the form in which Linux passes it between devices; nil if it is the process's own.
    var buffers: [PlaneBuffer]? { get }
    /// Notifies the memory that its pixels are requested, so that the processor converts the planes. Called before the conversion.
    func willConvert()
}

extension PlaneMemory {
    package func willConvert() {}
}

/// A plane in a DMA-BUF, linear. The descriptor stays open during the memory's lifetime.
package struct PlaneBuffer: Sendable {
    package let descriptor: Int32
    /// In bytes.
    package let offset: Int
    package init(descriptor: Int32, offset: Int) { (self.descriptor, self.offset) = (descriptor, offset) }
}

/// A picture in the form of decoders, cameras and other devices: in planes, or in pixels of another byte order. It is converted when its
/// pixels are first requested; a compositor on a GPU uses the planes directly.
package final class PlanarPicture: DeferredPixelSource {
    package enum Layout: Int32, Sendable, CaseIterable {
        /// One plane of luma, and one for each of the blue and red differences, at half the width and height, rounded up.
        case planar
        /// One plane of luma, and one with both differences interleaved, blue first.
        case biplanar
        /// Pixels of blue, green, red, alpha.
        case bgra
        /// Pixels of red, green, blue, alpha.
        case rgba
    }
    package let width: Int, height: Int
    package let layout: Layout
    package let colors: PlaneColors
    /// True if a chroma sample is in the middle of its four pixels; false if it is between the two on the left.
    package let isCentered: Bool
    package let isOpaque: Bool
    /// The row strides of the planes, in bytes.
    package let strides: [Int]
    package let memory: any PlaneMemory
    private static let conversions = Atomic<Int>(0)
    /// The number of pictures of the process that the processor has converted, for tests and measurements.
    package static var conversionCount: Int { conversions.load(ordering: .relaxed) }

    /// - Parameter strides: one for each plane, each at least the bytes of a row.
    package init(
        width: Int, height: Int, layout: Layout, colors: PlaneColors, isCentered: Bool, isOpaque: Bool, strides: [Int],
        memory: any PlaneMemory
    ) {
        (self.width, self.height, self.layout, self.colors) = (width, height, layout, colors)
        (self.isCentered, self.isOpaque, self.strides, self.memory) = (isCentered, isOpaque, strides, memory)
    }

    /// Returns the size of each plane in samples, and its bytes per sample.
    package static func planes(_ layout: Layout, _ width: Int, _ height: Int) -> [(width: Int, height: Int, bytes: Int)] {
        let half = ((width + 1) / 2, (height + 1) / 2)
        switch layout {
        case .planar: return [(width, height, 1), (half.0, half.1, 1), (half.0, half.1, 1)]
        case .biplanar: return [(width, height, 1), (half.0, half.1, 2)]
        case .bgra, .rgba: return [(width, height, 4)]
        }
    }

    /// The picture as an image; nil if it is too large for one.
    package var image: CGImage? { CGImage(width: width, height: height, isOpaque: isOpaque, deferring: self) }

    package func write(_ pixels: UnsafeMutablePointer<UInt32>, width: Int, height: Int) {
        Self.conversions.wrappingAdd(1, ordering: .relaxed)
        memory.willConvert()
        let isRead = memory.withPlanes { planes in
            switch layout {
            case .planar:
                convert(pixels, planes[0], (planes[1], strides[1]), (planes[2], strides[2]), apart: 1)
            case .biplanar:
                convert(pixels, planes[0], (planes[1], strides[1]), (planes[1] + 1, strides[1]), apart: 2)
            case .bgra, .rgba: order(pixels, planes[0])
            }
        }
        if !isRead { pixels.update(repeating: 0, count: width * height) }
    }

    private typealias Samples = (first: UnsafeRawPointer, stride: Int)

    private func convert(_ pixels: UnsafeMutablePointer<UInt32>, _ luma: UnsafeRawPointer, _ blue: Samples, _ red: Samples, apart: Int) {
        let samples = (width + 1) / 2, down = (height + 1) / 2
        withUnsafeTemporaryAllocation(of: Int32.self, capacity: 2 * (samples + 2)) { room in
            guard let base = room.baseAddress else { return }
            // One more sample at each end, which repeats the last.
            let u = base + 1, v = base + samples + 3
            for y in 0..<height {
                let near = y / 2, far = max(0, min(down - 1, y % 2 == 0 ? near - 1 : near + 1))
                blend(blue, near, far, apart, u, samples)
                blend(red, near, far, apart, v, samples)
                let row = luma + y * strides[0], out = pixels + y * width
                var x = 0
                while x + 8 <= width {
                    let brightness = row.loadUnaligned(fromByteOffset: x, as: SIMD8<UInt8>.self)
                    let pixels = colors.pixels(brightness, across(u + x / 2), across(v + x / 2))
                    UnsafeMutableRawPointer(out + x).storeBytes(of: pixels, as: SIMD8<UInt32>.self)
                    x += 8
                }
                while x < width {
                    let i = x / 2, isOdd = x % 2 == 1
                    let cb, cr: Int32
                    if isCentered {
                        let j = isOdd ? i + 1 : i - 1
                        (cb, cr) = (3 &* u[i] &+ u[j], 3 &* v[i] &+ v[j])
                    } else if isOdd {
                        (cb, cr) = (2 &* (u[i] &+ u[i + 1]), 2 &* (v[i] &+ v[i + 1]))
                    } else {
                        (cb, cr) = (4 &* u[i], 4 &* v[i])
                    }
                    out[x] = colors.pixel(row.load(fromByteOffset: x, as: UInt8.self), cb, cr)
                    x += 1
                }
            }
        }
    }

    /// Interpolates four samples, of which the first is at `s`, to eight pixels: the same mix as for single pixels in `convert`.
    @inline(__always)
    private func across(_ s: UnsafeMutablePointer<Int32>) -> SIMD8<Int32> {
        func four(_ at: Int) -> SIMD4<Int32> { UnsafeRawPointer(s + at).loadUnaligned(as: SIMD4<Int32>.self) }
        let here = four(0), next = four(1)
        var all = SIMD8<Int32>()
        if isCentered {
            all.evenHalf = here &* 3 &+ four(-1)
            all.oddHalf = here &* 3 &+ next
        } else {
            all.evenHalf = here &* 4
            all.oddHalf = (here &+ next) &* 2
        }
        return all
    }

    /// Mixes two rows: three parts of the nearer row and one of the other.
    private func blend(_ samples: Samples, _ near: Int, _ far: Int, _ apart: Int, _ out: UnsafeMutablePointer<Int32>, _ count: Int) {
        let a = samples.first + near * samples.stride, b = samples.first + far * samples.stride
        for i in 0..<count {
            let p = a.load(fromByteOffset: i * apart, as: UInt8.self), q = b.load(fromByteOffset: i * apart, as: UInt8.self)
            out[i] = 3 &* Int32(p) &+ Int32(q)
        }
        out[-1] = out[0]
        out[count] = out[count - 1]
    }

    private func order(_ pixels: UnsafeMutablePointer<UInt32>, _ source: UnsafeRawPointer) {
        for y in 0..<height {
            let row = source + y * strides[0], out = pixels + y * width
            for x in 0..<width {
                var pixel = row.loadUnaligned(fromByteOffset: x * 4, as: UInt32.self)
                if layout == .rgba { pixel = pixel & 0xFF00_FF00 | (pixel & 0xFF) << 16 | pixel >> 16 & 0xFF }
                let alpha = pixel >> 24
                out[x] =
                    isOpaque
                    ? pixel | 0xFF00_0000
                    : alpha << 24 | min(pixel >> 16 & 0xFF, alpha) << 16 | min(pixel >> 8 & 0xFF, alpha) << 8 | min(pixel & 0xFF, alpha)
            }
        }
    }
}
