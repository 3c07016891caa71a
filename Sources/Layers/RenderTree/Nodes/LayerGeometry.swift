import CoreGraphics

// Row vectors: p' = p · M. A layer's edge is flip · T(-anchor) · transform · T(position); for its sublayers, T(-anchor) · sublayerTransform
// · T(anchor) comes before that. An ordinary layer flattens: row and column 3 of its matrix are the identity's, so that x, y and w of its
// subtree don't depend on z, and column 3 carries depth only up to the next flattening.

extension CATransform3D {
    /// Returns T(-x, -y, -z) · self · T(px, py, pz).
    @inline(__always)
    func about(_ x: CGFloat, _ y: CGFloat, _ z: CGFloat, to px: CGFloat, _ py: CGFloat, _ pz: CGFloat) -> CATransform3D {
        var m = self
        m.m41 -= x * m11 + y * m21 + z * m31
        m.m42 -= x * m12 + y * m22 + z * m32
        m.m43 -= x * m13 + y * m23 + z * m33
        m.m44 -= x * m14 + y * m24 + z * m34
        m.m11 += m.m14 * px; m.m12 += m.m14 * py; m.m13 += m.m14 * pz
        m.m21 += m.m24 * px; m.m22 += m.m24 * py; m.m23 += m.m24 * pz
        m.m31 += m.m34 * px; m.m32 += m.m34 * py; m.m33 += m.m34 * pz
        m.m41 += m.m44 * px; m.m42 += m.m44 * py; m.m43 += m.m44 * pz
        return m
    }

    /// The matrix restricted to the plane z = 0. The z of sublayers is kept separately, for ordering.
    @inline(__always)
    var flattened: CATransform3D {
        var m = self
        m.m13 = 0; m.m23 = 0; m.m43 = 0
        m.m31 = 0; m.m32 = 0; m.m34 = 0
        m.m33 = 1
        return m
    }
}

// Through pointers: a computed property of the node would copy the node.

/// Returns true if the layer preserves the depth of its sublayers.
@inline(__always)
func preservesDepth(_ n: UnsafeMutablePointer<RenderNode>) -> Bool {
    n.pointee.layerClass == .transform
        || (n.pointee.layerClass == .replicator && n.pointee.state.extraBox != nil && n.pointee.state.extra.preservesDepth)
        || (n.pointee.layerClass == .emitter && n.pointee.state.extraBox != nil && n.pointee.state.extra.emitter.preservesDepth)
}

/// Returns true if the sublayers are sorted by depth.
@inline(__always)
func sortsByDepth(_ n: UnsafeMutablePointer<RenderNode>) -> Bool { n.pointee.flags.contains(.sortsByDepth) || preservesDepth(n) }

/// Returns the transform from the layer's local space to its superlayer's, without the superlayer's sublayerTransform.
@inline(__always)
func layerEdge(_ n: UnsafeMutablePointer<RenderNode>) -> CATransform3D {
    let b = n.pointee.state.values.bounds
    let a = n.pointee.state.values.anchorPoint
    let p = n.pointee.state.values.position
    var m = n.pointee.state.values.transform.about(
        b.origin.x + a.x * b.size.width, b.origin.y + a.y * b.size.height, n.pointee.state.values.anchorPointZ,
        to: p.x, p.y, n.pointee.state.values.zPosition
    )
    if n.pointee.state.values.flags.contains(.geometryFlipped) {
        // First, y becomes 2 · midY - y.
        let twice = 2 * b.origin.y + b.size.height
        m.m41 += twice * m.m21; m.m42 += twice * m.m22; m.m43 += twice * m.m23; m.m44 += twice * m.m24
        m.m21 = -m.m21; m.m22 = -m.m22; m.m23 = -m.m23; m.m24 = -m.m24
    }
    return m
}

/// Returns the transform from the space of a placed layer's sublayers to pixels.
@inline(__always)
func sublayerSpace(_ n: UnsafeMutablePointer<RenderNode>) -> CATransform3D {
    guard n.pointee.flags.contains(.hasSublayerTransform) else { return n.pointee.matrix }
    let b = n.pointee.state.values.bounds
    let p = n.pointee.state.values.anchorPoint
    let a = CGPoint(x: b.origin.x + p.x * b.size.width, y: b.origin.y + p.y * b.size.height)
    return .product(n.pointee.state.extra.sublayerTransform.about(a.x, a.y, 0, to: a.x, a.y, 0), n.pointee.matrix)
}

extension LayerValues {
    /// True if the transform changes the depth or the w of the plane z = 0, or if `anchorPointZ` is not 0.
    @inline(__always)
    var isTilted: Bool {
        transform.m13 != 0 || transform.m14 != 0 || transform.m23 != 0 || transform.m24 != 0 || transform.m43 != 0 || transform.m44 != 1
            || anchorPointZ != 0
    }
}
