import CoreGraphics

/// Draws lines into a context: backgrounds, glyphs, underlines and strikethroughs. Colours come from the text's attributes.
///
/// If the context's text drawing mode clips, the outlines that one call draws together become the clip when the call ends.
struct TextPainter {
    let context: CGContext
    private let mode: CGTextDrawingMode
    private let clip: CGMutablePath?

    init(_ context: CGContext) {
        self.context = context
        mode = context.textState.drawingMode
        clip = mode.clips ? CGMutablePath() : nil
    }

    /// - Parameter matrix: the transform from the line's coordinates to user space.
    func draw(_ line: CTLine, _ matrix: CGAffineTransform) {
        for run in line.runs { drawBackground(run, matrix) }
        for run in line.runs { draw(run, 0..<run.glyphs.count, line.contentEnd, matrix) }
    }

    func draw(_ run: CTRun, _ range: Range<Int>, _ contentEnd: Int, _ matrix: CGAffineTransform) {
        let style = run.shaped.style
        guard run.shaped.kind == .text || style.underline != 0 || style.strikethrough != 0 else { return }
        if clip == nil, fill(run, range, matrix) {
            if mode.painting != nil { drawDecorations(run, range, contentEnd, matrix) }
            return
        }
        context.saveGState()
        defer { context.restoreGState() }
        if !style.takesContextColor || style.foreground != nil { context.setFillColor(style.foreground ?? .black) }
        if let painting = style.painting(mode) {
            if painting.strokes {
                if let color = style.strokeColor ?? style.foreground ?? (style.takesContextColor ? nil : .black) {
                    context.setStrokeColor(color)
                }
                if style.strokeWidth != 0 { context.setLineWidth(style.strokeWidth.magnitude) }
            }
            for i in range where run.glyphs[i] != ShapedRun.noGlyph {
                let placement = CGAffineTransform(translationX: run.positions[i].x, y: run.positions[i].y).concatenating(matrix)
                context.draw(run.glyphs[i], of: run.shaped.font, placement: placement, mode: painting)
            }
        }
        if let clip, let face = run.shaped.font.face {
            for i in range where run.glyphs[i] != ShapedRun.noGlyph {
                let placement = CGAffineTransform(translationX: run.positions[i].x, y: run.positions[i].y).concatenating(matrix)
                clip.addPath(face.outline(run.glyphs[i]), transform: run.shaped.font.glyphTransform.concatenating(placement))
            }
        }
        guard mode.painting != nil else { return }
        drawDecorations(run, range, contentEnd, matrix)
    }

    /// Fills the glyphs of a run together. Returns false, without drawing, if they have to be drawn one by one.
    private func fill(_ run: CTRun, _ range: Range<Int>, _ matrix: CGAffineTransform) -> Bool {
        let style = run.shaped.style, font = run.shaped.font
        guard case .fill? = style.painting(mode), let face = font.face, !face.hasColorGlyphs else { return false }
        let outlines = face.outlines(of: run.glyphs[range]), scaling = font.glyphTransform, positions = run.positions
        let color = style.foreground ?? (style.takesContextColor ? nil : .black)
        return context.fill(glyphs: outlines, color: color, quantizes: context.quantizesGlyphs) { i in
            let position = positions[range.lowerBound + i]
            return scaling.concatenating(CGAffineTransform(translationX: position.x, y: position.y).concatenating(matrix))
        }
    }

    /// Ends a call of the API. The outlines drawn become the clip, if the mode requires it.
    func finish() {
        if let clip { context.clip(to: clip, placed: .identity, rule: .winding) }
    }

    private func drawBackground(_ run: CTRun, _ matrix: CGAffineTransform) {
        guard mode.painting != nil, let color = run.shaped.style.background else { return }
        fill(CGRect(x: run.start, y: -run.shaped.descent, width: run.width, height: run.shaped.ascent + run.shaped.descent), color, matrix)
    }

    // MARK: Underlines and strikethroughs

    private func drawDecorations(_ run: CTRun, _ range: Range<Int>, _ contentEnd: Int, _ matrix: CGAffineTransform) {
        let style = run.shaped.style, font = run.shaped.font
        guard style.underline != 0 || style.strikethrough != 0 else { return }
        var left = CGFloat.infinity, right = -CGFloat.infinity, pen = run.start
        for i in 0..<run.glyphs.count {
            // Spaces that hang over the line's end are not underlined.
            if range.contains(i), run.indices[i] < contentEnd { (left, right) = (min(left, pen), max(right, pen + run.advances[i].width)) }
            pen += run.advances[i].width
        }
        guard right > left else { return }
        let own = CTFontGetUnderlineThickness(font)
        let thickness = own > 0 ? own : font.size / 14
        if style.underline != 0 {
            let middle = own > 0 ? CTFontGetUnderlinePosition(font) - own / 2 : -font.size / 10
            drawLine(style.underline, left...right, middle + style.baselineOffset, thickness, style.underlineColor, style, matrix)
        }
        if style.strikethrough != 0 {
            let middle = CTFontGetXHeight(font) / 2
            drawLine(style.strikethrough, left...right, middle + style.baselineOffset, thickness, style.strikethroughColor, style, matrix)
        }
    }

