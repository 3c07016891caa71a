/// An animation that has ended, and how its end is reported.
struct AnimationEnd {
    let entry: AnimationEntry
    let reason: AnimationEndReason
    /// True for an animation that was never shown. Its delegate is notified of the start just before the stop.
    let startsFirst: Bool
    var finished: Bool { reason == .completed }

    /// Posts the notifications to the threads that added the animations. Ends without observers are settled here: if kept for a turn of
    /// the run loop, they would retain their values, and a program that makes many trees in one turn would retain them all.
    static func post(_ ends: [AnimationEnd]) {
        if ends.isEmpty { return }
        var remaining = LayerLock.withLock {
            ends.filter { end in
                if end.entry.isObserved || Watch.isOn { return true }
                end.entry.isOver = true
                return false
            }
        }[...]
        while let queue = remaining.first?.entry.queue {
            let batch = remaining.prefix { $0.entry.queue === queue }
            remaining = remaining.dropFirst(batch.count)
            let batchArray = Array(batch)
            queue.postEnd { deliver(batchArray) }
        }
    }

    /// Notifies the delegates, latest added first. Completion blocks run before the delegates, but after the delegates of animations that
    /// were never shown.
    static func deliver(_ ends: [AnimationEnd]) {
        let ends = LayerLock.withLock {
            let ends = ends.filter { !$0.entry.isOver }.sorted { $0.entry.id.rawValue > $1.entry.id.rawValue }
            for end in ends { end.entry.isOver = true }
            return ends
        }
        if Watch.isOn { for end in ends { Watch.note(.ended, end.entry, "\(end.reason)") } }
        let neverShown = ends.filter(\.startsFirst)
        for end in neverShown { end.entry.delegate?.animationDidStart(end.entry.animation) }
        for end in neverShown { end.entry.delegate?.animationDidStop(end.entry.animation, finished: false) }
        var blocks: [() -> Void] = []
        for end in ends.reversed() {
            let groups = LayerLock.withLock {
                let groups = end.entry.groups
                end.entry.groups = []
                return groups
            }
            for group in groups { if let block = group.leave() { blocks.append(block) } }
        }
        for block in blocks {
            if Watch.isOn { Watch.note(.completion) }
            block()
        }
        for end in ends where !end.startsFirst {
            end.entry.delegate?.animationDidStop(end.entry.animation, finished: end.finished)
        }
        for end in ends { end.entry.observer?.animationEnded(end.reason) }
        // Last, after all code that could have set the model's value.
        for end in ends where end.finished { AnimationReport.checkEnd(end.entry) }
    }
}
