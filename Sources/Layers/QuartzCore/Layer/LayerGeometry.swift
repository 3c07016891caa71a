import CoreGraphics
import Foundation
import ObjectiveCRuntime
import RenderTree

/// The geometry of one layer: frame, bounds, anchor point and transform (Behaviour 4.2).
enum LayerGeometry {
    /// Returns whether a half-open rectangle contains a point: the far edges are outside, as in Apple's.
    static func contains(_ b: CGRect, _ p: CGPoint) -> Bool {
        p.x >= b.minX && p.x < b.maxX && p.y >= b.minY && p.y < b.maxY
    }

    static func anchor(_ v: LayerValues) -> CGPoint {
        CGPoint(x: v.bounds.origin.x + v.anchorPoint.x * v.bounds.size.width, y: v.bounds.origin.y + v.anchorPoint.y * v.bounds.size.height)
    }

    /// Returns the matrix from the layer's own space to the superlayer's, before the superlayer's sublayerTransform: the flip, then the
    /// transform about the anchor point, then the position.
    static func toSuperlayer(_ v: LayerValues) -> CATransform3D {
        var m = v.transform
        let a = anchor(v), az = v.anchorPointZ
        m.m41 -= a.x * m.m11 + a.y * m.m21 + az * m.m31
        m.m42 -= a.x * m.m12 + a.y * m.m22 + az * m.m32
        m.m43 -= a.x * m.m13 + a.y * m.m23 + az * m.m33
        m.m44 -= a.x * m.m14 + a.y * m.m24 + az * m.m34
        move(&m, by: v.position.x, v.position.y, v.zPosition)
        if v.flags.contains(.geometryFlipped) {
            let doubledMid = 2 * v.bounds.origin.y + v.bounds.size.height
            m.m41 += doubledMid * m.m21; m.m42 += doubledMid * m.m22; m.m43 += doubledMid * m.m23; m.m44 += doubledMid * m.m24
            m.m21 = -m.m21; m.m22 = -m.m22; m.m23 = -m.m23; m.m24 = -m.m24
        }
        return m
    }

    /// Returns the sublayerTransform of a layer about its anchor point.
    static func sublayers(_ t: CATransform3D, of v: LayerValues) -> CATransform3D {
        var m = t
        let a = anchor(v), az = v.anchorPointZ
        m.m41 -= a.x * m.m11 + a.y * m.m21 + az * m.m31
        m.m42 -= a.x * m.m12 + a.y * m.m22 + az * m.m32
        m.m43 -= a.x * m.m13 + a.y * m.m23 + az * m.m33
        m.m44 -= a.x * m.m14 + a.y * m.m24 + az * m.m34
        move(&m, by: a.x, a.y, az)
        return m
    }

    /// Applies a translation after `m`.
    private static func move(_ m: inout CATransform3D, by x: CGFloat, _ y: CGFloat, _ z: CGFloat) {
        m.m11 += m.m14 * x; m.m12 += m.m14 * y; m.m13 += m.m14 * z
        m.m21 += m.m24 * x; m.m22 += m.m24 * y; m.m23 += m.m24 * z
        m.m31 += m.m34 * x; m.m32 += m.m34 * y; m.m33 += m.m34 * z
        m.m41 += m.m44 * x; m.m42 += m.m44 * y; m.m43 += m.m44 * z
    }

    static func transform(_ m: CGAffineTransform) -> CATransform3D {
        CATransform3D(
            m11: m.a, m12: m.b, m13: 0, m14: 0, m21: m.c, m22: m.d, m23: 0, m24: 0,
            m31: 0, m32: 0, m33: 1, m34: 0, m41: m.tx, m42: m.ty, m43: 0, m44: 1)
    }

    // MARK: Frame

    /// Returns the bounding box of the transformed bounds. A flip has no effect, since it maps the bounds onto themselves.
    static func frame(_ v: LayerValues) -> CGRect {
        let w = v.bounds.size.width, h = v.bounds.size.height
        let left = -v.anchorPoint.x * w, top = -v.anchorPoint.y * h
        let t = v.transform
        if t == CATransform3DIdentity {
            return CGRect(x: v.position.x + left, y: v.position.y + top, width: w, height: h)
        }
        var box = BoundingBox()
        for (x, y) in [(left, top), (left + w, top), (left, top + h), (left + w, top + h)] {
            let z = -v.anchorPointZ
            let q = x * t.m14 + y * t.m24 + z * t.m34 + t.m44
            let d = q == 0 ? 1 : 1 / q
            box.add(CGPoint(x: (x * t.m11 + y * t.m21 + z * t.m31 + t.m41) * d, y: (x * t.m12 + y * t.m22 + z * t.m32 + t.m42) * d))
        }
        return box.rect.offsetBy(dx: v.position.x, dy: v.position.y)
    }

