import CoreGraphics
import Foundation
import RenderTree

/// Hit testing (Behaviour 4.4): by zPosition, then the later sublayer first.
extension CALayer {
    /// - Parameter p: in the space of the nearest ancestor that is no transform layer.
    final func hit(_ p: CGPoint) -> CALayer? {
        guard !isHidden else { return nil }
        if layerClass == .transform { return hitSublayers(p) }
        var m = LayerGeometry.toSuperlayer(state.values)
        var above = treeParent
        while let layer = above {
            m = LayerSpace.intoSpace(of: layer, m)
            guard layer.layerClass == .transform else { break }
            m = CATransform3DConcat(m, LayerGeometry.toSuperlayer(layer.state.values))
            above = layer.treeParent
        }
        // What is squeezed to a line has no points.
        let map = PlaneMap(m)
        guard !map.isSingular else { return nil }
        let own = map.inverse(p)
        if masksToBounds, !contains(own) { return nil }
        if let mask = treeMask {
            let map = PlaneMap(LayerGeometry.toSuperlayer(mask.state.values))
            guard !map.isSingular, mask.contains(map.inverse(own)) else { return nil }
        }
        return hitSublayers(own) ?? (contains(own) ? self : nil)
    }

    /// One pass over all sublayers finds the few whose box the point may meet; only these are sorted and asked.
    private func hitSublayers(_ p: CGPoint) -> CALayer? {
        let layers = treeChildren
        let isPlane = layerClass != .transform && (state.extraBox == nil || state.extra.sublayerTransform == CATransform3DIdentity)
        var near: [CALayer] = []
        for layer in layers where !isPlane || layer.mayBeHit(at: p) { near.append(layer) }
        if let z = near.first?.state.values.zPosition, near.contains(where: { $0.state.values.zPosition != z }) {
            near = near.enumerated().sorted {
                let a = $0.element.state.values.zPosition, b = $1.element.state.values.zPosition
                return a == b ? $0.offset < $1.offset : a < b
            }.map(\.element)
        }
        for layer in near.reversed() {
            // A transform layer is never a hit itself, and answers nil when it is asked; its sublayers count as this layer's.
            if let found = layer.layerClass == .transform ? layer.hit(p) : layer.hitTest(p) { return found }
        }
        return nil
    }

    /// False where the layer, which stands upright in its superlayer's plane, would certainly answer nil: the point lies well outside. Classes of
    /// a program answer for themselves.
    @inline(__always)
    private func mayBeHit(at p: CGPoint) -> Bool {
        guard classInfo.isStandard, layerClass != .transform, (modelLayer ?? self).children.isEmpty || state.values.flags.contains(.masksToBounds) else { return true }
        let size = state.values.bounds.size, anchor = state.values.anchorPoint, position = state.values.position
        let x = p.x - (position.x - anchor.x * size.width), y = p.y - (position.y - anchor.y * size.height)
        // More than any rounding of the exact test.
        let slack = 1e-6 * (1 + abs(p.x) + abs(p.y) + abs(position.x) + abs(position.y) + size.width + size.height)
        let isOutside = x < -slack || y < -slack || x > size.width + slack || y > size.height + slack
        return !isOutside || state.values.transform != CATransform3DIdentity
    }
}
