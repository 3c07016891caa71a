import AgateDiagnostics
import QuartzCore

/// A source of time. There is one: the host's, which is media time, so that a host's virtual clock drives it.
public final class CMClock: Sendable {
    fileprivate static let host = CMClock()
    private init() {}

    /// The clock of the host.
    public static var hostTimeClock: CMClock { host }
    /// The current time.
    public var time: CMTime { CMTime(seconds: CACurrentMediaTime(), preferredTimescale: 1_000_000_000) }
}

/// Returns the clock of the host.
public func CMClockGetHostTimeClock() -> CMClock { CMClock.host }
/// Returns the current time of a clock.
public func CMClockGetTime(_ clock: CMClock) -> CMTime { clock.time }
/// Converts a host time in nanoseconds to a time.
public func CMClockMakeHostTimeFromSystemUnits(_ hostTime: UInt64) -> CMTime {
    CMTime(value: CMTimeValue(clamping: hostTime), timescale: 1_000_000_000)
}

/// A timebase is not valid, or an argument is not a number.
public let kCMTimebaseError_MissingRequiredParameter: OSStatus = -12748

/// A time that runs at a rate in relation to a clock: 0 and stopped at first. Thread-safe.
public final class CMTimebase: Sendable {
    /// A rate from a host time on.
    struct Line: Hashable, Sendable {
        var begin = -Double.infinity, start = 0.0, rate = 0.0

        func time(at host: Double) -> Double { rate == 0 ? start : start + (host - begin) * rate }
        /// Returns the host time at which the time is reached; infinity if it is not.
        func host(of time: Double) -> Double { rate == 0 || time == .infinity ? .infinity : begin + (time - start) / rate }
    }
    private struct State {
        /// In the order of their begins, because a host may look back. The last one applies from its beginning on.
        var lines: [Line] = [Line()]
        var observers: [ObjectIdentifier: @Sendable () -> Void] = [:]
    }
    private let state = Locked(State())
    private static let remembered = 64

    /// The clock.
    public let sourceClock: CMClock

    /// Creates a timebase at time 0 that is stopped.
    public init(sourceClock: CMClock) throws { self.sourceClock = sourceClock }

    init(line: Line) {
        sourceClock = .hostTimeClock
        state.withLock { $0.lines = [line] }
    }

    /// Returns the line of a host time.
    func line(at host: Double) -> Line { state.withLock { state in state.lines.last { $0.begin <= host } ?? state.lines[0] } }

    private func change(_ body: (inout Line, Double) -> Void) {
        let now = CACurrentMediaTime()
        let observers = state.withLock { state in
            var line = state.lines.last { $0.begin <= now } ?? state.lines[0]
            body(&line, now)
            state.lines.removeAll { $0.begin >= line.begin }
            if state.lines.count >= Self.remembered { state.lines.removeFirst() }
            state.lines.append(line)
            return Array(state.observers.values)
        }
        for observer in observers { observer() }
    }

    func observe(_ owner: AnyObject, _ body: @escaping @Sendable () -> Void) {
        state.withLock { $0.observers[ObjectIdentifier(owner)] = body }
    }
    func removeObserver(_ owner: AnyObject) { state.withLock { _ = $0.observers.removeValue(forKey: ObjectIdentifier(owner)) } }

    /// The current time.
    public var time: CMTime {
        let now = CACurrentMediaTime()
        return CMTime(seconds: line(at: now).time(at: now), preferredTimescale: 1_000_000_000)
    }
    /// The current rate.
    public var rate: Float64 { line(at: CACurrentMediaTime()).rate }

    /// Sets the current time; the rate remains.
    /// - Throws: An error for a time that is not a number.
    public func setTime(_ time: CMTime) throws {
        guard time.isFraction else { throw NSError(osStatus: kCMTimebaseError_MissingRequiredParameter) }
        change { line, now in line = Line(begin: now, start: time.seconds, rate: line.rate) }
    }
    /// Sets the rate; the current time remains.
    /// - Throws: An error for a rate that is not finite.
    public func setRate(_ rate: Float64) throws {
        guard rate.isFinite else { throw NSError(osStatus: kCMTimebaseError_MissingRequiredParameter) }
        change { line, now in line = Line(begin: now, start: line.time(at: now), rate: rate) }
    }
    /// Sets the rate, and the time that belongs to a time of the clock.
    /// - Throws: An error for values that are not numbers.
    public func setRate(_ rate: Float64, anchorTime: CMTime, anchorSourceTime immediateSourceTime: CMTime) throws {
        guard rate.isFinite, anchorTime.isFraction, immediateSourceTime.isFraction else {
            throw NSError(osStatus: kCMTimebaseError_MissingRequiredParameter)
        }
        // From now on, whenever the anchor is.
        change { line, now in
            let start = anchorTime.seconds + (now - immediateSourceTime.seconds) * rate
            line = Line(begin: now, start: start, rate: rate)
        }
    }
}

/// Creates a timebase at time 0 that is stopped.
@discardableResult
public func CMTimebaseCreateWithSourceClock(
    allocator: AnyObject?, sourceClock: CMClock, timebaseOut: UnsafeMutablePointer<CMTimebase?>
) -> OSStatus {
    timebaseOut.pointee = try? CMTimebase(sourceClock: sourceClock)
    return 0
}
/// Returns the clock of a timebase.
public func CMTimebaseCopySourceClock(_ timebase: CMTimebase) -> CMClock? { timebase.sourceClock }
/// Returns the current time of a timebase.
public func CMTimebaseGetTime(_ timebase: CMTimebase) -> CMTime { timebase.time }
/// Returns the current time of a timebase in a timescale.
public func CMTimebaseGetTimeWithTimeScale(_ timebase: CMTimebase, timescale: CMTimeScale, method: CMTimeRoundingMethod) -> CMTime {
    timebase.time.convertScale(timescale, method: method)
}
/// Returns the current rate of a timebase.
public func CMTimebaseGetRate(_ timebase: CMTimebase) -> Float64 { timebase.rate }
/// Sets the current time of a timebase.
@discardableResult
public func CMTimebaseSetTime(_ timebase: CMTimebase, time: CMTime) -> OSStatus { status { try timebase.setTime(time) } }
/// Sets the rate of a timebase.
@discardableResult
public func CMTimebaseSetRate(_ timebase: CMTimebase, rate: Float64) -> OSStatus { status { try timebase.setRate(rate) } }
/// Sets the rate of a timebase, and the time that belongs to a time of its clock.
@discardableResult
public func CMTimebaseSetRateAndAnchorTime(
    _ timebase: CMTimebase, rate: Float64, anchorTime: CMTime, immediateSourceTime: CMTime
) -> OSStatus { status { try timebase.setRate(rate, anchorTime: anchorTime, anchorSourceTime: immediateSourceTime) } }

private func status(_ body: () throws -> Void) -> OSStatus {
    do {
        try body()
        return 0
    } catch { return OSStatus((error as NSError).code) }
}
