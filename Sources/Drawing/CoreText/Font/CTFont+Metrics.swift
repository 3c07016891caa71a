import CoreGraphics

/// Returns the size in points.
public func CTFontGetSize(_ font: CTFont) -> CGFloat { font.size }

/// Returns the transform of the glyphs.
public func CTFontGetMatrix(_ font: CTFont) -> CGAffineTransform { font.matrix }

/// Returns the extent of letters above the baseline, in points. Like the two following measures, it is from the table `hhea`.
public func CTFontGetAscent(_ font: CTFont) -> CGFloat { font.ascent }

/// Returns the extent of letters below the baseline, in points, positive.
public func CTFontGetDescent(_ font: CTFont) -> CGFloat { font.descent }

/// Returns the font's gap between lines, in points.
public func CTFontGetLeading(_ font: CTFont) -> CGFloat { font.leading }

/// Returns the height of capital letters in points.
public func CTFontGetCapHeight(_ font: CTFont) -> CGFloat {
    if let height = font.vertical?.capHeight { return CGFloat(height) * font.size }
    guard let face = font.face else { return 0 }
    return (face.metrics.capHeight > 0 ? CGFloat(face.metrics.capHeight) : face.top(of: "H")) * font.scale
}

/// Returns the height of small letters without ascenders, in points.
public func CTFontGetXHeight(_ font: CTFont) -> CGFloat {
    if let height = font.vertical?.xHeight { return CGFloat(height) * font.size }
    guard let face = font.face else { return 0 }
    return (face.metrics.xHeight > 0 ? CGFloat(face.metrics.xHeight) : face.top(of: "x")) * font.scale
}

/// Returns the position of an underline's upper edge, in points above the baseline, usually negative. The value is that of the table
/// `post`.
public func CTFontGetUnderlinePosition(_ font: CTFont) -> CGFloat { CGFloat(font.face?.metrics.underlinePosition ?? 0) * font.scale }

/// Returns the thickness of an underline in points.
public func CTFontGetUnderlineThickness(_ font: CTFont) -> CGFloat { CGFloat(font.face?.metrics.underlineThickness ?? 0) * font.scale }

/// Returns the angle of the letters in degrees, counterclockwise from the vertical: negative in most italics.
public func CTFontGetSlantAngle(_ font: CTFont) -> CGFloat { CGFloat(font.face?.metrics.italicAngle ?? 0) }

/// Returns the number of font units of an em, or 0 for a font without a file.
public func CTFontGetUnitsPerEm(_ font: CTFont) -> UInt32 { UInt32(font.face?.unitsPerEm ?? 0) }

/// Returns a rectangle that contains every glyph, in points.
public func CTFontGetBoundingBox(_ font: CTFont) -> CGRect {
    guard let box = font.face?.metrics.bounds else { return .zero }
    return CGRect(x: box.x, y: box.y, width: box.z - box.x, height: box.w - box.y)
        .applying(CGAffineTransform(scaleX: font.scale, y: font.scale)).applying(font.matrix)
}

/// Returns the number of glyphs.
public func CTFontGetGlyphCount(_ font: CTFont) -> CFIndex { font.face?.glyphCount ?? 0 }

/// Returns the symbolic traits of the face.
public func CTFontGetSymbolicTraits(_ font: CTFont) -> CTFontSymbolicTraits {
    var traits = font.traits.symbolic
    if font.face?.hasColorGlyphs ?? false { traits.insert(.traitColorGlyphs) }
    if font.face?.metrics.isFixedPitch ?? false { traits.insert(.traitMonoSpace) }
    return traits
}

/// Returns the traits of the face, by the constants `kCTFont...Trait`.
public func CTFontCopyTraits(_ font: CTFont) -> CFDictionary {
    let slant = max(-1, min(1, -CTFontGetSlantAngle(font) / 30))
    let traits: [String: Any] = [
        "\(kCTFontSymbolicTrait)": NSNumber(value: CTFontGetSymbolicTraits(font).rawValue),
        "\(kCTFontWeightTrait)": NSNumber(value: font.traits.appleWeight), "\(kCTFontWidthTrait)": NSNumber(value: font.traits.appleWidth),
        "\(kCTFontSlantTrait)": NSNumber(value: Double(slant)),
    ]
    return traits as NSDictionary
}

extension CTFont {
    var ascent: CGFloat {
        vertical.map { CGFloat($0.ascent) * size } ?? CGFloat(face?.metrics.ascent ?? 0) * scale
    }

    var descent: CGFloat {
        vertical.map { CGFloat($0.descent) * size } ?? CGFloat(face?.metrics.descent ?? 0) * scale
    }

    var leading: CGFloat {
        vertical.map { CGFloat($0.leading) * size } ?? CGFloat(face?.metrics.leading ?? 0) * scale
    }
}

extension FontFace {
    /// Returns the height of a letter's top, in font units, or 0 if there is none.
    fileprivate func top(of letter: Unicode.Scalar) -> CGFloat {
        let path = outline(glyph(for: letter.value))
        return path.isEmpty ? 0 : path.boundingBoxOfPath.maxY
    }
}
