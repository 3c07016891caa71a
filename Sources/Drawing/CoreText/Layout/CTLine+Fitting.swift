import CoreGraphics

/// The part of a line that is truncated.
public enum CTLineTruncationType: UInt32, Sendable {
    /// An ellipsis replaces the beginning.
    case start = 0
    /// An ellipsis replaces the end.
    case end = 1
    /// An ellipsis replaces the middle.
    case middle = 2
}

/// Returns the line truncated to a width. Returns the line itself if it fits, and nil if not even the token fits.
/// - Parameters:
///   - width: the width in points.
///   - truncationType: the part that is truncated.
///   - truncationToken: the replacement of the truncated text, usually an ellipsis; nil for none.
public func CTLineCreateTruncatedLine(
    _ line: CTLine, _ width: Double, _ truncationType: CTLineTruncationType, _ truncationToken: CTLine?
) -> CTLine? {
    if width.isNaN { return nil }
    return line.truncated(to: CGFloat(width), truncationType, truncationToken)
}

/// Returns the line stretched to a width by its spaces, and between letters of East Asia. A wider line is compressed.
/// - Parameters:
///   - justificationFactor: the fraction of the difference that is applied, 0 to 1.
///   - justificationWidth: the width in points.
/// - Returns: the line, or nil for a line without text, and for values that are NaN.
public func CTLineCreateJustifiedLine(_ line: CTLine, _ justificationFactor: CGFloat, _ justificationWidth: Double) -> CTLine? {
    guard justificationFactor.isFinite, justificationWidth.isFinite, !line.pieces.isEmpty else { return nil }
    return line.justified(to: CGFloat(justificationWidth), factor: min(max(justificationFactor, 0), 1))
}

extension CTLine {
    /// The clusters in the order of the text: piece, first unit and width of each.
    private var clusters: [(piece: Int, unit: Int, width: CGFloat)] {
        var clusters: [(piece: Int, unit: Int, width: CGFloat)] = []
        for (number, piece) in pieces.enumerated() {
            for glyph in piece.isRightToLeft ? piece.glyphs.reversed() : piece.glyphs {
                if let last = clusters.last, last.piece == number, last.unit == Int(glyph.unit) {
                    clusters[clusters.count - 1].width += glyph.advance
                } else {
                    clusters.append((number, Int(glyph.unit), glyph.advance))
                }
            }
        }
        return clusters
    }

    func truncated(to width: CGFloat, _ type: CTLineTruncationType, _ token: CTLine?) -> CTLine? {
        if contentWidth <= width + TextLayout.tolerance { return self }
        let room = width - (token?.contentWidth ?? 0)
        guard room >= 0 else { return nil }
        let clusters = clusters
        // The number of clusters that are kept at the front and at the back.
        var front = 0, back = clusters.count, used: CGFloat = 0
        func growFront(_ limit: CGFloat) {
            while front < back, used + clusters[front].width <= limit {
                used += clusters[front].width
                front += 1
            }
        }
        func growBack(_ limit: CGFloat) {
            while back > front, used + clusters[back - 1].width <= limit {
                used += clusters[back - 1].width
                back -= 1
            }
        }
        switch type {
        case .end: growFront(room)
        case .start: growBack(room)
        case .middle:
            growFront(room / 2)
            growBack(room)
            growFront(room)
        }
        let shaper = Shaper()
        var kept = part(clusters, 0..<front, shaper)
        let tokenPieces = token.map { $0.pieces.map { $0.turned(to: baseLevel) } } ?? []
        kept += tokenPieces
        kept += part(clusters, back..<clusters.count, shaper)
        return CTLine(source, pieces: kept, range: range, contentEnd: type == .end ? .max : contentEnd, baseLevel: baseLevel)
    }

    private func part(_ clusters: [(piece: Int, unit: Int, width: CGFloat)], _ range: Range<Int>, _ shaper: Shaper) -> [ShapedRun] {
        guard let first = range.first.map({ clusters[$0] }), let last = range.last.map({ clusters[$0] }) else { return [] }
        return (first.piece...last.piece).compactMap { number in
            let piece = pieces[number]
            let start = number == first.piece ? first.unit : piece.range.lowerBound
            var end = piece.range.upperBound
            if number == last.piece, range.upperBound < clusters.count, clusters[range.upperBound].piece == number {
                end = clusters[range.upperBound].unit
            }
            return piece.slice(start..<max(start, end), shaper: shaper)
        }
    }

    func justified(to width: CGFloat, factor: CGFloat) -> CTLine {
        let extra = (width - contentWidth) * factor
        if extra == 0 { return self }
        // The last cluster of the content is not stretched: the following spaces hang.
        let end = contentEnd
        func takes(_ glyph: ShapedGlyph, in piece: ShapedRun) -> Bool {
            let unit = Int(glyph.unit)
            guard piece.kind == .text, piece.source === source, unit < end - 1 else { return false }
            let code = source.units[unit]
            return code == 0x20 || code == 0xA0 || code == 0x3000 || (0x2E80...0xD7FF).contains(code)
        }
        let places = pieces.reduce(0) { sum, piece in sum + piece.glyphs.reduce(0) { $0 + (takes($1, in: piece) ? 1 : 0) } }
        guard places > 0 else { return self }
        let share = extra / CGFloat(places)
        var stretched = pieces
        for number in stretched.indices {
            for i in stretched[number].glyphs.indices where takes(stretched[number].glyphs[i], in: pieces[number]) {
                stretched[number].glyphs[i].advance += share
            }
        }
        return CTLine(source, pieces: stretched, range: range, contentEnd: contentEnd, baseLevel: baseLevel)
    }
}
