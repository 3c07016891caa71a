// Moves of ops within the list. The caller (`ListSplicer`) keeps the ranges of ops that belong to nodes.

extension DrawListEditor {
    /// True if so many ops, payloads or scopes belong to no layer any more that a new list is due.
    var isMostlyUnused: Bool {
        let count = list.ops.count
        return emptyCount > 256 + count / 2 || list.payloads.count > 256 + 2 * count || scopes.count > 256 + 2 * count
    }

    /// Returns true if an op in a scope may affect pixels outside of the op's own, so that a single op can't come or leave.
    func isDrawnAsWhole(_ scope: Int32) -> Bool { scope >= 0 && (scopes[Int(scope)].spreads || scopes[Int(scope)].clearsAround) }

    // MARK: removal

    /// Empties a range of ops inside a scope, and damages what they drew. They keep their places until the next build.
    func emptyOps(_ start: Int32, _ end: Int32, scope: Int32) {
        damageCurrent(start, end, scope: scope)
        let start = Int(start), end = Int(end)
        for at in start..<end {
            if opScopes[at] >= 0 {
                scopes[Int(opScopes[at])].begin = -1
                opScopes[at] = -1
            }
            list.ops[at] = DrawOp(kind: .fill)
            list.boxes[at] = OpBox(.empty)
        }
        if start < end {
            for chunk in (start / DrawList.chunkSize)...((end - 1) / DrawList.chunkSize) {
                list.chunkSpans[chunk] = list.span(ofChunk: chunk)
            }
            touch(scope, .empty)
        }
        emptyCount += end - start
    }

    // MARK: insertion

    /// Begins to write ops at the end of an otherwise unchanged list. Returns the index of the first.
    func beginInsertion() -> Int {
        pass = .build(at: list.ops.count, inserting: true)
        return pass.cursor
    }

    /// Ends the writing of ops from `base` on. Returns their number; nil if they can't be moved into the list.
    func endInsertion(from base: Int) -> Int? {
        pass.isInserting = false
        if pass.hasFailed { return nil }
        let end = list.ops.count
        for at in base..<end { list.boxes.append(OpBox(list.ops[at].bounds)) }
        for at in base..<end where list.ops[at].flags.contains(.readsBackdrop) { return nil }
        return end - base
    }

    /// Moves the ops from `base` to the end of the list to `place`, directly inside a scope.
    func moveInserted(from base: Int, to place: Int, scope: Int32) {
        let end = list.ops.count, count = end - base
        rotateOps(place, base, end)
        shiftOps(place, place + count, by: place - base)
        shiftOps(place + count, end, by: count)
        var scope = scope, bounds = DeviceRect.empty
        for at in place..<(place + count) { bounds = bounds.union(list.ops[at].bounds) }
        touch(scope, bounds)
        indexChunks(place / DrawList.chunkSize, (end - 1) / DrawList.chunkSize)
        while scope >= 0 {
            let begin = Int(scopes[Int(scope)].begin)
            list.ops[begin].end += Int32(count)
            list.chunkSpans[begin / DrawList.chunkSize] = list.span(ofChunk: begin / DrawList.chunkSize)
            scope = scopes[Int(scope)].parent
        }
    }

    // MARK: order

    /// Moves a range of ops so that it comes before the op that is now at `next`, which is outside of the range and in the same scope.
    func moveOps(_ start: Int, _ end: Int, to next: Int) {
        let count = end - start
        if count == 0 { return }
        if next <= start {
            rotateOps(next, start, end)
            shiftOps(next, next + count, by: next - start)
            shiftOps(next + count, end, by: count)
            indexChunks(next / DrawList.chunkSize, (end - 1) / DrawList.chunkSize)
        } else if next > end {
            rotateOps(start, end, next)
            shiftOps(start, next - count, by: -count)
            shiftOps(next - count, next, by: next - end)
            indexChunks(start / DrawList.chunkSize, (next - 1) / DrawList.chunkSize)
        }
    }

    // MARK: rotation

    /// Rotates a range of ops, so that those from `middle` on come before those from `low` on.
    private func rotateOps(_ low: Int, _ middle: Int, _ high: Int) {
        func turn<Element>(_ array: inout ContiguousArray<Element>) {
            array.withUnsafeMutableBufferPointer { buffer in
                guard let first = buffer.baseAddress.map({ $0 + low }) else { return }
                let head = middle - low, tail = high - middle
                if head == 0 || tail == 0 { return }
                // The shorter part is moved to a temporary buffer.
                let aside = UnsafeMutablePointer<Element>.allocate(capacity: min(head, tail))
                if head <= tail {
                    aside.moveInitialize(from: first, count: head)
                    first.moveInitialize(from: first + head, count: tail)
                    (first + tail).moveInitialize(from: aside, count: head)
                } else {
                    aside.moveInitialize(from: first + head, count: tail)
                    (first + tail).moveInitialize(from: first, count: head)
                    first.moveInitialize(from: aside, count: tail)
                }
                aside.deallocate()
            }
        }
        turn(&list.ops)
        turn(&opScopes)
        turn(&list.boxes)
    }

    /// Adjusts the indices of ops that were moved by `count` places: their ends and the begins of their scopes.
    private func shiftOps(_ low: Int, _ high: Int, by count: Int) {
        for at in low..<high {
            if list.ops[at].end >= 0 { list.ops[at].end += Int32(count) }
            if opScopes[at] >= 0 { scopes[Int(opScopes[at])].begin = Int32(at) }
        }
    }
}
