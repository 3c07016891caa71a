import CoreText
import QuartzCore

/// A row of segments, one of which is selected.
@preconcurrency @MainActor open class UISegmentedControl: UIControl {
    /// The value of `selectedSegmentIndex` if no segment is selected.
    nonisolated public static let noSegment = -1

    /// The part of the row to which an image applies. It has no effect in Agate.
    public enum Segment: Int, Sendable { case any, left, center, right, alone }

    private final class SegmentView: UIView {
        let label = UILabel(), picture = UIImageView()
        /// The width in points. 0 means an equal share, or the width of the content.
        var width: CGFloat = 0
        var isEnabled = true
        var action: UIAction?
        var contentWidth: CGFloat { picture.image?.size.width ?? label.sizeThatFits(.zero).width }
    }

    private var segments: [SegmentView] = []
    /// The background of a control without a background color.
    private let ground = UIView()
    private let thumb = UIView()
    private var lines: [UIView] = []
    private var chosen = UISegmentedControl.noSegment
    private var attributes: [UInt: [NSAttributedString.Key: Any]] = [:]
    private var isHeld = false

    private static let height: CGFloat = 32, inset: CGFloat = 2

    /// Creates a control without segments.
    public override init(frame: CGRect) {
        super.init(frame: frame)
        start()
    }

    /// Creates a control without segments. Agate doesn't read nibs.
    public required init?(coder: NSCoder) {
        super.init(coder: coder)
        start()
    }

    /// Creates a control with segments for strings and images.
    public init(items: [Any]?) {
        super.init(frame: .zero)
        start()
        for item in items ?? [] { insert(item, at: segments.count) }
        bounds.size = intrinsicContentSize
    }

    /// Creates a control with a segment for each action, with its image or, if it has none, its title.
    public convenience init(frame: CGRect, actions: [UIAction]) {
        self.init(frame: frame)
        for action in actions { insertSegment(action: action, at: segments.count, animated: false) }
    }

    private func start() {
        layer.cornerRadius = 9
        layer.cornerCurve = .continuous
        ground.isUserInteractionEnabled = false
        ground.backgroundColor = .tertiarySystemFill
        ground.layer.cornerRadius = 9
        ground.layer.cornerCurve = .continuous
        addSubview(ground)
        thumb.isUserInteractionEnabled = false
        thumb.layer.cornerRadius = 7
        thumb.layer.cornerCurve = .continuous
        thumb.layer.shadowOpacity = 0.12
        thumb.layer.shadowOffset = CGSize(width: 0, height: 3)
        thumb.layer.shadowRadius = 4
        addSubview(thumb)
    }

    // MARK: Segments

    private func insert(_ item: Any, at index: Int) {
        let view = SegmentView()
        view.isUserInteractionEnabled = false
        view.addSubview(view.label)
        view.addSubview(view.picture)
        view.label.textAlignment = .center
        view.picture.contentMode = .center
        let place = min(max(index, 0), segments.count)
        segments.insert(view, at: place)
        addSubview(view)
        if let image = item as? UIImage { view.picture.image = image } else { view.label.text = "\(item)" }
        if chosen >= place, chosen != Self.noSegment { chosen += 1 }
        contentChanged()
    }

    private func contentChanged() {
        while lines.count < max(0, segments.count - 1) {
            let line = UIView()
            line.isUserInteractionEnabled = false
            line.layer.cornerRadius = 0.5
            lines.append(line)
            insertSubview(line, at: 1)
        }
        while lines.count > max(0, segments.count - 1) { lines.removeLast().removeFromSuperview() }
        styleTitles()
        invalidateIntrinsicContentSize()
        setNeedsLayout()
    }

    private func change(_ animated: Bool) {
        guard animated, window != nil else { return setNeedsLayout() }
        Self.animateChange { self.place() }
    }

    /// Inserts a segment before the one at `segment`. An index past the end appends it.
    open func insertSegment(withTitle title: String?, at segment: Int, animated: Bool) { insert(title ?? "", at: segment) }
    /// Inserts a segment with an image before the one at `segment`. Indexes out of range are clamped. There is no animation.
    open func insertSegment(with image: UIImage?, at segment: Int, animated: Bool) { insert(image ?? UIImage(), at: segment) }
    /// Inserts a segment for an action before the one at `segment`, with the action's image or, if it has none, its title. The action is
    /// performed when the segment is selected. There is no animation.
    open func insertSegment(action: UIAction, at segment: Int, animated: Bool) {
        insert(action.image ?? action.title, at: segment)
        segments[min(max(segment, 0), segments.count - 1)].action = action
    }
    /// Removes a segment. If it was selected, no segment is selected afterwards.
    open func removeSegment(at segment: Int, animated: Bool) {
        guard segments.indices.contains(segment) else { return }
        segments.remove(at: segment).removeFromSuperview()
        if chosen == segment { chosen = Self.noSegment } else if chosen > segment { chosen -= 1 }
        contentChanged()
    }
    /// Removes all segments. No segment is selected afterwards. Sends no events.
    open func removeAllSegments() {
        for view in segments { view.removeFromSuperview() }
        segments = []
        chosen = Self.noSegment
        contentChanged()
    }
    /// The number of segments.
    open var numberOfSegments: Int { segments.count }

