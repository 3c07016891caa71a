import Dispatch
import Foundation

extension DispatchQueue {
    /// Runs a closure on the queue at a time. On the main queue, from inside a host with a clock of its own, it is the host's time that
    /// counts.
    ///
    /// Stands before Dispatch's method of that name in every file that imports QuartzCore, since it has no arguments to leave out.
    public func asyncAfter(deadline: DispatchTime, execute work: @escaping @Sendable @convention(block) () -> Void) {
        // The main queue is another object at each question.
        guard let host = HostTimers.current, label == DispatchQueue.main.label else {
            return asyncAfter(deadline: deadline, qos: .unspecified, flags: [], execute: work)
        }
        host.add(after: Self.seconds(from: DispatchTime.now().uptimeNanoseconds, to: deadline.uptimeNanoseconds)) { work() }
    }

    /// The time between the call of `now()` that the deadline was made of and this one is nobody's wish: to the next tenth of a
    /// millisecond.
    static func seconds(from now: UInt64, to deadline: UInt64) -> Double {
        guard deadline > now else { return 0 }
        // `.distantFuture`
        guard deadline < UInt64(Int64.max) else { return .infinity }
        return (Double(deadline - now) / 1e5).rounded(.up) / 1e4
    }
}
