import RenderTree

/// The search for actions of views' layers. A view answers every search with `NSNull`, except in animation blocks, so that outside them no
/// search is necessary. Lists of views and their contents change thousands of times for each block.
package enum QuietDelegate {
    /// True while an animation block runs. Used on the main thread only.
    nonisolated(unsafe) package static var isInBlock = false
}

extension CALayer {
    /// Sets whether the delegate answers every search outside animation blocks with `NSNull`. Another delegate ends it, and so must the
    /// end of this one.
    package final func setQuietDelegate(_ isQuiet: Bool) {
        LayerLock.withLock { if isQuiet { needs.insert(.hasQuietDelegate) } else { needs.remove(.hasQuietDelegate) } }
    }

    /// Returns whether a search for an action ends at the delegate. On other threads the delegate reports that it is used there, and an
    /// observer of changes records each step.
    @inline(__always)
    final func isQuiet(_ needs: UInt16) -> Bool {
        needs & LayerNeeds.hasQuietDelegate.rawValue != 0 && !QuietDelegate.isInBlock && classInfo.isStandard && !Watch.isOn
            && MainQueue.isMainThread
    }
}
