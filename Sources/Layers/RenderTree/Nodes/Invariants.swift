#if DEBUG || AGATE_CHECKED
import CoreGraphics

// The rules that hold between updates, by name. Debug builds check them after updates; a violation traps with the name and the slot.

/// A rule that holds for a render tree between updates.
enum TreeInvariant: String, CaseIterable {
    /// A node's superlayer lists it once, as a sublayer or as its mask.
    case linksAreMutual
    /// A layer's slot is found by its identifier, and only live nodes are.
    case indexNamesLiveNodes
    /// A node's record names the node; a free record names none.
    case recordsNameTheirNodes
    /// A record that waits or is listed exists; a slot is listed once.
    case agendaNamesRecords
    /// A node's time space is its own or that of its superlayer.
    case timeSpacesFollowLinks
    /// A drawn node's ops are inside its superlayer's, its sublayers' inside its own.
    case opRangesNest
    /// Each begin of a group or clip has an end behind it and a scope that names it.
    case scopesNameTheirOps
    /// No dirty flag is left when the lists of changes are empty.
    case changesAreListed
    /// Chunks and boxes cover all ops.
    case chunksCoverOps
    /// Layers whose placement is deferred draw nothing.
    case deferredDrawNothing
}

extension RenderTree {
    /// Checks small trees after each update and large ones occasionally, so that the cost of checked runs stays linear.
    func verifySometimes() {
        updateCount += 1
        if nodes.count < 64 || updateCount & 63 == 0 && nodes.count < 20_000 { verify() }
    }

    /// Traps at the first violation of an invariant.
    func verify() {
        for invariant in TreeInvariant.allCases {
            if let violation = violation(of: invariant) { fatalError("\(invariant.rawValue): \(violation)") }
        }
    }

    /// Describes a violation of an invariant; nil if it holds.
    func violation(of invariant: TreeInvariant) -> String? {
        switch invariant {
        case .linksAreMutual: linkViolation()
        case .indexNamesLiveNodes: indexViolation()
        case .recordsNameTheirNodes: recordViolation()
        case .agendaNamesRecords: agendaViolation()
        case .timeSpacesFollowLinks: timeSpaceViolation()
        case .opRangesNest: rangeViolation()
        case .scopesNameTheirOps: scopeViolation()
        case .changesAreListed: changeViolation()
        case .chunksCoverOps: chunkViolation()
        case .deferredDrawNothing: placementViolation()
        }
    }

    private var live: [Int32] { (0..<Int32(nodes.count)).filter { nodes.isLive($0) } }

    private func linkViolation() -> String? {
        var links = 0, linked = 0
        for i in live {
            let n = nodes[i]
            links += n.pointee.sublayers.count + (n.pointee.mask >= 0 ? 1 : 0)
            if n.pointee.parent >= 0 { linked += 1 }
            for child in n.pointee.sublayers where !nodes.isLive(child) || nodes[child].pointee.parent != i {
                return "node \(i) lists \(child), whose superlayer is another"
            }
            if n.pointee.mask >= 0, !nodes.isLive(n.pointee.mask) || nodes[n.pointee.mask].pointee.parent != i {
                return "the mask of node \(i) has another superlayer"
            }
            if Set(n.pointee.sublayers).count != n.pointee.sublayers.count { return "node \(i) lists a sublayer twice" }
            let parent = n.pointee.parent
            if parent >= 0, !nodes.isLive(parent) { return "the superlayer of node \(i) was freed" }
        }
        // Each link leads to a node that names its owner, and none twice: equal numbers mean that no node names an owner without a link.
        return links == linked ? nil : "\(linked) nodes have a superlayer, and \(links) are listed by one"
    }

    private func indexViolation() -> String? {
        for (id, slot) in nodes.index where !nodes.isLive(slot) || nodes[slot].pointee.id != id { return "\(id) leads to node \(slot)" }
        return nil
    }

