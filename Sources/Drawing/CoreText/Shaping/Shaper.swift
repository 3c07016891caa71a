import CText
import CoreGraphics
import Synchronization

/// Converts runs of characters to glyphs. It owns HarfBuzz's buffer, so it belongs to one thread at a time.
final class Shaper {
    private var made: OpaquePointer?
    private var buffer: OpaquePointer? {
        if let made { return made }
        made = hb_buffer_create()
        return made
    }

    /// False in tests that compare with HarfBuzz's glyphs.
    var usesPairs = true

    deinit { if let made { hb_buffer_destroy(made) } }

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

    /// The length of the beginning of a long text from which pairs are learned.
    private static let sample = 2048

    /// The number of code units that HarfBuzz has shaped, for tests.
    static let shapedUnits = Atomic(0)

    private func shape(_ run: ShapedRun, _ context: Range<Int>) -> [ShapedGlyph]? {
        guard let face = run.font.face else { return nil }
        if usesPairs, run.mayBePlain, let plain = face.plainPairs.withLock({ $0.pairs(of: face) }) {
            return shape(run, context, face, plain)
        }
        shapeWithHarfBuzz(run, run.range, context, face)
        return readAll(run, context.lowerBound)
    }

    private func shapeWithHarfBuzz(_ run: ShapedRun, _ range: Range<Int>, _ context: Range<Int>, _ face: FontFace) {
        Shaper.shapedUnits.wrappingAdd(range.count, ordering: .relaxed)
        hb_buffer_clear_contents(buffer)
        run.source.units.withUnsafeBufferPointer { units in
            let start = units.baseAddress! + context.lowerBound
            hb_buffer_add_utf16(
                buffer, start, Int32(context.count), UInt32(range.lowerBound - context.lowerBound), Int32(range.count)
            )
        }
        var flags: UInt32 = 0
        if range.lowerBound == context.lowerBound { flags |= HB_BUFFER_FLAG_BOT.rawValue }
        if range.upperBound == context.upperBound { flags |= HB_BUFFER_FLAG_EOT.rawValue }
        hb_buffer_set_flags(buffer, hb_buffer_flags_t(flags))
        hb_buffer_set_direction(buffer, run.isRightToLeft ? HB_DIRECTION_RTL : HB_DIRECTION_LTR)
        hb_buffer_set_script(buffer, hb_script_t(run.script))
        // Set even without a known language: HarfBuzz would otherwise use the machine's language.
        hb_buffer_set_language(buffer, run.style.language.flatMap { hb_language_from_string($0, -1) } ?? Shaper.noLanguage)
        let features = Shaper.features(run)
        features.withUnsafeBufferPointer { hb_shape(face.hbFont, buffer, $0.baseAddress, UInt32($0.count)) }
    }

    nonisolated(unsafe) private static let noLanguage = hb_language_from_string("und", 3)

    /// The glyphs in the buffer, valid until it changes. Nil if there are none.
    private var shaped: (infos: UnsafeBufferPointer<hb_glyph_info_t>, places: UnsafeBufferPointer<hb_glyph_position_t>)? {
        var count: UInt32 = 0
        guard let infos = hb_buffer_get_glyph_infos(buffer, &count), count > 0, let places = hb_buffer_get_glyph_positions(buffer, nil)
        else { return nil }
        return (UnsafeBufferPointer(start: infos, count: Int(count)), UnsafeBufferPointer(start: places, count: Int(count)))
    }

    private func readAll(_ run: ShapedRun, _ start: Int) -> [ShapedGlyph] {
        guard let shaped else { return Shaper.blank(run) }
        let placement = GlyphPlacement(run)
        return [ShapedGlyph](unsafeUninitializedCapacity: shaped.infos.count) { glyphs, made in
            placement.read(shaped.infos, shaped.places, start) { (glyphs.baseAddress! + $0).initialize(to: $1) }
            made = shaped.infos.count
        }
    }

    // MARK: Plain text

    /// Returns the glyphs of a run whose glyphs mostly depend on pairs of characters. Only the parts in which they may depend on more, or
    /// in which the pairs are not known yet, are shaped.
    private func shape(_ run: ShapedRun, _ context: Range<Int>, _ face: FontFace, _ plain: PlainPairs) -> [ShapedGlyph] {
        let start = run.range.lowerBound, count = run.range.count
        return run.source.units.withUnsafeBufferPointer { all in
            let units = UnsafeBufferPointer(rebasing: all[run.range])
            let placement = GlyphPlacement(run)
            var parts = PlainPairs.Parts()
            let glyphs = face.plainPairs.withLock { _ -> [ShapedGlyph]? in
                parts = plain.parts(units)
                guard parts.ranges.isEmpty else { return nil }
                return [ShapedGlyph](unsafeUninitializedCapacity: count) { glyphs, made in
                    plain.forEach(0..<count, of: units) { place, glyph, advance, isUnsafe in
                        let glyph = placement.glyph(
                            glyph, unit: start + place, advance: advance, x: 0, y: 0, endsCluster: true, isUnsafe: isUnsafe)
                        (glyphs.baseAddress! + place).initialize(to: glyph)
                    }
                    made = count
                }
            }
            if let glyphs { return glyphs }
            // The pairs of a long text are learned from its beginning, and only what that lacks is shaped.
            let sample = 0..<Shaper.sample
            if parts.count > 2 * sample.count, let first = parts.ranges.first, first.lowerBound < sample.count {
                shapeWithHarfBuzz(run, start..<start + sample.count, context, face)
                if let shaped {
                    face.plainPairs.withLock { _ in
                        plain.learn(sample, of: units, shaped.infos, shaped.places, base: start - context.lowerBound, ruled: parts.ruled)
                        parts = plain.parts(units)
                    }
                }
            }
            if parts.count * 4 < count * 3,
                let glyphs = shapeParts(run, context, face, plain, parts, units, placement)
            {
                return glyphs
            }
            shapeWithHarfBuzz(run, run.range, context, face)
            if let shaped {
                face.plainPairs.withLock { _ in
                    plain.learn(
                        0..<count, of: units, shaped.infos, shaped.places, base: start - context.lowerBound, ruled: parts.ruled)
                }
            }
            return readAll(run, context.lowerBound)
        }
    }

