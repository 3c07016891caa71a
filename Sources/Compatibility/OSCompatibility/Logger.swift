import Foundation

/// Writes messages that are made of interpolations.
public struct Logger: Sendable {
    private let log: OSLog

    /// Writes to swift-log's logger whose label is the subsystem, with the category as metadata.
    public init(subsystem: String, category: String) { log = OSLog(subsystem: subsystem, category: category) }
    /// Writes to this log.
    public init(_ logObj: OSLog) { log = logObj }
    /// Writes to ``OSLog/default``, whose label is the program's name.
    public init() { log = .default }

    /// Writes a message of type default: swift-log's level notice.
    public func log(_ message: OSLogMessage) { log.write(.default, message.text) }
    /// Writes a message of a type. As with all methods here, the level of swift-log decides whether it shows; the text is made in any case.
    public func log(level: OSLogType, _ message: OSLogMessage) { log.write(level, message.text) }
    /// Writes a message of type debug: swift-log's level debug, not trace, which signposts have.
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

/// A message. Private parts are hidden only where `.private` asks for it; numbers and strings show otherwise, as in Apple's console while
/// debugging.
public struct OSLogMessage: ExpressibleByStringInterpolation, ExpressibleByStringLiteral, Sendable {
    let text: String

    /// A message without parts.
    public init(stringLiteral value: String) { text = value }
    /// A message of the parts that were appended, hidden ones replaced already.
    public init(stringInterpolation: OSLogInterpolation) { text = stringInterpolation.text }
}

/// Who may read a part of a message.
public struct OSLogPrivacy: Sendable {
    let hides: Bool
    /// Shown.
    public static let `public` = OSLogPrivacy(hides: false)
    /// Hidden: written as `<private>`.
    public static let `private` = OSLogPrivacy(hides: true)
    /// Hidden, as `private` is. Apple's hides it even where private parts are set to show.
    public static let sensitive = OSLogPrivacy(hides: true)
    /// Shown, whatever the type: the default. Apple's hides strings and objects unless a debugger is attached.
    public static let auto = OSLogPrivacy(hides: false)
    /// Hidden parts that can be compared.
    public static func `private`(mask: Mask) -> OSLogPrivacy { .private }
    /// Hidden as `<private>`; the mask is not applied.
    public static func sensitive(mask: Mask) -> OSLogPrivacy { .sensitive }
    /// Shown; the mask is not applied.
    public static func auto(mask: Mask) -> OSLogPrivacy { .auto }
    /// How a hidden part is shown; here always as `<private>`.
    public enum Mask: Sendable { case hash, none }
}

/// How a floating-point number is written.
public struct OSLogFloatFormatting: Sendable {
    let format: String
    /// With six digits after the point.
    public static var fixed: OSLogFloatFormatting { fixed() }
    /// Without an exponent.
    /// - Parameters:
    ///   - precision: how many digits stand after the point.
    ///   - explicitPositiveSign: whether positive numbers begin with a plus.
    ///   - uppercase: taken for Apple's signature, and not applied: only infinity and NaN have letters.
    public static func fixed(precision: Int = 6, explicitPositiveSign: Bool = false, uppercase: Bool = false) -> OSLogFloatFormatting {
        OSLogFloatFormatting(format: "%\(explicitPositiveSign ? "+" : "").\(precision)f")
    }
    /// With an exponent and six digits after the point: `1.500000e+00`.
    public static var exponential: OSLogFloatFormatting { OSLogFloatFormatting(format: "%e") }
    /// Exactly, in base 16: `0x1.8p+0`.
    public static var hex: OSLogFloatFormatting { OSLogFloatFormatting(format: "%a") }
    /// With an exponent where it is shorter, and six significant digits.
    public static var hybrid: OSLogFloatFormatting { OSLogFloatFormatting(format: "%g") }
}

/// How a whole number is written.
public struct OSLogIntegerFormatting: Sendable {
    let radix: Int
    /// In base 10.
    public static var decimal: OSLogIntegerFormatting { OSLogIntegerFormatting(radix: 10) }
    /// In base 16, with small letters and no prefix; negative numbers with a minus, where Apple's shows two's complement.
    public static var hex: OSLogIntegerFormatting { OSLogIntegerFormatting(radix: 16) }
    /// In base 8, without a prefix; negative numbers with a minus, where Apple's shows two's complement.
    public static var octal: OSLogIntegerFormatting { OSLogIntegerFormatting(radix: 8) }
}

/// How a string is set in its column.
public struct OSLogStringAlignment: Sendable {
    let columns: Int
    let isRight: Bool
    /// As long as it is.
    public static var none: OSLogStringAlignment { OSLogStringAlignment(columns: 0, isRight: false) }
    /// At the column's left edge, with spaces after it. Strings that are longer than `columns` characters are not cut.
    public static func left(columns: Int) -> OSLogStringAlignment { OSLogStringAlignment(columns: columns, isRight: false) }
    /// At the column's right edge, with spaces before it. Strings that are longer than `columns` characters are not cut.
    public static func right(columns: Int) -> OSLogStringAlignment { OSLogStringAlignment(columns: columns, isRight: true) }

    func apply(_ text: String) -> String {
        let space = String(repeating: " ", count: max(0, columns - text.count))
        return isRight ? space + text : text + space
    }
}

/// The parts of a message.
public struct OSLogInterpolation: StringInterpolationProtocol, Sendable {
    private(set) var text = ""

    /// Called by the compiler. The numbers reserve memory, and limit nothing.
    public init(literalCapacity: Int, interpolationCount: Int) { text.reserveCapacity(literalCapacity + interpolationCount * 8) }
    /// Appends a part of the message that is not interpolated. It always shows.
    public mutating func appendLiteral(_ literal: String) { text += literal }

    private mutating func append(_ part: String, _ privacy: OSLogPrivacy, _ align: OSLogStringAlignment) {
        text += align.apply(privacy.hides ? "<private>" : part)
    }

    /// Appends a value as `String(describing:)` writes it.
    /// - Parameters:
    ///   - value: evaluated at once, whether the message shows or not.
    ///   - align: the column that the text is set in; none by default.
    ///   - privacy: whether the text shows; it does by default.
    public mutating func appendInterpolation<T>(
        _ value: @autoclosure () -> T, align: OSLogStringAlignment = .none, privacy: OSLogPrivacy = .auto
    ) {
        append("\(value())", privacy, align)
    }
    /// Appends a floating-point number in a format, by way of a double.
    public mutating func appendInterpolation<T: BinaryFloatingPoint>(
        _ value: @autoclosure () -> T, format: OSLogFloatFormatting, align: OSLogStringAlignment = .none, privacy: OSLogPrivacy = .auto
    ) {
        append(String(format: format.format, Double(value())), privacy, align)
    }
    /// Appends a whole number in a base.
    public mutating func appendInterpolation<T: BinaryInteger>(
        _ value: @autoclosure () -> T, format: OSLogIntegerFormatting, align: OSLogStringAlignment = .none, privacy: OSLogPrivacy = .auto
    ) {
        append(String(value(), radix: format.radix), privacy, align)
    }
}
