import CoreGraphics
import RenderTree

/// The visible part of a layer and its scale: the part of its bounds inside the picture and its ancestors' clips.
struct TileVisibility {
    /// The visible rectangle, in the layer's space; not empty.
    let visible: CGRect
    /// The maximum number of pixels per point in it.
    let pixelsPerPoint: Double

    /// Returns nil if no part is visible.
    /// - Parameters:
    ///   - top: the last ancestor to consider; nil is the root.
    ///   - old: the tree as last committed, whose layers a transition may show again at other positions. Hidden layers and those near the
    ///     window are then included.
    ///   - state: returns the state to use for a layer.
    init?(_ layer: CALayer, upTo top: CALayer? = nil, in viewport: Viewport, old: CommittedTree? = nil, _ state: (CALayer) -> LayerState) {
        var way: [(layer: CALayer, state: LayerState)] = []
        var here: CALayer? = layer
        while let each = here {
            let shown = state(each)
            if old == nil, shown.values.flags.contains(.hidden) || !(shown.values.opacity > 0) { return nil }
            way.append((each, shown))
            here = each === top ? nil : old.map { $0.parent(of: each) } ?? each.parentNow
        }
        var window = CGRect(x: 0, y: 0, width: Double(viewport.width), height: Double(viewport.height))
        if old != nil { window = window.insetBy(dx: -window.width, dy: -window.height) }
        var matrix = viewport.matrix
        var isRepeated = false
        for index in way.indices.reversed() {
            let (each, shown) = way[index]
            if index + 1 < way.count, !way[index + 1].layer.isMasked(by: each, asCommitted: old != nil) {
                let above = way[index + 1]
                let t = above.state.extra.sublayerTransform
                if t != CATransform3DIdentity { matrix = CATransform3DConcat(LayerGeometry.sublayers(t, of: above.state.values), matrix) }
            }
            matrix = CATransform3DConcat(LayerGeometry.toSuperlayer(shown.values), matrix)
            if !each.keepsDepth {
                matrix.m13 = 0; matrix.m23 = 0; matrix.m43 = 0
                matrix.m31 = 0; matrix.m32 = 0; matrix.m33 = 1; matrix.m34 = 0
            }
            if let reach = Self.reach(shown) {
                // Content outside the window is visible in it, through a blur or as a shadow.
                if matrix.m14 != 0 || matrix.m24 != 0 { isRepeated = true }
                let x = (matrix.m11 * matrix.m11 + matrix.m21 * matrix.m21).squareRoot(),
                    y = (matrix.m12 * matrix.m12 + matrix.m22 * matrix.m22).squareRoot()
                window = window.insetBy(dx: -reach * x - 3, dy: -reach * y - 3)
            }
            if index > 0 {
                if each.layerClass == .replicator { isRepeated = true }
                if shown.values.flags.contains(.masksToBounds), let box = Self.box(shown.values.bounds, PlaneMap(matrix)) {
                    window = window.intersection(box)
                    if window.isEmpty { return nil }
                }
            }
        }
        let map = PlaneMap(matrix)
        // Instances of a replicator show parts that are not visible in the original.
        guard let seen = Self.seen(way[0].state.values.bounds, map, window: isRepeated ? nil : window) else { return nil }
        visible = seen.box
        pixelsPerPoint = seen.scale
    }

    /// Returns the distance by which a layer's content extends beyond the layer, in points of the layer; nil if it does not.
    private static func reach(_ state: LayerState) -> CGFloat? {
        var reach: CGFloat = 0
        let v = state.values
        if v.shadowOpacity > 0 { reach += max(0, v.shadowRadius) * 3 + max(abs(v.shadowOffset.width), abs(v.shadowOffset.height)) }
        if v.flags.contains(.shouldRasterize) { reach += 2 / max(0.01, state.extra.rasterizationScale) }
        if state.objectsBox != nil, let filters = state.objects.filters {
            for filter in filters { reach += 3 * (filter.filter?.spec.draw?.spread ?? 0) }
        }
        return reach > 0 && reach.isFinite ? reach : nil
    }

