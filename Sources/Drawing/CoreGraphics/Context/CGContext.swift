import AgateDiagnostics
import Foundation
import Raster

/// Draws paths, images and gradients into a bitmap.
///
/// User space has its origin at the bottom left of the bitmap and y pointing up, with one unit a pixel, until a transform changes it.
/// Drawing uses 8-bit premultiplied sRGB. Bitmaps of other formats and spaces are converted on reading and writing, for each pixel that
/// was drawn. ``data`` is therefore correct after each call, with a precision of 8 bits. Pixels that a call does not change keep all bits
/// of their format.
///
/// A context belongs to one thread at a time.
public final class CGContext: Hashable {
    /// The width of the bitmap in pixels.
    public let width: Int
    /// The height of the bitmap in pixels.
    public let height: Int

    let format: BitmapFormat
    var bitmap: BitmapMemory
    // Accesses to the state are not checked for exclusivity: every call makes several, and none is in progress while the program is called.

    /// The surface onto which the base of the context is drawn. `target` is this surface or the topmost transparency layer.
    @exclusivity(unchecked) var base: Surface
    @exclusivity(unchecked) package internal(set) var target: Surface
    let raster = RasterizerPool.shared.take()
    /// The number of pixels that makes another thread worth waking.
    @exclusivity(unchecked) package var share = 200_000
    @exclusivity(unchecked) var state: GraphicsState
    var saved: [GraphicsState] = []
    @exclusivity(unchecked) var layers: [OpenLayer] = []
    @exclusivity(unchecked) var current = CurrentPath()
    /// A path for shapes passed to calls. It is filled, drawn and emptied.
    let scratch = CGMutablePath()
    @exclusivity(unchecked) var allowsAntialiasing = true
    /// True if anything was drawn at all, visible or not.
    @exclusivity(unchecked) package internal(set) var hasDrawn = false
    @exclusivity(unchecked) var textTransform = CGAffineTransform.identity
    var allowedFontSwitches: FontSwitches = [.smooth, .subpixelPosition, .subpixelQuantize]
    /// The document whose pages are drawn, if there is one.
    @exclusivity(unchecked) var pages: PageDocument?
    /// True during the drawing of an uncoloured pattern, when the colours are those of the pattern's user.
    @exclusivity(unchecked) var ignoresColors = false
    /// The transform from the units of shadows and patterns to device space. Changes of the CTM don't affect it.
    let baseTransform: CGAffineTransform

    init(_ format: BitmapFormat, _ bitmap: BitmapMemory, base: Surface, width: Int, height: Int, ctm: CGAffineTransform) {
        (self.width, self.height) = (width, height)
        self.format = format
        self.bitmap = bitmap
        self.base = base
        target = base
        baseTransform = ctm
        state = GraphicsState(ctm: ctm, limits: base.bounds)
    }

    deinit {
        bitmap.release()
        RasterizerPool.shared.give(raster)
    }

    /// Creates a context that draws into a bitmap.
    ///
    /// Supported formats with 8 bits a component: RGB with alpha premultiplied first or last, or skipped, in either byte order; gray;
    /// alpha alone. With 16 bits and 32-bit floating point (and 16-bit floating point with `.floatComponents`): RGB with alpha
    /// premultiplied first or last, or skipped, and gray. Returns nil, with a diagnostic, for other combinations, for a side beyond
    /// 1...16384 pixels and for rows that are too short.
    /// - Parameters:
    ///   - data: the bitmap, which must outlive the context; nil for memory of the context's own, which is initially transparent.
    ///   - width: the width in pixels.
    ///   - height: the height in pixels.
    ///   - bitsPerComponent: 8, 16 or 32.
    ///   - bytesPerRow: the distance between rows in bytes; 0, if `data` is nil, for the number that the width needs.
    ///   - space: an RGB or gray space.
    ///   - bitmapInfo: a ``CGImageAlphaInfo`` and a byte order. Without an order, floating-point components are in the machine's own, and
    ///     16-bit integers have the most significant byte first.
    public convenience init?(
        data: UnsafeMutableRawPointer?, width: Int, height: Int, bitsPerComponent: Int, bytesPerRow: Int, space: CGColorSpace,
        bitmapInfo: UInt32
    ) {
        self.init(
            data: data, width: width, height: height, bitsPerComponent: bitsPerComponent, bytesPerRow: bytesPerRow, space: space,
            bitmapInfo: bitmapInfo, releaseCallback: nil, releaseInfo: nil)
    }

