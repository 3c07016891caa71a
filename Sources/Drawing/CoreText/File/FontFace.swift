import AgateDiagnostics
import CText
import CoreGraphics

/// A location on a variable font's axis.
struct AxisValue: Hashable, Sendable {
    let tag: UInt32
    let value: Float
}

/// One face of a font file at one location on its axes, with all data that does not depend on size.
///
/// HarfBuzz shapes and measures. Its face and font are made immutable, so any thread may read them. FreeType, behind a lock, provides
/// outlines and pictures. All measures are in font units.
final class FontFace: @unchecked Sendable {
    let bytes: FontBytes
    let index: Int
    let variation: [AxisValue]
    let unitsPerEm: Double
    let glyphCount: Int
    let metrics: FontMetrics
    /// HarfBuzz's face and font, immutable.
    let hbFace: OpaquePointer
    let hbFont: OpaquePointer
    let freeType: FreeTypeFace
    /// True if the glyphs are pictures or coloured layers.
    let hasColorGlyphs: Bool
    /// True if some colour glyphs are of kinds that can't be drawn.
    let hasUnreadableColors: Bool
    let outlines = Locked(OutlineCache())
    let pictures = Locked(PictureCache())
    let plainPairs = Locked(FacePairs())

    /// Creates a face. Returns nil if the bytes are not a scalable font.
    init?(_ bytes: FontBytes, index: Int, variation: [AxisValue] = []) {
        guard let freeType = FreeTypeFace(bytes, index: index) else { return nil }
        let start = bytes.start.assumingMemoryBound(to: CChar.self)
        let blob = hb_blob_create(start, UInt32(bytes.count), HB_MEMORY_MODE_READONLY, nil, nil)
        defer { hb_blob_destroy(blob) }
        guard let hbFace = hb_face_create(blob, UInt32(index)) else { return nil }
        let glyphCount = Int(hb_face_get_glyph_count(hbFace))
        let unitsPerEm = Int(hb_face_get_upem(hbFace))
        guard glyphCount > 0, (16...16384).contains(unitsPerEm), let hbFont = hb_font_create(hbFace) else {
            hb_face_destroy(hbFace)
            return nil
        }
        let axes = FontFace.place(variation, on: hbFont, hbFace)
        hb_face_make_immutable(hbFace)
        hb_font_make_immutable(hbFont)
        let hasColorGlyphs = freeType.withFace { face in
            if !axes.isEmpty {
                var coordinates = axes.map { FT_Fixed(($0 * 65536).rounded()) }
                _ = FT_Set_Var_Design_Coordinates(face, UInt32(coordinates.count), &coordinates)
            }
            return face.pointee.face_flags & FT_Long(FT_FACE_FLAG_COLOR) != 0
        }
        self.bytes = bytes
        self.index = index
        self.variation = variation
        self.unitsPerEm = Double(unitsPerEm)
        self.glyphCount = min(glyphCount, 0xFFFF)
        self.hbFace = hbFace
        self.hbFont = hbFont
        self.freeType = freeType
        self.hasColorGlyphs = hasColorGlyphs
        hasUnreadableColors = hasColorGlyphs && ((FontTable(hbFace, "COLR").uint16(0) ?? 0) > 0 || !FontTable(hbFace, "SVG ").isEmpty)
        metrics = FontMetrics(face: hbFace, font: hbFont)
    }

    deinit {
        hb_font_destroy(hbFont)
        hb_face_destroy(hbFace)
    }

    /// Sets HarfBuzz's font to the location. Returns the location axis by axis in the file's order, for FreeType, or an empty array for a
    /// font without axes.
    private static func place(_ variation: [AxisValue], on font: OpaquePointer, _ face: OpaquePointer) -> [Double] {
        guard !variation.isEmpty else { return [] }
        let axes = FontFace.axes(of: face)
        guard !axes.isEmpty else { return [] }
        let values = axes.map { axis in
            let wanted = variation.last { $0.tag == axis.tag }?.value ?? axis.default_value
            return wanted.isFinite ? min(max(wanted, axis.min_value), axis.max_value) : axis.default_value
        }
        var settings = zip(axes, values).map { hb_variation_t(tag: $0.tag, value: $1) }
        hb_font_set_variations(font, &settings, UInt32(settings.count))
        return values.map(Double.init)
    }

    static func axes(of face: OpaquePointer) -> [hb_ot_var_axis_info_t] {
        let count = min(64, Int(hb_ot_var_get_axis_count(face)))
        guard count > 0 else { return [] }
        var axes = [hb_ot_var_axis_info_t](repeating: hb_ot_var_axis_info_t(), count: count)
        var got = UInt32(count)
        _ = hb_ot_var_get_axis_infos(face, 0, &got, &axes)
        return Array(axes.prefix(Int(got)))
    }

    /// Returns the coordinates of a named instance. Instances are numbered from 1, as in fontconfig.
    func instance(_ number: Int) -> [AxisValue] {
        let axes = FontFace.axes(of: hbFace)
        var count = UInt32(axes.count)
        var values = [Float](repeating: 0, count: axes.count)
        guard number > 0, !axes.isEmpty, hb_ot_var_named_instance_get_design_coords(hbFace, UInt32(number - 1), &count, &values) > 0
        else { return [] }
        return zip(axes, values).map { AxisValue(tag: $0.tag, value: $1) }
    }

    // MARK: Glyphs

    /// Returns the glyph of a character from the character map, or 0 if there is none.
    func glyph(for scalar: UInt32) -> CGGlyph {
        var glyph: hb_codepoint_t = 0
        guard hb_font_get_nominal_glyph(hbFont, scalar, &glyph) != 0, glyph <= 0xFFFE else { return 0 }
        return CGGlyph(glyph)
    }

    func advance(of glyph: CGGlyph) -> Double {
        Double(hb_font_get_glyph_h_advance(hbFont, hb_codepoint_t(glyph)))
    }

    // MARK: Names

    /// Returns a string of the `name` table, in English if there are several languages. Returns nil if there is none.
    func name(_ identifier: UInt32) -> String? {
        var buffer = [CChar](repeating: 0, count: 512)
        var size = UInt32(buffer.count)
        let english = hb_language_from_string("en", 2)
        let length = hb_ot_name_get_utf8(hbFace, hb_ot_name_id_t(identifier), english, &size, &buffer)
        guard length > 0 else { return nil }
        let text = String(decoding: buffer.prefix(Int(size)).map { UInt8(bitPattern: $0) }, as: UTF8.self)
        return text.isEmpty ? nil : text
    }

    func table(_ tag: UInt32) -> FontTable { FontTable(hbFace, tag: tag) }

    /// The tags of all tables, in the file's order.
    var tableTags: [UInt32] {
        var tags = [UInt32](repeating: 0, count: 256)
        var count = UInt32(tags.count)
        _ = hb_face_get_table_tags(hbFace, 0, &count, &tags)
        return Array(tags.prefix(Int(count)))
    }
}
