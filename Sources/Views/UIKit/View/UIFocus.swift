import QuartzCore

/// A part of an interface that can have the focus of a remote control or a keyboard. There is no focus engine on Agate: nothing is ever
/// focused.
@preconcurrency @MainActor public protocol UIFocusEnvironment: NSObjectProtocol {
    /// The environments that would get the focus, in order.
    var preferredFocusEnvironments: [any UIFocusEnvironment] { get }
    /// Would make the focus move. Does nothing.
    func setNeedsFocusUpdate()
    /// Would move the focus at once. Does nothing.
    func updateFocusIfNeeded()
    /// Would be asked before the focus moves. Not called on Agate.
    func shouldUpdateFocus(in context: UIFocusUpdateContext) -> Bool
    /// Would be called after the focus moved. Not called on Agate.
    func didUpdateFocus(in context: UIFocusUpdateContext, with coordinator: UIFocusAnimationCoordinator)
}

/// An item that can have the focus.
@preconcurrency @MainActor public protocol UIFocusItem: UIFocusEnvironment {
    /// A Boolean value that indicates whether the item can have the focus.
    var canBecomeFocused: Bool { get }
    /// A Boolean value that indicates whether the item has the focus.
    var isFocused: Bool { get }
}

/// The directions in which the focus moves.
public struct UIFocusHeading: OptionSet, Hashable, Sendable {
    public let rawValue: UInt
    public init(rawValue: UInt) { self.rawValue = rawValue }
    /// Upwards.
    public static let up = UIFocusHeading(rawValue: 1)
    /// Downwards.
    public static let down = UIFocusHeading(rawValue: 2)
    /// To the left.
    public static let left = UIFocusHeading(rawValue: 4)
    /// To the right.
    public static let right = UIFocusHeading(rawValue: 8)
    /// To the next item.
    public static let next = UIFocusHeading(rawValue: 16)
    /// To the previous item.
    public static let previous = UIFocusHeading(rawValue: 32)
}

/// A move of the focus. There are none on Agate.
@preconcurrency @MainActor open class UIFocusUpdateContext: NSObject {
    /// The item that had the focus.
    open var previouslyFocusedItem: (any UIFocusItem)? { nil }
    /// The item that gets the focus.
    open var nextFocusedItem: (any UIFocusItem)? { nil }
    /// The view that had the focus.
    open var previouslyFocusedView: UIView? { nil }
    /// The view that gets the focus.
    open var nextFocusedView: UIView? { nil }
    /// The direction of the move.
    open var focusHeading: UIFocusHeading { [] }
}

/// A move of the focus in a table. There are none on Agate.
@preconcurrency @MainActor open class UITableViewFocusUpdateContext: UIFocusUpdateContext {
    /// The row that had the focus.
    open var previouslyFocusedIndexPath: IndexPath? { nil }
    /// The row that gets the focus.
    open var nextFocusedIndexPath: IndexPath? { nil }
}

/// A move of the focus in a collection. There are none on Agate.
@preconcurrency @MainActor open class UICollectionViewFocusUpdateContext: UIFocusUpdateContext {
    /// The item that had the focus.
    open var previouslyFocusedIndexPath: IndexPath? { nil }
    /// The item that gets the focus.
    open var nextFocusedIndexPath: IndexPath? { nil }
}

/// The animations of a move of the focus.
@preconcurrency @MainActor open class UIFocusAnimationCoordinator: NSObject {
    /// Runs the animations at once, and then calls the completion: no move of the focus runs on Agate.
    open func addCoordinatedAnimations(_ animations: (() -> Void)?, completion: (() -> Void)? = nil) {
        animations?()
        completion?()
    }
}

extension UIView: UIFocusItem {}
extension UIViewController: UIFocusEnvironment {}

extension RunLoop.Mode {
    /// The mode of a run loop while a touch is tracked. Agate tracks touches in the default mode.
    public static let tracking = RunLoop.Mode("UITrackingRunLoopMode")
}
