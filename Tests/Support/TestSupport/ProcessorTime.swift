import Foundation

/// Returns the processor time that the process has used, in seconds.
///
/// A test that finds endless or exponential work bounds this by many times what the work needs. The time on the clock would also count
/// what other programs do.
public func processorSeconds() -> Double {
    var time = timespec()
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &time)
    return Double(time.tv_sec) + Double(time.tv_nsec) * 1e-9
}
