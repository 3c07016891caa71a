// The draw list under construction
//
// The editor owns the draw list and everything that is kept beside it: a scope for each group and clip, boxes and chunks for fast queries,
// and the damage of the update. The scene passes the ops of a layer to it one by one. An op is appended by a build and compared with the op
// in its place by a patch; either way the editor damages the pixels that differ. It decides nothing about layers.
//
//     build     `beginBuild`, ops, `endBuild`: the old list is kept meanwhile, so that the scene can compare layers that stay
//     patch     `seek`, ops in the place of old ones; a patch that needs other ops than there are fails (`EditPass.hasFailed`)
//     move      ops written at the end are rotated into their place (`beginInsertion`, `endInsertion`, `moveInserted`), those of layers
//     that
//               pass each other change places (`moveOps`), removed ones are emptied in place (`emptyOps`)
//     settle    `settleScopes` updates the bounds of groups in which something changed, from the inside out
//
// What invalidates what
//     | change                                     | consequence                                                            |
//     |--------------------------------------------|------------------------------------------------------------------------|
//     | an op differs in a byte, or its payload    | damage of its old and new bounds; its scope is dirty                   |
//     | an op grows beyond its chunk               | the chunk's bounds grow at once, and are made exact every 16 patches   |
//     | the begin of a group or clip changes       | all of its bounds are damage, before and after                         |
//     | anything in a group that spreads           | damage grows by the reach of filters, shadows and backdrops around it  |
//     | anything in a rasterised layer             | all of its bitmap is damage                                            |
//
// Damage: rectangles are joined when one sweep over their union draws no more than both would; a sweep is counted as 1,024 pixels. Past
// sixteen rectangles they become horizontal bands of 32 rows with one span each, so that adding costs the same however much has changed.
// Rectangles that overlap and are swept separately were tried: layers in both an old and a new place were drawn twice.

import CoreGraphics

/// The ops that are being written: appended by a build, overwritten by a patch.
struct EditPass {
    var isPatching = false
    /// True while ops of new layers are written at the end of an otherwise unchanged list.
    var isInserting = false
    /// True if a patch needs other ops than there are: the list has to be rebuilt.
    var hasFailed = false
    var cursor = 0
    /// The end of the ops that the patch may overwrite.
    var limit = 0
    /// True if the payload of the next op differs from the one it had.
    var payloadChanged = false

    /// Appends ops at the end of a list with `count` ops.
    static func build(at count: Int = 0, inserting: Bool = false) -> EditPass { EditPass(isInserting: inserting, cursor: count) }
    /// Overwrites ops of nodes, one node after the other; see `DrawListEditor.seek`.
    static let patch = EditPass(isPatching: true)
}

/// A group or clip that is being filled.
struct OpenScope {
    var op: Int
    var scope: Int32
}

/// A list of draw ops with its scopes and damage, built or patched.
final class DrawListEditor {
    @exclusivity(unchecked) var list = DrawList()
    /// The pixels of the target.
    @exclusivity(unchecked) var target: DeviceRect
    @exclusivity(unchecked) var pass = EditPass()
    @exclusivity(unchecked) var scopes: ContiguousArray<Scope> = []
    /// For each op, the scope that it begins, or -1.
    @exclusivity(unchecked) var opScopes: ContiguousArray<Int32> = []
    /// Scopes in which something changed.
    @exclusivity(unchecked) var dirtyScopes = ScopeHeap()
    /// The pixels that differ from the last frame.
    @exclusivity(unchecked) var damage = DamageRegion()
    /// The list before the current build.
    @exclusivity(unchecked) var previous = PreviousOps()
    /// Chunks whose bounds have grown since they were last exact.
    @exclusivity(unchecked) var looseChunks: ContiguousArray<Int32> = []
    @exclusivity(unchecked) var chunkIsLoose: ContiguousArray<Bool> = []
    /// The number of ops that belong to no layer any more. They stay, with empty bounds, until the next build.
    @exclusivity(unchecked) var emptyCount = 0
    @exclusivity(unchecked) var patchCount = 0

    init(target: DeviceRect) {
        self.target = target
        damage.add(target)
    }

    /// Begins a list for a target. The old list is kept for comparison until the next build.
    func beginBuild(_ viewport: Viewport) {
        emptyCount = 0
        dirtyScopes.removeAll()
        swap(&list.ops, &previous.ops)
        swap(&list.payloads, &previous.payloads)
        swap(&scopes, &previous.scopes)
        list.ops.removeAll(keepingCapacity: true)
        list.payloads.removeAll(keepingCapacity: true)
        opScopes.removeAll(keepingCapacity: true)
        scopes.removeAll(keepingCapacity: true)
        pass = .build()
        list.width = viewport.width
        list.height = viewport.height
        list.background = viewport.background
    }

    /// Ends the list and computes the data kept beside the ops.
    func endBuild() {
        previous.payloads.removeAll(keepingCapacity: true)
        let chunks = (list.ops.count + DrawList.chunkSize - 1) / DrawList.chunkSize
        list.chunkBounds.removeAll(keepingCapacity: true)
        list.chunkSpans.removeAll(keepingCapacity: true)
        chunkIsLoose.removeAll(keepingCapacity: true)
        looseChunks.removeAll(keepingCapacity: true)
        for chunk in 0..<chunks {
            list.chunkBounds.append(exactChunk(chunk))
            list.chunkSpans.append(list.span(ofChunk: chunk))
            chunkIsLoose.append(false)
        }
        list.indexOps()
    }

    /// Moves to the ops of a node, which a patch overwrites.
    @inline(__always)
    func seek(_ start: Int32, _ end: Int32) {
        pass.cursor = Int(start)
        pass.limit = Int(end)
    }
}

