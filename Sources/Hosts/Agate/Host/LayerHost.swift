import QuartzCore

/// An object that shows one layer tree and delivers the input it receives: a window, a bitmap in a test, a film that is being recorded.
///
/// The clients of hosts (UIKit, AgateTesting, a recorder) use only this protocol. A host and its handler belong to one thread; its layers
/// may be changed on any.
public protocol LayerHost: AnyObject {
    /// The size in points.
    var size: CGSize { get }
    /// The scale in pixels per point.
    var scale: CGFloat { get }
    /// The root layer, which fills the host. It has no implicit animations; its sublayers do.
    var layer: CALayer { get }
    /// The host's media time, in seconds: the value of `CACurrentMediaTime()` inside its callbacks.
    var now: CFTimeInterval { get }
    /// Called with every event, on the thread that owns the layers, inside a turn whose changes are committed at its end.
    var onInput: ((InputEvent) -> Void)? { get set }
}
