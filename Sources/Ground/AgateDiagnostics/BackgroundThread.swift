import Foundation

/// Threads for work that must not take time from the program's own: recordings and inspectors.
package enum BackgroundThread {
    /// The lowest priority that an ordinary thread has: where the processors are busy it gets about a sixtieth of what others get.
    private static let priority: Int32 = 19

    /// Gives the calling thread the lowest priority. Threads that it starts have it, too.
    package static func lowerPriority() { _ = setpriority(__priority_which_t(PRIO_PROCESS.rawValue), 0, priority) }

    /// Runs `body` on a new thread, with room for deep trees.
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
