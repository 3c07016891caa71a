import QuartzCore

/// A space that points and rectangles are in: of a view, of a screen.
@preconcurrency @MainActor public protocol UICoordinateSpace: NSObjectProtocol {
    func convert(_ point: CGPoint, to coordinateSpace: any UICoordinateSpace) -> CGPoint
    func convert(_ point: CGPoint, from coordinateSpace: any UICoordinateSpace) -> CGPoint
    func convert(_ rect: CGRect, to coordinateSpace: any UICoordinateSpace) -> CGRect
    func convert(_ rect: CGRect, from coordinateSpace: any UICoordinateSpace) -> CGRect
    /// The rectangle of the whole.
    var bounds: CGRect { get }
}

extension UIView: UICoordinateSpace {
    public func convert(_ point: CGPoint, to coordinateSpace: any UICoordinateSpace) -> CGPoint {
        layer.convert(point, to: Spaces.layer(coordinateSpace))
    }
    public func convert(_ point: CGPoint, from coordinateSpace: any UICoordinateSpace) -> CGPoint {
        layer.convert(point, from: Spaces.layer(coordinateSpace))
    }
    public func convert(_ rect: CGRect, to coordinateSpace: any UICoordinateSpace) -> CGRect {
        layer.convert(rect, to: Spaces.layer(coordinateSpace))
    }
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
