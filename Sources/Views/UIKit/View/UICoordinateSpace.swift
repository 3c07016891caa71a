import QuartzCore

/// A space that points and rectangles are in: of a view, of a screen.
@preconcurrency @MainActor public protocol UICoordinateSpace: NSObjectProtocol {
    /// A point of this space in another one.
    func convert(_ point: CGPoint, to coordinateSpace: any UICoordinateSpace) -> CGPoint
    /// A point of another space in this one.
    func convert(_ point: CGPoint, from coordinateSpace: any UICoordinateSpace) -> CGPoint
    /// The bounding box, in another space, of a rectangle of this one.
    func convert(_ rect: CGRect, to coordinateSpace: any UICoordinateSpace) -> CGRect
    /// The bounding box, in this space, of a rectangle of another one.
    func convert(_ rect: CGRect, from coordinateSpace: any UICoordinateSpace) -> CGRect
    /// The rectangle of the whole.
    var bounds: CGRect { get }
}

extension UIView: UICoordinateSpace {
    /// A point of the view's space in another one. A space that neither a view nor a screen gave is taken as the space that this view's
    /// topmost layer stands in.
    public func convert(_ point: CGPoint, to coordinateSpace: any UICoordinateSpace) -> CGPoint {
        layer.convert(point, to: Spaces.layer(coordinateSpace))
    }
    /// A point of another space in the view's. A space that neither a view nor a screen gave is taken as the space that this view's topmost
    /// layer stands in.
    public func convert(_ point: CGPoint, from coordinateSpace: any UICoordinateSpace) -> CGPoint {
        layer.convert(point, from: Spaces.layer(coordinateSpace))
    }
    /// The bounding box, in another space, of a rectangle of the view's. A space that neither a view nor a screen gave is taken as the
    /// space that this view's topmost layer stands in.
    public func convert(_ rect: CGRect, to coordinateSpace: any UICoordinateSpace) -> CGRect {
        layer.convert(rect, to: Spaces.layer(coordinateSpace))
    }
    /// The bounding box, in the view's space, of a rectangle of another one. A space that neither a view nor a screen gave is taken as the
    /// space that this view's topmost layer stands in.
    public func convert(_ rect: CGRect, from coordinateSpace: any UICoordinateSpace) -> CGRect {
        layer.convert(rect, from: Spaces.layer(coordinateSpace))
    }
}

@MainActor private enum Spaces {
    /// The layer whose space it is; nil of spaces that others made.
    static func layer(_ space: any UICoordinateSpace) -> CALayer? {
        (space as? UIView)?.layer ?? (space as? ScreenSpace)?.screen.host.layer
    }
}

/// The space of a screen.
@MainActor final class ScreenSpace: NSObject, UICoordinateSpace {
    let screen: UIScreen
    init(_ screen: UIScreen) {
        self.screen = screen
        super.init()
    }
    var bounds: CGRect { screen.bounds }
    func convert(_ point: CGPoint, to space: any UICoordinateSpace) -> CGPoint { screen.host.layer.convert(point, to: Spaces.layer(space)) }
    func convert(_ point: CGPoint, from space: any UICoordinateSpace) -> CGPoint {
        screen.host.layer.convert(point, from: Spaces.layer(space))
    }
    func convert(_ rect: CGRect, to space: any UICoordinateSpace) -> CGRect { screen.host.layer.convert(rect, to: Spaces.layer(space)) }
    func convert(_ rect: CGRect, from space: any UICoordinateSpace) -> CGRect { screen.host.layer.convert(rect, from: Spaces.layer(space)) }
}
