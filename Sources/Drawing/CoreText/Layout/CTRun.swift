import CoreGraphics

/// Properties of a run.
public struct CTRunStatus: OptionSet, Hashable, Sendable {
    public let rawValue: UInt32

    public init(rawValue: UInt32) { self.rawValue = rawValue }

    /// No property.
    public static let noStatus = CTRunStatus([])
    /// The text runs from right to left.
    public static let rightToLeft = CTRunStatus(rawValue: 1 << 0)
    /// The string indices are neither always ascending nor always descending.
    public static let nonMonotonic = CTRunStatus(rawValue: 1 << 1)
    /// The font has a matrix.
    public static let hasNonIdentityMatrix = CTRunStatus(rawValue: 1 << 2)
}

/// Glyphs of one font, style and direction in a line, from left to right. A run is immutable and thread-safe.
public final class CTRun: @unchecked Sendable {
    let shaped: ShapedRun
    /// The pen position of the first glyph in the line.
    let start: CGFloat
    let width: CGFloat
    // Stored in separately allocated memory, so that CoreText's pointers to the glyphs are valid for the lifetime of the run.
    let glyphs: UnsafeMutableBufferPointer<CGGlyph>
    let positions: UnsafeMutableBufferPointer<CGPoint>
    let advances: UnsafeMutableBufferPointer<CGSize>
    let indices: UnsafeMutableBufferPointer<CFIndex>

    init(_ shaped: ShapedRun, at start: CGFloat) {
        let count = shaped.glyphs.count
        self.shaped = shaped
        self.start = start
        glyphs = .allocate(capacity: count)
        positions = .allocate(capacity: count)
        advances = .allocate(capacity: count)
        indices = .allocate(capacity: count)
        var pen = start
        let rise = shaped.style.baselineOffset
        for i in 0..<count {
            let glyph = shaped.glyphs[i]
            glyphs.initializeElement(at: i, to: glyph.glyph)
            positions.initializeElement(at: i, to: CGPoint(x: pen + glyph.x, y: glyph.y + rise))
            advances.initializeElement(at: i, to: CGSize(width: glyph.advance, height: 0))
            indices.initializeElement(at: i, to: CFIndex(glyph.unit))
            pen += glyph.advance
        }
        width = pen - start
    }

    deinit {
        glyphs.deallocate()
        positions.deallocate()
        advances.deallocate()
        indices.deallocate()
    }

    /// Returns the glyphs of a range. A length of 0 extends to the last glyph, as in CoreText.
    func range(_ range: CFRange) -> Range<Int> {
        let start = min(max(0, range.location), glyphs.count)
        return start..<(range.length > 0 ? start + min(range.length, glyphs.count - start) : glyphs.count)
    }

    /// Calls `body` with each cluster from left to right: its code units, its position in the line, and its width.
    func forEachCluster(_ body: (_ units: Range<Int>, _ x: CGFloat, _ width: CGFloat) -> Void) {
        let all = shaped.glyphs
        var at = 0, pen = start
        var rightEdge = shaped.range.upperBound
        while at < all.count {
            let unit = Int(all[at].unit)
            var end = at, width: CGFloat = 0
            while end < all.count, Int(all[end].unit) == unit {
                width += all[end].advance
                end += 1
            }
            if shaped.isRightToLeft {
                body(unit..<max(unit, rightEdge), pen, width)
                rightEdge = unit
            } else {
                body(unit..<(end < all.count ? max(unit, Int(all[end].unit)) : shaped.range.upperBound), pen, width)
            }
            pen += width
            at = end
        }
    }

    /// Returns the rectangle that contains the ink of some glyphs, relative to the line's origin, or `CGRect.null` if there is none.
    func inkBounds(_ range: Range<Int>) -> CGRect {
        var union = CGRect.null
        for i in range where glyphs[i] != ShapedRun.noGlyph {
            let box = shaped.font.inkBounds(of: glyphs[i])
            if !box.isEmpty { union = union.union(box.offsetBy(dx: positions[i].x, dy: positions[i].y)) }
        }
        return union
    }
}

/// Returns the number of the run's glyphs.
public func CTRunGetGlyphCount(_ run: CTRun) -> CFIndex { run.glyphs.count }

/// Returns the text's attributes. The font is that of the glyphs, which may differ from the text's own.
public func CTRunGetAttributes(_ run: CTRun) -> CFDictionary {
    var attributes: [String: Any] = [:]
    for (key, value) in run.shaped.style.attributes { attributes[key.rawValue] = value }
    attributes["\(kCTFontAttributeName)"] = run.shaped.font
    return attributes as NSDictionary
}

/// Returns the properties of the run.
public func CTRunGetStatus(_ run: CTRun) -> CTRunStatus {
    var status: CTRunStatus = []
    if run.shaped.isRightToLeft { status.insert(.rightToLeft) }
    if !run.shaped.font.matrix.isIdentity { status.insert(.hasNonIdentityMatrix) }
    return status
}

