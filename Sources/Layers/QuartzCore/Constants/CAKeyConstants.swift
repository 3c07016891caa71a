import Foundation

// Keys of events and of transaction values.

/// The event of a layer that becomes visible, and the key of the action that is run for it.
public let kCAOnOrderIn = "onOrderIn"
/// The event of a layer that stops being visible, and the key of the action that is run for it.
public let kCAOnOrderOut = "onOrderOut"
/// The key under which a layer keeps its transition.
public let kCATransition = "transition"

/// Key of the duration, in seconds, of animations without their own: an `NSNumber`, 0.25 unless set.
public let kCATransactionAnimationDuration = "animationDuration"
/// Key of the Boolean that stops property changes from asking for actions.
public let kCATransactionDisableActions = "disableActions"
/// Key of the timing function of the animations of a transaction.
public let kCATransactionAnimationTimingFunction = "animationTimingFunction"
/// Key of the block that runs when the animations of a transaction have ended.
public let kCATransactionCompletionBlock = "completionBlock"
