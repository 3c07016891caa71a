import CKernels
import Foundation

/// The last stage of coverage. It composites rows of coverage onto a surface or into a mask, through the clip. It holds plain pointers,
/// so that rows need no reference counting. The arguments of the drawing call retain the memory.
struct RowSink {
    private let kernels: UnsafePointer<agate_kernel_table>
    /// The target: pixels of a surface, or bytes of a mask.
    private let pixels: UnsafeMutablePointer<UInt32>?
    private let bytes: UnsafeMutablePointer<UInt8>?
    private let stride: Int
    private let originX: Int
    private let originY: Int
    private let clip: UnsafeMutablePointer<UInt8>?
    private let clipStride: Int
    private let clipX: Int
    private let clipY: Int
    /// The area in which the clip is 255 everywhere.
    private let innerX: Int
    private let innerEndX: Int
    private let innerY: Int
    private let innerEndY: Int
    private let isSolid: Bool
    private let color: UInt32
    private let opacity: UInt32
    /// The fraction of all coverage that counts.
    private let weight: UInt32
    private let mode: PixelBlendMode
    private let paint: RowPaint
    /// Memory for one row.
    private let scratchCoverage: UnsafeMutablePointer<UInt8>
    private let scratchPixels: UnsafeMutablePointer<UInt32>

    init(
        _ surface: Surface?, _ mask: MaskBuffer?, clip: Clip, paint: Paint, mode: PixelBlendMode,
        weight: UInt8, kernels: UnsafePointer<agate_kernel_table>, coverage: UnsafeMutablePointer<UInt8>, row: UnsafeMutablePointer<UInt32>
    ) {
        self.kernels = kernels
        pixels = surface?.pixels
        bytes = mask?.bytes
        stride = surface?.stride ?? mask?.stride ?? 0
        originX = surface?.originX ?? Int(mask?.bounds.x0 ?? 0)
        originY = surface?.originY ?? Int(mask?.bounds.y0 ?? 0)
        self.clip = clip.mask?.bytes
        clipStride = clip.mask?.stride ?? 0
        clipX = Int(clip.mask?.bounds.x0 ?? 0)
        clipY = Int(clip.mask?.bounds.y0 ?? 0)
        (innerX, innerEndX) = (Int(clip.inner.x0), Int(clip.inner.x1))
        (innerY, innerEndY) = (Int(clip.inner.y0), Int(clip.inner.y1))
        let plain = RowPaint(paint)
        switch plain {
        case .solid(let c): (isSolid, color, opacity) = (mode == .normal, c, 255)
        case .image(let i): (isSolid, color, opacity) = (false, 0, UInt32(i.opacity))
        case .gradient(let g): (isSolid, color, opacity) = (false, 0, UInt32(g.opacity))
        }
        self.weight = UInt32(weight)
        self.mode = mode
        self.paint = plain
        scratchCoverage = coverage
        scratchPixels = row
    }

    /// Composites the rows of a grid at (x, y) in one call, if one colour is drawn directly onto a surface. Otherwise returns false.
    @inline(__always)
    func fillSolid(_ grid: UnsafeMutablePointer<agate_grid>, _ x: Int, _ y: Int) -> Bool {
        guard isSolid, weight == 255, let pixels else { return false }
        if clip != nil, !passes(x, y, Int(grid.pointee.width), Int(grid.pointee.rows)) { return false }
        kernels.pointee.fill_rows_solid(
            grid, Int(grid.pointee.rows), pixels + ((y &- originY) &* stride &+ (x &- originX)), stride, color)
        return true
    }

    /// Composites the coverage of `n` pixels starting at (x, y). The coverage may be overwritten.
    @inline(__always)
    func span(_ y: Int, _ x: Int, _ n: Int, _ coverage: UnsafeMutablePointer<UInt8>) {
        if weight < 255 { kernels.pointee.scale_mask(coverage, n, weight) }
        if let clip {
            let row = clip + ((y &- clipY) &* clipStride &+ (x &- clipX))
            let (a, b) = passing(y, x, n)
            if a > 0 { kernels.pointee.multiply_mask(coverage, row, a) }
            if b < n { kernels.pointee.multiply_mask(coverage + b, row + b, n &- b) }
        }
        let offset = (y &- originY) &* stride &+ (x &- originX)
        if let bytes {
            kernels.pointee.over_mask(bytes + offset, coverage, n)
        } else if let pixels {
            if isSolid {
                kernels.pointee.over_solid_coverage(pixels + offset, n, color, coverage)
            } else {
                painted(pixels + offset, y, x, n, coverage)
            }
        }
    }

