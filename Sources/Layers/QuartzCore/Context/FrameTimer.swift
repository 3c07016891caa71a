import CoreGraphics

/// What a render thread sleeps on: a time on the monotonic clock, or a bell that other threads ring.
final class FrameTimer: @unchecked Sendable {
    // Unchecked: the flag is read and written under the mutex.
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

    /// Ends a wait, or the next one; any thread.
    func ring() {
        pthread_mutex_lock(mutex)
        hasRung = true
        pthread_cond_signal(condition)
        pthread_mutex_unlock(mutex)
    }

    /// Sleeps until the time on the monotonic clock, or until the bell rings. Infinity waits for the bell alone.
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
