import CoreText
import QuartzCore

// The lines of a text view
//
// Paragraphs are laid out separately: nothing in a paragraph depends on another one. A change lays out only the paragraphs in it again,
// the others move. Of a text that is longer than `exactLength`, only the paragraphs that show are laid out; the heights of the others are
// estimated from the first ones, and the height of the whole becomes exact as they are shown.
//
//     paragraph | 0       | 1          | 2        | 3 ...     |
//     unit      starts[0]   starts[1]    starts[2]              starts, tops: valid up to `known`
//     height    laid out    laid out     estimated
//
// A paragraph that is laid out above one that shows keeps the place of that one: the difference from its estimate is taken from paragraphs
// further above, which are not laid out. So text that shows doesn't jump.

/// The lines of a text for one width, by paragraphs.
@MainActor final class TextParagraphs {
    private struct Paragraph {
        /// The number of UTF-16 units, including the characters that end the paragraph.
        var length: Int
        var block: TextBlock?
        /// The height of the block, or an estimate.
        var height: CGFloat
    }

    /// A line with its place in the whole text.
    struct PlacedRow {
        let row: TextColumn.Row
        /// The top of the line's paragraph, to which `row` is relative, and the bottom of the line above.
        let top, above: CGFloat
        /// The line's range in the text, in UTF-16 units.
        let range: Range<Int>
        /// The unit at which the line's paragraph begins.
        let start: Int

        var bottom: CGFloat { top + row.bottom }
    }

    /// The measurements of some lines, for estimates.
    private struct Sample {
        var unitWidth: CGFloat, rowHeight: CGFloat
    }

    /// The length up to which all paragraphs are laid out, in UTF-16 units.
    static let exactLength = 50_000

    let width: CGFloat
    private let text: () -> StyledText
    private var paragraphs: ContiguousArray<Paragraph> = []
    private var starts: ContiguousArray<Int> = [0]
    private var tops: ContiguousArray<CGFloat> = [0]
    /// The last index at which `starts` and `tops` are valid.
    private var known = 0
    private var length = 0
    private var sample: Sample?
    /// The number of laid out paragraphs with shadows or pictures, which may draw beyond their lines.
    private var spreadCount = 0
    /// The number of paragraphs that are not laid out.
    private var openCount = 0

    /// - Parameter text: Returns the current text.
    init(width: CGFloat, text: @escaping () -> StyledText) {
        self.width = width
        self.text = text
        read()
    }

    private func read() {
        let text = text()
        length = text.length
        sample = nil
        (known, spreadCount) = (0, 0)
        paragraphs = ContiguousArray(Self.lengths(of: text.string).map { Paragraph(length: $0, height: 0) })
        openCount = paragraphs.count
        resizePlaces()
        if length <= Self.exactLength {
            layOutAll()
        } else {
            takeSample(text)
        }
    }

    private func resizePlaces() {
        let count = paragraphs.count + 1
        if starts.count > count {
            starts.removeLast(starts.count - count)
            tops.removeLast(tops.count - count)
        } else {
            starts.append(contentsOf: repeatElement(0, count: count - starts.count))
            tops.append(contentsOf: repeatElement(0, count: count - tops.count))
        }
        (starts[0], tops[0]) = (0, 0)
        known = min(known, paragraphs.count)
    }

    /// Returns the lengths of the paragraphs of a string, in UTF-16 units.
    static func lengths(of string: String) -> [Int] {
        var string = string, lengths: [Int] = []
        string.withUTF8 { bytes in
            var units = 0, at = 0
            func follows(_ distance: Int, _ byte: UInt8) -> Bool { at + distance < bytes.count && bytes[at + distance] == byte }
            while at < bytes.count {
                let byte = bytes[at]
                var step = 1, ends = false
                switch byte {
                case 0x0A: (units, ends) = (units + 1, true)
                case 0x0D where follows(1, 0x0A): (units, step, ends) = (units + 2, 2, true)
                case 0x0D: (units, ends) = (units + 1, true)
                case ..<0x80: units += 1
                case ..<0xC0: break
                case 0xC2 where follows(1, 0x85): (units, step, ends) = (units + 1, 2, true)
                case 0xE2 where follows(1, 0x80) && follows(2, 0xA9): (units, step, ends) = (units + 1, 3, true)
                case ..<0xF0: units += 1
                default: units += 2
                }
                at += step
                if ends {
                    lengths.append(units)
                    units = 0
                }
            }
            if units > 0 { lengths.append(units) }
        }
        return lengths
    }

