import AgateDiagnostics
import QuartzCore

/// A clock that stands still until it is set: time for tests, recordings and pictures. Safe on any thread.
public final class VirtualClock: MediaClock {
    private let time: Locked<Double>

    /// A clock that shows `time` seconds.
    public init(time: CFTimeInterval = 0) { self.time = Locked(time.isFinite ? time : 0) }

    /// The time shown, in seconds.
    public var now: CFTimeInterval { time.withLock { $0 } }

    /// Sets the time. Hosts do it as they advance; a time that is not finite is ignored.
    package func set(_ new: CFTimeInterval) {
        if new.isFinite { time.withLock { $0 = new } }
    }
}

/// The machine's monotonic clock, which `CACurrentMediaTime()` reads outside a virtual clock. Safe on any thread.
public enum HostClock {
    /// Seconds since some time before the program started.
    public static var now: CFTimeInterval { MonotonicClock.shared.now }
}
