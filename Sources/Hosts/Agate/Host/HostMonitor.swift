import CoreGraphics
import QuartzCore
import RenderTree

/// A monitor that is notified of input, too.
package protocol HostMonitor: ContextMonitor {
    func received(_ event: InputEvent)
}

/// A host that recordings and inspectors can follow. On the thread of its layers.
package protocol MonitoredHost: LayerHost {
    var monitors: [any ContextMonitor] { get set }
    /// One commit that makes the tree as it was last committed.
    func snapshot() -> Commit
    var viewport: Viewport { get }
    /// Nil where another thread owns it.
    var renderTree: RenderTree? { get }
}
