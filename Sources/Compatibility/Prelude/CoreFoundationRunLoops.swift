import Foundation

// Functions of Core Foundation for run loops, their timers and errors.

/// A run loop.
public typealias CFRunLoop = RunLoop
/// A timer of a run loop.
public typealias CFRunLoopTimer = Timer

/// The mode of a run loop.
public struct CFRunLoopMode: RawRepresentable, Hashable, Sendable {
    public let rawValue: String
    public init(rawValue: String) { self.rawValue = rawValue }
    public init(_ rawValue: String) { self.rawValue = rawValue }
    /// The mode of sources and timers at rest.
    public static let defaultMode = CFRunLoopMode("kCFRunLoopDefaultMode")
    /// The modes that are declared common.
    public static let commonModes = CFRunLoopMode("kCFRunLoopCommonModes")
}

/// Returns the run loop of the current thread.
public func CFRunLoopGetCurrent() -> CFRunLoop! { RunLoop.current }
/// Returns the run loop of the main thread.
public func CFRunLoopGetMain() -> CFRunLoop! { RunLoop.main }
/// Wakes a run loop that waits.
public func CFRunLoopWakeUp(_ rl: CFRunLoop!) { rl?.perform {} }
/// Calls a closure in the next turn of a run loop. It is called in the default mode, whatever the mode.
public func CFRunLoopPerformBlock(_ rl: CFRunLoop!, _ mode: CFTypeRef!, _ block: (() -> Void)!) {
    guard let rl, let block else { return }
    nonisolated(unsafe) let call = block
    rl.perform { call() }
}

/// Returns a timer that calls a closure: once for an interval of 0 or less, else again after each interval.
public func CFRunLoopTimerCreateWithHandler(
    _ allocator: CFAllocator!, _ fireDate: CFAbsoluteTime, _ interval: CFTimeInterval, _ flags: CFOptionFlags, _ order: CFIndex,
    _ block: ((CFRunLoopTimer?) -> Void)!
) -> CFRunLoopTimer! {
    nonisolated(unsafe) let call = block
    return Timer(fire: Date(timeIntervalSinceReferenceDate: fireDate), interval: max(0, interval), repeats: interval > 0) { call?($0) }
}
/// Adds a timer to a run loop, for its common modes.
public func CFRunLoopAddTimer(_ rl: CFRunLoop!, _ timer: CFRunLoopTimer!, _ mode: CFRunLoopMode!) {
    if let rl, let timer { rl.add(timer, forMode: .common) }
}
/// Ends a timer: one that a run loop has can't be taken out alone.
public func CFRunLoopRemoveTimer(_ rl: CFRunLoop!, _ timer: CFRunLoopTimer!, _ mode: CFRunLoopMode!) { timer?.invalidate() }
/// Ends a timer.
public func CFRunLoopTimerInvalidate(_ timer: CFRunLoopTimer!) { timer?.invalidate() }
/// Returns whether a timer may fire.
public func CFRunLoopTimerIsValid(_ timer: CFRunLoopTimer!) -> Bool { timer?.isValid ?? false }

/// Returns the description of an error; an empty text for nil.
public func CFErrorCopyDescription(_ err: (any Error)!) -> CFString! { (err.map { $0.localizedDescription } ?? "") as NSString }
