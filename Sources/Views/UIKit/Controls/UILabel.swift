import CoreText
import QuartzCore

/// How the baseline moves when a label's text becomes smaller to fit.
public enum UIBaselineAdjustment: Int, Sendable {
    /// It stays.
    case alignBaselines
    /// The middle of the text stays.
    case alignCenters
    /// The top of the text stays.
    case none
}

/// Text that is read, not written.
@preconcurrency @MainActor open class UILabel: UIView {
    private var content: StyledText?
    private var isAttributed = false

    /// A label with a place in its superview.
    public override init(frame: CGRect) {
        super.init(frame: frame)
        start()
    }

    /// An empty label; Agate reads no nibs.
    public required init?(coder: NSCoder) {
        super.init(coder: coder)
        start()
    }

    private func start() {
        isUserInteractionEnabled = false
        isOpaque = false
        contentMode = .redraw
        isAccessibilityElement = true
        accessibilityTraits = .staticText
    }

    // MARK: Text

    /// The text, plain. Setting it takes the attributes of an attributed one away.
    open var text: String? {
        get { content?.string }
        set {
            isAttributed = false
            content = newValue.map { StyledText($0) }
            changed()
        }
    }

    /// The text with its attributes; what it does not say, the label does.
    open var attributedText: NSAttributedString? {
        get { content.map { _ in composed().attributed } }
        set { styledText = newValue.map { StyledText($0) } }
    }

    /// The text with its attributes, as a value.
    final var styledText: StyledText? {
        get { content }
        set {
            isAttributed = newValue != nil
            content = newValue
            if let style = newValue?.attributes(at: 0)[.paragraphStyle] as? NSParagraphStyle {
                storedAlignment = style.alignment
                storedBreakMode = style.lineBreakMode
            }
            changed()
        }
    }

    private var storedFont = UIFont.systemFont(ofSize: 17)
    /// The font; the system's at 17 points at first. Setting it changes all of an attributed text.
    open var font: UIFont! {
        get { storedFont }
        set {
            storedFont = newValue ?? .systemFont(ofSize: 17)
            overwrite(.font, storedFont)
        }
    }

    private var storedColor = UIColor.label
    /// The colour; that of labels at first. Setting it changes all of an attributed text.
    open var textColor: UIColor! {
        get { storedColor }
        set {
            storedColor = newValue ?? .label
            overwrite(.foregroundColor, storedColor)
        }
    }

    private var storedAlignment = NSTextAlignment.natural
    /// Where lines stand across the bounds; natural at first.
    open var textAlignment: NSTextAlignment {
        get { storedAlignment }
        set {
            storedAlignment = newValue
            restyle { $0.alignment = newValue }
        }
    }

    private var storedBreakMode = NSLineBreakMode.byTruncatingTail
    /// What happens to text that has no room: its end gives way at first.
    open var lineBreakMode: NSLineBreakMode {
        get { storedBreakMode }
        set {
            storedBreakMode = newValue
            restyle { $0.lineBreakMode = newValue }
        }
    }

    /// How many lines there may be; 1 at first, 0 is any number.
    open var numberOfLines = 1 {
        didSet { if numberOfLines != oldValue { changed() } }
    }
    /// Whether it looks as if it could be used.
    open var isEnabled = true {
        didSet { if isEnabled != oldValue { setNeedsDisplay() } }
    }
    /// Whether the text has its highlighted colour.
    open var isHighlighted = false {
        didSet { if isHighlighted != oldValue { setNeedsDisplay() } }
    }
    /// The colour while highlighted; nil is the usual one.
    open var highlightedTextColor: UIColor? {
        didSet { if isHighlighted { setNeedsDisplay() } }
    }
    /// The colour of a shadow without blur; nil is none.
    open var shadowColor: UIColor? {
        didSet { setNeedsDisplay() }
    }
    /// Where the shadow falls; (0, -1) at first.
    open var shadowOffset = CGSize(width: 0, height: -1) {
        didSet { setNeedsDisplay() }
    }
    /// Whether text that is too wide becomes smaller.
    open var adjustsFontSizeToFitWidth = false {
        didSet { setNeedsDisplay() }
    }
    /// How small it may become, as a part of the font's size; 0 and less mean as small as it takes.
    open var minimumScaleFactor: CGFloat = 0 {
        didSet { setNeedsDisplay() }
    }
    /// How the baseline moves when text becomes smaller.
    open var baselineAdjustment = UIBaselineAdjustment.alignBaselines {
        didSet { setNeedsDisplay() }
    }
    /// Kept, without effect: letters keep their distance.
    /// One diagnostic says so when it is set.
    open var allowsDefaultTighteningForTruncation = false {
        didSet {
            KeptProperty.report(
                "UILabel.allowsDefaultTighteningForTruncation", allowsDefaultTighteningForTruncation, "letter spacing does not change")
        }
    }
    /// Kept, without effect: there is no setting for larger text.
    open var adjustsFontForContentSizeCategory = false
    /// The width that lines are broken at in `intrinsicContentSize`; 0 is none.
    open var preferredMaxLayoutWidth: CGFloat = 0 {
        didSet { if preferredMaxLayoutWidth != oldValue { invalidateIntrinsicContentSize() } }
    }

    private func changed() {
        setNeedsDisplay()
        invalidateIntrinsicContentSize()
    }

