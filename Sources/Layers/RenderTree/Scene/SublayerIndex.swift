// Deferred placement: the sublayers of a layer that moves, outside of the visible region
//
// If a layer moves with everything in it, as the content of a scroll view does, its sublayers move as well, whether they show or not. A
// layer with many sublayers therefore has an index of their boxes, in its own space. When it moves, only sublayers whose boxes meet the
// visible region before or after the move are made. The placement of the others is deferred: they drew nothing before and draw nothing
// now, so their ops stay in the list, with empty bounds and an old projection, and their matrices are old.
//
//     before  |  made  |  made  |            |            |        the clip, in the space of the layer's sublayers
//     after            |  made  |  made      |            |
//             deferred                        deferred
//
// A sublayer is up to date if its `placement` is the index's. A deferred one is made as a whole before anything below it is made: a patch
// that begins at a node asks for the outermost deferred ancestor and begins there. `DrawEnvironment.deferrable` leads from a node to the
// next ancestor whose placement may be deferred, so that the way up is as long as the number of indexes around the node.
//
// What invalidates what
//     | change                                          | consequence                                                              |
//     |-------------------------------------------------|--------------------------------------------------------------------------|
//     | a value at or below a sublayer                  | its box is unknown: it is made at the next move, and measured again      |
//     | a sublayer came                                 | a new entry, whose box is unknown                                        |
//     | a sublayer left                                 | the entry no longer names it, and is skipped                             |
//     | opacity, clip or flip of the layer, its class   | all sublayers are made, as without an index                              |
//     | a build                                         | no index is left; the second move after it makes one                     |
//
// Not boxed, and so made at every move: sublayers with animations, filters, bitmaps, particles, tiles, transitions or instances at or below
// them.

import CoreGraphics

/// The indexes of the layers that moved repeatedly since the last build.
final class SublayerIndexes {
    private let nodes: NodeTable
    private let extents: LayerExtents
    @exclusivity(unchecked) private var list: ContiguousArray<SublayerIndex> = []
    /// The minimum number of sublayers of a layer with an index.
    @exclusivity(unchecked) var minimum = 48

    init(nodes: NodeTable, extents: LayerExtents) {
        self.nodes = nodes
        self.extents = extents
    }

    var isEmpty: Bool { list.isEmpty }

    func removeAll() { list.removeAll() }

    /// Returns the place in `list` of a layer's index, or nil without one.
    @inline(__always)
    private func place(of n: UnsafeMutablePointer<RenderNode>) -> Int? {
        let at = Int(n.pointee.sublayerIndex)
        guard at >= 0, at < list.count, list[at].layer == n.pointee.id, n.pointee.stamp == nodes.stamp else { return nil }
        return at
    }

    /// Returns the sublayers to make in a patch after a move of a layer; nil for all.
    /// - Parameter clip: the visible region, which is the same as before the move.
    func sublayersToMake(_ n: UnsafeMutablePointer<RenderNode>, clip: DeviceRect) -> ContiguousArray<Int32>? {
        guard let at = place(of: n) else {
            // The first move since the build only marks the layer.
            if n.pointee.sublayerIndex == RenderNode.movedOnce { makeIndex(of: n) } else { n.pointee.sublayerIndex = RenderNode.movedOnce }
            return nil
        }
        measure(at)
        let before = list[at].placement
        list[at].move(to: n.pointee.matrix, clip: clip, nodes)
        // If most of them show, all are made in their order, which costs less.
        if before == list[at].placement || list[at].found.count * 4 > list[at].entries.count * 3 { return nil }
        return list[at].found
    }

    /// Called when all sublayers of a layer are made. Returns without effect for a layer without an index.
    @inline(__always)
    func allAreMade(of n: UnsafeMutablePointer<RenderNode>) {
        guard !list.isEmpty, let at = place(of: n) else { return }
        list[at].matrix = n.pointee.matrix
    }

    /// Records that a sublayer is made in its current place.
    @inline(__always)
    func notePlaced(_ n: UnsafeMutablePointer<RenderNode>) {
        guard !list.isEmpty, n.pointee.parent >= 0, let at = place(of: nodes[n.pointee.parent]) else { return }
        n.pointee.placement = list[at].placement
    }

