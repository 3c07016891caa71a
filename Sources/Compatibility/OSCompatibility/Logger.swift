import Foundation

/// Writes messages with interpolations to the log.
public struct Logger: Sendable {
    private let log: OSLog

    /// Creates a logger that writes to swift-log's logger whose label is the subsystem, with the category as metadata.
    public init(subsystem: String, category: String) { log = OSLog(subsystem: subsystem, category: category) }
    /// Creates a logger that writes to this log.
    public init(_ logObj: OSLog) { log = logObj }
    /// Creates a logger that writes to ``OSLog/default``, whose label is the program's name.
    public init() { log = .default }

    /// Writes a message of type default: swift-log's level notice.
    public func log(_ message: OSLogMessage) { log.write(.default, message.text) }
    /// Writes a message of a type. As for all methods here, the level of swift-log determines whether it is shown; the text is created in
    /// any case.
    public func log(level: OSLogType, _ message: OSLogMessage) { log.write(level, message.text) }
    /// Writes a message of type debug: swift-log's level debug, not trace, which is used for signposts.
    public func trace(_ message: OSLogMessage) { log.write(.debug, message.text) }
    /// Writes a message of type debug: swift-log's level debug.
    public func debug(_ message: OSLogMessage) { log.write(.debug, message.text) }
    /// Writes a message of type info: swift-log's level info.
    public func info(_ message: OSLogMessage) { log.write(.info, message.text) }
    /// Writes a message of type default: swift-log's level notice.
    public func notice(_ message: OSLogMessage) { log.write(.default, message.text) }
    /// Writes a message of type error, as Apple's does: swift-log's level error.
    public func warning(_ message: OSLogMessage) { log.write(.error, message.text) }
    /// Writes a message of type error: swift-log's level error.
    public func error(_ message: OSLogMessage) { log.write(.error, message.text) }
    /// Writes a message of type fault: swift-log's level critical.
    public func critical(_ message: OSLogMessage) { log.write(.fault, message.text) }
    /// Writes a message of type fault: swift-log's level critical.
    public func fault(_ message: OSLogMessage) { log.write(.fault, message.text) }
}

/// A message. Parts are hidden only if `.private` is specified; other numbers and strings are shown, as in Apple's console during
/// debugging.
public struct OSLogMessage: ExpressibleByStringInterpolation, ExpressibleByStringLiteral, Sendable {
    let text: String

    /// Creates a message without interpolations.
    public init(stringLiteral value: String) { text = value }
    /// Creates a message from the parts that were appended, in which hidden ones are already replaced.
    public init(stringInterpolation: OSLogInterpolation) { text = stringInterpolation.text }
}

/// The visibility of a part of a message.
public struct OSLogPrivacy: Sendable {
    let hides: Bool
    /// Shown.
    public static let `public` = OSLogPrivacy(hides: false)
    /// Hidden: written as `<private>`.
    public static let `private` = OSLogPrivacy(hides: true)
    /// Hidden, like `private`. Apple's implementation hides it even if private parts are configured to be shown.
    public static let sensitive = OSLogPrivacy(hides: true)
    /// Shown, whatever the type: the default. Apple's implementation hides strings and objects unless a debugger is attached.
    public static let auto = OSLogPrivacy(hides: false)
    /// Hidden as `<private>`; the mask is not applied.
    public static func `private`(mask: Mask) -> OSLogPrivacy { .private }
    /// Hidden as `<private>`; the mask is not applied.
    public static func sensitive(mask: Mask) -> OSLogPrivacy { .sensitive }
    /// Shown; the mask is not applied.
    public static func auto(mask: Mask) -> OSLogPrivacy { .auto }
    /// The representation of a hidden part; here always `<private>`.
    public enum Mask: Sendable { case hash, none }
}