    /// Creates a context that draws into a bitmap and reports when it no longer needs the bitmap.
    /// - Parameters:
    ///   - releaseCallback: the callback that is called with `releaseInfo` and the bitmap when the context is deallocated.
    ///   - releaseInfo: the first argument of the callback.
    public convenience init?(
        data: UnsafeMutableRawPointer?, width: Int, height: Int, bitsPerComponent: Int, bytesPerRow: Int, space: CGColorSpace,
        bitmapInfo: UInt32, releaseCallback: CGBitmapContextReleaseDataCallback?, releaseInfo: UnsafeMutableRawPointer?
    ) {
        func refuse(_ reason: String) {
            Diagnostic.report(
                "context.unsupported",
                "CGContext \(width)x\(height), \(bitsPerComponent) bits per component, \(bytesPerRow) bytes per row, "
                    + "\(space.definition.name), bitmapInfo \(bitmapInfo): \(reason)")
        }
        guard CGImage.isAllowed(width: width, height: height) else {
            refuse("a side must be 1...\(CGImage.maximumSide) pixels")
            return nil
        }
        guard let format = BitmapFormat(bitsPerComponent: bitsPerComponent, space: space, bitmapInfo: bitmapInfo) else {
            refuse("this combination is not supported")
            return nil
        }
        let shortest = width * format.bytesPerPixel
        let rowBytes = bytesPerRow == 0 && data == nil ? shortest : bytesPerRow
        guard rowBytes >= shortest, rowBytes <= Int.max / (2 * height) else {
            refuse("rows must have at least \(shortest) bytes")
            return nil
        }
        let bitmap = BitmapMemory(data, bytesPerRow: rowBytes, height: height, releaseCallback, releaseInfo)
        let surface: Surface
        if format.isDirect(bitmap) {
            surface = Surface(
                wrapping: bitmap.start.assumingMemoryBound(to: UInt32.self), width: width, height: height, stride: rowBytes / 4)
        } else {
            surface = Surface(width: width, height: height)
        }
        self.init(format, bitmap, base: surface, width: width, height: height, ctm: .identity)
    }

    /// Creates a context for content that is positioned in points. The context has memory of its own, initially transparent. The CTM is
    /// not part of the transform that the content sees as its own (shadows and patterns are measured in the content's units).
    /// - Parameter hasHalfFloats: true if the bitmap holds half floats instead of bytes, in extended sRGB.
    package convenience init?(width: Int, height: Int, ctm: CGAffineTransform, hasHalfFloats: Bool = false) {
        guard CGImage.isAllowed(width: width, height: height) else { return nil }
        if hasHalfFloats {
            let bitmap = BitmapMemory(nil, bytesPerRow: width * 8, height: height, nil, nil)
            let surface = Surface(width: width, height: height)
            self.init(.premultipliedHalfFloats, bitmap, base: surface, width: width, height: height, ctm: ctm)
            return
        }
        let bitmap = BitmapMemory(nil, bytesPerRow: width * 4, height: height, nil, nil)
        let surface = Surface(
            wrapping: bitmap.start.assumingMemoryBound(to: UInt32.self), width: width, height: height, stride: width)
        self.init(.premultipliedBGRA, bitmap, base: surface, width: width, height: height, ctm: ctm)
    }

    /// Creates a context for a layer of points: `scale` pixels a point, with y down if `isFlipped`.
    package convenience init?(size: CGSize, scale: CGFloat, isFlipped: Bool, hasHalfFloats: Bool = false) {
        guard let (w, h) = Self.pixels(size, scale) else { return nil }
        self.init(width: w, height: h, ctm: Self.ctm(scale, height: h, isFlipped: isFlipped), hasHalfFloats: hasHalfFloats)
    }

