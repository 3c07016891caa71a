import Raster
import RenderTree

/// Clips and groups.
extension FramePlanner {
    /// The largest side of a group with a shadow, in pixels.
    private static let farthestShadow = 8192

    /// Narrows the clip to the op's shape; returns the index of the next op.
    mutating func beginClip(_ op: UnsafePointer<DrawOp>, at i: Int, end: Int, _ list: ListView, _ plan: inout FramePlan) -> Int {
        let inside = area.region.intersection(IntRect(op.pointee.bounds))
        guard let clip = clip(to: op, inside, list) else { return end + 1 }
        var step = PlanStep(.beginClip, op: i, rect: inside)
        step.index = Int32(plan.clips.count)
        scopes.append(PlanScope(kind: .clip, op: i, end: end, step: plan.steps.count, around: area, visible: inside))
        plan.clips.append(clip)
        plan.steps.append(step)
        area.region = inside
        area.inner = clip.inner
        if clip.shape != .rectangle { area.isMasked = true }
        return i + 1
    }

    mutating func endClip(_ scope: PlanScope, _ plan: inout FramePlan) {
        // Nothing was drawn in it.
        if scope.step == plan.steps.count - 1 { return plan.drop(from: scope.step) }
        plan.steps.append(PlanStep(.endClip, op: scope.op))
        plan.end(scope.step)
    }

    /// Returns a clip to an op's shape within `inside`; nil if nothing is left.
    private func clip(to op: UnsafePointer<DrawOp>, _ inside: IntRect, _ list: ListView) -> PlannedClip? {
        if case .polygon(let points)? = list.payload(op) {
            return points.count > 2 ? PlannedClip(shape: .polygon, inner: .empty) : nil
        }
        guard op.pointee.rect.size.width > 0, op.pointee.rect.size.height > 0 else { return nil }
        // Applying the same shape twice would count edge pixels twice.
        return isOpen(op, list) ? PlannedClip(shape: .rectangle, inner: area.inner) : outline(op, inside)
    }

    /// Returns a clip to an op's rounded rectangle.
    private func outline(_ op: UnsafePointer<DrawOp>, _ inside: IntRect) -> PlannedClip {
        if op.covers(inside, options.corners) { return PlannedClip(shape: .rectangle, inner: area.inner) }
        let inner = op.covered(options.corners).intersection(inside)
        return PlannedClip(shape: .outline, inner: area.isMasked ? inner.intersection(area.inner) : inner)
    }

    private func isOpen(_ op: UnsafePointer<DrawOp>, _ list: ListView) -> Bool {
        var s = scopes.count - 1
        while s >= 0, scopes[s].kind == .clip {
            if list.ops[scopes[s].op].hasSameOutline(as: op.pointee) { return true }
            s -= 1
        }
        return false
    }

    // MARK: Groups

    /// Plans a group, with its own target or without; returns the index of the next op.
    mutating func beginGroup(_ op: UnsafePointer<DrawOp>, at i: Int, end: Int, _ list: ListView, _ plan: inout FramePlan) -> Int {
        let draw = list.group(op)
        if area.isCoverage { return beginCoverage(draw, op, at: i, end: end, &plan) }
        if let next = planMasked(draw, op, at: i, end: end, list, &plan) { return next }
        let mode = draw.blendMode
        guard op.pointee.opacity > 0 || mode.affectsUntouched else { return end + 1 }
        if draw.raster != nil { return beginBitmap(at: i, end: end, list, &plan) }
        let visible = area.region.intersection(IntRect(op.pointee.bounds))
        var content = visible
        if draw.shadow != nil || !draw.filters.isEmpty {
            // Content that casts a shadow or a glow into the visible part must be drawn, too.
            let source = op.pointee.source(of: op.pointee.sourceOfShadow(draw, visible), draw.filters)
            let all = visible.union(source).intersection(list.contentBounds(i, end))
            // Content that is very far away is not worth the memory.
            if all.width <= Self.farthestShadow, all.height <= Self.farthestShadow { content = all }
        }
        if !list.backdrops.isEmpty {
            content = content.union(list.backdropSource(i + 1, end, content).intersection(area.frame.union(content)))
        }
        var scope = PlanScope(kind: .group, op: i, end: end, step: plan.steps.count, around: area, visible: visible)
        scope.awaitsMask = draw.hasMask
        scopes.append(scope)
        plan.steps.append(PlanStep(.beginGroup, op: i, rect: content))
        area = area.entered(content)
        return i + 1
    }

    /// Plans all of a bitmap, in its own space.
    private mutating func beginBitmap(at i: Int, end: Int, _ list: ListView, _ plan: inout FramePlan) -> Int {
        // A border of clear pixels makes antialiased edges.
        let content = list.contentBounds(i, end).outset(1, 1)
        guard !content.isEmpty else { return end + 1 }
        var step = PlanStep(.beginBitmap, op: i, rect: content)
        step.index = Int32(end)
        scopes.append(PlanScope(kind: .bitmap, op: i, end: end, step: plan.steps.count, around: area, visible: content))
        plan.steps.append(step)
        area = PlanArea(region: content, frame: content)
        return i + 1
    }

