import AgateDiagnostics
import QuartzCore

/// A picker of wheels that show a date, a time or a duration, in the order of the locale.
///
/// Wheels are the only style: another preferred style is stored, and reported once. The wheels of hours and minutes end at their last row;
/// they don't wrap around.
@preconcurrency @MainActor open class UIDatePicker: UIControl, UIPickerViewDataSource, UIPickerViewDelegate {
    /// The values that the picker selects.
    public enum Mode: Int, Sendable {
        case time = 0
        case date = 1
        case dateAndTime = 2
        case countDownTimer = 3
        case yearAndMonth = 4269
    }
    /// The style of the picker.
    public enum DatePickerStyle: Int, Sendable { case automatic, wheels, compact, inline }

    /// The unit that a wheel selects.
    enum Wheel: Equatable { case day, month, year, weekday, hour, minute, half }

    private let picker = UIPickerView()
    private(set) var wheels: [Wheel] = []
    private var chosen = Date()
    private var dayNames = DateFormatter()
    private var names: [String] = []
    private var halves: [String] = []
    /// True if hours run from 1 to 12.
    private var hasHalves = false

    public override init(frame: CGRect) {
        super.init(frame: frame.size == .zero ? CGRect(origin: frame.origin, size: UIPickerView.standardSize) : frame)
        start()
    }

    /// Creates a picker of the current date. Agate doesn't read nibs.
    public required init?(coder: NSCoder) {
        super.init(coder: coder)
        start()
    }

    private func start() {
        (picker.dataSource, picker.delegate) = (self, self)
        picker.frame = bounds
        picker.autoresizingMask = [.flexibleWidth, .flexibleHeight]
        addSubview(picker)
        renew()
    }

    // MARK: Configuration

    /// The values that the picker selects; date and time by default.
    open var datePickerMode = Mode.dateAndTime { didSet { renew() } }
    /// The locale of names and order; nil uses the current one.
    open var locale: Locale? { didSet { renew() } }
    /// The calendar; nil uses the current one.
    open var calendar: Calendar! = .current { didSet { renew() } }
    /// The time zone; nil uses the calendar's.
    open var timeZone: TimeZone? { didSet { renew() } }
    /// The earliest date; ignored if it is later than `maximumDate`.
    open var minimumDate: Date? { didSet { setDate(chosen, animated: false) } }
    /// The latest date; ignored if it is earlier than `minimumDate`.
    open var maximumDate: Date? { didSet { setDate(chosen, animated: false) } }
    /// The number of minutes between two rows: a divisor of 60 from 1 to 30. Other values count as 1.
    open var minuteInterval = 1 { didSet { renew() } }
    /// A Boolean value that indicates whether `date` is rounded to `minuteInterval`. Stored, without effect: turning a wheel always rounds
    /// down to a row.
    open var roundsToMinuteInterval = true
    /// The duration in seconds, in whole minutes below a day; for `countDownTimer`.
    open var countDownDuration: TimeInterval = 0 {
        didSet { if datePickerMode == .countDownTimer { turnWheels(animated: false) } }
    }
    /// The requested style. Only wheels are available: setting `compact` or `inline` reports one diagnostic.
    open var preferredDatePickerStyle = DatePickerStyle.automatic {
        didSet {
            guard preferredDatePickerStyle == .compact || preferredDatePickerStyle == .inline else { return }
            Diagnostic.reportOnce(
                "date-picker.style", key: "", "the compact and inline styles of date pickers are not supported; wheels are shown")
        }
    }
    /// The style in use, always wheels.
    open var datePickerStyle: DatePickerStyle { .wheels }

    /// The selected date.
    open var date: Date {
        get { chosen }
        set { setDate(newValue, animated: false) }
    }
    /// Selects a date, clamped to the allowed range. Sends no actions.
    open func setDate(_ date: Date, animated: Bool) {
        guard date.timeIntervalSinceReferenceDate.isFinite else { return }
        chosen = allowed(date)
        turnWheels(animated: animated)
    }

    private func allowed(_ date: Date) -> Date {
        if let minimumDate, let maximumDate, minimumDate > maximumDate { return date }
        return min(max(date, minimumDate ?? date), maximumDate ?? .distantFuture)
    }

    open override var intrinsicContentSize: CGSize { UIPickerView.standardSize }
    open override func sizeThatFits(_ size: CGSize) -> CGSize { intrinsicContentSize }

    // MARK: Wheels

    private var ownCalendar: Calendar {
        var own: Calendar = calendar ?? .current
        if let timeZone { own.timeZone = timeZone }
        if let locale { own.locale = locale }
        return own
    }
    private var step: Int { (1...30).contains(minuteInterval) && 60 % minuteInterval == 0 ? minuteInterval : 1 }
    /// The first day of the wheel of days.
    private static let firstDay = Date(timeIntervalSince1970: -2_208_945_600)
    private static let dayCount = 109_573

    private func renew() {
        let own = ownCalendar, locale = locale ?? .current
        let format = DateFormatter()
        (format.locale, format.calendar, format.timeZone) = (locale, own, own.timeZone)
        names = format.standaloneMonthSymbols
        halves = [format.amSymbol, format.pmSymbol]
        dayNames = format
        dayNames.setLocalizedDateFormatFromTemplate("EEE MMM d")
        hasHalves = (DateFormatter.dateFormat(fromTemplate: "j", options: 0, locale: locale) ?? "H").contains("a")
        func order(_ template: String) -> [Wheel] {
            var found: [Wheel] = []
            for letter in DateFormatter.dateFormat(fromTemplate: template, options: 0, locale: locale) ?? template {
                let wheel: Wheel? =
                    switch letter {
                    case "d": .day
                    case "M", "L": .month
                    case "y": .year
                    default: nil
                    }
                if let wheel, !found.contains(wheel) { found.append(wheel) }
            }
            return found
        }
        let clock: [Wheel] = hasHalves ? [.hour, .minute, .half] : [.hour, .minute]
        switch datePickerMode {
        case .time: wheels = clock
        case .date: wheels = order("dMMMMy")
        case .yearAndMonth: wheels = order("MMMMy")
        case .dateAndTime: wheels = [.weekday] + clock
        case .countDownTimer: wheels = [.hour, .minute]
        }
        picker.reloadAllComponents()
        turnWheels(animated: false)
    }

