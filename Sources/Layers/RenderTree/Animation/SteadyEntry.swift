/// One steady animation with its timing, its pacing and its motion, without references to other data.
protocol SteadyEntry {
    var timing: SteadyTiming { get }
    /// Returns false if the value can't be computed by this fast path.
    mutating func apply(at time: Double, to p: UnsafeMutableRawPointer) -> Bool
}

/// An entry with linear pacing.
struct LinearEntry<Motion: SteadyMotion>: SteadyEntry {
    let timing: SteadyTiming
    let motion: Motion

    @inline(__always)
    mutating func apply(at time: Double, to p: UnsafeMutableRawPointer) -> Bool { motion.write(timing.progress(at: time), to: p) }
}

/// An entry with a timing curve.
struct EasedEntry<Motion: SteadyMotion>: SteadyEntry {
    let timing: SteadyTiming
    /// The curve's numbers, which the layer's animation keeps alive.
    let curve: UnsafePointer<Double>
    let motion: Motion

    @inline(__always)
    mutating func apply(at time: Double, to p: UnsafeMutableRawPointer) -> Bool {
        motion.write(CurveTable.height(curve, at: timing.progress(at: time)), to: p)
    }
}

struct SpringEntry<Motion: SteadyMotion>: SteadyEntry {
    let timing: SteadyTiming
    /// The curve of the whole cycle; nil for linear.
    let curve: UnsafePointer<Double>?
    let equation: SpringEquation
    let motion: Motion

    @inline(__always)
    mutating func apply(at time: Double, to p: UnsafeMutableRawPointer) -> Bool {
        var x = timing.progress(at: time)
        if let curve { x = CurveTable.height(curve, at: x) }
        return motion.write(equation.value(at: timing.seconds(x)), to: p)
    }
}

/// An entry with keyframes. The two around the last frame are cached.
struct KeyframeEntry<Motion: SteadyMotion>: SteadyEntry {
    let timing: SteadyTiming
    /// The curve of the whole cycle; nil for linear.
    let curve: UnsafePointer<Double>?
    /// Not retained: the layer's animation keeps them alive.
    let keys: Unmanaged<NumberKeyframes>
    var stretch = KeyTimeline.Stretch.empty
    var motion: Motion

    @inline(__always)
    mutating func apply(at time: Double, to p: UnsafeMutableRawPointer) -> Bool {
        var x = timing.progress(at: time)
        if let curve { x = CurveTable.height(curve, at: x) }
        if stretch.contains(x) { return motion.write(stretch.fraction(x), to: p) }
        return look(x, p)
    }

    @inline(never)
    private mutating func look(_ x: Double, _ p: UnsafeMutableRawPointer) -> Bool {
        keys._withUnsafeGuaranteedRef { keys in
            let place = keys.timeline.locate(x)
            let ends = keys.ends(place.index)
            motion.setEnds(ends.0, ends.1)
            let found = keys.timeline.stretch(place.index)
            // Before the first key, after the last and at equal times, there is no segment to cache.
            stretch = found.contains(x) ? found : .empty
            return motion.write(place.fraction, to: p)
        }
    }
}

/// Steady animations of one kind of value, by kind of pacing.
struct SteadyLanes<Motion: SteadyMotion> {
    private var linear: ContiguousArray<LinearEntry<Motion>> = []
    private var eased: ContiguousArray<EasedEntry<Motion>> = []
    private var springs: ContiguousArray<SpringEntry<Motion>> = []
    private var keyframes: ContiguousArray<KeyframeEntry<Motion>> = []

    var count: Int { linear.count + eased.count + springs.count + keyframes.count }

    mutating func add(_ core: AnimationCore, _ timing: SteadyTiming, _ base: borrowing LayerState) {
        let motion = Motion(from: core.from, to: core.to, core.target, base)
        switch core.effect {
        case .easedNumbers:
            guard let track = core.track else { return }
            eased.append(EasedEntry(timing: timing, curve: track.assumingMemoryBound(to: Double.self), motion: motion))
        case .springNumbers:
            guard let track = core.track else { return }
            let payload = Unmanaged<AnimationPayload>.fromOpaque(track).takeUnretainedValue()
            springs.append(
                SpringEntry(timing: timing, curve: payload.curve.table?.numbers, equation: payload.spring.equation, motion: motion))
        case .numberKeyframes:
            guard let track = core.track else { return }
            let keys = Unmanaged<NumberKeyframes>.fromOpaque(track)
            let curve = keys.takeUnretainedValue().curve.table?.numbers
            keyframes.append(KeyframeEntry(timing: timing, curve: curve, keys: keys, motion: motion))
        default:
            linear.append(LinearEntry(timing: timing, motion: motion))
        }
    }

    @inline(__always)
    mutating func apply(_ frame: borrowing SteadyFrame, _ failed: inout ContiguousArray<Int32>) {
        frame.apply(&linear, &failed)
        frame.apply(&eased, &failed)
        frame.apply(&springs, &failed)
        frame.apply(&keyframes, &failed)
    }

    mutating func removeLeft(_ generations: ContiguousArray<UInt32>) {
        linear.removeAll { generations[Int($0.timing.slot)] != $0.timing.generation }
        eased.removeAll { generations[Int($0.timing.slot)] != $0.timing.generation }
        springs.removeAll { generations[Int($0.timing.slot)] != $0.timing.generation }
        keyframes.removeAll { generations[Int($0.timing.slot)] != $0.timing.generation }
    }
}

/// The time of a frame, and the memory that it is written to.
struct SteadyFrame {
    let time: Double
    /// The first node's values, and the bytes from one node to the next.
    let values: UnsafeMutableRawPointer
    let stride: Int
    /// The generation by slot under which a record is enrolled; 0 for none.
    let generations: UnsafeMutablePointer<UInt32>

    @inline(__always)
    private func place(_ timing: SteadyTiming) -> UnsafeMutableRawPointer { values + (Int(timing.node) &* stride &+ Int(timing.place)) }

    /// Applies entries of one kind, so that no branch depends on neighbouring animations. A record that can't continue leaves, and is
    /// added to `failed`.
    @inline(__always)
    func apply<Entry: SteadyEntry>(_ entries: inout ContiguousArray<Entry>, _ failed: inout ContiguousArray<Int32>) {
        entries.withUnsafeMutableBufferPointer { buffer in
            guard let first = buffer.baseAddress else { return }
            let count = buffer.count
            for i in 0..<count {
                let entry = first + i
                // Prefetches an entry that is needed soon.
                if i + 16 < count { Prefetch.read(place(first[i + 16].timing)) }
                let slot = Int(entry.pointee.timing.slot)
                guard generations[slot] == entry.pointee.timing.generation else { continue }
                guard entry.pointee.timing.contains(time), entry.pointee.apply(at: time, to: place(entry.pointee.timing)) else {
                    generations[slot] = 0
                    failed.append(Int32(truncatingIfNeeded: slot))
                    continue
                }
            }
        }
    }
}