    // MARK: Places

    /// Updates the places of the paragraphs up to an index.
    private func settle(to index: Int) {
        while known < index {
            let each = paragraphs[known]
            starts[known + 1] = starts[known] + each.length
            let below = each.block?.spaceBelow ?? 0, above = known + 1 < paragraphs.count ? paragraphs[known + 1].block?.spaceAbove ?? 0 : 0
            tops[known + 1] = tops[known] + each.height + below + above
            known += 1
        }
    }

    private func changed(_ index: Int) { known = min(known, max(0, index - 1)) }

    /// Returns the last paragraph that begins at or above a height.
    private func index(at y: CGFloat) -> Int {
        settle(to: paragraphs.count)
        return lastIndex { tops[$0] <= y }
    }

    /// Returns the paragraph that contains a unit; the last one beyond the text.
    private func index(of unit: Int) -> Int {
        settle(to: paragraphs.count)
        return lastIndex { starts[$0] <= unit }
    }

    private func lastIndex(_ isBefore: (Int) -> Bool) -> Int {
        var low = 0, high = paragraphs.count
        while high - low > 1 {
            let middle = (low + high) / 2
            if isBefore(middle) { low = middle } else { high = middle }
        }
        return low
    }

    /// The height of all lines. Estimated as far as paragraphs are not laid out.
    var height: CGFloat {
        guard let last = paragraphs.indices.last else { return 0 }
        settle(to: last)
        return tops[last] + paragraphs[last].height
    }

    /// The width of the widest line that is laid out.
    var usedWidth: CGFloat { paragraphs.reduce(0) { max($0, $1.block?.size.width ?? 0) } }

    // MARK: Layout

    private func layOut(_ index: Int, _ text: StyledText) {
        ViewCounts.textsLaidOut += 1
        settle(to: index)
        let block = TextBlock(text.part(starts[index]..<starts[index] + paragraphs[index].length), width: width)
        if block.spreads { spreadCount += 1 }
        paragraphs[index].block = block
        paragraphs[index].height = block.size.height
        openCount -= 1
        changed(index)
    }

    private func layOut(_ indices: some Sequence<Int>) {
        var text: StyledText?
        for index in indices where paragraphs[index].block == nil {
            let known = text ?? self.text()
            text = known
            layOut(index, known)
        }
    }

    /// Lays out all paragraphs, so that the size is exact.
    func layOutAll() { if openCount > 0 { layOut(paragraphs.indices) } }

    /// Lays out the first paragraphs and estimates the heights of the others.
    private func takeSample(_ text: StyledText) {
        var rows = 0, units = 0, width: CGFloat = 0, height: CGFloat = 0
        for index in paragraphs.indices where rows < 40 {
            layOut(index, text)
            guard let block = paragraphs[index].block else { continue }
            rows += block.rows.count
            units += paragraphs[index].length
            height += block.size.height
            width = block.rows.reduce(width) { $0 + TextBlock.width($1.line) }
        }
        sample = Sample(unitWidth: width / CGFloat(max(1, units)), rowHeight: height / CGFloat(max(1, rows)))
        for index in paragraphs.indices where paragraphs[index].block == nil {
            paragraphs[index].height = estimate(paragraphs[index].length)
        }
        known = 0
    }

    private func estimate(_ length: Int) -> CGFloat {
        guard let sample else { return 0 }
        // Lines end at words, so that a part of their width stays free.
        let room = max(width * 0.95, 1)
        return max(1, (CGFloat(length) * sample.unitWidth / room).rounded(.up)) * sample.rowHeight
    }

    /// Lays out the paragraphs in a part of the text, and the one with a unit.
    func layOut(from top: CGFloat, to bottom: CGFloat, and unit: Int? = nil) {
        guard openCount > 0, !paragraphs.isEmpty, top <= bottom else { return }
        let first = index(at: top), last = index(at: bottom)
        if let shown = (first...last).first(where: { paragraphs[$0].block != nil }) {
            let place = tops[shown]
            var above = shown - 1
            while above >= 0, paragraphs[above].block == nil, tops[above] + paragraphs[above].height > top {
                layOut(CollectionOfOne(above))
                settle(to: shown)
                takeHeight(tops[shown] - place, above: above)
                settle(to: shown)
                above -= 1
            }
        }
        var at = index(at: top)
        while at < paragraphs.count, tops[at] <= bottom {
            layOut(CollectionOfOne(at))
            at += 1
            settle(to: min(at, paragraphs.count))
        }
        if let unit { layOut(CollectionOfOne(index(of: unit))) }
    }