    /// Returns the glyphs of a run of which parts are shaped. Nil if a part has an effect on the text around it.
    private func shapeParts(
        _ run: ShapedRun, _ context: Range<Int>, _ face: FontFace, _ plain: PlainPairs, _ parts: PlainPairs.Parts,
        _ units: UnsafeBufferPointer<UInt16>, _ placement: GlyphPlacement
    ) -> [ShapedGlyph]? {
        let start = run.range.lowerBound, base = start - context.lowerBound
        var glyphs: [ShapedGlyph] = []
        glyphs.reserveCapacity(units.count)
        var done = 0
        func add(_ place: Int, _ glyph: CGGlyph, _ advance: Int32, _ isUnsafe: Bool) {
            glyphs.append(
                placement.glyph(glyph, unit: start + place, advance: advance, x: 0, y: 0, endsCluster: true, isUnsafe: isUnsafe))
        }
        for part in parts.ranges {
            face.plainPairs.withLock { _ in plain.forEach(done..<part.lowerBound, of: units, add) }
            shapeWithHarfBuzz(run, start + part.lowerBound..<start + part.upperBound, context, face)
            guard let shaped else { return nil }
            let first = glyphs.count
            let isApart = face.plainPairs.withLock { _ -> Bool in
                guard plain.endsPlainly(part, of: units, shaped.infos, shaped.places, base: base) else { return false }
                plain.learn(part, of: units, shaped.infos, shaped.places, base: base, ruled: parts.ruled)
                placement.read(shaped.infos, shaped.places, context.lowerBound) { glyphs.append($1) }
                // The glyphs at the ends form pairs with those outside.
                if part.lowerBound > 0 { glyphs[first].isUnsafeToCut = plain.isUnsafe(before: part.lowerBound, of: units) }
                if part.upperBound < units.count {
                    let place = part.upperBound - 1, last = glyphs[glyphs.count - 1]
                    glyphs[glyphs.count - 1] = placement.glyph(
                        last.glyph, unit: start + place, advance: plain.advance(at: place, of: units), x: 0, y: 0, endsCluster: true,
                        isUnsafe: last.isUnsafeToCut)
                }
                return true
            }
            guard isApart else { return nil }
            done = part.upperBound
        }
        face.plainPairs.withLock { _ in plain.forEach(done..<units.count, of: units, add) }
        return glyphs
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

/// The measures by which a run's font places glyphs.
private struct GlyphPlacement {
    private let scale: CGFloat
    private let matrix: CGAffineTransform
    private let fixed: CGFloat?
    private let spacing: CGFloat
    private let isPlain: Bool

    init(_ run: ShapedRun) {
        (scale, matrix, fixed) = (run.font.scale, run.font.matrix, run.font.settings.fixedAdvance)
        spacing = run.style.spacing
        isPlain = matrix.isIdentity
    }

    /// Returns a glyph.
    /// - Parameters:
    ///   - advance: The advance and the offsets are in font units.
    ///   - endsCluster: True for the last glyph of its cluster, which has the spacing after it.
    @inline(__always)
    func glyph(
        _ glyph: CGGlyph, unit: Int, advance: Int32, x: Int32, y: Int32, endsCluster: Bool, isUnsafe: Bool
    ) -> ShapedGlyph {
        var advance = CGFloat(advance) * scale
        if let fixed, advance != 0 { advance = fixed }
        var x = CGFloat(x) * scale, y = CGFloat(y) * scale
        if !isPlain {
            advance *= matrix.a
            (x, y) = (x * matrix.a + y * matrix.c, x * matrix.b + y * matrix.d)
        }
        if spacing != 0, endsCluster { advance += spacing }
        return ShapedGlyph(glyph: glyph, isUnsafeToCut: isUnsafe, unit: Int32(unit), advance: advance, x: x, y: y)
    }

    /// Calls `body` with the index of each shaped glyph, and the glyph.
    @inline(__always)
    func read(
        _ infos: UnsafeBufferPointer<hb_glyph_info_t>, _ places: UnsafeBufferPointer<hb_glyph_position_t>, _ start: Int,
        _ body: (Int, ShapedGlyph) -> Void
    ) {
        for i in 0..<infos.count {
            let info = infos[i], place = places[i]
            let made = glyph(
                info.codepoint <= 0xFFFE ? CGGlyph(info.codepoint) : 0, unit: Int(info.cluster) + start, advance: place.x_advance,
                x: place.x_offset, y: place.y_offset, endsCluster: i + 1 == infos.count || infos[i + 1].cluster != info.cluster,
                isUnsafe: info.mask & HB_GLYPH_FLAG_UNSAFE_TO_BREAK.rawValue != 0)
            body(i, made)
        }
    }
}

extension ShapedRun {
    /// True if HarfBuzz shapes the run without anything that ``PlainPairs`` does not consider.
    fileprivate var mayBePlain: Bool {
        level & 1 == 0 && script == HB_SCRIPT_LATIN.rawValue && style.language == nil && !style.switchesKerningOff && style.ligatures == 1
            && font.settings.features.isEmpty
    }
}
