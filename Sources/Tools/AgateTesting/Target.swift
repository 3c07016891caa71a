import QuartzCore
import UIKit

/// What input aims at: a point of the stage, a layer, or a view.
public protocol Target {
    /// Where it is, in points from the stage's top left corner, as it shows now; nil where it is not on the stage.
    func place(on stage: Stage) -> CGPoint?
}

extension CGPoint: Target {
    /// The point itself.
    public func place(on stage: Stage) -> CGPoint? { self }
}

extension CALayer: Target {
    /// The middle of the layer, where it shows while it moves.
    public func place(on stage: Stage) -> CGPoint? {
        let shown = (presentation() ?? self).bounds
        return point(CGPoint(x: shown.midX, y: shown.midY), on: stage)
    }

    /// A point of the layer, in its own coordinates, on a stage; nil where the layer is not there.
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
    /// The middle of the view, where it shows while it moves. On the main actor.
    public nonisolated func place(on stage: Stage) -> CGPoint? {
        nonisolated(unsafe) let stage = stage
        return MainActor.assumeIsolated { layer.place(on: stage) }
    }
}

/// A point inside a layer or a view, in its own coordinates: `stage.tap(button.spot(3, 4))`.
public struct Spot: Target {
    private let find: (Stage) -> CGPoint?
    init(_ find: @escaping (Stage) -> CGPoint?) { self.find = find }
    /// Where the point is on the stage now, in points; nil where its layer is not on it.
    public func place(on stage: Stage) -> CGPoint? { find(stage) }
}

extension CALayer {
    /// A point of the layer as a target.
    public func spot(_ x: CGFloat, _ y: CGFloat) -> Spot { Spot { self.point(CGPoint(x: x, y: y), on: $0) } }
}

extension UIView {
    /// A point of the view as a target.
    public func spot(_ x: CGFloat, _ y: CGFloat) -> Spot { layer.spot(x, y) }
}
