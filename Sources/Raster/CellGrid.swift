/// Signed areas of edges by pixel, 1.0 = 65536: the running sum along a row is the coverage (with winding) of each pixel.
/// Integers, so that the sum does not depend on the order of edges or on how many are added at a time. Each row notes
/// which blocks of eight cells were touched; what lies between has constant coverage and is never visited.
struct CellGrid {
    let cells: UnsafeMutablePointer<Int32>
    /// One bit a block, `words` words a row.
    let touched: UnsafeMutablePointer<UInt64>
    /// Device position of cell (0, 0).
    let originX: Double
    let originY: Double
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
    private func touch(_ row: Int, _ x: Int) {
        let block = x &>> 3
        touched[row &* words &+ (block &>> 6)] |= 1 << UInt64(block & 63)
    }

    /// Adds a directed device-space edge; the part left of the grid counts at its left side, the part right of it not.
    func add(_ ax: Double, _ ay: Double, _ bx: Double, _ by: Double) {
        if ay < by {
            clipY(ax - originX, ay - originY, bx - originX, by - originY, CellGrid.one)
        } else if by < ay {
            clipY(bx - originX, by - originY, ax - originX, ay - originY, -CellGrid.one)
        }
    }

    private func clipY(_ ax: Double, _ ay: Double, _ bx: Double, _ by: Double, _ sign: Double) {
        let h = Double(height)
        if by <= 0 || ay >= h { return }
        var (x0, y0, x1, y1) = (ax, ay, bx, by)
        if y0 < 0 || y1 > h {
            // Cut to the ends: what division leaves of a nearly level edge must not run away.
            let slope = (bx - ax) / (by - ay), low = min(ax, bx), high = max(ax, bx)
            if y0 < 0 { x0 = max(low, min(high, ax - ay * slope)); y0 = 0 }
            if y1 > h { x1 = max(low, min(high, ax + (h - ay) * slope)); y1 = h }
        }
        clipX(x0, y0, x1, y1, sign)
    }

    private func clipX(_ x0: Double, _ y0: Double, _ x1: Double, _ y1: Double, _ sign: Double) {
        let w = Double(width)
        if x0 >= 0, x1 >= 0, x0 <= w, x1 <= w { edge(x0, y0, x1, y1, sign); return }
        if x0 >= w, x1 >= w { return }
        if x0 <= 0, x1 <= 0 { edge(0, y0, 0, y1, sign); return }
        // Cut where the edge meets the sides; each piece lies on one side.
        let dydx = (y1 - y0) / (x1 - x0)
        let yLeft = max(y0, min(y1, y0 - x0 * dydx)), yRight = max(y0, min(y1, y0 + (w - x0) * dydx))
        if x0 < x1 {
            var (sx, sy, ex, ey) = (x0, y0, x1, y1)
            if x0 < 0 { edge(0, y0, 0, yLeft, sign); sx = 0; sy = yLeft }
            if x1 > w { ex = w; ey = max(sy, yRight) }
            edge(sx, sy, ex, ey, sign)
        } else {
            var (sx, sy, ex, ey) = (x0, y0, x1, y1)
            if x0 > w { sx = w; sy = yRight }
            if x1 < 0 { edge(0, max(sy, yLeft), 0, y1, sign); ex = 0; ey = max(sy, yLeft) }
            edge(sx, sy, ex, ey, sign)
        }
    }

    /// An edge inside the grid (in its own coordinates), y0 <= y1, row by row.
    func edge(_ x0: Double, _ y0: Double, _ x1: Double, _ y1: Double, _ sign: Double) {
        guard y0 < y1 else { return }
        let first = Int(y0)
        if x0 == x1 {
            let i = Int(x0)
            let outside = 1 - (x0 - Double(i))
            var row = first
            var top = y0
            while row < height, top < y1 {
                let bottom = min(Double(row &+ 1), y1)
                let d = (bottom - top) * sign
                put(row, i, CellGrid.round(d), CellGrid.round(d * outside))
                top = bottom
                row &+= 1
            }
            return
        }
        let slope = (x1 - x0) / (y1 - y0)
        let low = min(x0, x1), high = max(x0, x1)
        var row = first
        var top = y0, xTop = x0
        while row < height, top < y1 {
            let bottom = min(Double(row &+ 1), y1)
            let xBottom = bottom == y1 ? x1 : max(low, min(high, x0 + (bottom - y0) * slope))
            piece(row, xTop, xBottom, (bottom - top) * sign)
            xTop = xBottom
            top = bottom
            row &+= 1
        }
    }

    @inline(__always)
    private func put(_ row: Int, _ i: Int, _ whole: Int32, _ here: Int32) {
        let c = cells + (row &* stride &+ i)
        c[0] = c[0] &+ here
        c[1] = c[1] &+ (whole &- here)
        touch(row, i)
        touch(row, i &+ 1)
    }

    /// The part of an edge within one row: from xa to xb while covering `d` (signed, scaled) of the row's height.
    @inline(__always)
    private func piece(_ row: Int, _ xa: Double, _ xb: Double, _ d: Double) {
        let left = min(xa, xb), right = max(xa, xb)
        let i = Int(left), j = Int(right)
        if i == j {
            let outside = 1 - ((left + right) * 0.5 - Double(i))
            put(row, i, CellGrid.round(d), CellGrid.round(d * outside))
            return
        }
        // Coverage of pixel k by the time the edge has left it, kept as a running total so that the parts add up to d.
        let c = cells + row &* stride
        let perPixel = d / (right - left)
        var x = left
        var before: Int32 = 0
        var done = 0.0
        var k = i
        while k <= j {
            let end = min(Double(k &+ 1), right)
            let run = end - x
            // Height passed within this pixel counts by what lies right of it; all height passed before counts whole.
            let mean = Double(k &+ 1) - (x + end) * 0.5
            let sum = CellGrid.round(done + run * perPixel * mean)
            c[k] = c[k] &+ (sum &- before)
            before = sum
            done += run * perPixel
            x = end
            touch(row, k)
            k &+= 1
        }
        c[k] = c[k] &+ (CellGrid.round(d) &- before)
        touch(row, k)
    }
}