    /// Composites the same coverage for `n` pixels.
    @inline(__always)
    func run(_ y: Int, _ x: Int, _ n: Int, _ coverage: UInt8) {
        if coverage == 0 || n <= 0 { return }
        if clip == nil {
            plain(y, x, n, coverage)
            return
        }
        let (a, b) = passing(y, x, n)
        if a > 0 { cut(y, x, a, coverage) }
        if b > a { plain(y, x &+ a, b &- a, coverage) }
        if n > b { cut(y, x &+ b, n &- b, coverage) }
    }

    /// Composites `n` pixels of which the first and the last are partially covered and the others fully, sampled in one call.
    @inline(__always)
    func edged(_ y: Int, _ x: Int, _ n: Int, _ left: UInt8, _ right: UInt8) {
        guard clip == nil, weight == 255, mode == .normal, !isSolid, n > 2, let pixels else {
            run(y, x, 1, left)
            run(y, x &+ 1, n &- 2, 255)
            run(y, x &+ n &- 1, 1, right)
            return
        }
        let dst = pixels + ((y &- originY) &* stride &+ (x &- originX)), src = row(x, y, n), over = kernels.pointee.over_pixels
        over(dst, src, 1, PixelMath.div255(UInt32(left) &* opacity))
        over(dst + 1, src + 1, n &- 2, opacity)
        over(dst + (n &- 1), src + (n &- 1), 1, PixelMath.div255(UInt32(right) &* opacity))
    }

    /// Returns the range, from `a` to `b`, of `n` pixels starting at (x, y) that the clip is known to pass unchanged.
    @inline(__always)
    private func passing(_ y: Int, _ x: Int, _ n: Int) -> (a: Int, b: Int) {
        guard y >= innerY, y < innerEndY else { return (n, n) }
        let a = min(max(innerX &- x, 0), n)
        return (a, max(a, min(innerEndX &- x, n)))
    }

    /// Returns whether the clip passes a whole rectangle unchanged.
    private func passes(_ x: Int, _ y: Int, _ width: Int, _ height: Int) -> Bool {
        x >= innerX && x &+ width <= innerEndX && y >= innerY && y &+ height <= innerEndY
    }

    /// Performs `run` through the clip's mask.
    @inline(__always)
    private func cut(_ y: Int, _ x: Int, _ n: Int, _ coverage: UInt8) {
        memset(scratchCoverage, Int32(coverage), n)
        span(y, x, n, scratchCoverage)
    }

    /// Performs `run` where the clip has no effect.
    @inline(__always)
    private func plain(_ y: Int, _ x: Int, _ n: Int, _ coverage: UInt8) {
        let offset = (y &- originY) &* stride &+ (x &- originX)
        if weight == 255, mode == .normal, let pixels {
            let dst = pixels + offset
            if isSolid {
                kernels.pointee.over_solid(dst, n, color, UInt32(coverage))
            } else {
                kernels.pointee.over_pixels(dst, row(x, y, n), n, PixelMath.div255(UInt32(coverage) &* opacity))
            }
        } else if weight == 255, coverage == 255, let bytes {
            memset(bytes + offset, 255, n)
        } else {
            cut(y, x, n, coverage)
        }
    }

    @inline(never)
    private func painted(
        _ dst: UnsafeMutablePointer<UInt32>, _ y: Int, _ x: Int, _ n: Int, _ coverage: UnsafeMutablePointer<UInt8>
    ) {
        if opacity < 255 { kernels.pointee.scale_mask(coverage, n, opacity) }
        let src = row(x, y, n)
        if mode == .normal {
            kernels.pointee.over_pixels_coverage(dst, src, n, coverage)
            return
        }
        mode.blend(dst, src, n, coverage, kernels)
    }

    @inline(never)
    private func row(_ x: Int, _ y: Int, _ n: Int) -> UnsafePointer<UInt32> {
        if case .image(let i) = paint, let direct = i.directRow(x: x, y: y, count: n) { return direct }
        paint.fill(scratchPixels, x: x, y: y, count: n)
        return UnsafePointer(scratchPixels)
    }
}
