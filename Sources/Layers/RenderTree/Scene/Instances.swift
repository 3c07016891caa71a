// Instances: what a replicator repeats, and when it must be drawn again
//
// A replicator draws its sublayers once for each instance (Behaviour 7.5), each in a space, with a tint, and at a time of its own.
// `InstanceSequence` computes these from the replicator's values; the scene draws the sublayers at each. A replicator with delayed
// instances shows states of several times, so that the animations below it can't tell when it changes: `DelayedReplicators` keeps the time
// of the next change in any instance.
//
// What invalidates what
//     | change                                        | consequence                                                                |
//     |-----------------------------------------------|----------------------------------------------------------------------------|
//     | a value of the replicator, anything below it  | the replicator is a unit: all instances are drawn again                    |
//     | the time reaches an entry's                   | its replicator is marked, and the entry is set again when it is drawn      |
//     | a build                                       | entries are removed; replicators that are still drawn set them again       |
//     | any entry                                     | nothing is spliced (`ListSplicer.mayEdit`)                                 |

import CoreGraphics

/// The instances of a replicator, one after the other.
struct InstanceSequence {
    /// One copy of the sublayers.
    struct Instance {
        let space: CATransform3D
        /// The factor of all colours; nil if they do not change.
        let tint: RGBA?
        /// The seconds by which the sublayers' time is delayed.
        let delay: Double
    }

    let count: Int
    private let delay: Double
    private let hasTint: Bool
    private let tint, tintStep: RGBA
    private let preservesDepth: Bool
    private let space, step: CATransform3D
    private var total = CATransform3DIdentity
    private var made = 0

    /// - Parameters:
    ///   - n: a replicator with values of its own (`LayerExtra`).
    ///   - space: the space of its sublayers.
    init(_ n: UnsafeMutablePointer<RenderNode>, in space: CATransform3D, count: Int) {
        let extra = n.pointee.state.extra
        delay = extra.instanceDelay
        hasTint = extra.hasInstanceColor
        tint = extra.instanceColor
        tintStep = RGBA(extra.instanceRedOffset, extra.instanceGreenOffset, extra.instanceBlueOffset, extra.instanceAlphaOffset)
        preservesDepth = extra.preservesDepth
        self.space = space
        self.count = count
        let b = n.pointee.state.values.bounds
        let cx = b.origin.x + b.size.width / 2, cy = b.origin.y + b.size.height / 2
        step = extra.instanceTransform.about(cx, cy, 0, to: cx, cy, 0)
    }

    /// True if instances show different times.
    var hasDelays: Bool { delay != 0 && delay.isFinite && count > 1 }

    /// Returns the next instance.
    mutating func next() -> Instance {
        if made > 0 { total = .product(step, total) }
        let number = made
        made += 1
        let color = (tint + Float(number) * tintStep).clamped(lowerBound: RGBA(repeating: 0), upperBound: RGBA(repeating: 1))
        var placed = CATransform3D.product(total, space)
        if !preservesDepth { placed = placed.flattened }
        return Instance(space: placed, tint: hasTint && color != RGBA(repeating: 1) ? color : nil, delay: Double(number) * delay)
    }
}

/// Replicators with delayed instances, and the times at which one of their instances changes.
final class DelayedReplicators {
    @exclusivity(unchecked) private var list: ContiguousArray<(node: Int32, nextChange: Double)> = []

    var isEmpty: Bool { list.isEmpty }

    /// The first time at which an instance changes; infinity if there is none.
    var nextChange: Double {
        var next = Double.infinity
        for each in list { next = min(next, each.nextChange) }
        return next
    }

    /// Sets the time of the next change of a replicator's instances.
    func set(_ node: Int32, nextChange: Double) {
        if let at = list.firstIndex(where: { $0.node == node }) {
            list[at].nextChange = nextChange
        } else {
            list.append((node, nextChange))
        }
    }

    /// Marks the replicators of which an instance changes at a time.
    func mark(in nodes: NodeTable, at time: Double) {
        for each in list where each.nextChange <= time && nodes.isLive(each.node) { nodes.markDirty(each.node) }
    }

    func removeAll() { list.removeAll(keepingCapacity: true) }
}