    private func with(_ index: Int, _ change: (SegmentView) -> Void) {
        guard segments.indices.contains(index) else { return }
        change(segments[index])
        contentChanged()
    }

    /// Shows a title in a segment instead of its image. Ignored if there is no such segment, whereas UIKit uses the last segment.
    open func setTitle(_ title: String?, forSegmentAt segment: Int) {
        with(segment) { ($0.label.text, $0.picture.image) = (title, nil) }
    }
    /// Returns the title of a segment, or nil if it shows an image or there is no such segment.
    open func titleForSegment(at segment: Int) -> String? {
        segments.indices.contains(segment) && segments[segment].picture.image == nil ? segments[segment].label.text : nil
    }
    /// Shows an image in a segment instead of its title. Ignored if there is no such segment, whereas UIKit uses the last segment.
    open func setImage(_ image: UIImage?, forSegmentAt segment: Int) {
        with(segment) { ($0.label.text, $0.picture.image) = (nil, image) }
    }
    /// Returns the image of a segment, or nil if it shows a title or there is no such segment.
    open func imageForSegment(at segment: Int) -> UIImage? { segments.indices.contains(segment) ? segments[segment].picture.image : nil }
    /// Sets the action of a segment, which is performed when the segment is selected. The segment shows the action's image or, if it has
    /// none, its title. Ignored if there is no such segment.
    open func setAction(_ action: UIAction, forSegmentAt segment: Int) {
        with(segment) { ($0.action, $0.label.text, $0.picture.image) = (action, action.image == nil ? action.title : nil, action.image) }
    }
    /// Returns the action of a segment, or nil if it has none or there is no such segment.
    open func actionForSegment(at segment: Int) -> UIAction? { segments.indices.contains(segment) ? segments[segment].action : nil }
    /// Sets the width of a segment.
    /// - Parameter width: The width in points. 0 means an equal share.
    open func setWidth(_ width: CGFloat, forSegmentAt segment: Int) {
        with(segment) { $0.width = width > 0 && width.isFinite ? width : 0 }
    }
    /// Returns the width that was set for a segment, in points. 0, the default, means an equal share or the width of its content.
    open func widthForSegment(at segment: Int) -> CGFloat { segments.indices.contains(segment) ? segments[segment].width : 0 }
    /// Sets whether a segment can be selected. The default is true. Ignored if there is no such segment.
    open func setEnabled(_ enabled: Bool, forSegmentAt segment: Int) { with(segment) { $0.isEnabled = enabled } }
    /// Returns whether a segment can be selected, or false if there is no such segment.
    open func isEnabledForSegment(at segment: Int) -> Bool { segments.indices.contains(segment) && segments[segment].isEnabled }
    /// Has no effect, because the content is always centered. Reports one diagnostic.
    open func setContentOffset(_ offset: CGSize, forSegmentAt segment: Int) {
        KeptProperty.report("UISegmentedControl.setContentOffset", offset != .zero, "the content is centered")
    }
    /// Returns zero. Offsets aren't stored, because the content is always centered.
    open func contentOffsetForSegment(at segment: Int) -> CGSize { .zero }

    // MARK: Selection and appearance

    /// The index of the selected segment, or `noSegment`. Setting it sends no events.
    open var selectedSegmentIndex: Int {
        get { chosen }
        set {
            chosen = segments.indices.contains(newValue) ? newValue : Self.noSegment
            setNeedsLayout()
        }
    }
    /// A Boolean value that indicates whether the selection is removed immediately after a touch. The default is false.
    open var isMomentary = false
    /// A Boolean value that indicates whether the width of segments depends on their content. The default is false, for equal widths.
    open var apportionsSegmentWidthsByContent = false { didSet { contentChanged() } }
    /// The color of the selected segment. If nil, it is white.
    open var selectedSegmentTintColor: UIColor? { didSet { setNeedsLayout() } }

    /// Sets the text attributes of titles for a state.
    open func setTitleTextAttributes(_ attributes: [NSAttributedString.Key: Any]?, for state: State) {
        self.attributes[state.rawValue] = attributes
        contentChanged()
    }
    /// Returns the text attributes that were set for a state, or nil if none were.
    open func titleTextAttributes(for state: State) -> [NSAttributedString.Key: Any]? { attributes[state.rawValue] }

    // MARK: Layout

