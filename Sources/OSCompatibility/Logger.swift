import Foundation

/// Writes messages that are made of interpolations.
public struct Logger: Sendable {
    private let log: OSLog

    public init(subsystem: String, category: String) { log = OSLog(subsystem: subsystem, category: category) }
    public init(_ logObj: OSLog) { log = logObj }
    public init() { log = .default }

    public func log(_ message: OSLogMessage) { log.write(.default, message.text) }
    public func log(level: OSLogType, _ message: OSLogMessage) { log.write(level, message.text) }
    public func trace(_ message: OSLogMessage) { log.write(.debug, message.text) }
    public func debug(_ message: OSLogMessage) { log.write(.debug, message.text) }
    public func info(_ message: OSLogMessage) { log.write(.info, message.text) }
    public func notice(_ message: OSLogMessage) { log.write(.default, message.text) }
    public func warning(_ message: OSLogMessage) { log.write(.error, message.text) }
    public func error(_ message: OSLogMessage) { log.write(.error, message.text) }
    public func critical(_ message: OSLogMessage) { log.write(.fault, message.text) }
    public func fault(_ message: OSLogMessage) { log.write(.fault, message.text) }
}

/// A message. Private parts are hidden only where `.private` asks for it; numbers and strings show otherwise, as in Apple's console while
/// debugging.
public struct OSLogMessage: ExpressibleByStringInterpolation, ExpressibleByStringLiteral, Sendable {
    let text: String

    public init(stringLiteral value: String) { text = value }
    public init(stringInterpolation: OSLogInterpolation) { text = stringInterpolation.text }
}

/// Who may read a part of a message.
public struct OSLogPrivacy: Sendable {
    let hides: Bool
    public static let `public` = OSLogPrivacy(hides: false)
    public static let `private` = OSLogPrivacy(hides: true)
    public static let sensitive = OSLogPrivacy(hides: true)
    public static let auto = OSLogPrivacy(hides: false)
    /// Hidden parts that can be compared.
    public static func `private`(mask: Mask) -> OSLogPrivacy { .private }
    public static func sensitive(mask: Mask) -> OSLogPrivacy { .sensitive }
    public static func auto(mask: Mask) -> OSLogPrivacy { .auto }
    /// How a hidden part is shown; here always as `<private>`.
    public enum Mask: Sendable { case hash, none }
}

/// How a floating-point number is written.
public struct OSLogFloatFormatting: Sendable {
    let format: String
    public static var fixed: OSLogFloatFormatting { fixed() }
    public static func fixed(precision: Int = 6, explicitPositiveSign: Bool = false, uppercase: Bool = false) -> OSLogFloatFormatting {
        OSLogFloatFormatting(format: "%\(explicitPositiveSign ? "+" : "").\(precision)f")
    }
    public static var exponential: OSLogFloatFormatting { OSLogFloatFormatting(format: "%e") }
    public static var hex: OSLogFloatFormatting { OSLogFloatFormatting(format: "%a") }
    public static var hybrid: OSLogFloatFormatting { OSLogFloatFormatting(format: "%g") }
}

/// How a whole number is written.
public struct OSLogIntegerFormatting: Sendable {
    let radix: Int
    public static var decimal: OSLogIntegerFormatting { OSLogIntegerFormatting(radix: 10) }
    public static var hex: OSLogIntegerFormatting { OSLogIntegerFormatting(radix: 16) }
    public static var octal: OSLogIntegerFormatting { OSLogIntegerFormatting(radix: 8) }
}

/// How a string is set in its column.
public struct OSLogStringAlignment: Sendable {
    let columns: Int
    let isRight: Bool
    public static var none: OSLogStringAlignment { OSLogStringAlignment(columns: 0, isRight: false) }
    public static func left(columns: Int) -> OSLogStringAlignment { OSLogStringAlignment(columns: columns, isRight: false) }
    public static func right(columns: Int) -> OSLogStringAlignment { OSLogStringAlignment(columns: columns, isRight: true) }

    func apply(_ text: String) -> String {
        let space = String(repeating: " ", count: max(0, columns - text.count))
        return isRight ? space + text : text + space
    }
}

/// The parts of a message.
public struct OSLogInterpolation: StringInterpolationProtocol, Sendable {
    private(set) var text = ""

    public init(literalCapacity: Int, interpolationCount: Int) { text.reserveCapacity(literalCapacity + interpolationCount * 8) }
    public mutating func appendLiteral(_ literal: String) { text += literal }

    private mutating func append(_ part: String, _ privacy: OSLogPrivacy, _ align: OSLogStringAlignment) {
        text += align.apply(privacy.hides ? "<private>" : part)
    }

    public mutating func appendInterpolation<T>(
        _ value: @autoclosure () -> T, align: OSLogStringAlignment = .none, privacy: OSLogPrivacy = .auto
    ) {
        append("\(value())", privacy, align)
    }
    public mutating func appendInterpolation<T: BinaryFloatingPoint>(
        _ value: @autoclosure () -> T, format: OSLogFloatFormatting, align: OSLogStringAlignment = .none, privacy: OSLogPrivacy = .auto
    ) {
        append(String(format: format.format, Double(value())), privacy, align)
    }
    public mutating func appendInterpolation<T: BinaryInteger>(
        _ value: @autoclosure () -> T, format: OSLogIntegerFormatting, align: OSLogStringAlignment = .none, privacy: OSLogPrivacy = .auto
    ) {
        append(String(value(), radix: format.radix), privacy, align)
    }
}
