import CoreGraphics
import Foundation
import RenderTree

/// The projective map from one plane to another: rows and columns 1, 2 and 4 of a 4 by 4 matrix. Depth is dropped.
struct PlaneMap {
    var a: SIMD3<Double>, b: SIMD3<Double>, c: SIMD3<Double>

    init(_ m: CATransform3D) {
        a = SIMD3(m.m11, m.m12, m.m14)
        b = SIMD3(m.m21, m.m22, m.m24)
        c = SIMD3(m.m41, m.m42, m.m44)
    }

    func callAsFunction(_ p: CGPoint) -> CGPoint {
        let v = Double(p.x) * a + Double(p.y) * b + c
        return v.z == 0 ? .zero : CGPoint(x: v.x / v.z, y: v.y / v.z)
    }

    /// True if the plane maps to a line or a point, so that the map has no inverse.
    var isSingular: Bool {
        let volume = a.x * (b.y * c.z - b.z * c.y) - a.y * (b.x * c.z - b.z * c.x) + a.z * (b.x * c.y - b.y * c.x)
        return volume == 0 || !volume.isFinite
    }

    /// Returns the point at which the ray through a point meets the plane; zero if the plane is seen edge-on.
    func inverse(_ p: CGPoint) -> CGPoint {
        func cross(_ u: SIMD3<Double>, _ v: SIMD3<Double>) -> SIMD3<Double> {
            SIMD3(u.y * v.z - u.z * v.y, u.z * v.x - u.x * v.z, u.x * v.y - u.y * v.x)
        }
        // Cramer's rule for x a + y b + w c = (p, 1). The determinant cancels in the quotients.
        let v = SIMD3(Double(p.x), Double(p.y), 1)
        let x = (v * cross(b, c)).sum(), y = (v * cross(c, a)).sum(), w = (v * cross(a, b)).sum()
        return w == 0 ? .zero : CGPoint(x: x / w, y: y / w)
    }
}

/// Conversion between the spaces of layers (Behaviour 4.3).
enum LayerSpace {
    static func convert(_ p: CGPoint, from: CALayer?, to: CALayer?) -> CGPoint {
        if from === to { return p }
        let common = commonAncestor(from, to)
        let up = from.map { PlaneMap(matrix($0, upTo: common))(p) } ?? p
        return to.map { PlaneMap(matrix($0, upTo: common)).inverse(up) } ?? up
    }

    static func convert(_ r: CGRect, from: CALayer?, to: CALayer?) -> CGRect {
        if from === to || r.isNull || r.isInfinite { return r }
        let common = commonAncestor(from, to)
        let up = from.map { PlaneMap(matrix($0, upTo: common)) }
        let down = to.map { PlaneMap(matrix($0, upTo: common)) }
        var box = BoundingBox()
        for (x, y) in [(r.minX, r.minY), (r.maxX, r.minY), (r.minX, r.maxY), (r.maxX, r.maxY)] {
            var p = CGPoint(x: x, y: y)
            if let up { p = up(p) }
            if let down { p = down.inverse(p) }
            box.add(p)
        }
        return box.rect
    }

    /// Returns the common ancestor. Layers are compared by id, since every presentation copy of a layer has the same position in the tree.
    static func commonAncestor(_ a: CALayer?, _ b: CALayer?) -> CALayer? {
        guard var a, var b else { return nil }
        if b.treeParentID == a.id { return a }
        if a.treeParentID == b.id { return b }
        var depthA = depth(a), depthB = depth(b)
        while a.id != b.id {
            if depthA >= depthB {
                guard let above = a.treeParent else { return nil }
                a = above
                depthA -= 1
            } else {
                guard let above = b.treeParent else { return nil }
                b = above
                depthB -= 1
            }
        }
        return b
    }

    private static func depth(_ layer: CALayer) -> Int {
        // The model's tree has the same depth, and traversing it makes no copies.
        LayerLock.withLock {
            var depth = 0
            var here = (layer.modelLayer ?? layer).parent
            while let above = here { depth += 1; here = above.parent }
            return depth
        }
    }

    /// Returns the matrix from the layer's space to an ancestor's. Nil is the space that contains the root. Each ordinary layer in between
    /// flattens.
    static func matrix(_ layer: CALayer, upTo ancestor: CALayer?) -> CATransform3D {
        var m = CATransform3DIdentity
        var here = layer
        // Traversing presentation copies creates them, which runs code of the program.
        let isModel = layer.modelLayer == nil
        if isModel { LayerLock.lock() }
        defer { if isModel { LayerLock.unlock() } }
        while here.id != ancestor?.id {
            m = CATransform3DConcat(m, here.matrixToSuperlayer)
            guard let above = here.treeParent else { break }
            m = intoSpace(of: above, m)
            here = above
        }
        return m
    }

    /// Maps a sublayer's matrix into the superlayer's own space: applies its sublayerTransform, and flattens depth unless the layer keeps
    /// it.
    static func intoSpace(of layer: CALayer, _ m: CATransform3D) -> CATransform3D {
        LayerLock.lock()
        defer { LayerLock.unlock() }
        var m = m
        let sublayerTransform = layer.state.extra.sublayerTransform
        if sublayerTransform != CATransform3DIdentity {
            m = CATransform3DConcat(m, LayerGeometry.sublayers(sublayerTransform, of: layer.state.values))
        }
        if !layer.keepsDepth {
            m.m13 = 0; m.m23 = 0; m.m43 = 0
            m.m31 = 0; m.m32 = 0; m.m33 = 1; m.m34 = 0
        }
        return m
    }
}

/// Conversion between the times of layers (Behaviour 5.5).
enum LayerTime {
    static func convert(_ t: CFTimeInterval, from: CALayer?, to: CALayer?) -> CFTimeInterval {
        if from === to { return t }
        let common = LayerSpace.commonAncestor(from, to)?.id
        var t = t
        var layer = from
        while let here = layer, here.id != common {
            t = LayerLock.withLock { here.state.extra.timing }.convertedTime(toParent: t)
            layer = here.treeParent
        }
        var down: [CALayer] = []
        layer = to
        while let here = layer, here.id != common {
            down.append(here)
            layer = here.treeParent
        }
        for here in down.reversed() { t = LayerLock.withLock { here.state.extra.timing }.convertedTime(fromParent: t) }
        return t
    }
}

extension CALayer {
    /// True if sublayers keep their depth in this layer's space.
    final var keepsDepth: Bool {
        layerClass == .transform || (layerClass == .replicator && LayerLock.withLock { state.extra.preservesDepth })
    }

    final var matrixToSuperlayer: CATransform3D { LayerLock.withLock { LayerGeometry.toSuperlayer(state.values) } }

    /// The superlayer. A presentation copy's superlayer is a presentation copy, created on demand.
    package final var treeParent: CALayer? {
        guard let modelLayer else { return parentNow }
        return modelLayer.parentNow.map { $0.presentation() ?? $0 }
    }

    fileprivate final var treeParentID: LayerID? { LayerLock.withLock { (modelLayer ?? self).parent?.id } }

    package final var treeChildren: [CALayer] {
        guard let modelLayer else { return LayerLock.withLock { children } }
        return LayerLock.withLock { modelLayer.children }.compactMap { $0.presentation() }
    }

    package final var treeMask: CALayer? {
        guard let modelLayer else { return LayerLock.withLock { maskLayer } }
        return LayerLock.withLock { modelLayer.maskLayer }?.presentation()
    }
}
