import CKernels

/// The pixel format that an encoder takes.
package enum FilmPixelFormat: String, Sendable {
    /// ffmpeg's names.
    case bgr0, bgra, yuv420p, yuv444p, yuva420p
    case yuv444p10 = "yuv444p10le", yuva444p10 = "yuva444p10le"
    /// Ten bits of a high dynamic range.
    case yuv420p10 = "yuv420p10le"

    package var hasAlpha: Bool { self == .bgra || self == .yuva420p || self == .yuva444p10 }
    package var isRGB: Bool { self == .bgr0 || self == .bgra }
    /// True if chroma has half the resolution in each dimension.
    var isHalved: Bool { self == .yuv420p || self == .yuva420p || self == .yuv420p10 }

    /// Returns the number of bytes in a frame.
    package func byteCount(width: Int, height: Int) -> Int {
        let count = width * height, quarter = (width + 1) / 2 * ((height + 1) / 2)
        return switch self {
        case .bgr0, .bgra: count * 4
        case .yuv420p: count + 2 * quarter
        case .yuv444p: count * 3
        case .yuva420p: count * 2 + 2 * quarter
        case .yuv444p10: count * 6
        case .yuva444p10: count * 8
        case .yuv420p10: 2 * (count + 2 * quarter)
        }
    }
}

/// The pixels of a frame, premultiplied 0xAARRGGBB, which must not change meanwhile.
package struct FramePixels {
    package let pixels: UnsafePointer<UInt32>
    package let width: Int, height: Int
    /// The distance from one row to the next, in pixels.
    package let stride: Int

    package init(_ pixels: UnsafePointer<UInt32>, width: Int, height: Int, stride: Int) {
        (self.pixels, self.width, self.height, self.stride) = (pixels, width, height, stride)
    }
}

/// Converts rows of a picture to an encoder's format. The frame may be larger than the picture by a column and a row, which repeat the last
/// ones.
package struct FrameConverter {
    package let format: FilmPixelFormat
    package let width: Int, height: Int
    private let kernels = FilmKernels.current
    private let scratch: Scratch
    /// The map to the range of a film with a high one.
    private let light: LightMap?

    private final class Scratch {
        /// Two rows with space for the repeated column, and two of straight colour.
        let rows: UnsafeMutablePointer<UInt32>
        /// A buffer for alpha that is not used.
        let unused: UnsafeMutablePointer<UInt16>

        init(width: Int) {
            rows = .allocate(capacity: width * 4)
            unused = .allocate(capacity: width)
        }

        deinit {
            rows.deallocate()
            unused.deallocate()
        }
    }

    /// - Parameter range: The range of light, for the format `yuv420p10`.
    package init(_ format: FilmPixelFormat, width: Int, height: Int, range: FilmDynamicRange = .standard) {
        (self.format, self.width, self.height) = (format, width, height)
        scratch = Scratch(width: width)
        light = format == .yuv420p10 ? LightMap(range == .standard ? .pq : range, width: width) : nil
    }

    package var byteCount: Int { format.byteCount(width: width, height: height) }

    /// Converts some rows of a picture into the frame that begins at `target`.
    package func convert(_ source: FramePixels, rows: Range<Int>, into target: UnsafeMutableRawPointer) {
        // Chroma belongs to pairs of rows, and the last row of the picture may be two of the frame.
        let first = rows.lowerBound & ~1, end = min((rows.upperBound + 1) & ~1, height)
        var y = first
        while y < end {
            let top = prepared(source, y, 0)
            let bottom = y + 1 < height ? prepared(source, y + 1, 1) : top
            if let light {
                light.convert(top.raw, bottom.raw, width, height, rows: y, into: target.assumingMemoryBound(to: UInt16.self))
                y += 2
                continue
            }
            for (row, pixels) in [(y, top), (y + 1, bottom)] where row < height { convertRow(pixels, row, target) }
            if format.isHalved { convertChroma(top.raw, bottom.raw, y / 2, target) }
            y += 2
        }
    }

    /// A row as in the picture, and as the frame needs it: as wide as the frame, and straight if alpha is kept.
    private typealias Row = (raw: UnsafePointer<UInt32>, pixels: UnsafePointer<UInt32>)

    @inline(__always)
    private func prepared(_ source: FramePixels, _ y: Int, _ slot: Int) -> Row {
        var raw = source.pixels + min(y, source.height - 1) * source.stride
        if source.width < width {
            let wide = scratch.rows + slot * width
            wide.update(from: raw, count: source.width)
            (wide + source.width).update(repeating: raw[source.width - 1], count: width - source.width)
            raw = UnsafePointer(wide)
        }
        guard format.hasAlpha else { return (raw, raw) }
        let straight = scratch.rows + (2 + slot) * width
        kernels.pointee.straight(straight, raw, width)
        return (raw, UnsafePointer(straight))
    }

    @inline(__always)
    private func convertRow(_ row: Row, _ y: Int, _ target: UnsafeMutableRawPointer) {
        let count = width * height
        switch format {
        case .bgr0, .bgra: (target + y * width * 4).copyMemory(from: row.pixels, byteCount: width * 4)
        case .yuv420p: kernels.pointee.luma((target + y * width).assumingMemoryBound(to: UInt8.self), row.pixels, width)
        case .yuva420p:
            let bytes = target.assumingMemoryBound(to: UInt8.self)
            kernels.pointee.luma(bytes + y * width, row.pixels, width)
            kernels.pointee.alpha(bytes + count + 2 * quarter + y * width, row.pixels, width)
        case .yuv444p:
            let bytes = target.assumingMemoryBound(to: UInt8.self) + y * width
            kernels.pointee.luma(bytes, row.pixels, width)
            kernels.pointee.chroma(bytes + count, bytes + 2 * count, row.pixels, width)
        case .yuv420p10: break
        case .yuv444p10, .yuva444p10:
            let words = target.assumingMemoryBound(to: UInt16.self) + y * width
            let alpha = format.hasAlpha ? words + 3 * count : scratch.unused
            kernels.pointee.deep(words, words + count, words + 2 * count, alpha, row.pixels, width)
        }
    }

    @inline(__always)
    private func convertChroma(_ top: UnsafePointer<UInt32>, _ bottom: UnsafePointer<UInt32>, _ y: Int, _ target: UnsafeMutableRawPointer) {
        let u = target.assumingMemoryBound(to: UInt8.self) + width * height + y * ((width + 1) / 2)
        if format.hasAlpha {
            kernels.pointee.chroma_visible(u, u + quarter, top, bottom, width)
        } else {
            kernels.pointee.chroma_halved(u, u + quarter, top, bottom, width)
        }
    }

    private var quarter: Int { (width + 1) / 2 * ((height + 1) / 2) }
}
