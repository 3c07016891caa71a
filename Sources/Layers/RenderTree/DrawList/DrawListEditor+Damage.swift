// The damage of an update.

/// A layer's own ops in a list: a head before and a tail after those of its sublayers.
struct OwnOps {
    let start, childStart, childEnd, end: Int32
    let scope: Int32
    let head, tail: Int32

    /// - Parameter hasChildren: false if neither of the compared lists has ops of sublayers; the head is then the whole range.
    init(start: Int32, childStart: Int32, childEnd: Int32, end: Int32, scope: Int32, hasChildren: Bool) {
        self.start = start; self.childStart = childStart; self.childEnd = childEnd; self.end = end; self.scope = scope
        head = hasChildren ? childStart - start : end - start
        tail = hasChildren ? end - childEnd : 0
    }
}

extension DrawListEditor {
    /// Adds a damaged rectangle inside a scope, including the shadows cast by enclosing groups.
    @inline(__always)
    func addDamage(_ rect: DeviceRect, scope: Int32) {
        if rect.isEmpty { return }
        noteOpenBitmaps(scope)
        if scope >= 0, scopes[Int(scope)].spreads {
            damage.add(spread(rect, scope, scopes))
        } else {
            damage.add(rect.intersection(target))
        }
    }

    /// In a build: marks enclosing bitmaps that are still open, whose place is not known yet. They are damaged when they are closed.
    @inline(__always)
    func noteOpenBitmaps(_ scope: Int32) {
        if pass.isPatching || scope < 0 || !scopes[Int(scope)].spreads { return }
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
        return r.intersection(target)
    }

    /// Damages the ops in a range, as ops inside `scope`.
    func damageOps(_ start: Int32, _ end: Int32, scope: Int32, _ ops: ContiguousArray<DrawOp>, _ scopes: ContiguousArray<Scope>) {
        guard start < end, Int(end) <= ops.count else { return }
        let spreads = scope >= 0 && scopes[Int(scope)].spreads
        // Checks the scopes of this build, not of the last one.
        if spreads, Int(scope) < self.scopes.count { noteOpenBitmaps(scope) }
        var at = Int(start)
        while at < Int(end) {
            let bounds = ops[at].bounds
            if !bounds.isEmpty { damage.add(spreads ? spread(bounds, scope, scopes) : bounds.intersection(target)) }
            // A group's bounds include everything inside it.
            let isBegin = ops[at].kind == .beginGroup || ops[at].kind == .beginClip
            at = isBegin && Int(ops[at].end) > at ? Int(ops[at].end) + 1 : at + 1
        }
    }

    /// Damages ops of the list before the current build.
    func damagePrevious(_ start: Int32, _ end: Int32, scope: Int32) {
        damageOps(start, end, scope: scope, previous.ops, previous.scopes)
    }

    /// Damages ops of the current list.
    func damageCurrent(_ start: Int32, _ end: Int32, scope: Int32) { damageOps(start, end, scope: scope, list.ops, scopes) }

    /// Damages the differences between a layer's own ops and those of the last build, without those of its sublayers.
    /// - Returns: false, with part of the damage added, if they can't be compared one by one.
    func compareOwnOps(_ now: OwnOps, with before: OwnOps) -> Bool {
        guard before.head == now.head, before.tail == now.tail, before.head >= 0, before.tail >= 0 else { return false }
        for part in 0..<2 {
            let count = Int(part == 0 ? before.head : before.tail)
            let old = Int(part == 0 ? before.start : before.childEnd), new = Int(part == 0 ? now.start : now.childEnd)
            for k in 0..<count {
                let a = previous.ops[old + k]
                var b = list.ops[new + k]
                let samePayload =
                    a.payload < 0
                    ? b.payload < 0
                    : b.payload >= 0 && list.payloads[Int(b.payload)].isSame(as: previous.payloads[Int(a.payload)])
                b.payload = a.payload
                b.end = a.end
                let isBegin = b.kind == .beginGroup || b.kind == .beginClip
                let newBounds = b.bounds
                if b.kind == .beginGroup { b.bounds = a.bounds }
                if samePayload && a == b { continue }
                if isBegin { return false }
                addDamage(newBounds, scope: now.scope)
                let spreads = before.scope >= 0 && previous.scopes[Int(before.scope)].spreads
                damage.add(spreads ? spread(a.bounds, before.scope, previous.scopes) : a.bounds.intersection(target))
            }
        }
        return true
    }

    /// Extends the damage to layers with background filters whose backdrop changed, by the reach of the filters. In paint order, so that
    /// damage added here counts for layers in front.
    func damageBackdrops() {
        if list.backdrops.isEmpty || damage.isEmpty { return }
        for at in list.backdrops {
            let s = Int(opScopes[Int(at)])
            guard s >= 0 else { continue }
            let area = scopes[s].area, reach = scopes[s].backdropReach
            if area.isEmpty || (reach.growX == 0 && reach.growY == 0) { continue }
            for rect in damage.rects {
                addDamage(reach.touched(by: rect).intersection(area), scope: scopes[s].parent)
            }
        }
    }
}
