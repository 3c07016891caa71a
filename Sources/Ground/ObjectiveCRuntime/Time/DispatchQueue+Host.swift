import Dispatch
import Foundation

extension DispatchQueue {
    /// Runs a closure on the queue at a time. On the main queue, inside a host with a clock of its own, the host's time is used.
    ///
    /// Takes precedence over Dispatch's method of that name in every file that imports QuartzCore, since it has no default arguments.
    public func asyncAfter(deadline: DispatchTime, execute work: @escaping @Sendable @convention(block) () -> Void) {
        // The main queue is a different object on each access.
        guard let host = HostTimers.current, label == DispatchQueue.main.label else {
            return asyncAfter(deadline: deadline, qos: .unspecified, flags: [], execute: work)
        }
        host.add(after: Self.seconds(from: DispatchTime.now().uptimeNanoseconds, to: deadline.uptimeNanoseconds)) { work() }
    }

    /// Returns the seconds until a deadline, rounded to a tenth of a millisecond, because the time between the caller's `now()` and this
    /// call is not part of the requested delay.
    static func seconds(from now: UInt64, to deadline: UInt64) -> Double {
        guard deadline > now else { return 0 }
        // `.distantFuture`
        guard deadline < UInt64(Int64.max) else { return .infinity }
        return (Double(deadline - now) / 1e5).rounded(.up) / 1e4
    }
}
