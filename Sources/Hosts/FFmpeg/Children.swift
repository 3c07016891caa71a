import AgateDiagnostics
import Foundation

/// The running child processes, so that they can be ended with this process, and so that one without progress is detected.
package enum Children {
    private struct State {
        var living: [pid_t: Weak] = [:]
        var isClosed = false
        var isWatched = false
    }
    private struct Weak: @unchecked Sendable {
        // Unchecked: a weak reference to a Sendable object.
        weak var process: ChildProcess?
    }
    private static let state = Locked(State())

    /// True if ``endAll()`` was called: no more programs are started.
    package static var isClosed: Bool { state.withLock { $0.isClosed } }

    /// Kills all programs, and prevents new ones from starting, because this process is about to exit. Waiting callers return.
    package static func endAll() {
        let processes = state.withLock { state in
            state.isClosed = true
            return state.living.values.compactMap(\.process)
        }
        for process in processes { process.kill() }
    }

    /// Kills the running programs, for tests of programs that die.
    package static func killAllForTests() { for process in living { process.kill() } }

    static func add(_ process: ChildProcess) {
        let startsWatch = state.withLock { state in
            state.living[process.pid] = Weak(process: process)
            defer { state.isWatched = state.isWatched || process.patience != nil }
            return process.patience != nil && !state.isWatched
        }
        if startsWatch { Stall.watch() }
        // A program that was started meanwhile is killed too.
        if isClosed { process.kill() }
    }

    static func remove(_ pid: pid_t) { state.withLock { _ = $0.living.removeValue(forKey: pid) } }

    static var living: [ChildProcess] { state.withLock { $0.living.values.compactMap(\.process) } }
}

/// Detects programs that neither read, write nor compute for longer than the limit while a caller waits for them. A slow program computes;
/// one that waits for an unavailable server, or for a lock, does not.
package enum Stall {
    /// The time in seconds that a program may make no progress: `AGATE_FFMPEG_STALL`, else 120.
    package static var limit: Double {
        let wanted = getenv("AGATE_FFMPEG_STALL").flatMap { Double(String(cString: $0)) } ?? 120
        return wanted.isFinite && wanted > 0 ? wanted : 120
    }

    /// The limit for queries, which take little time.
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

    /// Checks all programs. No reference is kept between two checks, so releasing a process still ends it.
    private static func look(_ seen: inout [pid_t: (moved: Int, ticks: Int, since: Double)]) {
        let now = ProcessInfo.processInfo.systemUptime
        var next: [pid_t: (moved: Int, ticks: Int, since: Double)] = [:]
        for process in Children.living {
            guard let patience = process.patience, let moved = process.pulse else { continue }
            guard let last = seen[process.pid], last.moved == moved else {
                next[process.pid] = (moved, -1, now)
                continue
            }
            // Checked only if no bytes move, because it reads the state of every process.
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

    /// Returns the processor time that a process group has used, in the system's ticks.
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
