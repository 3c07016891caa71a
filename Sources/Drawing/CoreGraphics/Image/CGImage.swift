import AgateDiagnostics
import Foundation
import Synchronization

/// A picture made of pixels.
///
/// Whatever it was made from, it is held as 8-bit BGRA in sRGB, colour multiplied by alpha: the form that the compositor
/// reads, so that drawing never converts. Immutable and safe on any thread. Two images are equal when they are the same
/// object.
public final class CGImage: Hashable, @unchecked Sendable {
    /// The largest width and height, in pixels.
    package static let maximumSide = 16_384
    /// The largest number of pixels: 1 GiB of memory.
    package static let maximumPixelCount = 1 << 28

    /// The width in pixels.
    public let width: Int
    /// The height in pixels.
    public let height: Int

    /// What the numbers mean.
    package let kind: Kind

    private let memory: UnsafeMutablePointer<UInt32>
    /// What writes the pixels when somebody first looks at them; nil where they are there.
    private let deferred: DeferredPixels?
    /// The pixels, written.
    private var pixels: UnsafeMutablePointer<UInt32> {
        deferred?.write(memory, width, height)
        return memory
    }
    /// Whose memory it is; nil where it is the image's own.
    private let owner: AnyObject?
    // 0: nobody asked yet; 1: opaque; 2: not.
    private let opacity = Atomic<UInt8>(0)

    /// Whether its memory is somebody's who waits for it.
    package var isShared: Bool { owner != nil }

    /// Takes over memory of width x height pixels that was allocated with `UnsafeMutablePointer.allocate`, and frees it
    /// at the end. Nil, and the memory stays the caller's, unless 1 <= width, height and the limits hold.
    package init?(width: Int, height: Int, kind: Kind = .picture, adopting pixels: UnsafeMutablePointer<UInt32>) {
        guard CGImage.isAllowed(width: width, height: height) else { return nil }
        self.kind = kind
        self.width = width
        self.height = height
        memory = pixels
        owner = nil
        deferred = nil
    }

    /// Shows memory of width x height pixels that `owner` keeps, and that nobody writes as long as the image is there.
    package init?(width: Int, height: Int, sharing pixels: UnsafeMutablePointer<UInt32>, of owner: AnyObject) {
        guard CGImage.isAllowed(width: width, height: height) else { return nil }
        kind = .picture
        self.width = width
        self.height = height
        memory = pixels
        self.owner = owner
        deferred = nil
    }

    /// A picture that is elsewhere, such as in a texture of a GPU: its pixels are written when somebody first looks at them, on the thread
    /// that does. Nil unless the limits hold.
    package init?(width: Int, height: Int, isOpaque: Bool, deferring source: any DeferredPixelSource) {
        guard CGImage.isAllowed(width: width, height: height) else { return nil }
        kind = .picture
        self.width = width
        self.height = height
        memory = .allocate(capacity: width * height)
        owner = nil
        deferred = DeferredPixels(source)
        opacity.store(isOpaque ? 1 : 2, ordering: .relaxed)
    }

    /// Where the picture is, if it is elsewhere.
    package var deferredSource: (any DeferredPixelSource)? { deferred?.source }

    deinit {
        if owner == nil { memory.deallocate() }
    }

    /// Whether an image may have this size.
    package static func isAllowed(width: Int, height: Int) -> Bool {
        width >= 1 && height >= 1 && width <= maximumSide && height <= maximumSide
            && width * height <= maximumPixelCount
    }

    /// An image whose pixels `fill` writes, all of them: BGRA in memory (0xAARRGGBB as a number), premultiplied. The
    /// memory starts as zeros.
    package convenience init?(
        width: Int, height: Int, kind: Kind = .picture, fill: (UnsafeMutableBufferPointer<UInt32>) throws -> Void
    ) rethrows {
        guard CGImage.isAllowed(width: width, height: height) else { return nil }
        let count = width * height
        let memory = UnsafeMutablePointer<UInt32>.allocate(capacity: count)
        memory.initialize(repeating: 0, count: count)
        do {
            try fill(UnsafeMutableBufferPointer(start: memory, count: count))
        } catch {
            memory.deallocate()
            throw error
        }
        self.init(width: width, height: height, kind: kind, adopting: memory)
    }

    /// An image of rows of BGRA bytes, premultiplied, without gaps; nil unless there are exactly width x height x 4.
    package convenience init?(width: Int, height: Int, premultipliedBGRA bytes: [UInt8]) {
        guard CGImage.isAllowed(width: width, height: height), bytes.count == width * height * 4 else { return nil }
        self.init(width: width, height: height) { pixels in
            bytes.withUnsafeBytes { UnsafeMutableRawBufferPointer(pixels).copyMemory(from: $0) }
        }
    }

    /// The pixels, row by row without gaps, as numbers 0xAARRGGBB, premultiplied. Valid during the call.
    @inline(__always)
    package func withPixels<R, E: Error>(_ body: (UnsafePointer<UInt32>) throws(E) -> R) throws(E) -> R {
        defer { withExtendedLifetime(self) {} }
        return try body(UnsafePointer(pixels))
    }

