import AgateDiagnostics
import Foundation

/// The programs that run for this process, so that they can be ended with it, and so that one that does nothing is noticed.
package enum Children {
    private struct State {
        var living: [pid_t: Weak] = [:]
        var isClosed = false
        var isWatched = false
    }
    private struct Weak: @unchecked Sendable {
        // Unchecked: a weak reference to what is Sendable itself.
        weak var process: ChildProcess?
    }
    private static let state = Locked(State())

    /// Whether ``endAll()`` was called: no more programs are started.
    package static var isClosed: Bool { state.withLock { $0.isClosed } }

    /// Ends all programs, and lets none start any more: this process is about to end. Whoever waits for one of them waits no longer.
    package static func endAll() {
        let processes = state.withLock { state in
            state.isClosed = true
            return state.living.values.compactMap(\.process)
        }
        for process in processes { process.kill() }
    }

    static func add(_ process: ChildProcess) {
        let startsWatch = state.withLock { state in
            state.living[process.pid] = Weak(process: process)
            defer { state.isWatched = state.isWatched || process.patience != nil }
            return process.patience != nil && !state.isWatched
        }
        if startsWatch { Stall.watch() }
        // What came in between is ended too.
        if isClosed { process.kill() }
    }

    static func remove(_ pid: pid_t) { state.withLock { _ = $0.living.removeValue(forKey: pid) } }

    static var living: [ChildProcess] { state.withLock { $0.living.values.compactMap(\.process) } }
}

/// Notices programs that take nothing, give nothing and compute nothing for as long as they may, while somebody waits for them. A slow one
/// computes; one that waits for a server that is gone, or for a lock, does not.
package enum Stall {
    /// Seconds that a program may do nothing: `AGATE_FFMPEG_STALL`, else 120.
    package static var limit: Double {
        let wanted = getenv("AGATE_FFMPEG_STALL").flatMap { Double(String(cString: $0)) } ?? 120
        return wanted.isFinite && wanted > 0 ? wanted : 120
    }

    /// The same for questions, which take a time.
    package static var questionLimit: Double { min(limit, 20) }

    static func watch() {
        let thread = Thread {
            var seen: [pid_t: (moved: Int, ticks: Int, since: Double)] = [:]
            while true {
                usleep(useconds_t(min(max((Children.living.compactMap(\.patience).min() ?? 4) / 4, 0.05), 2) * 1e6))
                look(&seen)
            }
        }
        thread.name = "agate.stall"
        thread.stackSize = 1 << 19
        thread.start()
    }

    /// Nothing is held on to between two looks: whoever lets a program go ends it.
    private static func look(_ seen: inout [pid_t: (moved: Int, ticks: Int, since: Double)]) {
        let now = ProcessInfo.processInfo.systemUptime
        var next: [pid_t: (moved: Int, ticks: Int, since: Double)] = [:]
        for process in Children.living {
            guard let patience = process.patience, let moved = process.pulse else { continue }
            guard let last = seen[process.pid], last.moved == moved else {
                next[process.pid] = (moved, -1, now)
                continue
            }
            // Looked for only where no bytes move: it costs a look at every process.
            let ticks = ticks(ofGroup: process.pid)
            if last.ticks >= 0, ticks != last.ticks {
                next[process.pid] = (moved, ticks, now)
            } else if now - last.since >= patience {
                process.giveUp()
            } else {
                next[process.pid] = (moved, ticks, last.since)
            }
        }
        seen = next
    }

    /// Processor time that a group of processes has used, in the system's ticks.
    private static func ticks(ofGroup group: pid_t) -> Int {
        var sum = 0
        for name in (try? FileManager.default.contentsOfDirectory(atPath: "/proc")) ?? [] where name.first?.isNumber == true {
            guard let data = FileManager.default.contents(atPath: "/proc/\(name)/stat") else { continue }
            // After the name in parentheses: state, parent, group, ... and user and system time as 14th and 15th of all.
            let text = String(decoding: data, as: UTF8.self)
            guard let end = text.lastIndex(of: ")") else { continue }
            let words = text[text.index(after: end)...].split(separator: " ")
            guard words.count > 12, Int32(words[2]) == group else { continue }
            sum += (Int(words[11]) ?? 0) + (Int(words[12]) ?? 0)
        }
        return sum
    }
}
