import QuartzCore
import UIKit

/// The target of input: a point of the stage, a layer, or a view.
public protocol Target {
    /// Returns the position, in points from the stage's top left corner, as it is shown now; nil if the target is not on the stage.
    func place(on stage: Stage) -> CGPoint?
}

extension CGPoint: Target {
    /// Returns the point itself.
    public func place(on stage: Stage) -> CGPoint? { self }
}

extension CALayer: Target {
    /// Returns the centre of the layer, at its presentation position.
    public func place(on stage: Stage) -> CGPoint? {
        let shown = (presentation() ?? self).bounds
        return point(CGPoint(x: shown.midX, y: shown.midY), on: stage)
    }

    /// Converts a point in the layer's own coordinates to the stage's; nil if the layer is not on it.
    func point(_ point: CGPoint, on stage: Stage) -> CGPoint? {
        let root = stage.host.layer
        guard var top = Optional(self) else { return nil }
        while let parent = top.superlayer { top = parent }
        guard top === root else { return nil }
        let shown = presentation() ?? self
        var place = shown.convert(point, to: root.presentation() ?? root)
        if !stage.host.growsDownwards { place.y = stage.host.size.height - place.y }
        return place
    }
}

extension UIView: Target {
    /// Returns the centre of the view, at its presentation position. On the main actor.
    public nonisolated func place(on stage: Stage) -> CGPoint? {
        nonisolated(unsafe) let stage = stage
        return MainActor.assumeIsolated { layer.place(on: stage) }
    }
}

/// A point inside a layer or a view, in its own coordinates: `stage.tap(button.spot(3, 4))`.
public struct Spot: Target {
    private let find: (Stage) -> CGPoint?
    init(_ find: @escaping (Stage) -> CGPoint?) { self.find = find }
    /// Returns the position of the point on the stage, in points; nil if its layer is not on the stage.
    public func place(on stage: Stage) -> CGPoint? { find(stage) }
}

extension CALayer {
    /// Returns a point of the layer as a target.
    public func spot(_ x: CGFloat, _ y: CGFloat) -> Spot { Spot { self.point(CGPoint(x: x, y: y), on: $0) } }
}

extension UIView {
    /// Returns a point of the view as a target.
    public func spot(_ x: CGFloat, _ y: CGFloat) -> Spot { layer.spot(x, y) }
}
