import QuartzCore

/// The data source of a picker: its numbers of wheels and rows.
@preconcurrency @MainActor public protocol UIPickerViewDataSource: NSObjectProtocol {
    /// Returns the number of wheels. A number below 0 counts as 0.
    func numberOfComponents(in pickerView: UIPickerView) -> Int
    /// Returns the number of rows of a wheel. A number below 0 counts as 0.
    func pickerView(_ pickerView: UIPickerView, numberOfRowsInComponent component: Int) -> Int
}

/// The delegate of a picker, which provides the content of rows and is called when one is selected. Every method is optional.
@preconcurrency @MainActor public protocol UIPickerViewDelegate: NSObjectProtocol {
    /// Returns the width of a wheel in points. Wheels of width 0 or less share the remaining width.
    func pickerView(_ pickerView: UIPickerView, widthForComponent component: Int) -> CGFloat
    /// Returns the height of a wheel's rows in points; 32 is used unless it is finite and above 0.
    func pickerView(_ pickerView: UIPickerView, rowHeightForComponent component: Int) -> CGFloat
    /// Returns the title of a row. Called if there is no view for the row.
    func pickerView(_ pickerView: UIPickerView, titleForRow row: Int, forComponent component: Int) -> String?
    /// Returns the attributed title of a row, which takes precedence over the plain one. Called if there is no view for the row.
    func pickerView(_ pickerView: UIPickerView, attributedTitleForRow row: Int, forComponent component: Int) -> NSAttributedString?
    /// Returns a view in place of a title.
    /// - Parameter view: A view that is no longer visible and can be reused.
    func pickerView(_ pickerView: UIPickerView, viewForRow row: Int, forComponent component: Int, reusing view: UIView?) -> UIView
    /// Called when a touch selects a row.
    func pickerView(_ pickerView: UIPickerView, didSelectRow row: Int, inComponent component: Int)
}

extension UIPickerViewDelegate {
    /// Returns 0: the wheel shares the remaining width.
    public func pickerView(_ pickerView: UIPickerView, widthForComponent component: Int) -> CGFloat { 0 }
    /// Returns 32 points.
    public func pickerView(_ pickerView: UIPickerView, rowHeightForComponent component: Int) -> CGFloat { UIPickerView.usualRowHeight }
    /// Returns nil: the row is empty, unless it has an attributed title or a view.
    public func pickerView(_ pickerView: UIPickerView, titleForRow row: Int, forComponent component: Int) -> String? { nil }
    /// Returns nil: the row shows its plain title.
    public func pickerView(_ pickerView: UIPickerView, attributedTitleForRow row: Int, forComponent component: Int) -> NSAttributedString? {
        nil
    }
    /// Returns a placeholder for no view: the row shows its title.
    public func pickerView(_ pickerView: UIPickerView, viewForRow row: Int, forComponent component: Int, reusing view: UIView?) -> UIView {
        NoRowView.shared
    }
    /// Does nothing.
    public func pickerView(_ pickerView: UIPickerView, didSelectRow row: Int, inComponent component: Int) {}
}

/// The placeholder that a delegate without row views returns.
final class NoRowView: UIView {
    static let shared = NoRowView()
}

/// Wheels of rows. One row of each wheel is selected.
@preconcurrency @MainActor open class UIPickerView: UIView {
    nonisolated static let usualRowHeight: CGFloat = 32
    /// The size of a picker without a size, in points.
    static let standardSize = CGSize(width: 320, height: 216)

    private var wheels: [PickerWheel] = []
    private let band = UIView()
    private var needsReload = true

    /// The data source of wheels and rows; not retained.
    open weak var dataSource: (any UIPickerViewDataSource)? { didSet { setNeedsReload() } }
    /// The delegate of row content; not retained.
    open weak var delegate: (any UIPickerViewDelegate)? { didSet { setNeedsReload() } }
    /// Stored, without effect: a band marks the selected rows, as since iOS 14.
    open var showsSelectionIndicator = false

    public override init(frame: CGRect) {
        super.init(frame: frame.size == .zero ? CGRect(origin: frame.origin, size: Self.standardSize) : frame)
        start()
    }

    /// Creates an empty picker. Agate doesn't read nibs.
    public required init?(coder: NSCoder) {
        super.init(coder: coder)
        start()
    }

    private func start() {
        clipsToBounds = true
        band.backgroundColor = .tertiarySystemFill
        band.layer.cornerRadius = 8
        band.layer.cornerCurve = .continuous
        band.isUserInteractionEnabled = false
        addSubview(band)
    }

    private func setNeedsReload() {
        needsReload = true
        setNeedsLayout()
    }

