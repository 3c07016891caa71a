import CoreGraphics
import Foundation
import RenderTree

/// A layer that draws a gradient over its background colour, in its rounded bounds.
open class CAGradientLayer: CALayer {
    package override class var kind: LayerClass { .gradient }

    /// The `CGColor`s of the stops. Other objects are refused with a diagnostic. Nil by default. Animatable.
    open var colors: [Any]? {
        get { LayerLock.withLock { state.objects.colors } }
        set { setKeyedValue(newValue, "colors") }
    }

    /// The locations of the stops, 0 to 1 in increasing order, one for each colour. Nil spaces them evenly. Animatable.
    open var locations: [NSNumber]? {
        get { LayerLock.withLock { state.objects.locations?.map { NSNumber(value: $0) } } }
        set { putValue(.locations, newValue.map { .numbers($0.map(\.doubleValue)) }) }
    }

    /// The start of the gradient, in units of the bounds; the centre of radial and conic gradients. (0.5, 0) by default. Animatable.
    open var startPoint: CGPoint {
        get { LayerLock.withLock { state.extra.startPoint } }
        set { putFinite(.startPoint, state.extra.startPoint, newValue) { $0.extra.startPoint = newValue } }
    }

    /// The end of the gradient, in units of the bounds. (0.5, 1) by default. Animatable.
    open var endPoint: CGPoint {
        get { LayerLock.withLock { state.extra.endPoint } }
        set { putFinite(.endPoint, state.extra.endPoint, newValue) { $0.extra.endPoint = newValue } }
    }

    /// The position of the first colour of a radial gradient, relative to its centre, in radii. (0, 0) by default. Animatable. Core
    /// Animation has no such property; Lottie's gradients have a highlight.
    package var focalPoint: CGPoint {
        get { LayerLock.withLock { state.extra.focalPoint } }
        set { putFinite(.focalPoint, state.extra.focalPoint, newValue) { $0.extra.focalPoint = newValue } }
    }

    /// The kind of gradient: axial, radial or conic. An unknown type is kept, and draws as axial.
    open var type: CAGradientLayerType {
        get { CAGradientLayerType(rawValue: nameValue(.gradientType)) }
        set { putName(.gradientType, newValue.rawValue) }
    }
}