    /// Records that the box of a drawn node may have changed, and with it those of its ancestors.
    func noteChange(_ node: Int32) {
        var each = nodes[node].pointee.environment.deferrable
        while each >= 0 {
            let n = nodes[each]
            if n.pointee.parent < 0 { return }
            let p = nodes[n.pointee.parent]
            if let at = place(of: p) { list[at].forgetBox(of: each, n) }
            each = p.pointee.environment.deferrable
        }
    }

    /// Returns the outermost deferred layer among a drawn node and its ancestors; nil if all are up to date.
    func outermostDeferred(at node: Int32) -> Int32? {
        var found: Int32?
        var each = nodes[node].pointee.environment.deferrable
        while each >= 0 {
            let n = nodes[each]
            if n.pointee.parent < 0 { break }
            let p = nodes[n.pointee.parent]
            if let at = place(of: p), n.pointee.placement != list[at].placement { found = each }
            each = p.pointee.environment.deferrable
        }
        return found
    }

    /// Returns true if the placement of a drawn sublayer is deferred.
    func isDeferred(_ node: Int32) -> Bool {
        let n = nodes[node]
        guard !list.isEmpty, n.pointee.environment.deferrable == node, n.pointee.parent >= 0, n.pointee.stamp == nodes.stamp,
            let at = place(of: nodes[n.pointee.parent])
        else { return false }
        return n.pointee.placement != list[at].placement
    }

    /// Adds a sublayer whose ops were inserted.
    func add(_ node: Int32) {
        let n = nodes[node]
        guard !list.isEmpty, n.pointee.parent >= 0, let at = place(of: nodes[n.pointee.parent]) else { return }
        list[at].append(node, n)
        n.pointee.placement = list[at].placement
    }

    private func makeIndex(of n: UnsafeMutablePointer<RenderNode>) {
        n.pointee.sublayerIndex = RenderNode.movedOnce
        // Sublayers that came since the build may be made as parts of another deferrable layer.
        for child in n.pointee.sublayers
        where nodes[child].pointee.stamp != nodes.stamp || nodes[child].pointee.environment.deferrable != child { return }
        n.pointee.sublayerIndex = Int32(list.count)
        list.append(SublayerIndex(layer: n.pointee.id, matrix: n.pointee.matrix))
        let at = list.count - 1
        list[at].entries.reserveCapacity(n.pointee.sublayers.count)
        for child in n.pointee.sublayers {
            list[at].append(child, nodes[child])
            nodes[child].pointee.placement = list[at].placement
        }
        measure(at)
        list[at].sort()
    }

    /// Determines the boxes that are unknown.
    private func measure(_ at: Int) {
        var k = 0
        while k < list[at].unknown.count {
            let number = Int(list[at].unknown[k])
            k += 1
            let node = list[at].entries[number].node
            guard list[at].isCurrent(number, nodes) else { continue }
            var box: CGRect?
            if let inner = extents.stillExtent(of: node) {
                if inner.isNull {
                    box = .null
                } else if let placed = Projection(plane: layerEdge(nodes[node])), let b = placed.deviceBox(of: inner) {
                    box = CGRect(x: b.minX, y: b.minY, width: b.maxX - b.minX, height: b.maxY - b.minY)
                }
            }
            list[at].setBox(box, number)
        }
    }
}

/// The boxes of a layer's sublayers, in the space of the sublayers.
struct SublayerIndex {
    struct Box {
        var minX = Double.infinity, minY = Double.infinity, maxX = -Double.infinity, maxY = -Double.infinity

        @inline(__always)
        func meets(_ other: Box) -> Bool { minX <= other.maxX && other.minX <= maxX && minY <= other.maxY && other.minY <= maxY }
    }
    enum Measure: UInt8 {
        /// In `unknown`.
        case unknown
        /// The box is valid.
        case boxed
        /// Nothing bounds what the sublayer draws; in `boundless`.
        case boundless
    }
    struct Entry {
        let node: Int32
        var measure = Measure.unknown
        /// The move that made the sublayer last.
        var made: UInt32 = 0
        var box = Box()
    }

