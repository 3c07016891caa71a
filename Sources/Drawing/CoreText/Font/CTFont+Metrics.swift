import CoreGraphics

/// The size in points.
public func CTFontGetSize(_ font: CTFont) -> CGFloat { font.size }

/// The matrix that is applied to the glyphs.
public func CTFontGetMatrix(_ font: CTFont) -> CGAffineTransform { font.matrix }

/// How far letters reach above the baseline, in points. Like the two that follow, from the table `hhea`.
public func CTFontGetAscent(_ font: CTFont) -> CGFloat { font.ascent }

/// How far letters reach below the baseline, in points, positive.
public func CTFontGetDescent(_ font: CTFont) -> CGFloat { font.descent }

/// The gap that the font wants between lines, in points.
public func CTFontGetLeading(_ font: CTFont) -> CGFloat { font.leading }

/// The height of capital letters in points.
public func CTFontGetCapHeight(_ font: CTFont) -> CGFloat {
    if let height = font.vertical?.capHeight { return CGFloat(height) * font.size }
    guard let face = font.face else { return 0 }
    return (face.metrics.capHeight > 0 ? CGFloat(face.metrics.capHeight) : face.top(of: "H")) * font.scale
}

/// The height of small letters without ascenders in points.
public func CTFontGetXHeight(_ font: CTFont) -> CGFloat {
    if let height = font.vertical?.xHeight { return CGFloat(height) * font.size }
    guard let face = font.face else { return 0 }
    return (face.metrics.xHeight > 0 ? CGFloat(face.metrics.xHeight) : face.top(of: "x")) * font.scale
}

/// Where the upper edge of an underline lies, in points above the baseline: mostly negative. As the table `post` has it.
public func CTFontGetUnderlinePosition(_ font: CTFont) -> CGFloat { CGFloat(font.face?.metrics.underlinePosition ?? 0) * font.scale }

/// The thickness of an underline in points.
public func CTFontGetUnderlineThickness(_ font: CTFont) -> CGFloat { CGFloat(font.face?.metrics.underlineThickness ?? 0) * font.scale }

/// The angle of the letters in degrees, counter-clockwise from the vertical: negative in most italics.
public func CTFontGetSlantAngle(_ font: CTFont) -> CGFloat { CGFloat(font.face?.metrics.italicAngle ?? 0) }

/// How many units of the font are an em; 0 for a font without a file.
public func CTFontGetUnitsPerEm(_ font: CTFont) -> UInt32 { UInt32(font.face?.unitsPerEm ?? 0) }

/// A box that holds every glyph, in points.
public func CTFontGetBoundingBox(_ font: CTFont) -> CGRect {
    guard let box = font.face?.metrics.bounds else { return .zero }
    return CGRect(x: box.x, y: box.y, width: box.z - box.x, height: box.w - box.y)
        .applying(CGAffineTransform(scaleX: font.scale, y: font.scale)).applying(font.matrix)
}

/// How many glyphs there are.
public func CTFontGetGlyphCount(_ font: CTFont) -> CFIndex { font.face?.glyphCount ?? 0 }

/// What the face is like.
public func CTFontGetSymbolicTraits(_ font: CTFont) -> CTFontSymbolicTraits {
    var traits = font.traits.symbolic
    if font.face?.hasColorGlyphs ?? false { traits.insert(.traitColorGlyphs) }
    if font.face?.metrics.isFixedPitch ?? false { traits.insert(.traitMonoSpace) }
    return traits
}

/// What the face is like, by the constants `kCTFont...Trait`.
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
    /// How high a letter reaches, in font units; 0 where there is none.
    fileprivate func top(of letter: Unicode.Scalar) -> CGFloat {
        let path = outline(glyph(for: letter.value))
        return path.isEmpty ? 0 : path.boundingBoxOfPath.maxY
    }
}
