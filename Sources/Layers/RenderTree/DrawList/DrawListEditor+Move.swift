// Moves of ops within the list.

extension DrawListEditor {
    /// Rotates a range of ops, so that those from `middle` on come before those from `low` on.
    func rotateOps(_ low: Int, _ middle: Int, _ high: Int) {
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
    func shiftOps(_ low: Int, _ high: Int, by count: Int) {
        for at in low..<high {
            if list.ops[at].end >= 0 { list.ops[at].end += Int32(count) }
            if opScopes[at] >= 0 { scopes[Int(opScopes[at])].begin = Int32(at) }
        }
    }
}
