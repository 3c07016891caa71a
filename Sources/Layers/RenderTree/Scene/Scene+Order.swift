import AgateDiagnostics
import CoreGraphics

extension Scene {
    /// Orders sublayers by zPosition; equal ones keep the array's order (Behaviour 4.5 Z1).
    func orderByZPosition(_ i: Int32) {
        let n = nodes[i]
        var sorted = true
        var last = -CGFloat.infinity
        for child in n.pointee.sublayers {
            let z = nodes[child].pointee.state.values.zPosition
            nodes[child].pointee.paintZ = z
            if z < last { sorted = false }
            last = z
        }
        if sorted { n.pointee.paintOrder = []; return }
        n.pointee.paintOrder = Self.order(n.pointee.sublayers) { nodes[$0].pointee.state.values.zPosition }
    }

    /// A stable sort; NaN keys come first.
    private static func order(_ items: ContiguousArray<Int32>, by key: (Int32) -> CGFloat) -> ContiguousArray<Int32> {
        var keyed = ContiguousArray<(key: CGFloat, place: Int, item: Int32)>()
        keyed.reserveCapacity(items.count)
        for (place, item) in items.enumerated() {
            let k = key(item)
            keyed.append((k.isNaN ? -.infinity : k, place, item))
        }
        keyed.sort { $0.key != $1.key ? $0.key < $1.key : $0.place < $1.place }
        return ContiguousArray(keyed.map(\.item))
    }

    /// Returns true if the order among the siblings is still valid after a change of zPosition.
    func orderHolds(_ i: Int32) -> Bool {
        let n = nodes[i]
        let order = n.pointee.paintOrder.isEmpty ? n.pointee.sublayers : n.pointee.paintOrder
        var last = -CGFloat.infinity
        for child in order {
            let z = nodes[child].pointee.state.values.zPosition
            nodes[child].pointee.paintZ = z
            if z < last { return false }
            // If zPositions became equal or distinct, the array's order decides; this is rare enough to sort again.
            if z == last && !n.pointee.paintOrder.isEmpty { return false }
            last = z
        }
        return true
    }

    /// Makes the sublayers of a replicator, once for each instance (Behaviour 7.5).
    func emitInstances(_ i: Int32, _ environment: DrawEnvironment) {
        let n = nodes[i]
        var env = environment
        if env.unit < 0 { env.unit = i }
        let space = sublayerSpace(n)
        guard n.pointee.state.extraBox != nil else { emitSublayers(i, in: space, env); return }
        let extra = n.pointee.state.extra
        let b = n.pointee.state.values.bounds
        let cx = b.origin.x + b.size.width / 2, cy = b.origin.y + b.size.height / 2
        let step = extra.instanceTransform.about(cx, cy, 0, to: cx, cy, 0)
        let count = instanceCount(n)
        let delays =
            extra.instanceDelay != 0 && extra.instanceDelay.isFinite && count > 1
            && !(timeline.animatedCount == 0 && timeline.emitters.list.isEmpty)
        var next = Double.infinity
        var total = CATransform3DIdentity
        for k in 0..<count {
            if editor.pass.hasFailed { break }
            if !editor.pass.isPatching, !mayDescend(env.depth) { break }
            // The first instance clears the stale flags of a node; later instances must not rely on them.
            let repeats = writer.repeats
            writer.repeats = repeats || k > 0
            defer { writer.repeats = repeats }
            if k > 0 { total = .product(step, total) }
            if delays, k > 0 {
                // Kept while the instance is made: emitters and replicators below it query their time again.
                timeline.spaces.instanceShifts.append((i, Double(k) * extra.instanceDelay))
                next = min(next, timeline.sampleBelow(i))
            }
            defer { if delays, k > 0 { timeline.spaces.instanceShifts.removeLast() } }
            let f = Float(k)
            let tint = RGBA(
                extra.instanceColor.x + f * extra.instanceRedOffset, extra.instanceColor.y + f * extra.instanceGreenOffset,
                extra.instanceColor.z + f * extra.instanceBlueOffset, extra.instanceColor.w + f * extra.instanceAlphaOffset
            ).clamped(lowerBound: RGBA(repeating: 0), upperBound: RGBA(repeating: 1))
            var instanceSpace = CATransform3D.product(total, space)
            if !extra.preservesDepth { instanceSpace = instanceSpace.flattened }
            if tint == RGBA(repeating: 1) || !extra.hasInstanceColor {
                emitSublayers(i, in: instanceSpace, env)
            } else {
                writer.inTint(tint, env) { emitSublayers(i, in: instanceSpace, $0) }
            }
        }
        if delays {
            _ = timeline.sampleBelow(i)
            setDelayed(i, nextChange: next)
        }
    }
}
