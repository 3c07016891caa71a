import Foundation

/// A view of premultiplied pixels (0xAARRGGBB, that is BGRA in memory) placed in device space. It keeps its buffer
/// alive; memory of others is wrapped by `init(wrapping:)` and must outlive it.
package struct Surface: @unchecked Sendable {
    package let pixels: UnsafeMutablePointer<UInt32>
    package let width: Int
    package let height: Int
    /// Pixels from one row to the next.
    package let stride: Int
    /// Device position of the first pixel.
    package let originX: Int
    package let originY: Int
    package let buffer: PixelBuffer?
    /// Device pixels covered.
    package let bounds: IntRect

    /// A new, transparent surface over device pixels.
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

    /// The pixel at a device position inside `bounds`.
    @inline(__always)
    package func pointer(x: Int, y: Int) -> UnsafeMutablePointer<UInt32> {
        pixels + ((y &- originY) &* stride &+ (x &- originX))
    }

    /// The pixel at a device position, transparent outside.
    package func pixel(x: Int, y: Int) -> UInt32 {
        bounds.contains(x: x, y: y) ? pointer(x: x, y: y).pointee : 0
    }

    /// Makes a device rectangle transparent, or one colour.
    package func clear(_ rect: IntRect? = nil, to color: UInt32 = 0) {
        let r = rect.map { $0.intersection(bounds) } ?? bounds
        guard !r.isEmpty else { return }
        let fill = Kernels.current.pointee.fill32
        for y in Int(r.y0)..<Int(r.y1) { fill(pointer(x: Int(r.x0), y: y), r.width, color) }
    }

    /// Copies a device rectangle of another surface as it is.
    package func copy(_ rect: IntRect, from source: Surface) {
        let r = rect.intersection(bounds).intersection(source.bounds)
        guard !r.isEmpty else { return }
        defer { withExtendedLifetime((self, source)) {} }
        for y in Int(r.y0)..<Int(r.y1) {
            memmove(pointer(x: Int(r.x0), y: y), source.pointer(x: Int(r.x0), y: y), r.width * 4)
        }
    }
}

/// Where drawing may go: a rectangle, and a mask that multiplies coverage (nothing outside the mask is drawn).
package struct Clip: Sendable {
    package var bounds: IntRect
    package var mask: MaskBuffer?
    /// Where the mask is known to be 255 all over, so that nobody has to look.
    package var inner = IntRect.empty

    package init(_ bounds: IntRect, mask: MaskBuffer? = nil, inner: IntRect = .empty) {
        self.bounds = bounds
        self.mask = mask
        self.inner = inner
    }

    /// The same for what is seen as if it lay elsewhere.
    package func moved(by dx: Int32, _ dy: Int32) -> Clip {
        Clip(bounds.offset(dx, dy), mask: mask.map { MaskBuffer($0, movedBy: dx, dy) }, inner: inner.offset(dx, dy))
    }

    /// Without its mask where that changes nothing of a rectangle.
    @inline(__always)
    package func plain(in r: IntRect) -> Clip { mask == nil || !inner.contains(r) ? self : Clip(bounds.intersection(r)) }

    /// The pixels of a target that drawing can reach.
    @inline(__always)
    package func region(in target: IntRect) -> IntRect {
        let r = bounds.intersection(target)
        if let mask { return r.intersection(mask.bounds) }
        return r
    }
}
