import CoreGraphics

/// A text laid out in lines: the position of each letter without animators.
struct LottieTextLayout {
    struct Letter {
        let path: CGPath?
        let composition: LottieTypeface.Composition?
        /// The left end of its baseline.
        var origin: SIMD2<Double>
        let advance: Double
        /// The letter's index among the letters, the letters without spaces, the words and the lines, by the basis of selectors: 1 to 4.
        var numbers: SIMD4<Int>
    }

    private(set) var letters: [Letter] = []
    /// The number of units of each basis.
    private(set) var counts = SIMD4<Int>.zero
    /// The distance by which a line's letters move to the left for each point that it grows: 0 for left-aligned lines, 0.5 for centred
    /// ones, 1 for right-aligned ones.
    private(set) var flush = 0.0
    let lineHeight: Double

    init(_ document: LottieTextDocument, typeface: LottieTypeface, lower: LottieTypeface?) {
        let tracking = document.tracking / 1000 * document.size
        lineHeight = document.lineHeight ?? document.size * 1.2
        flush =
            switch document.justification {
            case .left, .justifyLastLeft, .justify: 0
            case .right, .justifyLastRight: 1
            case .center, .justifyLastCenter: 0.5
            }
        let box = document.boxSize.map { Double($0.x) }
        var number = SIMD4<Int>.zero, words = 0
        var top = document.boxSize == nil ? 0 : document.boxPosition.y + typeface.ascent
        let left = document.boxSize == nil ? 0 : document.boxPosition.x
        for (line, isLast) in Self.lines(document, typeface, lower, tracking: tracking, width: box) {
            let pieces = Self.pieces(line, document, typeface, lower, tracking: tracking)
            // Spaces after the last letter are ignored.
            let shown = pieces.lastIndex { $0.path != nil || $0.composition != nil } ?? pieces.count - 1
            let width = pieces.prefix(shown + 1).reduce(0) { $0 + $1.advance } - (shown >= 0 ? tracking : 0)
            var x = left + ((box ?? 0) - width) * flush, gap = 0.0
            if let box, Self.isJustified(document.justification, isLast: isLast) {
                let spaces = pieces.prefix(shown + 1).filter { line[$0.index].isWhitespace }.count
                if spaces > 0 { (x, gap) = (left, (box - width) / Double(spaces)) }
            }
            var wasSpace = true
            for piece in pieces {
                let isSpace = line[piece.index].isWhitespace
                if !isSpace, wasSpace {
                    number.z = words
                    words += 1
                }
                letters.append(
                    Letter(
                        path: piece.path, composition: piece.composition, origin: SIMD2(x, top - document.baselineShift),
                        advance: piece.advance - tracking, numbers: number
                    ))
                number.x += 1
                if !isSpace { number.y += 1 }
                wasSpace = isSpace
                x += piece.advance + (isSpace ? gap : 0)
            }
            number.w += 1
            top += lineHeight
        }
        counts = SIMD4(number.x, number.y, words, number.w)
    }

    private static func isJustified(_ justification: LottieTextDocument.Justification, isLast: Bool) -> Bool {
        switch justification {
        case .left, .right, .center: false
        case .justify: true
        case .justifyLastLeft, .justifyLastRight, .justifyLastCenter: !isLast
        }
    }

    /// Returns pieces, with small capitals from the smaller typeface if the text requests them.
    private static func pieces(
        _ line: [Character], _ document: LottieTextDocument, _ typeface: LottieTypeface, _ lower: LottieTypeface?, tracking: Double
    ) -> [LottieTypeface.Piece] {
        guard let lower, document.caps == 2 else { return typeface.pieces(line, tracking: tracking) }
        var pieces: [LottieTypeface.Piece] = [], start = 0
        while start < line.count {
            let isLower = line[start].isLowercase
            var end = start
            while end < line.count, line[end].isLowercase == isLower { end += 1 }
            let part = line[start..<end].map { isLower ? Character(String($0).uppercased().first.map(String.init) ?? String($0)) : $0 }
            pieces += (isLower ? lower : typeface).pieces(part, tracking: tracking).map { piece in
                var piece = piece
                piece.index += start
                return piece
            }
            start = end
        }
        return pieces
    }

    /// Returns the lines of the text, broken between words if a box is too narrow, and inside words that are wider than the box.
    private static func lines(
        _ document: LottieTextDocument, _ typeface: LottieTypeface, _ lower: LottieTypeface?, tracking: Double, width: Double?
    ) -> [(line: [Character], isLast: Bool)] {
        let text = document.caps == 1 ? document.text.uppercased() : document.text
        var lines: [(line: [Character], isLast: Bool)] = []
        for paragraph in text.split(omittingEmptySubsequences: false, whereSeparator: { $0.isNewline || $0 == "\u{3}" }) {
            let characters = Array(paragraph)
            guard let width, width > 0, !characters.isEmpty else {
                lines.append((characters, true))
                continue
            }
            var advances = [Double](repeating: 0, count: characters.count)
            for piece in pieces(characters, document, typeface, lower, tracking: tracking) { advances[piece.index] += piece.advance }
            var start = 0, room = width, lastBreak: Int?, i = 0
            while i < characters.count {
                let isSpace = characters[i].isWhitespace
                if !isSpace, advances[i] - tracking > room + 1e-6, i > start {
                    let end = lastBreak ?? i
                    lines.append((Array(characters[start..<end]), false))
                    (start, i, room, lastBreak) = (end, end, width, nil)
                    continue
                }
                room -= advances[i]
                i += 1
                if isSpace { lastBreak = i }
            }
            lines.append((Array(characters[start...]), true))
        }
        return lines
    }
}