    private func reloadIfNeeded() {
        guard needsReload else { return }
        needsReload = false
        let count = max(0, dataSource?.numberOfComponents(in: self) ?? 0), chosen = wheels.map(\.chosen)
        for wheel in wheels { wheel.removeFromSuperview() }
        wheels = (0..<count).map { PickerWheel(self, component: $0) }
        for wheel in wheels {
            addSubview(wheel)
            wheel.reload()
            if chosen.indices.contains(wheel.component) { wheel.choose(chosen[wheel.component], animated: false) }
        }
        setNeedsLayout()
    }

    // MARK: Content

    /// The number of wheels; 0 without a data source.
    open var numberOfComponents: Int {
        reloadIfNeeded()
        return wheels.count
    }
    /// Returns the number of rows of a wheel; 0 if there is no such wheel.
    open func numberOfRows(inComponent component: Int) -> Int { wheel(component)?.count ?? 0 }
    /// Returns the size of a wheel's rows in points; zero if there is no such wheel.
    open func rowSize(forComponent component: Int) -> CGSize {
        layoutIfNeeded()
        return wheel(component).map { CGSize(width: $0.bounds.width, height: $0.rowHeight) } ?? .zero
    }
    /// Returns the view of a row; nil if it isn't visible or shows a title.
    open func view(forRow row: Int, forComponent component: Int) -> UIView? { wheel(component)?.made(row) }
    /// Reloads all wheels in the next layout pass.
    open func reloadAllComponents() { setNeedsReload() }
    /// Reloads a wheel at once. It keeps its selected row, or selects the last one if there are fewer rows.
    open func reloadComponent(_ component: Int) { wheel(component)?.reload() }
    /// Selects a row of a wheel. The delegate isn't called.
    open func selectRow(_ row: Int, inComponent component: Int, animated: Bool) { wheel(component)?.choose(row, animated: animated) }
    /// Returns the selected row of a wheel; -1 if there is none.
    open func selectedRow(inComponent component: Int) -> Int { wheel(component).map { $0.count == 0 ? -1 : $0.chosen } ?? -1 }

    private func wheel(_ component: Int) -> PickerWheel? {
        reloadIfNeeded()
        return wheels.indices.contains(component) ? wheels[component] : nil
    }

    fileprivate func chose(_ row: Int, _ component: Int) { delegate?.pickerView(self, didSelectRow: row, inComponent: component) }

    // MARK: Layout

    open override func layoutSubviews() {
        super.layoutSubviews()
        reloadIfNeeded()
        let height = wheels.map(\.rowHeight).max() ?? Self.usualRowHeight
        band.frame = CGRect(x: 9, y: bounds.midY - height / 2, width: max(0, bounds.width - 18), height: height)
        band.isHidden = wheels.isEmpty
        let gap: CGFloat = 5, room = bounds.width - 18 - gap * CGFloat(max(0, wheels.count - 1))
        let wanted = wheels.map { delegate?.pickerView(self, widthForComponent: $0.component) ?? 0 }.map { $0.isFinite ? max(0, $0) : 0 }
        let fixed = wanted.reduce(0, +), free = wanted.filter { $0 == 0 }.count
        let share = free > 0 ? max(0, room - fixed) / CGFloat(free) : 0
        var x = 9 + max(0, free > 0 ? 0 : (room - fixed) / 2)
        for (wheel, width) in zip(wheels, wanted) {
            wheel.frame = CGRect(x: x, y: 0, width: width > 0 ? width : share, height: bounds.height)
            x += wheel.frame.width + gap
        }
    }

    open override var intrinsicContentSize: CGSize { Self.standardSize }
    open override func sizeThatFits(_ size: CGSize) -> CGSize { intrinsicContentSize }
}

/// One wheel: rows on a cylinder.
private final class PickerWheel: UIScrollView {
    private weak var picker: UIPickerView?
    let component: Int
    private(set) var count = 0
    private(set) var rowHeight = UIPickerView.usualRowHeight
    private(set) var chosen = 0
    private var rows: [Int: UIView] = [:]
    private var views: [Int: UIView] = [:]
    private var spare: [UIView] = []
    private var isByFinger = false

    init(_ picker: UIPickerView, component: Int) {
        self.picker = picker
        self.component = component
        super.init(frame: .zero)
        showsVerticalScrollIndicator = false
        contentInsetAdjustmentBehavior = .never
        alwaysBounceVertical = true
        decelerationRate = .fast
        layer.sublayerTransform.m34 = -1 / 900
        addGestureRecognizer(UITapGestureRecognizer(target: self, action: PickerWheel.tapped))
    }

    required init?(coder: NSCoder) { nil }

    func reload() {
        guard let picker else { return }
        count = max(0, picker.dataSource?.pickerView(picker, numberOfRowsInComponent: component) ?? 0)
        let height = picker.delegate?.pickerView(picker, rowHeightForComponent: component) ?? UIPickerView.usualRowHeight
        rowHeight = height.isFinite && height > 0 ? height : UIPickerView.usualRowHeight
        for row in rows.values { row.removeFromSuperview() }
        (rows, views, spare) = ([:], [:], [])
        chosen = min(chosen, max(0, count - 1))
        turned()
    }

