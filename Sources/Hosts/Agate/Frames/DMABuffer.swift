import Compositor
import CoreGraphics
import Foundation

/// A frame in the memory of another device, as Linux passes it: file descriptors of DMA-BUFs, from V4L2, GStreamer, VA-API, PipeWire or
/// another process.
///
/// The memory must be linear (`DRM_FORMAT_MOD_LINEAR`). A compositor on a GPU uses it in place if its driver supports this
/// (EGL_EXT_image_dma_buf_import); otherwise the memory is mapped and read once.
public struct DMABuffer: Sendable {
    /// A plane of the frame.
    public struct Plane: Sendable, Hashable {
        /// The descriptor of the DMA-BUF; planes may share one. The caller owns it and may close it after `enqueue`: the queue keeps a
        /// duplicate until the frame is no longer shown.
        public var descriptor: Int32
        /// The offset of the first byte.
        public var offset: Int
        /// The distance from the beginning of one row to the next, in bytes.
        public var bytesPerRow: Int

        /// - Parameters:
        ///   - descriptor: The descriptor of the DMA-BUF, which the caller continues to own.
        ///   - offset: The offset of the first byte.
        ///   - bytesPerRow: The distance from one row to the next, in bytes.
        public init(descriptor: Int32, offset: Int = 0, bytesPerRow: Int) {
            (self.descriptor, self.offset, self.bytesPerRow) = (descriptor, offset, bytesPerRow)
        }
    }

    /// The size in pixels.
    public var width: Int, height: Int
    /// The pixel format, as `drm_fourcc.h` names it: `XR24`, `AR24`, `XB24`, `AB24` (colour multiplied by alpha), `NV12`, `YU12`.
    public var fourCC: UInt32
    /// The layout of the memory, as `drm_fourcc.h` names it: 0 is linear.
    public var modifier: UInt64
    /// The planes, in the order of the format.
    public var planes: [Plane]
    /// The matrix that converts colours to luma, for formats of luma and chroma planes.
    public var matrix = FramePlanes.Matrix.bt709
    /// The numbers for black and white, for formats of luma and chroma planes.
    public var range = FramePlanes.Range.video
    /// The position of the chroma samples, for formats of luma and chroma planes.
    public var siting = FramePlanes.Siting.left

    /// - Parameters:
    ///   - width: The width in pixels.
    ///   - fourCC: The pixel format; see the property.
    ///   - modifier: The layout of the memory; 0 is linear.
    ///   - planes: The planes, in the order of the format.
    public init(width: Int, height: Int, fourCC: UInt32, modifier: UInt64 = 0, planes: [Plane]) {
        (self.width, self.height, self.fourCC, self.modifier, self.planes) = (width, height, fourCC, modifier, planes)
    }

    /// Returns four letters, such as `NV12`, as one number; 0 for any other text.
    public static func fourCC(_ name: String) -> UInt32 {
        let bytes = Array(name.utf8)
        return bytes.count == 4 ? bytes.reversed().reduce(0) { $0 << 8 | UInt32($1) } : 0
    }
}

/// The reason for which a DMA-BUF can't be used as a frame.
public enum DMABufferError: Error, Sendable, Hashable {
    /// An image can't have this size.
    case size(width: Int, height: Int)
    /// The pixel format is not one of those listed at ``DMABuffer/fourCC``.
    case format(UInt32)
    /// The layout is not linear.
    case modifier(UInt64)
    /// The format has a different number of planes.
    case planeCount(Int, needed: Int)
    /// A plane's offset or row length is invalid.
    case layout(plane: Int)
    /// A plane exceeds the buffer, whose size is this number of bytes.
    case bytes(Int, plane: Int, needed: Int)
    /// The descriptor can't be duplicated or mapped; with the system's error number.
    case notMappable(plane: Int, code: Int32)
}

extension FrameQueue {
    /// Enqueues a frame in DMA-BUFs, to be shown from a time of the layer on; like ``enqueue(_:at:)`` with an image.
    ///
    /// Its bytes must not change until the frame is no longer shown; then the duplicates of its descriptors are closed. The caller
    /// continues to own the descriptors.
    /// - Returns: False, without any effect, if the queue is full of frames that are still to be shown, or the time is undefined.
    /// - Throws: An error, without any effect, if the buffer can't be used as a frame.
    @discardableResult
    public func enqueue(_ buffer: DMABuffer, at time: CFTimeInterval? = nil) throws(DMABufferError) -> Bool {
        guard let image = try buffer.picture().image else { return false }
        return enqueue(image, at: time)
    }
}

