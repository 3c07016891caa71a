import RenderTree

/// What a player needs of its layers beyond what Apple's have, so that it plays without its program.
extension CALayer {
    /// Whether the layer's own `duration`, `repeatCount`, `repeatDuration` and `autoreverses` wrap its time, as an animation's: what is on
    /// and under it then repeats with it, and stands at the last time when it is over. On Apple's layers, and by default, they take no
    /// part.
    package final var wrapsTime: Bool {
        get { LayerLock.withLock { state.extra.timing.wrapsTime } }
        set { put(.autoreverses, state.extra.timing.wrapsTime, newValue) { $0.extra.timing.wrapsTime = newValue } }
    }

    /// Whether the layer's animations stay on it while it is in no shown tree, and show what their times say when it is in one again.
    /// Otherwise they end there, as on Apple's systems. For what a document says, as against what a program starts.
    package final var keepsAnimations: Bool {
        get { LayerLock.withLock { needs.contains(.keepsAnimations) } }
        set { LayerLock.withLock { if newValue { needs.insert(.keepsAnimations) } else { needs.remove(.keepsAnimations) } } }
    }

    /// Lets the layer's time begin with the commit that shows this, or with the first that shows the layer.
    /// - Parameter ago: seconds of the superlayer by which it is to have begun before.
    package final func beginWhenCommitted(ago: Double) {
        LayerLock.withLock { _ = needs.insert(.beginsAtCommit) }
        change(.beginTime) { $0.extra.timing.beginTime = -ago }
    }

    /// Whether that commit is still to come.
    package final var waitsToBegin: Bool { LayerLock.withLock { needs.contains(.beginsAtCommit) } }
}
