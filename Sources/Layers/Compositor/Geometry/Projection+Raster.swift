import CoreGraphics
import Raster
import RenderTree

extension IntRect {
    @inline(__always)
    package init(_ r: DeviceRect) { self.init(r.x0, r.y0, r.x1, r.y1) }

    /// Returns true if the rectangles intersect; false if either is empty.
    @inline(__always)
    package func meets(_ r: DeviceRect) -> Bool { max(x0, r.x0) < min(x1, r.x1) && max(y0, r.y0) < min(y1, r.y1) }
}

extension Projection {
    /// The least w: nothing nearer to the eye's plane is drawn.
    static let cutW = 1e-6

    package var homography: Homography { Homography(m11, m21, m31, m12, m22, m32, m13, m23, m33) }

    /// The affine map, for a projection without a projective part.
    package var affine: Affine { Affine(m11, m12, m21, m22, m31, m32) }

    /// Returns the device point of a point of the plane, after the division by w.
    @inline(__always)
    package func apply(_ p: SIMD2<Double>) -> SIMD2<Double> {
        let q: SIMD2<Double> = [p.x * m11 + p.y * m21 + m31, p.x * m12 + p.y * m22 + m32]
        return kind == .projective ? q / w(p) : q
    }

    @inline(__always)
    package func w(_ p: SIMD2<Double>) -> Double { p.x * m13 + p.y * m23 + m33 }

    /// Returns the images of unit steps in x and y at a point, in pixels.
    package func linear(at p: SIMD2<Double>) -> (x: SIMD2<Double>, y: SIMD2<Double>) {
        guard kind == .projective else { return ([m11, m12], [m21, m22]) }
        let w = max(self.w(p), 1e-3)
        let q: SIMD2<Double> = [(p.x * m11 + p.y * m21 + m31) / w, (p.x * m12 + p.y * m22 + m32) / w]
        return ([(m11 - q.x * m13) / w, (m12 - q.y * m13) / w], [(m21 - q.x * m23) / w, (m22 - q.y * m23) / w])
    }

    /// Returns the standard deviations along the device axes of a round blur in the layer's plane.
    func blurSigma(_ radius: Double, at p: SIMD2<Double>) -> SIMD2<Double> {
        let l = linear(at: p)
        return SIMD2((l.x.x * l.x.x + l.y.x * l.y.x).squareRoot(), (l.x.y * l.x.y + l.y.y * l.y.y).squareRoot()) * max(0, radius)
    }

    func deviceOffset(_ offset: CGSize, at p: SIMD2<Double>) -> SIMD2<Double> {
        let l = linear(at: p)
        return l.x * Double(offset.width) + l.y * Double(offset.height)
    }
}

extension CGRect {
    package var middle: SIMD2<Double> { [origin.x + size.width / 2, origin.y + size.height / 2] }
}

extension CGPoint {
    var simd: SIMD2<Double> { [Double(x), Double(y)] }
}

extension Projection {
    /// Moves the projection so that a rectangle's origin is the device's origin. The result has the same bits for any original position.
    mutating func putOrigin(of rect: CGRect) {
        m31 = -(Double(rect.origin.x) * m11 + Double(rect.origin.y) * m21)
        m32 = -(Double(rect.origin.x) * m12 + Double(rect.origin.y) * m22)
    }

    /// Moves the projection by device pixels.
    mutating func move(by d: SIMD2<Double>) {
        m11 += d.x * m13; m12 += d.y * m13
        m21 += d.x * m23; m22 += d.y * m23
        m31 += d.x * m33; m32 += d.y * m33
    }
}
