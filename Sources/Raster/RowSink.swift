import CKernels
import Foundation

/// The end of the road of coverage: composites rows of it onto a surface or into a mask, through the clip.
struct RowSink {
    enum Target {
        case surface(Surface, Paint, PixelBlendMode)
        case mask(MaskBuffer)
    }

    let target: Target
    let clipMask: MaskBuffer?
    let kernels: UnsafePointer<agate_kernel_table>
    /// Room for one row.
    let scratchCoverage: UnsafeMutablePointer<UInt8>
    let scratchPixels: UnsafeMutablePointer<UInt32>

    /// Coverage of `n` pixels from (x, y), which may be overwritten.
    func span(_ y: Int, _ x: Int, _ n: Int, _ coverage: UnsafeMutablePointer<UInt8>) {
        let k = kernels
        if let clipMask { k.pointee.multiply_mask(coverage, clipMask.pointer(x: x, y: y), n) }
        switch target {
        case .mask(let mask): k.pointee.over_mask(mask.pointer(x: x, y: y), coverage, n)
        case .surface(let surface, let paint, let mode):
            let dst = surface.pointer(x: x, y: y)
            if case .solid(let color) = paint, mode == .normal {
                k.pointee.over_solid_coverage(dst, n, color, coverage)
                return
            }
            let opacity = RowSink.opacity(paint)
            if opacity < 255 { k.pointee.scale_mask(coverage, n, opacity) }
            if mode == .normal {
                k.pointee.over_pixels_coverage(dst, row(paint, x, y, n), n, coverage)
            } else {
                blend(mode, dst, row(paint, x, y, n), n, coverage)
            }
        }
    }

    /// The same coverage for `n` pixels.
    func run(_ y: Int, _ x: Int, _ n: Int, _ coverage: UInt8) {
        if coverage == 0 || n <= 0 { return }
        if clipMask == nil, case .surface(let surface, let paint, .normal) = target {
            let dst = surface.pointer(x: x, y: y)
            if case .solid(let color) = paint {
                kernels.pointee.over_solid(dst, n, color, UInt32(coverage))
            } else {
                let c = PixelMath.div255(UInt32(coverage) &* RowSink.opacity(paint))
                kernels.pointee.over_pixels(dst, row(paint, x, y, n), n, c)
            }
            return
        }
        memset(scratchCoverage, Int32(coverage), n)
        span(y, x, n, scratchCoverage)
    }

    @inline(__always)
    private static func opacity(_ paint: Paint) -> UInt32 {
        switch paint {
        case .solid: return 255
        case .image(let i): return UInt32(i.opacity)
        case .gradient(let g): return UInt32(g.opacity)
        }
    }

    @inline(__always)
    private func row(_ paint: Paint, _ x: Int, _ y: Int, _ n: Int) -> UnsafePointer<UInt32> {
        if case .image(let i) = paint, let direct = i.directRow(x: x, y: y, count: n) { return direct }
        paint.fill(scratchPixels, x: x, y: y, count: n)
        return UnsafePointer(scratchPixels)
    }

    private func blend(
        _ mode: PixelBlendMode, _ dst: UnsafeMutablePointer<UInt32>, _ src: UnsafePointer<UInt32>, _ n: Int,
        _ coverage: UnsafePointer<UInt8>
    ) {
        for i in 0..<n where coverage[i] != 0 {
            let out = mode.blend(source: src[i], dest: dst[i])
            dst[i] = coverage[i] == 255 ? out : PixelMath.mix(dst[i], out, UInt32(coverage[i]))
        }
    }
}
