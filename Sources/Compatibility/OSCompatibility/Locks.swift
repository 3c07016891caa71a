// As other systems' module of this name.
@_exported import Foundation

/// A lock around a value. Not recursive.
public struct OSAllocatedUnfairLock<State>: @unchecked Sendable {
    // Unchecked: the state is reached under the mutex alone.
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

    /// A lock that is free, around a value that need not be sendable.
    public init(uncheckedState initialState: State) { storage = Storage(initialState) }

    /// Runs the closure while the lock is held, and gives back what it returns. Waits while another thread holds the lock; a thread that
    /// holds it already waits for ever, where Apple's lock ends the program.
    public func withLockUnchecked<R>(_ body: (inout State) throws -> R) rethrows -> R {
        pthread_mutex_lock(storage.mutex)
        defer { pthread_mutex_unlock(storage.mutex) }
        return try body(&storage.state)
    }
    /// Runs the closure while the lock is held, and gives back what it returns: nothing that is not sendable comes out. Waits while another
    /// thread holds the lock.
    public func withLock<R: Sendable>(_ body: @Sendable (inout State) throws -> R) rethrows -> R {
        try withLockUnchecked(body)
    }
    /// Runs the closure if the lock is free.
    /// - Returns: what the closure returns; nil where the lock is held, and the closure did not run.
    public func withLockIfAvailableUnchecked<R>(_ body: (inout State) throws -> R) rethrows -> R? {
        guard pthread_mutex_trylock(storage.mutex) == 0 else { return nil }
        defer { pthread_mutex_unlock(storage.mutex) }
        return try body(&storage.state)
    }
    /// Runs the closure if the lock is free: nothing that is not sendable comes out.
    /// - Returns: what the closure returns; nil where the lock is held, and the closure did not run.
    public func withLockIfAvailable<R: Sendable>(_ body: @Sendable (inout State) throws -> R) rethrows -> R? {
        try withLockIfAvailableUnchecked(body)
    }
}

extension OSAllocatedUnfairLock where State: Sendable {
    /// A lock that is free, around a value.
    public init(initialState: State) { self.init(uncheckedState: initialState) }
}

extension OSAllocatedUnfairLock where State == Void {
    /// A lock that is free and guards no value of its own.
    public init() { self.init(uncheckedState: ()) }
    /// Takes the lock. Waits while another thread holds it. Undone by ``unlock()``, on the same thread.
    public func lock() { pthread_mutex_lock(storage.mutex) }
    /// Lets go of the lock, on the thread that took it.
    public func unlock() { pthread_mutex_unlock(storage.mutex) }
    /// Takes the lock if it is free.
    /// - Returns: whether it was taken, and must be let go of by ``unlock()``.
    public func lockIfAvailable() -> Bool { pthread_mutex_trylock(storage.mutex) == 0 }
    /// Runs the closure while the lock is held, and gives back what it returns. Waits while another thread holds the lock.
    public func withLock<R: Sendable>(_ body: @Sendable () throws -> R) rethrows -> R {
        lock()
        defer { unlock() }
        return try body()
    }
    /// Runs the closure while the lock is held, and gives back what it returns, which need not be sendable. Waits while another thread
    /// holds the lock.
    public func withLockUnchecked<R>(_ body: () throws -> R) rethrows -> R {
        lock()
        defer { unlock() }
        return try body()
    }
}

/// A lock that stands where it was made, for its address to be taken.
public struct os_unfair_lock_s {
    // All zeros is a mutex that is not taken, as the static initialiser of Glibc has it, so that it may be moved while it is free.
    fileprivate var mutex = pthread_mutex_t()
    /// A lock that is free. It may be copied and moved only while it is.
    public init() {}
}
/// The name without the suffix, as C's `typedef` has it.
public typealias os_unfair_lock = os_unfair_lock_s
/// Where a lock is stored; the functions take its address.
public typealias os_unfair_lock_t = UnsafeMutablePointer<os_unfair_lock_s>

private func mutex(_ lock: os_unfair_lock_t) -> UnsafeMutablePointer<pthread_mutex_t> {
    UnsafeMutableRawPointer(lock).assumingMemoryBound(to: pthread_mutex_t.self)
}

/// Takes the lock. Waits while another thread holds it; not recursive. Apple's ends the program where the thread holds it already; this one
/// waits for ever.
public func os_unfair_lock_lock(_ lock: os_unfair_lock_t) { pthread_mutex_lock(mutex(lock)) }
/// Lets go of the lock, on the thread that took it.
public func os_unfair_lock_unlock(_ lock: os_unfair_lock_t) { pthread_mutex_unlock(mutex(lock)) }
/// Takes the lock if it is free.
/// - Returns: whether it was taken.
public func os_unfair_lock_trylock(_ lock: os_unfair_lock_t) -> Bool { pthread_mutex_trylock(mutex(lock)) == 0 }
