import CoreGraphics
import Foundation
import RenderTree

/// A layer that draws a gradient over its background colour, in its rounded bounds.
open class CAGradientLayer: CALayer {
    package override class var kind: LayerClass { .gradient }

    /// The `CGColor`s of the stops; other objects are refused with a diagnostic. Nil at first. Animatable.
    open var colors: [Any]? {
        get { LayerLock.withLock { state.objects.colors } }
        set { setKeyedValue(newValue, "colors") }
    }

    /// Where the stops lie, 0 to 1 and growing, as many as colours; nil spaces them evenly. Animatable.
    open var locations: [NSNumber]? {
        get { LayerLock.withLock { state.objects.locations?.map { NSNumber(value: $0) } } }
        set { putValue(.locations, newValue.map { .numbers($0.map(\.doubleValue)) }) }
    }

    /// Where the gradient begins, in units of the bounds; the centre of radial and conic ones. (0.5, 0) at first. Animatable.
    open var startPoint: CGPoint {
        get { LayerLock.withLock { state.extra.startPoint } }
        set { putFinite(.startPoint, state.extra.startPoint, newValue) { $0.extra.startPoint = newValue } }
    }

    /// Where the gradient ends, in units of the bounds; (0.5, 1) at first. Animatable.
    open var endPoint: CGPoint {
        get { LayerLock.withLock { state.extra.endPoint } }
        set { putFinite(.endPoint, state.extra.endPoint, newValue) { $0.extra.endPoint = newValue } }
    }

    /// Where the first colour of a radial gradient is, from its centre, in radii; (0, 0) at first. Animatable. Core Animation has no such
    /// property: Lottie's gradients have a highlight.
    package var focalPoint: CGPoint {
        get { LayerLock.withLock { state.extra.focalPoint } }
        set { putFinite(.focalPoint, state.extra.focalPoint, newValue) { $0.extra.focalPoint = newValue } }
    }

    /// Axial, radial or conic; an unknown one is kept, and draws as axial.
    open var type: CAGradientLayerType {
        get { CAGradientLayerType(rawValue: nameValue(.gradientType)) }
        set { putName(.gradientType, newValue.rawValue) }
    }
}