    /// Whether every pixel is opaque. Looked up once, at the first question.
    package var isOpaque: Bool {
        let known = opacity.load(ordering: .relaxed)
        if known != 0 { return known == 1 }
        var row = 0
        var all: UInt32 = 0xFF00_0000
        while row < height, all == 0xFF00_0000 {
            let start = pixels + row * width
            for column in 0..<width { all &= start[column] | 0x00FF_FFFF }
            all &= 0xFF00_0000
            row += 1
        }
        opacity.store(all == 0xFF00_0000 ? 1 : 2, ordering: .relaxed)
        return all == 0xFF00_0000
    }

    /// Whether two images have the same size and the same pixels.
    package func hasEqualPixels(to other: CGImage) -> Bool {
        width == other.width && height == other.height
            && memcmp(pixels, other.pixels, width * height * 4) == 0
    }

    public static func == (lhs: CGImage, rhs: CGImage) -> Bool { lhs === rhs }

    public func hash(into hasher: inout Hasher) {
        hasher.combine(ObjectIdentifier(self))
    }
}

extension CGImage {
    /// The number of bytes from one row to the next.
    public var bytesPerRow: Int { width * 4 }

    /// The number of bits of a component: 8.
    public var bitsPerComponent: Int { 8 }

    /// The number of bits of a pixel: 32.
    public var bitsPerPixel: Int { 32 }

    /// Where alpha lies: first of the 32-bit number, or nowhere when every pixel is opaque.
    public var alphaInfo: CGImageAlphaInfo { isOpaque ? .noneSkipFirst : .premultipliedFirst }

    /// The byte order of the 32-bit number.
    public var byteOrderInfo: CGImageByteOrderInfo { .order32Little }

    /// ``alphaInfo`` and ``byteOrderInfo`` in one number.
    public var bitmapInfo: CGBitmapInfo {
        CGBitmapInfo(rawValue: alphaInfo.rawValue | byteOrderInfo.rawValue)
    }

    /// The colour space: sRGB.
    public var colorSpace: CGColorSpace? { CGColorSpace.standardRGB }

    /// Whether the image is an image mask: one that other things are painted through.
    public var isMask: Bool { kind == .stencil }

    /// Whether the image asks to be smoothed when it is drawn larger.
    public var shouldInterpolate: Bool { true }

    /// How colours were asked to be brought into another space.
    public var renderingIntent: CGColorRenderingIntent { .defaultIntent }

    /// A copy of the pixels as bytes, in the form that ``bitmapInfo`` names.
    public var dataProvider: CGDataProvider? {
        CGDataProvider(bytes: Data(bytes: pixels, count: bytesPerRow * height))
    }

    /// The image itself: it can't change.
    public func copy() -> CGImage? { self }

    /// The part of the image inside a rectangle, grown to whole pixels; nil where they don't meet.
    public func cropping(to rect: CGRect) -> CGImage? {
        guard rect.minX.isFinite, rect.minY.isFinite, rect.maxX.isFinite, rect.maxY.isFinite else {
            return rect.isInfinite ? self : nil
        }
        let whole = CGRect(x: 0, y: 0, width: width, height: height)
        let part = rect.standardized.integral.intersection(whole)
        if part == whole { return self }
        guard !part.isNull, part.width >= 1, part.height >= 1 else { return nil }
        let (left, top) = (Int(part.minX), Int(part.minY))
        return CGImage(width: Int(part.width), height: Int(part.height), kind: kind) { target in
            guard let start = target.baseAddress else { return }
            for row in 0..<Int(part.height) {
                (start + row * Int(part.width)).update(
                    from: pixels + (top + row) * width + left, count: Int(part.width))
            }
        }
    }

    /// The image as 8 bits of gray (gamma 2.2), each pixel with the light and the alpha that it had.
    package func grayed() -> CGImage? {
        let conversion = SpaceConversion(.standardGray)
        return CGImage(width: width, height: height, kind: kind) { target in
            for index in target.indices { target[index] = conversion.grayed(pixels[index]) }
        }
    }

    /// The image with its numbers read as those of another RGB space. Since images are held as sRGB, the pixels change;
    /// nil for a space that is not RGB.
    public func copy(colorSpace space: CGColorSpace) -> CGImage? {
        guard space.model == .rgb, kind == .picture else { return nil }
        if space.definition.isEncodedSRGB { return self }
        let converter = PixelConverter(from: space.definition)
        return CGImage(width: width, height: height) { target in
            for index in target.indices { target[index] = converter.convert(premultiplied: pixels[index]) }
        }
    }
}

/// Has an image's pixels, and writes them where they are asked for.
package protocol DeferredPixelSource: AnyObject, Sendable {
    /// Writes all pixels, 0xAARRGGBB, premultiplied, row by row without gaps. Called once, on any thread.
    func write(_ pixels: UnsafeMutablePointer<UInt32>, width: Int, height: Int)
}

/// Pixels that are written at the first look.
private final class DeferredPixels: Sendable {
    let source: any DeferredPixelSource
    private let isWritten = Atomic<Bool>(false)
    private let writing = Locked(())

    init(_ source: any DeferredPixelSource) { self.source = source }

    func write(_ pixels: UnsafeMutablePointer<UInt32>, _ width: Int, _ height: Int) {
        if isWritten.load(ordering: .acquiring) { return }
        writing.withLock { _ in
            if isWritten.load(ordering: .relaxed) { return }
            source.write(pixels, width: width, height: height)
            isWritten.store(true, ordering: .releasing)
        }
    }
}
