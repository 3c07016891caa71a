import Foundation

/// An identifier that distinguishes signposts of the same name.
public struct OSSignpostID: Hashable, Comparable, Sendable {
    public let rawValue: UInt64
    public init(_ value: UInt64) { rawValue = value }
    /// Creates a random identifier; the log is ignored. Its uniqueness is not guaranteed, but two equal ones are very unlikely.
    public init(log: OSLog) { rawValue = UInt64.random(in: 1...UInt64.max - 1) }
    /// Creates the identifier of an object: the same for the same object during its lifetime. The log is ignored.
    public init(log: OSLog, object: AnyObject) { rawValue = UInt64(UInt(bitPattern: ObjectIdentifier(object).hashValue)) }
    /// The default, for intervals that never overlap others of the same name.
    public static let exclusive = OSSignpostID(0xEEEE_B0B5_B2B2_EEEE)
    /// An invalid identifier. Apple's implementation drops signposts with it; here they are written.
    public static let invalid = OSSignpostID(.max)
    /// No identifier. Apple's implementation drops signposts with it; here they are written.
    public static let null = OSSignpostID(0)
    public static func < (a: OSSignpostID, b: OSSignpostID) -> Bool { a.rawValue < b.rawValue }
}

/// The type of a signpost: begin, end, or event.
public struct OSSignpostType: RawRepresentable, Hashable, Sendable {
    public let rawValue: UInt8
    public init(rawValue: UInt8) { self.rawValue = rawValue }
    /// An event at one time.
    public static let event = OSSignpostType(rawValue: 0)
    /// The beginning of an interval.
    public static let begin = OSSignpostType(rawValue: 1)
    /// The end of an interval.
    public static let end = OSSignpostType(rawValue: 2)

    var word: String { self == .begin ? "begin" : self == .end ? "end" : "event" }
}

/// Marks an event, or the beginning or end of an interval, with a log message of level trace.
public func os_signpost(
    _ type: OSSignpostType, dso: UnsafeRawPointer? = nil, log: OSLog, name: StaticString, signpostID: OSSignpostID = .exclusive
) {
    guard log.signpostsEnabled else { return }
    log.writeSignpost("\(type.word) \(name) \(signpostID.rawValue)")
}

/// Marks an event, or the beginning or end of an interval, with a message.
public func os_signpost(
    _ type: OSSignpostType, dso: UnsafeRawPointer? = nil, log: OSLog, name: StaticString, signpostID: OSSignpostID = .exclusive,
    _ format: StaticString, _ arguments: any CVarArg...
) {
    guard log.signpostsEnabled else { return }
    log.writeSignpost("\(type.word) \(name) \(signpostID.rawValue): \(OSLogFormat.text("\(format)", arguments))")
}

/// Marks intervals.
public struct OSSignposter: Sendable {
    private let log: OSLog

    /// Creates a signposter that writes to a log of this subsystem and category.
    public init(subsystem: String, category: String) { log = OSLog(subsystem: subsystem, category: category) }
    /// Creates a signposter that writes to a log of this subsystem; the category is only a name, since Linux has no profiler that uses it.
    public init(subsystem: String, category: OSLog.Category) { log = OSLog(subsystem: subsystem, category: category) }
    /// Creates a signposter that writes to this log.
    public init(logHandle: OSLog) { log = logHandle }
    /// Creates a signposter that writes to ``OSLog/default``, whatever the logger's log is.
    public init(logger: Logger) { log = .default }
    /// Creates a signposter that writes to ``OSLog/default``.
    public init() { log = .default }
    /// A signposter that discards everything.
    public static let disabled = OSSignposter(logHandle: .disabled)

    /// A Boolean value that indicates whether signposts are written: they are log messages of level trace.
    public var isEnabled: Bool { log.signpostsEnabled }
    /// Returns a random identifier, for overlapping intervals of the same name.
    public func makeSignpostID() -> OSSignpostID { OSSignpostID(log: log) }
    /// Returns the identifier of an object: the same for the same object during its lifetime.
    public func makeSignpostID(from object: AnyObject) -> OSSignpostID { OSSignpostID(log: log, object: object) }

    /// Writes the beginning of an interval.
    /// - Parameters:
    ///   - name: The name of the interval; the end has the same name.
    ///   - id: An identifier that distinguishes overlapping intervals of the same name.
    ///   - message: The text after the name; it is created even if signposts are not written.
    /// - Returns: The state to pass to ``endInterval(_:_:_:)``.
    public func beginInterval(_ name: StaticString, id: OSSignpostID = .exclusive, _ message: OSLogMessage = "") -> OSSignpostIntervalState
    {
        log.writeSignpost("begin \(name) \(id.rawValue) \(message.text)")
        return OSSignpostIntervalState(id: id)
    }
    /// Writes the end of an interval. There is no check that the name matches the beginning, or that the interval ends only once.
    public func endInterval(_ name: StaticString, _ state: OSSignpostIntervalState, _ message: OSLogMessage = "") {
        log.writeSignpost("end \(name) \(state.id.rawValue) \(message.text)")
    }
    /// Writes an event.
    public func emitEvent(_ name: StaticString, id: OSSignpostID = .exclusive, _ message: OSLogMessage = "") {
        log.writeSignpost("event \(name) \(id.rawValue) \(message.text)")
    }
    /// Runs the closure, and writes the beginning and the end of an interval around it, also if it throws.
    public func withIntervalSignpost<T>(_ name: StaticString, id: OSSignpostID = .exclusive, around task: () throws -> T) rethrows -> T {
        let state = beginInterval(name, id: id)
        defer { endInterval(name, state) }
        return try task()
    }
}

/// The state of an interval that has begun.
public final class OSSignpostIntervalState: Sendable {
    let id: OSSignpostID
    init(id: OSSignpostID) { self.id = id }
    /// Returns the state of an interval whose beginning was written elsewhere, with which it can be ended.
    public static func beginState(id: OSSignpostID) -> OSSignpostIntervalState { OSSignpostIntervalState(id: id) }
}