/// The format of a floating-point number.
public struct OSLogFloatFormatting: Sendable {
    let format: String
    /// Six digits after the decimal point.
    public static var fixed: OSLogFloatFormatting { fixed() }
    /// The format without an exponent.
    /// - Parameters:
    ///   - precision: The number of digits after the decimal point.
    ///   - explicitPositiveSign: True if positive numbers begin with a plus sign.
    ///   - uppercase: Accepted for Apple's signature, and not applied: only infinity and NaN contain letters.
    public static func fixed(precision: Int = 6, explicitPositiveSign: Bool = false, uppercase: Bool = false) -> OSLogFloatFormatting {
        OSLogFloatFormatting(format: "%\(explicitPositiveSign ? "+" : "").\(precision)f")
    }
    /// With an exponent and six digits after the decimal point: `1.500000e+00`.
    public static var exponential: OSLogFloatFormatting { OSLogFloatFormatting(format: "%e") }
    /// Exact, in base 16: `0x1.8p+0`.
    public static var hex: OSLogFloatFormatting { OSLogFloatFormatting(format: "%a") }
    /// With an exponent if that is shorter, and six significant digits.
    public static var hybrid: OSLogFloatFormatting { OSLogFloatFormatting(format: "%g") }
}

/// The format of an integer.
public struct OSLogIntegerFormatting: Sendable {
    let radix: Int
    /// Base 10.
    public static var decimal: OSLogIntegerFormatting { OSLogIntegerFormatting(radix: 10) }
    /// Base 16, with lower-case letters and no prefix; negative numbers with a minus sign, while Apple's implementation shows two's
    /// complement.
    public static var hex: OSLogIntegerFormatting { OSLogIntegerFormatting(radix: 16) }
    /// Base 8, without a prefix; negative numbers with a minus sign, while Apple's implementation shows two's complement.
    public static var octal: OSLogIntegerFormatting { OSLogIntegerFormatting(radix: 8) }
}

/// The alignment of a string in its column.
public struct OSLogStringAlignment: Sendable {
    let columns: Int
    let isRight: Bool
    /// No column.
    public static var none: OSLogStringAlignment { OSLogStringAlignment(columns: 0, isRight: false) }
    /// Left-aligned, padded with spaces. Strings that are longer than `columns` characters are not truncated.
    public static func left(columns: Int) -> OSLogStringAlignment { OSLogStringAlignment(columns: columns, isRight: false) }
    /// Right-aligned, padded with spaces. Strings that are longer than `columns` characters are not truncated.
    public static func right(columns: Int) -> OSLogStringAlignment { OSLogStringAlignment(columns: columns, isRight: true) }

    func apply(_ text: String) -> String {
        let space = String(repeating: " ", count: max(0, columns - text.count))
        return isRight ? space + text : text + space
    }
}

/// The parts of a message.
public struct OSLogInterpolation: StringInterpolationProtocol, Sendable {
    private(set) var text = ""

    /// Called by the compiler. The numbers reserve memory, and are not limits.
    public init(literalCapacity: Int, interpolationCount: Int) { text.reserveCapacity(literalCapacity + interpolationCount * 8) }
    /// Appends a literal part of the message, which is always shown.
    public mutating func appendLiteral(_ literal: String) { text += literal }

    private mutating func append(_ part: String, _ privacy: OSLogPrivacy, _ align: OSLogStringAlignment) {
        text += align.apply(privacy.hides ? "<private>" : part)
    }

    /// Appends a value in the form of `String(describing:)`.
    /// - Parameters:
    ///   - value: The value; evaluated immediately, whether the message is shown or not.
    ///   - align: The alignment of the text in a column; none by default.
    ///   - privacy: The visibility of the text; shown by default.
    public mutating func appendInterpolation<T>(
        _ value: @autoclosure () -> T, align: OSLogStringAlignment = .none, privacy: OSLogPrivacy = .auto
    ) {
        append("\(value())", privacy, align)
    }
    /// Appends a floating-point number in a format, after conversion to a double.
    public mutating func appendInterpolation<T: BinaryFloatingPoint>(
        _ value: @autoclosure () -> T, format: OSLogFloatFormatting, align: OSLogStringAlignment = .none, privacy: OSLogPrivacy = .auto
    ) {
        append(String(format: format.format, Double(value())), privacy, align)
    }
    /// Appends an integer in a base.
    public mutating func appendInterpolation<T: BinaryInteger>(
        _ value: @autoclosure () -> T, format: OSLogIntegerFormatting, align: OSLogStringAlignment = .none, privacy: OSLogPrivacy = .auto
    ) {
        append(String(value(), radix: format.radix), privacy, align)
    }
}
