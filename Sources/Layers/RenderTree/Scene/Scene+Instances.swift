import CoreGraphics

extension Scene {
    /// Makes the sublayers of a replicator, once for each instance (Behaviour 7.5).
    func emitInstances(_ i: Int32, _ environment: DrawEnvironment) {
        let n = nodes[i]
        var env = environment
        if env.unit < 0 { env.unit = i }
        let space = sublayerSpace(n)
        guard n.pointee.state.extraBox != nil else { emitSublayers(i, in: space, env); return }
        var instances = InstanceSequence(n, in: space, count: limits.instanceCount(n))
        let delays = instances.hasDelays && !(timeline.animatedCount == 0 && timeline.emitters.list.isEmpty)
        var next = Double.infinity
        for k in 0..<instances.count {
            if editor.pass.hasFailed { break }
            if !editor.pass.isPatching, !limits.mayDescend(env.depth) { break }
            // The first instance clears the stale flags of a node; later instances must not rely on them.
            let repeats = writer.repeats
            writer.repeats = repeats || k > 0
            defer { writer.repeats = repeats }
            let instance = instances.next()
            if delays, k > 0 {
                // Kept while the instance is made: emitters and replicators below it query their time again.
                timeline.spaces.instanceShifts.append((i, instance.delay))
                next = min(next, timeline.sampleBelow(i))
            }
            defer { if delays, k > 0 { timeline.spaces.instanceShifts.removeLast() } }
            if let tint = instance.tint {
                writer.inTint(tint, env) { emitSublayers(i, in: instance.space, $0) }
            } else {
                emitSublayers(i, in: instance.space, env)
            }
        }
        if delays {
            _ = timeline.sampleBelow(i)
            delayed.set(i, nextChange: next)
        }
    }
}
