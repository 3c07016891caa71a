import CoreGraphics

/// The layout of a text. It shapes paragraphs when they are first needed, breaks lines and creates them. It belongs to one thread at a
/// time.
final class TextLayout {
    /// The tolerance for sums of widths: a frame of the suggested size must fit the text again.
    static let tolerance: CGFloat = 1.0 / 1024

    let source: TextSource
    let shaper = Shaper()
    private var shaped: [ShapedParagraph?]

    init(_ source: TextSource) {
        self.source = source
        shaped = Array(repeating: nil, count: source.paragraphs.count)
    }

    func paragraph(_ number: Int) -> ShapedParagraph {
        if let paragraph = shaped[number] { return paragraph }
        let paragraph = ShapedParagraph(source, source.paragraphs[number], shaper)
        shaped[number] = paragraph
        return paragraph
    }

    /// Returns the end of a line that begins at a code unit.
    /// - Parameters:
    ///   - width: the maximum width in points, without the line's trailing spaces.
    ///   - offset: the position at which the line begins, for its tabs.
    ///   - byCluster: true if a line may end after any letter.
    func lineEnd(from start: Int, width: CGFloat, offset: CGFloat, byCluster: Bool) -> Int {
        guard start < source.units.count else { return source.units.count }
        let paragraph = paragraph(source.paragraphIndex(at: start))
        let base = paragraph.range.lowerBound, breaks = paragraph.breaks
        if width >= .greatestFiniteMagnitude { return hardEnd(from: start, paragraph.range) }
        if !breaks.hasEnds, let end = wholeEnd(from: start, width, paragraph) { return end }
        let ends = breaks.ends
        var x: CGFloat = 0, lastEnd: Int?, at = start
        while at < paragraph.range.upperBound {
            let unit = source.units[at]
            let before = x
            if unit == 0x09 { x = paragraph.values.tabStop(after: offset + x) - offset } else { x += paragraph.widths[at - base] }
            if x > width + TextLayout.tolerance, !unit.isHanging {
                if !byCluster, let lastEnd { return lastEnd }
                // The line ends before the letter that does not fit, unless that is the first one.
                var cut = at
                while cut > start, !breaks.startsCluster(cut - base) { cut -= 1 }
                if cut > start { return cut }
                repeat { cut += 1 } while cut < paragraph.range.upperBound && !breaks.startsCluster(cut - base)
                if before <= width || at + 1 >= cut { return hanging(from: cut, paragraph) }
            }
            if ends.mustEnd(after: at - base) { return at + 1 }
            if ends.mayEnd(after: at - base) { lastEnd = at + 1 }
            at += 1
        }
        return paragraph.range.upperBound
    }

    /// Returns the end of a line without tabs that fits as a whole; nil if it does not fit. No places to break it are needed.
    private func wholeEnd(from start: Int, _ width: CGFloat, _ paragraph: ShapedParagraph) -> Int? {
        let end = hardEnd(from: start, paragraph.range), base = paragraph.range.lowerBound
        var x: CGFloat = 0
        for at in start..<end {
            let unit = source.units[at]
            if unit == 0x09 { return nil }
            x += paragraph.widths[at - base]
            if x > width + TextLayout.tolerance, !unit.isHanging { return nil }
        }
        return end
    }

    /// Returns the end of a line of any width.
    private func hardEnd(from start: Int, _ paragraph: Range<Int>) -> Int {
        for at in start..<paragraph.upperBound where source.units[at].endsLine {
            // A line feed after a carriage return belongs to the carriage return.
            let isPair = source.units[at] == 0x0D && at + 1 < paragraph.upperBound && source.units[at + 1] == 0x0A
            if !isPair { return at + 1 }
        }
        return paragraph.upperBound
    }

    /// Returns the end of the spaces that hang after a single letter, which is alone because nothing fits beside it.
    private func hanging(from start: Int, _ paragraph: ShapedParagraph) -> Int {
        var end = start
        let ends = paragraph.breaks.ends
        while end < paragraph.range.upperBound, source.units[end].isHanging {
            end += 1
            if ends.mustEnd(after: end - 1 - paragraph.range.lowerBound) { break }
        }
        return end
    }

    /// Returns a line of a part of the text.
    /// - Parameter offset: the position at which the line begins, for its tabs.
    func line(_ range: Range<Int>, offset: CGFloat = 0) -> CTLine {
        guard !range.isEmpty else { return CTLine(source, pieces: [], range: range, contentEnd: range.upperBound, baseLevel: 0) }
        let first = source.paragraphIndex(at: range.lowerBound), last = source.paragraphIndex(at: range.upperBound - 1)
        var contentEnd = range.upperBound
        while contentEnd > range.lowerBound, source.units[contentEnd - 1].isHanging { contentEnd -= 1 }
        let opening = paragraph(first)
        var pieces: [ShapedRun] = []
        for number in first...last {
            let paragraph = paragraph(number)
            for piece in paragraph.runs(in: range.clamped(to: paragraph.range), shaper: shaper) {
                if piece.range.upperBound > contentEnd, piece.level != opening.baseLevel {
                    if let content = piece.slice(piece.range.lowerBound..<max(piece.range.lowerBound, contentEnd), shaper: shaper) {
                        pieces.append(content)
                    }
                    let start = max(piece.range.lowerBound, contentEnd)
                    if let spaces = piece.slice(start..<piece.range.upperBound, shaper: shaper) {
                        pieces.append(spaces.turned(to: opening.baseLevel))
                    }
                } else {
                    pieces.append(piece)
                }
            }
        }
        placeTabs(&pieces, opening.values, offset)
        return CTLine(source, pieces: pieces, range: range, contentEnd: contentEnd, baseLevel: opening.baseLevel)
    }

    private func placeTabs(_ pieces: inout [ShapedRun], _ values: ParagraphValues, _ offset: CGFloat) {
        guard pieces.contains(where: { $0.kind == .tab }) else { return }
        var x = offset
        for i in pieces.indices {
            if pieces[i].kind == .tab, !pieces[i].glyphs.isEmpty { pieces[i].glyphs[0].advance = values.tabStop(after: x) - x }
            x += pieces[i].width
        }
    }
}
