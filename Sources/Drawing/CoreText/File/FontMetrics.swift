import CText

/// Measures of a face in its own units, y upwards.
///
/// The vertical measures are those of `hhea`, as in CoreText, whatever the flag USE_TYPO_METRICS says. If a file leaves them at zero, the
/// typographic measures of `OS/2` are used, and then its Windows measures.
struct FontMetrics: Sendable {
    var ascent = 0.0
    /// The extent below the baseline, positive.
    var descent = 0.0
    var leading = 0.0
    var capHeight = 0.0
    var xHeight = 0.0
    var underlinePosition = 0.0
    var underlineThickness = 0.0
    /// The angle in degrees counterclockwise from the vertical: negative for letters that lean to the right.
    var italicAngle = 0.0
    var isFixedPitch = false
    /// The bounds: xMin, yMin, xMax, yMax.
    var bounds = SIMD4<Double>()

    init() {}

    init(face: OpaquePointer, font: OpaquePointer) {
        func varied(_ value: Int?, _ tag: StaticString) -> Double {
            guard let value else { return 0 }
            return Double(value) + Double(hb_ot_metrics_get_variation(font, hb_ot_metrics_tag_t(rawValue: FontTable.tag(tag))))
        }
        let hhea = FontTable(face, "hhea"), os2 = FontTable(face, "OS/2"), post = FontTable(face, "post"), head = FontTable(face, "head")
        ascent = varied(hhea.int16(4), "hasc")
        descent = -varied(hhea.int16(6), "hdsc")
        leading = max(0, varied(hhea.int16(8), "hlgp"))
        if ascent == 0, descent == 0 {
            (ascent, descent) = (Double(os2.int16(68) ?? 0), -Double(os2.int16(70) ?? 0))
            leading = max(0, Double(os2.int16(72) ?? 0))
        }
        if ascent == 0, descent == 0 {
            (ascent, descent) = (Double(os2.uint16(74) ?? 0), Double(os2.uint16(76) ?? 0))
        }
        if (os2.uint16(0) ?? 0) >= 2 {
            xHeight = varied(os2.int16(86), "xhgt")
            capHeight = varied(os2.int16(88), "cpht")
        }
        underlinePosition = varied(post.int16(8), "undo")
        underlineThickness = varied(post.int16(10), "unds")
        italicAngle = post.fixed(4) ?? 0
        isFixedPitch = (post.uint16(12) ?? 0) != 0 || (post.uint16(14) ?? 0) != 0
        bounds = SIMD4(
            Double(head.int16(36) ?? 0), Double(head.int16(38) ?? 0), Double(head.int16(40) ?? 0), Double(head.int16(42) ?? 0)
        )
    }
}