    /// Takes a height from estimated paragraphs above one, as far as they have it.
    private func takeHeight(_ height: CGFloat, above index: Int) {
        guard let least = sample?.rowHeight else { return }
        var rest = height, at = index - 1, steps = 0
        while at >= 0, rest != 0, steps < 1_000 {
            steps += 1
            if paragraphs[at].block == nil {
                let taken = min(rest, max(0, paragraphs[at].height - least))
                paragraphs[at].height -= taken
                rest -= taken
                changed(at)
            }
            at -= 1
        }
    }

    // MARK: Changes

    /// Updates the paragraphs after a part of the text was replaced. Returns the heights between which lines differ from before; nil if all
    /// may differ.
    /// - Parameters:
    /// - range: The units that were replaced.
    /// - count: The number of units that replace them.
    func replace(_ range: Range<Int>, by count: Int) -> ClosedRange<CGFloat>? {
        let text = text(), moved = count - range.count
        guard !paragraphs.isEmpty, range.upperBound <= length, text.length == length + moved else {
            read()
            return nil
        }
        // The paragraph before the change may go on: a line feed after a carriage return belongs to it.
        var first = index(of: max(0, range.lowerBound - 1)), last = index(of: range.upperBound)
        let region = starts[first]..<starts[last + 1] + moved
        var lengths = Self.lengths(of: text.text(in: region))[...]
        guard lengths.reduce(0, +) == region.count else {
            read()
            return nil
        }
        while first <= last, let next = lengths.first, next == paragraphs[first].length, starts[first] + next <= range.lowerBound {
            lengths.removeFirst()
            first += 1
        }
        while first <= last, let next = lengths.last, next == paragraphs[last].length, starts[last] >= range.upperBound {
            lengths.removeLast()
            last -= 1
        }
        let replaced = first..<max(first, last + 1), wasLaidOut = replaced.allSatisfy { paragraphs[$0].block != nil }
        if sample == nil, length + moved > Self.exactLength, !wasLaidOut || lengths.count > 64 {
            read()
            return nil
        }
        let old = replaced.isEmpty ? [] : rows(of: first...last)
        let top = tops[first], end = replaced.isEmpty ? top : tops[last + 1], spread = spreadCount
        for index in replaced {
            if paragraphs[index].block == nil { openCount -= 1 } else if paragraphs[index].block?.spreads ?? false { spreadCount -= 1 }
        }
        paragraphs.replaceSubrange(replaced, with: lengths.map { Paragraph(length: $0, height: estimate($0)) })
        openCount += lengths.count
        length += moved
        changed(first)
        resizePlaces()
        let made = first..<first + lengths.count
        guard length <= Self.exactLength || wasLaidOut && made.count <= 64 else { return nil }
        for index in made { layOut(index, text) }
        if length <= Self.exactLength { layOutAll() }
        if spread > 0 || spreadCount > 0 || paragraphs.isEmpty { return nil }
        settle(to: made.upperBound)
        let new = made.isEmpty ? [] : rows(of: made.lowerBound...made.upperBound - 1)
        let isMoved = tops[first] != top || tops[made.upperBound] != end
        return Self.difference(old, new, range, count, isMoved: isMoved, at: top)
    }

