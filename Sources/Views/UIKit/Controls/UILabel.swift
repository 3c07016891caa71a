import CoreText
import QuartzCore

/// The adjustment of the baseline when a label's text shrinks to fit.
public enum UIBaselineAdjustment: Int, Sendable {
    /// The baseline keeps its position.
    case alignBaselines
    /// The center of the text keeps its position.
    case alignCenters
    /// The top of the text keeps its position.
    case none
}

/// A view that shows read-only text.
@preconcurrency @MainActor open class UILabel: UIView {
    private var content: StyledText?
    private var isAttributed = false

    /// Creates a label with a frame.
    public override init(frame: CGRect) {
        super.init(frame: frame)
        start()
    }

    /// Decodes a label from a keyed archive, with its text. Any other coder results in an empty label: Agate doesn't read nibs.
    public required init?(coder: NSCoder) {
        super.init(coder: coder)
        start()
        decodeText(coder)
    }

    /// Encodes the label with its text, whose attributes are the label's: those of parts of an attributed text are left out.
    open override func encode(with coder: NSCoder) {
        super.encode(with: coder)
        encodeText(coder)
    }

    private func start() {
        isUserInteractionEnabled = false
        isOpaque = false
        contentMode = .redraw
        isAccessibilityElement = true
        accessibilityTraits = .staticText
    }

    // MARK: Text

    /// The plain text. Setting it removes the attributes of an attributed text.
    open var text: String? {
        get { content?.string }
        set {
            // The same text again changes no layout: programs set it in `layoutSubviews`.
            if !isAttributed, newValue == content?.string { return }
            isAttributed = false
            content = newValue.map { StyledText($0) }
            changed()
        }
    }

    /// The attributed text. The label's properties supply the attributes that the text leaves out. The font and the color of its first
    /// character become the label's, and remain so for the texts that follow.
    open var attributedText: NSAttributedString? {
        get { content.map { _ in composed().attributed } }
        set {
            var text = newValue.map { StyledText($0) }
            if let first = text?.attributes(at: 0), let length = text?.length, length > 0 {
                let font = storedFont, color = storedColor
                if let value = first[.font] as? UIFont { storedFont = value }
                if let value = first[.foregroundColor] as? UIColor { storedColor = value }
                // The rest keeps what the label had before.
                if storedFont != font || storedColor != color {
                    text?.changeSpans { $0 = [.font: font, .foregroundColor: color].merging($0) { $1 } }
                }
            }
            styledText = text
        }
    }

    /// The attributed text as a value.
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

    private var storedFont = UIFont.systemFont(ofSize: UIFont.labelFontSize)
    /// The font. The default is the system font at 17 points. Setting it changes the font of the whole attributed text.
    open var font: UIFont! {
        get { storedFont }
        set {
            let font = newValue ?? .systemFont(ofSize: UIFont.labelFontSize)
            if !isAttributed, font == storedFont { return }
            storedFont = font
            overwrite(.font, font)
            changed()
        }
    }

    private var storedColor = UIColor.label
    /// The text color. The default is the label color. Setting it changes the color of the whole attributed text.
    open var textColor: UIColor! {
        get { storedColor }
        set {
            storedColor = newValue ?? .label
            overwrite(.foregroundColor, storedColor)
            setNeedsDisplay()
        }
    }

    private var storedAlignment = NSTextAlignment.natural
    /// The horizontal alignment of the lines. The default is natural.
    open var textAlignment: NSTextAlignment {
        get { storedAlignment }
        set {
            if !isAttributed, newValue == storedAlignment { return }
            storedAlignment = newValue
            restyle { $0.alignment = newValue }
        }
    }

    private var storedBreakMode = NSLineBreakMode.byTruncatingTail
    /// The rules of line breaks. Stored without effect: lines break as Unicode has it.
    open var lineBreakStrategy = NSParagraphStyle.LineBreakStrategy.standard
    /// The handling of text that doesn't fit. By default the end is truncated.
    open var lineBreakMode: NSLineBreakMode {
        get { storedBreakMode }
        set {
            if !isAttributed, newValue == storedBreakMode { return }
            storedBreakMode = newValue
            restyle { $0.lineBreakMode = newValue }
        }
    }

    /// The maximum number of lines. The default is 1, and 0 means no limit.
    open var numberOfLines = 1 {
        didSet { if numberOfLines != oldValue { changed() } }
    }
    /// A Boolean value that indicates whether the text has its enabled appearance.
    open var isEnabled = true {
        didSet { if isEnabled != oldValue { setNeedsDisplay() } }
    }
    /// A Boolean value that indicates whether the text has its highlighted color.
    open var isHighlighted = false {
        didSet { if isHighlighted != oldValue { setNeedsDisplay() } }
    }
    /// The color of highlighted text. If nil, the usual color is used.
    open var highlightedTextColor: UIColor? {
        didSet { if isHighlighted { setNeedsDisplay() } }
    }
    /// The color of the shadow, which has no blur. If nil, there is no shadow.
    open var shadowColor: UIColor? {
        didSet { setNeedsDisplay() }
    }
    /// The offset of the shadow. The default is (0, -1).
    open var shadowOffset = CGSize(width: 0, height: -1) {
        didSet { setNeedsDisplay() }
    }
    /// A Boolean value that indicates whether text that is too wide shrinks to fit.
    open var adjustsFontSizeToFitWidth = false {
        didSet { setNeedsDisplay() }
    }
    /// The minimum scale of shrunken text, as a fraction of the font size. 0 and negative values mean no limit.
    open var minimumScaleFactor: CGFloat = 0 {
        didSet { setNeedsDisplay() }
    }
    /// The adjustment of the baseline when the text shrinks.
    open var baselineAdjustment = UIBaselineAdjustment.alignBaselines {
        didSet { setNeedsDisplay() }
    }
    /// Stored without effect: the letter spacing doesn't change. Setting it reports one diagnostic.
    open var allowsDefaultTighteningForTruncation = false {
        didSet {
            KeptProperty.report(
                "UILabel.allowsDefaultTighteningForTruncation", allowsDefaultTighteningForTruncation, "letter spacing does not change")
        }
    }
    /// Stored without effect, because there is no setting for larger text.
    open var adjustsFontForContentSizeCategory = false
    /// The width at which `intrinsicContentSize` breaks lines. 0 means no limit.
    open var preferredMaxLayoutWidth: CGFloat = 0 {
        didSet { if preferredMaxLayoutWidth != oldValue { invalidateIntrinsicContentSize() } }
    }

