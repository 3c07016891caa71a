import CoreText
import QuartzCore

/// A row of segments of which one is chosen.
@preconcurrency @MainActor open class UISegmentedControl: UIControl {
    /// No segment, in `selectedSegmentIndex`.
    nonisolated public static let noSegment = -1

    /// Which part of the row a picture is for; kept.
    public enum Segment: Int, Sendable { case any, left, center, right, alone }

    private final class SegmentView: UIView {
        let label = UILabel(), picture = UIImageView()
        /// 0 is as wide as the others, or as its content.
        var width: CGFloat = 0
        var isEnabled = true
        var action: UIAction?
        var contentWidth: CGFloat { picture.image?.size.width ?? label.sizeThatFits(.zero).width }
    }

    private var segments: [SegmentView] = []
    private let thumb = UIView()
    private var lines: [UIView] = []
    private var chosen = UISegmentedControl.noSegment
    private var attributes: [UInt: [NSAttributedString.Key: Any]] = [:]
    private var isHeld = false

    private static let height: CGFloat = 32, inset: CGFloat = 2

    /// A control without segments.
    public override init(frame: CGRect) {
        super.init(frame: frame)
        start()
    }

    /// A control without segments; Agate reads no nibs.
    public required init?(coder: NSCoder) {
        super.init(coder: coder)
        start()
    }

    /// A control of strings and images.
    public init(items: [Any]?) {
        super.init(frame: .zero)
        start()
        for item in items ?? [] { insert(item, at: segments.count) }
        bounds.size = intrinsicContentSize
    }

    /// A control of actions: of their images, or else their titles.
    public convenience init(frame: CGRect, actions: [UIAction]) {
        self.init(frame: frame)
        for action in actions { insertSegment(action: action, at: segments.count, animated: false) }
    }

