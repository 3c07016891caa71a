import CoreText
import QuartzCore

/// The places of characters in a page, by points in its own coordinates. Locations are those in the displayed text, in UTF-16 units.
extension TextPage {
    /// Returns the location closest to a point, or nil without lines.
    func location(closestTo spot: CGPoint) -> Int? {
        guard let line = shownLines.row(at: spot.y) else { return nil }
        return line.start + max(0, CTLineGetStringIndexForPosition(line.row.line, CGPoint(x: spot.x - line.row.x, y: 0)))
    }

    /// Returns the location of the character at a point, or nil if there is none.
    func location(under spot: CGPoint) -> Int? {
        guard let line = shownLines.row(at: spot.y), spot.y >= 0, spot.y < line.bottom else { return nil }
        let row = line.row, x = spot.x - row.x, index = CTLineGetStringIndexForPosition(row.line, CGPoint(x: x, y: 0))
        guard x >= 0, x <= TextBlock.width(row.line) else { return nil }
        // In the right half of a character, the index is that of the next one.
        return line.start + (index > 0 && CGFloat(CTLineGetOffsetForStringIndex(row.line, index, nil)) > x ? index - 1 : index)
    }

    /// Returns the frame of the caret at a location, in the superview's coordinates. For nil, the caret is below all lines, and has the
    /// height of a line.
    func caretRect(at location: Int?, lineHeight: CGFloat) -> CGRect {
        let lines = shownLines, left = frame.minX, top = frame.minY
        guard let location, let line = lines.row(of: location) else {
            return CGRect(x: left, y: top + lines.height, width: TextCaret.width, height: lineHeight)
        }
        let x = line.row.x + CGFloat(CTLineGetOffsetForStringIndex(line.row.line, location - line.start, nil))
        return CGRect(
            x: (left + x).rounded(), y: (top + line.above).rounded(), width: TextCaret.width, height: (line.bottom - line.above).rounded())
    }

    /// Returns the frames of a range, one for each line, in the superview's coordinates.
    func selectionRects(from low: Int, to high: Int) -> [UITextSelectionRect] {
        shownLines.rows(from: low, to: high).compactMap { line in
            let start = max(low, line.range.lowerBound), end = min(high, line.range.upperBound)
            guard start < end else { return nil }
            let ends = [start, end].map { CGFloat(CTLineGetOffsetForStringIndex(line.row.line, $0 - line.start, nil)) }.sorted()
            let rect = CGRect(
                x: frame.minX + line.row.x + ends[0], y: frame.minY + line.above, width: ends[1] - ends[0],
                height: line.bottom - line.above)
            return TextLineRect(rect, isFirst: start == low, isLast: end == high)
        }
    }
}
