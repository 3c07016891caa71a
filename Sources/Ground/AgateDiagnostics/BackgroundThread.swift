import Foundation

/// Threads for work that must not slow down the program, such as recordings and inspectors.
package enum BackgroundThread {
    /// The lowest priority of an ordinary thread. On busy processors it gets about a sixtieth of another thread's time.
    private static let priority: Int32 = 19

    /// Gives the calling thread the lowest priority. Threads that it starts inherit it.
    package static func lowerPriority() { _ = setpriority(__priority_which_t(PRIO_PROCESS.rawValue), 0, priority) }

    /// Runs `body` on a new thread, with a stack large enough for deep trees.
    package static func run(_ name: String, _ body: @escaping @Sendable () -> Void) {
        let thread = Thread {
            lowerPriority()
            body()
        }
        thread.name = name
        thread.stackSize = 8 << 20
        thread.start()
    }
}
