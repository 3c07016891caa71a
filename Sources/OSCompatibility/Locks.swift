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

    public init(uncheckedState initialState: State) { storage = Storage(initialState) }

    public func withLockUnchecked<R>(_ body: (inout State) throws -> R) rethrows -> R {
        pthread_mutex_lock(storage.mutex)
        defer { pthread_mutex_unlock(storage.mutex) }
        return try body(&storage.state)
    }
    public func withLock<R: Sendable>(_ body: @Sendable (inout State) throws -> R) rethrows -> R {
        try withLockUnchecked(body)
    }
    public func withLockIfAvailableUnchecked<R>(_ body: (inout State) throws -> R) rethrows -> R? {
        guard pthread_mutex_trylock(storage.mutex) == 0 else { return nil }
        defer { pthread_mutex_unlock(storage.mutex) }
        return try body(&storage.state)
    }
    public func withLockIfAvailable<R: Sendable>(_ body: @Sendable (inout State) throws -> R) rethrows -> R? {
        try withLockIfAvailableUnchecked(body)
    }
}

extension OSAllocatedUnfairLock where State: Sendable {
    public init(initialState: State) { self.init(uncheckedState: initialState) }
}

extension OSAllocatedUnfairLock where State == Void {
    public init() { self.init(uncheckedState: ()) }
    public func lock() { pthread_mutex_lock(storage.mutex) }
    public func unlock() { pthread_mutex_unlock(storage.mutex) }
    public func lockIfAvailable() -> Bool { pthread_mutex_trylock(storage.mutex) == 0 }
    public func withLock<R: Sendable>(_ body: @Sendable () throws -> R) rethrows -> R {
        lock()
        defer { unlock() }
        return try body()
    }
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
    public init() {}
}
public typealias os_unfair_lock = os_unfair_lock_s
public typealias os_unfair_lock_t = UnsafeMutablePointer<os_unfair_lock_s>

private func mutex(_ lock: os_unfair_lock_t) -> UnsafeMutablePointer<pthread_mutex_t> {
    UnsafeMutableRawPointer(lock).assumingMemoryBound(to: pthread_mutex_t.self)
}

public func os_unfair_lock_lock(_ lock: os_unfair_lock_t) { pthread_mutex_lock(mutex(lock)) }
public func os_unfair_lock_unlock(_ lock: os_unfair_lock_t) { pthread_mutex_unlock(mutex(lock)) }
public func os_unfair_lock_trylock(_ lock: os_unfair_lock_t) -> Bool { pthread_mutex_trylock(mutex(lock)) == 0 }
