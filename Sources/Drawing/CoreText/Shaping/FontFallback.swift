import AgateDiagnostics
import CoreGraphics

/// Chooses fonts for characters that a text's own font lacks.
enum FontFallback {
    /// Returns the font for one cluster: the font itself, or one that has the cluster's first character.
    /// - Parameter neighbour: the result for a previous cluster in the same font, which is reused if possible.
    static func font(for cluster: ArraySlice<UInt16>, in font: CTFont, neighbour: CTFont? = nil) -> CTFont {
        var lead: UInt32?, wantsEmoji = false, wantsText = false, isCovered = true
        var at = cluster.startIndex
        while at < cluster.endIndex {
            let (scalar, length) = UTF16Scalar.at(at, cluster.endIndex) { cluster[$0] }
            at += length
            switch scalar {
            case 0xFE0F: wantsEmoji = true
            case 0xFE0E: wantsText = true
            default:
                if lead == nil {
                    lead = scalar
                    wantsEmoji = isEmoji(scalar)
                }
                if !isInvisible(scalar), !font.covers(scalar) { isCovered = false }
            }
        }
        guard let lead else { return font }
        let showsEmoji = wantsEmoji && !wantsText
        if isCovered, !showsEmoji || font.record?.isColor ?? true { return font }
        func substitute(_ record: FontRecord) -> CTFont {
            if let neighbour, neighbour.record === record { return neighbour }
            return font.substituted(by: record)
        }
        for record in font.settings.cascade where record.covers(lead) && record.isColor == showsEmoji { return substitute(record) }
        guard let record = FontCatalog.shared.fallback(for: lead, wantsEmoji: showsEmoji, like: font.traits) else {
            return missing(lead, isCovered, font)
        }
        // A machine without emoji pictures shows the glyph of the text's own font, if there is one.
        if isCovered, !record.isColor { return font }
        let other = substitute(record)
        return other.covers(lead) ? other : missing(lead, isCovered, font)
    }

    private static func missing(_ scalar: UInt32, _ isCovered: Bool, _ font: CTFont) -> CTFont {
        if isCovered { return font }
        let number = String(scalar, radix: 16, uppercase: true),
            code = "U+" + String(repeating: "0", count: max(0, 4 - number.count)) + number
        let name = Unicode.Scalar(scalar)?.properties.name.map { " (\($0))" } ?? ""
        Diagnostic.reportOnce(
            "text.missing-character", key: code, "no font has a glyph for the character \(code)\(name); a box is drawn" + hint(scalar))
        return font
    }

    /// Returns the Debian package that has characters of the script.
    private static func hint(_ scalar: UInt32) -> String {
        let isPrivate = (0xE000...0xF8FF).contains(scalar) || scalar > 0x3FFFF
        if isPrivate { return "" }
        let isEastAsian =
            (0x2E80...0xA4CF).contains(scalar) || (0xAC00...0xD7FF).contains(scalar) || (0xF900...0xFAFF).contains(scalar)
            || (0x20000...0x3FFFF).contains(scalar)
        return " (the Debian package \(isEastAsian ? "fonts-droid-fallback or fonts-noto-cjk" : "fonts-noto-core") may have one)"
    }

    /// Returns true if the character is shown as a picture by default.
    private static func isEmoji(_ scalar: UInt32) -> Bool {
        guard scalar >= 0x231A, let scalar = Unicode.Scalar(scalar) else { return false }
        return scalar.properties.isEmojiPresentation
    }

    /// Returns true if the character has no glyph, so that no font needs to have it.
    private static func isInvisible(_ scalar: UInt32) -> Bool {
        if scalar < 0x20 || (0x7F...0x9F).contains(scalar) { return true }
        guard scalar >= 0xAD, let scalar = Unicode.Scalar(scalar) else { return false }
        return scalar.properties.isDefaultIgnorableCodePoint || scalar.value == 0x2028 || scalar.value == 0x2029
    }
}
