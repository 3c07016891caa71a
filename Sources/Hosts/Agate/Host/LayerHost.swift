import QuartzCore

/// A place that shows one layer tree and passes on the input that it gets: a window, a bitmap beside a test, a film in the making.
///
/// What stands on hosts (UIKit, AgateTesting, a recorder) needs no more than this. A host and its handler belong to one thread; its layers
/// may be changed on any.
public protocol LayerHost: AnyObject {
    /// In points.
    var size: CGSize { get }
    /// Pixels a point.
    var scale: CGFloat { get }
    /// The root, which fills the host. It does not animate by itself; layers in it do.
    var layer: CALayer { get }
    /// The host's media time, in seconds: what `CACurrentMediaTime()` gives inside its callbacks.
    var now: CFTimeInterval { get }
    /// Called with every event, on the thread that owns the layers, inside a turn whose changes are committed at its end.
    var onInput: ((InputEvent) -> Void)? { get set }
}
