import QuartzCore

/// The coordinate space of a view or a screen.
@preconcurrency @MainActor public protocol UICoordinateSpace: NSObjectProtocol {
    /// Converts a point of this space to another one.
    func convert(_ point: CGPoint, to coordinateSpace: any UICoordinateSpace) -> CGPoint
    /// Converts a point of another space to this one.
    func convert(_ point: CGPoint, from coordinateSpace: any UICoordinateSpace) -> CGPoint
    /// Converts a rectangle of this space to its bounding box in another one.
    func convert(_ rect: CGRect, to coordinateSpace: any UICoordinateSpace) -> CGRect
    /// Converts a rectangle of another space to its bounding box in this one.
    func convert(_ rect: CGRect, from coordinateSpace: any UICoordinateSpace) -> CGRect
    /// The bounds of the space.
    var bounds: CGRect { get }
}

extension UIView: UICoordinateSpace {
    /// Converts a point of the view's space to another one. A space that belongs neither to a view nor to a screen counts as the space that
    /// contains the view's topmost layer.
    public func convert(_ point: CGPoint, to coordinateSpace: any UICoordinateSpace) -> CGPoint {
        layer.convert(point, to: Spaces.layer(coordinateSpace))
    }
    /// Converts a point of another space to the view's. A space that belongs neither to a view nor to a screen counts as the space that
    /// contains the view's topmost layer.
    public func convert(_ point: CGPoint, from coordinateSpace: any UICoordinateSpace) -> CGPoint {
        layer.convert(point, from: Spaces.layer(coordinateSpace))
    }
    /// Converts a rectangle of the view's space to its bounding box in another one. A space that belongs neither to a view nor to a screen
    /// counts as the space that contains the view's topmost layer.
    public func convert(_ rect: CGRect, to coordinateSpace: any UICoordinateSpace) -> CGRect {
        layer.convert(rect, to: Spaces.layer(coordinateSpace))
    }
    /// Converts a rectangle of another space to its bounding box in the view's. A space that belongs neither to a view nor to a screen
    /// counts as the space that contains the view's topmost layer.
    public func convert(_ rect: CGRect, from coordinateSpace: any UICoordinateSpace) -> CGRect {
        layer.convert(rect, from: Spaces.layer(coordinateSpace))
    }
}

@MainActor private enum Spaces {
    /// Returns the layer of a space; nil for spaces of other types.
    static func layer(_ space: any UICoordinateSpace) -> CALayer? {
        (space as? UIView)?.layer ?? (space as? ScreenSpace)?.screen.host.layer
    }
}

/// The coordinate space of a screen.
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
