import Raster
import RenderTree

/// The capabilities of a compositor that plans depend on.
package struct PlanOptions: Hashable, Sendable {
    package enum MaskForm: UInt8, Comparable, Sendable {
        /// Each mask is a picture.
        case pictures
        /// The same, but a mask of one shape is painted as that shape.
        case shapes
        /// Masks made of shapes are drawn as coverage, too.
        case coverage

        package static func < (a: Self, b: Self) -> Bool { a.rawValue < b.rawValue }
    }
    package var masks = MaskForm.coverage
    package var corners = CompositorOptions.CornerOutline.circular
    package init() {}
}

/// A scope of the list that is open while a plan is made, and the area to restore after it.
struct PlanScope {
    enum Kind {
        case clip
        /// A group with a target, and one that is drawn as coverage.
        case group, coverage
        /// The mask of a group that has no target.
        case through
        case bitmap
    }
    var kind: Kind
    var op: Int
    /// The index of the op that closes it.
    var end: Int
    /// The step that begins it.
    var step: Int
    var around: PlanArea
    /// The part of the group that can be visible.
    var visible: IntRect
    /// True if the group's mask comes later in the list.
    var awaitsMask = false
    /// The only op of the mask, or the step that begins its coverage.
    var shape: Int?
    /// The step that begins the mask's coverage.
    var coverage: Int?
}

/// The area in which ops are drawn while a plan is made.
struct PlanArea {
    /// The pixels that can still change.
    var region: IntRect
    /// The region in which the clips' masks have no effect, if there is a mask.
    var inner = IntRect.empty
    var isMasked = false
    /// The bounds of the whole picture: beyond its edges, backdrops repeat the pixels of the edge.
    var frame: IntRect
    /// True if ops are drawn as coverage.
    var isCoverage = false

    /// Returns the area of a new target in the same frame, without a clip.
    func entered(_ region: IntRect, isCoverage: Bool = false) -> PlanArea {
        PlanArea(region: region, frame: frame, isCoverage: isCoverage)
    }
}