    private func changed() {
        setNeedsDisplay()
        invalidateIntrinsicContentSize()
    }

    private func overwrite(_ key: NSAttributedString.Key, _ value: Any) {
        if isAttributed { content?.changeSpans { $0[key] = value } }
    }

    private func restyle(_ change: (NSMutableParagraphStyle) -> Void) {
        if isAttributed, let content { self.content = content.restyled(change) }
        changed()
    }

    /// Returns the text as it is drawn, apart from adjustments to the available size.
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

    /// Returns the text as it is drawn, in one line or in several. Plain text has a style that labels of the same look share.
    private func composed(_ lineLimit: Int) -> StyledText {
        let mode = storedBreakMode.truncation == nil ? storedBreakMode : lineLimit == 1 ? .byClipping : .byWordWrapping
        if let content, !isAttributed, shadowColor == nil, highlightedTextColor == nil || !isHighlighted {
            let color = isEnabled ? storedColor : storedColor.withAlphaComponent(0.5)
            return StyledText(content.string, LabelStyles.style(storedFont, color.cgColor, storedAlignment, mode))
        }
        return composed().restyled { if $0.lineBreakMode.truncation != nil { $0.lineBreakMode = mode } }
    }

    /// Lays out the text in lines. Text that doesn't fit is truncated in the last line. Other lines are wrapped.
    private func block(_ size: CGSize, _ lineLimit: Int, scale: CGFloat = 1) -> TextBlock {
        let truncation = storedBreakMode.truncation
        let text = composed(lineLimit).scaled(by: scale)
        return TextBlock(text, width: size.width, height: size.height, lineLimit: lineLimit, truncation: truncation)
    }

    // MARK: Size

    /// Returns the rectangle of the text in the bounds. It is no larger than the text needs.
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
        // The proposed height is ignored. A single-line label also ignores the proposed width.
        let width = size.width > 0 && numberOfLines != 1 ? size.width : .greatestFiniteMagnitude
        return textRect(
            forBounds: CGRect(x: 0, y: 0, width: width, height: .greatestFiniteMagnitude), limitedToNumberOfLines: numberOfLines
        ).size
    }

    override func wrappedHeight(forWidth width: CGFloat) -> CGFloat? {
        numberOfLines != 1 && preferredMaxLayoutWidth == 0 ? sizeThatFits(CGSize(width: width, height: 0)).height : nil
    }

    open override var intrinsicContentSize: CGSize { sizeThatFits(CGSize(width: preferredMaxLayoutWidth, height: 0)) }

    // A label with several lines has the height that they need.
    override var firstBaseline: Baseline {
        if numberOfLines == 1, !isAttributed { return .centered(storedFont) }
        guard let row = block(bounds.size, numberOfLines).rows.first else { return Baseline(share: 0, offset: storedFont.ascender) }
        return Baseline(share: 0, offset: row.baseline)
    }

    override var lastBaseline: Baseline {
        if numberOfLines == 1, !isAttributed { return .centered(storedFont) }
        let block = block(CGSize(width: bounds.width, height: .greatestFiniteMagnitude), numberOfLines)
        guard let row = block.rows.last else { return Baseline(share: 1, offset: storedFont.descender) }
        return Baseline(share: 1, offset: row.baseline - block.size.height)
    }

    // MARK: Drawing

    open override func draw(_ rect: CGRect) { drawText(in: bounds) }

    /// Draws the text in a rectangle, vertically centered. Subclasses override it to draw in another rectangle.
    open func drawText(in rect: CGRect) {
        guard let context = UIGraphicsGetCurrentContext(), (content?.length ?? 0) > 0 else { return }
        let room = rect.size
        let whole = block(room, numberOfLines)
        var shown = whole, top: CGFloat?
        // Several lines shrink to the height, too.
        let mostHeight = numberOfLines == 1 ? max(room.height, whole.size.height) : room.height + 0.01
        if adjustsFontSizeToFitWidth, whole.isCut || whole.size.width > room.width || whole.size.height > mostHeight {
            let least = minimumScaleFactor > 0 ? min(minimumScaleFactor, 1) : 0.01
            // The text as it is drawn: with a mode that truncates, each paragraph would be a single line that always fits.
            let factor = TextScale.fitting(composed(numberOfLines), least: least) { text in
                let set = TextBlock(text, width: numberOfLines == 1 ? .infinity : room.width, lineLimit: numberOfLines)
                return !set.isCut && set.size.width <= room.width && set.size.height <= mostHeight
            }
            shown = block(room, numberOfLines, scale: factor)
            let middle = rect.minY + (rect.height - whole.size.height) / 2
            // Only a single line has a baseline adjustment; several are centered.
            switch numberOfLines == 1 ? baselineAdjustment : .alignCenters {
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
