import Raster
import RenderTree

/// Masks. Only their alpha counts, so most are drawn as coverage instead of as a picture, on a device that can. A group's content that is a
/// single op, or a picture under a mask of one shape, is painted directly through that coverage.
extension FramePlanner {
    /// The maximum number of ops of a mask that is drawn as coverage: examining more costs too much.
    private static let mostOps = 256

    /// Plans a group of one op under a mask without a target; returns the index of the next op, or nil if the group has more content.
    mutating func planMasked(
        _ draw: GroupDraw, _ op: UnsafePointer<DrawOp>, at i: Int, end: Int, _ list: ListView, _ plan: inout FramePlan
    ) -> Int? {
        guard options.masks != .pictures, draw.hasMask, end > i + 3, list.ops[i + 2].kind == .beginMask, draw.isPlain,
            options.masks == .coverage || end == i + 4
        else { return nil }
        let content = op + 1, first = op + 3
        let visible = area.region.intersection(IntRect(op.pointee.bounds)).intersection(IntRect(content.pointee.bounds))
        if visible.isEmpty || !(op.pointee.opacity > 0) { return end + 1 }
        // An op whose bounds are empty draws nothing, whatever its shape.
        if end == i + 4, !visible.meets(first.pointee.bounds) { return end + 1 }
        if end == i + 4, first.isShape, content.surrounds(first), content.isPaint(list) {
            var step = PlanStep(.paintShape, op: i + 3, rect: visible)
            (step.end, step.index) = (Int32(i + 1), Int32(i))
            plan.steps.append(step)
            return end + 1
        }
        guard options.masks == .coverage, content.isLeaf, list.isCoverage(i + 3, end, most: Self.mostOps) else { return nil }
        scopes.append(PlanScope(kind: .through, op: i, end: end, step: plan.steps.count, around: area, visible: visible))
        plan.steps.append(PlanStep(.beginCoverage, op: i, rect: visible))
        area = area.entered(visible, isCoverage: true)
        return i + 3
    }

    func endThrough(_ scope: PlanScope, _ plan: inout FramePlan) {
        // An empty mask hides everything.
        if scope.step == plan.steps.count - 1 { return plan.drop(from: scope.step) }
        plan.steps.append(PlanStep(.endCoverage, op: scope.op))
        plan.end(scope.step)
        var step = PlanStep(.drawThrough, op: scope.op + 1, rect: scope.visible)
        step.index = Int32(scope.op)
        plan.steps.append(step)
    }

    /// Switches from the content of the innermost group to its mask, which begins at `first`; returns the index of the next op.
    mutating func turnToMask(_ first: Int, _ end: Int, _ list: ListView, _ plan: inout FramePlan) -> Int {
        guard let last = scopes.indices.last, scopes[last].awaitsMask, let ops = list.ops.baseAddress else { return first }
        scopes[last].awaitsMask = false
        let op = scopes[last].op, visible = scopes[last].visible
        if scopes[last].kind == .coverage {
            plan.steps.append(PlanStep(.turnCoverage, op: op, rect: visible))
            area = area.entered(visible, isCoverage: true)
            return first
        }
        if options.masks != .pictures, end == first + 1, (ops + first).isShape, list.group(ops + op).isPlain {
            scopes[last].shape = first
            return end
        }
        let isCoverage = options.masks == .coverage && list.isCoverage(first, end, most: Self.mostOps)
        if isCoverage { scopes[last].coverage = plan.steps.count }
        plan.steps.append(PlanStep(isCoverage ? .beginCoverage : .beginMask, op: op, rect: visible))
        area = area.entered(visible, isCoverage: isCoverage)
        return first
    }

    // MARK: Groups in masks

    /// Plans a group of a mask that is drawn as coverage; returns the index of the next op.
    mutating func beginCoverage(
        _ draw: GroupDraw, _ op: UnsafePointer<DrawOp>, at i: Int, end: Int, _ plan: inout FramePlan
    ) -> Int {
        let inside = area.region.intersection(IntRect(op.pointee.bounds))
        let opacity = PixelMath.byte(op.pointee.opacity)
        if opacity == 0 { return end + 1 }
        let isClipped = area.isMasked && !area.inner.contains(inside)
        if draw.excludes, !isClipped, opacity == 255, !draw.hasMask, end == i + 2, op[1].kind == .fill,
            PixelMath.byte((op + 1).alpha) == 255, (op + 1).covers(inside, options.corners)
        {
            // The complement of the existing coverage, as inverted mattes use it.
            plan.steps.append(PlanStep(.invert, op: i, rect: inside))
            return end + 1
        }
        var scope = PlanScope(kind: .coverage, op: i, end: end, step: plan.steps.count, around: area, visible: inside)
        scope.awaitsMask = draw.hasMask
        scopes.append(scope)
        plan.steps.append(PlanStep(.beginCoverage, op: i, rect: inside))
        area = area.entered(inside, isCoverage: true)
        return i + 1
    }

    mutating func endCoverage(_ scope: PlanScope, _ list: ListView, _ plan: inout FramePlan) {
        // A missing mask hides everything, and an empty group adds nothing.
        if scope.awaitsMask || scope.step == plan.steps.count - 1 { return plan.drop(from: scope.step) }
        guard let ops = list.ops.baseAddress else { return }
        let op = ops + scope.op
        plan.steps.append(PlanStep(.endCoverage, op: scope.op))
        plan.end(scope.step)
        var step = PlanStep(.combine, op: scope.op, rect: scope.visible)
        step.opacity = PixelMath.byte(op.pointee.opacity)
        if list.group(op).excludes { step.mode = .xor }
        plan.steps.append(step)
    }
}

extension GroupDraw {
    fileprivate var excludes: Bool { blendMode == .xor }
}

extension ListView {
    /// Returns true if the ops are only shapes in one colour, clipped, masked or in groups.
    fileprivate func isCoverage(_ first: Int, _ end: Int, most: Int) -> Bool {
        guard end - first <= most, let ops = ops.baseAddress else { return false }
        for i in first..<end {
            let op = ops + i
            switch op.pointee.kind {
            case .fill: if op.pointee.isSquare, op.pointee.projection.kind != .axisAligned, op.pointee.edgeMask & 15 != 15 { return false }
            case .shapeFill, .shapeStroke: if op.pointee.projection.kind == .projective { return false }
            case .beginClip, .endClip, .beginMask, .endGroup: break
            case .beginGroup:
                guard case .group(let draw)? = payload(op) else { break }
                if !draw.isAlone || (draw.blendMode != .normal && !draw.excludes) { return false }
            default: return false
            }
        }
        return true
    }
}

extension UnsafePointer<DrawOp> {
    fileprivate var isLeaf: Bool {
        switch pointee.kind {
        case .fill, .border, .image, .shapeFill, .shapeStroke, .gradient: true
        default: false
        }
    }

    /// True if shapes can be filled with the op's paint.
    fileprivate func isPaint(_ list: ListView) -> Bool {
        switch pointee.kind {
        case .fill: return true
        case .gradient: if case .gradient? = list.payload(self) { return true }
        default: break
        }
        return false
    }
}
