import Foundation

// Keys of events and of transaction values.

/// The event of a layer that becomes visible, and the key of its action.
public let kCAOnOrderIn = "onOrderIn"
/// The event of a layer that stops being visible, and the key of its action.
public let kCAOnOrderOut = "onOrderOut"
/// The key of a layer's transition.
public let kCATransition = "transition"

/// The key of the duration, in seconds, of animations without their own: an `NSNumber`, 0.25 by default.
public let kCATransactionAnimationDuration = "animationDuration"
/// The key of the Boolean that keeps property changes from searching for actions.
public let kCATransactionDisableActions = "disableActions"
/// The key of the timing function of a transaction's animations.
public let kCATransactionAnimationTimingFunction = "animationTimingFunction"
/// The key of the block that runs when a transaction's animations have ended.
public let kCATransactionCompletionBlock = "completionBlock"
