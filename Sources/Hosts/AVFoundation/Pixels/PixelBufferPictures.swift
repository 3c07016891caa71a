import Agate
import Compositor
import CoreGraphics

extension CVBuffer {
    /// The picture, which shares the buffer's memory; nil for formats of ten bits. The buffer must not change while the picture is used.
    var image: CGImage? {
        let layout: PlanarPicture.Layout
        switch format {
        case .bgra: layout = .bgra
        case .rgba: layout = .rgba
        case .biplanar: layout = .biplanar
        case .planar: layout = .planar
        case .argb: return argbImage
        case .deep: return nil
        }
        let isOld = ColorTags(self).matrix.map { $0 == "smpte170m" || $0 == "bt470bg" } ?? false
        let (kr, kb) = isOld ? (0.299, 0.114) : (0.2126, 0.0722)
        let picture = PlanarPicture(
            width: width, height: height, layout: layout, colors: PlaneColors(kr: kr, kb: kb, isFull: format.isFull), isCentered: false,
            isOpaque: !format.isPacked, strides: planes.map(\.bytesPerRow), memory: BufferPlanes(self))
        return picture.image
    }

    private var argbImage: CGImage? {
        let plane = planes[0]
        return CGImage(width: width, height: height) { pixels in
            guard let target = pixels.baseAddress else { return }
            for y in 0..<height {
                let row = plane.start + y * plane.bytesPerRow
                for x in 0..<width { target[y * width + x] = row.loadUnaligned(fromByteOffset: x * 4, as: UInt32.self).byteSwapped }
            }
        }
    }

    /// Calls `body` with the pixels as 0xAARRGGBB, in memory of its own if the format has another order; false for formats with planes.
    func withPackedPixels(_ body: (FramePixels) throws -> Void) rethrows -> Bool {
        let plane = planes[0], stride = plane.bytesPerRow / 4
        let start = plane.start.assumingMemoryBound(to: UInt32.self)
        switch format {
        case .bgra where plane.bytesPerRow % 4 == 0 && Int(bitPattern: plane.start) % 4 == 0:
            try body(FramePixels(start, width: width, height: height, stride: stride))
        case .bgra, .argb, .rgba:
            let copy = UnsafeMutablePointer<UInt32>.allocate(capacity: width * height)
            defer { copy.deallocate() }
            for y in 0..<height {
                let row = plane.start + y * plane.bytesPerRow, target = copy + y * width
                for x in 0..<width {
                    let pixel = row.loadUnaligned(fromByteOffset: x * 4, as: UInt32.self)
                    target[x] =
                        switch format {
                        case .argb: pixel.byteSwapped
                        case .rgba: pixel & 0xFF00_FF00 | (pixel & 0xFF) << 16 | pixel >> 16 & 0xFF
                        default: pixel
                        }
                }
            }
            try body(FramePixels(copy, width: width, height: height, stride: width))
        case .biplanar, .planar, .deep: return false
        }
        return true
    }

    /// Draws pixels, of the same size, into the buffer.
    func write(_ frame: FramePixels) {
        switch format {
        case .bgra, .argb, .rgba:
            for y in 0..<height {
                let row = frame.pixels + y * frame.stride
                let target = planes[0].start + y * planes[0].bytesPerRow
                if format == .bgra { target.copyMemory(from: row, byteCount: width * 4); continue }
                let words = target.assumingMemoryBound(to: UInt32.self)
                for x in 0..<width {
                    let pixel = row[x]
                    words[x] = format == .argb ? pixel.byteSwapped : pixel & 0xFF00_FF00 | (pixel & 0xFF) << 16 | pixel >> 16 & 0xFF
                }
            }
        case .biplanar, .planar: writePlanes(frame)
        case .deep: break
        }
    }

    private func writePlanes(_ frame: FramePixels) {
        let converter = FrameConverter(.yuv420p, width: width, height: height)
        let bytes = UnsafeMutableRawPointer.allocate(byteCount: converter.byteCount, alignment: 64)
        defer { bytes.deallocate() }
        converter.convert(frame, rows: 0..<height, into: bytes)
        let source = bytes.assumingMemoryBound(to: UInt8.self), halfWidth = (width + 1) / 2, halfHeight = (height + 1) / 2
        // Full range is computed from the limited one.
        let luma = Self.table(format.isFull, from: 16, to: 235), chroma = Self.table(format.isFull, from: 16, to: 240)
        func copy(_ plane: Plane, _ offset: Int, _ apart: Int, _ from: UnsafePointer<UInt8>, _ width: Int, _ height: Int, _ table: [UInt8])
        {
            for y in 0..<height {
                let row = (plane.start + y * plane.bytesPerRow + offset).assumingMemoryBound(to: UInt8.self)
                for x in 0..<width { row[x * apart] = table[Int(from[y * width + x])] }
            }
        }
        copy(planes[0], 0, 1, source, width, height, luma)
        let blue = source + width * height, red = blue + halfWidth * halfHeight
        if planes.count == 2 {
            copy(planes[1], 0, 2, blue, halfWidth, halfHeight, chroma)
            copy(planes[1], 1, 2, red, halfWidth, halfHeight, chroma)
        } else {
            copy(planes[1], 0, 1, blue, halfWidth, halfHeight, chroma)
            copy(planes[2], 0, 1, red, halfWidth, halfHeight, chroma)
        }
    }

    /// Returns the numbers of another range.
    private static func table(_ isFull: Bool, from low: Double, to high: Double) -> [UInt8] {
        (0..<256).map { value in
            isFull ? UInt8(min(255, max(0, ((Double(value) - low) * 255 / (high - low)).rounded()))) : UInt8(value)
        }
    }

    /// Copies planes that lie in memory one after the other, in rows without gaps.
    func readPlanes(_ bytes: UnsafeRawPointer) {
        let sizes = format.planes(width, height)
        var from = bytes
        for (plane, size) in zip(planes, sizes) {
            let row = size.width * size.bytes
            for y in 0..<size.height {
                (plane.start + y * plane.bytesPerRow).copyMemory(from: from, byteCount: row)
                from += row
            }
        }
    }

    /// Copies the planes one after the other, in rows without gaps.
    func writePlanes(to bytes: UnsafeMutableRawPointer) {
        let sizes = format.planes(width, height)
        var target = bytes
        for (plane, size) in zip(planes, sizes) {
            let row = size.width * size.bytes
            for y in 0..<size.height {
                target.copyMemory(from: plane.start + y * plane.bytesPerRow, byteCount: row)
                target += row
            }
        }
    }

    /// The number of bytes of all planes without gaps.
    var packedByteCount: Int { format.planes(width, height).reduce(0) { $0 + $1.width * $1.height * $1.bytes } }
}

/// The planes of a buffer, which they retain.
private final class BufferPlanes: PlaneMemory {
    private let buffer: CVBuffer
    init(_ buffer: CVBuffer) { self.buffer = buffer }
    var buffers: [PlaneBuffer]? { nil }
    func withPlanes(_ body: ([UnsafeRawPointer]) -> Void) -> Bool {
        body(buffer.planes.map { UnsafeRawPointer($0.start) })
        return true
    }
}
