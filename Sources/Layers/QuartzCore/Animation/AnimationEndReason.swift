/// The reason for which an animation has ended.
package enum AnimationEndReason: Sendable {
    case completed
    /// Another animation took its key, or its property.
    case replaced
    case removed
    /// The layer is in no shown tree: it was removed from one, the tree's host was released, or it never was in one.
    case notShown
}

/// Called once when an animation ends: with the animation's delegate, on the thread of the layer; or on any thread if the animation is
/// lost together with everything that could have reported it.
package protocol AnimationObserver: AnyObject, Sendable {
    func animationEnded(_ reason: AnimationEndReason)
}
