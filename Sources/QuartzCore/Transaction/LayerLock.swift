import CoreGraphics

/// The one recursive lock of all layers, taken by commits and by changes of live layers.
enum LayerLock {
    /// A pthread mutex is shared by nature; Swift can't see it through the pointer.
    private struct Handle: @unchecked Sendable { let mutex: UnsafeMutablePointer<pthread_mutex_t> }

    private static let handle: Handle = {
        var attributes = pthread_mutexattr_t()
        pthread_mutexattr_init(&attributes)
        pthread_mutexattr_settype(&attributes, Int32(PTHREAD_MUTEX_RECURSIVE))
        let mutex = UnsafeMutablePointer<pthread_mutex_t>.allocate(capacity: 1)
        pthread_mutex_init(mutex, &attributes)
        pthread_mutexattr_destroy(&attributes)
        return Handle(mutex: mutex)
    }()

    static func lock() { pthread_mutex_lock(handle.mutex) }
    static func unlock() { pthread_mutex_unlock(handle.mutex) }

    static func withLock<Result>(_ body: () throws -> Result) rethrows -> Result {
        lock()
        defer { unlock() }
        return try body()
    }
}
