import CoreGraphics
import CoreText
import Foundation
import RenderTree
import Synchronization

/// Lays out and draws the text of a text layer (spec TX1 to TX5).
///
/// A long plain text is laid out without its colour, which the context has while it is drawn. The layer keeps the lines, so that another
/// colour needs no layout, and does not draw again what its contents show already.
struct TextDrawing {
    private let text: StyledText
    /// The layer that keeps the lines.
    private let keeper: CALayer
    /// The values that determine the lines; nil for a text whose lines are not kept.
    private let layout: TextArrangement?
    /// The colour of a text that is laid out without one.
    private let color: CGColor?
    private let bounds: CGRect
    private let isWrapped: Bool
    private let truncation: CTLineTruncationType?
    private let alignment: CATextLayerAlignmentMode
    private let isDownwards: Bool
    private let quantizes: Bool

    init(_ layer: CATextLayer) {
        let state = layer.stateToDraw
        bounds = layer.bounds
        isWrapped = state.extra.wrapped
        isDownwards = layer.drawsDownwards
        quantizes = state.extra.allowsFontSubpixelQuantization
        alignment = layer.alignmentMode
        truncation =
            switch state.extra.truncationMode {
            case .none: nil
            case .start: .start
            case .middle: .middle
            case .end: .end
            }
        keeper = layer.modelLayer ?? layer
        var layout: TextArrangement?, color: CGColor?
        switch state.objects.text?.object {
        case let attributed as NSAttributedString:
            text = StyledText(attributed)
        case let plain?:
            let font = Self.font(state.objects.font?.object, size: state.extra.fontSize)
            var attributes: StyledText.Attributes = [.font: font]
            if case .color(let own)? = state.value(of: .foregroundColor) { color = own }
            let string = plain as? String ?? (plain as? NSString).map { "\($0)" } ?? ""
            if Self.isLong(string) {
                attributes[Self.colorOfContext] = NSNumber(value: true)
                layout = TextArrangement(
                    string: string, font: font, bounds: bounds, isWrapped: isWrapped, truncation: truncation, alignment: alignment)
            } else if let color {
                attributes[.foregroundColor] = color
            }
            text = StyledText(string, attributes)
        case nil:
            text = StyledText()
        }
        (self.layout, self.color) = (layout, color)
    }

    /// The length, in UTF-8 units, from which lines are kept. Shorter texts are laid out in less time than they are drawn, and there may be
    /// thousands of them.
    private static let longText = 1000
    static func isLong(_ text: String) -> Bool { text.utf8.count >= longText }
    private static let colorOfContext = NSAttributedString.Key("\(kCTForegroundColorFromContextAttributeName)")

    /// Returns the values that determine a drawing; nil for a text whose lines are not kept.
    func look(scale: CGFloat, isOpaque: Bool, format: ContentsFormat) -> TextLook? {
        layout.map {
            TextLook(
                layout: $0, color: color, scale: scale, isDownwards: isDownwards, quantizes: quantizes, isOpaque: isOpaque, format: format)
        }
    }

    private static func font(_ object: Any?, size: CGFloat) -> CTFont {
        switch object {
        case let font as CTFont: return CTFontCreateCopyWithAttributes(font, size, nil, nil)
        case let font as CGFont: return CTFontCreateWithGraphicsFont(font, size, nil, nil)
        case let name as String: return CTFontCreateWithName(name as NSString, size, nil)
        case let name as NSString: return CTFontCreateWithName(name, size, nil)
        default: return CTFontCreateWithName("Helvetica", size, nil)
        }
    }

    func draw(in context: CGContext) {
        guard text.length > 0, bounds.width > 0, bounds.height > 0 else { return }
        context.saveGState()
        defer { context.restoreGState() }
        Self.prepare(context, bounds, isDownwards: isDownwards, quantizes: quantizes)
        if layout != nil { context.setFillColor(color ?? .black) }
        for row in rows() {
            context.textPosition = row.origin
            CTLineDraw(row.line, context)
        }
    }

