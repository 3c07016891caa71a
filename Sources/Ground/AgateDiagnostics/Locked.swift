import CRuntimeHooks
import Foundation

/// A value that several threads share, behind a lock that each holds briefly and never while it calls out.
///
/// `Synchronization.Mutex` in all but its kernel call: ThreadSanitizer does not see a futex that is fought over, and reports races where
/// there are none. It understands POSIX mutexes.
package final class Locked<Value>: @unchecked Sendable {
    // Unchecked: the value is reached under the mutex alone.
    private let mutex = UnsafeMutablePointer<pthread_mutex_t>.allocate(capacity: 1)
    private var value: Value

    package init(_ value: Value) {
        self.value = value
        pthread_mutex_init(mutex, nil)
    }

    deinit {
        pthread_mutex_destroy(mutex)
        mutex.deallocate()
    }

    @discardableResult
    package func withLock<Result, Failure: Error>(_ body: (inout Value) throws(Failure) -> Result) throws(Failure) -> Result {
        pthread_mutex_lock(mutex)
        defer { pthread_mutex_unlock(mutex) }
        // The checked mode: the layers' lock is not taken inside of it.
        #if DEBUG
        agate_enter_innermost_lock()
        defer { agate_leave_innermost_lock() }
        #endif
        return try body(&value)
    }
}
