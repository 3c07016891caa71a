import AgateDiagnostics
import QuartzCore

/// A clock that changes only when it is set: time for tests, recordings and pictures. Thread-safe.
public final class VirtualClock: MediaClock {
    private let time: Locked<Double>

    /// Creates a clock that is set to `time` seconds.
    public init(time: CFTimeInterval = 0) { self.time = Locked(time.isFinite ? time : 0) }

    /// The current time, in seconds.
    public var now: CFTimeInterval { time.withLock { $0 } }

    /// Sets the time. Hosts call it as they advance; a time that is not finite is ignored.
    package func set(_ new: CFTimeInterval) {
        if new.isFinite { time.withLock { $0 = new } }
    }
}

/// The machine's monotonic clock, which `CACurrentMediaTime()` reads outside a virtual clock. Thread-safe.
public enum HostClock {
    /// The time in seconds since an arbitrary point before the start of the program.
    public static var now: CFTimeInterval { MonotonicClock.shared.now }
}