    /// Returns the heights between which lines differ; nil if all below some line may differ, which then are at least those below `top`.
    private static func difference(
        _ old: [PlacedRow], _ new: [PlacedRow], _ range: Range<Int>, _ count: Int, isMoved: Bool, at top: CGFloat
    ) -> ClosedRange<CGFloat> {
        let moved = count - range.count
        func isSame(_ a: PlacedRow, _ b: PlacedRow) -> Bool {
            guard a.top + a.row.baseline == b.top + b.row.baseline, a.bottom == b.bottom, a.row.x == b.row.x else { return false }
            if a.range.upperBound <= range.lowerBound {
                guard a.range == b.range else { return false }
            } else if a.range.lowerBound >= range.upperBound {
                guard a.range.lowerBound + moved == b.range.lowerBound, a.range.count == b.range.count else { return false }
            } else {
                return false
            }
            return a.row.line.hasGlyphs(of: b.row.line)
        }
        var low = CGFloat.infinity, high = -CGFloat.infinity
        for index in 0..<max(old.count, new.count) {
            if index < old.count, index < new.count, isSame(old[index], new[index]) { continue }
            for rows in [old, new] where index < rows.count {
                // Letters may reach into the lines around theirs.
                let height = rows[index].bottom - rows[index].above
                low = min(low, rows[index].above - 2 * height)
                high = max(high, rows[index].bottom + 2 * height)
            }
        }
        if isMoved { (low, high) = (min(low, top), .infinity) }
        return low <= high ? low...high : top...top
    }

    // MARK: Lines

    /// Returns the lines of laid out paragraphs.
    private func rows(of indices: ClosedRange<Int>) -> [PlacedRow] {
        settle(to: min(indices.upperBound + 1, paragraphs.count))
        var all: [PlacedRow] = []
        for index in indices {
            guard let block = paragraphs[index].block else { continue }
            var above = index > 0 ? tops[index - 1] + paragraphs[index - 1].height : 0
            for row in block.rows {
                let range = CTLineGetStringRange(row.line), low = starts[index] + range.location
                all.append(PlacedRow(row: row, top: tops[index], above: above, range: low..<low + range.length, start: starts[index]))
                above = tops[index] + row.bottom
            }
        }
        return all
    }

    /// Returns the line at a height: the first one that ends below it, or the last one. Nil without lines.
    func row(at y: CGFloat) -> PlacedRow? {
        guard !paragraphs.isEmpty else { return nil }
        let index = index(at: y)
        layOut(index...min(index + 1, paragraphs.count - 1))
        let rows = rows(of: index...min(index + 1, paragraphs.count - 1))
        return rows.first { y < $0.bottom } ?? rows.last
    }

    /// Returns the line with a unit; the last one beyond the text. Nil without lines.
    func row(of unit: Int) -> PlacedRow? {
        guard !paragraphs.isEmpty else { return nil }
        let index = index(of: unit)
        layOut(CollectionOfOne(index))
        let rows = rows(of: index...index)
        return rows.first { $0.range.upperBound > unit } ?? rows.last
    }

    /// Returns the lines with units of a range.
    func rows(from low: Int, to high: Int) -> [PlacedRow] {
        guard !paragraphs.isEmpty else { return [] }
        let indices = index(of: low)...max(index(of: low), index(of: high))
        layOut(indices)
        return rows(of: indices)
    }

    /// Draws the lines with the top left corner of the text at a point, in a space whose y grows downwards.
    /// - Parameters:
    /// - top, bottom: The part of the text to draw. The lines before and after it are drawn as well, because letters may extend beyond
    ///   their lines.
    func draw(at origin: CGPoint, in context: CGContext, from top: CGFloat, to bottom: CGFloat) {
        guard !paragraphs.isEmpty, top <= bottom else { return }
        layOut(from: top, to: bottom)
        var indices = max(0, index(at: top) - 1)...min(paragraphs.count - 1, index(at: bottom) + 2)
        // Shadows and pictures may be anywhere.
        if spreadCount > 0 { indices = 0...paragraphs.count - 1 }
        var lines: [(index: Int, row: Int, bottom: CGFloat)] = []
        for index in indices {
            guard let block = paragraphs[index].block else { continue }
            for row in block.rows.indices { lines.append((index, row, tops[index] + block.rows[row].bottom)) }
        }
        if spreadCount == 0 {
            let first = lines.firstIndex { $0.bottom >= top } ?? lines.count, last = lines.firstIndex { $0.bottom >= bottom } ?? lines.count
            lines = Array(lines[max(0, first - 1)..<min(lines.count, last + 2)])
        }
        var at = 0
        while at < lines.count {
            let index = lines[at].index, row = lines[at].row
            while at < lines.count, lines[at].index == index { at += 1 }
            paragraphs[index].block?.draw(
                at: CGPoint(x: origin.x, y: origin.y + tops[index]), in: context, rows: row..<lines[at - 1].row + 1)
        }
    }
}
