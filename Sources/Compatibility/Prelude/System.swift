import Foundation

/// Runs a closure. Objects are let go of when nothing refers to them any more; Linux has no pools that would have to be drained.
public func autoreleasepool<Result, Failure: Error>(invoking body: () throws(Failure) -> Result) throws(Failure) -> Result { try body() }

/// Nanoseconds of the monotonic clock, which `CACurrentMediaTime()` counts in seconds.
public func mach_absolute_time() -> UInt64 { DispatchTime.now().uptimeNanoseconds }
/// The same as ``mach_absolute_time()``, in nanoseconds. Apple's also counts the time that the machine sleeps; this one does not.
public func mach_continuous_time() -> UInt64 { mach_absolute_time() }

/// How ticks of `mach_absolute_time` become nanoseconds: they are.
public struct mach_timebase_info_data_t: Sendable {
    /// What ticks are multiplied by to get nanoseconds: 1 once it is filled in.
    public var numer: UInt32
    /// What the product is divided by: 1 once it is filled in.
    public var denom: UInt32
    /// Zeros, to be filled in by ``mach_timebase_info(_:)``.
    public init() { (numer, denom) = (0, 0) }
    /// A fraction of nanoseconds by ticks.
    public init(numer: UInt32, denom: UInt32) { (self.numer, self.denom) = (numer, denom) }
}
/// An empty one, to be filled in.
public func mach_timebase_info() -> mach_timebase_info_data_t { mach_timebase_info_data_t() }

/// Fills in 1 and 1.
/// - Returns: 0.
@discardableResult
public func mach_timebase_info(_ info: UnsafeMutablePointer<mach_timebase_info_data_t>!) -> Int32 {
    info?.pointee = mach_timebase_info_data_t(numer: 1, denom: 1)
    return 0
}

/// 1 on the main thread.
public func pthread_main_np() -> Int32 { Thread.isMainThread ? 1 : 0 }
