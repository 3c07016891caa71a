import RenderTree

/// Properties that a player needs of its layers beyond those of Apple's, so that it plays without its program.
extension CALayer {
    /// Indicates whether the layer's own `duration`, `repeatCount`, `repeatDuration` and `autoreverses` wrap its time, as an animation's
    /// do. The content of the layer and its subtree then repeats with it, and remains at the last time when it is over. On Apple's layers,
    /// and by default, these properties have no effect.
    package final var wrapsTime: Bool {
        get { LayerLock.withLock { state.extra.timing.wrapsTime } }
        set { put(.autoreverses, state.extra.timing.wrapsTime, newValue) { $0.extra.timing.wrapsTime = newValue } }
    }

    /// Indicates whether the layer keeps its animations while it is in no shown tree, and shows their values for the current time when it
    /// is in one again. Otherwise they end at that point, as on Apple's systems. For animations that a document defines, as opposed to
    /// those that a program starts.
    package final var keepsAnimations: Bool {
        get { LayerLock.withLock { needs.contains(.keepsAnimations) } }
        set { LayerLock.withLock { if newValue { needs.insert(.keepsAnimations) } else { needs.remove(.keepsAnimations) } } }
    }

    /// Sets the layer's time to begin with the commit that shows this change, or with the first one that shows the layer.
    /// - Parameter ago: the time by which it is to have begun before that, in seconds of the superlayer.
    package final func beginWhenCommitted(ago: Double) {
        LayerLock.withLock { _ = needs.insert(.beginsAtCommit) }
        change(.beginTime) { $0.extra.timing.beginTime = -ago }
    }

    /// True if that commit has not happened yet.
    package final var waitsToBegin: Bool { LayerLock.withLock { needs.contains(.beginsAtCommit) } }
}
