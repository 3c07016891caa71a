import AgateDiagnostics
import CoreGraphics

/// The order of lines, a value of ``kCTFrameProgressionAttributeName``.
public enum CTFrameProgression: UInt32, Sendable {
    /// Lines are horizontal, each below the previous one.
    case topToBottom = 0
    /// For vertical text. Not supported: lines are laid out from top to bottom, with a diagnostic.
    case rightToLeft = 1
    /// For vertical text. Not supported: lines are laid out from top to bottom, with a diagnostic.
    case leftToRight = 2
}

/// A CTFrameProgression as a number.
public nonisolated(unsafe) let kCTFrameProgressionAttributeName: CFString = "CTFrameProgression"
/// The fill rule of a path. Shapes other than rectangles use the even-odd rule, whatever the value.
public nonisolated(unsafe) let kCTFramePathFillRuleAttributeName: CFString = "CTFramePathFillRule"
/// The width of a frame's path. Stored without effect.
public nonisolated(unsafe) let kCTFramePathWidthAttributeName: CFString = "CTFramePathWidth"
/// Shapes around which text flows. Not supported, with a diagnostic.
public nonisolated(unsafe) let kCTFrameClippingPathsAttributeName: CFString = "CTFrameClippingPaths"

/// Lays out a text in frames. A framesetter belongs to one thread at a time. Its frames are thread-safe.
public final class CTFramesetter {
    let layout: TextLayout

    init(_ layout: TextLayout) { self.layout = layout }
}

/// Creates a framesetter of a text, whose attributes are read now. The text is shaped as far as frames need it.
public func CTFramesetterCreateWithAttributedString(_ attrString: CFAttributedString) -> CTFramesetter {
    CTFramesetter(TextLayout(TextSource(attrString)))
}

/// Creates a framesetter of a typesetter's text.
public func CTFramesetterCreateWithTypesetter(_ typesetter: CTTypesetter) -> CTFramesetter { CTFramesetter(typesetter.layout) }

/// Returns the framesetter's typesetter.
public func CTFramesetterGetTypesetter(_ framesetter: CTFramesetter) -> CTTypesetter { CTTypesetter(framesetter.layout) }

/// Lays out as much of the text as fits.
/// - Parameters:
///   - stringRange: the beginning and, if the length is greater than 0, the end of the text.
///   - path: the shape. A rectangle is filled exactly. In other shapes each line uses the widest span that is inside.
///   - frameAttributes: `kCTFrame...AttributeName`; nil for none.
public func CTFramesetterCreateFrame(
    _ framesetter: CTFramesetter, _ stringRange: CFRange, _ path: CGPath, _ frameAttributes: CFDictionary?
) -> CTFrame {
    reportUnsupported(frameAttributes)
    let range = framesetter.layout.source.range(stringRange)
    let result = FrameFiller(layout: framesetter.layout, shape: FrameShape(path)).fill(range)
    return CTFrame(result, path: path, text: range, attributes: frameAttributes)
}

/// Returns the size of a rectangle that fits the text.
/// - Parameters:
///   - stringRange: the beginning and, if the length is greater than 0, the end of the text.
///   - constraints: the maximum width and height in points. Infinity, `greatestFiniteMagnitude` and NaN mean no limit. If a limit is 0 or
///     less, no text fits and the size is zero.
///   - fitRange: the location for the range of the text that fits, or nil.
/// - Returns: the width of the widest line without its trailing spaces, and the height of all lines, not rounded.
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