    let layer: LayerID
    /// The matrix of the layer at the last move.
    var matrix: CATransform3D
    /// The number of the last move that made only some sublayers.
    private(set) var placement: UInt32 = 1
    var entries: ContiguousArray<Entry> = []
    private(set) var unknown: ContiguousArray<Int32> = []
    private var boundless: ContiguousArray<Int32> = []
    /// Entries with boxes that are not in the bands, or that cover many of them.
    private var unsorted: ContiguousArray<Int32> = []
    private var bands = Bands()
    /// The sublayers made by the last move.
    private(set) var found: ContiguousArray<Int32> = []

    init(layer: LayerID, matrix: CATransform3D) {
        self.layer = layer
        self.matrix = matrix
    }

    /// Returns false for an entry whose sublayer left.
    func isCurrent(_ number: Int, _ nodes: NodeTable) -> Bool {
        let node = entries[number].node
        return nodes.isLive(node) && nodes[node].pointee.indexEntry == Int32(number) && nodes[node].pointee.parent >= 0
            && nodes[nodes[node].pointee.parent].pointee.id == layer
    }

    mutating func append(_ node: Int32, _ n: UnsafeMutablePointer<RenderNode>) {
        n.pointee.indexEntry = Int32(entries.count)
        unknown.append(Int32(entries.count))
        entries.append(Entry(node: node))
    }

    mutating func forgetBox(of node: Int32, _ n: UnsafeMutablePointer<RenderNode>) {
        let number = Int(n.pointee.indexEntry)
        guard number >= 0, number < entries.count, entries[number].node == node, entries[number].measure != .unknown else { return }
        entries[number].measure = .unknown
        unknown.append(Int32(number))
    }

    /// Sets the box of an entry that was unknown; nil for one without bounds. Until the next move the entry stays in `unknown`.
    mutating func setBox(_ rect: CGRect?, _ number: Int) {
        guard let rect else {
            entries[number].measure = .boundless
            boundless.append(Int32(number))
            return
        }
        entries[number].measure = .boxed
        entries[number].box =
            rect.isNull
            ? Box() : Box(minX: Double(rect.minX), minY: Double(rect.minY), maxX: Double(rect.maxX), maxY: Double(rect.maxY))
        if !rect.isNull { unsorted.append(Int32(number)) }
    }

    /// Distributes the boxes over the bands. Called when the index is made, and when many boxes have changed since.
    mutating func sort() {
        unsorted.removeAll(keepingCapacity: true)
        bands.sort(entries, rest: &unsorted)
        // All of them were just made.
        unknown.removeAll(keepingCapacity: true)
    }

    /// Sets `found` to the sublayers that a move to a matrix has to make. Keeps `placement` if all have to be made.
    mutating func move(to new: CATransform3D, clip: DeviceRect, _ nodes: NodeTable) {
        let old = matrix
        matrix = new
        found.removeAll(keepingCapacity: true)
        guard let before = Self.region(clip, in: old), let after = Self.region(clip, in: new) else {
            unknown.removeAll(keepingCapacity: true)
            return
        }
        placement &+= 1
        // The ops of these may be anywhere.
        for number in unknown { take(Int(number), nodes) }
        var kept = 0
        for k in boundless.indices {
            let number = Int(boundless[k])
            guard entries[number].measure == .boundless else { continue }
            boundless[kept] = Int32(number)
            kept += 1
            take(number, nodes)
        }
        boundless.removeLast(boundless.count - kept)
        unknown.removeAll(keepingCapacity: true)
        for number in unsorted { takeIfMet(Int(number), before, after, nodes) }
        let bands = bands
        for region in [before, after] { bands.visit(region) { takeIfMet(Int($0), before, after, nodes) } }
        if unsorted.count > 64 + entries.count / 4 {
            unsorted.removeAll(keepingCapacity: true)
            self.bands.sort(entries, rest: &unsorted)
        }
    }

    private mutating func takeIfMet(_ number: Int, _ before: Box, _ after: Box, _ nodes: NodeTable) {
        guard entries[number].measure == .boxed, entries[number].box.meets(before) || entries[number].box.meets(after) else { return }
        take(number, nodes)
    }

    private mutating func take(_ number: Int, _ nodes: NodeTable) {
        guard entries[number].made != placement, isCurrent(number, nodes) else { return }
        entries[number].made = placement
        found.append(entries[number].node)
    }

