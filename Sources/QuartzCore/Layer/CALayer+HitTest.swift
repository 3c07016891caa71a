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
        let own = PlaneMap(m).inverse(p)
        if masksToBounds, !contains(own) { return nil }
        if let mask = treeMask {
            let inMask = PlaneMap(LayerGeometry.toSuperlayer(mask.state.values)).inverse(own)
            guard mask.contains(inMask) else { return nil }
        }
        return hitSublayers(own) ?? (contains(own) ? self : nil)
    }

    private func hitSublayers(_ p: CGPoint) -> CALayer? {
        let layers = treeChildren
        var ordered = layers
        if let z = layers.first?.state.values.zPosition, layers.contains(where: { $0.state.values.zPosition != z }) {
            ordered = layers.enumerated().sorted {
                let a = $0.element.state.values.zPosition, b = $1.element.state.values.zPosition
                return a == b ? $0.offset < $1.offset : a < b
            }.map(\.element)
        }
        for layer in ordered.reversed() {
            // A transform layer is never a hit itself, and answers nil when it is asked; its sublayers count as this layer's.
            if let found = layer.layerClass == .transform ? layer.hit(p) : layer.hitTest(p) { return found }
        }
        return nil
    }
}
