import CoreGraphics

/// One line of text with positioned glyphs. A line is immutable and thread-safe. Its origin is the start of the baseline. Lengths are
/// points, and y grows upwards.
public final class CTLine: @unchecked Sendable {
    let source: TextSource
    /// The text that the line shows, in UTF-16 indices.
    let range: Range<Int>
    /// The pieces in the order of the text.
    let pieces: [ShapedRun]
    /// The runs from left to right.
    let runs: [CTRun]
    let baseLevel: UInt8
    /// The width, including trailing spaces.
    let width: CGFloat
    let ascent: CGFloat
    let descent: CGFloat
    let leading: CGFloat
    /// The width of the trailing spaces.
    let trailingWidth: CGFloat
    /// The index at which the trailing spaces begin.
    let contentEnd: Int

    var isRightToLeft: Bool { baseLevel & 1 != 0 }

    /// Positions pieces that are in the order of the text.
    /// - Parameters:
    ///   - contentEnd: the index at which the spaces that hang over the end begin. They take the paragraph's direction (rule L1).
    init(_ source: TextSource, pieces: [ShapedRun], range: Range<Int>, contentEnd: Int, baseLevel: UInt8) {
        let order = BidiLevels.visualOrder(pieces.map(\.level))
        var runs: [CTRun] = []
        runs.reserveCapacity(order.count)
        var pen: CGFloat = 0, trailing: CGFloat = 0
        var ascent: CGFloat = 0, descent: CGFloat = 0, leading: CGFloat = 0
        for (place, number) in order.enumerated() {
            let piece = pieces[number]
            let run = CTRun(piece, at: pen)
            runs.append(run)
            pen += run.width
            if number == pieces.count - 1 || piece.range.lowerBound >= contentEnd {
                for glyph in piece.glyphs where Int(glyph.unit) >= contentEnd { trailing += glyph.advance }
            }
            ascent = place == 0 ? piece.ascent : max(ascent, piece.ascent)
            descent = place == 0 ? piece.descent : max(descent, piece.descent)
            leading = max(leading, piece.leading)
        }
        self.source = source
        self.range = range
        self.pieces = pieces
        self.runs = runs
        self.baseLevel = baseLevel
        self.contentEnd = contentEnd
        width = pen
        trailingWidth = trailing
        (self.ascent, self.descent, self.leading) = (ascent, descent, leading)
    }

    /// The width without the trailing spaces.
    var contentWidth: CGFloat { width - trailingWidth }

    /// Returns the distance by which the line moves to the right so that the fraction `flush` of the free space is on its left.
    func penOffset(flush: CGFloat, width: CGFloat) -> CGFloat {
        let room = (width - contentWidth) * min(max(flush, 0), 1)
        // The trailing spaces of a line from right to left are on its left.
        return max(0, room) - (isRightToLeft ? trailingWidth : 0)
    }

    /// The rectangle that contains all ink, or `CGRect.null` if there is none.
    var inkBounds: CGRect {
        runs.reduce(CGRect.null) { union, run in
            let box = run.inkBounds(0..<run.glyphs.count)
            return box.isNull ? union : union.union(box)
        }
    }
}

/// Creates one line of the string. Characters that end lines are included without a glyph.
public func CTLineCreateWithAttributedString(_ attrString: CFAttributedString) -> CTLine {
    let text = TextLayout(TextSource(attrString))
    return text.line(0..<text.source.units.count)
}

/// Returns the number of the line's glyphs.
public func CTLineGetGlyphCount(_ line: CTLine) -> CFIndex { line.runs.reduce(0) { $0 + $1.glyphs.count } }

/// Returns the runs from left to right, an array of CTRun.
public func CTLineGetGlyphRuns(_ line: CTLine) -> CFArray { line.runs as NSArray }

/// Returns the text that the line shows, in UTF-16 indices.
public func CTLineGetStringRange(_ line: CTLine) -> CFRange { CFRange(line.range) }

/// Returns the width including trailing spaces, and the largest extents of the fonts, in points.
/// - Parameters:
///   - ascent: the location for the height above the baseline, or nil.
///   - descent: the location for the depth below the baseline, or nil.
///   - leading: the location for the gap between lines, or nil.
@discardableResult
public func CTLineGetTypographicBounds(
    _ line: CTLine, _ ascent: UnsafeMutablePointer<CGFloat>?, _ descent: UnsafeMutablePointer<CGFloat>?,
    _ leading: UnsafeMutablePointer<CGFloat>?
) -> Double {
    ascent?.pointee = line.ascent
    descent?.pointee = line.descent
    leading?.pointee = line.leading
    return Double(line.width)
}

/// Options for a line's bounds.
public struct CTLineBoundsOptions: OptionSet, Hashable, Sendable {
    public let rawValue: UInt

    public init(rawValue: UInt) { self.rawValue = rawValue }

    /// Excludes the gap between lines.
    public static let excludeTypographicLeading = CTLineBoundsOptions(rawValue: 1 << 0)
    /// Excludes the shift of raised and lowered text.
    public static let excludeTypographicShifts = CTLineBoundsOptions(rawValue: 1 << 1)
    /// Lets punctuation hang. Has no effect.
    public static let useHangingPunctuation = CTLineBoundsOptions(rawValue: 1 << 2)
    /// Uses the boxes of the glyphs' outlines.
    public static let useGlyphPathBounds = CTLineBoundsOptions(rawValue: 1 << 3)
    /// Uses optically aligned boxes. The same as the boxes of outlines.
    public static let useOpticalBounds = CTLineBoundsOptions(rawValue: 1 << 4)
    /// Leaves room for the tallest letters of the language. Has no effect.
    public static let includeLanguageExtents = CTLineBoundsOptions(rawValue: 1 << 5)
}

/// Returns the line's box relative to its origin: typographic, or that of its ink.
public func CTLineGetBoundsWithOptions(_ line: CTLine, _ options: CTLineBoundsOptions) -> CGRect {
    if !options.isDisjoint(with: [.useGlyphPathBounds, .useOpticalBounds]) { return line.inkBounds.isNull ? .zero : line.inkBounds }
    var ascent = line.ascent, descent = line.descent
    if options.contains(.excludeTypographicShifts) {
        ascent = line.runs.map { $0.shaped.ascent - $0.shaped.style.baselineOffset }.max() ?? 0
        descent = line.runs.map { $0.shaped.descent + $0.shaped.style.baselineOffset }.max() ?? 0
    }
    let leading = options.contains(.excludeTypographicLeading) ? 0 : line.leading
    return CGRect(x: 0, y: -descent - leading, width: line.width, height: ascent + descent + leading)
}

/// Returns the rectangle that contains the line's ink at the context's text position, or `CGRect.null` if there is no ink.
/// - Parameter context: the context; nil for a text position of zero.
public func CTLineGetImageBounds(_ line: CTLine, _ context: CGContext?) -> CGRect { line.inkBounds.placed(at: context?.textPosition) }

/// Returns the width of the trailing spaces.
public func CTLineGetTrailingWhitespaceWidth(_ line: CTLine) -> Double { Double(line.trailingWidth) }

/// Returns the offset that aligns the line in a width.
/// - Parameters:
///   - flushFactor: 0 for the left, 0.5 for the middle, 1 for the right.
///   - flushWidth: the width.
public func CTLineGetPenOffsetForFlush(_ line: CTLine, _ flushFactor: CGFloat, _ flushWidth: Double) -> Double {
    guard flushFactor.isFinite, flushWidth.isFinite else { return 0 }
    return Double(line.penOffset(flush: flushFactor, width: CGFloat(flushWidth)))
}