    /// Returns a region of the target in the space of sublayers, with a margin for edges that cover parts of pixels; nil unless the space
    /// is only scaled and moved.
    private static func region(_ clip: DeviceRect, in matrix: CATransform3D) -> Box? {
        guard let placed = Projection(plane: matrix), placed.kind == .axisAligned, placed.m11 != 0, placed.m22 != 0 else { return nil }
        if clip.isEmpty { return Box() }
        let xs = ((Double(clip.x0) - 4 - placed.m31) / placed.m11, (Double(clip.x1) + 4 - placed.m31) / placed.m11)
        let ys = ((Double(clip.y0) - 4 - placed.m32) / placed.m22, (Double(clip.y1) + 4 - placed.m32) / placed.m22)
        let box = Box(minX: min(xs.0, xs.1), minY: min(ys.0, ys.1), maxX: max(xs.0, xs.1), maxY: max(ys.0, ys.1))
        return box.minX.isFinite && box.minY.isFinite && box.maxX.isFinite && box.maxY.isFinite ? box : nil
    }

    /// Boxes by their position along the axis in which they extend further, in bands of equal size. A box is listed by each of its bands.
    private struct Bands {
        private var isVertical = true
        private var low = 0.0, size = 1.0
        /// For each band, the index in `items` at which its boxes begin; one more at the end.
        private var starts: ContiguousArray<Int32> = []
        private var items: ContiguousArray<Int32> = []

        /// - Parameter rest: receives the boxes that cover many bands.
        mutating func sort(_ entries: ContiguousArray<Entry>, rest: inout ContiguousArray<Int32>) {
            starts.removeAll(keepingCapacity: true)
            items.removeAll(keepingCapacity: true)
            var all = Box()
            for each in entries where each.measure == .boxed {
                all = Box(
                    minX: min(all.minX, each.box.minX), minY: min(all.minY, each.box.minY), maxX: max(all.maxX, each.box.maxX),
                    maxY: max(all.maxY, each.box.maxY))
            }
            isVertical = all.maxY - all.minY >= all.maxX - all.minX
            let length = isVertical ? all.maxY - all.minY : all.maxX - all.minX
            let count = max(1, entries.count / 4)
            guard length.isFinite, length > 0 else {
                for number in entries.indices
                where entries[number].measure == .boxed && entries[number].box.minX <= entries[number].box.maxX {
                    rest.append(Int32(number))
                }
                return
            }
            low = isVertical ? all.minY : all.minX
            size = length / Double(count)
            starts = ContiguousArray(repeating: 0, count: count + 1)
            for number in entries.indices {
                guard let range = bands(of: entries[number], limit: 8) else {
                    if entries[number].measure == .boxed, entries[number].box.minX <= entries[number].box.maxX {
                        rest.append(Int32(number))
                    }
                    continue
                }
                for band in range { starts[band + 1] += 1 }
            }
            for band in 0..<count { starts[band + 1] += starts[band] }
            items = ContiguousArray(repeating: 0, count: Int(starts[count]))
            var next = starts
            for number in entries.indices {
                guard let range = bands(of: entries[number], limit: 8) else { continue }
                for band in range {
                    items[Int(next[band])] = Int32(number)
                    next[band] += 1
                }
            }
        }

        private func bands(of entry: Entry, limit: Int) -> ClosedRange<Int>? {
            guard entry.measure == .boxed, entry.box.minX <= entry.box.maxX, let range = bands(entry.box), range.count <= limit else {
                return nil
            }
            return range
        }

        /// Returns the bands that a box covers; nil if there are none.
        private func bands(_ box: Box) -> ClosedRange<Int>? {
            let count = starts.count - 1
            guard count > 0, box.minX <= box.maxX else { return nil }
            let first = ((isVertical ? box.minY : box.minX) - low) / size, last = ((isVertical ? box.maxY : box.maxX) - low) / size
            guard first <= Double(count), last >= 0 else { return nil }
            return Int(min(max(first, 0), Double(count - 1)))...Int(min(max(last, 0), Double(count - 1)))
        }

        func visit(_ box: Box, _ body: (Int32) -> Void) {
            guard let range = bands(box) else { return }
            for at in starts[range.lowerBound]..<starts[range.upperBound + 1] { body(items[Int(at)]) }
        }
    }
}