/// Ops of the last build, for comparison with those of the current one.
struct PreviousOps {
    var ops: ContiguousArray<DrawOp> = []
    var payloads: ContiguousArray<DrawPayload> = []
    var scopes: ContiguousArray<Scope> = []
}

extension DrawListEditor {

    /// Writes one op that begins and ends nothing.
    @inline(__always)
    func put(_ op: DrawOp, scope: Int32) {
        let at = pass.cursor
        if pass.isPatching {
            guard at < pass.limit, list.ops[at].kind == op.kind else { pass.hasFailed = true; return }
            pass.payloadChanged = false
            if list.ops[at] != op {
                addDamage(list.ops[at].bounds, scope: scope)
                addDamage(op.bounds, scope: scope)
                list.ops[at] = op
                growChunk(at, op.bounds)
                if op.flags.contains(.occludes) { list.chunkOccludes[at / DrawList.chunkSize] = true }
                touch(scope, op.bounds)
            }
        } else {
            list.ops.append(op)
            opScopes.append(-1)
        }
        pass.cursor = at + 1
    }

    /// Returns the payload index for the next op; in a patch, the slot of the op that it replaces.
    func placePayload(_ payload: DrawPayload, scope: Int32) -> Int32 {
        if pass.isPatching {
            let at = pass.cursor
            guard at < pass.limit, list.ops[at].payload >= 0 else { pass.hasFailed = true; return -1 }
            let slot = list.ops[at].payload
            if !payload.isSame(as: list.payloads[Int(slot)]) {
                list.payloads[Int(slot)] = payload
                addDamage(list.ops[at].bounds, scope: scope)
                // If the op does not move, this is the only record of the change.
                pass.payloadChanged = true
            }
            return slot
        }
        list.payloads.append(payload)
        return Int32(list.payloads.count - 1)
    }

    /// Opens a group or clip. Returns the indices of its op and its scope.
    /// - Parameters:
    ///   - reach: the reach of a group with filters or a shadow.
    ///   - area, backdropReach: the area and the reach of a group that reads its backdrop.
    func open(
        _ op: DrawOp, scope parent: Int32, clip: DeviceRect, reach: GroupReach?, area: DeviceRect = .empty,
        backdropReach: GroupReach = GroupReach()
    ) -> OpenScope {
        let at = pass.cursor
        if pass.isPatching {
            guard at < pass.limit, list.ops[at].kind == op.kind, opScopes[at] >= 0,
                list.ops[at].flags.symmetricDifference(op.flags).isDisjoint(with: [.readsBackdrop, .rasterized])
            else {
                pass.hasFailed = true
                return OpenScope(op: at, scope: -1)
            }
            let scope = opScopes[at]
            var new = op
            let old = list.ops[at]
            new.end = old.end
            if new.kind == .beginGroup { new.bounds = old.bounds }
            if new.flags.contains(.rasterized) { placeRaster(&new, as: old, scope) }
            if new != old || pass.payloadChanged {
                addDamage(old.bounds, scope: parent)
                addDamage(new.bounds, scope: parent)
                list.ops[at] = new
                growChunk(at, new.bounds)
                touch(parent, new.bounds)
                scopes[Int(scope)].isChanged = true
                touch(scope, .empty)
            }
            if scopes[Int(scope)].clip != clip || scopes[Int(scope)].reach != reach ?? GroupReach()
                || (scopes[Int(scope)].area != area && !new.flags.contains(.rasterized))
            {
                scopes[Int(scope)].clip = clip
                scopes[Int(scope)].reach = reach ?? GroupReach()
                if !new.flags.contains(.rasterized) { scopes[Int(scope)].area = area }
                touch(scope, .empty)
            }
            scopes[Int(scope)].backdropReach = backdropReach
            scopes[Int(scope)].clearsAround = clearsAround(new)
            pass.payloadChanged = false
            pass.cursor = at + 1
            return OpenScope(op: at, scope: scope)
        }
        var new = op
        new.end = -1
        list.ops.append(new)
        let scope = Int32(scopes.count)
        opScopes.append(scope)
        var s = Scope(begin: Int32(at), parent: parent, clip: clip)
        s.hasReach = reach != nil
        s.reach = reach ?? GroupReach()
        s.area = area
        s.backdropReach = backdropReach
        s.isRaster = op.flags.contains(.rasterized)
        s.clearsAround = clearsAround(op)
        s.spreads = s.hasReach || s.isRaster || (parent >= 0 && scopes[Int(parent)].spreads)
        scopes.append(s)
        pass.cursor = at + 1
        return OpenScope(op: at, scope: scope)
    }

    /// Closes a group or clip opened by `open`.
    func close(_ opened: OpenScope, _ kind: DrawOp.Kind) {
        if pass.hasFailed { return }
        let at = pass.cursor
        if pass.isPatching {
            guard at < pass.limit, list.ops[at].kind == kind, Int(list.ops[opened.op].end) == at else {
                pass.hasFailed = true; return
            }
        } else {
            var op = DrawOp(kind: kind)
            op.bounds = .empty
            list.ops.append(op)
            opScopes.append(-1)
            list.ops[opened.op].end = Int32(at)
            if scopes[Int(opened.scope)].isRaster {
                settleRaster(opened.scope)
                if scopes[Int(opened.scope)].isChanged {
                    scopes[Int(opened.scope)].isChanged = false
                    addDamage(scopes[Int(opened.scope)].area, scope: scopes[Int(opened.scope)].parent)
                }
            } else {
                list.ops[opened.op].bounds = scopeBounds(opened.scope)
            }
        }
        pass.cursor = at + 1
    }

    /// Marks the beginning of the open group's mask.
    func beginMask() {
        pass.payloadChanged = false
        put(DrawOp(kind: .beginMask), scope: -1)
    }

}
