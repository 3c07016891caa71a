import CText
import CoreGraphics

/// Converts runs of characters to glyphs. It owns HarfBuzz's buffer, so it belongs to one thread at a time.
final class Shaper {
    private let buffer = hb_buffer_create()

    deinit { hb_buffer_destroy(buffer) }

    /// Returns the glyphs of a run, from left to right.
    /// - Parameter context: the surrounding text with which letters may join: the paragraph, or the line.
    func glyphs(of run: ShapedRun, context: Range<Int>) -> [ShapedGlyph] {
        switch run.kind {
        case .tab, .blank: Shaper.blank(run)
        case .text: shape(run, context) ?? Shaper.blank(run)
        }
    }

    private static func blank(_ run: ShapedRun) -> [ShapedGlyph] {
        let width = run.kind == .blank ? run.style.delegate?.width ?? 0 : 0
        let units = run.isRightToLeft ? Array(run.range.reversed()) : Array(run.range)
        return units.map { unit in
            ShapedGlyph(
                glyph: ShapedRun.noGlyph, isUnsafeToCut: false, unit: Int32(unit), advance: unit == run.range.lowerBound ? width : 0, x: 0,
                y: 0
            )
        }
    }

    private func shape(_ run: ShapedRun, _ context: Range<Int>) -> [ShapedGlyph]? {
        guard let face = run.font.face else { return nil }
        hb_buffer_clear_contents(buffer)
        run.source.units.withUnsafeBufferPointer { units in
            let start = units.baseAddress! + context.lowerBound
            hb_buffer_add_utf16(
                buffer, start, Int32(context.count), UInt32(run.range.lowerBound - context.lowerBound), Int32(run.range.count)
            )
        }
        var flags: UInt32 = 0
        if run.range.lowerBound == context.lowerBound { flags |= HB_BUFFER_FLAG_BOT.rawValue }
        if run.range.upperBound == context.upperBound { flags |= HB_BUFFER_FLAG_EOT.rawValue }
        hb_buffer_set_flags(buffer, hb_buffer_flags_t(flags))
        hb_buffer_set_direction(buffer, run.isRightToLeft ? HB_DIRECTION_RTL : HB_DIRECTION_LTR)
        hb_buffer_set_script(buffer, hb_script_t(run.script))
        // Set even without a known language: HarfBuzz would otherwise use the machine's language.
        hb_buffer_set_language(buffer, run.style.language.flatMap { hb_language_from_string($0, -1) } ?? hb_language_from_string("und", 3))
        let features = Shaper.features(run)
        features.withUnsafeBufferPointer { hb_shape(face.hbFont, buffer, $0.baseAddress, UInt32($0.count)) }
        return read(run, face, context.lowerBound)
    }

    private func read(_ run: ShapedRun, _ face: FontFace, _ start: Int) -> [ShapedGlyph] {
        var count: UInt32 = 0
        guard let infos = hb_buffer_get_glyph_infos(buffer, &count), count > 0, let places = hb_buffer_get_glyph_positions(buffer, nil)
        else { return Shaper.blank(run) }
        let scale = run.font.scale, matrix = run.font.matrix, fixed = run.font.settings.fixedAdvance, spacing = run.style.spacing
        let isPlain = matrix.isIdentity
        return [ShapedGlyph](unsafeUninitializedCapacity: Int(count)) { glyphs, made in
            for i in 0..<Int(count) {
                let info = infos[i], place = places[i]
                var advance = CGFloat(place.x_advance) * scale
                if let fixed, advance != 0 { advance = fixed }
                var x = CGFloat(place.x_offset) * scale, y = CGFloat(place.y_offset) * scale
                if !isPlain {
                    advance *= matrix.a
                    (x, y) = (x * matrix.a + y * matrix.c, x * matrix.b + y * matrix.d)
                }
                // After the last glyph of each cluster.
                if spacing != 0, i + 1 == Int(count) || infos[i + 1].cluster != info.cluster { advance += spacing }
                let glyph = ShapedGlyph(
                    glyph: info.codepoint <= 0xFFFE ? CGGlyph(info.codepoint) : 0,
                    isUnsafeToCut: info.mask & HB_GLYPH_FLAG_UNSAFE_TO_BREAK.rawValue != 0, unit: Int32(Int(info.cluster) + start),
                    advance: advance, x: x, y: y
                )
                (glyphs.baseAddress! + i).initialize(to: glyph)
            }
            made = Int(count)
        }
    }

    private static func features(_ run: ShapedRun) -> [hb_feature_t] {
        var features: [hb_feature_t] = []
        func set(_ tag: UInt32, _ value: UInt32) { features.append(hb_feature_t(tag: tag, value: value, start: 0, end: UInt32.max)) }
        for feature in run.font.settings.features { set(feature.tag, feature.value) }
        if run.style.switchesKerningOff { set(kern, 0) }
        if run.style.ligatures <= 0 {
            set(liga, 0)
            set(clig, 0)
        } else if run.style.ligatures >= 2 {
            set(dlig, 1)
        }
        return features
    }

    private static let kern = FontTable.tag("kern"), liga = FontTable.tag("liga"), clig = FontTable.tag("clig"),
        dlig = FontTable.tag("dlig")
}
