import CoreGraphics
import RenderTree

/// What is kept of a layer that stands, or stood at the last commit, in a tree that a context shows.
package final class LiveRecord {
    /// Children and mask as they were at the last commit.
    struct Links {
        var children: [CALayer]
        var mask: CALayer?
    }

    private(set) weak var context: LayerContext?
    /// The number of that context: comparing it is cheaper than to ask for an object that may have gone.
    let contextNumber: UInt64
    /// Becomes true with the first commit that holds the layer.
    @exclusivity(unchecked) var isCommitted = false
    /// The thread whose work lists the layer already.
    @exclusivity(unchecked) var toucher: ObjectIdentifier?
    /// What the render tree does not know yet.
    @exclusivity(unchecked) var changed: PropertySet = []
    /// A key of the program's own changed, which no row stands for.
    @exclusivity(unchecked) var ownKeyChanged = false
    /// The committed state, kept while the model differs from it: `presentation()` shows it.
    @exclusivity(unchecked) var committedState: LayerState?
    /// The committed links, kept while the model's differ.
    @exclusivity(unchecked) var committedLinks: Links?

    /// The commit that looked for the layer's root last, and whether that was the context's.
    @exclusivity(unchecked) var placeCommit: UInt64 = 0
    @exclusivity(unchecked) var isPlaced = false

    /// The presentation copy that was made last. It holds its layer, so whoever takes the layer off the screen lets go of it.
    @exclusivity(unchecked) var presentation: CALayer?

    /// An animation that is over, but stays and fills, hides a value of the model.
    @exclusivity(unchecked) var isHidden = false

    init(context: LayerContext) {
        self.context = context
        contextNumber = context.number
    }

    /// The presentation copy, where nobody else holds it and a program has put nothing on it: then it may be brought up to date instead of
    /// making another one.
    var freePresentation: CALayer? {
        guard isKnownUniquelyReferenced(&presentation), let copy = presentation, copy.animationStore == nil, copy.children.isEmpty,
            copy.maskLayer == nil,
            copy.live == nil
        else { return nil }
        return copy
    }

    var hasChanges: Bool { changed != [] || ownKeyChanged || committedLinks != nil }

    /// After a commit: the model is what is committed.
    func settle() {
        changed = []
        ownKeyChanged = false
        committedState = nil
        committedLinks = nil
        toucher = nil
    }
}

extension CALayer {
    /// The context that shows the layer; nil before its first commit there.
    var liveContext: LayerContext? {
        guard let live, live.isCommitted else { return nil }
        return live.context
    }

    /// Whether it is that context, which shows the layer.
    func isShown(by context: LayerContext) -> Bool {
        guard let live, live.isCommitted else { return false }
        return live.contextNumber == context.number
    }
}