    /// Prepares a context with the layer's coordinates for the drawing of rows.
    static func prepare(_ context: CGContext, _ bounds: CGRect, isDownwards: Bool, quantizes: Bool) {
        // Lines are laid out upwards from a baseline.
        if isDownwards {
            context.translateBy(x: 0, y: bounds.minY + bounds.maxY)
            context.scaleBy(x: 1, y: -1)
        }
        context.textMatrix = .identity
        context.setShouldSubpixelPositionFonts(quantizes)
        context.setShouldSubpixelQuantizeFonts(quantizes)
    }

    /// Returns the drawing of a large layer as an image whose rows of pixels are drawn when they are first read; nil for other layers.
    func deferredImage(_ look: TextLook, _ size: CGSize) -> CGImage? {
        guard look.format == .rgba8Uint, let (width, height) = CGContext.pixels(size, look.scale),
            width * height >= TextPicture.leastPixelCount
        else { return nil }
        return CGImage(width: width, height: height, isOpaque: look.isOpaque, deferring: TextPicture(look, rows()))
    }

    /// Returns the lines with their origins, upwards from the lower left corner of the layer's space. Kept ones are reused.
    private func rows() -> [TextRow] {
        guard let layout else {
            if LayerLock.withLock({ keeper.rare?.text }) != nil { keeper.changeRare(\.text, nil) }
            return makeRows()
        }
        if let kept = LayerLock.withLock({ keeper.rare?.text }), kept.layout == layout { return kept.rows }
        TextDrawing.layouts.wrappingAdd(1, ordering: .relaxed)
        let rows = makeRows()
        keeper.changeRare(\.text, KeptText(layout: layout, rows: rows))
        return rows
    }

    /// The number of layouts of texts whose lines are kept, for tests.
    static let layouts = Atomic(0)

    private func makeRows() -> [TextRow] {
        var rows: [TextRow] = [], top = bounds.maxY
        for (line, isParagraphEnd) in lines() {
            var ascent: CGFloat = 0, descent: CGFloat = 0, leading: CGFloat = 0
            let width = CTLineGetTypographicBounds(line, &ascent, &descent, &leading)
            let shown = fitted(line, CGFloat(width), isParagraphEnd)
            rows.append(TextRow(line: shown, origin: CGPoint(x: bounds.minX + offset(shown), y: top - ascent)))
            top -= ascent + descent + leading
            if top <= bounds.minY { break }
        }
        return rows
    }

    /// Returns the lines that fit, and whether each ends a paragraph. Paragraphs end at hard breaks, wrapped or not.
    private func lines() -> [(CTLine, isParagraphEnd: Bool)] {
        let typesetter = CTTypesetter(text)
        let string = text.string as NSString
        var result: [(CTLine, isParagraphEnd: Bool)] = []
        var start = 0, hardEnd = 0, contentsEnd = 0
        var room = bounds.height
        while start < text.length, room > 0 {
            // Once for each paragraph: its end is searched to its last character.
            if start >= hardEnd {
                string.getLineStart(nil, end: &hardEnd, contentsEnd: &contentsEnd, for: NSRange(location: start, length: 0))
            }
            var end = contentsEnd
            if isWrapped {
                let count = CTTypesetterSuggestLineBreak(typesetter, start, Double(bounds.width))
                end = min(contentsEnd, start + max(1, count))
            }
            var line = CTTypesetterCreateLine(typesetter, CFRange(location: start, length: end - start))
            var ascent: CGFloat = 0, descent: CGFloat = 0, leading: CGFloat = 0
            CTLineGetTypographicBounds(line, &ascent, &descent, &leading)
            let height = ascent + descent + leading
            room -= height
            // The next line does not fit: the last line represents the rest of its paragraph.
            if isWrapped, truncation != nil, end < contentsEnd, room < height {
                line = CTTypesetterCreateLine(typesetter, CFRange(location: start, length: contentsEnd - start))
                end = contentsEnd
                room = 0
            }
            result.append((line, end >= contentsEnd))
            start = end >= contentsEnd ? hardEnd : end
            if height <= 0 { break }
        }
        return result
    }

