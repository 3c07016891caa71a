import CoreGraphics

/// The part of a transform that rotates and scales within the plane.
struct PlaneRows {
    var x1, x2: Double
    var y1, y2: Double

    @inline(__always)
    init(_ x1: Double, _ x2: Double, _ y1: Double, _ y2: Double) { self.x1 = x1; self.x2 = x2; self.y1 = y1; self.y2 = y2 }

    @inline(__always)
    init(_ t: borrowing CATransform3D) { self.init(t.m11, t.m12, t.m21, t.m22) }

    @inline(__always)
    init(at t: UnsafeMutablePointer<CATransform3D>) { self.init(t.pointee.m11, t.pointee.m12, t.pointee.m21, t.pointee.m22) }

    @inline(__always)
    func store(to t: UnsafeMutablePointer<CATransform3D>) {
        t.pointee.m11 = x1; t.pointee.m12 = x2
        t.pointee.m21 = y1; t.pointee.m22 = y2
    }

    /// Returns the lengths of both rows, with the signs of the branch. Without a branch, the second is negative if the transform mirrors.
    @inline(__always)
    func lengths(_ branch: TransformBranch = []) -> SIMD2<Double> {
        let x = Self.length(x1, x2), y = Self.length(y1, y2), branch = branch.fitting(x1 * y2 - x2 * y1)
        return SIMD2(branch.contains(.negativeX) ? -x : x, branch.contains(.negativeY) ? -y : y)
    }

    /// Returns whether both rows have a direction, which a scale of 0 would remove.
    @inline(__always)
    static func canStretch(_ lengths: SIMD2<Double>) -> Bool {
        lengths.x != 0 && lengths.y != 0 && abs(lengths.x) < .infinity && abs(lengths.y) < .infinity
    }

    @inline(__always)
    private static func length(_ x: Double, _ y: Double) -> Double {
        let square = x * x + y * y
        return square == 1 ? 1 : square.squareRoot()
    }

    @inline(__always)
    static func turned(_ lengths: SIMD2<Double>, _ angle: Double) -> PlaneRows {
        let (s, c) = SteadyMath.sincos(angle)
        return PlaneRows(lengths.x * c, lengths.x * s, -lengths.y * s, lengths.y * c)
    }

    @inline(__always)
    func stretched(_ lengths: SIMD2<Double>, _ scale: Double, _ path: SubPath) -> PlaneRows {
        var rows = self
        if path != .scaleY {
            let k = scale / lengths.x
            rows.x1 *= k; rows.x2 *= k
        }
        if path != .scaleX {
            let k = scale / lengths.y
            rows.y1 *= k; rows.y2 *= k
        }
        return rows
    }
}