    private var frames: [CGRect] {
        let wishes = segments.map { $0.width > 0 ? $0.width : apportionsSegmentWidthsByContent ? $0.contentWidth + 20 : 0 }
        let free = segments.indices.filter { wishes[$0] == 0 }.count
        let given = wishes.reduce(0, +)
        // If all widths were set, they are scaled to the bounds and keep their proportions.
        let factor = free == 0 && given > 0 ? bounds.width / given : 1
        let share = free > 0 ? max(0, bounds.width - given) / CGFloat(free) : 0
        var x: CGFloat = 0
        return wishes.map { wish in
            let width = wish > 0 ? wish * factor : share
            defer { x += width }
            return CGRect(x: x, y: 0, width: width, height: bounds.height)
        }
    }

    open override func layoutSubviews() {
        super.layoutSubviews()
        place()
    }

    private func place() {
        // The widths follow from the titles' fonts.
        styleTitles()
        ground.frame = bounds
        let frames = frames
        thumb.isHidden = !frames.indices.contains(chosen)
        thumb.backgroundColor = selectedSegmentTintColor ?? UIColor { $0.userInterfaceStyle == .dark ? .systemGray2 : .white }
        if frames.indices.contains(chosen) {
            let frame = frames[chosen].insetBy(dx: Self.inset, dy: Self.inset)
            thumb.frame = isHeld ? frame.insetBy(dx: frame.width * 0.025, dy: frame.height * 0.025) : frame
        }
        for (index, view) in segments.enumerated() {
            view.frame = frames[index]
            view.label.frame = view.bounds.insetBy(dx: 4, dy: 0)
            view.picture.frame = view.bounds
        }
        for (index, line) in lines.enumerated() {
            line.backgroundColor = .separator
            line.alpha = index == chosen || index + 1 == chosen ? 0 : 1
            line.frame = CGRect(x: frames[index].maxX - 0.5, y: 8, width: 1, height: max(0, bounds.height - 16))
        }
    }

    /// Gives titles and images the look of their state.
    private func styleTitles() {
        for (index, view) in segments.enumerated() {
            let isChosen = index == chosen
            let state: State = !isEnabled || !view.isEnabled ? .disabled : isChosen ? .selected : .normal
            var look: [NSAttributedString.Key: Any] = [
                .font: UIFont.systemFont(ofSize: 13, weight: isChosen ? .semibold : .medium), .foregroundColor: UIColor.label,
            ]
            look.merge(attributes[0] ?? [:]) { $1 }
            if state != .normal { look.merge(attributes[state.rawValue] ?? [:]) { $1 } }
            if let text = view.label.text { view.label.styledText = StyledText(text, look) }
            view.picture.tintColor = look[.foregroundColor] as? UIColor
            view.alpha = state == .disabled ? 0.4 : 1
        }
    }

    /// The color behind the segments; nil, the default, shows a gray.
    open override var backgroundColor: UIColor? { didSet { ground.isHidden = backgroundColor != nil } }

    override func stateChanged() { setNeedsLayout() }

    open override var intrinsicContentSize: CGSize {
        let widths = segments.map { $0.width > 0 ? $0.width : $0.contentWidth + 20 }
        let width = apportionsSegmentWidthsByContent ? widths.reduce(0, +) : (widths.max() ?? 0) * CGFloat(widths.count)
        return CGSize(width: width.rounded(.up), height: Self.height)
    }
    open override func sizeThatFits(_ size: CGSize) -> CGSize { intrinsicContentSize }

    // MARK: Touches

    private func segment(at touch: UITouch) -> Int? {
        let x = touch.location(in: self).x
        guard let index = frames.firstIndex(where: { x >= $0.minX && x < $0.maxX }), segments[index].isEnabled else { return nil }
        return index
    }

    private func choose(_ index: Int) {
        guard index != chosen || isMomentary else { return }
        chosen = index
        change(true)
        sendActions(for: .valueChanged)
        segments[index].action?.perform(self)
        sendActions(for: .primaryActionTriggered)
        if isMomentary { chosen = Self.noSegment }
    }

    open override func beginTracking(_ touch: UITouch, with event: UIEvent?) -> Bool {
        isHeld = segment(at: touch) == chosen
        if isHeld { change(true) }
        return true
    }

    /// The selection follows a touch that began on the selected segment.
    open override func continueTracking(_ touch: UITouch, with event: UIEvent?) -> Bool {
        if isHeld, !isMomentary, let index = segment(at: touch) { choose(index) }
        return true
    }

    open override func endTracking(_ touch: UITouch?, with event: UIEvent?) {
        isHeld = false
        if let touch, bounds.insetBy(dx: -20, dy: -20).contains(touch.location(in: self)), let index = segment(at: touch) { choose(index) }
        change(true)
    }

    open override func cancelTracking(with event: UIEvent?) {
        isHeld = false
        change(true)
    }
}