    /// Returns the bounds' size and the position that result in a standardised frame, while origin, anchor point and transform keep their
    /// values (G4, G5).
    static func solve(_ f: CGRect, _ v: LayerValues) -> (size: CGSize, position: CGPoint) {
        let t = v.transform
        // The cosine of a right angle is not exactly 0.
        func scale(_ x: CGFloat) -> CGFloat { abs(x) < 1e-9 ? 0 : abs(x) }
        let a = scale(t.m11), b = scale(t.m12), c = scale(t.m21), d = scale(t.m22)
        let width = f.size.width, height = f.size.height
        let size: CGSize
        if b == 0, c == 0 {
            size = CGSize(width: a == 0 ? 0 : width / a, height: d == 0 ? 0 : height / d)
        } else if a == 0, d == 0 {
            size = CGSize(width: b == 0 ? 0 : height / b, height: c == 0 ? 0 : width / c)
        } else {
            let determinant = a * d - b * c
            if abs(determinant) < 1e-9 * (a + b) * (c + d) {
                // For a rotation by 45 degrees, every size with the same sum fits: the frame's own aspect ratio is as good as any.
                let across = a * width + c * height
                let k = across == 0 ? 0 : width / across
                size = CGSize(width: width * k, height: height * k)
            } else {
                size = CGSize(width: max(0, (width * d - height * c) / determinant), height: max(0, (height * a - width * b) / determinant))
            }
        }
        // The anchor of a mirrored axis is at the other end of the frame.
        let mirrored = b == 0 && c == 0
        let ax = mirrored && t.m11 < 0 ? 1 - v.anchorPoint.x : v.anchorPoint.x
        let ay = mirrored && t.m22 < 0 ? 1 - v.anchorPoint.y : v.anchorPoint.y
        return (size, CGPoint(x: f.origin.x + width * ax - t.m41, y: f.origin.y + height * ay - t.m42))
    }
}

struct BoundingBox {
    private var minX = CGFloat.infinity, minY = CGFloat.infinity, maxX = -CGFloat.infinity, maxY = -CGFloat.infinity
    mutating func add(_ p: CGPoint) {
        minX = min(minX, p.x); maxX = max(maxX, p.x)
        minY = min(minY, p.y); maxY = max(maxY, p.y)
    }
    var rect: CGRect { CGRect(x: minX, y: minY, width: maxX - minX, height: maxY - minY) }
}

extension CALayer {
    final func setBounds(_ new: CGRect) {
        guard new.isAllFinite else { return LayerReport.invalid(self, "bounds", new) }
        let new = new.standardized
        let oldSize = LayerLock.withLock { state.values.bounds.size }
        put(.bounds, state.values.bounds, new) { $0.values.bounds = new }
        boundsSizeChanged(from: oldSize)
    }

    /// Performs the effects of a new bounds size beyond the table's invalidation.
    final func boundsSizeChanged(from oldSize: CGSize) {
        if modelLayer != nil { return }
        LayerLock.lock()
        let isChanged = oldSize != state.values.bounds.size && !needs.contains(.isCopying)
        let displays = isChanged && state.values.flags.contains(.needsDisplayOnBoundsChange)
        let resizes = isChanged && children.contains(where: { $0.autoresizing != 0 })
        LayerLock.unlock()
        if displays { setNeedsDisplay() }
        if resizes { resizeSublayers(withOldSize: oldSize) }
    }

    /// Stores position and size together, so that no other thread can observe one without the other. For a class that overrides the
    /// setters, calls them one after the other instead.
    final func setFrame(_ new: CGRect) {
        if refusesChange(of: "frame") { return }
        guard new.isAllFinite else { return LayerReport.invalid(self, "frame", new) }
        LayerLock.lock()
        let old = state.values, isObserved = needs.contains(.isObserved)
        LayerLock.unlock()
        let solved = LayerGeometry.solve(new.standardized, old)
        if isObserved { KeyValueChanges.will(self, "frame") }
        defer { if isObserved { KeyValueChanges.did(self, "frame") } }
        let bounds = CGRect(origin: old.bounds.origin, size: solved.size)
        if classInfo.isStandard, old.position != solved.position, old.bounds != bounds,
            solved.position.isAllFinite, bounds.isAllFinite
        {
            put(solved.position, bounds.standardized)
        } else {
            position = solved.position
            self.bounds = bounds
        }
    }

    private func put(_ position: CGPoint, _ bounds: CGRect) {
        LayerLock.lock()
        let oldSize = state.values.bounds.size
        explicitProperties.rawValue |= PropertySet(.position).rawValue | PropertySet(.bounds).rawValue
        let moved = beginChange(.position, nil)
        LayerLock.lock()
        let resized = beginChange(.bounds, nil)
        LayerLock.lock()
        moved.thread.willChange(self, .position)
        moved.thread.willChange(self, .bounds)
        state.values.position = position
        state.values.bounds = bounds
        LayerLock.unlock()
        endChange(moved)
        endChange(resized)
        boundsSizeChanged(from: oldSize)
    }

    final var affinePart: CGAffineTransform {
        let t = transform
        guard CATransform3DIsAffine(t) else { return .identity }
        return CATransform3DGetAffineTransform(t)
    }

    final var countsAsFlipped: Bool {
        var flipped = false
        var layer: CALayer? = self
        while let here = layer {
            if here.isGeometryFlipped { flipped.toggle() }
            layer = here.treeParent
            // The host that shows the tree counts as one more container.
            if layer == nil, (here.modelLayer ?? here).shownContext?.isGeometryFlipped == true { flipped.toggle() }
        }
        return flipped
    }

    /// True if y grows downwards in the space that the layer draws in: as in the host that shows it, or as in a host's default if there is
    /// none.
    final var drawsDownwards: Bool {
        let top = rootLayer
        return (top.modelLayer ?? top).shownContext == nil ? !contentsAreFlipped() : contentsAreFlipped()
    }
}
