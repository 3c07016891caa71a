import CoreGraphics

/// Lays out lines in a shape from its top downwards, until the text or the shape ends.
///
/// The height of a line is the sum of its fonts' ascent, descent and leading, times the multiple, clamped to the minimum and maximum
/// height. The difference from the natural height is added or removed above the letters. The first baseline is below the top by that
/// height without descent and leading.
struct FrameFiller {
    let layout: TextLayout
    let shape: FrameShape

    struct Result {
        var lines: [CTLine] = []
        /// The lines' origins, in the coordinates of the shape.
        var origins: [CGPoint] = []
        /// The text that fits.
        var range: Range<Int>
        /// The width of the widest line, with its indents.
        var width: CGFloat = 0
        /// The distance from the top of the shape to the bottom of the last line.
        var height: CGFloat = 0
    }

    func fill(_ range: Range<Int>) -> Result {
        var result = Result(range: range.lowerBound..<range.lowerBound)
        var top = shape.bounds.maxY, at = range.lowerBound
        if case .box(let rect) = shape, rect.height == .greatestFiniteMagnitude { top = 0 }
        let start = top
        while at < range.upperBound {
            let paragraph = layout.paragraph(layout.source.paragraphIndex(at: at))
            let values = paragraph.values
            if at == paragraph.range.lowerBound, !result.lines.isEmpty { top -= values.paragraphSpacingBefore }
            guard let set = setLine(at, range.upperBound, paragraph, &top) else { break }
            let line = set.line
            result.lines.append(line)
            result.origins.append(CGPoint(x: set.x, y: set.baseline))
            result.width = max(result.width, set.width)
            let bottom = set.baseline - line.descent - line.leading
            result.height = start - bottom
            at = line.range.upperBound
            result.range = range.lowerBound..<at
            top = bottom - min(max(values.lineSpacing, values.minimumLineSpacing), values.maximumLineSpacing)
            if at >= paragraph.range.upperBound { top -= values.paragraphSpacing }
        }
        return result
    }

    private struct SetLine {
        let line: CTLine
        let x: CGFloat
        let baseline: CGFloat
        let width: CGFloat
    }

    /// Lays out one line below `top`. Returns nil if there is no room. In a shape that is not a box the line moves down until there is
    /// room, and `top` moves with it.
    private func setLine(_ at: Int, _ limit: Int, _ paragraph: ShapedParagraph, _ top: inout CGFloat) -> SetLine? {
        // The height of the line depends on its content, and the content depends on the width of the shape at the line. The first attempt
        // uses the font's own height.
        let font = paragraph.runs.first { $0.range.upperBound > at }
        var ascent = height(paragraph.values, font?.ascent ?? 0, font?.descent ?? 0, font?.leading ?? 0), descent = font?.descent ?? 0
        var tries = 0
        while tries < 10_000 {
            tries += 1
            guard isInside(top - ascent - descent) else { return nil }
            guard let span = shape.span(from: top - ascent - descent, to: top), let line = line(at, limit, paragraph, span) else {
                if case .box = shape { return nil }
                // Moves down by a fraction of a line.
                top -= max(0.5, (ascent + descent) / 8)
                continue
            }
            let actual = height(paragraph.values, line.line.ascent, line.line.descent, line.line.leading)
            if case .box = shape {
            } else if actual > ascent + TextLayout.tolerance || line.line.descent > descent + TextLayout.tolerance, tries < 9_999 {
                (ascent, descent) = (max(actual, ascent), max(line.line.descent, descent))
                continue
            }
            guard isInside(top - actual - line.line.descent) else { return nil }
            return SetLine(line: line.line, x: line.x, baseline: top - actual, width: line.width)
        }
        return nil
    }

    private func isInside(_ bottom: CGFloat) -> Bool {
        if case .box(let rect) = shape, rect.height == .greatestFiniteMagnitude { return true }
        return bottom >= shape.bounds.minY - TextLayout.tolerance
    }

    /// Returns the distance of the baseline from the line's top.
    private func height(_ values: ParagraphValues, _ ascent: CGFloat, _ descent: CGFloat, _ leading: CGFloat) -> CGFloat {
        let natural = ascent + descent + leading
        var height = values.lineHeightMultiple > 0 ? natural * values.lineHeightMultiple : natural
        height = max(height, values.minimumLineHeight)
        if values.maximumLineHeight > 0 { height = min(height, max(values.maximumLineHeight, values.minimumLineHeight)) }
        return ascent + (height - natural)
    }

    private func line(
        _ at: Int, _ limit: Int, _ paragraph: ShapedParagraph, _ span: ClosedRange<CGFloat>
    ) -> (line: CTLine, x: CGFloat, width: CGFloat)? {
        let values = paragraph.values
        let full = span.upperBound - span.lowerBound
        let isBounded = full < .greatestFiniteMagnitude
        let head = at == paragraph.range.lowerBound ? values.firstLineHeadIndent : values.headIndent
        let tail = values.tailIndent > 0 ? min(values.tailIndent, full) : isBounded ? full + values.tailIndent : full
        let room = max(0, tail - head)
        let end = min(limit, lineEnd(at, room, head, values, paragraph))
        guard end > at else { return nil }
        var line = layout.line(at..<end, offset: head)
        if let truncation = values.truncation, line.contentWidth > room + TextLayout.tolerance {
            line = line.truncated(to: room, truncation, token(at: truncation == .start ? at : max(at, line.contentEnd - 1))) ?? line
        }
        let needed = head + line.contentWidth + (values.tailIndent < 0 ? -values.tailIndent : 0)
        guard isBounded else { return (line, head, needed) }
        let isLast = end >= paragraph.range.upperBound || layout.source.units[end - 1].endsLine || end == limit
        if values.alignment == .justified, !isLast { line = line.justified(to: room, factor: 1) }
        let x = paragraph.isRightToLeft ? span.upperBound - head - room : span.lowerBound + head
        return (line, x + line.penOffset(flush: values.flush(paragraph.isRightToLeft), width: room), needed)
    }

    private func lineEnd(_ at: Int, _ room: CGFloat, _ head: CGFloat, _ values: ParagraphValues, _ paragraph: ShapedParagraph) -> Int {
        switch values.lineBreakMode {
        case .byWordWrapping: layout.lineEnd(from: at, width: room, offset: head, byCluster: false)
        case .byCharWrapping: layout.lineEnd(from: at, width: room, offset: head, byCluster: true)
        case .byClipping, .byTruncatingHead, .byTruncatingTail, .byTruncatingMiddle:
            layout.lineEnd(from: at, width: .greatestFiniteMagnitude, offset: head, byCluster: false)
        }
    }

    /// Returns an ellipsis in the style of the text that it replaces.
    private func token(at unit: Int) -> CTLine {
        let style = layout.source.spans[layout.source.spanIndex(at: unit)].style
        return CTLine.of(StyledText("\u{2026}", style.attributes))
    }
}

extension ParagraphValues {
    fileprivate var truncation: CTLineTruncationType? {
        switch lineBreakMode {
        case .byTruncatingHead: .start
        case .byTruncatingTail: .end
        case .byTruncatingMiddle: .middle
        case .byWordWrapping, .byCharWrapping, .byClipping: nil
        }
    }

    /// Returns the fraction of the free space that is on the left.
    fileprivate func flush(_ isRightToLeft: Bool) -> CGFloat {
        switch alignment {
        case .left: 0
        case .center: 0.5
        case .right: 1
        case .justified, .natural: isRightToLeft ? 1 : 0
        }
    }
}
