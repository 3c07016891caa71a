import CoreGraphics

/// Names a layer for the life of the process; never reused.
package struct LayerID: Hashable, Sendable, Comparable {
    package let rawValue: UInt64
    package init(rawValue: UInt64) { self.rawValue = rawValue }
    package static func < (a: Self, b: Self) -> Bool { a.rawValue < b.rawValue }

    /// Nobody but the engine gives these numbers, so they need no hash made against hostile keys, which took a tenth of a commit.
    package func _rawHashValue(seed: Int) -> Int { rawValue.spread }
}

extension UInt64 {
    /// Numbers in a row, or in steps of a power of two, as far apart in the low bits as they go.
    @inline(__always)
    var spread: Int {
        let product = self &* 0x9E37_79B9_7F4A_7C15
        return Int(truncatingIfNeeded: product ^ product >> 32)
    }
}

/// One atomic change of one render tree: a value that can be kept, compared and printed.
/// The updates stand in an order in which a layer comes before the layers that it names as sublayers or mask is not required:
/// the tree links them after all are applied, and drops the nodes that the root no longer reaches.
package struct Commit: Sendable, Equatable {
    package var updates: [LayerUpdate] = []
    package var animations: [AnimationChange] = []
    /// Set when the context's root layer changed; `.some(nil)` empties the tree.
    package var root: LayerID??
    /// The media time of the commit; what a beginTime of 0 was resolved against.
    package var time: Double = 0
    package init() {}
    package var isEmpty: Bool { updates.isEmpty && animations.isEmpty && root == nil }
}

/// What is new about one layer.
package struct LayerUpdate: Sendable, Equatable {
    package var id: LayerID
    package var layerClass: LayerClass
    /// Which properties differ from what the tree has; `.all` for a layer that is new to it.
    package var changed: PropertySet
    /// The whole new state (few bytes are cheaper than many messages).
    package var state: LayerState
    /// The sublayers in order, but for those kept at both ends; nil when they did not change.
    package var sublayers: [LayerID]?
    /// How many sublayers at the start and at the end of the list are the ones that the tree has there already.
    package var keptAtStart = 0, keptAtEnd = 0
    /// `.some(nil)` takes the mask away.
    package var mask: LayerID??
    package init(id: LayerID, layerClass: LayerClass, changed: PropertySet, state: LayerState) {
        self.id = id; self.layerClass = layerClass; self.changed = changed; self.state = state
    }
}

package enum AnimationChange: Sendable, Equatable {
    /// Appended to the layer's list; `spec.timing.beginTime` and `duration` are already resolved.
    case add(LayerID, AnimationID, AnimationSpec)
    case remove(LayerID, AnimationID)
}

/// What travels back to the committing thread.
package struct RenderEvent: Sendable, Equatable {
    package enum Kind: Sendable { case started, ended }
    package var layer: LayerID
    package var animation: AnimationID
    package var kind: Kind
    package init(layer: LayerID, animation: AnimationID, kind: Kind) { self.layer = layer; self.animation = animation; self.kind = kind }
}
