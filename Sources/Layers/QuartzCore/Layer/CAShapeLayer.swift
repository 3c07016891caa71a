import CoreGraphics
import Foundation
import RenderTree

/// A layer that draws a path in its own space, filled and stroked, between its contents and its sublayers. It is not clipped to the
/// bounds.
open class CAShapeLayer: CALayer {
    package override class var kind: LayerClass { .shape }

    /// The path to draw; nil for none. Copied when set. Animatable, but not implicitly.
    open var path: CGPath? {
        get { LayerLock.withLock { state.objects.path } }
        set { putValue(.path, newValue.map { Boxing.path($0) }) }
    }

    /// The colour that fills the path; nil for no fill. Opaque black by default. Animatable.
    open var fillColor: CGColor? {
        get { color(.fillColor) }
        set { putValue(.fillColor, newValue.map { .color($0) }) }
    }

    /// The rule that determines the inside of the path.
    open var fillRule: CAShapeLayerFillRule {
        get { CAShapeLayerFillRule(rawValue: nameValue(.fillRule)) }
        set { putName(.fillRule, newValue.rawValue) }
    }

    /// The colour that strokes the path; nil, the default, for no stroke. Animatable.
    open var strokeColor: CGColor? {
        get { color(.strokeColor) }
        set { putValue(.strokeColor, newValue.map { .color($0) }) }
    }

    /// The start of the stroke, as a fraction of the path's length. Stored as set, clamped to 0...1 when drawn. Animatable.
    open var strokeStart: CGFloat {
        get { LayerLock.withLock { state.extra.strokeStart } }
        set { putFinite(.strokeStart, state.extra.strokeStart, newValue) { $0.extra.strokeStart = newValue } }
    }

    /// The end of the stroke, as a fraction of the path's length; 1 by default. Animatable.
    open var strokeEnd: CGFloat {
        get { LayerLock.withLock { state.extra.strokeEnd } }
        set { putFinite(.strokeEnd, state.extra.strokeEnd, newValue) { $0.extra.strokeEnd = newValue } }
    }

    /// The width of the stroke, in points; 1 by default. Animatable.
    open var lineWidth: CGFloat {
        get { LayerLock.withLock { state.extra.lineWidth } }
        set { putFinite(.lineWidth, state.extra.lineWidth, newValue) { $0.extra.lineWidth = newValue } }
    }

    /// The maximum miter length, in line widths; 10 by default. Animatable.
    open var miterLimit: CGFloat {
        get { LayerLock.withLock { state.extra.miterLimit } }
        set { putFinite(.miterLimit, state.extra.miterLimit, newValue) { $0.extra.miterLimit = newValue } }
    }

    /// The shape of the ends of open subpaths.
    open var lineCap: CAShapeLayerLineCap {
        get { CAShapeLayerLineCap(rawValue: nameValue(.lineCap)) }
        set { putName(.lineCap, newValue.rawValue) }
    }

    /// The shape of the joints between segments.
    open var lineJoin: CAShapeLayerLineJoin {
        get { CAShapeLayerLineJoin(rawValue: nameValue(.lineJoin)) }
        set { putName(.lineJoin, newValue.rawValue) }
    }

    /// The offset into the dash pattern at which the stroke begins, in points. Animatable.
    open var lineDashPhase: CGFloat {
        get { LayerLock.withLock { state.extra.lineDashPhase } }
        set { putFinite(.lineDashPhase, state.extra.lineDashPhase, newValue) { $0.extra.lineDashPhase = newValue } }
    }

    /// The lengths of dashes and gaps, in points; nil, the default, for a solid line. Animatable, but not implicitly.
    open var lineDashPattern: [NSNumber]? {
        get { LayerLock.withLock { state.objects.lineDashPattern?.map { NSNumber(value: $0) } } }
        set { putValue(.lineDashPattern, newValue.map { .numbers($0.map(\.doubleValue)) }) }
    }
}
