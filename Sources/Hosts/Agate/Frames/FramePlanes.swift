import Compositor
import CoreGraphics

/// A frame in planes, as decoders of films and cameras produce it: luma for each pixel, and chroma for each square of four (4:2:0), eight
/// bits per sample. `FrameQueue.enqueue(_:at:)` shows it without a conversion on the processor if a GPU composites. Otherwise the processor
/// converts it once, when it is first shown. Both use integer arithmetic and give the same pixels.
///
/// Colours between samples are interpolated bilinearly. A frame is opaque.
public struct FramePlanes: Sendable {
    /// The arrangement of the planes.
    public enum Format: Sendable, Hashable, CaseIterable {
        /// Three planes: luma (Y), and the differences of blue (Cb) and of red (Cr), the latter two at half the width and height, rounded
        /// up. I420, and Apple's `kCVPixelFormatType_420YpCbCr8Planar`.
        case planar420
        /// Two planes: luma, and both differences interleaved, that of blue first, at half the width and height. NV12, and Apple's
        /// `kCVPixelFormatType_420YpCbCr8BiPlanarVideoRange` and `…FullRange`.
        case biplanar420
    }

    /// The matrix that converts colours to luma. Primaries and transfer function are taken to be sRGB's, as in every image here.
    public enum Matrix: Sendable, Hashable, CaseIterable {
        /// The matrix of standard-definition films, and of JPEG.
        case bt601
        /// The matrix of high-definition films.
        case bt709
    }

    /// The numbers for black and white.
    public enum Range: Sendable, Hashable, CaseIterable {
        /// Luma from 16 to 235, differences from 16 to 240.
        case video
        /// Both from 0 to 255.
        case full
    }

    /// The position of a chroma sample among its four pixels.
    public enum Siting: Sendable, Hashable, CaseIterable {
        /// Between the two pixels on the left: MPEG-2, H.264 and later.
        case left
        /// In the middle of the four pixels: MPEG-1, JPEG.
        case center
    }

    /// The bytes of a plane.
    public struct Plane: Sendable {
        /// The rows from the top. Bytes after the last row's samples are ignored.
        public var bytes: [UInt8]
        /// The distance from the beginning of one row to the next, in bytes.
        public var bytesPerRow: Int

        /// - Parameters:
        ///   - bytes: The rows from the top. The array is not copied unless it is mutated.
        ///   - bytesPerRow: The distance from one row to the next, at least the length of a row's samples.
        public init(_ bytes: [UInt8], bytesPerRow: Int) { (self.bytes, self.bytesPerRow) = (bytes, bytesPerRow) }
    }

    /// The size in pixels.
    public let width: Int, height: Int
    let picture: PlanarPicture

    /// Creates a frame from the given planes.
    /// - Parameters:
    ///   - width: The width in pixels, at least 1 as for all images. Odd sizes are allowed.
    ///   - planes: The planes, in the order of the format.
    /// - Throws: An error if an image can't have the size, or a plane has too few bytes.
    public init(
        width: Int, height: Int, format: Format, planes: [Plane], matrix: Matrix = .bt709, range: Range = .video, siting: Siting = .left
    ) throws(FramePlanesError) {
        guard CGImage.isAllowed(width: width, height: height) else { throw .size(width: width, height: height) }
        let layout: PlanarPicture.Layout = format == .planar420 ? .planar : .biplanar
        let sizes = PlanarPicture.planes(layout, width, height)
        guard planes.count == sizes.count else { throw .planeCount(planes.count, needed: sizes.count) }
        for (i, size) in sizes.enumerated() {
            let row = size.width * size.bytes, stride = planes[i].bytesPerRow
            guard stride >= row, stride <= 1 << 30 else { throw .bytesPerRow(stride, plane: i, needed: row) }
            let needed = stride * (size.height - 1) + row
            guard planes[i].bytes.count >= needed else { throw .bytes(planes[i].bytes.count, plane: i, needed: needed) }
        }
        (self.width, self.height) = (width, height)
        picture = PlanarPicture(
            width: width, height: height, layout: layout, colors: PlaneColors(matrix, range), isCentered: siting == .center, isOpaque: true,
            strides: planes.map(\.bytesPerRow), memory: OwnPlanes(planes.map(\.bytes)))
    }
}

/// The reason for which planes can't be used as a frame.
public enum FramePlanesError: Error, Sendable, Hashable {
    /// An image can't have this size.
    case size(width: Int, height: Int)
    /// The format has a different number of planes.
    case planeCount(Int, needed: Int)
    /// A row is longer than the distance to the next.
    case bytesPerRow(Int, plane: Int, needed: Int)
    /// A plane has too few bytes.
    case bytes(Int, plane: Int, needed: Int)
}

extension PlaneColors {
    init(_ matrix: FramePlanes.Matrix, _ range: FramePlanes.Range) {
        let (kr, kb) = matrix == .bt601 ? (0.299, 0.114) : (0.2126, 0.0722)
        self.init(kr: kr, kb: kb, isFull: range == .full)
    }
}

extension FrameQueue {
    /// Enqueues a frame of planes, to be shown from a time of the layer on; like ``enqueue(_:at:)`` with an image.
    /// - Returns: False, without any effect, if the queue is full of frames that are still to be shown, or the time is undefined.
    @discardableResult
    public func enqueue(_ planes: FramePlanes, at time: CFTimeInterval? = nil) -> Bool {
        guard let image = planes.picture.image else { return false }
        return enqueue(image, at: time)
    }
}

/// Planes in arrays.
private final class OwnPlanes: PlaneMemory {
    private let planes: [[UInt8]]
    init(_ planes: [[UInt8]]) { self.planes = planes }

    var buffers: [PlaneBuffer]? { nil }

    func withPlanes(_ body: ([UnsafeRawPointer]) -> Void) -> Bool { collect([], body) }

    private func collect(_ found: [UnsafeRawPointer], _ body: ([UnsafeRawPointer]) -> Void) -> Bool {
        if found.count == planes.count {
            body(found)
            return true
        }
        return planes[found.count].withUnsafeBytes { bytes in bytes.baseAddress.map { collect(found + [$0], body) } ?? false }
    }
}