extension DMABuffer {
    private var layout: (PlanarPicture.Layout, isOpaque: Bool)? {
        switch fourCC {
        case Self.fourCC("XR24"): (.bgra, true)
        case Self.fourCC("AR24"): (.bgra, false)
        case Self.fourCC("XB24"): (.rgba, true)
        case Self.fourCC("AB24"): (.rgba, false)
        case Self.fourCC("NV12"): (.biplanar, true)
        case Self.fourCC("YU12"): (.planar, true)
        default: nil
        }
    }

    func picture() throws(DMABufferError) -> PlanarPicture {
        guard CGImage.isAllowed(width: width, height: height) else { throw .size(width: width, height: height) }
        guard let (layout, isOpaque) = layout else { throw .format(fourCC) }
        guard modifier == 0 else { throw .modifier(modifier) }
        let sizes = PlanarPicture.planes(layout, width, height)
        guard planes.count == sizes.count else { throw .planeCount(planes.count, needed: sizes.count) }
        var ends: [Int] = []
        for (i, size) in sizes.enumerated() {
            let row = size.width * size.bytes, plane = planes[i]
            guard plane.offset >= 0, plane.offset <= 1 << 40, plane.bytesPerRow >= row, plane.bytesPerRow <= 1 << 30 else {
                throw .layout(plane: i)
            }
            ends.append(plane.offset + plane.bytesPerRow * (size.height - 1) + row)
        }
        return PlanarPicture(
            width: width, height: height, layout: layout, colors: PlaneColors(matrix, range), isCentered: siting == .center,
            isOpaque: isOpaque, strides: planes.map(\.bytesPerRow), memory: try MappedPlanes(planes, ends))
    }
}

/// Planes in DMA-BUFs: duplicated descriptors, and their mapped memory.
private final class MappedPlanes: PlaneMemory, @unchecked Sendable {
    // Unchecked: immutable after initialisation.
    private struct Mapping {
        let descriptor: Int32
        let memory: UnsafeMutableRawPointer
        let length: Int
    }
    private var mappings: [Mapping] = []
    private let offsets: [Int]

    /// - Parameter ends: The end of each plane in its buffer.
    init(_ planes: [DMABuffer.Plane], _ ends: [Int]) throws(DMABufferError) {
        offsets = planes.map(\.offset)
        for (i, plane) in planes.enumerated() {
            let own = fcntl(plane.descriptor, F_DUPFD_CLOEXEC, 0)
            guard own >= 0 else { throw .notMappable(plane: i, code: errno) }
            let size = Self.size(own)
            guard size < 0 || size >= ends[i] else {
                close(own)
                throw .bytes(size, plane: i, needed: ends[i])
            }
            let memory = mmap(nil, ends[i], PROT_READ, MAP_SHARED, own, 0)
            guard let memory, memory != MAP_FAILED else {
                let code = errno
                close(own)
                throw .notMappable(plane: i, code: code)
            }
            mappings.append(Mapping(descriptor: own, memory: memory, length: ends[i]))
        }
    }

    deinit {
        for mapping in mappings {
            munmap(mapping.memory, mapping.length)
            close(mapping.descriptor)
        }
    }

    /// Returns the size in bytes; -1 if the system can't determine it. DMA-BUFs support only the second way, which does not move a file
    /// position in them.
    private static func size(_ descriptor: Int32) -> Int {
        var status = stat()
        if fstat(descriptor, &status) == 0, status.st_size > 0 || status.st_mode & S_IFMT == S_IFREG { return Int(status.st_size) }
        return Int(lseek(descriptor, 0, SEEK_END))
    }

    var buffers: [PlaneBuffer]? { zip(mappings, offsets).map { PlaneBuffer(descriptor: $0.descriptor, offset: $1) } }

    func withPlanes(_ body: ([UnsafeRawPointer]) -> Void) -> Bool {
        for mapping in mappings { Self.synchronize(mapping.descriptor, ends: false) }
        defer { for mapping in mappings { Self.synchronize(mapping.descriptor, ends: true) } }
        body(zip(mappings, offsets).map { UnsafeRawPointer($0.memory + $1) })
        return true
    }

    /// Marks the beginning or end of the processor's access, so that its caches contain the bytes that the device wrote. Memory that is not
    /// a DMA-BUF needs no synchronisation.
    private static func synchronize(_ descriptor: Int32, ends: Bool) {
        // DMA_BUF_IOCTL_SYNC with DMA_BUF_SYNC_READ, and DMA_BUF_SYNC_END (4) at the end.
        var flags: UInt64 = ends ? 1 | 4 : 1
        while ioctl(descriptor, 0x4008_6200, &flags) != 0, errno == EINTR || errno == EAGAIN {}
    }
}