    func made(_ row: Int) -> UIView? { views[row] }

    func choose(_ row: Int, animated: Bool) {
        guard count > 0 else { return }
        chosen = min(max(0, row), count - 1)
        isByFinger = false
        if bounds.height > 0 { setContentOffset(CGPoint(x: 0, y: offset(of: chosen)), animated: animated) }
    }

    private func offset(of row: Int) -> CGFloat { CGFloat(row) * rowHeight - contentInset.top }
    private func row(at offset: CGFloat) -> Int {
        let place = (offset + contentInset.top) / rowHeight
        return place.isFinite ? min(max(0, Int(min(max(place.rounded(), -1), CGFloat(count)))), max(0, count - 1)) : 0
    }

    /// Updates the wheel after a change of its size or number of rows; the selected row stays the same.
    private func turned() {
        let inset = max(0, (bounds.height - rowHeight) / 2)
        contentInset = UIEdgeInsets(top: inset, left: 0, bottom: inset, right: 0)
        contentSize = CGSize(width: bounds.width, height: CGFloat(count) * rowHeight)
        contentOffset = CGPoint(x: 0, y: offset(of: chosen))
        setNeedsLayout()
    }

    override var frame: CGRect { didSet { if frame.size != oldValue.size { turned() } } }
    override var bounds: CGRect { didSet { if bounds.origin != oldValue.origin { setNeedsLayout() } } }

    override func layoutSubviews() {
        super.layoutSubviews()
        guard bounds.height > 0, count > 0, rowHeight > 0 else { return }
        let radius = bounds.height / 2, middle = bounds.midY
        // The front half of the cylinder is visible.
        let reach = Int((radius * .pi / 2 / rowHeight).rounded(.up)), current = row(at: bounds.minY)
        let seen = max(0, current - reach)...min(count - 1, current + reach)
        for index in Array(rows.keys) where !seen.contains(index) {
            rows[index]?.removeFromSuperview()
            rows[index] = nil
            if let view = views.removeValue(forKey: index) { spare.append(view) }
        }
        UIView.performWithoutAnimation {
            for index in seen {
                let view = rows[index] ?? make(index)
                let distance = (CGFloat(index) + 0.5) * rowHeight - middle, angle = distance / radius
                view.isHidden = abs(angle) >= .pi / 2
                view.bounds = CGRect(x: 0, y: 0, width: bounds.width, height: rowHeight)
                view.center = CGPoint(x: bounds.midX, y: middle + radius * sin(angle))
                let turn = CATransform3DMakeRotation(-angle, 1, 0, 0)
                view.layer.transform = CATransform3DConcat(turn, CATransform3DMakeTranslation(0, 0, radius * (cos(angle) - 1)))
                view.alpha = abs(distance) < rowHeight / 2 ? 1 : max(0.1, 0.55 * cos(angle))
            }
        }
    }

    private func make(_ index: Int) -> UIView {
        let row = UIView()
        row.isUserInteractionEnabled = false
        rows[index] = row
        addSubview(row)
        guard let picker, let delegate = picker.delegate else { return row }
        let own = delegate.pickerView(picker, viewForRow: index, forComponent: component, reusing: spare.popLast())
        let content: UIView
        if own is NoRowView {
            let label = UILabel()
            label.textAlignment = .center
            label.font = .systemFont(ofSize: 21)
            label.adjustsFontSizeToFitWidth = true
            label.text = delegate.pickerView(picker, titleForRow: index, forComponent: component)
            if let text = delegate.pickerView(picker, attributedTitleForRow: index, forComponent: component) { label.attributedText = text }
            content = label
        } else {
            content = own
            views[index] = own
        }
        content.frame = CGRect(x: 0, y: 0, width: bounds.width, height: rowHeight)
        content.autoresizingMask = [.flexibleWidth, .flexibleHeight]
        row.bounds.size = content.frame.size
        row.addSubview(content)
        return row
    }

    // MARK: Touches

    override func willDrag() { isByFinger = true }

    override func restingOffset(_ proposed: CGPoint, _ velocity: CGPoint) -> CGPoint {
        CGPoint(x: proposed.x, y: offset(of: row(at: proposed.y)))
    }

    override func cameToRest() {
        guard isByFinger, !isDragging else { return }
        isByFinger = false
        let now = row(at: bounds.minY)
        guard now != chosen else { return }
        chosen = now
        picker?.chose(now, component)
    }

    private func tapped(_ tap: UITapGestureRecognizer) {
        let radius = bounds.height / 2, distance = tap.location(in: self).y - bounds.midY
        guard count > 0, abs(distance) < radius else { return }
        let wanted = row(at: bounds.minY + asin(distance / radius) * radius)
        guard wanted != chosen else { return }
        isByFinger = true
        setContentOffset(CGPoint(x: 0, y: offset(of: wanted)), animated: true)
    }
}
