import CoreText
import QuartzCore

/// How strings are measured and drawn.
public struct NSStringDrawingOptions: OptionSet, Hashable, Sendable {
    public let rawValue: Int
    public init(rawValue: Int) { self.rawValue = rawValue }

    /// The origin is the top left corner of all lines; without it, the start of the only line's baseline.
    public static let usesLineFragmentOrigin = NSStringDrawingOptions(rawValue: 1 << 0)
    /// Lines stand as far apart as their fonts ask for. They always do.
    public static let usesFontLeading = NSStringDrawingOptions(rawValue: 1 << 1)
    /// Measures are those of the glyphs' ink.
    public static let usesDeviceMetrics = NSStringDrawingOptions(rawValue: 1 << 3)
    /// The last line that has room ends in an ellipsis where more follows.
    public static let truncatesLastVisibleLine = NSStringDrawingOptions(rawValue: 1 << 5)
}

/// What drawing a string may do to make it fit, and what it did.
open class NSStringDrawingContext: NSObject {
    /// How small the text may become to fit, 0 to 1; 0 and 1 leave it as it is.
    open var minimumScaleFactor: CGFloat = 0
    /// How small it became when it was last drawn or measured.
    open internal(set) var actualScaleFactor: CGFloat = 1
    /// Where it was last drawn or measured, in the rectangle's space.
    open internal(set) var totalBounds = CGRect.zero
}

extension NSAttributedString {
    /// How large the text is, lines ending only where it says so. Not rounded.
    public func size() -> CGSize { StyledText(self).size() }

    /// Draws the text with its top left corner at a point of the current context; lines end only where it says so.
    public func draw(at point: CGPoint) { StyledText(self).draw(at: point) }

    /// Draws the text into a rectangle of the current context: wrapped to its width, lines left out that reach below it.
    public func draw(in rect: CGRect) { draw(with: rect, options: .usesLineFragmentOrigin, context: nil) }

    /// Draws the text into a rectangle of the current context; a width or height of 0 sets no limit.
    public func draw(with rect: CGRect, options: NSStringDrawingOptions = [], context: NSStringDrawingContext?) {
        StyledText(self).draw(with: rect, options, context)
    }

    /// The box that the text takes when it is drawn into a rectangle of a size at the origin; not rounded.
    public func boundingRect(with size: CGSize, options: NSStringDrawingOptions = [], context: NSStringDrawingContext?) -> CGRect {
        StyledText(self).boundingRect(with: size, options, context)
    }
}

// What strings of all kinds are measured and drawn by.
extension StyledText {
    func size() -> CGSize { TextBlock(self).size }

    func draw(at point: CGPoint) {
        guard let context = UIGraphicsGetCurrentContext() else { return }
        TextBlock(self).draw(at: point, in: context)
    }

    func draw(with rect: CGRect, _ options: NSStringDrawingOptions, _ context: NSStringDrawingContext?) {
        guard let target = UIGraphicsGetCurrentContext() else { return }
        let block = fitted(rect.size, options, context)
        block.draw(at: corner(of: block, rect, options), in: target)
        context?.totalBounds = bounds(block, rect.origin, options)
    }

    func boundingRect(with size: CGSize, _ options: NSStringDrawingOptions, _ context: NSStringDrawingContext?) -> CGRect {
        let bounds = bounds(fitted(size, options, context), .zero, options)
        context?.totalBounds = bounds
        return bounds
    }

    private func fitted(_ size: CGSize, _ options: NSStringDrawingOptions, _ context: NSStringDrawingContext?) -> TextBlock {
        func limit(_ length: CGFloat) -> CGFloat { length > 0 && length < 1e7 ? length : .infinity }
        let width = limit(size.width), height = limit(size.height)
        func block(_ text: StyledText) -> TextBlock {
            guard options.contains(.usesLineFragmentOrigin) else { return TextBlock(text, lineLimit: 1) }
            return TextBlock(text, width: width, height: height, truncation: options.contains(.truncatesLastVisibleLine) ? .end : nil)
        }
        guard let context, context.minimumScaleFactor > 0, context.minimumScaleFactor < 1 else { return block(self) }
        context.actualScaleFactor = TextScale.fitting(self, least: context.minimumScaleFactor) {
            let whole = TextBlock($0, width: options.contains(.usesLineFragmentOrigin) ? width : .infinity)
            return whole.size.width <= width && whole.size.height <= height
        }
        return block(scaled(by: context.actualScaleFactor))
    }

    private func corner(of block: TextBlock, _ rect: CGRect, _ options: NSStringDrawingOptions) -> CGPoint {
        if options.contains(.usesLineFragmentOrigin) { return rect.origin }
        return CGPoint(x: rect.minX, y: rect.minY - (block.rows.first?.baseline ?? 0))
    }

    private func bounds(_ block: TextBlock, _ origin: CGPoint, _ options: NSStringDrawingOptions) -> CGRect {
        let corner = corner(of: block, CGRect(origin: origin, size: .zero), options)
        guard options.contains(.usesDeviceMetrics) else { return CGRect(origin: corner, size: block.size) }
        return block.rows.reduce(CGRect.null) { union, row in
            let ink = CTLineGetBoundsWithOptions(row.line, .useGlyphPathBounds)
            guard !ink.isNull else { return union }
            return union.union(
                CGRect(x: corner.x + row.x + ink.minX, y: corner.y + row.baseline - ink.maxY, width: ink.width, height: ink.height))
        }
    }

