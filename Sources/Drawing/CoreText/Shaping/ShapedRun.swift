import CoreGraphics

/// One glyph with its offset from the pen, in points.
struct ShapedGlyph: Equatable {
    var glyph: CGGlyph
    /// True if cutting the text before this glyph's cluster changes its glyphs.
    var isUnsafeToCut: Bool
    /// The first code unit that the glyph represents.
    var unit: Int32
    var advance: CGFloat
    var x: CGFloat
    var y: CGFloat
}

/// Text of one font, style, script and direction, with its glyphs from left to right.
struct ShapedRun {
    enum Kind: Hashable, Sendable {
        case text
        /// A tab, whose width depends on its position in the line.
        case tab
        /// Characters without glyphs, or with a delegate that provides their size.
        case blank
    }

    /// CoreGraphics's glyph index for characters without a glyph.
    static let noGlyph: CGGlyph = 0xFFFF

    let source: TextSource
    var style: TextStyle
    var font: CTFont
    var kind: Kind
    var level: UInt8
    var script: UInt32
    var range: Range<Int>
    var glyphs: [ShapedGlyph]

    var isRightToLeft: Bool { level & 1 != 0 }

    var width: CGFloat { glyphs.reduce(0) { $0 + $1.advance } }

    /// Returns the part of the run in a range of code units. If the cut would change glyphs, the part is shaped again.
    func slice(_ wanted: Range<Int>, shaper: Shaper) -> ShapedRun? {
        let wanted = wanted.clamped(to: range)
        if wanted.isEmpty { return nil }
        if wanted == range { return self }
        var part = self
        part.range = wanted
        guard let first = cut(at: wanted.lowerBound), let last = cut(at: wanted.upperBound) else {
            part.glyphs = shaper.glyphs(of: part, context: wanted)
            return part
        }
        part.glyphs = Array(isRightToLeft ? glyphs[last..<first] : glyphs[first..<last])
        return part
    }

    /// Returns the index in `glyphs` that separates the text before a code unit from the text after it, or nil if a cut requires shaping.
    private func cut(at unit: Int) -> Int? {
        if unit == range.lowerBound { return isRightToLeft ? glyphs.count : 0 }
        if unit == range.upperBound { return isRightToLeft ? 0 : glyphs.count }
        // Code units are ascending from left to right, or descending if the text runs from right to left.
        var low = 0, high = glyphs.count
        while low < high {
            let middle = (low + high) / 2
            let goesOn = isRightToLeft ? Int(glyphs[middle].unit) >= unit : Int(glyphs[middle].unit) < unit
            if goesOn { low = middle + 1 } else { high = middle }
        }
        let cluster = isRightToLeft ? low - 1 : low
        guard glyphs.indices.contains(cluster), Int(glyphs[cluster].unit) == unit, !glyphs[cluster].isUnsafeToCut else { return nil }
        return low
    }

    /// Returns the same glyphs in another direction, for spaces that hang over a line's end.
    func turned(to level: UInt8) -> ShapedRun {
        var turned = self
        if level & 1 != self.level & 1 { turned.glyphs.reverse() }
        turned.level = level
        return turned
    }

    var ascent: CGFloat { (style.delegate?.ascent ?? font.ascent) + style.baselineOffset }
    var descent: CGFloat { (style.delegate?.descent ?? font.descent) - style.baselineOffset }
    var leading: CGFloat { style.delegate == nil ? font.leading : 0 }
}