    /// The size of all lines, in whole points; wrapped at the width of the bounds, if there is one.
    var neededSize: CGSize {
        let typesetter = CTTypesetter(text), string = text.string as NSString
        let wraps = isWrapped && bounds.width > 0
        var width: CGFloat = 0, height: CGFloat = 0, start = 0, hardEnd = 0, contentsEnd = 0
        while start < text.length {
            if start >= hardEnd {
                string.getLineStart(nil, end: &hardEnd, contentsEnd: &contentsEnd, for: NSRange(location: start, length: 0))
            }
            var end = contentsEnd
            if wraps { end = min(contentsEnd, start + max(1, CTTypesetterSuggestLineBreak(typesetter, start, Double(bounds.width)))) }
            let line = CTTypesetterCreateLine(typesetter, CFRange(location: start, length: end - start))
            var ascent: CGFloat = 0, descent: CGFloat = 0, leading: CGFloat = 0
            width = max(width, CGFloat(CTLineGetTypographicBounds(line, &ascent, &descent, &leading)))
            height += ascent + descent + leading
            start = end >= contentsEnd ? hardEnd : end
        }
        return CGSize(width: width.rounded(.up), height: height.rounded(.up))
    }

    private func fitted(_ line: CTLine, _ width: CGFloat, _ isParagraphEnd: Bool) -> CTLine {
        if width > bounds.width, let truncation {
            return CTLineCreateTruncatedLine(line, Double(bounds.width), truncation, ellipsis) ?? line
        }
        if alignment == .justified, isWrapped, !isParagraphEnd { return CTLineCreateJustifiedLine(line, 1, Double(bounds.width)) ?? line }
        return line
    }

    /// The ellipsis, in the style of the text's beginning.
    private var ellipsis: CTLine { CTLine.of(StyledText("\u{2026}", text.attributes(at: 0))) }

    private func offset(_ line: CTLine) -> CGFloat {
        let flush: CGFloat =
            switch alignment {
            case .right: 1
            case .center: 0.5
            case .natural: isRightToLeft(line) ? 1 : 0
            default: 0
            }
        return flush == 0 ? 0 : CGFloat(CTLineGetPenOffsetForFlush(line, flush, Double(bounds.width)))
    }

    private func isRightToLeft(_ line: CTLine) -> Bool {
        // The first characters of a paragraph determine its direction. Runs are in visual order.
        let runs = CTLineGetGlyphRuns(line) as? [CTRun] ?? []
        let first = runs.min { CTRunGetStringRange($0).location < CTRunGetStringRange($1).location }
        return first.map { CTRunGetStatus($0).contains(.rightToLeft) } ?? false
    }
}

/// The values that determine the lines of a plain text.
struct TextArrangement: Equatable, Sendable {
    let string: String
    let font: CTFont
    let bounds: CGRect
    let isWrapped: Bool
    let truncation: CTLineTruncationType?
    let alignment: CATextLayerAlignmentMode
}

/// The values that determine a drawing of a plain text.
struct TextLook: Equatable, Sendable {
    let layout: TextArrangement
    let color: CGColor?
    let scale: CGFloat
    let isDownwards: Bool
    let quantizes: Bool
    let isOpaque: Bool
    let format: ContentsFormat
}

struct TextRow: Sendable {
    let line: CTLine
    let origin: CGPoint
}

/// The lines of a text layer's last layout, and the look of its last drawing.
final class KeptText {
    let layout: TextArrangement
    let rows: [TextRow]
    /// The look of `LayerRare.backing`; nil if it was not drawn as a whole.
    var drawn: TextLook?

    init(layout: TextArrangement, rows: [TextRow]) { (self.layout, self.rows) = (layout, rows) }
}
