import CoreGraphics

/// The timer of a render thread: it waits for a time on the monotonic clock, or for a signal from another thread.
final class FrameTimer: @unchecked Sendable {
    // Unchecked: the flag is accessed under the mutex.
    private let mutex = UnsafeMutablePointer<pthread_mutex_t>.allocate(capacity: 1)
    private let condition = UnsafeMutablePointer<pthread_cond_t>.allocate(capacity: 1)
    private var hasRung = false

    init() {
        pthread_mutex_init(mutex, nil)
        var attributes = pthread_condattr_t()
        pthread_condattr_init(&attributes)
        pthread_condattr_setclock(&attributes, CLOCK_MONOTONIC)
        pthread_cond_init(condition, &attributes)
        pthread_condattr_destroy(&attributes)
    }

    deinit {
        pthread_cond_destroy(condition)
        pthread_mutex_destroy(mutex)
        condition.deallocate()
        mutex.deallocate()
    }

    /// Ends the current wait, or the next one. Thread-safe.
    func ring() {
        pthread_mutex_lock(mutex)
        hasRung = true
        pthread_cond_signal(condition)
        pthread_mutex_unlock(mutex)
    }

    /// Waits until a time on the monotonic clock, or until `ring` is called. For infinity, waits only for `ring`.
    func wait(until time: Double) {
        pthread_mutex_lock(mutex)
        if time.isFinite {
            let time = max(time, 0)
            var until = timespec()
            until.tv_sec = Int(time)
            until.tv_nsec = Int((time - time.rounded(.down)) * 1e9)
            while !hasRung, pthread_cond_timedwait(condition, mutex, &until) == 0 {}
        } else {
            while !hasRung { pthread_cond_wait(condition, mutex) }
        }
        hasRung = false
        pthread_mutex_unlock(mutex)
    }
}
