import CRuntimeHooks
import Foundation

/// A value that several threads share, protected by a lock. Each thread must hold the lock only briefly and never while it calls other
/// code.
///
/// It is `Synchronization.Mutex` with another kernel call: ThreadSanitizer does not recognize a contended futex, and reports false races.
/// It supports POSIX mutexes.
package final class Locked<Value>: @unchecked Sendable {
    // Unchecked: the value is accessed only under the mutex.
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
        // The checked mode: the layers' lock is not taken while this lock is held.
        #if DEBUG
        agate_enter_innermost_lock()
        defer { agate_leave_innermost_lock() }
        #endif
        return try body(&value)
    }
}
