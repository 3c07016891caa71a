import AgateDiagnostics
import Foundation
import Synchronization

/// A picture made of pixels.
///
/// Whatever its source, the image is stored as 8-bit BGRA in sRGB, with premultiplied alpha. The compositor reads this form, so drawing
/// never converts. An image is immutable and thread-safe. Two images are equal if they are the same object.
public final class CGImage: Hashable, @unchecked Sendable {
    /// The largest width and height, in pixels.
    package static let maximumSide = 16_384
    /// The largest number of pixels: 1 GiB of memory.
    package static let maximumPixelCount = 1 << 28

    /// The width in pixels.
    public let width: Int
    /// The height in pixels.
    public let height: Int

    /// The meaning of the samples.
    package let kind: Kind

    private let memory: UnsafeMutablePointer<UInt32>
    /// The source that writes the pixels on first access, or nil if they are already present.
    private let deferred: DeferredPixels?
    /// The pixels as one colour with coverage, instead of memory; nil for others.
    private let packed: PackedPixels?
    /// The owner of the memory, or nil if it is the image's own.
    private let owner: AnyObject?
    // 0: not yet determined; 1: opaque; 2: not.
    private let opacity = Atomic<UInt8>(0)

    /// True if the memory belongs to another owner, which waits to reuse it.
    package var isShared: Bool { owner != nil && packed == nil }

    /// Takes ownership of memory of width x height pixels that was allocated with `UnsafeMutablePointer.allocate`, and frees it on
    /// deinitialization. Returns nil, and leaves the memory to the caller, unless 1 <= width, height and the limits hold.
    package init?(width: Int, height: Int, kind: Kind = .picture, adopting pixels: UnsafeMutablePointer<UInt32>) {
        guard CGImage.isAllowed(width: width, height: height) else { return nil }
        self.kind = kind
        self.width = width
        self.height = height
        memory = pixels
        owner = nil
        deferred = nil
        packed = nil
    }

    /// Creates an image of one colour with coverage.
    private init(width: Int, height: Int, _ packed: PackedPixels) {
        kind = .picture
        self.width = width
        self.height = height
        memory = packed.noPixels
        owner = packed
        deferred = nil
        self.packed = packed
    }

    /// Creates an image of memory of width x height pixels that `owner` keeps. The memory must not be written while the image exists.
    package init?(width: Int, height: Int, sharing pixels: UnsafeMutablePointer<UInt32>, of owner: AnyObject) {
        guard CGImage.isAllowed(width: width, height: height) else { return nil }
        kind = .picture
        self.width = width
        self.height = height
        memory = pixels
        self.owner = owner
        deferred = nil
        packed = nil
    }

    /// Creates an image of a picture stored elsewhere, such as in a texture of a GPU. Its pixels are written on first access, on the
    /// accessing thread; those of a `DeferredRowSource` in bands of rows. Returns nil unless the limits hold.
    package init?(width: Int, height: Int, isOpaque: Bool, deferring source: any DeferredPixelSource) {
        guard CGImage.isAllowed(width: width, height: height) else { return nil }
        kind = .picture
        self.width = width
        self.height = height
        memory = .allocate(capacity: width * height)
        owner = nil
        deferred = DeferredPixels(source)
        packed = nil
        opacity.store(isOpaque ? 1 : 2, ordering: .relaxed)
    }

    /// The source of the picture, if it is stored elsewhere.
    package var deferredSource: (any DeferredPixelSource)? { deferred?.source }

    deinit {
        if owner == nil { memory.deallocate() }
    }

    /// Returns whether an image may have this size.
    package static func isAllowed(width: Int, height: Int) -> Bool {
        width >= 1 && height >= 1 && width <= maximumSide && height <= maximumSide
            && width * height <= maximumPixelCount
    }

    /// Creates an image whose pixels `fill` writes, all of them: BGRA in memory (0xAARRGGBB as a number), premultiplied. The memory is
    /// initially zero.
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

    /// Creates an image of rows of BGRA bytes, premultiplied, without gaps. Returns nil unless there are exactly width x height x 4
    /// bytes.
    package convenience init?(width: Int, height: Int, premultipliedBGRA bytes: [UInt8]) {
        guard CGImage.isAllowed(width: width, height: height), bytes.count == width * height * 4 else { return nil }
        self.init(width: width, height: height) { pixels in
            bytes.withUnsafeBytes { UnsafeMutableRawBufferPointer(pixels).copyMemory(from: $0) }
        }
    }

    /// Calls a closure with the pixels, row by row without gaps, as numbers 0xAARRGGBB, premultiplied. They are valid as long as the image
    /// is.
    @inline(__always)
    package func withPixels<R, E: Error>(_ body: (UnsafePointer<UInt32>) throws(E) -> R) throws(E) -> R {
        defer { withExtendedLifetime(self) {} }
        if let packed { return try body(packed.keptPixels) }
        deferred?.write(memory, width, height)
        return try body(UnsafePointer(memory))
    }

    /// True if pixels are written by rows, so that `withPixels(ofRows:)` saves work.
    package var isWrittenByRows: Bool { packed != nil || deferred?.rowSource != nil }

