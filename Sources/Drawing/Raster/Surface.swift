import Foundation

/// A view of premultiplied pixels (0xAARRGGBB, that is BGRA in memory) at a position in device space. It retains its buffer.
/// `init(wrapping:)` wraps memory of another owner, which must outlive the surface.
package struct Surface: @unchecked Sendable {
    package let pixels: UnsafeMutablePointer<UInt32>
    package let width: Int
    package let height: Int
    /// The distance between rows in pixels.
    package let stride: Int
    /// The device position of the first pixel.
    package let originX: Int
    package let originY: Int
    package let buffer: PixelBuffer?
    /// The device pixels that the surface covers.
    package let bounds: IntRect

    /// Creates a transparent surface over device pixels.
    package init(bounds: IntRect, cleared: Bool = true) {
        let buffer = PixelBuffer(width: bounds.width, height: bounds.height, cleared: cleared)
        self.init(buffer, originX: Int(bounds.x0), originY: Int(bounds.y0))
    }

    package init(width: Int, height: Int) {
        self.init(bounds: IntRect(x: 0, y: 0, width: width, height: height))
    }

    package init(_ buffer: PixelBuffer, originX: Int = 0, originY: Int = 0) {
        pixels = buffer.pixels
        (width, height, stride) = (buffer.width, buffer.height, buffer.stride)
        (self.originX, self.originY) = (originX, originY)
        self.buffer = buffer
        bounds = IntRect(x: originX, y: originY, width: buffer.width, height: buffer.height)
    }

    package init(
        wrapping pixels: UnsafeMutablePointer<UInt32>, width: Int, height: Int, stride: Int, originX: Int = 0,
        originY: Int = 0
    ) {
        self.pixels = pixels
        (self.width, self.height, self.stride) = (width, height, stride)
        (self.originX, self.originY) = (originX, originY)
        buffer = nil
        bounds = IntRect(x: originX, y: originY, width: width, height: height)
    }

    /// Returns the address of the pixel at a device position inside `bounds`.
    @inline(__always)
    package func pointer(x: Int, y: Int) -> UnsafeMutablePointer<UInt32> {
        pixels + ((y &- originY) &* stride &+ (x &- originX))
    }

    /// Returns the pixel at a device position, transparent outside.
    package func pixel(x: Int, y: Int) -> UInt32 {
        bounds.contains(x: x, y: y) ? pointer(x: x, y: y).pointee : 0
    }

    /// Makes a device rectangle transparent, or fills it with one colour.
    package func clear(_ rect: IntRect? = nil, to color: UInt32 = 0) {
        let r = rect.map { $0.intersection(bounds) } ?? bounds
        guard !r.isEmpty else { return }
        let fill = Kernels.current.pointee.fill32
        for y in Int(r.y0)..<Int(r.y1) { fill(pointer(x: Int(r.x0), y: y), r.width, color) }
    }

    /// Copies a device rectangle of another surface without blending.
    package func copy(_ rect: IntRect, from source: Surface) {
        let r = rect.intersection(bounds).intersection(source.bounds)
        guard !r.isEmpty else { return }
        defer { withExtendedLifetime((self, source)) {} }
        for y in Int(r.y0)..<Int(r.y1) {
            memmove(pointer(x: Int(r.x0), y: y), source.pointer(x: Int(r.x0), y: y), r.width * 4)
        }
    }
}

/// The area in which drawing is visible: a rectangle, and a mask that multiplies coverage (nothing outside the mask is drawn).
package struct Clip: Sendable {
    package var bounds: IntRect
    package var mask: MaskBuffer?
    /// The area in which the mask is known to be 255 everywhere, so that it need not be read.
    package var inner = IntRect.empty

    package init(_ bounds: IntRect, mask: MaskBuffer? = nil, inner: IntRect = .empty) {
        self.bounds = bounds
        self.mask = mask
        self.inner = inner
    }

    /// Returns the clip at another position.
    package func moved(by dx: Int32, _ dy: Int32) -> Clip {
        Clip(bounds.offset(dx, dy), mask: mask.map { MaskBuffer($0, movedBy: dx, dy) }, inner: inner.offset(dx, dy))
    }

    /// Returns the clip without its mask if the mask does not affect a rectangle.
    @inline(__always)
    package func plain(in r: IntRect) -> Clip { mask == nil || !inner.contains(r) ? self : Clip(bounds.intersection(r)) }

    /// Returns the pixels of a target that drawing can reach.
    @inline(__always)
    package func region(in target: IntRect) -> IntRect {
        let r = bounds.intersection(target)
        if let mask { return r.intersection(mask.bounds) }
        return r
    }
}
