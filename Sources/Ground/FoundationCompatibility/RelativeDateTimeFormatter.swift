import Foundation

/// Formats the distance between dates, such as "2 days ago" or "in 3 hours".
///
/// The class corresponds to Apple's, which Foundation on Linux lacks. The text is English, whatever the locale.
open class RelativeDateTimeFormatter: Formatter, @unchecked Sendable {
    /// The use of words for small distances.
    public enum DateTimeStyle: Int, Sendable {
        /// Every distance has a number: "1 day ago".
        case numeric
        /// Distances of 0 and 1 have words where there are some: "yesterday".
        case named
    }
    /// The form of the units' names.
    public enum UnitsStyle: Int, Sendable { case full, spellOut, short, abbreviated }

    /// The use of words for small distances; numeric by default.
    open var dateTimeStyle = DateTimeStyle.numeric
    /// The form of the units' names; full by default.
    open var unitsStyle = UnitsStyle.full
    /// The place of the text. Stored, without effect.
    open var formattingContext = Formatter.Context.unknown
    /// The calendar of the units.
    open var calendar: Calendar! = .current
    /// The locale. Stored: the text is English.
    open var locale: Locale! = .current

    private static let units: [(component: Calendar.Component, seconds: Double, full: String, short: String, letter: String)] = [
        (.year, 31_557_600, "year", "yr.", "y"), (.month, 2_629_800, "month", "mo.", "mo"), (.weekOfMonth, 604_800, "week", "wk.", "w"),
        (.day, 86_400, "day", "day", "d"), (.hour, 3_600, "hour", "hr.", "h"), (.minute, 60, "minute", "min.", "m"),
        (.second, 1, "second", "sec.", "s"),
    ]

    /// Returns the text of a distance in seconds, in its greatest unit.
    open func localizedString(fromTimeInterval timeInterval: TimeInterval) -> String {
        let now = Date(timeIntervalSinceReferenceDate: 0)
        return localizedString(for: now.addingTimeInterval(timeInterval.isFinite ? timeInterval : 0), relativeTo: now)
    }

    /// Returns the text of the distance from a reference date to a date, in its greatest unit.
    open func localizedString(for date: Date, relativeTo referenceDate: Date) -> String {
        let found = calendar.dateComponents(Set(Self.units.map(\.component)), from: referenceDate, to: date)
        return localizedString(from: found)
    }

    /// Returns the text of the greatest component that isn't 0.
    open func localizedString(from dateComponents: DateComponents) -> String {
        for unit in Self.units {
            if let value = dateComponents.value(for: unit.component), value != 0 { return text(value, unit) }
        }
        return text(0, Self.units[Self.units.count - 1])
    }

    open override func string(for obj: Any?) -> String? { (obj as? Date).map { localizedString(for: $0, relativeTo: Date()) } }

    private func text(
        _ value: Int, _ unit: (component: Calendar.Component, seconds: Double, full: String, short: String, letter: String)
    ) -> String {
        if dateTimeStyle == .named, let word = word(value, unit.component, unit.full) { return word }
        let count = abs(value), number: String, name: String
        switch unitsStyle {
        case .full: (number, name) = ("\(count) ", count == 1 ? unit.full : unit.full + "s")
        case .spellOut:
            let speller = NumberFormatter()
            speller.numberStyle = .spellOut
            speller.locale = Locale(identifier: "en_US")
            (number, name) = ((speller.string(from: NSNumber(value: count)) ?? "\(count)") + " ", count == 1 ? unit.full : unit.full + "s")
        case .short: (number, name) = ("\(count) ", unit.short == "day" && count != 1 ? "days" : unit.short)
        case .abbreviated: (number, name) = ("\(count)", unit.letter)
        }
        return value < 0 ? "\(number)\(name) ago" : "in \(number)\(name)"
    }

    private func word(_ value: Int, _ component: Calendar.Component, _ name: String) -> String? {
        switch (component, value) {
        case (.second, 0): "now"
        case (.day, 0): "today"
        case (.day, 1): "tomorrow"
        case (.day, -1): "yesterday"
        case (.year, -1...1), (.month, -1...1), (.weekOfMonth, -1...1):
            value == 0 ? "this \(name)" : value < 0 ? "last \(name)" : "next \(name)"
        default: nil
        }
    }
}
