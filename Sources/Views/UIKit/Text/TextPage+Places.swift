import CoreText
import QuartzCore

/// The places of characters in a page, by points in its own coordinates. Locations are those in the displayed text, in UTF-16 units.
extension TextPage {
    /// Returns the location closest to a point, or nil without lines.
    func location(closestTo spot: CGPoint) -> Int? {
        guard let row = rows.first(where: { spot.y < $0.bottom }) ?? rows.last else { return nil }
        return max(0, CTLineGetStringIndexForPosition(row.line, CGPoint(x: spot.x - row.x, y: 0)))
    }

    /// Returns the location of the character at a point, or nil if there is none.
    func location(under spot: CGPoint) -> Int? {
        guard let row = rows.first(where: { spot.y < $0.bottom }), spot.y >= 0 else { return nil }
        let x = spot.x - row.x, index = CTLineGetStringIndexForPosition(row.line, CGPoint(x: x, y: 0))
        guard x >= 0, x <= TextBlock.width(row.line) else { return nil }
        // In the right half of a character, the index is that of the next one.
        return index > 0 && CGFloat(CTLineGetOffsetForStringIndex(row.line, index, nil)) > x ? index - 1 : index
    }

    /// Returns the frame of the caret at a location, in the superview's coordinates. For nil, the caret is below all lines, and has the
    /// height of a line.
    func caretRect(at location: Int?, lineHeight: CGFloat) -> CGRect {
        let rows = rows, left = frame.minX, top = frame.minY
        guard let location, let last = rows.indices.last else {
            return CGRect(x: left, y: top + (rows.last?.bottom ?? 0), width: TextCaret.width, height: lineHeight)
        }
        let index = rows.firstIndex { NSMaxRange($0.range) > location } ?? last
        let row = rows[index], above = index > 0 ? rows[index - 1].bottom : 0
        let x = row.x + CGFloat(CTLineGetOffsetForStringIndex(row.line, location, nil))
        return CGRect(
            x: (left + x).rounded(), y: (top + above).rounded(), width: TextCaret.width, height: (row.bottom - above).rounded())
    }

    /// Returns the frames of a range, one for each line, in the superview's coordinates.
    func selectionRects(from low: Int, to high: Int) -> [UITextSelectionRect] {
        var above: CGFloat = 0, result: [UITextSelectionRect] = []
        for row in rows {
            let start = max(low, row.range.location), end = min(high, NSMaxRange(row.range))
            if start < end {
                let ends = [start, end].map { CGFloat(CTLineGetOffsetForStringIndex(row.line, $0, nil)) }.sorted()
                let rect = CGRect(
                    x: frame.minX + row.x + ends[0], y: frame.minY + above, width: ends[1] - ends[0], height: row.bottom - above)
                result.append(TextLineRect(rect, isFirst: start == low, isLast: end == high))
            }
            above = row.bottom
        }
        return result
    }
}

extension TextColumn.Row {
    /// The line's range in the displayed text, in UTF-16 units.
    fileprivate var range: NSRange {
        let range = CTLineGetStringRange(line)
        return NSRange(location: range.location, length: range.length)
    }
}
