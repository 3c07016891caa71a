import CoreGraphics
import Foundation
import RenderTree

/// A layer that draws text into its contents.
///
/// The first line begins at the top of the bounds. Set `contentsScale` to the scale of the screen; otherwise the text is drawn at one
/// pixel per point. Unlike Apple's, a layer of this class redraws when the size of its bounds changes (`needsDisplayOnBoundsChange` is
/// true by default), so that wrapping and truncation stay correct. Animations of `fontSize` and `foregroundColor` redraw the text in each
/// frame, on the layer's own thread.
open class CATextLayer: CALayer {
    package override class var kind: LayerClass { .text }

    open override class func defaultValue(forKey key: String) -> Any? {
        switch key {
        case "needsDisplayOnBoundsChange": NSNumber(value: true)
        case "font": "Helvetica"
        default: super.defaultValue(forKey: key)
        }
    }

    /// Returns true for the properties that affect the drawn text.
    open override class func needsDisplay(forKey key: String) -> Bool { drawnKeys.contains(key) || super.needsDisplay(forKey: key) }

    private static let drawnKeys: Set<String> = [
        "string", "font", "fontSize", "foregroundColor", "wrapped", "truncationMode", "alignmentMode", "allowsFontSubpixelQuantization",
        "style",
        "contentsScale",
    ]

    /// The text to draw: a `String`, or an `NSAttributedString`, whose own font, size and colour apply. Other objects draw nothing.
    open var string: Any? {
        get { LayerLock.withLock { state.objects.text.map(\.object) } }
        set { putValue(.string, newValue.map { .object(OpaqueObject($0)) }) }
    }

    /// The font: a `CTFont`, a `CGFont`, or a name. Helvetica by default, also for nil. The font's own size is ignored.
    open var font: AnyObject? {
        get { LayerLock.withLock { state.objects.font.map { $0.object as AnyObject } } }
        set { putValue(.font, newValue.map { .object(OpaqueObject($0)) }) }
    }

    /// The font size, in points; 36 by default. Animatable.
    open var fontSize: CGFloat {
        get { LayerLock.withLock { state.extra.fontSize } }
        set { putFinite(.fontSize, state.extra.fontSize, newValue) { $0.extra.fontSize = newValue } }
    }

    /// The colour of the text; opaque white by default. Animatable.
    open var foregroundColor: CGColor? {
        get { color(.foregroundColor) }
        set { putValue(.foregroundColor, newValue.map { .color($0) }) }
    }

    /// A Boolean value that indicates whether lines that are too long are wrapped. Otherwise they end at the bounds.
    open var isWrapped: Bool {
        get { LayerLock.withLock { state.extra.wrapped } }
        set { putValue(.wrapped, .bool(newValue)) }
    }

    /// The part that is omitted from a line that is too long, or from the last line that fits; `none` clips the line at the bounds.
    open var truncationMode: CATextLayerTruncationMode {
        get { CATextLayerTruncationMode(rawValue: nameValue(.truncationMode)) }
        set { putName(.truncationMode, newValue.rawValue) }
    }

    /// The horizontal alignment of the lines.
    open var alignmentMode: CATextLayerAlignmentMode {
        get { CATextLayerAlignmentMode(rawValue: nameValue(.alignmentMode)) }
        set { putName(.alignmentMode, newValue.rawValue) }
    }

    /// Stored for source compatibility. Glyphs are always placed exactly.
    open var allowsFontSubpixelQuantization: Bool {
        get { LayerLock.withLock { state.extra.allowsFontSubpixelQuantization } }
        set { putValue(.allowsFontSubpixelQuantization, .bool(newValue)) }
    }

    /// Returns the size that the text needs, in the superlayer's space, in whole points: that of its lines, which are wrapped at the width
    /// of the bounds if `isWrapped` is true and there is a width.
    open override func preferredFrameSize() -> CGSize {
        layoutManager?.preferredSize(of: self)
            ?? CGRect(origin: .zero, size: TextDrawing(self).neededSize).applying(affineTransform()).size
    }

    /// Draws the text.
    open override func draw(in ctx: CGContext) { TextDrawing(self).draw(in: ctx) }
}

// A class can't declare `font` twice, but a protocol extension can declare it again with another type. Overload resolution prefers the
// class's own declaration wherever both fit (nil, casts, key paths, overrides), so only strings use this one. `CAMediaTiming` is simply a
// protocol that the class conforms to.
extension CAMediaTiming where Self: CATextLayer {
    /// The name of the font, so that a string can be assigned directly: on Apple's platforms strings bridge to `CFTypeRef`. Nil if the
    /// font is not a name.
    public var font: String? {
        get { (self as CATextLayer).font as? String }
        set { (self as CATextLayer).font = newValue.map { $0 as NSString } }
    }
}
