import CoreGraphics
import RenderTree

/// The mapping of content in cached bitmaps to the picture: the ops and layers in a bitmap are in its space, and the rasterised layer's
/// projection maps it to the picture.
struct BitmapSpaces {
    /// A projective map between planes: rows of nine numbers.
    struct Plane {
        var m: [Double]

        init(_ p: Projection) { m = [p.m11, p.m12, p.m13, p.m21, p.m22, p.m23, p.m31, p.m32, p.m33] }

        /// Returns this map followed by the other.
        func then(_ other: Plane) -> Plane {
            var result = self
            for row in 0..<3 {
                for column in 0..<3 { result.m[row * 3 + column] = (0..<3).reduce(0) { $0 + m[row * 3 + $1] * other.m[$1 * 3 + column] } }
            }
            return result
        }

        func place(_ x: Double, _ y: Double) -> (x: Double, y: Double) {
            let w = x * m[2] + y * m[5] + m[8]
            let scale = w > 1e-6 ? 1 / w : 1
            return ((x * m[0] + y * m[3] + m[6]) * scale, (x * m[1] + y * m[4] + m[7]) * scale)
        }
    }

    private struct Space {
        /// The ops in the bitmap, without the group itself.
        var ops: Range<Int>
        var layer: UInt64
        var plane: Plane
    }

    /// The spaces, outer ones first.
    private let spaces: [Space]
    /// For each layer that is, or is in, a rasterised one: the map of its sublayers.
    private var ofLayers: [UInt64: Plane] = [:]

    init(_ list: DrawList) {
        var spaces: [Space] = []
        for (index, op) in list.ops.enumerated() where op.isRasterized && op.payload >= 0 {
            guard case .group(let group) = list.payloads[Int(op.payload)], let raster = group.raster, raster.scaleX != 0, raster.scaleY != 0
            else { continue }
            let points = Projection(m11: 1 / raster.scaleX, m12: 0, m13: 0, m21: 0, m22: 1 / raster.scaleY, m23: 0, m31: 0, m32: 0, m33: 1)
            var plane = Plane(points).then(Plane(op.projection))
            if let outer = spaces.last(where: { $0.ops.contains(index) }) { plane = plane.then(outer.plane) }
            spaces.append(Space(ops: (index + 1)..<max(index + 1, Int(op.end)), layer: raster.layer, plane: plane))
        }
        self.spaces = spaces
    }

    var isEmpty: Bool { spaces.isEmpty }

    /// Returns the map of an op; nil for an op in the picture's own space.
    func plane(ofOp index: Int) -> Plane? { spaces.last { $0.ops.contains(index) }?.plane }

    /// Maps a layer's corners to the picture. Call it for superlayers first.
    mutating func place(_ layer: inout SceneLook.Layer) {
        guard !isEmpty else { return }
        // The rasterised layer's own corners are in the space of its bitmap too.
        guard let plane = spaces.last(where: { $0.layer == layer.id })?.plane ?? layer.parent.flatMap({ ofLayers[$0] }) else { return }
        ofLayers[layer.id] = plane
        for corner in stride(from: 0, to: layer.quad.count - 1, by: 2) {
            let place = plane.place(layer.quad[corner], layer.quad[corner + 1])
            layer.quad[corner] = place.x.isFinite ? (place.x * 100).rounded() / 100 : 0
            layer.quad[corner + 1] = place.y.isFinite ? (place.y * 100).rounded() / 100 : 0
        }
    }
}