    private func row(_ wheel: Wheel) -> Int {
        let own = ownCalendar
        if datePickerMode == .countDownTimer {
            let minutes = Int(min(max(0, countDownDuration.isFinite ? countDownDuration : 0), 86_399) / 60)
            return wheel == .hour ? minutes / 60 : minutes % 60 / step
        }
        let parts = own.dateComponents([.year, .month, .day, .hour, .minute], from: chosen), hour = parts.hour ?? 0
        return switch wheel {
        case .day: (parts.day ?? 1) - 1
        case .month: (parts.month ?? 1) - 1
        case .year: (parts.year ?? 1) - 1
        case .weekday: own.dateComponents([.day], from: own.startOfDay(for: Self.firstDay), to: own.startOfDay(for: chosen)).day ?? 0
        case .hour: hasHalves ? (hour + 11) % 12 : hour
        case .minute: (parts.minute ?? 0) / step
        case .half: hour / 12
        }
    }

    private func turnWheels(animated: Bool) {
        for (index, wheel) in wheels.enumerated() { picker.selectRow(row(wheel), inComponent: index, animated: animated) }
    }

    /// Returns the number of wheels.
    open func numberOfComponents(in pickerView: UIPickerView) -> Int { wheels.count }
    /// Returns the number of rows of a wheel.
    open func pickerView(_ pickerView: UIPickerView, numberOfRowsInComponent component: Int) -> Int {
        guard wheels.indices.contains(component) else { return 0 }
        return switch wheels[component] {
        case .day: 31
        case .month: max(1, names.count)
        case .year: 10_000
        case .weekday: Self.dayCount
        case .hour: hasHalves && datePickerMode != .countDownTimer ? 12 : 24
        case .minute: 60 / step
        case .half: 2
        }
    }
    /// Returns the title of a row.
    open func pickerView(_ pickerView: UIPickerView, titleForRow row: Int, forComponent component: Int) -> String? {
        guard wheels.indices.contains(component) else { return nil }
        switch wheels[component] {
        case .day, .year: return "\(row + 1)"
        case .month: return names.indices.contains(row) ? names[row] : "\(row + 1)"
        case .weekday:
            let own = ownCalendar, day = own.date(byAdding: .day, value: row, to: own.startOfDay(for: Self.firstDay)) ?? Self.firstDay
            return dayNames.string(from: day)
        case .hour where datePickerMode == .countDownTimer: return "\(row) h"
        case .minute where datePickerMode == .countDownTimer: return "\(row * step) min"
        case .hour: return hasHalves ? "\(row + 1)" : "\(row)"
        case .minute: return row * step < 10 ? "0\(row * step)" : "\(row * step)"
        case .half: return halves[row]
        }
    }
    /// Returns the width of a wheel in points; 0 for a share of the remaining width.
    open func pickerView(_ pickerView: UIPickerView, widthForComponent component: Int) -> CGFloat {
        guard wheels.indices.contains(component) else { return 0 }
        return switch wheels[component] {
        case .weekday: 150
        case .month: 140
        default: 0
        }
    }

    /// Updates the date and sends the actions after a touch turned a wheel.
    open func pickerView(_ pickerView: UIPickerView, didSelectRow row: Int, inComponent component: Int) {
        let own = ownCalendar
        func value(_ wheel: Wheel) -> Int? { wheels.firstIndex(of: wheel).map { picker.selectedRow(inComponent: $0) } }
        if datePickerMode == .countDownTimer {
            let seconds = TimeInterval(((value(.hour) ?? 0) * 60 + (value(.minute) ?? 0) * step) * 60)
            // As with Apple's, the shortest duration is one row.
            countDownDuration = max(seconds, TimeInterval(step * 60))
            sendActions(for: [.valueChanged, .primaryActionTriggered])
            return
        }
        var parts = own.dateComponents([.era, .year, .month, .day, .hour, .minute, .second], from: chosen)
        if let days = value(.weekday), let day = own.date(byAdding: .day, value: days, to: own.startOfDay(for: Self.firstDay)) {
            let other = own.dateComponents([.era, .year, .month, .day], from: day)
            (parts.era, parts.year, parts.month, parts.day) = (other.era, other.year, other.month, other.day)
        }
        if let year = value(.year) { parts.year = year + 1 }
        if let month = value(.month) { parts.month = month + 1 }
        if let day = value(.day) { parts.day = day + 1 }
        // Clamp the day to the last one of a shorter month.
        if value(.month) != nil {
            let first = DateComponents(era: parts.era, year: parts.year, month: parts.month, day: 1)
            let last = own.date(from: first).flatMap { own.range(of: .day, in: .month, for: $0) }?.count ?? 31
            parts.day = min(parts.day ?? 1, last)
        }
        if let hour = value(.hour) { parts.hour = hasHalves ? (hour + 1) % 12 + 12 * (value(.half) ?? 0) : hour }
        if let minute = value(.minute) {
            parts.minute = minute * step
            parts.second = 0
        }
        setDate(own.date(from: parts) ?? chosen, animated: true)
        sendActions(for: [.valueChanged, .primaryActionTriggered])
    }
}