    private func drawLine(
        _ bits: Int, _ span: ClosedRange<CGFloat>, _ middle: CGFloat, _ thickness: CGFloat, _ color: CGColor?, _ style: TextStyle,
        _ matrix: CGAffineTransform
    ) {
        let isDouble = bits & 0xF == 9
        let thickness = bits & 0xF == 2 ? thickness * 2 : thickness
        let color = color ?? style.foreground ?? (style.takesContextColor ? nil : .black)
        // Two lines have the place of one that is three times as thick.
        for y in isDouble ? [middle, middle - thickness * 2] : [middle] {
            for dash in TextPainter.dashes(bits, span, thickness) {
                let box = CGRect(x: dash.lowerBound, y: y - thickness / 2, width: dash.upperBound - dash.lowerBound, height: thickness)
                fill(box, color, matrix)
            }
        }
    }

    /// Returns the pieces of a broken line. Lengths are multiples of the thickness.
    private static func dashes(_ bits: Int, _ span: ClosedRange<CGFloat>, _ thickness: CGFloat) -> [ClosedRange<CGFloat>] {
        let pattern: [CGFloat] =
            switch bits & 0x0700 {
            case 0x0100: [3, 3]
            case 0x0200: [10, 5]
            case 0x0300: [10, 3, 3, 3]
            case 0x0400: [10, 3, 3, 3, 3, 3]
            default: []
            }
        // Too many dashes to be visible are drawn as one line.
        guard !pattern.isEmpty, thickness > 0, (span.upperBound - span.lowerBound) / thickness < 1e5 else { return [span] }
        var dashes: [ClosedRange<CGFloat>] = []
        var x = span.lowerBound, number = 0
        while x < span.upperBound {
            let length = pattern[number % pattern.count] * thickness
            if number % 2 == 0 { dashes.append(x...min(x + length, span.upperBound)) }
            x += length
            number += 1
        }
        return dashes
    }

    private func fill(_ box: CGRect, _ color: CGColor?, _ matrix: CGAffineTransform) {
        context.saveGState()
        if let color { context.setFillColor(color) }
        context.paint(CGPath(rect: box, transform: nil), placed: matrix, mode: .fill)
        context.restoreGState()
    }
}

extension TextStyle {
    /// Returns the mode in which the glyphs are painted. The stroke attribute takes precedence over the context's mode.
    fileprivate func painting(_ mode: CGTextDrawingMode) -> CGPathDrawingMode? {
        guard let painting = mode.painting else { return nil }
        if strokeWidth > 0 { return .stroke }
        return strokeWidth < 0 ? .fillStroke : painting
    }
}

extension CGTextDrawingMode {
    /// The parts that are painted, or nil for none.
    var painting: CGPathDrawingMode? {
        switch self {
        case .fill, .fillClip: .fill
        case .stroke, .strokeClip: .stroke
        case .fillStroke, .fillStrokeClip: .fillStroke
        case .invisible, .clip: nil
        }
    }

    var clips: Bool { rawValue >= CGTextDrawingMode.fillClip.rawValue }
}

/// Draws the line with its origin at the context's text position. Afterwards the text position is at the line's end.
public func CTLineDraw(_ line: CTLine, _ context: CGContext) {
    let painter = TextPainter(context)
    let matrix = context.textMatrix
    painter.draw(line, matrix)
    painter.finish()
    context.textMatrix = CGAffineTransform(translationX: line.width, y: 0).concatenating(matrix)
}

/// Draws some glyphs of a run at their positions in the line, whose origin is at the context's text position. A range of length 0 extends
/// to the last glyph.
public func CTRunDraw(_ run: CTRun, _ context: CGContext, _ range: CFRange) {
    let painter = TextPainter(context)
    painter.draw(run, run.range(range), .max, context.textMatrix)
    painter.finish()
}

/// Draws all lines in the frame's path, in user space whose y grows upwards.
public func CTFrameDraw(_ frame: CTFrame, _ context: CGContext) {
    let painter = TextPainter(context)
    for (line, origin) in zip(frame.lines, frame.origins) {
        context.textPosition = CGPoint(x: frame.bounds.minX + origin.x, y: frame.bounds.minY + origin.y)
        painter.draw(line, context.textMatrix)
        context.textMatrix = CGAffineTransform(translationX: line.width, y: 0).concatenating(context.textMatrix)
    }
    painter.finish()
}
