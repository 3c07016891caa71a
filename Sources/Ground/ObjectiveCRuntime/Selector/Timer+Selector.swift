import Foundation

extension Timer {
    /// Creates a timer that calls a method by its name, with the timer as the argument. It retains the target until it is invalidated.
    /// Add it to a run loop.
    /// - Parameters:
    ///   - ti: the seconds between calls. Values that are not positive count as 0.1 ms.
    ///   - userInfo: the value of ``selectorUserInfo``. (Foundation's `userInfo` is always nil on Linux.)
    ///   - yesOrNo: true if the timer repeats until it is invalidated.
    public convenience init(
        timeInterval ti: TimeInterval, target aTarget: Any, selector aSelector: Selector, userInfo: Any?, repeats yesOrNo: Bool
    ) {
        self.init(
            fireAt: Date(timeIntervalSinceNow: Self.positive(ti)), interval: ti, target: aTarget, selector: aSelector, userInfo: userInfo,
            repeats: yesOrNo)
        noteHostTime(Self.positive(ti))
    }

    /// Creates a timer that calls a method by its name, first at a date.
    public convenience init(
        fireAt date: Date, interval ti: TimeInterval, target t: Any, selector s: Selector, userInfo ui: Any?, repeats rep: Bool
    ) {
        let call = TimerCall(target: t as AnyObject, selector: s)
        self.init(fire: date, interval: Self.positive(ti), repeats: rep) { timer in call.selector.send(to: call.target, [timer]) }
        if let ui { objc_setAssociatedObject(self, TimerCall.userInfoKey.address, ui, .OBJC_ASSOCIATION_RETAIN) }
    }

    /// Creates a timer as Apple's `init(timeInterval:repeats:block:)` does: first due after the interval, while Foundation's on Linux is
    /// due immediately. Add it to a run loop by ``Foundation/RunLoop/addHostTimer(_:forMode:)-(Timer,_)``.
    public convenience init(hostTimeInterval interval: TimeInterval, repeats: Bool, block: @escaping @Sendable (Timer) -> Void) {
        let first = Self.positive(interval)
        self.init(fire: Date(timeIntervalSinceNow: first), interval: first, repeats: repeats, block: block)
        noteHostTime(first)
    }

    /// Creates a timer in the default mode of this thread's run loop. Inside a host with a clock of its own the host's time is used.
    @discardableResult
    public class func scheduledTimer(
        timeInterval ti: TimeInterval, target aTarget: Any, selector aSelector: Selector, userInfo: Any?, repeats yesOrNo: Bool
    ) -> Timer {
        let timer = Timer(timeInterval: ti, target: aTarget, selector: aSelector, userInfo: userInfo, repeats: yesOrNo)
        timer.start(after: positive(ti))
        return timer
    }

    /// Creates a timer as Foundation's `scheduledTimer(withTimeInterval:repeats:block:)` does. Inside a host with a clock of its own the
    /// host's time is used.
    @discardableResult
    public class func scheduledHostTimer(withTimeInterval interval: TimeInterval, repeats: Bool, block: @escaping @Sendable (Timer) -> Void)
        -> Timer
    {
        // On Linux, Foundation's own `init(timeInterval:repeats:block:)` is due immediately.
        let first = positive(interval)
        let timer = Timer(fire: Date(timeIntervalSinceNow: first), interval: first, repeats: repeats, block: block)
        timer.start(after: first)
        return timer
    }

    /// The user info of a timer with a selector.
    public var selectorUserInfo: Any? { objc_getAssociatedObject(self, TimerCall.userInfoKey.address) }

    /// Returns a positive interval. Intervals that are not positive count as 0.1 ms, as in Apple's class.
    private class func positive(_ interval: TimeInterval) -> TimeInterval { interval > 0 ? interval : 0.0001 }

    /// Runs the timer: on the clock of the host on whose behalf the thread runs, or in the default mode of the thread's run loop.
    /// - Parameter seconds: the time until its first call. It is not computed from `fireDate`, because some of the machine's time has
    ///   already passed.
    package func start(after seconds: TimeInterval) {
        guard let host = HostTimers.current else { return RunLoop.current.add(self, forMode: .default) }
        run(on: host, at: host.now + seconds)
    }

    /// Stores the due time in the time of the host in which the timer was created, because `fireDate` is in the machine's time.
    private func noteHostTime(_ seconds: TimeInterval) {
        guard let host = HostTimers.current else { return }
        objc_setAssociatedObject(self, TimerCall.dueKey.address, host.now + seconds, .OBJC_ASSOCIATION_RETAIN)
    }

    /// Waits in a host, only once: a timer is usually added to several modes.
    fileprivate func join(_ host: HostTimers) {
        guard objc_getAssociatedObject(self, TimerCall.hostKey.address) == nil else { return }
        objc_setAssociatedObject(self, TimerCall.hostKey.address, host, .OBJC_ASSOCIATION_RETAIN)
        let due = objc_getAssociatedObject(self, TimerCall.dueKey.address) as? Double
        run(on: host, at: due ?? host.now + max(0, fireDate.timeIntervalSinceNow))
    }

    /// Calls the timer at a time of a host, and again after its interval.
    private func run(on host: HostTimers, at due: Double) {
        host.add(at: due, repeats: timeInterval > 0) { [self] in
            guard isValid else { return }
            // A timer that does not repeat is invalid after its call.
            fire()
            if isValid, timeInterval > 0 { run(on: host, at: due + timeInterval) }
        }
    }
}

extension RunLoop {
    /// Adds a timer. On behalf of a host with a clock of its own it waits in the host's time instead. Lowered sources call this method in
    /// place of `add(_:forMode:)`.
    public func addHostTimer(_ timer: Timer, forMode mode: RunLoop.Mode) {
        guard let host = HostTimers.current else { return add(timer, forMode: mode) }
        timer.join(host)
    }

    /// Adds a port, which never waits in a host.
    public func addHostTimer(_ port: Port, forMode mode: RunLoop.Mode) { add(port, forMode: mode) }
}

/// Unchecked: called on the thread of the timer's run loop.
private struct TimerCall: @unchecked Sendable {
    let target: AnyObject
    let selector: Selector

    static let userInfoKey = AssociationKey(), dueKey = AssociationKey(), hostKey = AssociationKey()
}

/// A unique address, for an associated object.
package final class AssociationKey: @unchecked Sendable {
    // Unchecked: only its address is used.
    package let address = UnsafeRawPointer(UnsafeMutableRawPointer.allocate(byteCount: 1, alignment: 1))
    package init() {}
}

extension Thread {
    /// Creates a thread that calls a method by its name.
    public convenience init(target: Any, selector: Selector, object argument: Any?) {
        let call = DelayedCall(target: target as AnyObject, selector: selector, argument: argument)
        self.init { call.run() }
    }

    /// Starts a thread that calls a method by its name.
    public class func detachNewThreadSelector(_ selector: Selector, toTarget target: Any, with argument: Any?) {
        Thread(target: target, selector: selector, object: argument).start()
    }
}