    private func overwrite(_ key: NSAttributedString.Key, _ value: Any) {
        if isAttributed { content?.changeSpans { $0[key] = value } }
        changed()
    }

    private func restyle(_ change: (NSMutableParagraphStyle) -> Void) {
        if isAttributed, let content { self.content = content.restyled(change) }
        changed()
    }

    /// The text as it is drawn, but for what depends on the room.
    private func composed() -> StyledText {
        guard var text = content else { return StyledText() }
        let style = NSMutableParagraphStyle()
        style.alignment = storedAlignment
        style.lineBreakMode = storedBreakMode
        var color: UIColor = storedColor
        if !isEnabled { color = color.withAlphaComponent(0.5) }
        let defaults: StyledText.Attributes = [.font: storedFont, .foregroundColor: color, .paragraphStyle: style]
        var above: StyledText.Attributes = [:]
        if isHighlighted, let highlightedTextColor { above[.foregroundColor] = highlightedTextColor }
        if let shadowColor {
            let shadow = NSShadow()
            (shadow.shadowColor, shadow.shadowOffset) = (shadowColor, shadowOffset)
            above[.shadow] = shadow
        }
        text.changeSpans { own in own = defaults.merging(isAttributed ? own : [:]) { $1 }.merging(above) { $1 } }
        return text
    }

    /// The text set into lines: what has no room gives way in the last one, others are wrapped.
    private func block(_ size: CGSize, _ lineLimit: Int, scale: CGFloat = 1) -> TextBlock {
        let truncation = storedBreakMode.truncation
        let text = composed().restyled {
            if $0.lineBreakMode.truncation != nil { $0.lineBreakMode = lineLimit == 1 ? .byClipping : .byWordWrapping }
        }.scaled(by: scale)
        return TextBlock(text, width: size.width, height: size.height, lineLimit: lineLimit, truncation: truncation)
    }

    // MARK: Measures

    /// Where the text stands in bounds, of which it takes no more than it needs.
    open func textRect(forBounds bounds: CGRect, limitedToNumberOfLines numberOfLines: Int) -> CGRect {
        guard (content?.length ?? 0) > 0 else { return CGRect(origin: bounds.origin, size: .zero) }
        let size = block(bounds.size, numberOfLines).size
        return CGRect(
            x: bounds.minX, y: bounds.minY, width: min(pixels(up: size.width), max(0, bounds.width)), height: pixels(up: size.height))
    }

    private func pixels(up length: CGFloat) -> CGFloat {
        let scale = traitCollection.usableScale
        return (length * scale - 0.001).rounded(.up) / scale
    }

    open override func sizeThatFits(_ size: CGSize) -> CGSize {
        // Without a limit to lines, width alone counts.
        let width = size.width > 0 && numberOfLines != 1 ? size.width : .greatestFiniteMagnitude
        return textRect(
            forBounds: CGRect(x: 0, y: 0, width: width, height: .greatestFiniteMagnitude), limitedToNumberOfLines: numberOfLines
        ).size
    }

    override func wrappedHeight(forWidth width: CGFloat) -> CGFloat? {
        numberOfLines != 1 && preferredMaxLayoutWidth == 0 ? sizeThatFits(CGSize(width: width, height: 0)).height : nil
    }

    open override var intrinsicContentSize: CGSize { sizeThatFits(CGSize(width: preferredMaxLayoutWidth, height: 0)) }

    // MARK: Drawing

    open override func draw(_ rect: CGRect) { drawText(in: bounds) }

    /// Draws the text into a rectangle, in the middle of its height. Override it to draw into another one.
    open func drawText(in rect: CGRect) {
        guard let context = UIGraphicsGetCurrentContext(), (content?.length ?? 0) > 0 else { return }
        let room = rect.size
        let whole = block(room, numberOfLines)
        var shown = whole, top: CGFloat?
        if adjustsFontSizeToFitWidth, whole.isCut || whole.size.width > room.width {
            let least = minimumScaleFactor > 0 ? min(minimumScaleFactor, 1) : 0.01
            let factor = TextScale.fitting(composed(), least: least) { text in
                let set = TextBlock(text, width: numberOfLines == 1 ? .infinity : room.width, lineLimit: numberOfLines)
                return !set.isCut && set.size.width <= room.width && set.size.height <= max(room.height, whole.size.height)
            }
            shown = block(room, numberOfLines, scale: factor)
            let middle = rect.minY + (rect.height - whole.size.height) / 2
            switch baselineAdjustment {
            case .alignBaselines: top = middle + (whole.rows.first?.baseline ?? 0) - (shown.rows.first?.baseline ?? 0)
            case .alignCenters: break
            case .none: top = middle
            }
        }
        let scale = contentScaleFactor > 0 ? contentScaleFactor : 1
        let y = top ?? rect.minY + (rect.height - shown.size.height) / 2
        shown.draw(at: CGPoint(x: rect.minX, y: (y * scale).rounded() / scale), in: context)
    }

    open override func traitCollectionDidChange(_ previousTraitCollection: UITraitCollection?) {
        super.traitCollectionDidChange(previousTraitCollection)
        setNeedsDisplay()
    }

    open override var accessibilityLabel: String? {
        get { super.accessibilityLabel ?? text }
        set { super.accessibilityLabel = newValue }
    }
}
