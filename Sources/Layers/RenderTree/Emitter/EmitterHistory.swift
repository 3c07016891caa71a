import CoreGraphics

/// The values of an emitter and the times at which they were set: everything that its particles depend on. Particle n of a cell is born
/// when the integral of its birth rate reaches n, with the values at that time, and everything after that is a formula of its age. A frame
/// therefore depends only on this history and on its own time, never on previous frames.
///
/// Times are the layer's own. Owned by the tree.
final class EmitterHistory {
    /// A period in which the program changed nothing (animations may have run).
    struct Epoch {
        /// The start; minus infinity for the first epoch, since an emitter behaves as if it had always existed.
        var start: Double
        /// The time at which the program made the change.
        var recorded: Double
        /// The state without animations, and the animations.
        var base: LayerState
        var animations: ContiguousArray<CompiledAnimation>
        /// The sample of the state without animations.
        var sample: EmitterSample
        /// The track; nil if no running animation affects the emission.
        var track: EmitterTrack?
        /// The reference time, and the number of births of each cell at that time. With a track that sums rates, the time at which its
        /// sums begin.
        var anchor: Double
        var counts: ContiguousArray<Double>
        /// The count at which each of the layer's own cells began.
        var phases: ContiguousArray<Double>
    }

    @exclusivity(unchecked) private(set) var epochs: ContiguousArray<Epoch> = []
    @exclusivity(unchecked) var sprites: ContiguousArray<ParticleSprite> = []
    /// True if forces, or a changing gravity, act on particles. They are then integrated in steps; otherwise their position is a formula
    /// of their age.
    @exclusivity(unchecked) private(set) var integrates = false
    let motion = ParticleMotion()
    /// The layer's own timing as of the last change.
    @exclusivity(unchecked) var timing = MediaTiming()

    func copy() -> EmitterHistory {
        let other = EmitterHistory()
        other.epochs = epochs
        // Each history has its own tracks, which fill themselves.
        for i in other.epochs.indices where other.epochs[i].track != nil { other.makeTrack(i) }
        other.sprites = sprites
        other.integrates = integrates
        other.timing = timing
        return other
    }

    func reset() {
        epochs.removeAll(keepingCapacity: true)
        motion.reset()
    }

    /// Records the emitter's values from `time` on. Epochs that can no longer be visible at that time are removed.
    func record(_ state: LayerState, _ animations: ContiguousArray<CompiledAnimation>, at time: Double) {
        let relevant = ContiguousArray(animations.filter { $0.emitterTrace != .nothing })
        if let last = epochs.last {
            let isSame =
                last.base.extra.emitter == state.extra.emitter && last.base.objects.emitterCells == state.objects.emitterCells
                && last.base.objects.emitterBehaviors == state.objects.emitterBehaviors
            // An animation that has ended and been removed requires no new epoch: the old one includes its end.
            let isContinued =
                relevant.map(\.id) == last.animations.map(\.id)
                || (relevant.allSatisfy { new in last.animations.contains { $0.id == new.id } }
                    && last.animations.allSatisfy { old in
                        relevant.contains { $0.id == old.id } || (old.isRemovedOnCompletion && old.activeInterval().end <= time)
                    })
            if isSame && isContinued { return }
        }
        // If time ran backwards, later changes are discarded.
        while epochs.count > 1, epochs[epochs.count - 1].start > time { epochs.removeLast() }
        var start = epochs.isEmpty ? -Double.infinity : time
        if let last = epochs.last, last.recorded == time {
            // Changes at the same time are combined: nothing was shown in between.
            start = last.start
            epochs.removeLast()
        }
        var counts: ContiguousArray<Double> = []
        if let previous = epochs.indices.last {
            prepare(previous, from: start, to: start)
            for c in epochs[previous].counts.indices { counts.append(count(previous, c, at: start)) }
        }
        let sample = EmitterSample(state, sprites: &sprites)
        let known = counts.count
        while counts.count < sample.cells.count { counts.append(0) }
        epochs.append(
            Epoch(
                start: start, recorded: time, base: state, animations: relevant, sample: sample, track: nil,
                anchor: start == -.infinity ? 0 : start,
                counts: counts, phases: ContiguousArray(repeating: 0, count: sample.cells.count)
            ))
        let e = epochs.count - 1
        makeTrack(e)
        anchorTrack(e)
        findPhases(e, known: known)
        motion.forget(from: start)
        prune(at: time)
        findForces()
    }

