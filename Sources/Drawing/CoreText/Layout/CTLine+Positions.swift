import CoreGraphics

extension CTLine {
    /// One letter beside which a caret can be placed.
    private struct Letter {
        let unit: Int
        /// The edges at which the letter begins and ends, in reading order.
        let leading: CGFloat
        let trailing: CGFloat
        let isRightToLeft: Bool
    }

    /// Calls `body` with each letter from left to right. A ligature's letters share its width evenly. Text that is not part of the line
    /// itself (a truncation token) is left out.
    private func forEachLetter(_ body: (Letter) -> Void) {
        for run in runs where run.shaped.source === source {
            let isRightToLeft = run.shaped.isRightToLeft
            run.forEachCluster { units, x, width in
                var starts = [units.lowerBound]
                if units.count > 1 {
                    starts = []
                    var at = units.lowerBound
                    for character in String(decoding: run.shaped.source.units[units], as: UTF16.self) {
                        starts.append(at)
                        at += character.utf16.count
                    }
                }
                let share = width / CGFloat(starts.count)
                for (i, unit) in (isRightToLeft ? starts.reversed() : starts).enumerated() {
                    let left = x + share * CGFloat(i)
                    body(
                        Letter(
                            unit: unit, leading: isRightToLeft ? left + share : left, trailing: isRightToLeft ? left : left + share,
                            isRightToLeft: isRightToLeft
                        )
                    )
                }
            }
        }
    }

    /// The part of the line's text that a truncation token replaces; nil if the line shows all of it.
    package var omitted: Range<Int>? {
        var at = range.lowerBound
        for shown in runs.filter({ $0.shaped.source === source }).map(\.shaped.range).sorted(by: { $0.lowerBound < $1.lowerBound }) {
            if shown.lowerBound > at { return at..<shown.lowerBound }
            at = max(at, shown.upperBound)
        }
        return at < range.upperBound ? at..<range.upperBound : nil
    }

    /// Returns the caret's positions before a code unit. At a change of direction there are two positions. The primary one is on the side
    /// of the line's own direction.
    func offsets(for unit: Int) -> (primary: CGFloat, secondary: CGFloat) {
        var before: Letter?, after: Letter?
        forEachLetter { letter in
            if letter.unit <= unit, letter.unit > after?.unit ?? .min { after = letter }
            if letter.unit < unit, letter.unit > before?.unit ?? .min { before = letter }
        }
        if before == nil, after == nil { return (0, 0) }
        // Inside a letter of several units, the caret is before the letter.
        if let after, after.unit < unit, unit < range.upperBound { return (after.leading, after.leading) }
        // The text before and after the line is considered to have the line's own direction.
        let (left, right) = isRightToLeft ? (width, 0) : (0, width)
        let first = before ?? Letter(unit: unit, leading: left, trailing: left, isRightToLeft: isRightToLeft)
        let second =
            unit < range.upperBound ? after ?? first : Letter(unit: unit, leading: right, trailing: right, isRightToLeft: isRightToLeft)
        if first.isRightToLeft == second.isRightToLeft { return (second.leading, second.leading) }
        return second.isRightToLeft == isRightToLeft ? (second.leading, first.trailing) : (first.trailing, second.leading)
    }

    /// Returns the code unit before which the caret is nearest to a position.
    func unit(at x: CGFloat) -> Int {
        var best: (unit: Int, distance: CGFloat)?
        func offer(_ unit: Int, _ edge: CGFloat) {
            let distance = (edge - x).magnitude
            if distance < best?.distance ?? .infinity { best = (unit, distance) }
        }
        var lastUnit = range.upperBound
        // After the end of a line that ends with a line feed, the caret is before the line feed.
        while lastUnit > range.lowerBound, source.units[lastUnit - 1].endsLine { lastUnit -= 1 }
        var last: Letter?
        forEachLetter { letter in
            guard letter.unit < lastUnit else { return }
            offer(letter.unit, letter.leading)
            if letter.unit > last?.unit ?? .min { last = letter }
        }
        if let last { offer(lastUnit, last.trailing) }
        return best?.unit ?? range.lowerBound
    }

    func forEachCaret(_ body: (_ offset: CGFloat, _ unit: Int, _ isLeading: Bool, _ stop: inout Bool) -> Void) {
        var stop = false
        forEachLetter { letter in
            if stop { return }
            let edges = [(letter.leading, true), (letter.trailing, false)]
            for (edge, isLeading) in letter.isRightToLeft ? edges.reversed() : edges where !stop {
                body(edge, letter.unit, isLeading, &stop)
            }
        }
    }
}

/// Returns the UTF-16 index of the caret that is nearest to a position in the line.
public func CTLineGetStringIndexForPosition(_ line: CTLine, _ position: CGPoint) -> CFIndex {
    position.x.isNaN ? line.range.lowerBound : line.unit(at: min(max(position.x, -1e9), 1e9))
}

/// Returns the caret's position before a UTF-16 index, in points from the line's origin.
/// - Parameter secondaryOffset: the location for the second position at a change of direction, otherwise the same position; or nil.
@discardableResult
public func CTLineGetOffsetForStringIndex(_ line: CTLine, _ charIndex: CFIndex, _ secondaryOffset: UnsafeMutablePointer<CGFloat>?)
    -> CGFloat
{
    let offsets = line.offsets(for: min(max(charIndex, line.range.lowerBound), line.range.upperBound))
    secondaryOffset?.pointee = offsets.secondary
    return offsets.primary
}

/// Calls `block` with the edges of each letter from left to right: the offset, the letter's UTF-16 index, true if the edge is at the
/// letter's beginning, and a flag that ends the enumeration.
public func CTLineEnumerateCaretOffsets(_ line: CTLine, _ block: (Double, CFIndex, Bool, UnsafeMutablePointer<Bool>) -> Void) {
    line.forEachCaret { offset, unit, isLeading, stop in block(Double(offset), unit, isLeading, &stop) }
}
