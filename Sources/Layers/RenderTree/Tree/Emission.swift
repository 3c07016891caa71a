import AgateDiagnostics
import CoreGraphics

/// The state of making ops: appending in a build, overwriting in a patch.
struct Emission {
    var isPatching = false
    /// Ops of new layers are made at the end of a list that otherwise stays.
    var isInserting = false
    /// The patch met other ops than it makes: the list has to be built anew.
    var hasFailed = false
    var cursor = 0
    /// End of the ops that the patch may overwrite.
    var limit = 0
    /// The payload of the op that comes next differs from what it was.
    var payloadChanged = false
    /// Moves the next picture in its own space: transitions.
    var shift = CGSize.zero
    /// A further piece of a layer is made: what the first found unchanged since the last frame is no measure.
    var repeats = false
    var hasReportedDepth = false
    var hasReportedSize = false
    var hasReportedInstances = false
}

/// A group or clip that is being filled.
struct OpenScope {
    var op: Int
    var scope: Int32
}

/// How many groups, clips, masks, bitmaps, transitions, replicators and depth-sorted layers may lie inside each other; the rest is not
/// drawn.
private let depthLimit: Int32 = 400
/// Replicators inside replicators multiply; past this many ops the rest is not drawn.
private let opLimit = 1 << 21

extension RenderTree {
    var cursor: Int { emission.cursor }

    /// Adds a damaged rectangle that lies in a scope, with the shadows that groups around it throw.
    @inline(__always)
    func addDamage(_ rect: DeviceRect, scope: Int32) {
        if rect.isEmpty { return }
        noteOpenBitmaps(scope)
        if scope >= 0, scopes[Int(scope)].spreads {
            damage.add(spread(rect, scope, scopes))
        } else {
            damage.add(rect.intersection(viewport.bounds))
        }
    }

    /// In a build: what changes in a bitmap whose place is not known yet is damaged when it is.
    @inline(__always)
    func noteOpenBitmaps(_ scope: Int32) {
        if emission.isPatching || scope < 0 || !scopes[Int(scope)].spreads { return }
        var s = scope
        while s >= 0 {
            if scopes[Int(s)].isRaster, list.ops[Int(scopes[Int(s)].begin)].end < 0 { scopes[Int(s)].isChanged = true }
            s = scopes[Int(s)].parent
        }
    }

    func spread(_ rect: DeviceRect, _ scope: Int32, _ scopes: ContiguousArray<Scope>) -> DeviceRect {
        var r = rect, s = scope
        while s >= 0 {
            let each = scopes[Int(s)]
            if !each.spreads { break }
            if each.hasReach { r = r.union(each.reach.touched(by: r)) }
            // Any change in a bitmap may show anywhere in it.
            if each.isRaster { r = each.area }
            s = each.parent
        }
        return r.intersection(viewport.bounds)
    }

