import Foundation

/// What a process has allocated and not freed, by the C library's own count: no clock and no resident pages.
public enum LiveMemory {
    private typealias Report = @convention(c) (Int32, UnsafeMutablePointer<FILE>) -> Int32

    /// In bytes, of all threads; nil where the C library can't say.
    public static func bytes() -> Int? {
        guard let symbol = dlsym(nil, "malloc_info") else { return nil }
        let report = unsafeBitCast(symbol, to: Report.self)
        var text: UnsafeMutablePointer<CChar>?
        var count = 0
        guard let file = open_memstream(&text, &count) else { return nil }
        let result = report(0, file)
        fclose(file)
        defer { free(text) }
        guard result == 0, let text else { return nil }
        let whole = String(cString: text)
        // The totals stand behind the arenas.
        guard let end = whole.range(of: "</heap>", options: .backwards) else { return nil }
        let totals = whole[end.upperBound...]
        func size(_ tag: String) -> Int {
            guard let start = totals.range(of: tag), let size = totals.range(of: "size=\"", range: start.upperBound..<totals.endIndex)
            else { return 0 }
            return Int(totals[size.upperBound...].prefix { $0.isNumber }) ?? 0
        }
        return size("<system type=\"current\"") - size("type=\"fast\"") - size("type=\"rest\"") + size("type=\"mmap\"")
    }

    /// How many bytes each call of `body` leaves behind, after a warm-up as long as a stretch: `kept` by call.
    /// - Parameters:
    ///   - count: calls in the warm-up and in each stretch; times the variable `AGATE_SLOPES` of the environment.
    ///   - body: gets how often it was called before.
    public static func slope(count: Int, _ body: (Int) -> Void) -> Double? {
        let count = count * factor
        return kept(warmUp: count, stretches: 5, of: count, body).map { Double($0) / Double(count) }
    }

    /// How many bytes a stretch of calls leaves behind: the least of some, since what is kept shows in each of them, and a cache that
    /// fills, an array that grows, what the allocator keeps at hand or what another thread allocates in some. Nil where the C library
    /// can't say.
    /// - Parameter body: gets how often it was called before.
    public static func kept(warmUp: Int, stretches: Int, of count: Int, _ body: (Int) -> Void) -> Int? {
        var number = 0, least = Int.max
        func run(_ count: Int) {
            for _ in 0..<count {
                body(number)
                number += 1
            }
        }
        run(warmUp)
        for _ in 0..<stretches {
            guard let before = bytes() else { return nil }
            run(count)
            guard let after = bytes() else { return nil }
            least = min(least, after - before)
        }
        return least
    }

    /// `AGATE_SLOPES=100` makes a suite of seconds into one of many minutes; `make soak` does.
    public static let factor = max(1, ProcessInfo.processInfo.environment["AGATE_SLOPES"].flatMap { Int($0) } ?? 1)
}
