// The rasterizer: exact coverage from signed areas, and a second pass for pixels in which outlines cross
//
// A shape is given as directed edges in device space (`LineStore`), from a path (`Flattener`), a stroke (`Stroker`), a polygon or a
// corner. The result is rows of 8-bit coverage, divided into spans of constant and of varying coverage, which `RowSink` composites
// through the clip.
//
//     flatten    path -> edges                      Flattener, curves to chords within a fixed tolerance
//     quantise   edges -> 4096ths of a pixel        GridStore, from the corner of a 65,536-pixel page
//     split      edges -> pieces, one a pixel row   GridStore.split
//     add        pieces -> signed areas in cells    kernels_cover.h
//     cover      prefix sum of a row -> coverage    kernels_cells.h; pixels with crossings: kernels_resolve.h
//
// Signed areas
//     Each piece adds two values. The cell that it passes through receives the area between the piece and the cell's right side, with the
//     sign of its vertical direction. The next cell receives the value that makes the running sum of the row equal to the piece's height
//     from there on. At each pixel, the sum over the row is then the integral of the winding number over the pixel. font-rs, stb_truetype
//     and vello's fine stage use the same method. For an outline that does not overlap itself, the sum is exactly the coverage. There are
//     no samples, no sorting and no active edge list. Every piece is independent of the others, so eight are computed at once.
//
//     Cells are a dense grid of the shape's box. `touched` has a byte for every eight cells. Untouched blocks are never read: they are a
//     span with the value of the running sum. Therefore a large convex shape costs its outline, and its inside costs only the filling of
//     pixels.
//
// Pixels in which the sum is wrong
//     The integral of the winding is the coverage only if, within the pixel, the winding is 0 and one other value of magnitude 1, or is
//     never 0. If two outlines pass through one pixel (a self-intersection, two overlapping subpaths, the thin end of a stroke), the sum
//     of areas is ambiguous: two half-covering triangles give the same sum whether they overlap or complete each other. Therefore the
//     entries of outlines into each pixel are counted (`passes`). Pixels entered once keep the sum. Pixels entered twice or more are
//     resolved again from the pieces within them:
//
//     1. Sixteen horizontal lines are placed across the pixel. On each of them, the pieces' crossings are sorted and the filled lengths
//        are summed by the winding rule (`by_lines`). A sorting network over sixteen lanes processes all lines at once, for up to 24
//        pieces (`agate_most_local`).
//     2. If the lines find no more than two adjacent windings, and no two pieces cross each other between the lines, the sum of areas is
//        already correct. It is used, because it is exact and the lines are only approximate.
//     3. Sixteen lines resolve nearly horizontal pieces (more than eight times as wide as high) poorly. Such a pixel is cut into
//        trapezoids at every end and crossing of a piece (`trapezoids` in kernels_trapezoids.h). Within a trapezoid the filled width
//        changes linearly, so its middle gives its exact area. For up to six pieces (`agate_most_exact`).
//     4. If there are more pieces than the local methods support, the sum is used. Only inputs made for that purpose have so many. A
//        limit is better than a pixel that costs a millisecond.
//
//     The error is 0 where outlines enter a pixel once, and at most 4/255 where they cross.
//
// Cost
//     The cost of an edge is that of its pieces, one for each row that it passes. The cost of a pixel that is entered once is its part of
//     a prefix sum over eight cells. Pixels with crossings cost far more: ten thousand segments across each other cost a hundred times as
//     much as ten thousand side by side. To find a pixel's pieces, the pieces are sorted by row once a shape has requested them five
//     times, or has more than 4,096 pieces. Before that, all pieces are searched. For two, three and four pieces the code is specialised
//     and has no branch on the result, so that the latencies of adjacent pixels overlap.
//
// Invariants
//     - A pixel depends on the shape alone, never on the clip. Edges are quantised before they are cut, and convexity is determined for
//       the path, not for its visible part. Redrawing a damaged rectangle therefore gives the bytes of a whole frame.
//     - A figure that moves by whole pixels keeps its bytes. Pages of 65,536 pixels make coordinates far from the origin as fine as near
//       ones.
//     - C kernels have plain Swift twins. Both give the same bytes, on every processor. Sums are integers. Floating-point values are
//       computed from differences only, rounded once for each pixel, with fused multiply-add off.
//     - There is no allocation after warm-up: all scratch memory belongs to the rasterizer, one for each thread.
//
// Without antialiasing (`CrossingScanner`) a pixel is inside if its centre is, with an active edge list by row: the rule concerns one
// line a row, for which areas are of no use. Rounded rectangles use a shorter path (`Rasterizer+RoundedRect`): the cells of their corners
// are cached by radius and position within the pixel, and the sides are spans.
//
// Rejected approaches, with measurements
//     - Trapezoids for all rows in which edges cross, the first version: exact everywhere, but up to ten times slower on paths that
//       overlap themselves, since one crossing cut a whole row. Now only one pixel has this cost, and only if sixteen lines are not
//       sufficient.
//     - Sixteen lines alone, without trapezoids: nearly horizontal edges had seventeen levels.
//     - Lists of pieces by row, with separate passes to count, cut, add and mark. The dense grid needs one pass and no order.
//     - Sorting the pieces of every shape: most shapes have a handful of pixels with crossings, and searching all pieces a few times is
//       cheaper.
//     - An early branch on the result for two to four pieces: the branch can't be predicted, and the next pixel waits for it.
//
//     Alternatives, not built: cells sorted by x, as in FreeType and AGG (fewer cells to clear, but an order to maintain in the inner
//     loop); multisampling as on GPUs (16 samples have 17 levels, which are visible when nearly horizontal edges move slowly); uniting
//     outlines before they are filled (superlinear in the crossings, a cost also for paths that don't need it).

