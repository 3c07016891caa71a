import CoreGraphics

/// Makes lines of a text, each as long as the caller wants. Belongs to one thread at a time; the lines do not.
public final class CTTypesetter {
    let layout: TextLayout

    init(_ layout: TextLayout) { self.layout = layout }
}

/// A typesetter of a text, whose attributes are read now.
public func CTTypesetterCreateWithAttributedString(_ attrString: CFAttributedString) -> CTTypesetter {
    CTTypesetter(TextLayout(TextSource(attrString)))
}

/// A typesetter of a text. `options` has no effect.
public func CTTypesetterCreateWithAttributedStringAndOptions(_ attrString: CFAttributedString, _ options: CFDictionary?) -> CTTypesetter? {
    CTTypesetterCreateWithAttributedString(attrString)
}

/// A line of a part of the text; a length of 0 goes up to the end.
public func CTTypesetterCreateLine(_ typesetter: CTTypesetter, _ stringRange: CFRange) -> CTLine {
    typesetter.layout.line(typesetter.layout.source.range(stringRange))
}

/// A line of a part of the text that begins at an offset, which its tabs depend on.
public func CTTypesetterCreateLineWithOffset(_ typesetter: CTTypesetter, _ stringRange: CFRange, _ offset: Double) -> CTLine {
    typesetter.layout.line(typesetter.layout.source.range(stringRange), offset: offset.isFinite ? CGFloat(offset) : 0)
}

/// How many UTF-16 code units a line may take: up to the last place in the width where a line may end, the spaces behind it included. At
/// least one letter, where there is text left.
public func CTTypesetterSuggestLineBreak(_ typesetter: CTTypesetter, _ startIndex: CFIndex, _ width: Double) -> CFIndex {
    typesetter.suggest(startIndex, width, 0, byCluster: false)
}

/// How many UTF-16 code units a line may take that begins at an offset, which its tabs depend on.
public func CTTypesetterSuggestLineBreakWithOffset(
    _ typesetter: CTTypesetter, _ startIndex: CFIndex, _ width: Double, _ offset: Double
) -> CFIndex {
    typesetter.suggest(startIndex, width, offset, byCluster: false)
}

/// How many UTF-16 code units a line may take when it may end after any letter.
public func CTTypesetterSuggestClusterBreak(_ typesetter: CTTypesetter, _ startIndex: CFIndex, _ width: Double) -> CFIndex {
    typesetter.suggest(startIndex, width, 0, byCluster: true)
}

/// How many UTF-16 code units a line may take that begins at an offset and may end after any letter.
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