    private func start() {
        layer.cornerRadius = 9
        layer.cornerCurve = .continuous
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
            insertSubview(line, at: 0)
        }
        while lines.count > max(0, segments.count - 1) { lines.removeLast().removeFromSuperview() }
        invalidateIntrinsicContentSize()
        setNeedsLayout()
    }

    private func change(_ animated: Bool) {
        guard animated, window != nil else { return setNeedsLayout() }
        UIView.animate(withDuration: 0.25, delay: 0, options: [.beginFromCurrentState, .allowUserInteraction]) { self.place() }
    }

    /// Puts a segment before the one at `segment`; beyond the end it is the last.
    open func insertSegment(withTitle title: String?, at segment: Int, animated: Bool) { insert(title ?? "", at: segment) }
    /// Puts a segment with an image before the one at `segment`; below 0 it is the first, beyond the end the last. Without animation.
    open func insertSegment(with image: UIImage?, at segment: Int, animated: Bool) { insert(image ?? UIImage(), at: segment) }
    /// Puts a segment of an action before the one at `segment`: with its image, or else its title. The action is performed when the segment
    /// is chosen. Without animation.
    open func insertSegment(action: UIAction, at segment: Int, animated: Bool) {
        insert(action.image ?? action.title, at: segment)
        segments[min(max(segment, 0), segments.count - 1)].action = action
    }
    /// Takes a segment away; if it was the chosen one, none is.
    open func removeSegment(at segment: Int, animated: Bool) {
        guard segments.indices.contains(segment) else { return }
        segments.remove(at: segment).removeFromSuperview()
        if chosen == segment { chosen = Self.noSegment } else if chosen > segment { chosen -= 1 }
        contentChanged()
    }
    /// Takes all segments away; none is chosen then. Calls nobody.
    open func removeAllSegments() {
        for view in segments { view.removeFromSuperview() }
        segments = []
        chosen = Self.noSegment
        contentChanged()
    }
    /// How many segments there are; 0 at first.
    open var numberOfSegments: Int { segments.count }

    private func with(_ index: Int, _ change: (SegmentView) -> Void) {
        guard segments.indices.contains(index) else { return }
        change(segments[index])
        contentChanged()
    }

    /// Shows a title in a segment in place of its image. Ignored where there is no such segment; Apple's takes the last one.
    open func setTitle(_ title: String?, forSegmentAt segment: Int) {
        with(segment) { ($0.label.text, $0.picture.image) = (title, nil) }
    }
    /// The title of a segment; nil where it shows an image, and where there is no such segment.
    open func titleForSegment(at segment: Int) -> String? {
        segments.indices.contains(segment) && segments[segment].picture.image == nil ? segments[segment].label.text : nil
    }
    /// Shows an image in a segment in place of its title. Ignored where there is no such segment; Apple's takes the last one.
    open func setImage(_ image: UIImage?, forSegmentAt segment: Int) {
        with(segment) { ($0.label.text, $0.picture.image) = (nil, image) }
    }
    /// The image of a segment; nil where it shows a title, and where there is no such segment.
    open func imageForSegment(at segment: Int) -> UIImage? { segments.indices.contains(segment) ? segments[segment].picture.image : nil }
    /// Has a segment perform an action when it is chosen, and show the action's image, or else its title. Ignored where there is no such
    /// segment.
    open func setAction(_ action: UIAction, forSegmentAt segment: Int) {
        with(segment) { ($0.action, $0.label.text, $0.picture.image) = (action, action.image == nil ? action.title : nil, action.image) }
    }
    /// The action that a segment performs; nil for none, and where there is no such segment.
    open func actionForSegment(at segment: Int) -> UIAction? { segments.indices.contains(segment) ? segments[segment].action : nil }
    /// - Parameter width: in points; 0 is an equal share.
    open func setWidth(_ width: CGFloat, forSegmentAt segment: Int) {
        with(segment) { $0.width = width > 0 && width.isFinite ? width : 0 }
    }
    /// The width that was set for a segment, in points; 0, the default, is an equal share or what its content asks for.
    open func widthForSegment(at segment: Int) -> CGFloat { segments.indices.contains(segment) ? segments[segment].width : 0 }
    /// Sets whether a segment can be chosen; true at first. Ignored where there is no such segment.
    open func setEnabled(_ enabled: Bool, forSegmentAt segment: Int) { with(segment) { $0.isEnabled = enabled } }
    /// Whether a segment can be chosen; false where there is no such segment.
    open func isEnabledForSegment(at segment: Int) -> Bool { segments.indices.contains(segment) && segments[segment].isEnabled }
    /// Kept: the content stands in the middle.
    /// One diagnostic says so.
    open func setContentOffset(_ offset: CGSize, forSegmentAt segment: Int) {
        KeptProperty.report("UISegmentedControl.setContentOffset", offset != .zero, "the content is centered")
    }
    /// Zero: offsets are not kept, the content stands in the middle.
    open func contentOffsetForSegment(at segment: Int) -> CGSize { .zero }

    // MARK: Choice and look

    /// The chosen segment, or `noSegment`. Calls nobody.
    open var selectedSegmentIndex: Int {
        get { chosen }
        set {
            chosen = segments.indices.contains(newValue) ? newValue : Self.noSegment
            setNeedsLayout()
        }
    }
    /// Whether the choice goes away again at once; false at first.
    open var isMomentary = false
    /// Whether segments are as wide as their contents ask for; false at first: all of one width.
    open var apportionsSegmentWidthsByContent = false { didSet { contentChanged() } }
    /// The colour of the chosen segment; white unless set.
    open var selectedSegmentTintColor: UIColor? { didSet { setNeedsLayout() } }

    /// How titles are written in a state.
    open func setTitleTextAttributes(_ attributes: [NSAttributedString.Key: Any]?, for state: State) {
        self.attributes[state.rawValue] = attributes
        contentChanged()
    }
    /// What was set for titles in a state; nil where nothing was.
    open func titleTextAttributes(for state: State) -> [NSAttributedString.Key: Any]? { attributes[state.rawValue] }

    // MARK: Layout

    private var frames: [CGRect] {
        let wishes = segments.map { $0.width > 0 ? $0.width : apportionsSegmentWidthsByContent ? $0.contentWidth + 20 : 0 }
        let free = segments.indices.filter { wishes[$0] == 0 }.count
        let given = wishes.reduce(0, +)
        // Widths that are given keep their proportions where all are.
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
        backgroundColor = backgroundColor ?? .tertiarySystemFill
        let frames = frames
        thumb.isHidden = !frames.indices.contains(chosen)
        thumb.backgroundColor = selectedSegmentTintColor ?? UIColor { $0.userInterfaceStyle == .dark ? .systemGray2 : .white }
        if frames.indices.contains(chosen) {
            let frame = frames[chosen].insetBy(dx: Self.inset, dy: Self.inset)
            thumb.frame = isHeld ? frame.insetBy(dx: frame.width * 0.025, dy: frame.height * 0.025) : frame
        }
        for (index, view) in segments.enumerated() {
            let isChosen = index == chosen
            view.frame = frames[index]
            let state: State = !isEnabled || !view.isEnabled ? .disabled : isChosen ? .selected : .normal
            var look: [NSAttributedString.Key: Any] = [
                .font: UIFont.systemFont(ofSize: 13, weight: isChosen ? .semibold : .medium), .foregroundColor: UIColor.label,
            ]
            look.merge(attributes[0] ?? [:]) { $1 }
            if state != .normal { look.merge(attributes[state.rawValue] ?? [:]) { $1 } }
            if let text = view.label.text { view.label.styledText = StyledText(text, look) }
            view.picture.tintColor = look[.foregroundColor] as? UIColor
            view.alpha = state == .disabled ? 0.4 : 1
            view.label.frame = view.bounds.insetBy(dx: 4, dy: 0)
            view.picture.frame = view.bounds
        }
        for (index, line) in lines.enumerated() {
            line.backgroundColor = .separator
            line.alpha = index == chosen || index + 1 == chosen ? 0 : 1
            line.frame = CGRect(x: frames[index].maxX - 0.5, y: 8, width: 1, height: max(0, bounds.height - 16))
        }
    }

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

    /// The chosen segment follows a finger that took hold of it.
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
