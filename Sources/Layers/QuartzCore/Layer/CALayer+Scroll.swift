import CoreGraphics
import Foundation
import RenderTree

/// Scrolling from any descendant of a scroll layer (Behaviour 4.13).
extension CALayer {
    private var scrollAncestor: CAScrollLayer? {
        var layer = treeParent
        while let here = layer {
            if let found = here as? CAScrollLayer { return found }
            layer = here.treeParent
        }
        return nil
    }

    final func scrollAncestor(to p: CGPoint) {
        guard let layer = scrollAncestor else { return }
        layer.scroll(to: convert(p, to: layer))
    }

    final func scrollAncestor(toShow r: CGRect) {
        guard let layer = scrollAncestor else { return }
        layer.scroll(to: convert(r, to: layer))
    }

    final var visiblePart: CGRect {
        guard let layer = scrollAncestor else { return bounds }
        let part = bounds.intersection(convert(layer.bounds, from: layer))
        return part.isNull ? .zero : part
    }
}

/// A layer that shows a part of its sublayers, offset by its bounds' origin. `masksToBounds` is true by default.
open class CAScrollLayer: CALayer {
    package override class var kind: LayerClass { .scroll }

    /// The axes along which the layer scrolls. An unknown value disables scrolling.
    open var scrollMode: CAScrollLayerScrollMode {
        get { LayerLock.withLock { rare?.scrollMode ?? .both } }
        set { putRare("scrollMode", \.scrollMode, newValue) }
    }

    /// Moves the bounds' origin to a point in the layer's own space.
    open func scroll(to p: CGPoint) {
        let moves = directions
        var b = bounds
        if moves.x { b.origin.x = p.x }
        if moves.y { b.origin.y = p.y }
        bounds = b
    }

    /// Moves the bounds' origin by the smallest distance that makes a rectangle of the layer's own space visible.
    open func scroll(to r: CGRect) {
        let moves = directions
        var b = bounds
        if moves.x { b.origin.x = Self.origin(b.minX, b.width, showing: r.minX, r.maxX) }
        if moves.y { b.origin.y = Self.origin(b.minY, b.height, showing: r.minY, r.maxY) }
        bounds = b
    }

    private var directions: (x: Bool, y: Bool) {
        switch scrollMode {
        case .both: (true, true)
        case .horizontally: (true, false)
        case .vertically: (false, true)
        default: (false, false)
        }
    }

    private static func origin(_ low: CGFloat, _ length: CGFloat, showing from: CGFloat, _ to: CGFloat) -> CGFloat {
        if from < low || to - from > length { return from }
        return to > low + length ? to - length : low
    }

    open override class func defaultValue(forKey key: String) -> Any? {
        switch key {
        case "masksToBounds": NSNumber(value: true)
        case "scrollMode": CAScrollLayerScrollMode.both.rawValue
        default: super.defaultValue(forKey: key)
        }
    }
}