    /// Calls a closure with the pixels as `withPixels` does. Only the given rows are valid, and only during the call.
    package func withPixels<R, E: Error>(ofRows rows: Range<Int>, _ body: (UnsafePointer<UInt32>) throws(E) -> R) throws(E) -> R {
        defer { withExtendedLifetime(self) {} }
        let rows = rows.clamped(to: 0..<height)
        if let packed { return try packed.withPixels(ofRows: rows, width: width, body) }
        deferred?.write(rows, memory, width, height)
        return try body(UnsafePointer(memory))
    }

    /// True if the pixels are stored as one colour with coverage.
    package var isPacked: Bool { packed != nil }

    /// Returns an image of the same pixels that takes a fourth of the memory, if they are one colour with different coverage, as text is.
    /// Returns the image itself otherwise. Each call of `withPixels(ofRows:)` expands the rows again. The first call of `withPixels`
    /// expands all pixels and keeps them, so that no memory is saved from then on.
    package func packedIfPossible() -> CGImage {
        guard kind == .picture, owner == nil, deferred == nil, let packed = PackedPixels(UnsafePointer(memory), count: width * height)
        else {
            return self
        }
        return CGImage(width: width, height: height, packed)
    }

    /// True if every pixel is opaque. Determined once, on first access.
    package var isOpaque: Bool {
        let known = opacity.load(ordering: .relaxed)
        if known != 0 { return known == 1 }
        var row = 0
        var all: UInt32 = 0xFF00_0000
        withPixels(ofRows: 0..<height) { pixels in
            while row < height, all == 0xFF00_0000 {
                let start = pixels + row * width
                for column in 0..<width { all &= start[column] | 0x00FF_FFFF }
                all &= 0xFF00_0000
                row += 1
            }
        }
        opacity.store(all == 0xFF00_0000 ? 1 : 2, ordering: .relaxed)
        return all == 0xFF00_0000
    }

    /// Returns whether two images have the same size and the same pixels.
    package func hasEqualPixels(to other: CGImage) -> Bool {
        width == other.width && height == other.height
            && withPixels(ofRows: 0..<height) { p in
                other.withPixels(ofRows: 0..<height) { memcmp(p, $0, width * height * 4) == 0 }
            }
    }

    public static func == (lhs: CGImage, rhs: CGImage) -> Bool { lhs === rhs }

    public func hash(into hasher: inout Hasher) {
        hasher.combine(ObjectIdentifier(self))
    }
}

extension CGImage {
    /// The distance between rows in bytes.
    public var bytesPerRow: Int { width * 4 }

    /// The number of bits of a component: 8.
    public var bitsPerComponent: Int { 8 }

    /// The number of bits of a pixel: 32.
    public var bitsPerPixel: Int { 32 }

    /// The position of alpha: first of the 32-bit number, or none if every pixel is opaque.
    public var alphaInfo: CGImageAlphaInfo { isOpaque ? .noneSkipFirst : .premultipliedFirst }

    /// The byte order of the 32-bit number.
    public var byteOrderInfo: CGImageByteOrderInfo { .order32Little }

    /// ``alphaInfo`` and ``byteOrderInfo`` in one number.
    public var bitmapInfo: CGBitmapInfo {
        CGBitmapInfo(rawValue: alphaInfo.rawValue | byteOrderInfo.rawValue)
    }

    /// The colour space: sRGB.
    public var colorSpace: CGColorSpace? { CGColorSpace.standardRGB }

    /// A Boolean value that indicates whether the image is an image mask, through which other content is painted.
    public var isMask: Bool { kind == .stencil }

    /// A Boolean value that indicates whether the image should be smoothed when it is enlarged.
    public var shouldInterpolate: Bool { true }

    /// The method of converting colours into another space.
    public var renderingIntent: CGColorRenderingIntent { .defaultIntent }

    /// A copy of the pixels as bytes, in the format of ``bitmapInfo``.
    public var dataProvider: CGDataProvider? {
        CGDataProvider(bytes: withPixels(ofRows: 0..<height) { Data(bytes: $0, count: bytesPerRow * height) })
    }

    /// Returns the image itself, which is immutable.
    public func copy() -> CGImage? { self }

    /// Returns the part of the image inside a rectangle, extended to whole pixels. Returns nil if they don't intersect.
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
            withPixels(ofRows: top..<top + Int(part.height)) { pixels in
                for row in 0..<Int(part.height) {
                    (start + row * Int(part.width)).update(from: pixels + (top + row) * width + left, count: Int(part.width))
                }
            }
        }
    }

    /// Returns the image as 8 bits of gray (gamma 2.2). Each pixel keeps its light and its alpha.
    package func grayed() -> CGImage? {
        let conversion = SpaceConversion(.standardGray)
        return CGImage(width: width, height: height, kind: kind) { target in
            withPixels { pixels in for index in target.indices { target[index] = conversion.grayed(pixels[index]) } }
        }
    }

    /// Returns the image with its samples reinterpreted in another RGB space. Since images are stored as sRGB, the pixels change. Returns
    /// nil for a space that is not RGB.
    public func copy(colorSpace space: CGColorSpace) -> CGImage? {
        guard space.model == .rgb, kind == .picture else { return nil }
        if space.definition.isEncodedSRGB { return self }
        let converter = PixelConverter(from: space.definition)
        return CGImage(width: width, height: height) { target in
            withPixels { pixels in for index in target.indices { target[index] = converter.convert(premultiplied: pixels[index]) } }
        }
    }
}