    private static let nearest = 1e-6

    private static func corners(_ r: CGRect) -> [SIMD2<Double>] {
        let (x0, y0, x1, y1) = (Double(r.minX), Double(r.minY), Double(r.maxX), Double(r.maxY))
        return [SIMD2(x0, y0), SIMD2(x1, y0), SIMD2(x1, y1), SIMD2(x0, y1)]
    }

    /// Returns the bounding box of a mapped rectangle; nil if a part of it is behind the viewer.
    private static func box(_ r: CGRect, _ map: PlaneMap) -> CGRect? {
        var box = BoundingBox()
        for p in corners(r) {
            let h = p.x * map.a + p.y * map.b + map.c
            guard h.z > nearest else { return nil }
            box.add(CGPoint(x: h.x / h.z, y: h.y / h.z))
        }
        return box.rect
    }

    /// Returns the part of a rectangle inside the window: its corners clipped in homogeneous coordinates, where each edge of the window is
    /// a plane.
    private static func seen(_ r: CGRect, _ map: PlaneMap, window: CGRect?) -> (box: CGRect, scale: Double)? {
        var planes = [SIMD4(0.0, 0, 1, -nearest)]
        if let w = window {
            planes.append(SIMD4(1, 0, -Double(w.minX), 0))
            planes.append(SIMD4(-1, 0, Double(w.maxX), 0))
            planes.append(SIMD4(0, 1, -Double(w.minY), 0))
            planes.append(SIMD4(0, -1, Double(w.maxY), 0))
        }
        var corners = corners(r)
        for plane in planes {
            func distance(_ p: SIMD2<Double>) -> Double {
                let h = p.x * map.a + p.y * map.b + map.c
                return h.x * plane.x + h.y * plane.y + h.z * plane.z + plane.w
            }
            var cut: [SIMD2<Double>] = []
            for index in corners.indices {
                let p = corners[index], q = corners[(index + 1) % corners.count]
                let a = distance(p), b = distance(q)
                if a >= 0 { cut.append(p) }
                if (a >= 0) != (b >= 0) { cut.append(p + (q - p) * (a / (a - b))) }
            }
            corners = cut
            if corners.count < 3 { return nil }
        }
        var box = BoundingBox()
        var scale = 0.0
        for p in corners {
            box.add(CGPoint(x: p.x, y: p.y))
            let h = p.x * map.a + p.y * map.b + map.c
            let x: Double = h.x / h.z, y: Double = h.y / h.z
            let ux: Double = (map.a.x - x * map.a.z) / h.z, uy: Double = (map.a.y - y * map.a.z) / h.z
            let vx: Double = (map.b.x - x * map.b.z) / h.z, vy: Double = (map.b.y - y * map.b.z) / h.z
            scale = max(scale, (ux * ux + uy * uy).squareRoot(), (vx * vx + vy * vy).squareRoot())
        }
        let inside = box.rect.intersection(r)
        guard inside.width > 0, inside.height > 0, scale > 0, scale.isFinite else { return nil }
        return (inside, scale)
    }
}

/// The committed links of a context's layers, while the program's changes are being committed.
struct CommittedTree {
    private var parents: [ObjectIdentifier: CALayer] = [:]

    init(_ touched: [CALayer]) {
        LayerLock.lock()
        defer { LayerLock.unlock() }
        for layer in touched {
            guard let links = layer.live?.committedLinks else { continue }
            for child in links.children { parents[ObjectIdentifier(child)] = layer }
            if let mask = links.mask { parents[ObjectIdentifier(mask)] = layer }
        }
    }

    func parent(of layer: CALayer) -> CALayer? { parents[ObjectIdentifier(layer)] ?? layer.parentNow }
}

extension CALayer {
    fileprivate func isMasked(by layer: CALayer, asCommitted: Bool) -> Bool {
        LayerLock.withLock {
            if asCommitted, let links = live?.committedLinks { return links.mask === layer }
            return maskLayer === layer
        }
    }
}
