import CoreGraphics
@testable import RenderTree

/// Compares a draw list that was patched with one that a new tree makes.
enum ListComparison {
    /// The ops but for those that layers which left have emptied, with the ends counted without them.
    private static func compact(_ list: DrawList) -> [(op: DrawOp, at: Int)] {
        var places: [Int32] = []
        var kept: [(op: DrawOp, at: Int)] = []
        for (at, op) in list.ops.enumerated() {
            places.append(Int32(kept.count))
            if op != DrawOp(kind: .fill) { kept.append((op, at)) }
        }
        for i in kept.indices where kept[i].op.end >= 0 { kept[i].op.end = places[Int(kept[i].op.end)] }
        return kept
    }

    static func areSame(_ a: DrawList, _ b: DrawList) -> Bool { difference(a, b) == nil }

    /// Describes the first difference between a patched list and a new one; nil if both draw the same.
    static func difference(_ a: DrawList, _ b: DrawList) -> String? {
        let ours = compact(a), theirs = compact(b)
        guard ours.count == theirs.count, a.boxes.count == a.ops.count else { return "\(ours.count) ops and not \(theirs.count)" }
        // The end of a group or clip that draws nothing: what is in it may be of another time.
        var hidden: Int32 = -1
        for i in ours.indices {
            if Int32(i) < hidden { continue }
            var x = ours[i].op, y = theirs[i].op
            if x.kind == y.kind, x.kind == .beginGroup || x.kind == .beginClip, x.bounds.isEmpty, y.bounds.isEmpty, x.end == y.end {
                hidden = x.end
                continue
            }
            if x.kind == .beginGroup {
                // A superset will do.
                guard x.bounds.contains(y.bounds) || y.bounds.isEmpty else { return "group \(i): \(x.bounds) and not \(y.bounds)" }
                x.bounds = y.bounds
            }
            // What is not seen may be of another time.
            if x.kind == y.kind, x.bounds.isEmpty, y.bounds.isEmpty, x.end < 0, y.end < 0 { continue }
            guard (x.payload < 0) == (y.payload < 0) else { return "op \(i): \(x) and not \(y)" }
            if x.payload >= 0, a.payloads[Int(x.payload)] != b.payloads[Int(y.payload)] { return "the payload of op \(i)" }
            // Indices of payloads differ between lists.
            (x.payload, y.payload) = (-1, -1)
            guard x == y else { return "op \(i): \(x) and not \(y)" }
            let at = ours[i].at, own = a.ops[at]
            let chunk = a.chunkBounds[at / DrawList.chunkSize]
            guard y.bounds.isEmpty || chunk.contains(own.bounds) else { return "the chunk of op \(i)" }
            // What a small damage goes by.
            guard own.bounds.isEmpty || a.boxes[at].meets(OpBox.Query(own.bounds)) else { return "the box of op \(i)" }
            if a.chunkIsPlain[at / DrawList.chunkSize], !own.isAlone { return "the chunk of op \(i) is not plain" }
            if a.chunkSpans[at / DrawList.chunkSize] != a.span(ofChunk: at / DrawList.chunkSize) { return "the span of op \(i)'s chunk" }
        }
        return nil
    }
}
