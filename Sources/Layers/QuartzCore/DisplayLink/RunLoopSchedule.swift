import AgateDiagnostics
import Foundation

/// The display links of a run loop, on the monotonic clock. The links of a mode share a timer, which is set for the next refresh that one
/// of them waits for, so that nothing wakes up while all are idle. Accessed under the layer lock.
final class RunLoopSchedule: @unchecked Sendable {
    private struct Mode {
        let name: RunLoop.Mode
        var links = LinkList()
        /// Two timers in turns: a run loop does not call a timer again inside its own call, but a handler may run the loop.
        let timers: [Timer]
        /// The timer that is set.
        var current = 0
        /// The time for which it is set; infinity while it is idle.
        var time = Double.infinity

        mutating func set(_ time: Double) {
            self.time = time
            timers[current].fireDate =
                time.isFinite ? Date(timeIntervalSinceNow: max(0, time - MonotonicClock.read())) : RunLoopSchedule.never
        }
    }

    // A run loop on Linux can't remove a timer from one of its modes, so each mode has its own timers. There are few.
    private var modes: [Mode] = []
    private let loop: RunLoop

    private init(_ loop: RunLoop) { self.loop = loop }

    // MARK: The schedules of all run loops

    /// The schedules that have links.
    private static let all = Locked<[ObjectIdentifier: RunLoopSchedule]>([:])

    static func of(_ loop: RunLoop) -> RunLoopSchedule {
        all.withLock { all in
            if let schedule = all[ObjectIdentifier(loop)] { return schedule }
            let schedule = RunLoopSchedule(loop)
            all[ObjectIdentifier(loop)] = schedule
            return schedule
        }
    }

    // MARK: Links

    func belongs(to other: RunLoop) -> Bool { loop === other }
    func contains(_ link: CADisplayLink) -> Bool { modes.contains { $0.links.contains(link) } }

    private func index(_ mode: RunLoop.Mode) -> Int? { modes.firstIndex { $0.name == mode } }

    func add(_ link: CADisplayLink, _ mode: RunLoop.Mode) {
        if index(mode) == nil { modes.append(Mode(name: mode, timers: makeTimers(mode))) }
        if let place = index(mode) { modes[place].links.add(link) }
        reschedule(link)
    }

    func remove(_ link: CADisplayLink, _ mode: RunLoop.Mode) {
        guard let place = index(mode) else { return }
        modes[place].links.remove(link)
        guard modes[place].links.isEmpty else { return }
        // A timer that is left without links may fire once more, which has no effect.
        for timer in modes.remove(at: place).timers { timer.invalidate() }
        if modes.isEmpty { _ = Self.all.withLock { $0.removeValue(forKey: ObjectIdentifier(loop)) } }
    }

    /// Removes a link from all modes.
    func remove(_ link: CADisplayLink) { for place in modes.indices.reversed() { remove(link, modes[place].name) } }

    /// Sets the timers for a link that waits for an earlier refresh than all others.
    func reschedule(_ link: CADisplayLink) {
        let due = link.due
        for place in modes.indices where due < modes[place].time && modes[place].links.contains(link) { modes[place].set(due) }
    }

    // MARK: Timers

    private func makeTimers(_ mode: RunLoop.Mode) -> [Timer] {
        (0..<2).map { _ in
            // The interval only keeps the timer alive after it has fired. Each refresh sets the next.
            let timer = Timer(fire: Self.never, interval: Self.years, repeats: true) { [weak self] _ in self?.fire(mode) }
            loop.add(timer, forMode: mode)
            return timer
        }
    }

    /// Calls the links that are due, in the order in which they were added. A handler may add, end and pause links, and run the loop.
    private func fire(_ mode: RunLoop.Mode) {
        let now = MonotonicClock.read()
        let due = LayerLock.withLock { () -> [CADisplayLink] in
            guard let place = index(mode) else { return [] }
            modes[place].current = 1 - modes[place].current
            modes[place].time = .infinity
            return modes[place].links.all.filter { $0.due <= now }
        }
        for link in due where LayerLock.withLock({ index(mode).map { modes[$0].links.contains(link) } ?? false }) { link.fire(at: now) }
        LayerLock.withLock {
            guard let place = index(mode) else { return }
            let next = modes[place].links.nextDue
            if next < modes[place].time { modes[place].set(next) }
        }
    }

    private static let years = 1e9
    private static let never = Date(timeIntervalSinceReferenceDate: 1e11)
}
