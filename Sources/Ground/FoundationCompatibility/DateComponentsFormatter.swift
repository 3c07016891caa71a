import Foundation

/// Formats durations, such as "1 hour, 2 minutes" or "1:02:03".
///
/// The class corresponds to Apple's, which Foundation on Linux declares without supporting it. The text is English, whatever the locale of
/// the calendar.
open class DateComponentsFormatter: Formatter, @unchecked Sendable {
    /// The form of the units' names.
    public enum UnitsStyle: Int, Sendable { case positional, abbreviated, short, full, spellOut, brief }

    /// The treatment of units whose value is 0.
    public struct ZeroFormattingBehavior: OptionSet, Hashable, Sendable {
        public let rawValue: UInt
        public init(rawValue: UInt) { self.rawValue = rawValue }
        /// Zeros are dropped at the beginning for the positional style, and everywhere for the others.
        public static let `default` = ZeroFormattingBehavior(rawValue: 1)
        /// Zeros before the first other value are dropped.
        public static let dropLeading = ZeroFormattingBehavior(rawValue: 2)
        /// Zeros between other values are dropped.
        public static let dropMiddle = ZeroFormattingBehavior(rawValue: 4)
        /// Zeros after the last other value are dropped.
        public static let dropTrailing = ZeroFormattingBehavior(rawValue: 8)
        /// All zeros are dropped.
        public static let dropAll: ZeroFormattingBehavior = [.dropLeading, .dropMiddle, .dropTrailing]
        /// Numbers of the positional style have two digits.
        public static let pad = ZeroFormattingBehavior(rawValue: 65536)
    }

    private static let order: [(unit: NSCalendar.Unit, component: Calendar.Component, names: Names)] = [
        (.year, .year, Names("y", "yr", "yr", "year")), (.month, .month, Names("mo", "mth", "mo", "month")),
        (.weekOfMonth, .weekOfYear, Names("w", "wk", "wk", "week")), (.day, .day, Names("d", "day", "day", "day")),
        (.hour, .hour, Names("h", "hr", "hr", "hour")), (.minute, .minute, Names("m", "min", "min", "minute")),
        (.second, .second, Names("s", "sec", "sec", "second")),
    ]

    private struct Names {
        let letter: String, short: String, brief: String, full: String
        init(_ letter: String, _ short: String, _ brief: String, _ full: String) {
            (self.letter, self.short, self.brief, self.full) = (letter, short, brief, full)
        }
    }

    /// The form of the units' names; positional by default.
    open var unitsStyle = UnitsStyle.positional
    /// The units of the text; an empty set, the default, is every unit from years to seconds.
    open var allowedUnits: NSCalendar.Unit = []
    /// The treatment of zeros.
    open var zeroFormattingBehavior = ZeroFormattingBehavior.default
    /// The calendar of the units; the current one by default.
    open var calendar: Calendar? = .current
    /// The date from which the units of a duration count; nil, the default, for the reference date.
    open var referenceDate: Date?
    /// The greatest number of units; 0, the default, for all. The last one is rounded down.
    open var maximumUnitCount = 0
    /// A Boolean value that indicates whether the greatest unit may have a fraction. Stored, without effect.
    open var allowsFractionalUnits = false
    /// A Boolean value that indicates whether all is expressed in the greatest unit. Only its number is shown.
    open var collapsesLargestUnit = false
    /// A Boolean value that indicates whether "about" comes before the text.
    open var includesApproximationPhrase = false
    /// A Boolean value that indicates whether "remaining" comes after the text.
    open var includesTimeRemainingPhrase = false

    /// Returns the text of a duration in seconds; nil for a number that is not finite.
    open func string(from ti: TimeInterval) -> String? {
        guard ti.isFinite, abs(ti) < 1e15 else { return nil }
        let start = referenceDate ?? Date(timeIntervalSinceReferenceDate: 0)
        return string(from: start, to: start.addingTimeInterval(ti))
    }

    /// Returns the text of the time between two dates.
    open func string(from startDate: Date, to endDate: Date) -> String? {
        var calendar = self.calendar ?? .current
        if referenceDate == nil, let utc = TimeZone(secondsFromGMT: 0) { calendar.timeZone = utc }
        let isNegative = endDate < startDate
        let whole = endDate.timeIntervalSince(startDate).rounded(.towardZero)
        let units = chosen
        let found = calendar.dateComponents(
            Set(units.map(\.component)), from: isNegative ? startDate.addingTimeInterval(whole) : startDate,
            to: isNegative ? startDate : startDate.addingTimeInterval(whole))
        return text(units.map { found.value(for: $0.component) ?? 0 }, isNegative)
    }

