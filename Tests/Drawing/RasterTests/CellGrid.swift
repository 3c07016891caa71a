/// Signed areas of edges by pixel, 1.0 = 65536: the running sum along a row is the coverage (with winding) of each pixel.
/// Integers, so that the sum does not depend on the order of edges or on how many are added at a time; and the sum at a
/// pixel depends on the edges alone, not on where the grid begins, so that a part of a picture drawn again is the same.
/// Each row notes which blocks of eight cells were touched; what lies between is constant and is never visited.
struct CellGrid {
    let cells: UnsafeMutablePointer<Int32>
    /// One bit a block, `words` words a row.
    let touched: UnsafeMutablePointer<UInt64>
    /// Device position of cell (0, 0).
    let x0: Int
    let y0: Int
    let width: Int
    let height: Int
    let stride: Int
    let words: Int

    static let one: Double = 65536

    /// Cells a row takes: two behind the last pixel for what spills, whole blocks.
    static func stride(width: Int) -> Int { (width + 2 + 7) & ~7 }
    static func words(width: Int) -> Int { (stride(width: width) / 8 + 63) / 64 }

    /// To the nearest integer without a branch or a trap; |v| < 2^31.
    @inline(__always)
    private static func round(_ v: Double) -> Int32 {
        Int32(truncatingIfNeeded: (v + 6755399441055744.0).bitPattern)
    }

    @inline(__always)
    static func floor(_ v: Double) -> Int {
        let t = Int(v)
        return Double(t) > v ? t &- 1 : t
    }

    @inline(__always)
    private func touch(_ row: Int, _ x: Int) {
        let block = x &>> 3
        touched[row &* words &+ (block &>> 6)] |= 1 &<< UInt64(truncatingIfNeeded: block & 63)
    }

    /// Adds a directed device-space edge; the part left of the grid counts at its left side, the part right of it not.
    @inline(__always)
    func add(_ ax: Double, _ ay: Double, _ bx: Double, _ by: Double) {
        if ay < by { edge(ax, ay, bx, by, CellGrid.one) } else if by < ay { edge(bx, by, ax, ay, -CellGrid.one) }
    }

    /// An edge from its upper end to its lower one.
    func edge(_ ax: Double, _ ay: Double, _ bx: Double, _ by: Double, _ sign: Double) {
        var row = max(CellGrid.floor(ay), y0)
        let end = y0 &+ height
        guard ay < by, row < end else { return }
        var top = max(ay, Double(row))
        if ax == bx {
            while row < end, top < by {
                let bottom = min(Double(row &+ 1), by)
                piece(row &- y0, ax, ax, (bottom - top) * sign)
                top = bottom
                row &+= 1
            }
            return
        }
        // Cut to the ends: what division leaves of a nearly level edge must not run away.
        let slope = (bx - ax) / (by - ay), low = min(ax, bx), high = max(ax, bx)
        var xTop = top == ay ? ax : max(low, min(high, ax + (top - ay) * slope))
        while row < end, top < by {
            let bottom = min(Double(row &+ 1), by)
            let xBottom = bottom == by ? bx : max(low, min(high, ax + (bottom - ay) * slope))
            piece(row &- y0, xTop, xBottom, (bottom - top) * sign)
            xTop = xBottom
            top = bottom
            row &+= 1
        }
    }

    /// The part of an edge within one row of the grid: from xa to xb while covering `d` (signed, scaled) of its height.
    @inline(__always)
    func piece(_ row: Int, _ xa: Double, _ xb: Double, _ d: Double) {
        let left = min(xa, xb), right = max(xa, xb)
        let i = CellGrid.floor(left) &- x0, j = CellGrid.floor(right) &- x0
        if i >= width { return }
        let c = cells + row &* stride
        let whole = CellGrid.round(d)
        if j < 0 {
            c[0] = c[0] &+ whole
            touch(row, 0)
            return
        }
        if i == j {
            let here = CellGrid.round(d * (Double(i &+ x0 &+ 1) - (left + right) * 0.5))
            c[i] = c[i] &+ here
            c[i &+ 1] = c[i &+ 1] &+ (whole &- here)
            touch(row, i)
            touch(row, i &+ 1)
            return
        }
        // The sum at pixel k in closed form: height passed before the pixel counts whole, height passed in it by what
        // lies right of it. Each is rounded by itself, so that the sums are the same wherever the grid begins.
        let perPixel = d / (right - left)
        var before: Int32 = 0
        var k = max(i, 0)
        let last = min(j, width &- 1)
        var from = max(left, Double(k &+ x0))
        while k <= last {
            let side = Double(k &+ x0 &+ 1)
            let to = min(side, right)
            let sum = CellGrid.round(perPixel * ((from - left) + (to - from) * (side - (from + to) * 0.5)))
            c[k] = c[k] &+ (sum &- before)
            before = sum
            from = to
            touch(row, k)
            k &+= 1
        }
        c[k] = c[k] &+ (whole &- before)
        touch(row, k)
    }
}
