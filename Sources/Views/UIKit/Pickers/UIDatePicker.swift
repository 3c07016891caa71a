import AgateDiagnostics
import QuartzCore

/// Wheels that show a date, a time or a length of time, in the order that the locale has.
///
/// Wheels are the only style: another preferred one is kept, and said once. Hours and minutes end at their last row; they don't begin anew.
@preconcurrency @MainActor open class UIDatePicker: UIControl, UIPickerViewDataSource, UIPickerViewDelegate {
    /// What is chosen.
    public enum Mode: Int, Sendable {
        case time = 0
        case date = 1
        case dateAndTime = 2
        case countDownTimer = 3
        case yearAndMonth = 4269
    }
    /// How it looks.
    public enum DatePickerStyle: Int, Sendable { case automatic, wheels, compact, inline }

    /// What a wheel turns.
    enum Wheel: Equatable { case day, month, year, weekday, hour, minute, half }

    private let picker = UIPickerView()
    private(set) var wheels: [Wheel] = []
    private var chosen = Date()
    private var dayNames = DateFormatter()
    private var names: [String] = []
    private var halves: [String] = []
    /// Whether hours run from 1 to 12.
    private var hasHalves = false

    public override init(frame: CGRect) {
        super.init(frame: frame.size == .zero ? CGRect(origin: frame.origin, size: CGSize(width: 320, height: 216)) : frame)
        start()
    }

    /// A picker of today; Agate reads no nibs.
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

    // MARK: What it shows

    /// What is chosen; date and time at first.
    open var datePickerMode = Mode.dateAndTime { didSet { renew() } }
    /// Whose names and order; nil is the current one.
    open var locale: Locale? { didSet { renew() } }
    /// Whose years and months; nil is the locale's.
    open var calendar: Calendar! = .current { didSet { renew() } }
    /// Nil is the calendar's.
    open var timeZone: TimeZone? { didSet { renew() } }
    /// The earliest that can be chosen; not asked where it is later than the latest.
    open var minimumDate: Date? { didSet { setDate(chosen, animated: false) } }
    /// The latest that can be chosen.
    open var maximumDate: Date? { didSet { setDate(chosen, animated: false) } }
    /// Minutes between two rows: what divides 60, 1 to 30. Others count as 1.
    open var minuteInterval = 1 { didSet { renew() } }
    /// Whether the date is one of the rows; it always is rounded down to one when the wheel is turned.
    open var roundsToMinuteInterval = true
    /// Seconds, of whole minutes below a day; for `countDownTimer`.
    open var countDownDuration: TimeInterval = 0 {
        didSet { if datePickerMode == .countDownTimer { turnWheels(animated: false) } }
    }
    /// The style that is wanted. There are wheels alone.
    open var preferredDatePickerStyle = DatePickerStyle.automatic {
        didSet {
            guard preferredDatePickerStyle == .compact || preferredDatePickerStyle == .inline else { return }
            Diagnostic.reportOnce(
                "date-picker.style", key: "", "the compact and inline styles of date pickers are not supported; wheels are shown")
        }
    }
    /// Wheels.
    open var datePickerStyle: DatePickerStyle { .wheels }

    /// The chosen one.
    open var date: Date {
        get { chosen }
        set { setDate(newValue, animated: false) }
    }
    /// Chooses a date; the nearest that may be chosen. Nobody is called.
    open func setDate(_ date: Date, animated: Bool) {
        guard date.timeIntervalSinceReferenceDate.isFinite else { return }
        chosen = allowed(date)
        turnWheels(animated: animated)
    }

    private func allowed(_ date: Date) -> Date {
        if let minimumDate, let maximumDate, minimumDate > maximumDate { return date }
        return min(max(date, minimumDate ?? date), maximumDate ?? .distantFuture)
    }

    open override var intrinsicContentSize: CGSize { CGSize(width: 320, height: 216) }
    open override func sizeThatFits(_ size: CGSize) -> CGSize { intrinsicContentSize }

    // MARK: Wheels

    private var ownCalendar: Calendar {
        var own: Calendar = calendar ?? .current
        if let timeZone { own.timeZone = timeZone }
        if let locale { own.locale = locale }
        return own
    }
    private var step: Int { (1...30).contains(minuteInterval) && 60 % minuteInterval == 0 ? minuteInterval : 1 }
    /// Days of the long wheel count from here.
    private static let firstDay = Date(timeIntervalSince1970: -2_208_945_600)
    private static let dayCount = 109_573

    private func renew() {
        let own = ownCalendar, locale = locale ?? .current
        let format = DateFormatter()
        (format.locale, format.calendar, format.timeZone) = (locale, own, own.timeZone)
        names = format.standaloneMonthSymbols ?? []
        halves = [format.amSymbol ?? "AM", format.pmSymbol ?? "PM"]
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

    /// How many wheels there are.
    open func numberOfComponents(in pickerView: UIPickerView) -> Int { wheels.count }
    /// How many rows a wheel has.
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
    /// What a row says.
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
    /// Points; 0 shares what is left.
    open func pickerView(_ pickerView: UIPickerView, widthForComponent component: Int) -> CGFloat {
        guard wheels.indices.contains(component) else { return 0 }
        return switch wheels[component] {
        case .weekday: 150
        case .month: 140
        default: 0
        }
    }

    /// A finger turned a wheel.
    open func pickerView(_ pickerView: UIPickerView, didSelectRow row: Int, inComponent component: Int) {
        let own = ownCalendar
        func value(_ wheel: Wheel) -> Int? { wheels.firstIndex(of: wheel).map { picker.selectedRow(inComponent: $0) } }
        if datePickerMode == .countDownTimer {
            let seconds = TimeInterval(((value(.hour) ?? 0) * 60 + (value(.minute) ?? 0) * step) * 60)
            // As Apple's: the least is one row.
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
        // The 31st of a month that is shorter is its last day.
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
