import CoreGraphics

// Bounds of groups, clips and bitmaps.

extension DrawListEditor {
    @inline(__always)
    func touch(_ scope: Int32, _ bounds: DeviceRect) {
        if scope < 0 { return }
        scopes[Int(scope)].grown = scopes[Int(scope)].grown.union(bounds)
        if scopes[Int(scope)].isDirty { return }
        scopes[Int(scope)].isDirty = true
        dirtyScopes.push(scope)
    }

    func clearsAround(_ op: DrawOp) -> Bool {
        guard op.kind == .beginGroup, op.payload >= 0, case .group(let group) = list.payloads[Int(op.payload)] else { return false }
        return group.blendMode.affectsUntouched
    }

    /// Returns the region that a scope can touch, from the ops directly inside it. A clip touches at most its own shape.
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

    /// Updates the bounds of groups in which something changed, inner ones first.
    func settleScopes() {
        while let s = dirtyScopes.pop() {
            let i = Int(s)
            if scopes[i].begin < 0 { continue }
            let begin = Int(scopes[i].begin)
            let old = list.ops[begin].bounds
            var new: DeviceRect
            if scopes[i].isRaster {
                settleRaster(s)
                new = list.ops[begin].bounds
                if new != old { addDamage(new, scope: scopes[i].parent) }
            } else if Int(list.ops[begin].end) - begin < 256 || scopes[i].isChanged || scopes[i].clearsAround || patchCount & 31 == 0 {
                new = scopeBounds(s)
            } else {
                // Too many ops to visit for a single change: the bounds may be too large, and are made exact every 32 patches.
                new = scopes[i].grown
                if scopes[i].hasReach { new = new.union(scopes[i].reach.touched(by: new)) }
                new = old.union(new.union(scopes[i].area).intersection(scopes[i].clip))
                if list.ops[begin].kind == .beginClip { new = old }
            }
            if new != old {
                list.ops[begin].bounds = new
                growChunk(begin, new)
                if scopes[i].clearsAround {
                    addDamage(old, scope: scopes[i].parent)
                    addDamage(new, scope: scopes[i].parent)
                }
            }
            if scopes[i].isChanged { addDamage(new, scope: scopes[i].parent) }
            if new != old || scopes[i].isChanged { touch(scopes[i].parent, new) }
            scopes[i].isDirty = false
            scopes[i].isChanged = false
            scopes[i].grown = .empty
        }
    }

    /// Updates the part of the layer that the bitmap covers, from the ops in it, and the region where the bitmap shows.
    func settleRaster(_ scope: Int32) {
        let begin = Int(scopes[Int(scope)].begin)
        guard case .group(let group) = list.payloads[Int(list.ops[begin].payload)], let raster = group.raster else { return }
        var box = rasterContent(begin)
        if !box.isEmpty { box = DeviceRect(box.x0 - 1, box.y0 - 1, box.x1 + 1, box.y1 + 1) }
        let x0 = Double(box.x0) / raster.scaleX, x1 = Double(box.x1) / raster.scaleX
        let y0 = Double(box.y0) / raster.scaleY, y1 = Double(box.y1) / raster.scaleY
        list.ops[begin].rect = CGRect(x: min(x0, x1), y: min(y0, y1), width: abs(x1 - x0), height: abs(y1 - y0))
        list.ops[begin].bounds =
            box.isEmpty ? .empty : list.ops[begin].projection.deviceBounds(of: list.ops[begin].rect, in: scopes[Int(scope)].clip)
        scopes[Int(scope)].area = list.ops[begin].bounds
    }

    /// Returns the union of the bounds of the bitmap's ops, in its pixels.
    private func rasterContent(_ begin: Int) -> DeviceRect {
        var all = DeviceRect.empty
        var i = begin + 1
        let end = Int(list.ops[begin].end)
        while i < end {
            all = all.union(list.ops[i].bounds)
            let kind = list.ops[i].kind
            i = kind == .beginGroup || kind == .beginClip ? Int(list.ops[i].end) + 1 : i + 1
        }
        return all
    }

    /// In a patch: keeps the part that the bitmap covers, until a change of its ops updates it.
    func placeRaster(_ new: inout DrawOp, as old: DrawOp, _ scope: Int32) {
        new.rect = old.rect
        new.bounds =
            old.rect.size.width > 0 && old.rect.size.height > 0
            ? new.projection.deviceBounds(of: new.rect, in: scopes[Int(scope)].clip) : .empty
        scopes[Int(scope)].area = new.bounds
    }
}
