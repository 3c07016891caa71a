import Foundation

/// One object for each thread. Reading it takes some nanoseconds; `Thread.threadDictionary` takes a hundred times as many.
final class ThreadObject<Object: AnyObject>: Sendable {
    private let key: pthread_key_t

    init() {
        var key = pthread_key_t()
        pthread_key_create(&key) { pointer in
            if let pointer { Unmanaged<AnyObject>.fromOpaque(pointer).release() }
        }
        self.key = key
    }

    /// The object of the current thread. It is released when the thread ends.
    var current: Object? {
        get { pthread_getspecific(key).map { Unmanaged<Object>.fromOpaque($0).takeUnretainedValue() } }
        set {
            let old = pthread_getspecific(key)
            pthread_setspecific(key, newValue.map { UnsafeRawPointer(Unmanaged.passRetained($0).toOpaque()) })
            if let old { Unmanaged<Object>.fromOpaque(old).release() }
        }
    }
}
