import AgateDiagnostics
import Foundation
import Raster

/// Draws paths, images and gradients into a bitmap.
///
/// User space has its origin at the bottom left of the bitmap and y pointing up, one unit a pixel, until a transform
/// changes that. Drawing is done in 8-bit premultiplied sRGB; bitmaps of other formats and spaces are read and written
/// at the edges, pixel by pixel where something was drawn, so that ``data`` is right after each call, with a precision of
/// 8 bits. Pixels that a call leaves as they are keep all bits of their format.
///
/// A context belongs to one thread at a time.
public final class CGContext: Hashable {
    /// The width of the bitmap in pixels.
    public let width: Int
    /// The height of the bitmap in pixels.
    public let height: Int

    let format: BitmapFormat
    var bitmap: BitmapMemory
    /// Where the base of the context is drawn; `target` is this or the topmost transparency layer.
    var base: Surface
    package internal(set) var target: Surface
    let raster = Rasterizer()
    /// What makes another thread worth waking, in pixels.
    package var share = 200_000
    var state: GraphicsState
    var saved: [GraphicsState] = []
    var layers: [OpenLayer] = []
    var current = CurrentPath()
    /// For shapes that calls bring along: filled, drawn and emptied.
    let scratch = CGMutablePath()
    var allowsAntialiasing = true
    /// Whether anything was drawn at all, seen or not.
    package internal(set) var hasDrawn = false
    var textTransform = CGAffineTransform.identity
    var allowedFontSwitches: FontSwitches = [.smooth, .subpixelPosition, .subpixelQuantize]
    /// The document whose pages are drawn, where there is one.
    var pages: PageDocument?
    /// Inside the drawing of an uncoloured pattern, colours are the pattern's user's.
    var ignoresColors = false
    /// Units of shadows and patterns to device space: what no change of the CTM moves.
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
    }

    /// A context that draws into a bitmap.
    ///
    /// 8 bits a component: RGB with alpha premultiplied first or last, or skipped, in either byte order; gray; alpha alone.
    /// 16 bits and 32-bit floating point (and 16-bit floating point with `.floatComponents`): RGB with alpha premultiplied
    /// first or last, or skipped, and gray. For other combinations, a side beyond 1...16384 pixels or rows that are too
    /// short: nil, and a diagnostic.
    /// - Parameters:
    ///   - data: the bitmap, which must outlive the context; nil for memory of the context's own, which starts transparent.
    ///   - width: in pixels.
    ///   - height: in pixels.
    ///   - bitsPerComponent: 8, 16 or 32.
    ///   - bytesPerRow: from one row to the next; 0, where `data` is nil, for what the width needs.
    ///   - space: an RGB or gray space.
    ///   - bitmapInfo: a ``CGImageAlphaInfo`` and a byte order; floating-point components without an order are in the
    ///     machine's own, 16-bit integers without one most significant byte first.
    public convenience init?(
        data: UnsafeMutableRawPointer?, width: Int, height: Int, bitsPerComponent: Int, bytesPerRow: Int, space: CGColorSpace,
        bitmapInfo: UInt32
    ) {
        self.init(
            data: data, width: width, height: height, bitsPerComponent: bitsPerComponent, bytesPerRow: bytesPerRow, space: space,
            bitmapInfo: bitmapInfo, releaseCallback: nil, releaseInfo: nil)
    }

    /// A context that draws into a bitmap and says when it no longer needs it.
    /// - Parameters:
    ///   - releaseCallback: called with `releaseInfo` and the bitmap when the context ends.
    ///   - releaseInfo: handed to the callback.
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

    /// A context for content that is placed by points: memory of its own, transparent, and a CTM that is no part of what
    /// the content sees as its own transform (shadows and patterns are measured in its units).
    /// - Parameter hasHalfFloats: whether the bitmap holds half floats instead of bytes, in extended sRGB.
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

    /// A context for a layer of points: `scale` pixels a point, y down where `isFlipped`.
    package convenience init?(size: CGSize, scale: CGFloat, isFlipped: Bool, hasHalfFloats: Bool = false) {
        let (w, h) = (Self.pixels(size.width, scale), Self.pixels(size.height, scale))
        let side = CGFloat(CGImage.maximumSide)
        guard w >= 1, h >= 1, w <= side, h <= side else { return nil }
        let ctm = CGAffineTransform(a: scale, b: 0, c: 0, d: isFlipped ? -scale : scale, tx: 0, ty: isFlipped ? h : 0)
        self.init(width: Int(w), height: Int(h), ctm: ctm, hasHalfFloats: hasHalfFloats)
    }

    /// How many pixels a length needs. What a product has lost or won by rounding makes no further one.
    private static func pixels(_ length: CGFloat, _ scale: CGFloat) -> CGFloat {
        let exact = length * scale, near = exact.rounded()
        return near >= 1 && abs(exact - near) <= 1e-9 * near ? near : exact.rounded(.up)
    }

    /// A context that draws onto a surface, which it keeps.
    package convenience init(surface: Surface, ctm: CGAffineTransform = .identity) {
        let bitmap = BitmapMemory(surface)
        self.init(.premultipliedBGRA, bitmap, base: surface, width: surface.width, height: surface.height, ctm: ctm)
    }

    public static func == (lhs: CGContext, rhs: CGContext) -> Bool { lhs === rhs }

    public func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(self)) }
}

extension CGContext {
    /// The bitmap. Reading and writing it between drawing calls is allowed.
    public var data: UnsafeMutableRawPointer? { bitmap.start }

    /// The number of bytes from one row of the bitmap to the next.
    public var bytesPerRow: Int { bitmap.bytesPerRow }

    /// The number of bits of a component.
    public var bitsPerComponent: Int { format.bitsPerComponent }

    /// The number of bits of a pixel.
    public var bitsPerPixel: Int { format.bytesPerPixel * 8 }

    /// Where alpha lies in a pixel.
    public var alphaInfo: CGImageAlphaInfo { format.alphaInfo }

    /// ``alphaInfo``, byte order and flags in one number.
    public var bitmapInfo: CGBitmapInfo { format.bitmapInfo }

    /// The colour space of the bitmap.
    public var colorSpace: CGColorSpace? { format.space }

    /// Does nothing: drawing never waits.
    public func flush() {}

    /// Does nothing: drawing never waits.
    public func synchronize() {}

    /// An image of what has been drawn so far, which later drawing does not change. What an open transparency layer holds
    /// is no part of it.
    public func makeImage() -> CGImage? {
        reportOpenLayers()
        readBase(base.bounds)
        return CGImage(width: width, height: height, kind: format.imageKind) { pixels in
            guard let start = pixels.baseAddress else { return }
            for row in 0..<height { (start + row * width).update(from: base.pixels + row * base.stride, count: width) }
        }
    }

    /// An image of what has been drawn, without a copy where the memory is the context's own. The context can't be used
    /// afterwards.
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

    /// Brings a part of the bitmap into the base surface, where that is not the bitmap itself.
    func readBase(_ rect: IntRect) {
        if base.buffer != nil, bitmap.isSeparate { format.read(bitmap, into: base, rect) }
    }

    /// Writes a part of the base surface into the bitmap, where that is not the surface itself.
    func writeBase(_ rect: IntRect) {
        if base.buffer != nil, bitmap.isSeparate { format.write(base, into: bitmap, rect) }
    }
}