    /// The same with all fonts and lengths smaller or larger.
    func scaled(by factor: CGFloat) -> StyledText {
        guard factor != 1 else { return self }
        var scaled = self
        scaled.changeSpans { attributes in
            let font = attributes[.font] as? UIFont ?? UIFont(name: "Helvetica", size: 12) ?? .systemFont(ofSize: 12)
            attributes[.font] = font.withSize(font.pointSize * factor)
            for key in [NSAttributedString.Key.kern, .tracking, .baselineOffset] {
                let number = (attributes[key] as? NSNumber).map { CGFloat($0.doubleValue) } ?? attributes[key] as? CGFloat
                if let number { attributes[key] = number * factor }
            }
        }
        return scaled
    }

    /// The same with the paragraphs' styles changed.
    func restyled(_ change: (NSMutableParagraphStyle) -> Void) -> StyledText {
        var restyled = self
        restyled.changeSpans { attributes in
            let style =
                (attributes[.paragraphStyle] as? NSParagraphStyle)?.mutableCopy() as? NSMutableParagraphStyle ?? NSMutableParagraphStyle()
            change(style)
            attributes[.paragraphStyle] = style
        }
        return restyled
    }
}

/// How much smaller a text must be to fit.
enum TextScale {
    /// The greatest scale down to `least` at which the text fits, to a hundredth; `least` where none does.
    static func fitting(_ text: StyledText, least: CGFloat, fits: (StyledText) -> Bool) -> CGFloat {
        if fits(text) { return 1 }
        var low = Int((least * 100).rounded(.up)), high = 100
        guard low < high, fits(text.scaled(by: CGFloat(low) / 100)) else { return least }
        while high - low > 1 {
            let middle = (low + high) / 2
            if fits(text.scaled(by: CGFloat(middle) / 100)) { low = middle } else { high = middle }
        }
        return CGFloat(low) / 100
    }
}

extension String {
    /// How large the text is, lines ending only where it says so. Not rounded.
    public func size(withAttributes attrs: [NSAttributedString.Key: Any]? = nil) -> CGSize {
        StyledText(self, attrs).size()
    }

    /// Draws the text with its top left corner at a point of the current context.
    public func draw(at point: CGPoint, withAttributes attrs: [NSAttributedString.Key: Any]? = nil) {
        StyledText(self, attrs).draw(at: point)
    }

    /// Draws the text into a rectangle of the current context.
    public func draw(in rect: CGRect, withAttributes attrs: [NSAttributedString.Key: Any]? = nil) {
        StyledText(self, attrs).draw(with: rect, .usesLineFragmentOrigin, nil)
    }

    /// Draws the text into a rectangle of the current context.
    public func draw(
        with rect: CGRect, options: NSStringDrawingOptions = [], attributes: [NSAttributedString.Key: Any]? = nil,
        context: NSStringDrawingContext?
    ) {
        StyledText(self, attributes).draw(with: rect, options, context)
    }

    /// The box that the text takes when it is drawn into a rectangle of a size at the origin; not rounded.
    public func boundingRect(
        with size: CGSize, options: NSStringDrawingOptions = [], attributes: [NSAttributedString.Key: Any]? = nil,
        context: NSStringDrawingContext?
    ) -> CGRect {
        StyledText(self, attributes).boundingRect(with: size, options, context)
    }
}

// The same of Foundation's strings.
extension NSString {
    /// How large the text is, lines ending only where it says so. Not rounded.
    public func size(withAttributes attrs: [NSAttributedString.Key: Any]? = nil) -> CGSize { "\(self)".size(withAttributes: attrs) }

    /// Draws the text with its top left corner at a point of the current context.
    public func draw(at point: CGPoint, withAttributes attrs: [NSAttributedString.Key: Any]? = nil) {
        "\(self)".draw(at: point, withAttributes: attrs)
    }

    /// Draws the text into a rectangle of the current context.
    public func draw(in rect: CGRect, withAttributes attrs: [NSAttributedString.Key: Any]? = nil) {
        "\(self)".draw(in: rect, withAttributes: attrs)
    }

    /// Draws the text into a rectangle of the current context.
    public func draw(
        with rect: CGRect, options: NSStringDrawingOptions = [], attributes: [NSAttributedString.Key: Any]? = nil,
        context: NSStringDrawingContext?
    ) {
        "\(self)".draw(with: rect, options: options, attributes: attributes, context: context)
    }

    /// The box that the text takes when it is drawn into a rectangle of a size at the origin; not rounded.
    public func boundingRect(
        with size: CGSize, options: NSStringDrawingOptions = [], attributes: [NSAttributedString.Key: Any]? = nil,
        context: NSStringDrawingContext?
    ) -> CGRect {
        "\(self)".boundingRect(with: size, options: options, attributes: attributes, context: context)
    }
}
