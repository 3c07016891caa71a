import CoreGraphics
import Foundation
import RenderTree

/// A layer that draws a text into its contents.
///
/// The first line begins at the top of the bounds. Set `contentsScale` to the scale of the screen, or the text is drawn for one pixel a
/// point. Unlike Apple's, a layer of this class draws anew when the size of its bounds changes (`needsDisplayOnBoundsChange` is true at
/// first), so that wrapped and truncated text follows. Animations of `fontSize` and `foregroundColor` draw anew in each frame, on the
/// layer's own thread.
open class CATextLayer: CALayer {
    package override class var kind: LayerClass { .text }

    open override class func defaultValue(forKey key: String) -> Any? {
        switch key {
        case "needsDisplayOnBoundsChange": NSNumber(value: true)
        case "font": "Helvetica"
        default: super.defaultValue(forKey: key)
        }
    }

    /// True for what the text is drawn with.
    open override class func needsDisplay(forKey key: String) -> Bool { drawnKeys.contains(key) || super.needsDisplay(forKey: key) }

    private static let drawnKeys: Set<String> = [
        "string", "font", "fontSize", "foregroundColor", "wrapped", "truncationMode", "alignmentMode", "allowsFontSubpixelQuantization",
        "style",
        "contentsScale",
    ]

    /// What is drawn: a `String` or an `NSAttributedString`, whose own font, size and colour then count; other objects draw nothing.
    open var string: Any? {
        get { LayerLock.withLock { state.objects.text.map(\.object) } }
        set { putValue(.string, newValue.map { .object(OpaqueObject($0)) }) }
    }

    /// The font: a `CTFont`, a `CGFont`, or a name. Helvetica at first, as nil says. Its size does not count.
    open var font: AnyObject? {
        get { LayerLock.withLock { state.objects.font.map { $0.object as AnyObject } } }
        set { putValue(.font, newValue.map { .object(OpaqueObject($0)) }) }
    }

    /// In points; 36 at first. Animatable.
    open var fontSize: CGFloat {
        get { LayerLock.withLock { state.extra.fontSize } }
        set { putFinite(.fontSize, state.extra.fontSize, newValue) { $0.extra.fontSize = newValue } }
    }

    /// Opaque white at first. Animatable.
    open var foregroundColor: CGColor? {
        get { color(.foregroundColor) }
        set { putValue(.foregroundColor, newValue.map { .color($0) }) }
    }

    /// Whether lines that are too long are broken; they end at the bounds otherwise.
    open var isWrapped: Bool {
        get { LayerLock.withLock { state.extra.wrapped } }
        set { putValue(.wrapped, .bool(newValue)) }
    }

    /// What is left out of a line that is too long, or of the last line that has room; `none` cuts it off at the bounds.
    open var truncationMode: CATextLayerTruncationMode {
        get { CATextLayerTruncationMode(rawValue: nameValue(.truncationMode)) }
        set { putName(.truncationMode, newValue.rawValue) }
    }

    /// Where lines stand in the width.
    open var alignmentMode: CATextLayerAlignmentMode {
        get { CATextLayerAlignmentMode(rawValue: nameValue(.alignmentMode)) }
        set { putName(.alignmentMode, newValue.rawValue) }
    }

    /// Kept for sources that set it: glyphs are always placed exactly.
    open var allowsFontSubpixelQuantization: Bool {
        get { LayerLock.withLock { state.extra.allowsFontSubpixelQuantization } }
        set { putValue(.allowsFontSubpixelQuantization, .bool(newValue)) }
    }

    /// Draws the text.
    open override func draw(in ctx: CGContext) { TextDrawing(self).draw(in: ctx) }
}

// A class can't declare `font` twice, but the extension of a protocol can offer it again with another type. Overload resolution prefers the
// class's own wherever both fit (nil, casts, key paths, overrides), so only strings come here. `CAMediaTiming` is what stands at hand.
extension CAMediaTiming where Self: CATextLayer {
    /// The name of the font, so that a string can be assigned as it is: on Apple's platforms strings bridge to `CFTypeRef`.
    /// Nil if the font is no name.
    public var font: String? {
        get { (self as CATextLayer).font as? String }
        set { (self as CATextLayer).font = newValue.map { $0 as NSString } }
    }
}