/// Returns a pointer to the glyphs, valid for the lifetime of the run. 0xFFFF represents characters without a glyph. Nil for a run
/// without glyphs.
public func CTRunGetGlyphsPtr(_ run: CTRun) -> UnsafePointer<CGGlyph>? { run.glyphs.isEmpty ? nil : UnsafePointer(run.glyphs.baseAddress) }

/// Copies glyphs. A range of length 0 extends to the last glyph.
public func CTRunGetGlyphs(_ run: CTRun, _ range: CFRange, _ buffer: UnsafeMutablePointer<CGGlyph>) { copy(run, run.glyphs, range, buffer) }

/// Returns a pointer to the glyphs' positions relative to the line's origin, valid for the lifetime of the run. Nil for a run without
/// glyphs.
public func CTRunGetPositionsPtr(_ run: CTRun) -> UnsafePointer<CGPoint>? {
    run.positions.isEmpty ? nil : UnsafePointer(run.positions.baseAddress)
}

/// Copies the glyphs' positions relative to the line's origin. A range of length 0 extends to the last glyph.
public func CTRunGetPositions(_ run: CTRun, _ range: CFRange, _ buffer: UnsafeMutablePointer<CGPoint>) {
    copy(run, run.positions, range, buffer)
}

/// Returns a pointer to the glyphs' advances, valid for the lifetime of the run. Nil for a run without glyphs.
public func CTRunGetAdvancesPtr(_ run: CTRun) -> UnsafePointer<CGSize>? {
    run.advances.isEmpty ? nil : UnsafePointer(run.advances.baseAddress)
}

/// Copies the glyphs' advances. A range of length 0 extends to the last glyph.
public func CTRunGetAdvances(_ run: CTRun, _ range: CFRange, _ buffer: UnsafeMutablePointer<CGSize>) {
    copy(run, run.advances, range, buffer)
}

/// Returns a pointer to the first UTF-16 index that each glyph represents, valid for the lifetime of the run. Nil for a run without
/// glyphs.
public func CTRunGetStringIndicesPtr(_ run: CTRun) -> UnsafePointer<CFIndex>? {
    run.indices.isEmpty ? nil : UnsafePointer(run.indices.baseAddress)
}

/// Copies the first UTF-16 index that each glyph represents. A range of length 0 extends to the last glyph.
public func CTRunGetStringIndices(_ run: CTRun, _ range: CFRange, _ buffer: UnsafeMutablePointer<CFIndex>) {
    copy(run, run.indices, range, buffer)
}

/// Returns the text that the run shows, in UTF-16 indices.
public func CTRunGetStringRange(_ run: CTRun) -> CFRange { CFRange(run.shaped.range) }

/// Returns the width of some glyphs, and the font's extents, in points. A range of length 0 extends to the last glyph.
/// - Parameters:
///   - ascent: the location for the height above the baseline, or nil.
///   - descent: the location for the depth below the baseline, or nil.
///   - leading: the location for the gap between lines, or nil.
public func CTRunGetTypographicBounds(
    _ run: CTRun, _ range: CFRange, _ ascent: UnsafeMutablePointer<CGFloat>?, _ descent: UnsafeMutablePointer<CGFloat>?,
    _ leading: UnsafeMutablePointer<CGFloat>?
) -> Double {
    ascent?.pointee = run.shaped.ascent
    descent?.pointee = run.shaped.descent
    leading?.pointee = run.shaped.leading
    return Double(run.shaped.glyphs[run.range(range)].reduce(0) { $0 + $1.advance })
}

/// Returns the rectangle that contains the ink of some glyphs, at the context's text position, or `CGRect.null` if there is no ink.
/// - Parameter context: the context; nil for a text position of zero.
public func CTRunGetImageBounds(_ run: CTRun, _ context: CGContext?, _ range: CFRange) -> CGRect {
    run.inkBounds(run.range(range)).placed(at: context?.textPosition)
}

/// Returns the matrix of the run's font.
public func CTRunGetTextMatrix(_ run: CTRun) -> CGAffineTransform { run.shaped.font.matrix }

private func copy<T>(_ run: CTRun, _ values: UnsafeMutableBufferPointer<T>, _ range: CFRange, _ buffer: UnsafeMutablePointer<T>) {
    for (i, at) in run.range(range).enumerated() { buffer[i] = values[at] }
}

extension CFRange {
    init(_ range: Range<Int>) { self.init(location: range.lowerBound, length: range.count) }
}

extension CGRect {
    func placed(at origin: CGPoint?) -> CGRect {
        guard let origin, !isNull else { return self }
        return offsetBy(dx: origin.x, dy: origin.y)
    }
}
