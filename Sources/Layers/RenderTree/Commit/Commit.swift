import CoreGraphics

/// The identity of a layer for the life of the process; never reused.
package struct LayerID: Hashable, Sendable, Comparable {
    package let rawValue: UInt64
    package init(rawValue: UInt64) { self.rawValue = rawValue }
    package static func < (a: Self, b: Self) -> Bool { a.rawValue < b.rawValue }

    /// Only the engine generates these numbers, so they do not need a hash that resists hostile keys. Such a hash took a tenth of a
    /// commit.
    package func _rawHashValue(seed: Int) -> Int { rawValue.spread }
}

extension UInt64 {
    /// A hash of consecutive numbers, or multiples of a power of two, that spreads them in the low bits.
    @inline(__always)
    var spread: Int {
        let product = self &* 0x9E37_79B9_7F4A_7C15
        return Int(truncatingIfNeeded: product ^ product >> 32)
    }
}

/// One atomic change of one render tree: a value that can be stored, compared and printed. A layer's update need not precede those of the
/// layers that it refers to as sublayers or mask: the tree links them after all updates are applied, and removes the nodes that are no
/// longer reachable from the root.
package struct Commit: Sendable, Equatable {
    package var updates: [LayerUpdate] = []
    package var animations: [AnimationChange] = []
    /// The new root layer if the context's root changed; `.some(nil)` empties the tree.
    package var root: LayerID??
    /// The media time of the commit, to which a beginTime of 0 was resolved.
    package var time: Double = 0
    package init() {}
    package var isEmpty: Bool { updates.isEmpty && animations.isEmpty && root == nil }
}

/// The changes of one layer.
package struct LayerUpdate: Sendable, Equatable {
    package var id: LayerID
    package var layerClass: LayerClass
    /// The properties that differ from the tree's; `.all` for a layer that is new to it.
    package var changed: PropertySet
    /// The complete new state (copying a few bytes is cheaper than many messages).
    package var state: LayerState
    /// The sublayers in order, except for those kept at both ends; nil if they did not change.
    package var sublayers: [LayerID]?
    /// The number of sublayers at the start and at the end of the list that the tree already has there.
    package var keptAtStart, keptAtEnd: Int
    /// The new mask; `.some(nil)` removes it.
    package var mask: LayerID??
    package init(
        id: LayerID, layerClass: LayerClass, changed: PropertySet, state: consuming LayerState, sublayers: [LayerID]? = nil,
        keptAtStart: Int = 0, keptAtEnd: Int = 0, mask: LayerID?? = nil
    ) {
        self.id = id; self.layerClass = layerClass; self.changed = changed; self.state = state
        self.sublayers = sublayers; self.keptAtStart = keptAtStart; self.keptAtEnd = keptAtEnd; self.mask = mask
    }
}

package enum AnimationChange: Sendable, Equatable {
    /// Appends an animation to the layer's list. `spec.timing.beginTime` and `duration` are already resolved.
    case add(LayerID, AnimationID, AnimationSpec)
    case remove(LayerID, AnimationID)
}

/// An event that is sent back to the committing thread.
package struct RenderEvent: Sendable, Equatable {
    package enum Kind: Sendable { case started, ended }
    package var layer: LayerID
    package var animation: AnimationID
    package var kind: Kind
    package init(layer: LayerID, animation: AnimationID, kind: Kind) { self.layer = layer; self.animation = animation; self.kind = kind }
}
