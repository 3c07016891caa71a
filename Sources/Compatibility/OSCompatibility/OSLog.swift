import Foundation
import Logging

/// Names a part of a program in the log. Messages go to swift-log: the label is the subsystem, the category is metadata.
open class OSLog: NSObject, @unchecked Sendable {
    // Unchecked: nothing of it changes.
    fileprivate let logger: Logging.Logger?

    /// Messages go to swift-log's logger whose label is the subsystem, such as `org.example.app`, with the category as metadata.
    public init(subsystem: String, category: String) {
        var logger = Logging.Logger(label: subsystem)
        logger[metadataKey: "category"] = "\(category)"
        self.logger = logger
    }

    /// Points of interest for a profiler; Linux has none, and the log takes them.
    public convenience init(subsystem: String, category: Category) { self.init(subsystem: subsystem, category: category.rawValue) }

    fileprivate init(logger: Logging.Logger?) { self.logger = logger }

    /// The log of those that name none.
    public static let `default` = OSLog(logger: Logging.Logger(label: ProcessInfo.processInfo.processName))
    /// Drops everything.
    public static let disabled = OSLog(logger: nil)

    /// Whether messages of a type are written.
    open func isEnabled(type: OSLogType) -> Bool { logger.map { $0.logLevel <= type.level } ?? false }

    /// Whether signposts are recorded: they are log messages of level trace.
    open var signpostsEnabled: Bool { logger.map { $0.logLevel <= .trace } ?? false }

    /// Categories with a meaning to Apple's profiler.
    public struct Category: Sendable {
        let rawValue: String
        /// What somebody who looks at a profile wants to find.
        public static let pointsOfInterest = Category(rawValue: "PointsOfInterest")
        /// What is recorded only while a profiler asks for it. Linux has none: it is written as any other.
        public static let dynamicTracing = Category(rawValue: "DynamicTracing")
        /// The same with the calls that led there. No calls are written here.
        public static let dynamicStackTracing = Category(rawValue: "DynamicStackTracing")
    }

    func write(_ type: OSLogType, _ message: @autoclosure () -> String) {
        logger?.log(level: type.level, "\(message())")
    }

    func writeSignpost(_ message: @autoclosure () -> String) { logger?.trace("\(message())") }
}

/// How much a message matters.
public struct OSLogType: RawRepresentable, Hashable, Sendable {
    public let rawValue: UInt8
    public init(rawValue: UInt8) { self.rawValue = rawValue }
    public init(_ rawValue: UInt8) { self.rawValue = rawValue }
    /// What helps to find why something went wrong; swift-log's level notice.
    public static let `default` = OSLogType(rawValue: 0)
    /// What helps, and is not needed; swift-log's level info.
    public static let info = OSLogType(rawValue: 1)
    /// What helps while a program is written; swift-log's level debug.
    public static let debug = OSLogType(rawValue: 2)
    /// Something went wrong in the program; swift-log's level error.
    public static let error = OSLogType(rawValue: 16)
    /// Something that should not be able to go wrong did; swift-log's level critical.
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

/// Writes a message. Its format is `printf`'s with Apple's additions: `%{public}@` and `%{private}@`, which is not hidden here.
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
    /// Strings are no `CVarArg` on Linux, and `%@` takes none; what Foundation formats as objects is written by its description.
    static func text(_ format: String, _ arguments: [any CVarArg]) -> String {
        guard format.utf8.contains(UInt8(ascii: "%")) else { return format }
        // Without the braces, Foundation's formatter takes the rest.
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
