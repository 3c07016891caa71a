import Foundation
import Logging

/// A part of a program in the log. Messages are passed to swift-log: the label is the subsystem, the category is metadata.
open class OSLog: NSObject, @unchecked Sendable {
    // Unchecked: immutable.
    fileprivate let logger: Logging.Logger?

    /// Creates a log for swift-log's logger whose label is the subsystem, such as `org.example.app`, with the category as metadata.
    public init(subsystem: String, category: String) {
        var logger = Logging.Logger(label: subsystem)
        logger[metadataKey: "category"] = "\(category)"
        self.logger = logger
    }

    /// Creates a log for a profiler's category; Linux has no such profiler, and messages are passed to the log.
    public convenience init(subsystem: String, category: Category) { self.init(subsystem: subsystem, category: category.rawValue) }

    fileprivate init(logger: Logging.Logger?) { self.logger = logger }

    /// The log for messages without a specified log.
    public static let `default` = OSLog(logger: Logging.Logger(label: ProcessInfo.processInfo.processName))
    /// A log that discards all messages.
    public static let disabled = OSLog(logger: nil)

    /// Returns true if messages of a type are written.
    open func isEnabled(type: OSLogType) -> Bool { logger.map { $0.logLevel <= type.level } ?? false }

    /// A Boolean value that indicates whether signposts are recorded: they are log messages of level trace.
    open var signpostsEnabled: Bool { logger.map { $0.logLevel <= .trace } ?? false }

    /// The categories with a meaning to Apple's profiler.
    public struct Category: Sendable {
        let rawValue: String
        /// Events of interest in a profile.
        public static let pointsOfInterest = Category(rawValue: "PointsOfInterest")
        /// Events that Apple records only while a profiler requests them. Linux has none: they are written like any other.
        public static let dynamicTracing = Category(rawValue: "DynamicTracing")
        /// Like `dynamicTracing`, with call stacks. No call stacks are written here.
        public static let dynamicStackTracing = Category(rawValue: "DynamicStackTracing")
    }

    func write(_ type: OSLogType, _ message: @autoclosure () -> String) {
        logger?.log(level: type.level, "\(message())")
    }

    func writeSignpost(_ message: @autoclosure () -> String) { logger?.trace("\(message())") }
}

/// The severity of a message.
public struct OSLogType: RawRepresentable, Hashable, Sendable {
    public let rawValue: UInt8
    public init(rawValue: UInt8) { self.rawValue = rawValue }
    public init(_ rawValue: UInt8) { self.rawValue = rawValue }
    /// Information for troubleshooting; swift-log's level notice.
    public static let `default` = OSLogType(rawValue: 0)
    /// Helpful but not essential information; swift-log's level info.
    public static let info = OSLogType(rawValue: 1)
    /// Information for development; swift-log's level debug.
    public static let debug = OSLogType(rawValue: 2)
    /// An error in the program; swift-log's level error.
    public static let error = OSLogType(rawValue: 16)
    /// An error that should not be possible; swift-log's level critical.
    public static let fault = OSLogType(rawValue: 17)

    var level: Logging.Logger.Level {
        switch self {
        case .info: .info
        case .debug: .debug
        case .error: .error
        case .fault: .critical
        default: .notice
        }
    }
}

/// Writes a message. Its format is that of `printf` with Apple's additions: `%{public}@` and `%{private}@`, which is not hidden here.
public func os_log(
    _ message: StaticString, dso: UnsafeRawPointer? = nil, log: OSLog = .default, type: OSLogType = .default, _ args: any CVarArg...
) {
    guard log.isEnabled(type: type) else { return }
    log.write(type, OSLogFormat.text("\(message)", args))
}

/// Writes a message of a type.
public func os_log(
    _ type: OSLogType, dso: UnsafeRawPointer? = nil, log: OSLog = .default, _ message: StaticString, _ args: any CVarArg...
) {
    guard log.isEnabled(type: type) else { return }
    log.write(type, OSLogFormat.text("\(message)", args))
}

/// Formats of `os_log`.
enum OSLogFormat {
    /// Returns formatted text. Strings are not `CVarArg` on Linux, so `%@` doesn't accept them; values that Foundation formats as objects
    /// are written by their descriptions.
    static func text(_ format: String, _ arguments: [any CVarArg]) -> String {
        guard format.utf8.contains(UInt8(ascii: "%")) else { return format }
        // Without the braces, Foundation's formatter handles the rest.
        var plain = "", rest = format[...]
        while let start = rest.firstRange(of: "%{") {
            plain += rest[..<start.lowerBound] + "%"
            guard let end = rest[start.upperBound...].firstIndex(of: "}") else { break }
            rest = rest[rest.index(after: end)...]
        }
        plain += rest
        return String(format: plain, arguments: arguments)
    }
}
