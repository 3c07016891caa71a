/// Why an animation is over.
package enum AnimationEndReason: Sendable {
    case completed
    /// Another one took its key, or its property.
    case replaced
    case removed
    /// Its layer is in no shown tree: it left, the tree's host is gone, or it never was in one.
    case notShown
}

/// Is called, once, when an animation is over: on the thread of the layer with the animation's delegate, or on any thread when the
/// animation is lost together with all that could have reported it.
package protocol AnimationObserver: AnyObject, Sendable {
    func animationEnded(_ reason: AnimationEndReason)
}