    /// Returns the CTM of a context for a layer of points.
    /// - Parameter height: the height in pixels.
    package static func ctm(_ scale: CGFloat, height: Int, isFlipped: Bool) -> CGAffineTransform {
        CGAffineTransform(a: scale, b: 0, c: 0, d: isFlipped ? -scale : scale, tx: 0, ty: isFlipped ? CGFloat(height) : 0)
    }

    /// Returns the number of pixels that a size needs; nil if a side has none, or more than an image may have.
    package static func pixels(_ size: CGSize, _ scale: CGFloat) -> (width: Int, height: Int)? {
        let (w, h) = (pixels(size.width, scale), pixels(size.height, scale)), side = CGFloat(CGImage.maximumSide)
        guard w >= 1, h >= 1, w <= side, h <= side else { return nil }
        return (Int(w), Int(h))
    }

    /// Returns the number of pixels that a length needs. A rounding error of the product adds no further pixel.
    private static func pixels(_ length: CGFloat, _ scale: CGFloat) -> CGFloat {
        let exact = length * scale, near = exact.rounded()
        return near >= 1 && abs(exact - near) <= 1e-9 * near ? near : exact.rounded(.up)
    }

    /// Creates a context that draws onto a surface, which it retains.
    package convenience init(surface: Surface, ctm: CGAffineTransform = .identity) {
        let bitmap = BitmapMemory(surface)
        self.init(.premultipliedBGRA, bitmap, base: surface, width: surface.width, height: surface.height, ctm: ctm)
    }

    public static func == (lhs: CGContext, rhs: CGContext) -> Bool { lhs === rhs }

    public func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(self)) }
}

extension CGContext {
    /// The bitmap. It may be read and written between drawing calls.
    public var data: UnsafeMutableRawPointer? { bitmap.start }

    /// The number of bytes from one row of the bitmap to the next.
    public var bytesPerRow: Int { bitmap.bytesPerRow }

    /// The number of bits of a component.
    public var bitsPerComponent: Int { format.bitsPerComponent }

    /// The number of bits of a pixel.
    public var bitsPerPixel: Int { format.bytesPerPixel * 8 }

    /// The position of alpha in a pixel.
    public var alphaInfo: CGImageAlphaInfo { format.alphaInfo }

    /// ``alphaInfo``, byte order and flags in one number.
    public var bitmapInfo: CGBitmapInfo { format.bitmapInfo }

    /// The colour space of the bitmap.
    public var colorSpace: CGColorSpace? { format.space }

    /// Has no effect, because drawing is never deferred.
    public func flush() {}

    /// Has no effect, because drawing is never deferred.
    public func synchronize() {}

    /// Returns an image of the current drawing, which later drawing does not change. The content of an open transparency layer is not
    /// included.
    public func makeImage() -> CGImage? {
        reportOpenLayers()
        readBase(base.bounds)
        return CGImage(width: width, height: height, kind: format.imageKind) { pixels in
            guard let start = pixels.baseAddress else { return }
            for row in 0..<height { (start + row * width).update(from: base.pixels + row * base.stride, count: width) }
        }
    }

    /// Returns an image of the drawing, without a copy if the memory is the context's own. The context can't be used afterwards.
    package func takeImage() -> CGImage? {
        reportOpenLayers()
        guard format.isDirect(bitmap), bitmap.isOwned, base.stride == width else { return makeImage() }
        guard let image = CGImage(width: width, height: height, adopting: base.pixels) else { return nil }
        bitmap.forget()
        base = Surface(bounds: .empty)
        target = base
        state = GraphicsState(ctm: baseTransform, limits: .empty)
        (saved, layers) = ([], [])
        return image
    }

    private func reportOpenLayers() {
        if !layers.isEmpty {
            Diagnostic.reportOnce(
                "context.open-layer", key: "makeImage", "CGContext.makeImage: \(layers.count) transparency layers have not been ended")
        }
    }

    /// Reads a part of the bitmap into the base surface, unless the surface is the bitmap itself.
    func readBase(_ rect: IntRect) {
        if base.buffer != nil, bitmap.isSeparate { format.read(bitmap, into: base, rect) }
    }

    /// Writes a part of the base surface into the bitmap, unless the bitmap is the surface itself.
    func writeBase(_ rect: IntRect) {
        if base.buffer != nil, bitmap.isSeparate { format.write(base, into: bitmap, rect) }
    }
}
