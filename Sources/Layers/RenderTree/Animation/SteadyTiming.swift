/// The timing and the target of a steady animation: the common data of all kinds, in one cache line.
///
/// An animation is steady while it and all others of its layer are active in every frame. Its value then depends only on the time, and it
/// may be evaluated separately from its layer, next to others of its kind.
struct SteadyTiming {
    /// The interval in which all animations of the layer are active, slightly reduced: at its limits the clock decides.
    let from, until: Double
    private let begin, offset, duration: Double
    private let rate: Float
    /// The layer's record, and the generation under which it was enrolled. If the generations differ, the record has left.
    let slot: Int32
    let generation: UInt32
    /// The index of the node, and the byte offset in its values.
    let node: Int32
    var place: UInt16
    private let autoreverses: Bool

    init(_ clock: AnimationClock, from: Double, until: Double, slot: Int32, generation: UInt32, node: Int32, place: UInt16) {
        self.from = from; self.until = until
        begin = clock.begin; offset = clock.offset; duration = clock.duration
        rate = Float(clock.speed)
        autoreverses = clock.autoreverses
        self.slot = slot; self.generation = generation; self.node = node; self.place = place
    }

    @inline(__always)
    func contains(_ time: Double) -> Bool { time >= from && time <= until }

    /// Returns the progress, as `AnimationClock.sample` does.
    @inline(__always)
    func progress(at time: Double) -> Double {
        let local = AnimationClock.local(time - begin, Double(rate), offset)
        if AnimationClock.isInFirstCycle(local, duration) { return local / duration }
        return laterProgress(local)
    }

    @inline(__always)
    func seconds(_ progress: Double) -> Double { duration * progress }

    @inline(never)
    private func laterProgress(_ local: Double) -> Double {
        AnimationClock.wrap(local, duration: duration, autoreverses: autoreverses, atEnd: false).progress
    }
}
