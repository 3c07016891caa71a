import QuartzCore

/// A touch by a finger, or by the mouse with a pressed button. It is the same object from its beginning to its end.
@preconcurrency @MainActor open class UITouch: NSObject {
    /// The phase of a touch.
    public enum Phase: Int, Sendable {
        case began, moved, stationary, ended, cancelled
        case regionEntered, regionMoved, regionExited
    }

    /// The source of a touch.
    public enum TouchType: Int, Sendable {
        case direct, indirect, pencil
        /// The mouse.
        case indirectPointer
    }

    /// The time of the last change, in media time.
    open internal(set) var timestamp: TimeInterval = 0
    /// The phase of the touch.
    open internal(set) var phase = Phase.began
    /// The number of taps in quick succession at about the same location.
    open internal(set) var tapCount = 1
    /// The source of the touch.
    open internal(set) var type = TouchType.direct
    /// The radius of the touch, in points. Always 0: hosts don't report it.
    open internal(set) var majorRadius: CGFloat = 0
    /// The tolerance of `majorRadius`, in points. Always 0.
    open internal(set) var majorRadiusTolerance: CGFloat = 0
    /// The window in which the touch began.
    open internal(set) weak var window: UIWindow?
    /// The view on which the touch began. It doesn't change when the touch moves.
    open internal(set) var view: UIView?
    /// The gesture recognizers that receive the touch.
    open internal(set) var gestureRecognizers: [UIGestureRecognizer]?
    /// The force of the touch: 1 for an ordinary touch, 0 for devices that don't measure it.
    open internal(set) var force: CGFloat = 0
    /// The maximum value of `force`.
    open internal(set) var maximumPossibleForce: CGFloat = 0
    /// The pressed mouse button: 0 is the primary.
    var button = 0
    /// The current and the previous location, in the window's space.
    final var place = CGPoint.zero, lastPlace = CGPoint.zero

    /// Returns the location in a view's space; nil is the window's.
    open func location(in view: UIView?) -> CGPoint { point(place, in: view) }
    /// Returns the location before the last change in a view's space; nil is the window's.
    open func previousLocation(in view: UIView?) -> CGPoint { point(lastPlace, in: view) }
    /// The same as `location(in:)`: Linux has no less precise location.
    open func preciseLocation(in view: UIView?) -> CGPoint { location(in: view) }
    /// The same as `previousLocation(in:)`.
    open func precisePreviousLocation(in view: UIView?) -> CGPoint { previousLocation(in: view) }

    private func point(_ p: CGPoint, in view: UIView?) -> CGPoint {
        guard let view, let window else { return p }
        return view.convert(p, from: window)
    }

    /// Creates a touch without view and window, at the origin.
    @preconcurrency @MainActor public override init() { super.init() }
}
