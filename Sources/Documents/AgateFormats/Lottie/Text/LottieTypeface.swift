import CoreGraphics
import CoreText
import Foundation

/// The source of a text's letters: the file's own shapes, if they contain all that the text needs, or else a font.
///
/// Letters are in the space of the animation: y increases downwards, their origin is on the baseline.
struct LottieTypeface {
    /// One or more glyphs that an animator moves as a unit.
    struct Piece {
        /// The outline; nil for a piece without one, such as a space.
        var path: CGPath?
        /// The content in place of an outline.
        var composition: Composition?
        var advance: Double
        /// The index of its text, in the string's characters.
        var index: Int
    }

    /// A letter that is a composition of the file, in the size of the text.
    struct Composition {
        let layer: LottieLayer
        let scale: Double
    }

    private struct Shape {
        var path: CGPath?
        var composition: Composition?
        var width: Double
        var isEmpty: Bool { path == nil && composition == nil }
    }

    private let shapes: [Character: Shape]?
    /// The font; nil if the file's own letters are used.
    private let font: CTFont?
    /// The distance from the baseline to the top of a line.
    let ascent: Double

    /// - Parameters:
    ///   - text: The complete text in this typeface.
    ///   - characters: The file's letters of this font.
    ///   - ascent: The ascent in the file, in hundredths of the size.
    ///   - find: Looks up the font; called only if it is needed.
    init(for text: String, size: Double, characters: [LottieCharacter], ascent: Double?, _ find: () -> CTFont) {
        var shapes: [Character: Shape] = [:]
        let needed = Set(text.filter { !$0.isNewline })
        // Files often omit the space.
        shapes[" "] = Shape(width: size / 4)
        for character in characters {
            guard character.character.count == 1, let first = character.character.first, needed.contains(first),
                shapes[first]?.isEmpty != false
            else { continue }
            let beziers = Self.outlines(of: character.shapes)
            let scale = CGAffineTransform(scaleX: size / 100, y: size / 100)
            shapes[first] = Shape(
                path: beziers.isEmpty ? nil : CGPath(beziers.map { $0.applying(scale) }),
                composition: character.composition.map { Composition(layer: $0, scale: size / 100) }, width: character.width * size / 100)
        }
        let isWhole = needed.allSatisfy { shapes[$0] != nil } && !needed.isEmpty
        self.shapes = isWhole ? shapes : nil
        let font = isWhole ? nil : find()
        self.font = font
        self.ascent = ascent.map { $0 / 100 * size } ?? font.map { Double(CTFontGetAscent($0)) } ?? size * 0.75
    }

    /// Returns the pieces of one line from left to right.
    /// - Parameter tracking: The space after each letter, in points.
    func pieces(_ line: [Character], tracking: Double) -> [Piece] {
        guard let shapes else { return fontPieces(line, tracking: tracking) }
        return line.enumerated().map { index, character in
            let shape = shapes[character]
            return Piece(
                path: shape?.path, composition: shape?.composition, advance: (shape?.width ?? 0) + tracking, index: index)
        }
    }

    private func fontPieces(_ line: [Character], tracking: Double) -> [Piece] {
        guard !line.isEmpty, let font else { return [] }
        // The string indices of glyphs are in UTF-16 units.
        var starts: [Int] = []
        for (index, character) in line.enumerated() { starts += Array(repeating: index, count: character.utf16.count) }
        var attributes: [NSAttributedString.Key: Any] = [.init(kCTFontAttributeName as String): font]
        if tracking != 0 { attributes[.init(kCTKernAttributeName as String)] = tracking }
        let typeset = CTLine.of(StyledText(String(line), attributes))
        var pieces: [Piece] = []
        for case let run as CTRun in CTLineGetGlyphRuns(typeset) {
            let count = CTRunGetGlyphCount(run), all = CFRange(location: 0, length: 0)
            var glyphs = [CGGlyph](repeating: 0, count: count), places = [CGPoint](repeating: .zero, count: count)
            var advances = [CGSize](repeating: .zero, count: count), indices = [CFIndex](repeating: 0, count: count)
            CTRunGetGlyphs(run, all, &glyphs)
            CTRunGetPositions(run, all, &places)
            CTRunGetAdvances(run, all, &advances)
            CTRunGetStringIndices(run, all, &indices)
            let runFont = (CTRunGetAttributes(run) as NSDictionary)[kCTFontAttributeName] as? CTFont ?? font
            var origin = CGPoint.zero, last = -1
            for i in 0..<count {
                let index = starts.indices.contains(indices[i]) ? starts[indices[i]] : 0
                if pieces.isEmpty || index != last {
                    pieces.append(Piece(path: nil, advance: 0, index: index))
                    origin = CGPoint(x: places[i].x, y: 0)
                    last = index
                }
                pieces[pieces.count - 1].advance += Double(advances[i].width)
                var upright = CGAffineTransform(a: 1, b: 0, c: 0, d: -1, tx: places[i].x - origin.x, ty: -places[i].y)
                guard let outline = CTFontCreatePathForGlyph(runFont, glyphs[i], &upright), !outline.isEmpty else { continue }
                let path = CGMutablePath()
                if let before = pieces[pieces.count - 1].path { path.addPath(before) }
                path.addPath(outline)
                pieces[pieces.count - 1].path = path
            }
        }
        return pieces
    }

    /// Returns the outlines in a letter's shapes, which are not animated.
    private static func outlines(of shapes: [LottieShape]) -> [LottieBezier] {
        shapes.flatMap { shape -> [LottieBezier] in
            switch shape.kind {
            case .path(let path, let isReversed): [isReversed ? path.value.reversed : path.value].filter { !$0.points.isEmpty }
            case .group(let items, let transform, _):
                outlines(of: items).map { $0.applying(LottieTransformTrack(transform).matrix(at: 0)) }
            default: []
            }
        }
    }
}

extension LottieResources {
    /// Returns the font that a file names, in a size; a substitute, and a diagnostic, if it is not available.
    func font(_ wanted: LottieFont?, named name: String, size: Double, layer: String) -> CTFont {
        if let path = wanted?.path, let data = (try? resource(folder: "", name: path)).flatMap({ $0 }),
            let descriptor = CTFontManagerCreateFontDescriptorFromData(data as NSData)
        {
            return CTFontCreateWithFontDescriptor(descriptor, size, nil)
        }
        let byName = CTFontCreateWithName(name as NSString, size, nil)
        guard let wanted, !wanted.family.isEmpty, !Self.isSame("\(CTFontCopyPostScriptName(byName))", name) else { return byName }
        let descriptor = CTFontDescriptorCreateWithAttributes(
            [
                kCTFontFamilyNameAttribute: wanted.family, kCTFontStyleNameAttribute: wanted.style.isEmpty ? "Regular" : wanted.style,
            ] as NSDictionary)
        let byFamily = CTFontCreateWithFontDescriptor(descriptor, size, nil)
        if Self.isSame("\(CTFontCopyFamilyName(byFamily))", wanted.family) { return byFamily }
        report(
            "lottie.missing-font",
            "the font \"\(wanted.family) \(wanted.style)\" of layer \"\(layer)\" is not installed; \"\(CTFontCopyFullName(byName))\" is used instead"
        )
        return byName
    }

    private static func isSame(_ a: String, _ b: String) -> Bool {
        func plain(_ name: String) -> String { name.lowercased().filter { $0 != " " && $0 != "-" } }
        return plain(a) == plain(b)
    }
}
