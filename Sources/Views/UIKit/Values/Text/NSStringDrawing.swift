import CoreText
import QuartzCore

/// The options for measuring and drawing strings.
public struct NSStringDrawingOptions: OptionSet, Hashable, Sendable {
    public let rawValue: Int
    public init(rawValue: Int) { self.rawValue = rawValue }

    /// The origin is the top left corner of all lines. Without this option, only one line is drawn, and the origin is the start of its
    /// baseline.
    public static let usesLineFragmentOrigin = NSStringDrawingOptions(rawValue: 1 << 0)
    /// Lines have the distance that their fonts request. This always applies.
    public static let usesFontLeading = NSStringDrawingOptions(rawValue: 1 << 1)
    /// Bounds are those of the glyphs' outlines.
    public static let usesDeviceMetrics = NSStringDrawingOptions(rawValue: 1 << 3)
    /// The last line that fits ends in an ellipsis if more text follows.
    public static let truncatesLastVisibleLine = NSStringDrawingOptions(rawValue: 1 << 5)
}

/// The limits of scaling a string to fit, and the results.
open class NSStringDrawingContext: NSObject {
    /// The minimum scale of the text, 0...1; 0 and 1 disable scaling.
    open var minimumScaleFactor: CGFloat = 0
    /// The scale at which the text was last drawn or measured.
    open internal(set) var actualScaleFactor: CGFloat = 1
    /// The bounds in which the text was last drawn or measured, in the rectangle's space.
    open internal(set) var totalBounds = CGRect.zero
}

extension NSAttributedString {
    /// Returns the size of the text, in which lines end only at line breaks. The size isn't rounded.
    public func size() -> CGSize { StyledText(self).size() }

    /// Draws the text with its top left corner at a point of the current context. Lines end only at line breaks.
    public func draw(at point: CGPoint) { StyledText(self).draw(at: point) }

    /// Draws the text into a rectangle of the current context. Lines wrap at its width, and lines that extend below it are omitted.
    public func draw(in rect: CGRect) { draw(with: rect, options: .usesLineFragmentOrigin, context: nil) }

    /// Draws the text into a rectangle of the current context. A width or height of 0 is unlimited.
    public func draw(with rect: CGRect, options: NSStringDrawingOptions = [], context: NSStringDrawingContext?) {
        StyledText(self).draw(with: rect, options, context)
    }

    /// Returns the bounds of the text when it is drawn into a rectangle of a size at the origin. The bounds aren't rounded.
    public func boundingRect(with size: CGSize, options: NSStringDrawingOptions = [], context: NSStringDrawingContext?) -> CGRect {
        StyledText(self).boundingRect(with: size, options, context)
    }
}

// Measuring and drawing for strings of all kinds.
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

    /// Returns the text with all fonts and lengths scaled.
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

    /// Returns the text with changed paragraph styles.
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

/// The scale at which a text fits.
enum TextScale {
    /// Returns the greatest scale, not below `least`, at which the text fits, to a hundredth; `least` if there is none.
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
    /// Returns the size of the text, in which lines end only at line breaks. The size isn't rounded.
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

    /// Returns the bounds of the text when it is drawn into a rectangle of a size at the origin. The bounds aren't rounded.
    public func boundingRect(
        with size: CGSize, options: NSStringDrawingOptions = [], attributes: [NSAttributedString.Key: Any]? = nil,
        context: NSStringDrawingContext?
    ) -> CGRect {
        StyledText(self, attributes).boundingRect(with: size, options, context)
    }
}

// The same methods for Foundation's strings.
extension NSString {
    /// Returns the size of the text, in which lines end only at line breaks. The size isn't rounded.
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

    /// Returns the bounds of the text when it is drawn into a rectangle of a size at the origin. The bounds aren't rounded.
    public func boundingRect(
        with size: CGSize, options: NSStringDrawingOptions = [], attributes: [NSAttributedString.Key: Any]? = nil,
        context: NSStringDrawingContext?
    ) -> CGRect {
        "\(self)".boundingRect(with: size, options: options, attributes: attributes, context: context)
    }
}