    /// One op that begins and ends nothing.
    @inline(__always)
    func put(_ op: DrawOp, scope: Int32) {
        let at = emission.cursor
        if emission.isPatching {
            guard at < emission.limit, list.ops[at].kind == op.kind else { emission.hasFailed = true; return }
            emission.payloadChanged = false
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
        emission.cursor = at + 1
    }

    /// The payload index for the op that comes next: the op's own old place in a patch.
    func placePayload(_ payload: DrawPayload, scope: Int32) -> Int32 {
        if emission.isPatching {
            let at = emission.cursor
            guard at < emission.limit, list.ops[at].payload >= 0 else { emission.hasFailed = true; return -1 }
            let slot = list.ops[at].payload
            if !payload.isSame(as: list.payloads[Int(slot)]) {
                list.payloads[Int(slot)] = payload
                addDamage(list.ops[at].bounds, scope: scope)
                // Where the op does not move, this is all that says that it changed.
                emission.payloadChanged = true
            }
            return slot
        }
        list.payloads.append(payload)
        return Int32(list.payloads.count - 1)
    }

    @inline(__always)
    func growChunk(_ at: Int, _ bounds: DeviceRect) {
        let chunk = at / DrawList.chunkSize
        list.boxes[at] = OpBox(bounds)
        if list.chunkBounds[chunk].contains(bounds) || bounds.isEmpty { return }
        list.chunkBounds[chunk] = list.chunkBounds[chunk].union(bounds)
        if !chunkIsLoose[chunk] { chunkIsLoose[chunk] = true; looseChunks.append(Int32(chunk)) }
    }

    @inline(__always)
    func touch(_ scope: Int32, _ bounds: DeviceRect) {
        if scope < 0 { return }
        scopes[Int(scope)].grown = scopes[Int(scope)].grown.union(bounds)
        if scopes[Int(scope)].isDirty { return }
        scopes[Int(scope)].isDirty = true
        dirtyScopes.push(scope)
    }

    /// Opens a group or clip; answers the index of its op.
    /// - Parameters:
    ///   - reach: of a group with filters or a shadow.
    ///   - area, backdropReach: of one that looks at what is behind it.
    func open(
        _ op: DrawOp, scope parent: Int32, clip: DeviceRect, reach: GroupReach?, area: DeviceRect = .empty,
        backdropReach: GroupReach = GroupReach()
    ) -> OpenScope {
        let at = emission.cursor
        if emission.isPatching {
            guard at < emission.limit, list.ops[at].kind == op.kind, opScopes[at] >= 0,
                list.ops[at].flags.symmetricDifference(op.flags).isDisjoint(with: [.readsBackdrop, .rasterized])
            else {
                emission.hasFailed = true
                return OpenScope(op: at, scope: -1)
            }
            let scope = opScopes[at]
            var new = op
            let old = list.ops[at]
            new.end = old.end
            if new.kind == .beginGroup { new.bounds = old.bounds }
            if new.flags.contains(.rasterized) { placeRaster(&new, as: old, scope) }
            if new != old || emission.payloadChanged {
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
            emission.payloadChanged = false
            emission.cursor = at + 1
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
        emission.cursor = at + 1
        return OpenScope(op: at, scope: scope)
    }

    func clearsAround(_ op: DrawOp) -> Bool {
        guard op.kind == .beginGroup, op.payload >= 0, case .group(let group) = list.payloads[Int(op.payload)] else { return false }
        return CompositingFilterName.clearsAround(group.blendMode)
    }

    /// Closes what `open` began.
    func close(_ opened: OpenScope, _ kind: DrawOp.Kind) {
        if emission.hasFailed { return }
        let at = emission.cursor
        if emission.isPatching {
            guard at < emission.limit, list.ops[at].kind == kind, Int(list.ops[opened.op].end) == at else {
                emission.hasFailed = true; return
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
        emission.cursor = at + 1
    }

    /// Marks where the mask of the open group begins.
    func beginMask() {
        emission.payloadChanged = false
        put(DrawOp(kind: .beginMask), scope: -1)
    }

    /// What a scope can touch, from the ops directly inside it. A clip touches its own shape at most.
    func scopeBounds(_ scope: Int32) -> DeviceRect {
        let s = scopes[Int(scope)]
        let begin = Int(s.begin)
        if list.ops[begin].kind == .beginClip { return list.ops[begin].bounds }
        let end = Int(list.ops[begin].end)
        var all = DeviceRect.empty
        var content = DeviceRect.empty
        var hasMask = false
        var i = begin + 1
        while i < end {
            let kind = list.ops[i].kind
            if kind == .beginMask { hasMask = true; content = all; all = .empty; i += 1; continue }
            all = all.union(list.ops[i].bounds)
            i = kind == .beginGroup || kind == .beginClip ? Int(list.ops[i].end) + 1 : i + 1
        }
        var bounds = hasMask ? content : all
        if s.hasReach { bounds = bounds.union(s.reach.touched(by: bounds)) }
        if !s.isRaster { bounds = bounds.union(s.area) }
        if hasMask { bounds = bounds.intersection(all) }
        return bounds.intersection(s.clip)
    }

    func mayDescend(_ depth: Int32) -> Bool {
        if depth > depthLimit {
            reportDepth()
            return false
        }
        if !emission.isPatching && emission.cursor > opLimit {
            if !emission.hasReportedSize {
                emission.hasReportedSize = true
                Diagnostic.report(
                    "rendertree.too-large",
                    "the layer tree draws more than \(opLimit) parts (replicators multiply them); the rest is not drawn")
            }
            return false
        }
        return true
    }

    func reportDepth() {
        if emission.hasReportedDepth { return }
        emission.hasReportedDepth = true
        Diagnostic.report(
            "rendertree.too-deep",
            "more than \(depthLimit) nested layers need an offscreen image or a clip (masks, group opacity, filters, clips, replicators, "
                + "depth sorting), or the stack has no room for them; deeper layers are not drawn"
        )
    }
}

extension DrawPayload {
    /// Cheap and on the safe side: big things are the same when they are one object.
    package func isSame(as other: DrawPayload) -> Bool {
        switch (self, other) {
        case let (.image(a), .image(b)): a == b
        case let (.shape(a), .shape(b)):
            a.path === b.path && a.fillRule == b.fillRule && a.lineWidth == b.lineWidth && a.miterLimit == b.miterLimit
                && a.strokeStart == b.strokeStart && a.strokeEnd == b.strokeEnd && a.dashPhase == b.dashPhase && a.cap == b.cap
                && a.join == b.join && a.dash == b.dash
        case let (.gradient(a), .gradient(b)): a == b
        case let (.path(a), .path(b)): a === b
        case let (.group(a), .group(b)): a == b
        case let (.polygon(a), .polygon(b)): a == b
        case let (.particles(a), .particles(b)): a == b
        default: false
        }
    }
}
