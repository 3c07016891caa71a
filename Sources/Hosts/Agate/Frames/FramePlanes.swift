import Compositor
import CoreGraphics

/// A frame in planes, as decoders of films and cameras make it: brightness for each pixel, and colour for each square of four (4:2:0),
/// eight bits a sample. `FrameQueue.enqueue(_:at:)` shows it without a conversion on the processor where a GPU composites; otherwise the
/// processor converts it once, when it first shows. Both do so in whole numbers and get the same pixels.
///
/// Colours between samples are mixed evenly (bilinear). A frame is opaque.
public struct FramePlanes: Sendable {
    /// Which planes there are.
    public enum Format: Sendable, Hashable, CaseIterable {
        /// Three: brightness (Y), differences of blue (Cb) and of red (Cr), the latter two at half the width and height, rounded up. I420,
        /// and Apple's `kCVPixelFormatType_420YpCbCr8Planar`.
        case planar420
        /// Two: brightness, and both differences by turns, that of blue first, at half the width and height. NV12, and Apple's
        /// `kCVPixelFormatType_420YpCbCr8BiPlanarVideoRange` and `…FullRange`.
        case biplanar420
    }

    /// How brightness is made of colours. The rest of a colour (primaries, transfer) counts as sRGB's, as in every image here.
    public enum Matrix: Sendable, Hashable, CaseIterable {
        /// That of films of standard definition, and of JPEG.
        case bt601
        /// That of films of high definition.
        case bt709
    }

    /// Which numbers are black and white.
    public enum Range: Sendable, Hashable, CaseIterable {
        /// Brightness from 16 to 235, differences from 16 to 240.
        case video
        /// All from 0 to 255.
        case full
    }

    /// Where a sample of colour stands among its four pixels.
    public enum Siting: Sendable, Hashable, CaseIterable {
        /// Between the two on the left: MPEG-2, H.264 and what followed.
        case left
        /// In the middle: MPEG-1, JPEG.
        case center
    }

    /// The bytes of a plane.
    public struct Plane: Sendable {
        /// Rows from the top. What stands after the last row's samples is not looked at.
        public var bytes: [UInt8]
        /// From the beginning of one row to the next.
        public var bytesPerRow: Int

        /// - Parameters:
        ///   - bytes: rows from the top. An array is not copied, as long as nobody changes it.
        ///   - bytesPerRow: from one row to the next, at least a row's samples.
        public init(_ bytes: [UInt8], bytesPerRow: Int) { (self.bytes, self.bytesPerRow) = (bytes, bytesPerRow) }
    }

    /// In pixels.
    public let width: Int, height: Int
    let picture: PlanarPicture

    /// A frame of given planes.
    /// - Parameters:
    ///   - width: in pixels, as all images: at least 1. Odd sizes are allowed.
    ///   - planes: in the order of the format.
    /// - Throws: where the size can't be an image's, or a plane has too few bytes.
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

/// Why planes are no frame.
public enum FramePlanesError: Error, Sendable, Hashable {
    /// No image has this size.
    case size(width: Int, height: Int)
    /// The format has another number of planes.
    case planeCount(Int, needed: Int)
    /// A row is longer than the way to the next.
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
    /// Puts in a frame of planes, to begin to show at a time of the layer; as ``enqueue(_:at:)`` with an image.
    /// - Returns: false, and nothing done, where the queue is full of frames that are still to come, or the time is undefined.
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
