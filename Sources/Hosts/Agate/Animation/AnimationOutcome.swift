/// How an animation ended.
public enum AnimationOutcome: Sendable, Hashable {
    /// It ran to its end, or there was nothing to run: the duration was zero, or the value was there already.
    case finished
    /// Another animation took the property over.
    case interrupted
    /// It was removed or cancelled.
    case removed
    /// Its layer is in no shown tree: it left the tree, the host went away, or it never was shown. The layer has the new value all the
    /// same.
    case layerNotShown
    /// The value was refused (a number that is not finite, a value of another kind); a diagnostic says why, and nothing was changed.
    case refused
}
