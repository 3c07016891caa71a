import Foundation

/// Runs a closure. Objects are released when there are no more references; Linux has no autorelease pools.
public func autoreleasepool<Result, Failure: Error>(invoking body: () throws(Failure) -> Result) throws(Failure) -> Result { try body() }

/// Returns the time of the monotonic clock in nanoseconds. `CACurrentMediaTime()` returns the time of the same clock in seconds.
public func mach_absolute_time() -> UInt64 { DispatchTime.now().uptimeNanoseconds }
/// Returns the same as ``mach_absolute_time()``, in nanoseconds. Apple's function also counts the time that the machine sleeps; this one
/// does not.
public func mach_continuous_time() -> UInt64 { mach_absolute_time() }

/// The ratio of nanoseconds to ticks of `mach_absolute_time`, which is 1 here.
public struct mach_timebase_info_data_t: Sendable {
    /// The numerator of the ratio: 1 once it is filled in.
    public var numer: UInt32
    /// The denominator of the ratio: 1 once it is filled in.
    public var denom: UInt32
    /// Creates zeros, to be filled in by ``mach_timebase_info(_:)``.
    public init() { (numer, denom) = (0, 0) }
    /// Creates a ratio of nanoseconds to ticks.
    public init(numer: UInt32, denom: UInt32) { (self.numer, self.denom) = (numer, denom) }
}
/// Returns an empty ratio, to be filled in.
public func mach_timebase_info() -> mach_timebase_info_data_t { mach_timebase_info_data_t() }

/// Fills in 1 and 1.
/// - Returns: 0.
@discardableResult
public func mach_timebase_info(_ info: UnsafeMutablePointer<mach_timebase_info_data_t>!) -> Int32 {
    info?.pointee = mach_timebase_info_data_t(numer: 1, denom: 1)
    return 0
}

/// Returns 1 on the main thread.
public func pthread_main_np() -> Int32 { Thread.isMainThread ? 1 : 0 }
