import CoreGraphics
import Raster
import RenderTree

extension PlanPainter {
    func filter(_ pass: PlannedPass) { picture = picture.map { filtered($0, pass) } }

    /// Returns a picture after a filter, transparent outside; limited to the needed part.
    private func filtered(_ picture: Surface, _ pass: PlannedPass) -> Surface {
        if picture.bounds.isEmpty { return picture }
        switch pass.filter {
        case .blur(let s): return picture.blurred(sigmaX: s.x, sigmaY: s.y, rect: pass.wanted)
        case .box(let x, let y): return picture.boxBlurred(x, y, rect: pass.wanted)
        case .blocks(let size, let corner): return picture.inBlocks(size, corner: corner, rect: pass.wanted)
        case .color(let matrix): picture.recolor(ColorTransfer(matrix))
        case .exposure(let stops): picture.recolor(ColorTransfer(stops: stops))
        }
        return picture
    }

    // MARK: Backdrops

    /// Filters the target's pixels inside the group's shape.
    func filterBackdrop(
        _ backdrop: PlannedBackdrop, _ passes: ArraySlice<PlannedPass>, _ op: UnsafePointer<DrawOp>, _ step: PlanStep, _ list: ListView
    ) {
        let r = step.rect, target = painter.target
        let behind = copyBehind(backdrop.source, backdrop.inside)
        let picture = passes.reduce(behind) { filtered($0, $1) }
        let shape = MaskBuffer(bounds: r)
        painter.coverage.cover(shape, op)
        if let mask { shape.multiply(by: mask) }
        if let outer = painter.clip.mask { shape.multiply(by: outer) }
        shape.scale(by: step.opacity)
        // The loops below use raw pointers; the memory returns to the pool when its owners are released.
        defer { withExtendedLifetime((behind, picture, shape)) {} }
        for y in Int(r.y0)..<Int(r.y1) {
            let to = target.pointer(x: Int(r.x0), y: y), from = picture.pointer(x: Int(r.x0), y: y), c = shape.pointer(x: Int(r.x0), y: y)
            for x in 0..<r.width where c[x] > 0 { to[x] = c[x] == 255 ? from[x] : PixelMath.mix(to[x], from[x], UInt32(c[x])) }
        }
    }

    /// Returns a copy of the target's pixels. Beyond the edges of the picture, the pixels of the edge are repeated; beyond `bounds`, the
    /// pixels inside in reverse order.
    private func copyBehind(_ r: IntRect, _ bounds: IntRect?) -> Surface {
        let copy = Surface(bounds: r)
        defer { withExtendedLifetime(copy) {} }
        let inside = r.intersection(frame).intersection(bounds ?? frame)
        guard !inside.isEmpty else { return copy }
        copy.copy(inside, from: painter.target)
        if inside == r { return copy }
        let mirrors = bounds != nil
        for y in Int(inside.y0)..<Int(inside.y1) {
            let row = copy.pointer(x: Int(r.x0), y: y)
            let first = Int(inside.x0 - r.x0), end = Int(inside.x1 - r.x0)
            for x in 0..<first { row[x] = row[Self.place(x, first, end, mirrors)] }
            for x in end..<copy.width { row[x] = row[Self.place(x, first, end, mirrors)] }
        }
        for y in Int(r.y0)..<Int(r.y1) where y < Int(inside.y0) || y >= Int(inside.y1) {
            let from = Self.place(y, Int(inside.y0), Int(inside.y1), mirrors)
            copy.pointer(x: Int(r.x0), y: y).update(from: copy.pointer(x: Int(r.x0), y: from), count: copy.width)
        }
        return copy
    }

    /// Returns the place inside of a range at which a place outside is found: the nearest, or mirrored at both ends.
    private static func place(_ at: Int, _ first: Int, _ end: Int, _ mirrors: Bool) -> Int {
        if !mirrors { return max(first, min(end - 1, at)) }
        let count = end - first
        var offset = (at - first) % (2 * count)
        if offset < 0 { offset += 2 * count }
        return first + min(offset, 2 * count - 1 - offset)
    }
}
