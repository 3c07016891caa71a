import Foundation

/// How every suite takes its figures.
enum Measure {
    /// Processor time of this process, all its threads together, in milliseconds: other programs on the machine do not count, and helpers
    /// do.
    static func milliseconds(_ body: () -> Void) -> Double {
        let start = processorTime
        body()
        return (processorTime - start) * 1000
    }

    static func best(of runs: Int, _ body: () -> Void) -> Double {
        (0..<runs).map { _ in milliseconds(body) }.min() ?? .infinity
    }

    /// By the clock on the wall, for what runs on several threads.
    static func bestWall(of runs: Int, _ body: () -> Void) -> Double {
        (0..<runs).map { _ in
            let start = DispatchTime.now().uptimeNanoseconds
            body()
            return Double(DispatchTime.now().uptimeNanoseconds - start) / 1e6
        }.min() ?? .infinity
    }

    static func median(of runs: Int, _ body: () -> Void) -> Double {
        let times = (0..<runs).map { _ in milliseconds(body) }.sorted()
        return times[times.count / 2]
    }

    /// A figure, and beside it how many times the machine could have cleared the same surface.
    static func line(_ name: String, _ ms: Double, _ memset: Double) {
        print(padded(name) + String(format: "%9.4f ms %8.1f x memset", ms, ms / memset))
    }

    static func padded(_ name: String) -> String { name.padding(toLength: 64, withPad: " ", startingAt: 0) }

    /// Bytes of this process that are in memory, after what was freed went back to the system.
    static var residentBytes: Int {
        if let symbol = dlsym(nil, "malloc_trim") { _ = unsafeBitCast(symbol, to: (@convention(c) (Int) -> Int32).self)(0) }
        guard let text = try? String(contentsOfFile: "/proc/self/statm", encoding: .utf8) else { return 0 }
        let fields = text.split(separator: " ")
        return fields.count > 1 ? (Int(fields[1]) ?? 0) * Int(getpagesize()) : 0
    }

    private static var processorTime: Double {
        var time = timespec()
        clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &time)
        return Double(time.tv_sec) + Double(time.tv_nsec) * 1e-9
    }
}

/// The same numbers in every run.
struct SteadyRandom {
    var state: UInt64

    /// At least 0, less than 1.
    mutating func next() -> Double {
        state = state &* 6364136223846793005 &+ 1442695040888963407
        return Double(state >> 11) / 9007199254740992
    }
}
