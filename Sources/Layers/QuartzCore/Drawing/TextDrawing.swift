import CoreGraphics
import CoreText
import RenderTree

/// Lays out and draws the text of a text layer (spec TX1 to TX5).
struct TextDrawing {
    private let text: StyledText
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
        switch state.objects.text?.object {
        case let attributed as NSAttributedString:
            text = StyledText(attributed)
        case let plain?:
            var attributes: StyledText.Attributes = [.font: Self.font(state.objects.font?.object, size: state.extra.fontSize)]
            if case .color(let color)? = state.value(of: .foregroundColor) { attributes[.foregroundColor] = color }
            text = StyledText(plain as? String ?? (plain as? NSString).map { "\($0)" } ?? "", attributes)
        case nil:
            text = StyledText()
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
        // Lines are laid out upwards from a baseline.
        if isDownwards {
            context.translateBy(x: 0, y: bounds.minY + bounds.maxY)
            context.scaleBy(x: 1, y: -1)
        }
        context.textMatrix = .identity
        context.setShouldSubpixelPositionFonts(quantizes)
        context.setShouldSubpixelQuantizeFonts(quantizes)
        var top = bounds.maxY
        for (line, isParagraphEnd) in lines() {
            var ascent: CGFloat = 0, descent: CGFloat = 0, leading: CGFloat = 0
            let width = CTLineGetTypographicBounds(line, &ascent, &descent, &leading)
            let shown = fitted(line, CGFloat(width), isParagraphEnd)
            context.textPosition = CGPoint(x: bounds.minX + offset(shown), y: top - ascent)
            CTLineDraw(shown, context)
            top -= ascent + descent + leading
            if top <= bounds.minY { break }
        }
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