    private func makeTrack(_ e: Int) {
        epochs[e].track = nil
        guard !epochs[e].animations.isEmpty else { return }
        let base = epochs[e].base, animations = epochs[e].animations, plain = epochs[e].sample
        var begin = Double.infinity, end = -Double.infinity
        var sums = false
        var jumps: [EmitterTrack.Jumps] = []
        for animation in animations {
            let interval = animation.activeInterval()
            begin = min(begin, interval.begin)
            end = max(end, interval.end)
            let speed = abs(animation.clock.speed)
            let cycle = speed > 0 && !animation.clock.autoreverses ? animation.clock.duration / speed : .infinity
            jumps.append(EmitterTrack.Jumps(begin: interval.begin, end: interval.end, period: cycle > 0 ? cycle : .infinity))
            sums = sums || animation.emitterTrace == .rates
        }
        guard begin.isFinite else { return }
        begin = max(begin, epochs[e].start)
        let start = epochs[e].start
        epochs[e].track = EmitterTrack(from: begin, to: max(begin, end), cellCount: plain.cells.count, sumsRates: sums, jumps: jumps) {
            [unowned self] time in
            var state = base
            let time = max(time, start)
            for animation in animations { animation.apply(at: time, to: &state) }
            let sample = EmitterSample(state, sprites: &sprites)
            // Cells that an animation adds or removes have no reliable count of births.
            return sample.cells.count == plain.cells.count ? sample : plain
        }
    }

    /// Converts the counts to those at the track's beginning.
    private func anchorTrack(_ e: Int) {
        guard let track = epochs[e].track, track.sumsRates else { return }
        let anchor = epochs[e].anchor
        track.prepare(from: anchor, to: anchor)
        for c in epochs[e].sample.cells.indices { epochs[e].counts[c] -= track.sum(c, to: anchor) }
    }

    /// Finds the counts at which the layer's own cells begin. A new cell of an existing emitter begins now.
    private func findPhases(_ e: Int, known: Int) {
        var c = 0
        while c < epochs[e].sample.cells.count {
            let begin = epochs[e].sample.cells[c].begin
            if e > 0, c < epochs[e - 1].phases.count, epochs[e - 1].sample.cells[c].begin == begin, c < known {
                epochs[e].phases[c] = epochs[e - 1].phases[c]
            } else {
                let from = e > 0 && c >= known ? max(begin, epochs[e].start) : begin
                epochs[e].phases[c] = countAnywhere(c, at: from)
            }
            c = Int(epochs[e].sample.cells[c].subtreeEnd)
        }
    }

    private func findForces() {
        integrates = false
        for e in epochs.indices {
            if epochs[e].sample.behaviors.movers > 0 || epochs[e].animations.contains(where: \.changesForces) { integrates = true }
            guard e > 0 else { continue }
            for c in epochs[e].sample.cells.indices where c < epochs[e - 1].sample.cells.count {
                if !epochs[e].sample.cells[c].numbers.hasGravity(of: epochs[e - 1].sample.cells[c].numbers) { integrates = true }
            }
        }
    }

    private func prune(at time: Double) {
        var gone = 0
        while gone < epochs.count - 1 {
            var reach = 0.0
            for c in epochs[gone].sample.cells.indices { reach = max(reach, self.reach(gone, c)) }
            if epochs[gone + 1].start + reach >= time { break }
            gone += 1
        }
        // Particles that live forever would keep all history; the number of epochs is bounded.
        gone = max(gone, epochs.count - Self.limit)
        if gone > 0 { epochs.removeFirst(gone) }
        // Removes pictures that are no longer shown.
        if epochs.count == 1, epochs[0].track == nil, sprites.count > epochs[0].sample.cells.count {
            sprites.removeAll()
            epochs[0].sample = EmitterSample(epochs[0].base, sprites: &sprites)
        }
    }

    /// The maximum number of changes kept.
    private static let limit = 4096

    // MARK: Reading

    func reach(_ e: Int, _ cell: Int) -> Double {
        max(epochs[e].sample.cells[cell].reach, epochs[e].track?.reaches[cell] ?? 0)
    }

