import CoreGraphics

/// Creates lines of a text, with lengths chosen by the caller. A typesetter belongs to one thread at a time. Its lines are thread-safe.
public final class CTTypesetter {
    let layout: TextLayout

    init(_ layout: TextLayout) { self.layout = layout }
}

/// Creates a typesetter of a text, whose attributes are read now.
public func CTTypesetterCreateWithAttributedString(_ attrString: CFAttributedString) -> CTTypesetter {
    CTTypesetter(TextLayout(TextSource(attrString)))
}

/// Creates a typesetter of a text. `options` has no effect.
public func CTTypesetterCreateWithAttributedStringAndOptions(_ attrString: CFAttributedString, _ options: CFDictionary?) -> CTTypesetter? {
    CTTypesetterCreateWithAttributedString(attrString)
}

/// Creates a line of a part of the text. A length of 0 extends to the end.
public func CTTypesetterCreateLine(_ typesetter: CTTypesetter, _ stringRange: CFRange) -> CTLine {
    typesetter.layout.line(typesetter.layout.source.range(stringRange))
}

/// Creates a line of a part of the text that begins at an offset, on which its tabs depend.
public func CTTypesetterCreateLineWithOffset(_ typesetter: CTTypesetter, _ stringRange: CFRange, _ offset: Double) -> CTLine {
    typesetter.layout.line(typesetter.layout.source.range(stringRange), offset: offset.isFinite ? CGFloat(offset) : 0)
}

/// Returns the number of UTF-16 code units that fit in a line: up to the last possible break within the width, including the spaces after
/// it. The number includes at least one letter, if there is text left.
public func CTTypesetterSuggestLineBreak(_ typesetter: CTTypesetter, _ startIndex: CFIndex, _ width: Double) -> CFIndex {
    typesetter.suggest(startIndex, width, 0, byCluster: false)
}

/// Returns the number of UTF-16 code units that fit in a line that begins at an offset, on which its tabs depend.
public func CTTypesetterSuggestLineBreakWithOffset(
    _ typesetter: CTTypesetter, _ startIndex: CFIndex, _ width: Double, _ offset: Double
) -> CFIndex {
    typesetter.suggest(startIndex, width, offset, byCluster: false)
}

/// Returns the number of UTF-16 code units that fit in a line that may end after any letter.
public func CTTypesetterSuggestClusterBreak(_ typesetter: CTTypesetter, _ startIndex: CFIndex, _ width: Double) -> CFIndex {
    typesetter.suggest(startIndex, width, 0, byCluster: true)
}

/// Returns the number of UTF-16 code units that fit in a line that begins at an offset and may end after any letter.
public func CTTypesetterSuggestClusterBreakWithOffset(
    _ typesetter: CTTypesetter, _ startIndex: CFIndex, _ width: Double, _ offset: Double
) -> CFIndex {
    typesetter.suggest(startIndex, width, offset, byCluster: true)
}

extension CTTypesetter {
    fileprivate func suggest(_ start: Int, _ width: Double, _ offset: Double, byCluster: Bool) -> Int {
        guard start >= 0, start < layout.source.units.count else { return 0 }
        let width = width.isNaN ? .greatestFiniteMagnitude : max(0, CGFloat(width))
        return layout.lineEnd(from: start, width: width, offset: offset.isFinite ? CGFloat(offset) : 0, byCluster: byCluster) - start
    }
}
