import QuartzCore

/// One finger, or the mouse with a button pressed, from when it comes down to when it goes up: the same object all the time.
@preconcurrency @MainActor open class UITouch: NSObject {
    /// Where a touch is in its life.
    public enum Phase: Int, Sendable {
        case began, moved, stationary, ended, cancelled
        case regionEntered, regionMoved, regionExited
    }

    /// What touches.
    public enum TouchType: Int, Sendable {
        case direct, indirect, pencil
        /// The mouse.
        case indirectPointer
    }

    /// When it last changed, in media time.
    open internal(set) var timestamp: TimeInterval = 0
    /// Where it is in its life.
    open internal(set) var phase = Phase.began
    /// How many times it tapped at about the same place in quick succession.
    open internal(set) var tapCount = 1
    /// What touches.
    open internal(set) var type = TouchType.direct
    /// How large the touching spot is, in points. Always 0: hosts do not report it.
    open internal(set) var majorRadius: CGFloat = 0
    /// How sure `majorRadius` is, in points. Always 0.
    open internal(set) var majorRadiusTolerance: CGFloat = 0
    /// The window that it came down in.
    open internal(set) weak var window: UIWindow?
    /// The view that it came down on; it stays this view's, wherever it goes.
    open internal(set) var view: UIView?
    /// Who looks for gestures in it.
    open internal(set) var gestureRecognizers: [UIGestureRecognizer]?
    /// How hard it presses; 1 is an ordinary touch, 0 for devices that don't measure.
    open internal(set) var force: CGFloat = 0
    /// The most that `force` can be.
    open internal(set) var maximumPossibleForce: CGFloat = 0
    /// Which mouse button is down: 0 is the primary.
    var button = 0
    /// In the window's space.
    final var place = CGPoint.zero, lastPlace = CGPoint.zero

    /// Where it is in a view's space; nil is the window's.
    open func location(in view: UIView?) -> CGPoint { point(place, in: view) }
    /// Where it was before the last change, in a view's space; nil is the window's.
    open func previousLocation(in view: UIView?) -> CGPoint { point(lastPlace, in: view) }
    /// The same as `location(in:)`: Linux gives no rougher one.
    open func preciseLocation(in view: UIView?) -> CGPoint { location(in: view) }
    /// The same as `previousLocation(in:)`.
    open func precisePreviousLocation(in view: UIView?) -> CGPoint { previousLocation(in: view) }

    private func point(_ p: CGPoint, in view: UIView?) -> CGPoint {
        guard let view, let window else { return p }
        return view.convert(p, from: window)
    }

    /// A touch of nothing: no view, no window, at the origin.
    @preconcurrency @MainActor public override init() { super.init() }
}