/// Makes plans. Keeps scratch memory from plan to plan; a plan depends only on the options and the arguments.
package struct FramePlanner {
    package let options: PlanOptions
    /// The number of list ops examined.
    package private(set) var opCount = 0
    var area = PlanArea(region: .empty, frame: .empty)
    var scopes: ContiguousArray<PlanScope> = []
    /// The fills that are hidden by later ones.
    var hidden = HiddenCells()

    /// The maximum number of rectangles that are swept separately; more are joined.
    private static let maxSweeps = 16

    package init(_ options: PlanOptions = PlanOptions()) {
        self.options = options
        scopes.reserveCapacity(64)
    }

    /// Plans the damaged part of a list within the bounds of a target.
    /// - Parameter mask: the bounds of coverage that every op of the list is multiplied by.
    package mutating func plan(
        _ list: DrawList, _ damage: some Collection<DeviceRect>, in bounds: IntRect, mask: IntRect? = nil, into plan: inout FramePlan
    ) {
        plan.removeAll()
        let frame = IntRect(0, 0, list.width, list.height), inside = frame.intersection(bounds)
        list.withView { list in
            guard damage.count <= Self.maxSweeps else {
                let all = damage.reduce(DeviceRect.empty) { $0.union($1) }
                return sweep(list, IntRect(all).intersection(inside), frame, inside, mask, &plan)
            }
            for rect in damage { sweep(list, IntRect(rect).intersection(inside), frame, inside, mask, &plan) }
        }
    }

    private mutating func sweep(
        _ list: ListView, _ rect: IntRect, _ frame: IntRect, _ inside: IntRect, _ mask: IntRect?, _ plan: inout FramePlan
    ) {
        if rect.isEmpty { return }
        // Pixels that background filters read must be drawn, too, but are not kept.
        let drawn = list.backdrops.isEmpty ? rect : list.backdropSource(0, list.ops.count, rect).intersection(inside)
        area = PlanArea(region: drawn, frame: frame)
        var first = 0
        if let mask {
            area.region = drawn.intersection(mask)
            area.isMasked = true
            hidden.begin()
        } else {
            first = list.firstVisible(in: drawn, options.corners)
            list.findHidden(&hidden, in: drawn, from: first, options.corners)
        }
        let start = plan.steps.count
        traverse(list, from: first, &plan)
        plan.sweeps.append(PlannedSweep(rect: rect, drawn: drawn, steps: start..<plan.steps.count))
    }

    // MARK: Traversal

    /// - Parameter first: an outermost op; the ops before it are not visible.
    private mutating func traverse(_ list: ListView, from first: Int, _ plan: inout FramePlan) {
        guard let ops = list.ops.baseAddress else { return }
        let count = list.ops.count
        let hasBoxes = list.boxes.count == count && list.chunkIsPlain.count * DrawList.chunkSize >= count
        let canSkip = list.chunkBounds.count * DrawList.chunkSize >= count && list.chunkSpans.count >= list.chunkBounds.count
        scopes.removeAll(keepingCapacity: true)
        var limit = count
        // While a group awaits its mask, the op that begins the mask must not be skipped.
        var mayPass = canSkip
        var i = first
        while true {
            if i >= limit {
                guard let scope = scopes.popLast() else { return }
                close(scope, list, &plan)
                i = scope.end + 1
            } else if mayPass, i & (DrawList.chunkSize - 1) == 0, !area.region.meets(list.chunkBounds[i / DrawList.chunkSize]) {
                // A scope that begins here and ends in a later chunk is skipped as a whole.
                let span = Int(list.chunkSpans[i / DrawList.chunkSize])
                i = min(limit, span >= i && span < count ? max(span, Int(ops[span].end)) + 1 : i + DrawList.chunkSize)
                continue
            } else if hasBoxes, list.chunkIsPlain[i / DrawList.chunkSize], area.region.isNearPicture {
                i = drawChunks(i, limit, list, &plan)
                continue
            } else if !ops[i].isScope {
                i = drawRow(i, limit, ops, &plan)
                continue
            } else {
                i = visit(ops + i, at: i, limit, list, &plan)
            }
            limit = scopes.last?.end ?? count
            mayPass = canSkip && scopes.last?.awaitsMask != true
        }
    }

    /// Plans what begins or ends a scope; returns the index of the next op.
    private mutating func visit(
        _ op: UnsafePointer<DrawOp>, at i: Int, _ limit: Int, _ list: ListView, _ plan: inout FramePlan
    ) -> Int {
        opCount += 1
        let end = max(i, min(Int(op.pointee.end), limit))
        switch op.pointee.kind {
        case .beginMask: return turnToMask(i + 1, limit, list, &plan)
        case .beginGroup, .beginClip:
            if end == i || !area.region.meets(op.pointee.bounds) { return end + 1 }
            return op.pointee.kind == .beginGroup
                ? beginGroup(op, at: i, end: end, list, &plan) : beginClip(op, at: i, end: end, list, &plan)
        default: return i + 1
        }
    }

    /// Draws the ops up to the next scope or chunk that meet the region and are not hidden; returns the index of the op after them.
    private mutating func drawRow(_ i: Int, _ limit: Int, _ ops: UnsafePointer<DrawOp>, _ plan: inout FramePlan) -> Int {
        let region = area.region, end = min(limit, (i | (DrawList.chunkSize - 1)) + 1)
        var first = i, at = i
        while at < end, !ops[at].isScope {
            if !region.meets(ops[at].bounds) || hidden.contains(at) {
                if first < at { plan.draw(first, at) }
                first = at + 1
            }
            at += 1
        }
        if first < at { plan.draw(first, at) }
        opCount += at - i
        return at
    }

    /// Draws those ops of plain chunks that meet the region and are not hidden, without a look at them; returns the index of the op after
    /// the chunks.
    private mutating func drawChunks(_ i: Int, _ limit: Int, _ list: ListView, _ plan: inout FramePlan) -> Int {
        let region = area.region, query = OpBox.Query(DeviceRect(region.x0, region.y0, region.x1, region.y1))
        var at = i, chunk = i / DrawList.chunkSize
        repeat {
            let end = min(limit, (chunk + 1) * DrawList.chunkSize)
            if chunk >= list.chunkBounds.count || region.meets(list.chunkBounds[chunk]) {
                let shift = UInt64(at % DrawList.chunkSize)
                var bits = DrawList.meeting(list.boxes, chunk: chunk, query) >> shift
                if end - at < DrawList.chunkSize { bits &= (1 << UInt64(end - at)) - 1 }
                opCount += bits.nonzeroBitCount
                bits &= ~(hidden.ops(ofChunk: chunk) >> shift)
                if bits != 0 { plan.draw(bits, from: at) }
            }
            at = end
            chunk += 1
        } while at < limit && list.chunkIsPlain[chunk]
        return at
    }

    private mutating func close(_ scope: PlanScope, _ list: ListView, _ plan: inout FramePlan) {
        switch scope.kind {
        case .clip: endClip(scope, &plan)
        case .group: endGroup(scope, list, &plan)
        case .coverage: endCoverage(scope, list, &plan)
        case .through: endThrough(scope, &plan)
        case .bitmap:
            var step = PlanStep(.endBitmap, op: scope.op)
            step.index = Int32(scope.end)
            plan.steps.append(step)
            plan.end(scope.step)
        }
        area = scope.around
    }
}

extension IntRect {
    /// Returns true if boxes of 16 bits tell exactly which ops meet the rectangle.
    fileprivate var isNearPicture: Bool { x0 > -32_000 && y0 > -32_000 && x1 < 32_000 && y1 < 32_000 }
}

extension DrawOp {
    @inline(__always)
    fileprivate var isScope: Bool {
        switch kind {
        case .beginGroup, .beginMask, .endGroup, .beginClip, .endClip: true
        case .fill, .border, .image, .shapeFill, .shapeStroke, .gradient, .particles, .shadow: false
        }
    }
}
