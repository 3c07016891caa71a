import AgateDiagnostics
import CoreGraphics

/// The order in which lines follow each other; a value of ``kCTFrameProgressionAttributeName``.
public enum CTFrameProgression: UInt32, Sendable {
    /// Lines run from left to right or right to left, each under the one before.
    case topToBottom = 0
    /// For vertical text. Not supported: the lines run from top to bottom, with a diagnostic.
    case rightToLeft = 1
    /// For vertical text. Not supported: the lines run from top to bottom, with a diagnostic.
    case leftToRight = 2
}

/// A CTFrameProgression as a number.
public var kCTFrameProgressionAttributeName: CFString { "CTFrameProgression" }
/// What is inside a path: shapes that are no rectangle go by the even-odd rule, whatever is asked for.
public var kCTFramePathFillRuleAttributeName: CFString { "CTFramePathFillRule" }
/// How wide a frame's path is. Kept, without effect.
public var kCTFramePathWidthAttributeName: CFString { "CTFramePathWidth" }
/// Shapes that text flows around. Not supported, with a diagnostic.
public var kCTFrameClippingPathsAttributeName: CFString { "CTFrameClippingPaths" }

/// Sets a text into frames. Belongs to one thread at a time; the frames do not.
public final class CTFramesetter {
    let layout: TextLayout

    init(_ layout: TextLayout) { self.layout = layout }
}

/// A framesetter of a text, whose attributes are read now. The text is shaped as far as frames ask for it.
public func CTFramesetterCreateWithAttributedString(_ attrString: CFAttributedString) -> CTFramesetter {
    CTFramesetter(TextLayout(TextSource(attrString)))
}

/// A framesetter of a typesetter's text.
public func CTFramesetterCreateWithTypesetter(_ typesetter: CTTypesetter) -> CTFramesetter { CTFramesetter(typesetter.layout) }

/// The typesetter that the framesetter works with.
public func CTFramesetterGetTypesetter(_ framesetter: CTFramesetter) -> CTTypesetter { CTTypesetter(framesetter.layout) }

/// Sets as much of the text as finds room.
/// - Parameters:
///   - stringRange: where to begin and, with a length above 0, where to end.
///   - path: the room: a rectangle, exactly; in other shapes each line takes the widest stretch that is inside.
///   - frameAttributes: `kCTFrame...AttributeName`; nil for none.
public func CTFramesetterCreateFrame(
    _ framesetter: CTFramesetter, _ stringRange: CFRange, _ path: CGPath, _ frameAttributes: CFDictionary?
) -> CTFrame {
    reportUnsupported(frameAttributes)
    let range = framesetter.layout.source.range(stringRange)
    let result = FrameFiller(layout: framesetter.layout, shape: FrameShape(path)).fill(range)
    return CTFrame(result, path: path, text: range, attributes: frameAttributes)
}

/// The size of a rectangle that the text fits into.
/// - Parameters:
///   - stringRange: where to begin and, with a length above 0, where to end.
///   - constraints: the greatest width and height in points; infinite, `greatestFiniteMagnitude` and what is no number mean no limit. Where
///     a limit is 0 or less, nothing fits and the size is zero.
///   - fitRange: receives the text that fits, or nil.
/// - Returns: the width of the widest line without the spaces at its end, and the height of all lines; not rounded.
public func CTFramesetterSuggestFrameSizeWithConstraints(
    _ framesetter: CTFramesetter, _ stringRange: CFRange, _ frameAttributes: CFDictionary?, _ constraints: CGSize,
    _ fitRange: UnsafeMutablePointer<CFRange>?
) -> CGSize {
    reportUnsupported(frameAttributes)
    let range = framesetter.layout.source.range(stringRange)
    func limit(_ length: CGFloat) -> CGFloat { length.isFinite && length < 1e9 ? length : length < 0 ? length : .greatestFiniteMagnitude }
    let width = limit(constraints.width), height = limit(constraints.height)
    guard width > 0, height > 0 else {
        fitRange?.pointee = CFRange(location: range.lowerBound, length: 0)
        return .zero
    }
    let box = CGRect(x: 0, y: 0, width: width, height: height)
    let result = FrameFiller(layout: framesetter.layout, shape: .box(box)).fill(range)
    fitRange?.pointee = CFRange(result.range)
    return CGSize(width: min(result.width, width), height: min(result.height, height))
}

private func reportUnsupported(_ attributes: CFDictionary?) {
    guard let attributes = attributes.flatMap({ FontAttributes.dictionary($0) }) else { return }
    if let progression = FontAttributes.number(attributes["\(kCTFrameProgressionAttributeName)"]), progression != 0 {
        VerticalText.report("kCTFrameProgressionAttributeName")
    }
    if attributes["\(kCTFrameClippingPathsAttributeName)"] != nil {
        Diagnostic.reportOnce(
            "text.clipping-paths", key: "",
            "kCTFrameClippingPathsAttributeName is not supported: text does not flow around shapes; the paths are ignored"
        )
    }
}
