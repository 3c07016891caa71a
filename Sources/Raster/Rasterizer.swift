import CKernels
import Foundation

/// Draws shapes with exact-area coverage. It owns the scratch memory of drawing, so that drawing itself allocates
/// nothing once warm: keep one for each thread and use it from that thread alone.
///
/// Every call takes device coordinates (y down, pixel (0, 0) spans 0...1) and writes only inside the clip.
package final class Rasterizer {
    var lines = LineStore()
    var store = GridStore()
    var cells = UnsafeMutablePointer<Int32>.allocate(capacity: 0)
    var cellCapacity = 0
    var coverage = UnsafeMutablePointer<UInt8>.allocate(capacity: 0)
    var sinkCoverage = UnsafeMutablePointer<UInt8>.allocate(capacity: 0)
    var sinkPixels = UnsafeMutablePointer<UInt32>.allocate(capacity: 0)
    var rowCapacity = 0
    var crossings = CrossingScanner()
    var corners = CornerCache()
    var stroker = Stroker()
    let kernels: UnsafePointer<agate_kernel_table>

    /// - Parameter kernels: the C loops to use; other than the processor's best only for tests and measurements.
    package init(kernels: UnsafePointer<agate_kernel_table> = Kernels.current) {
        self.kernels = kernels
        reserveRow(4096)
    }

    deinit {
        lines.deallocate()
        store.deallocate()
        cells.deallocate()
        coverage.deallocate()
        sinkCoverage.deallocate()
        sinkPixels.deallocate()
        crossings.deallocate()
        corners.deallocate()
        stroker.deallocate()
    }

    /// Cells of rows of a box's corners, at most: larger ones go the general way.
    static let bandCells = 1 << 20

    func reserveRow(_ width: Int) {
        guard width + 64 > rowCapacity else { return }
        rowCapacity = max(width + 64, rowCapacity * 2)
        coverage.deallocate()
        sinkCoverage.deallocate()
        sinkPixels.deallocate()
        coverage = .allocate(capacity: rowCapacity)
        sinkCoverage = .allocate(capacity: rowCapacity)
        sinkPixels = .allocate(capacity: rowCapacity)
    }

    func reserveCells(_ count: Int) {
        guard count > cellCapacity else { return }
        cells.deallocate()
        cellCapacity = count
        cells = .allocate(capacity: count)
        cells.initialize(repeating: 0, count: count)
    }

    /// - Parameter weight: what counts of all coverage, 255 for all of it.
    func sink(_ surface: Surface, _ clip: Clip, _ paint: Paint, _ mode: PixelBlendMode, width: Int, weight: UInt8 = 255) -> RowSink {
        reserveRow(width)
        return RowSink(
            surface, nil, clip: clip, paint: paint, mode: mode, weight: weight, kernels: kernels, coverage: sinkCoverage, row: sinkPixels)
    }

    func sink(_ mask: MaskBuffer, _ clip: Clip, width: Int, weight: UInt8 = 255) -> RowSink {
        reserveRow(width)
        return RowSink(
            nil, mask, clip: clip, paint: .solid(0), mode: .normal, weight: weight, kernels: kernels, coverage: sinkCoverage, row: sinkPixels)
    }
}

/// How overlapping windings count.
package enum FillRule: Sendable {
    case winding
    case evenOdd
    /// Coverages add up and are cut at 1 (the render server's strokes).
    case additive
}
