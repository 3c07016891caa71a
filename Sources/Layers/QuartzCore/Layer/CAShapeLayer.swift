import CoreGraphics
import Foundation
import RenderTree

/// A layer that draws a path: filled, stroked, in its own space, between its contents and its sublayers. Not clipped to the bounds.
open class CAShapeLayer: CALayer {
    package override class var kind: LayerClass { .shape }

    /// What is drawn; nil is nothing. Copied when set. Animatable, but not implicitly.
    open var path: CGPath? {
        get { LayerLock.withLock { state.objects.path } }
        set { putValue(.path, newValue.map { Boxing.path($0) }) }
    }

    /// Fills the path; opaque black at first, nil fills nothing. Animatable.
    open var fillColor: CGColor? {
        get { color(.fillColor) }
        set { putValue(.fillColor, newValue.map { .color($0) }) }
    }

    /// What counts as inside.
    open var fillRule: CAShapeLayerFillRule {
        get { CAShapeLayerFillRule(rawValue: nameValue(.fillRule)) }
        set { putName(.fillRule, newValue.rawValue) }
    }

    /// Strokes the path; nil, the default, strokes nothing. Animatable.
    open var strokeColor: CGColor? {
        get { color(.strokeColor) }
        set { putValue(.strokeColor, newValue.map { .color($0) }) }
    }

    /// Where the stroke begins, as a part of the path's length; kept as set, clamped to 0...1 when drawn. Animatable.
    open var strokeStart: CGFloat {
        get { LayerLock.withLock { state.extra.strokeStart } }
        set { putFinite(.strokeStart, state.extra.strokeStart, newValue) { $0.extra.strokeStart = newValue } }
    }

    /// Where the stroke ends, as a part of the path's length; 1 at first. Animatable.
    open var strokeEnd: CGFloat {
        get { LayerLock.withLock { state.extra.strokeEnd } }
        set { putFinite(.strokeEnd, state.extra.strokeEnd, newValue) { $0.extra.strokeEnd = newValue } }
    }

    /// The width of the stroke, in points; 1 at first. Animatable.
    open var lineWidth: CGFloat {
        get { LayerLock.withLock { state.extra.lineWidth } }
        set { putFinite(.lineWidth, state.extra.lineWidth, newValue) { $0.extra.lineWidth = newValue } }
    }

    /// The longest miter, in line widths; 10 at first. Animatable.
    open var miterLimit: CGFloat {
        get { LayerLock.withLock { state.extra.miterLimit } }
        set { putFinite(.miterLimit, state.extra.miterLimit, newValue) { $0.extra.miterLimit = newValue } }
    }

    /// How open ends look.
    open var lineCap: CAShapeLayerLineCap {
        get { CAShapeLayerLineCap(rawValue: nameValue(.lineCap)) }
        set { putName(.lineCap, newValue.rawValue) }
    }

    /// How segments meet.
    open var lineJoin: CAShapeLayerLineJoin {
        get { CAShapeLayerLineJoin(rawValue: nameValue(.lineJoin)) }
        set { putName(.lineJoin, newValue.rawValue) }
    }

    /// Where in the dash pattern the stroke begins, in points. Animatable.
    open var lineDashPhase: CGFloat {
        get { LayerLock.withLock { state.extra.lineDashPhase } }
        set { putFinite(.lineDashPhase, state.extra.lineDashPhase, newValue) { $0.extra.lineDashPhase = newValue } }
    }

    /// The lengths of dashes and gaps, in points; nil, the default, is a solid line.
    open var lineDashPattern: [NSNumber]? {
        get { LayerLock.withLock { state.objects.lineDashPattern?.map { NSNumber(value: $0) } } }
        set { putValue(.lineDashPattern, newValue.map { .numbers($0.map(\.doubleValue)) }) }
    }
}