    private func recordViolation() -> String? {
        for i in live where nodes[i].pointee.animated >= 0 {
            let slot = Int(nodes[i].pointee.animated)
            if slot >= timeline.animated.count || timeline.animated[slot].node != i { return "record \(slot) is not that of node \(i)" }
        }
        for (slot, record) in timeline.animated.enumerated() where record.node >= 0 {
            if !nodes.isLive(record.node) || nodes[record.node].pointee.animated != Int32(slot) {
                return "record \(slot) names another node"
            }
        }
        return timeline.bases.count == timeline.animated.count ? nil : "records and bases differ in number"
    }

    private func agendaViolation() -> String? {
        let listed = Array(timeline.agenda.order) + Array(timeline.agenda.woken)
        if Set(listed).count != listed.count { return "a record is listed twice" }
        for slot in listed where !timeline.animated[Int(slot)].isListed { return "record \(slot) is listed and not marked so" }
        return nil
    }

    private func timeSpaceViolation() -> String? {
        for i in live where !nodes[i].pointee.flags.contains(.isGhost) {
            let n = nodes[i], space = n.pointee.timeSpace
            if space >= 0, timeline.spaces.list[Int(space)].node == i { continue }
            let above = n.pointee.parent >= 0 ? nodes[n.pointee.parent].pointee.timeSpace : -1
            if n.pointee.parent >= 0 || i == nodes.root, space != above { return "node \(i) has another time space than its superlayer" }
        }
        return nil
    }

    private func rangeViolation() -> String? {
        if nodes.needsRebuild { return nil }
        let count = Int32(scene.editor.list.ops.count)
        for i in live where nodes[i].pointee.stamp == nodes.stamp {
            let n = nodes[i]
            guard n.pointee.opStart >= 0, n.pointee.opStart <= n.pointee.opEnd, n.pointee.opEnd <= count else {
                return "node \(i) has no ops"
            }
            let parent = n.pointee.parent
            // The ranges of nodes in a replicator (the last instance) or a depth-sorted layer (pieces) cover only a part of their ops.
            guard parent >= 0, nodes[parent].pointee.stamp == nodes.stamp, n.pointee.environment.unit < 0,
                n.pointee.opStart < n.pointee.opEnd
            else { continue }
            let p = nodes[parent]
            if n.pointee.opStart < p.pointee.opStart || n.pointee.opEnd > p.pointee.opEnd {
                return "node \(i)'s ops are not inside \(parent)'s"
            }
        }
        return nil
    }

    private func scopeViolation() -> String? {
        let editor = scene.editor
        if editor.opScopes.count != editor.list.ops.count { return "ops and their scopes differ in number" }
        for (at, scope) in editor.opScopes.enumerated() where scope >= 0 {
            if Int(editor.scopes[Int(scope)].begin) != at { return "scope \(scope) does not begin at op \(at)" }
            if Int(editor.list.ops[at].end) <= at || Int(editor.list.ops[at].end) >= editor.list.ops.count { return "op \(at) has no end" }
        }
        return nil
    }

    private func changeViolation() -> String? {
        guard nodes.dirty.isEmpty, nodes.orderDirty.isEmpty else { return nil }
        for i in live where !nodes[i].pointee.flags.isDisjoint(with: [.dirty, .orderDirty, .found, .isRetimed]) {
            return "node \(i) is marked and not listed"
        }
        return nil
    }

    private func placementViolation() -> String? {
        if nodes.needsRebuild { return nil }
        let ops = scene.editor.list.ops
        for i in live where scene.indexes.isDeferred(i) {
            var at = Int(nodes[i].pointee.opStart)
            while at < Int(nodes[i].pointee.opEnd) {
                if !ops[at].bounds.isEmpty { return "node \(i) is deferred, and its op \(at) draws" }
                let isBegin = ops[at].kind == .beginGroup || ops[at].kind == .beginClip
                at = isBegin && Int(ops[at].end) > at ? Int(ops[at].end) + 1 : at + 1
            }
        }
        return nil
    }

    private func chunkViolation() -> String? {
        let list = scene.editor.list
        if list.boxes.count != list.ops.count { return "boxes and ops differ in number" }
        for (at, op) in list.ops.enumerated() where !op.bounds.isEmpty {
            if !list.chunkBounds[at / DrawList.chunkSize].contains(op.bounds) { return "the chunk of op \(at) does not cover it" }
        }
        return nil
    }
}
#endif
