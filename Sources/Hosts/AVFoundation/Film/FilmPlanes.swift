import Compositor
import CoreGraphics
import FFmpeg
import Synchronization

/// A frame of a film in the planes that it was decoded to: a GPU's compositor converts them as it draws, the processor when somebody looks
/// at the pixels.
final class FilmPlanes: PlaneMemory, @unchecked Sendable {
    // Unchecked: written once, before anybody else has it.

    /// What the frames of a film are used for.
    final class Use: Sendable {
        /// Whether the processor looks at them: then they are converted on the decoder's thread, ahead of time.
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

    /// The next frame of a film in planes; nil after the last one. The image is nil where one can't be so large.
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
