import CText
import CoreGraphics

/// A paragraph with its glyphs, as if it were one endless line, and its possible line breaks.
struct ShapedParagraph {
    let range: Range<Int>
    let values: ParagraphValues
    let baseLevel: UInt8
    /// The runs in the order of the text.
    let runs: [ShapedRun]
    let breaks: Breaks
    /// The width of each cluster, at its first code unit.
    let widths: [CGFloat]

    init(_ source: TextSource, _ range: Range<Int>, _ shaper: Shaper) {
        let units = source.units[range]
        let values = source.spans[source.spanIndex(at: range.lowerBound)].style.paragraph
        let bidi = BidiLevels(units, direction: values.baseWritingDirection)
        let breaks = Breaks(units)
        let itemizer = Itemizer(source: source, range: range, bidi: bidi, breaks: breaks)
        var runs = itemizer.runs()
        var widths = [CGFloat](repeating: 0, count: range.count)
        for i in runs.indices {
            runs[i].glyphs = shaper.glyphs(of: runs[i], context: range)
            for glyph in runs[i].glyphs { widths[Int(glyph.unit) - range.lowerBound] += glyph.advance }
        }
        self.range = range
        self.values = values
        self.baseLevel = bidi.base
        self.runs = runs
        self.breaks = breaks
        self.widths = widths
    }

    var isRightToLeft: Bool { baseLevel & 1 != 0 }

    /// Returns the runs of a line, in the order of the text.
    func runs(in line: Range<Int>, shaper: Shaper) -> [ShapedRun] {
        // The first run that ends after the line's beginning.
        var low = 0, high = runs.count
        while low < high {
            let middle = (low + high) / 2
            if runs[middle].range.upperBound <= line.lowerBound { low = middle + 1 } else { high = middle }
        }
        var parts: [ShapedRun] = []
        while low < runs.count, runs[low].range.lowerBound < line.upperBound {
            if let part = runs[low].slice(line, shaper: shaper) { parts.append(part) }
            low += 1
        }
        return parts
    }
}

/// Divides a paragraph at changes of style, direction, script or font.
private struct Itemizer {
    let source: TextSource
    let range: Range<Int>
    let bidi: BidiLevels
    let breaks: Breaks

    private static let common = HB_SCRIPT_COMMON.rawValue

    func runs() -> [ShapedRun] {
        var runs: [ShapedRun] = []
        var span = source.spanIndex(at: range.lowerBound)
        if let plain = plainRun(source.spans[span].range, source.spans[span].style) { return [plain] }
        // Neutral characters belong to the preceding script, or at the beginning of a run to the following one.
        var script = HB_SCRIPT_LATIN.rawValue, isOpen = true
        var at = range.lowerBound
        // The font of the previous cluster, which adjacent clusters usually share.
        var lastFont: CTFont?
        while at < range.upperBound {
            while source.spans[span].range.upperBound <= at { (span, lastFont) = (span + 1, nil) }
            let style = source.spans[span].style
            var end = at + 1
            while end < range.upperBound, !breaks.startsCluster(end - range.lowerBound) { end += 1 }
            end = max(at + 1, min(end, source.spans[span].range.upperBound))
            let unit = source.units[at]
            var level = bidi.level(at - range.lowerBound)
            var kind = ShapedRun.Kind.text, font = style.font, own = Itemizer.common
            if unit == 0x09 {
                (kind, level) = (.tab, bidi.base)
            } else if unit.isControl || style.delegate != nil {
                kind = .blank
                if unit.endsLine { level = bidi.base }
            } else {
                font = self.font(at..<end, style, lastFont)
                lastFont = font
                own = scalarScript(at)
            }
            let goesOn = own == Itemizer.common || own == script || isOpen
            if let last = runs.indices.last, runs[last].kind == kind, kind != .tab, runs[last].style === style, runs[last].level == level,
                runs[last].font === font || runs[last].font == font, kind == .blank || goesOn
            {
                runs[last].range = runs[last].range.lowerBound..<end
                if own != Itemizer.common { (script, isOpen, runs[last].script) = (own, false, own) }
            } else {
                if own != Itemizer.common { script = own }
                isOpen = own == Itemizer.common
                runs.append(
                    ShapedRun(
                        source: source, style: style, font: font, kind: kind, level: level, script: script, range: at..<end, glyphs: []
                    )
                )
            }
            at = end
        }
        return runs
    }

    /// Returns the only run of printable ASCII text in one style, whose font has all of these characters; otherwise nil.
    private func plainRun(_ span: Range<Int>, _ style: TextStyle) -> ShapedRun? {
        guard span.upperBound >= range.upperBound, style.delegate == nil, bidi.base == 0, bidi.levels.isEmpty, let face = style.font.face
        else { return nil }
        let isPlain = source.units.withUnsafeBufferPointer { units in range.allSatisfy { units[$0] >= 0x20 && units[$0] <= 0x7E } }
        guard isPlain, face.plainPairs.withLock({ $0.pairs(of: face) }) != nil else { return nil }
        return ShapedRun(
            source: source, style: style, font: style.font, kind: .text, level: 0, script: HB_SCRIPT_LATIN.rawValue, range: range,
            glyphs: [])
    }

    private func font(_ cluster: Range<Int>, _ style: TextStyle, _ last: CTFont?) -> CTFont {
        let first = source.units[cluster.lowerBound]
        // A single code unit of the Latin, Greek or Cyrillic blocks that the font has.
        if cluster.count == 1, first < 0x590, style.font.covers(UInt32(first)) { return style.font }
        return FontFallback.font(for: source.units[cluster], in: style.font, neighbour: last)
    }

    /// Returns the script at a code unit. The script is common if the character takes the script of its neighbours.
    private func scalarScript(_ at: Int) -> UInt32 {
        let unit = source.units[at]
        if unit < 0x80 {
            let letter = unit | 0x20
            return letter >= 0x61 && letter <= 0x7A ? HB_SCRIPT_LATIN.rawValue : Itemizer.common
        }
        let (scalar, _) = UTF16Scalar.at(at, range.upperBound) { source.units[$0] }
        let script = hb_unicode_script(hb_unicode_funcs_get_default(), scalar).rawValue
        return script == HB_SCRIPT_INHERITED.rawValue || script == HB_SCRIPT_UNKNOWN.rawValue ? Itemizer.common : script
    }
}