    /// The maximum time after its birth in which content from any cell can be visible.
    var longestReach: Double {
        var reach = 0.0
        for e in epochs.indices { for c in epochs[e].sample.cells.indices { reach = max(reach, self.reach(e, c)) } }
        return reach
    }

    /// Returns the behaviours that affect the particles at a time.
    func behaviors(at time: Double) -> BehaviorSamples {
        let e = epoch(at: time)
        guard let track = epochs[e].track, !epochs[e].sample.behaviors.list.isEmpty else { return epochs[e].sample.behaviors }
        return track.exact(Int(max(-1e15, min(1e15, (time * EmitterTrack.pace).rounded(.down))))).behaviors
    }

    /// Returns the last epoch that has begun.
    func epoch(at time: Double) -> Int {
        var low = 0, high = epochs.count - 1
        while low < high {
            let middle = (low + high + 1) / 2
            if epochs[middle].start <= time { low = middle } else { high = middle - 1 }
        }
        return low
    }

    func end(_ e: Int) -> Double { e + 1 < epochs.count ? epochs[e + 1].start : .infinity }

    func prepare(_ e: Int, from lo: Double, to hi: Double) { epochs[e].track?.prepare(from: lo, to: hi) }

    /// Returns the births of a cell up to a time in an epoch. If the epoch has a track, the time must be prepared.
    @inline(__always)
    func count(_ e: Int, _ cell: Int, at time: Double) -> Double {
        if let track = epochs[e].track, track.sumsRates { return epochs[e].counts[cell] + track.sum(cell, to: time) }
        return epochs[e].counts[cell] + (time - epochs[e].anchor) * epochs[e].sample.cells[cell].rate
    }

    func countAnywhere(_ cell: Int, at time: Double) -> Double {
        let e = epoch(at: time)
        guard cell < epochs[e].counts.count, time.isFinite else { return 0 }
        prepare(e, from: time, to: time)
        return count(e, cell, at: time)
    }

    /// Returns the time at which a count is reached.
    @inline(__always)
    func time(_ e: Int, _ cell: Int, reaching count: Double, from lo: Double, to hi: Double) -> Double {
        if let track = epochs[e].track, track.sumsRates {
            return track.time(cell, reaching: count - epochs[e].counts[cell], from: lo, to: hi)
        }
        return epochs[e].anchor + (count - epochs[e].counts[cell]) / epochs[e].sample.cells[cell].rate
    }
}

extension EmitterCellNumbers {
    fileprivate func hasGravity(of other: EmitterCellNumbers) -> Bool {
        xAcceleration == other.xAcceleration && yAcceleration == other.yAcceleration && zAcceleration == other.zAcceleration
    }
}

extension CompiledAnimation {
    /// True if the animation affects the motion of existing particles.
    fileprivate var changesForces: Bool {
        guard let payload = owner as? AnimationPayload else { return false }
        if core.effect == .group { return payload.children.contains(where: \.changesForces) }
        switch payload.values?.path.root {
        case .emitterBehavior: return true
        case .emitterCell(let cell): return cell.property.key.hasSuffix("Acceleration")
        case .property(let property): return property.key == "emitterCells" || property.key == "emitterBehaviors"
        default: return false
        }
    }

    enum EmitterTrace: Comparable { case nothing, values, rates }

    /// The part of an emitter that the animation changes.
    var emitterTrace: EmitterTrace {
        if core.effect == .nothing || core.effect == .transition { return .nothing }
        if let payload = owner as? AnimationPayload {
            if core.effect == .group { return payload.children.map(\.emitterTrace).max() ?? .nothing }
            if let path = payload.values?.path {
                switch path.root {
                case .filter: return .nothing
                case .emitterCell(let cell): return ["birthRate", "enabled", "speed"].contains(cell.property.key) ? .rates : .values
                case .property(let property):
                    return property.row.owner != .emitter ? .nothing : property.key == "emitterCells" ? .rates : .values
                case .emitterBehavior: return .values
                case .custom: return .nothing
                }
            }
        }
        guard core.target.inExtra, let emitter = MemoryLayout<LayerExtra>.offset(of: \.emitter) else { return .nothing }
        let offset = Int(core.target.offset)
        guard offset >= emitter, offset < emitter + MemoryLayout<EmitterValues>.size else { return .nothing }
        return offset == MemoryLayout<LayerExtra>.offset(of: \.emitter.numbers.birthRate) ? .rates : .values
    }
}
