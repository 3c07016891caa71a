// Re-exported, as by the module of this name on other systems.
@_exported import Foundation

/// A lock around a value. Not recursive.
public struct OSAllocatedUnfairLock<State>: @unchecked Sendable {
    // Unchecked: the state is accessed only under the mutex.
    private final class Storage {
        let mutex = UnsafeMutablePointer<pthread_mutex_t>.allocate(capacity: 1)
        var state: State
        init(_ state: State) {
            self.state = state
            pthread_mutex_init(mutex, nil)
        }
        deinit {
            pthread_mutex_destroy(mutex)
            mutex.deallocate()
        }
    }
    private let storage: Storage

    /// Creates an unlocked lock around a value that need not be sendable.
    public init(uncheckedState initialState: State) { storage = Storage(initialState) }

    /// Runs the closure while the lock is held, and returns its result. Waits while another thread holds the lock. A thread that already
    /// holds it waits forever, while Apple's lock ends the program.
    public func withLockUnchecked<R>(_ body: (inout State) throws -> R) rethrows -> R {
        pthread_mutex_lock(storage.mutex)
        defer { pthread_mutex_unlock(storage.mutex) }
        return try body(&storage.state)
    }
    /// Runs the closure while the lock is held, and returns its result, which must be sendable. Waits while another thread holds the lock.
    public func withLock<R: Sendable>(_ body: @Sendable (inout State) throws -> R) rethrows -> R {
        try withLockUnchecked(body)
    }
    /// Runs the closure if the lock is available.
    /// - Returns: The closure's result; nil if the lock is held, and the closure did not run.
    public func withLockIfAvailableUnchecked<R>(_ body: (inout State) throws -> R) rethrows -> R? {
        guard pthread_mutex_trylock(storage.mutex) == 0 else { return nil }
        defer { pthread_mutex_unlock(storage.mutex) }
        return try body(&storage.state)
    }
    /// Runs the closure if the lock is available. The result must be sendable.
    /// - Returns: The closure's result; nil if the lock is held, and the closure did not run.
    public func withLockIfAvailable<R: Sendable>(_ body: @Sendable (inout State) throws -> R) rethrows -> R? {
        try withLockIfAvailableUnchecked(body)
    }
}

extension OSAllocatedUnfairLock where State: Sendable {
    /// Creates an unlocked lock around a value.
    public init(initialState: State) { self.init(uncheckedState: initialState) }
}

extension OSAllocatedUnfairLock where State == Void {
    /// Creates an unlocked lock without a value.
    public init() { self.init(uncheckedState: ()) }
    /// Acquires the lock. Waits while another thread holds it. Call ``unlock()`` on the same thread to release it.
    public func lock() { pthread_mutex_lock(storage.mutex) }
    /// Releases the lock, on the thread that acquired it.
    public func unlock() { pthread_mutex_unlock(storage.mutex) }
    /// Acquires the lock if it is available.
    /// - Returns: True if it was acquired, and must be released by ``unlock()``.
    public func lockIfAvailable() -> Bool { pthread_mutex_trylock(storage.mutex) == 0 }
    /// Runs the closure while the lock is held, and returns its result. Waits while another thread holds the lock.
    public func withLock<R: Sendable>(_ body: @Sendable () throws -> R) rethrows -> R {
        lock()
        defer { unlock() }
        return try body()
    }
    /// Runs the closure while the lock is held, and returns its result, which need not be sendable. Waits while another thread holds the
    /// lock.
    public func withLockUnchecked<R>(_ body: () throws -> R) rethrows -> R {
        lock()
        defer { unlock() }
        return try body()
    }
}

/// A lock at a fixed address, which is passed to the functions.
public struct os_unfair_lock_s {
    // All zeros is an unlocked mutex, as in the static initialiser of Glibc, so it may be moved while it is unlocked.
    fileprivate var mutex = pthread_mutex_t()
    /// Creates an unlocked lock. It may be copied and moved only while it is unlocked.
    public init() {}
}
/// The name without the suffix, as in C's `typedef`.
public typealias os_unfair_lock = os_unfair_lock_s
/// The address of a lock, which the functions take.
public typealias os_unfair_lock_t = UnsafeMutablePointer<os_unfair_lock_s>

private func mutex(_ lock: os_unfair_lock_t) -> UnsafeMutablePointer<pthread_mutex_t> {
    UnsafeMutableRawPointer(lock).assumingMemoryBound(to: pthread_mutex_t.self)
}

/// Acquires the lock. Waits while another thread holds it; not recursive. If the thread already holds it, Apple's lock ends the program;
/// this one waits forever.
public func os_unfair_lock_lock(_ lock: os_unfair_lock_t) { pthread_mutex_lock(mutex(lock)) }
/// Releases the lock, on the thread that acquired it.
public func os_unfair_lock_unlock(_ lock: os_unfair_lock_t) { pthread_mutex_unlock(mutex(lock)) }
/// Acquires the lock if it is available.
/// - Returns: True if it was acquired.
public func os_unfair_lock_trylock(_ lock: os_unfair_lock_t) -> Bool { pthread_mutex_trylock(mutex(lock)) == 0 }
