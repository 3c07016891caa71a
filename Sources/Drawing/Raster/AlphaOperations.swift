import Foundation

extension MaskBuffer {
    /// Creates a mask of a surface's alpha over device pixels (0 outside the surface).
    package convenience init(alphaOf surface: Surface, rect: IntRect? = nil) {
        self.init(bounds: rect ?? surface.bounds, cleared: rect.map { !surface.bounds.contains($0) } ?? false)
        let r = bounds.intersection(surface.bounds)
        guard !r.isEmpty else { return }
        let extract = Kernels.current.pointee.extract_alpha
        defer { withExtendedLifetime(surface) {} }
        for y in Int(r.y0)..<Int(r.y1) {
            extract(pointer(x: Int(r.x0), y: y), surface.pointer(x: Int(r.x0), y: y), r.width)
        }
    }

    package convenience init(copying other: MaskBuffer) {
        self.init(bounds: other.bounds, cleared: false)
        for y in 0..<bounds.height { memcpy(bytes + y * stride, other.bytes + y * other.stride, bounds.width) }
    }

    /// Returns the mask moved to the right and down by fractions of a pixel, in 128ths, at most 127, as the mean of neighbours. After a
    /// blur of three pixels or more the result is within one level of the same mask drawn there.
    package func shifted(right: Int32, down: Int32) -> MaskBuffer {
        let b = bounds
        let made = MaskBuffer(bounds: IntRect(b.x0, b.y0, b.x1 + (right > 0 ? 1 : 0), b.y1 + (down > 0 ? 1 : 0)), cleared: false)
        let room = made.bounds.width + 1, shift = Kernels.current.pointee.shift_mask
        // A row and the previous one, each with a zero before and after it.
        let rows = UnsafeMutablePointer<UInt8>.allocate(capacity: 2 * room)
        rows.update(repeating: 0, count: 2 * room)
        defer { rows.deallocate() }
        var (above, row) = (rows, rows + room)
        for y in 0..<made.bounds.height {
            if y < b.height { (row + 1).update(from: bytes + y * stride, count: b.width) } else { row.update(repeating: 0, count: room) }
            shift(made.bytes + y * made.stride, above + 1, row + 1, made.bounds.width, UInt32(right), UInt32(down))
            swap(&above, &row)
        }
        return made
    }

    /// Sets every byte in a device rectangle to one value.
    package func fill(_ value: UInt8, _ rect: IntRect? = nil) {
        let r = rect.map { $0.intersection(bounds) } ?? bounds
        guard !r.isEmpty else { return }
        for y in Int(r.y0)..<Int(r.y1) { memset(pointer(x: Int(r.x0), y: y), Int32(value), r.width) }
    }

    /// Multiplies by another mask, which counts as 0 outside its bounds.
    package func multiply(by other: MaskBuffer) {
        let r = bounds.intersection(other.bounds)
        let multiply = Kernels.current.pointee.multiply_mask
        defer { withExtendedLifetime((self, other)) {} }
        for y in Int(bounds.y0)..<Int(bounds.y1) where !bounds.isEmpty {
            let row = pointer(x: Int(bounds.x0), y: y)
            guard y >= Int(r.y0), y < Int(r.y1), !r.isEmpty else {
                memset(row, 0, bounds.width)
                continue
            }
            let left = Int(r.x0) - Int(bounds.x0)
            memset(row, 0, left)
            multiply(row + left, other.pointer(x: Int(r.x0), y: y), r.width)
            memset(row + left + r.width, 0, bounds.width - left - r.width)
        }
    }

    /// Multiplies by value / 255.
    package func scale(by value: UInt8) {
        guard value < 255 else { return }
        let scale = Kernels.current.pointee.scale_mask
        for y in 0..<bounds.height { scale(bytes + y * stride, bounds.width, UInt32(value)) }
    }

    /// Replaces every byte by 255 minus its value.
    package func invert(_ rect: IntRect? = nil) {
        let r = rect.map { $0.intersection(bounds) } ?? bounds
        guard !r.isEmpty else { return }
        for y in Int(r.y0)..<Int(r.y1) {
            let row = pointer(x: Int(r.x0), y: y)
            for x in 0..<r.width { row[x] = 255 &- row[x] }
        }
    }

    /// Combines the mask with another one inside it to the area that only one of them covers, without the area that both cover.
    package func exclude(_ other: MaskBuffer) {
        let r = other.bounds.intersection(bounds)
        guard !r.isEmpty else { return }
        defer { withExtendedLifetime((self, other)) {} }
        for y in Int(r.y0)..<Int(r.y1) {
            let row = pointer(x: Int(r.x0), y: y), from = other.pointer(x: Int(r.x0), y: y)
            for x in 0..<r.width {
                let a = UInt32(row[x]), b = UInt32(from[x])
                row[x] = UInt8(truncatingIfNeeded: PixelMath.div255(a &* (255 &- b) &+ b &* (255 &- a)))
            }
        }
    }
}

extension Surface {
    /// Multiplies every pixel of a device rectangle by a mask. Pixels outside the mask become transparent.
    package func multiply(by mask: MaskBuffer, rect: IntRect? = nil) {
        let all = rect.map { $0.intersection(bounds) } ?? bounds
        guard !all.isEmpty else { return }
        let r = all.intersection(mask.bounds)
        let multiply = Kernels.current.pointee.multiply_pixels
        for y in Int(all.y0)..<Int(all.y1) {
            let row = pointer(x: Int(all.x0), y: y)
            guard y >= Int(r.y0), y < Int(r.y1), !r.isEmpty else {
                memset(row, 0, all.width * 4)
                continue
            }
            let left = Int(r.x0) - Int(all.x0)
            memset(row, 0, left * 4)
            multiply(row + left, mask.pointer(x: Int(r.x0), y: y), r.width)
            memset(row + left + r.width, 0, (all.width - left - r.width) * 4)
        }
    }

    /// Multiplies every channel by value / 255.
    package func scale(by value: UInt8, rect: IntRect? = nil) {
        let r = rect.map { $0.intersection(bounds) } ?? bounds
        guard value < 255, !r.isEmpty else { return }
        let scale = Kernels.current.pointee.scale_pixels
        for y in Int(r.y0)..<Int(r.y1) { scale(pointer(x: Int(r.x0), y: y), r.width, UInt32(value)) }
    }
}
