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

    /// Returns the next frame of a film in planes of ten bits; nil after the last one. The image has no pixels: only its planes are used.
    static func nextDeep(of reader: FrameReader, _ use: Use) throws(FFmpegError) -> (CGImage?, Double)? {
        let (width, height) = (reader.width, reader.height), half = (width: (width + 1) / 2, height: (height + 1) / 2)
        let memory = FilmPlanes(reader.byteCount, luma: 2 * width * height, chroma: 2 * half.width * half.height, use)
        guard let time = try reader.nextFrame(into: memory.bytes) else { return nil }
        return (CGImage(width: width, height: height, isOpaque: true, deferring: DeepPicture(planes: memory)), time)
    }

    /// A frame of ten bits.
    private final class DeepPicture: DeferredPixelSource {
        let planes: FilmPlanes
        init(planes: FilmPlanes) { self.planes = planes }
        func write(_ pixels: UnsafeMutablePointer<UInt32>, width: Int, height: Int) { pixels.update(repeating: 0, count: width * height) }
    }

    /// The planes of an image that are those of an encoder: 4:2:0, BT.709 in the limited range, chroma at the left; nil for others.
    private static func planes(of image: CGImage) -> FilmPlanes? {
        if let deep = image.deferredSource as? DeepPicture { return deep.planes }
        guard let picture = image.deferredSource as? PlanarPicture, !picture.isCentered,
            picture.colors == PlaneColors(kr: 0.2126, kb: 0.0722, isFull: false)
        else { return nil }
        return picture.memory as? FilmPlanes
    }

    /// Returns whether the image of a frame has planes that an encoder takes as they are, of ten bits or of eight.
    static func arePlanes(of image: CGImage, isDeep: Bool) -> Bool {
        planes(of: image) != nil && (image.deferredSource is DeepPicture) == isDeep
    }

    /// Calls `body` with the planes of a frame, one after the other without gaps, if it has those of an encoder.
    static func withPlanes(of image: CGImage, _ body: (UnsafeRawPointer) -> Void) {
        if let planes = planes(of: image) { withExtendedLifetime(planes) { body(UnsafeRawPointer($0.bytes)) } }
    }

    var buffers: [PlaneBuffer]? { nil }

    func willConvert() { use.isConverted.store(true, ordering: .relaxed) }

    func withPlanes(_ body: ([UnsafeRawPointer]) -> Void) -> Bool {
        body([UnsafeRawPointer(bytes), UnsafeRawPointer(bytes + luma), UnsafeRawPointer(bytes + luma + chroma)])
        return true
    }
}
