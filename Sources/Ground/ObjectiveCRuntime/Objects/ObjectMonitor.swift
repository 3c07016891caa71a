import Foundation

/// The recursive lock of an object.
final class ObjectMonitor: @unchecked Sendable {
    // Unchecked: a mutex is shared by design, and the pointer is constant.
    private let mutex = UnsafeMutablePointer<pthread_mutex_t>.allocate(capacity: 1)

    init() {
        var attributes = pthread_mutexattr_t()
        pthread_mutexattr_init(&attributes)
        pthread_mutexattr_settype(&attributes, Int32(PTHREAD_MUTEX_RECURSIVE))
        pthread_mutex_init(mutex, &attributes)
        pthread_mutexattr_destroy(&attributes)
    }

    deinit {
        pthread_mutex_destroy(mutex)
        mutex.deallocate()
    }

    func lock() { pthread_mutex_lock(mutex) }
    /// Returns false if the thread does not hold the lock.
    func unlock() -> Bool { pthread_mutex_unlock(mutex) == 0 }
}

/// Acquires the recursive lock of an object. The lock is created on first use and has the lifetime of the object.
/// - Returns: 0.
@discardableResult
public func objc_sync_enter(_ obj: Any) -> Int32 {
    let monitor = ObjectAttachments.of(ClassStandIn.object(obj)) { attachments in
        let monitor = attachments.monitor ?? ObjectMonitor()
        attachments.monitor = monitor
        return monitor
    }
    monitor.lock()
    return 0
}

/// Releases the recursive lock of an object.
/// - Returns: 0, or -1 if this thread does not hold it.
@discardableResult
public func objc_sync_exit(_ obj: Any) -> Int32 {
    let monitor = ObjectAttachments.existing(ClassStandIn.object(obj)) { $0.monitor } ?? nil
    return monitor?.unlock() == true ? 0 : -1
}
