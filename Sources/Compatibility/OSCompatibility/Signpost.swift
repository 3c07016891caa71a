import Foundation

/// A signpost's name among those of the same name.
public struct OSSignpostID: Hashable, Comparable, Sendable {
    public let rawValue: UInt64
    public init(_ value: UInt64) { rawValue = value }
    /// A random identifier; the log does not count. It is not unique by construction, and two that are the same are very unlikely.
    public init(log: OSLog) { rawValue = UInt64.random(in: 1...UInt64.max - 1) }
    /// The identifier that belongs to an object: the same for the same object, as long as it lives. The log does not count.
    public init(log: OSLog, object: AnyObject) { rawValue = UInt64(UInt(bitPattern: ObjectIdentifier(object).hashValue)) }
    /// For stretches of time that never overlap others of the same name: the default.
    public static let exclusive = OSSignpostID(0xEEEE_B0B5_B2B2_EEEE)
    /// Not an identifier of a signpost. Apple's drops signposts that have it; here they are written.
    public static let invalid = OSSignpostID(.max)
    /// No identifier. Apple's drops signposts that have it; here they are written.
    public static let null = OSSignpostID(0)
    public static func < (a: OSSignpostID, b: OSSignpostID) -> Bool { a.rawValue < b.rawValue }
}

/// Beginning, end, or a time.
public struct OSSignpostType: RawRepresentable, Hashable, Sendable {
    public let rawValue: UInt8
    public init(rawValue: UInt8) { self.rawValue = rawValue }
    /// Something happened at one time.
    public static let event = OSSignpostType(rawValue: 0)
    /// A stretch of time begins.
    public static let begin = OSSignpostType(rawValue: 1)
    /// A stretch of time ends.
    public static let end = OSSignpostType(rawValue: 2)

    var word: String { self == .begin ? "begin" : self == .end ? "end" : "event" }
}

/// Marks a time, or the beginning or end of a stretch of time: a log message of level trace.
public func os_signpost(
    _ type: OSSignpostType, dso: UnsafeRawPointer? = nil, log: OSLog, name: StaticString, signpostID: OSSignpostID = .exclusive
) {
    guard log.signpostsEnabled else { return }
    log.writeSignpost("\(type.word) \(name) \(signpostID.rawValue)")
}

/// The same with a message.
public func os_signpost(
    _ type: OSSignpostType, dso: UnsafeRawPointer? = nil, log: OSLog, name: StaticString, signpostID: OSSignpostID = .exclusive,
    _ format: StaticString, _ arguments: any CVarArg...
) {
    guard log.signpostsEnabled else { return }
    log.writeSignpost("\(type.word) \(name) \(signpostID.rawValue): \(OSLogFormat.text("\(format)", arguments))")
}

/// Marks stretches of time.
public struct OSSignposter: Sendable {
    private let log: OSLog

    /// Writes to a log of this subsystem and category.
    public init(subsystem: String, category: String) { log = OSLog(subsystem: subsystem, category: category) }
    /// Writes to a log of this subsystem; the category only names it, as Linux has no profiler that would look at it.
    public init(subsystem: String, category: OSLog.Category) { log = OSLog(subsystem: subsystem, category: category) }
    /// Writes to this log.
    public init(logHandle: OSLog) { log = logHandle }
    /// Writes to ``OSLog/default``, whatever the logger writes to.
    public init(logger: Logger) { log = .default }
    /// Writes to ``OSLog/default``.
    public init() { log = .default }
    /// Drops everything.
    public static let disabled = OSSignposter(logHandle: .disabled)

    /// Whether signposts are written: they are log messages of level trace.
    public var isEnabled: Bool { log.signpostsEnabled }
    /// A random identifier, for stretches of time of the same name that overlap.
    public func makeSignpostID() -> OSSignpostID { OSSignpostID(log: log) }
    /// The identifier that belongs to an object: the same for the same object, as long as it lives.
    public func makeSignpostID(from object: AnyObject) -> OSSignpostID { OSSignpostID(log: log, object: object) }

    /// Writes that a stretch of time begins.
    /// - Parameters:
    ///   - name: what it is called; the end has the same name.
    ///   - id: tells stretches of the same name apart that overlap.
    ///   - message: written after the name; its text is made even where signposts are not written.
    /// - Returns: what ``endInterval(_:_:_:)`` takes.
    public func beginInterval(_ name: StaticString, id: OSSignpostID = .exclusive, _ message: OSLogMessage = "") -> OSSignpostIntervalState
    {
        log.writeSignpost("begin \(name) \(id.rawValue) \(message.text)")
        return OSSignpostIntervalState(id: id)
    }
    /// Writes that a stretch of time ends. Nothing checks that the name is the one it began with, or that it ends once.
    public func endInterval(_ name: StaticString, _ state: OSSignpostIntervalState, _ message: OSLogMessage = "") {
        log.writeSignpost("end \(name) \(state.id.rawValue) \(message.text)")
    }
    /// Writes that something happened.
    public func emitEvent(_ name: StaticString, id: OSSignpostID = .exclusive, _ message: OSLogMessage = "") {
        log.writeSignpost("event \(name) \(id.rawValue) \(message.text)")
    }
    /// Runs the closure, and writes that a stretch of time begins and ends around it, also where it throws.
    public func withIntervalSignpost<T>(_ name: StaticString, id: OSSignpostID = .exclusive, around task: () throws -> T) rethrows -> T {
        let state = beginInterval(name, id: id)
        defer { endInterval(name, state) }
        return try task()
    }
}

/// A stretch of time that was begun.
public final class OSSignpostIntervalState: Sendable {
    let id: OSSignpostID
    init(id: OSSignpostID) { self.id = id }
    /// The state of a stretch of time whose beginning was written elsewhere, for it to be ended with.
    public static func beginState(id: OSSignpostID) -> OSSignpostIntervalState { OSSignpostIntervalState(id: id) }
}
