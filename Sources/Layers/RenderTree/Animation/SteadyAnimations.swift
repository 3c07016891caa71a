import CoreGraphics

/// The steady animations of many layers, sorted by effect. A frame evaluates one kind after the other, in the order of the nodes. The
/// values are bit by bit those of `LayerAnimations.apply`, on a state to which it was applied before.
package struct SteadyAnimations {
    private var numbers = SteadyLanes<NumberMotion>()
    private var floats = SteadyLanes<FloatMotion>()
    private var pairs = SteadyLanes<PairMotion>()
    private var quads = SteadyLanes<QuadMotion>()
    private var colors = SteadyLanes<ColorMotion>()
    private var turns = SteadyLanes<TurnMotion>()
    private var stretches = SteadyLanes<StretchMotion>()
    /// Evaluated after all others.
    private var parts = SteadyLanes<PartMotion>()

    /// The generation by slot of a record; 0 if it is not enrolled. Numbers are never reused, so that obsolete entries of a record are
    /// recognised.
    private var generations: ContiguousArray<UInt32> = []
    private var lastGeneration: UInt32 = 0
    package private(set) var recordCount = 0

    package init() {}

    /// The number of entries, including those of records that left.
    var entryCount: Int {
        numbers.count + floats.count + pairs.count + quads.count + colors.count + turns.count + stretches.count + parts.count
    }

    @inline(__always)
    func generation(_ slot: Int32) -> UInt32 { Int(slot) < generations.count ? generations[Int(slot)] : 0 }

    /// Removes a record, which is evaluated individually again.
    mutating func leave(_ slot: Int32) {
        guard generation(slot) != 0 else { return }
        generations[Int(slot)] = 0
        recordCount -= 1
    }

    /// Updates the values of all enrolled records to a time. Records in `failed` have left, with undefined values.
    /// - Parameters:
    ///   - values: the `LayerValues` of node 0.
    ///   - stride: the number of bytes from one node to the next.
    package mutating func apply(at time: Double, to values: UnsafeMutableRawPointer, stride: Int, failed: inout ContiguousArray<Int32>) {
        guard recordCount > 0 else { return }
        let before = failed.count
        let frame = SteadyFrame(
            time: time, values: values, stride: stride, generations: generations.withUnsafeMutableBufferPointer { $0.baseAddress! })
        pairs.apply(frame, &failed)
        turns.apply(frame, &failed)
        stretches.apply(frame, &failed)
        numbers.apply(frame, &failed)
        floats.apply(frame, &failed)
        colors.apply(frame, &failed)
        quads.apply(frame, &failed)
        parts.apply(frame, &failed)
        recordCount -= failed.count - before
    }

    /// Removes the entries of records that left.
    mutating func tidy() {
        numbers.removeLeft(generations); floats.removeLeft(generations); pairs.removeLeft(generations); quads.removeLeft(generations)
        colors.removeLeft(generations); turns.removeLeft(generations); stretches.removeLeft(generations); parts.removeLeft(generations)
    }

    /// Enrolls the animations of a layer, which were just applied to it, if all of them are steady. Returns false, without a change, if
    /// one is not.
    package mutating func enroll(
        _ list: UnsafeBufferPointer<CompiledAnimation>, on base: borrowing LayerState, slot: Int32, node: Int32, at time: Double
    ) -> Bool {
        guard let first = list.baseAddress else { return false }
        return enroll(UnsafeRawPointer(first), MemoryLayout<CompiledAnimation>.stride, list.count, on: base, slot, node, time)
    }

    mutating func enroll(
        _ list: UnsafePointer<RunningAnimation>, _ count: Int, on base: borrowing LayerState, slot: Int32, node: Int32, at time: Double
    ) -> Bool {
        enroll(UnsafeRawPointer(list), MemoryLayout<RunningAnimation>.stride, count, on: base, slot, node, time)
    }

    /// The cores are at the beginning of each element.
    private mutating func enroll(
        _ first: UnsafeRawPointer, _ stride: Int, _ count: Int, on base: borrowing LayerState, _ slot: Int32, _ node: Int32, _ time: Double
    ) -> Bool {
        guard count <= 8 else { return false }
        func core(_ i: Int) -> UnsafePointer<AnimationCore> { (first + i * stride).assumingMemoryBound(to: AnimationCore.self) }
        guard let plan = SteadyPlan(count, core, base, time) else { return false }
        lastGeneration += 1
        while generations.count <= Int(slot) { generations.append(0) }
        if generations[Int(slot)] == 0 { recordCount += 1 }
        generations[Int(slot)] = lastGeneration
        for i in 0..<count where plan.isSeen(i) {
            let each = core(i).pointee
            let timing = SteadyTiming(
                each.clock, from: plan.from, until: plan.until, slot: slot, generation: lastGeneration, node: node,
                place: each.target.offset
            )
            if plan.part == i {
                parts.add(each, timing, base)
                continue
            }
            switch (each.target.lane, each.target.count) {
            case (.doubles, 1): numbers.add(each, timing, base)
            case (.doubles, 2): pairs.add(each, timing, base)
            case (.doubles, _): quads.add(each, timing, base)
            case (.float, _): floats.add(each, timing, base)
            case (.color, _): colors.add(each, timing, base)
            default: addPart(each, timing, base)
            }
        }
        return true
    }

    private mutating func addPart(_ core: AnimationCore, _ timing: SteadyTiming, _ base: borrowing LayerState) {
        switch core.target.subPath {
        case .rotation, .rotationZ: turns.add(core, timing, base)
        case .translation: pairs.add(core, timing.at(\.m41), base)
        case .translationX: numbers.add(core, timing.at(\.m41), base)
        case .translationY: numbers.add(core, timing.at(\.m42), base)
        case .translationZ: numbers.add(core, timing.at(\.m43), base)
        default: stretches.add(core, timing, base)
        }
    }
}

extension SteadyTiming {
    /// Returns the timing for an element of the transform.
    fileprivate func at(_ element: PartialKeyPath<CATransform3D>) -> SteadyTiming {
        var timing = self
        timing.place += UInt16(MemoryLayout<CATransform3D>.offset(of: element) ?? 0)
        return timing
    }
}