    /// Returns the text of components. Values that are nil count as 0; they are not carried into greater units.
    open func string(from components: DateComponents) -> String? {
        let values = chosen.map { unit -> Int in
            let value = components.value(for: unit.component)
            return value ?? (unit.component == .weekOfYear ? components.weekOfMonth : nil) ?? 0
        }
        let isNegative = (values.first { $0 != 0 } ?? 0) < 0
        return text(values.map { isNegative ? -$0 : $0 }, isNegative)
    }

    /// Returns the text of components.
    open class func localizedString(from components: DateComponents, unitsStyle: UnitsStyle) -> String? {
        let formatter = DateComponentsFormatter()
        formatter.unitsStyle = unitsStyle
        return formatter.string(from: components)
    }

    open override func string(for obj: Any?) -> String? { (obj as? DateComponents).flatMap { string(from: $0) } }

    private var chosen: [(unit: NSCalendar.Unit, component: Calendar.Component, names: Names)] {
        guard !allowedUnits.isEmpty else {
            return Self.order.filter { unitsStyle != .positional || $0.component != .weekOfYear }
        }
        return Self.order.filter { allowedUnits.contains($0.unit) || $0.component == .weekOfYear && allowedUnits.contains(.weekOfYear) }
    }

    private func text(_ values: [Int], _ isNegative: Bool) -> String {
        var shown = Array(zip(chosen, values))
        guard !shown.isEmpty else { return "" }
        let last = shown[shown.count - 1]
        // In the positional style zeros stay between and behind others, or the places would say something else.
        var drops = zeroFormattingBehavior
        if drops.contains(.default) { drops.formUnion(unitsStyle == .positional ? .dropLeading : .dropAll) }
        let first = shown.firstIndex { $0.1 != 0 } ?? shown.count, end = shown.lastIndex { $0.1 != 0 } ?? -1
        shown = shown.enumerated().filter { place, entry in
            if entry.1 != 0 { return true }
            if place < first { return !drops.contains(.dropLeading) }
            return !drops.contains(place > end ? .dropTrailing : .dropMiddle)
        }.map(\.element)
        if shown.isEmpty { shown = [last] }
        // A single number would not say which unit it has.
        if unitsStyle == .positional, shown.count == 1, chosen.count > 1, shown[0].0.component == .second,
            let minutes = chosen.firstIndex(where: { $0.component == .minute }), !zeroFormattingBehavior.contains(.dropLeading)
        {
            shown.insert((chosen[minutes], 0), at: 0)
        }
        if maximumUnitCount > 0 { shown = Array(shown.prefix(maximumUnitCount)) }
        if collapsesLargestUnit { shown = Array(shown.prefix(1)) }
        var result = join(shown.map { ($0.0.names, $0.1) })
        if isNegative, shown.contains(where: { $0.1 != 0 }) { result = "-" + result }
        if includesApproximationPhrase { result = "About " + result }
        return includesTimeRemainingPhrase ? result + " remaining" : result
    }

    private func join(_ shown: [(names: Names, value: Int)]) -> String {
        func plural(_ name: String, _ value: Int) -> String { value == 1 ? name : name + "s" }
        switch unitsStyle {
        case .positional:
            return shown.enumerated().map { place, entry in
                let isPadded = place > 0 || zeroFormattingBehavior.contains(.pad)
                return isPadded && entry.value < 10 ? "0\(entry.value)" : "\(entry.value)"
            }.joined(separator: ":")
        case .abbreviated: return shown.map { "\($0.value)\($0.names.letter)" }.joined(separator: " ")
        case .brief:
            return shown.map { "\($0.value)\($0.names.full == "day" ? plural("day", $0.value) : $0.names.brief)" }.joined(separator: " ")
        case .short:
            return shown.map { "\($0.value) \($0.names.full == "day" ? plural("day", $0.value) : $0.names.short)" }.joined(separator: ", ")
        case .full: return shown.map { "\($0.value) \(plural($0.names.full, $0.value))" }.joined(separator: ", ")
        case .spellOut:
            let speller = NumberFormatter()
            speller.numberStyle = .spellOut
            speller.locale = Locale(identifier: "en_US")
            return shown.map { "\(speller.string(from: NSNumber(value: $0.value)) ?? "\($0.value)") \(plural($0.names.full, $0.value))" }
                .joined(separator: ", ")
        }
    }
}