    /// Ends a group. The order is content, tint, filters, opacity, shadow of the result, mask, and compositing onto the backdrop, which is
    /// filtered first.
    mutating func endGroup(_ scope: PlanScope, _ list: ListView, _ plan: inout FramePlan) {
        guard let ops = list.ops.baseAddress else { return }
        let op = ops + scope.op, draw = list.group(op)
        let mode = draw.blendMode
        // An empty mask hides everything, and a group without content shows nothing by itself.
        let isVoid = scope.step == plan.steps.count - 1 && draw.filters.isEmpty && draw.backdrop == nil && !mode.affectsUntouched
        if scope.awaitsMask || isVoid { return plan.drop(from: scope.step) }
        if let coverage = scope.coverage {
            plan.steps.append(PlanStep(.endCoverage, op: scope.op))
            plan.end(coverage)
        }
        plan.steps.append(PlanStep(.endGroup, op: scope.op))
        area = scope.around
        if let shape = scope.shape {
            var step = PlanStep(.paintThrough, op: shape, rect: scope.visible.intersection(IntRect(ops[shape].bounds)))
            step.opacity = PixelMath.byte(op.pointee.opacity * (ops + shape).alpha)
            plan.steps.append(step)
        } else {
            finish(draw, op, scope, mode, &plan)
        }
        plan.end(scope.step)
    }

    private func finish(
        _ draw: GroupDraw, _ op: UnsafePointer<DrawOp>, _ scope: PlanScope, _ mode: PixelBlendMode, _ plan: inout FramePlan
    ) {
        let visible = scope.visible
        if draw.tint != RGBA(1, 1, 1, 1) {
            var step = PlanStep(.tint, op: scope.op)
            step.index = Int32(bitPattern: draw.tintColor)
            plan.steps.append(step)
        }
        for at in plan.add(draw.filters, op, wanted: op.pointee.sourceOfShadow(draw, visible)) {
            var step = PlanStep(.filter, op: scope.op)
            step.index = Int32(at)
            plan.steps.append(step)
        }
        var opacity = PixelMath.byte(op.pointee.opacity)
        if let shadow = draw.shadow, case let color = PixelMath.premultiplied(shadow.color, opacity: shadow.opacity), color >> 24 > 0 {
            var step = PlanStep(.shadow, op: scope.op, rect: visible)
            step.index = Int32(plan.shadows.count)
            step.opacity = opacity
            plan.shadows.append(PlannedShadow(color: color, place: ShadowPlace(shadow, op.pointee)))
            plan.steps.append(step)
            opacity = 255
        }
        if let backdrop = draw.backdrop { addBackdrop(backdrop, op, scope.op, visible, &plan) }
        var step = PlanStep(.composite, op: scope.op, rect: visible)
        step.opacity = opacity
        step.mode = mode
        plan.steps.append(step)
    }

    private func addBackdrop(
        _ backdrop: GroupDraw.Backdrop, _ op: UnsafePointer<DrawOp>, _ at: Int, _ visible: IntRect, _ plan: inout FramePlan
    ) {
        let rect = visible.intersection(area.region), opacity = PixelMath.byte(backdrop.opacity)
        guard !rect.isEmpty, !backdrop.filters.isEmpty, opacity > 0, op.pointee.rect.size.width > 0, op.pointee.rect.size.height > 0 else {
            return
        }
        let passes = plan.add(backdrop.filters, op, wanted: rect)
        var step = PlanStep(.backdrop, op: at, rect: rect)
        step.index = Int32(plan.backdrops.count)
        step.opacity = opacity
        let inside = backdrop.staysInside ? op.pointee.wholePixels : nil
        plan.backdrops.append(
            PlannedBackdrop(
                source: op.pointee.source(of: rect, backdrop.filters), inside: inside, passes: passes, clip: outline(op, rect)))
        plan.steps.append(step)
    }
}

extension GroupDraw {
    /// True if the picture is not modified, and is composited normally.
    var isPlain: Bool { isAlone && blendMode == .normal }

    /// True if the picture depends only on its ops and its mask, not on its surroundings.
    var isAlone: Bool { shadow == nil && filters.isEmpty && backdrop == nil && raster == nil && tint == RGBA(1, 1, 1, 1) }

    /// The premultiplied tint.
    fileprivate var tintColor: UInt32 {
        func byte(_ v: Float) -> UInt32 { UInt32(PixelMath.byte(v)) }
        return byte(tint.w) << 24 | byte(tint.x * tint.w) << 16 | byte(tint.y * tint.w) << 8 | byte(tint.z * tint.w)
    }
}