import CKernels
import Foundation

/// Draws shapes with exact-area coverage. It owns the scratch memory of drawing, so that drawing itself makes no allocation after
/// warm-up. Use one rasterizer for each thread, and only from that thread.
///
/// All methods take device coordinates (y down, pixel (0, 0) spans 0...1) and write only inside the clip.
package final class Rasterizer {
    // Dynamic checks of exclusive access would cost more than the pixels of a small shape.
    @exclusivity(unchecked) var lines = LineStore()
    @exclusivity(unchecked) var store = GridStore()
    @exclusivity(unchecked) var cells = UnsafeMutablePointer<Int32>.allocate(capacity: 0)
    @exclusivity(unchecked) var cellCapacity = 0
    @exclusivity(unchecked) var coverage = UnsafeMutablePointer<UInt8>.allocate(capacity: 0)
    @exclusivity(unchecked) var sinkCoverage = UnsafeMutablePointer<UInt8>.allocate(capacity: 0)
    @exclusivity(unchecked) var sinkPixels = UnsafeMutablePointer<UInt32>.allocate(capacity: 0)
    @exclusivity(unchecked) var rowCapacity = 0
    @exclusivity(unchecked) var crossings = CrossingScanner()
    @exclusivity(unchecked) var corners = CornerCache()
    @exclusivity(unchecked) var stroker = Stroker()
    let kernels: UnsafePointer<agate_kernel_table>

    /// - Parameter kernels: the C loops to use. Others than the processor's best are only for tests and measurements.
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

    /// True if the scratch memory has grown beyond a few megabytes.
    var isLarge: Bool {
        cellCapacity > 1 << 18 || rowCapacity > 1 << 18 || lines.capacity > 1 << 16 || store.isLarge
    }

    /// The maximum number of cells of rows with a box's corners. Larger boxes use the general path.
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

    /// - Parameter weight: the fraction of all coverage that counts, 255 for all of it.
    func sink(_ surface: Surface, _ clip: Clip, _ paint: Paint, _ mode: PixelBlendMode, width: Int, weight: UInt8 = 255) -> RowSink {
        reserveRow(width)
        return RowSink(
            surface, nil, clip: clip, paint: paint, mode: mode, weight: weight, kernels: kernels, coverage: sinkCoverage, row: sinkPixels)
    }

    func sink(_ mask: MaskBuffer, _ clip: Clip, width: Int, weight: UInt8 = 255) -> RowSink {
        reserveRow(width)
        return RowSink(
            nil, mask, clip: clip, paint: .solid(0), mode: .normal, weight: weight, kernels: kernels, coverage: sinkCoverage,
            row: sinkPixels)
    }
}

/// The effect of overlapping windings.
package enum FillRule: Sendable {
    case winding
    case evenOdd
    /// Coverages are added and clamped to 1 (as the render server's strokes).
    case additive
}
