// The bitmap of a layer with `shouldRasterize`
//
// The layer and its subtree are drawn into a bitmap that a compositor keeps, in a space in which nothing moves with the layer: the layer's
// own, scaled by its rasterizationScale. The bitmap looks the same wherever the layer is placed.
//
// What invalidates what
//     | change                                             | consequence                                                           |
//     |----------------------------------------------------|-----------------------------------------------------------------------|
//     | the layer's place, opacity, shadow                 | the group around the bitmap; not the ops in it                        |
//     | rasterizationScale, or the sign of the placement   | another space: all ops in it are made again (`RenderNode.rasterMatrix`) |
//     | anything in the layer                              | ops in the bitmap; the editor damages all of the bitmap               |
//     | bounds beyond 4,096 pixels                         | no bitmap: the layer is drawn directly                                |

import CoreGraphics

/// The space in which a rasterised layer is drawn.
struct BitmapSpace {
    /// The largest size of a bitmap. Layers that need a larger one are drawn directly.
    private static let largest = 4096.0

    /// From the layer's space to the bitmap's.
    let matrix: CATransform3D
    let projection: Projection
    /// The pixels that the bitmap may have: the layer's bounds plus a margin for shadows and sublayers that extend beyond them.
    let clip: DeviceRect
    /// The identity and the scale of the bitmap, for the group around its ops.
    let raster: GroupDraw.Raster

    init(_ n: UnsafeMutablePointer<RenderNode>, placedBy placement: Projection) {
        let scale = Self.scale(n)
        // Mirrored as the layer is, so that back faces are back faces in the bitmap too.
        let scaleY = placement.determinant < 0 ? -scale : scale
        matrix = CATransform3DMakeScale(scale, scaleY, 1)
        projection = Projection(m11: scale, m12: 0, m13: 0, m21: 0, m22: scaleY, m23: 0, m31: 0, m32: 0, m33: 1)
        let bounds = n.pointee.state.values.bounds
        let box = projection.deviceBounds(of: bounds, in: DeviceRect(-500_000_000, -500_000_000, 500_000_000, 500_000_000))
        let margin = Int32(Self.largest / 4)
        clip = DeviceRect(box.x0 - margin, box.y0 - margin, box.x1 + margin, box.y1 + margin)
        raster = GroupDraw.Raster(
            layer: n.pointee.id.rawValue, scaleX: scale, scaleY: scaleY, minification: n.pointee.state.values.minificationFilter,
            magnification: n.pointee.state.values.magnificationFilter)
    }

    /// Returns whether a layer's bitmap is small enough to be kept.
    static func fits(_ n: UnsafeMutablePointer<RenderNode>) -> Bool {
        let size = n.pointee.state.values.bounds.size, scale = scale(n)
        return size.width * scale <= largest && size.height * scale <= largest
    }

    private static func scale(_ n: UnsafeMutablePointer<RenderNode>) -> Double {
        let scale = n.pointee.state.extraBox == nil ? 1 : n.pointee.state.extra.rasterizationScale
        return scale > 0 && scale.isFinite ? Double(scale) : 1
    }
}
