/// The way in which an animation ended.
public enum AnimationOutcome: Sendable, Hashable {
    /// The animation ran to its end, or there was nothing to run: the duration was zero, or the property already had the value.
    case finished
    /// Another animation took over the property.
    case interrupted
    /// The animation was removed or cancelled.
    case removed
    /// The layer is not in a shown tree: it left the tree, its host was released, or it was never shown. The layer has the new value
    /// nevertheless.
    case layerNotShown
    /// The value was refused (a number that is not finite, or a value of another kind). A diagnostic gives the reason, and nothing was
    /// changed.
    case refused
}
