import AgateDiagnostics
import CoreGraphics

/// Looks up the glyphs of UTF-16 code units. A surrogate pair gets its glyph at the first unit and 0 at the second.
/// - Parameters:
///   - characters: `count` code units.
///   - glyphs: memory for `count` glyphs, which are 0 if the font has none.
/// - Returns: true if every character has a glyph.
public func CTFontGetGlyphsForCharacters(
    _ font: CTFont, _ characters: UnsafePointer<UniChar>, _ glyphs: UnsafeMutablePointer<CGGlyph>, _ count: CFIndex
) -> Bool {
    var isComplete = true, at = 0
    while at < count {
        let (scalar, length) = UTF16Scalar.at(at, count) { characters[$0] }
        let glyph = font.face?.glyph(for: scalar) ?? 0
        glyphs[at] = glyph
        if length == 2 { glyphs[at + 1] = 0 }
        if glyph == 0 { isComplete = false }
        at += length
    }
    return isComplete
}

/// Returns the glyph of a PostScript name, or 0 if there is none.
public func CTFontGetGlyphWithName(_ font: CTFont, _ glyphName: CFString) -> CGGlyph {
    font.face?.glyph(named: "\(glyphName)") ?? 0
}

/// Returns the advances of glyphs, in points.
/// - Parameters:
///   - advances: memory for `count` sizes, or nil.
/// - Returns: the sum.
@discardableResult
public func CTFontGetAdvancesForGlyphs(
    _ font: CTFont, _ orientation: CTFontOrientation, _ glyphs: UnsafePointer<CGGlyph>, _ advances: UnsafeMutablePointer<CGSize>?,
    _ count: CFIndex
) -> Double {
    VerticalText.report(orientation)
    var sum = 0.0
    for i in 0..<max(0, count) {
        let advance = font.advance(of: glyphs[i])
        advances?[i] = advance
        sum += Double(advance.width)
    }
    return sum
}

/// Returns the rectangles that contain the ink of glyphs, in points, relative to an origin on the baseline.
/// - Parameters:
///   - boundingRects: memory for `count` rectangles, or nil.
/// - Returns: the union of all, each at the same origin; `CGRect.null` if none has ink.
@discardableResult
public func CTFontGetBoundingRectsForGlyphs(
    _ font: CTFont, _ orientation: CTFontOrientation, _ glyphs: UnsafePointer<CGGlyph>, _ boundingRects: UnsafeMutablePointer<CGRect>?,
    _ count: CFIndex
) -> CGRect {
    VerticalText.report(orientation)
    var union = CGRect.null
    for i in 0..<max(0, count) {
        let box = font.inkBounds(of: glyphs[i])
        boundingRects?[i] = box
        if !box.isEmpty { union = union.union(box) }
    }
    return union
}

/// Returns the rectangles that contain the ink of glyphs. `options` has no effect.
@discardableResult
public func CTFontGetOpticalBoundsForGlyphs(
    _ font: CTFont, _ glyphs: UnsafePointer<CGGlyph>, _ boundingRects: UnsafeMutablePointer<CGRect>?, _ count: CFIndex, _ options: UInt
) -> CGRect {
    CTFontGetBoundingRectsForGlyphs(font, .default, glyphs, boundingRects, count)
}

/// Returns the outline of a glyph in points, y upwards, or nil if the glyph has none (a space, or a picture).
/// - Parameter matrix: the transform of the outline; nil for the identity.
public func CTFontCreatePathForGlyph(_ font: CTFont, _ glyph: CGGlyph, _ matrix: UnsafePointer<CGAffineTransform>?) -> CGPath? {
    guard let outline = font.face?.outline(glyph), !outline.isEmpty else { return nil }
    return outline.transformed(by: font.glyphTransform.concatenating(matrix?.pointee ?? .identity))
}

extension CTFont {
    /// The transform from font units to points.
    var glyphTransform: CGAffineTransform {
        let scaling = CGAffineTransform(scaleX: scale, y: scale)
        return matrix.isIdentity ? scaling : scaling.concatenating(matrix)
    }

    func advance(of glyph: CGGlyph) -> CGSize {
        guard let face else { return .zero }
        let width = settings.fixedAdvance ?? CGFloat(face.advance(of: glyph)) * scale
        return matrix.isIdentity ? CGSize(width: width, height: 0) : CGSize(width: width * matrix.a, height: width * matrix.b)
    }

    /// Returns the rectangle that contains a glyph's ink, in points. Zero if the glyph has none.
    func inkBounds(of glyph: CGGlyph) -> CGRect {
        guard let face else { return .zero }
        switch face.colorGlyph(glyph) {
        case .picture(let picture):
            return picture.frame.applying(CGAffineTransform(scaleX: size, y: size)).applying(matrix)
        case .layers(let layers):
            var union = CGRect.null
            for layer in layers {
                let path = face.outline(layer.glyph)
                if !path.isEmpty { union = union.union(path.boundingBoxOfPath) }
            }
            return union.isNull ? .zero : union.applying(glyphTransform)
        case .plain:
            let path = face.outline(glyph)
            guard !path.isEmpty else { return .zero }
            // A rotated rectangle would be larger than the ink, so rotated outlines are measured themselves.
            if matrix.b == 0, matrix.c == 0 { return path.boundingBoxOfPath.applying(glyphTransform) }
            return path.transformed(by: glyphTransform)?.boundingBoxOfPath ?? .zero
        }
    }
}

/// Vertical text is not supported. A request for it is reported once.
enum VerticalText {
    static func report(_ orientation: CTFontOrientation) {
        if orientation == .vertical { report("CTFontOrientation.vertical") }
    }

    static func report(_ what: String) {
        Diagnostic.reportOnce("text.vertical", key: what, "\(what): vertical text is not supported; the text is laid out horizontally")
    }
}

/// The scalars of UTF-16 text. U+FFFD replaces an unpaired surrogate.
enum UTF16Scalar {
    @inline(__always)
    static func at(_ index: Int, _ end: Int, _ unit: (Int) -> UInt16) -> (scalar: UInt32, length: Int) {
        let first = UInt32(unit(index))
        guard first & 0xF800 == 0xD800 else { return (first, 1) }
        if first < 0xDC00, index + 1 < end {
            let second = UInt32(unit(index + 1))
            if second & 0xFC00 == 0xDC00 { return (0x10000 + (first & 0x3FF) << 10 + (second & 0x3FF), 2) }
        }
        return (0xFFFD, 1)
    }
}
