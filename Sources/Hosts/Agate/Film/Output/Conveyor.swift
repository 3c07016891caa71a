import Foundation

/// A bounded queue with worker threads: `put` waits while it is full, so drawing never runs far ahead of encoding.
///
/// The first error ends it: pending items are dropped, and calls of `put` and `finish` throw the error.
package final class Conveyor<Item: Sendable>: @unchecked Sendable {
    // Unchecked: all state is accessed under the condition's lock.
    private let condition = NSCondition()
    private let limit: Int
    private var items: [Item] = []
    private var running: Int
    private var isClosed = false
    private var failure: FilmError?

    /// - Parameters:
    ///   - workers: The number of threads; with one, items are processed in order.
    ///   - limit: The largest number of pending items.
    package init(workers: Int, limit: Int, _ work: @escaping @Sendable (Item) throws -> Void) {
        self.limit = limit
        running = workers
        for _ in 0..<workers {
            let thread = Thread { self.run(work) }
            thread.name = "agate.film"
            thread.stackSize = 4 << 20
            thread.start()
        }
    }

    /// True if `put` would wait.
    package var isFull: Bool {
        condition.lock()
        defer { condition.unlock() }
        return items.count >= limit && failure == nil
    }

    package func put(_ item: Item) throws(FilmError) {
        condition.lock()
        defer { condition.unlock() }
        while items.count >= limit, failure == nil { condition.wait() }
        if let failure { throw failure }
        items.append(item)
        condition.broadcast()
    }

    /// Waits until all items are processed.
    package func finish() throws(FilmError) {
        condition.lock()
        defer { condition.unlock() }
        isClosed = true
        condition.broadcast()
        while running > 0 { condition.wait() }
        if let failure { throw failure }
    }

    /// Drops pending items; items in progress are completed.
    package func cancel() {
        condition.lock()
        if failure == nil { failure = .cancelled }
        items = []
        isClosed = true
        condition.broadcast()
        condition.unlock()
    }

    private func run(_ work: (Item) throws -> Void) {
        condition.lock()
        while true {
            while items.isEmpty, !isClosed { condition.wait() }
            guard !items.isEmpty, failure == nil else { break }
            let item = items.removeFirst()
            condition.broadcast()
            condition.unlock()
            var error: FilmError?
            do { try work(item) } catch let thrown { error = FilmError(thrown) }
            condition.lock()
            if let error {
                if failure == nil { failure = error }
                items = []
                isClosed = true
            }
        }
        running -= 1
        condition.broadcast()
        condition.unlock()
    }
}
