// The rasteriser: exact coverage from signed areas, and a second look where outlines cross
//
// A shape arrives as directed edges in device space (`LineStore`): from a path (`Flattener`), a stroke (`Stroker`), a polygon or a
// corner. It leaves as rows of 8-bit coverage, spans of equal coverage distinguished from spans that vary, which `RowSink` composites
// through the clip.
//
//     flatten    path -> edges                      Flattener, curves to chords within a fixed tolerance
//     quantise   edges -> 4096ths of a pixel        GridStore, from the corner of a 65,536-pixel page
//     split      edges -> pieces, one a pixel row   GridStore.split
//     add        pieces -> signed areas in cells    kernels_cover.h
//     cover      prefix sum of a row -> coverage    kernels_cells.h; pixels with crossings: kernels_resolve.h
//
// Signed areas
//     Each piece adds to the cell that it passes through the area between itself and the cell's right side, with the sign of its
//     vertical direction, and to the next cell what makes the running sum of the row equal to its height from there on. The sum over a
//     row is then, at each pixel, the integral of the winding number over the pixel. font-rs, stb_truetype and vello's fine stage do
//     the same. For an outline that does not overlap itself, this is the coverage, exactly: no samples, no sorting, no active edge
//     list, and every piece is independent of the others, so eight are computed at once.
//
//     Cells are a dense grid of the shape's box. `touched` has a byte for each eight cells; blocks that nothing touched are never read,
//     they are a span of whatever the running sum is. So a large convex shape costs its outline, and its inside costs the fill of
//     pixels alone.
//
// Where the sum is wrong, and what is done about it
//     The integral of the winding is the coverage only where the winding takes 0 and one other value of magnitude 1 within the pixel,
//     or never is 0. Where two outlines pass through one pixel (a self-intersection, two overlapping subpaths, the thin end of a
//     stroke) the sum of areas folds wrongly: two half-covering triangles that overlap give the same sum whether they overlap or
//     complete each other. So it is counted how often outlines enter each pixel (`passes`). Pixels entered once keep the sum. Pixels
//     entered twice or more are resolved again from the pieces within them:
//
//     1. Sixteen horizontal lines are laid through the pixel. On each, the pieces' crossings are sorted and the filled lengths summed
//        by the winding rule (`by_lines`). A sorting network over sixteen lanes does all lines at once, for up to 24 pieces
//        (`agate_most_local`).
//     2. If the lines see no more than two neighbouring windings, and no two pieces cross each other between the lines, the sum of
//        areas is already right, and it is taken, because it is exact where the lines are only close.
//     3. Pieces that are nearly level (more than eight times as wide as high) are what sixteen lines resolve badly. There the pixel is
//        cut into trapezoids at every end and crossing of a piece (`trapezoids` in kernels_trapezoids.h); within one the filled width
//        changes evenly, so its middle gives its exact area. For up to six pieces (`agate_most_exact`).
//     4. More pieces than are looked at locally: the sum stays. Only inputs made for that purpose get there; a limit is better than a
//        pixel that costs a millisecond.
//
//     The error is 0 where outlines enter a pixel once, and at most 4/255 where they cross.
//
// What it costs
//     An edge costs its pieces: one for each row that it passes. A pixel that is entered once costs its share of a prefix sum over
//     eight cells. Pixels with crossings cost far more: ten thousand segments across each other cost a hundred times what ten thousand
//     side by side cost. To find a pixel's pieces they are sorted by row once a shape has asked five times, or has more than 4,096;
//     before that, all pieces are looked through. For two, three and four pieces the code is specialised and has no branch on the
//     result, so that the latencies of neighbouring pixels overlap.
//
// Rules that hold everywhere
//     - A pixel depends on the shape alone, never on the clip. Edges are quantised before they are cut; whether a shape is convex is
//       asked of the path, not of the visible part. A damaged rectangle that is drawn again therefore gives the bytes of a whole frame.
//     - A figure that moves by whole pixels keeps its bytes. Pages of 65,536 pixels make coordinates far from the origin as fine as
//       near ones.
//     - C kernels have plain Swift twins; both give the same bytes, on every processor. Sums are integers, and what is computed in
//       floating point is made of differences only, rounded once for each pixel, with fused multiply-add off.
//     - No allocation once warm: all scratch memory belongs to the rasteriser, one for each thread.
//
// Without antialiasing (`CrossingScanner`) a pixel is in where its centre is, with an active edge list by row: the rule is about one
// line a row, and areas have nothing to say about it. Rounded rectangles take a shorter way (`Rasterizer+RoundedRect`): the cells of
// their corners are cached by radius and position within the pixel, and the sides are spans.
//
// What was tried, with figures
//     - Trapezoids for all rows in which edges cross, the first version: exact everywhere, and up to ten times slower on paths that
//       overlap themselves, since one crossing cut a whole row. Now one pixel pays, and only where sixteen lines are not enough.
//     - Sixteen lines alone, without trapezoids: nearly level edges came out in seventeen levels.
//     - Lists of pieces by row, with a pass each to count, cut, add and mark. The dense grid needs one pass and no order.
//     - Putting pieces in order for every shape: most shapes have a handful of pixels with crossings, and looking through all pieces a
//       few times is cheaper.
//     - Branching early on the result where two to four pieces meet: the branch can't be predicted, and the next pixel waits for it.
//
//     Other ways, not built: cells sorted by x, as FreeType and AGG have them (fewer cells to clear, but an order to keep in the inner
//     loop); multisampling as on GPUs (16 samples have 17 levels, which show when nearly level edges move slowly); uniting outlines
//     before they are filled (superlinear in the crossings, and paid by paths that never needed it).

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
            nil, mask, clip: clip, paint: .solid(0), mode: .normal, weight: weight, kernels: kernels, coverage: sinkCoverage,
            row: sinkPixels)
    }
}

/// How overlapping windings count.
package enum FillRule: Sendable {
    case winding
    case evenOdd
    /// Coverages add up and are cut at 1 (the render server's strokes).
    case additive
}
