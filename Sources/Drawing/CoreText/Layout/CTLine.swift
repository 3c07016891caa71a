import CoreGraphics

/// One line of text with its glyphs placed. Immutable and safe on any thread. Its origin is the start of the baseline; lengths are points,
/// y grows upwards.
public final class CTLine: @unchecked Sendable {
    let source: TextSource
    /// The text that the line shows, in UTF-16 indices.
    let range: Range<Int>
    /// In the order of the text.
    let pieces: [ShapedRun]
    /// From left to right.
    let runs: [CTRun]
    let baseLevel: UInt8
    /// Spaces at the end included.
    let width: CGFloat
    let ascent: CGFloat
    let descent: CGFloat
    let leading: CGFloat
    /// The width of the spaces at the end.
    let trailingWidth: CGFloat
    /// Where the spaces at the end begin.
    let contentEnd: Int

    var isRightToLeft: Bool { baseLevel & 1 != 0 }

    /// Places pieces that stand in the order of the text.
    /// - Parameters:
    ///   - contentEnd: where spaces begin that hang over the end; they take the paragraph's direction (rule L1).
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

    /// The width without the spaces at the end.
    var contentWidth: CGFloat { width - trailingWidth }

    /// How far the line moves to the right so that `flush` of the free room is on its left.
    func penOffset(flush: CGFloat, width: CGFloat) -> CGFloat {
        let room = (width - contentWidth) * min(max(flush, 0), 1)
        // The spaces at the end of a line from right to left stand on its left.
        return max(0, room) - (isRightToLeft ? trailingWidth : 0)
    }

    /// The box around all ink; `CGRect.null` where there is none.
    var inkBounds: CGRect {
        runs.reduce(CGRect.null) { union, run in
            let box = run.inkBounds(0..<run.glyphs.count)
            return box.isNull ? union : union.union(box)
        }
    }
}

/// The string as one line; characters that end lines are there without a glyph.
public func CTLineCreateWithAttributedString(_ attrString: CFAttributedString) -> CTLine {
    let text = TextLayout(TextSource(attrString))
    return text.line(0..<text.source.units.count)
}

/// How many glyphs the line has.
public func CTLineGetGlyphCount(_ line: CTLine) -> CFIndex { line.runs.reduce(0) { $0 + $1.glyphs.count } }

/// The runs from left to right, an array of CTRun.
public func CTLineGetGlyphRuns(_ line: CTLine) -> CFArray { line.runs as NSArray }

/// The text that the line shows, in UTF-16 indices.
public func CTLineGetStringRange(_ line: CTLine) -> CFRange { CFRange(line.range) }

/// The width with the spaces at the end, and how high and deep the fonts reach, in points.
/// - Parameters:
///   - ascent: receives the height above the baseline, or nil.
///   - descent: receives the depth below it, or nil.
///   - leading: receives the gap between lines, or nil.
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

/// What counts for a line's bounds.
public struct CTLineBoundsOptions: OptionSet, Hashable, Sendable {
    public let rawValue: UInt

    public init(rawValue: UInt) { self.rawValue = rawValue }

    /// Leaves out the gap between lines.
    public static let excludeTypographicLeading = CTLineBoundsOptions(rawValue: 1 << 0)
    /// Leaves out raised and lowered text's shift.
    public static let excludeTypographicShifts = CTLineBoundsOptions(rawValue: 1 << 1)
    /// Lets punctuation hang. Without effect.
    public static let useHangingPunctuation = CTLineBoundsOptions(rawValue: 1 << 2)
    /// Takes the boxes around the glyphs' outlines.
    public static let useGlyphPathBounds = CTLineBoundsOptions(rawValue: 1 << 3)
    /// Takes the boxes that look even. The same as the boxes around outlines.
    public static let useOpticalBounds = CTLineBoundsOptions(rawValue: 1 << 4)
    /// Leaves room for the tallest letters of the language. Without effect.
    public static let includeLanguageExtents = CTLineBoundsOptions(rawValue: 1 << 5)
}

/// The line's box relative to its origin: typographic, or that of its ink.
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

/// The box around the line's ink at the context's text position; `CGRect.null` where there is no ink.
/// - Parameter context: nil for a text position of zero.
public func CTLineGetImageBounds(_ line: CTLine, _ context: CGContext?) -> CGRect { line.inkBounds.placed(at: context?.textPosition) }

/// The width of the spaces at the end.
public func CTLineGetTrailingWhitespaceWidth(_ line: CTLine) -> Double { Double(line.trailingWidth) }

/// How far to move the line so that it stands in a width.
/// - Parameters:
///   - flushFactor: 0 for the left, 0.5 for the middle, 1 for the right.
///   - flushWidth: the width.
public func CTLineGetPenOffsetForFlush(_ line: CTLine, _ flushFactor: CGFloat, _ flushWidth: Double) -> Double {
    guard flushFactor.isFinite, flushWidth.isFinite else { return 0 }
    return Double(line.penOffset(flush: flushFactor, width: CGFloat(flushWidth)))
}
