import Compositor
import CoreGraphics
import FFmpeg
import Synchronization

/// A frame of a film in the planes that the decoder produced. A GPU's compositor converts them as it draws; the processor converts them
/// when the pixels are accessed.
final class FilmPlanes: PlaneMemory, @unchecked Sendable {
    // Unchecked: written once, before it is shared.

    /// The use of the frames of a film.
    final class Use: Sendable {
        /// True if the processor accesses the pixels: then they are converted on the decoder's thread, ahead of time.
        let isConverted = Atomic<Bool>(false)
    }

    private let bytes: UnsafeMutableRawPointer
    private let luma: Int, chroma: Int
    private let use: Use

    private init(_ byteCount: Int, luma: Int, chroma: Int, _ use: Use) {
        bytes = .allocate(byteCount: byteCount, alignment: 32)
        (self.luma, self.chroma, self.use) = (luma, chroma, use)
    }

    deinit { bytes.deallocate() }

    /// Returns the next frame of a film in planes; nil after the last one. The image is nil if the size is too large for one.
    static func next(of reader: FrameReader, _ use: Use) throws(FFmpegError) -> (CGImage?, Double)? {
        guard let planes = reader.probe.planes else { return nil }
        let (width, height) = (reader.width, reader.height), half = (width: (width + 1) / 2, height: (height + 1) / 2)
        let memory = FilmPlanes(reader.byteCount, luma: width * height, chroma: half.width * half.height, use)
        guard let time = try reader.nextFrame(into: memory.bytes) else { return nil }
        let picture = PlanarPicture(
            width: width, height: height, layout: .planar, colors: PlaneColors(kr: planes.kr, kb: planes.kb, isFull: planes.isFull),
            isCentered: planes.isCentered, isOpaque: true, strides: [width, half.width, half.width], memory: memory)
        let image = picture.image
        if use.isConverted.load(ordering: .relaxed) { image?.withPixels { _ in } }
        return (image, time)
    }

    var buffers: [PlaneBuffer]? { nil }

    func willConvert() { use.isConverted.store(true, ordering: .relaxed) }

    func withPlanes(_ body: ([UnsafeRawPointer]) -> Void) -> Bool {
        body([UnsafeRawPointer(bytes), UnsafeRawPointer(bytes + luma), UnsafeRawPointer(bytes + luma + chroma)])
        return true
    }
}
