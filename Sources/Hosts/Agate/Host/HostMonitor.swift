import CoreGraphics
import QuartzCore
import RenderTree

/// A monitor that is also notified of input.
package protocol HostMonitor: ContextMonitor {
    func received(_ event: InputEvent)
}

/// A host that recorders and inspectors can monitor. On the thread of its layers.
package protocol MonitoredHost: LayerHost {
    var monitors: [any ContextMonitor] { get set }
    /// Returns one commit that recreates the tree as it was last committed.
    func snapshot() -> Commit
    var viewport: Viewport { get }
    /// The render tree; nil if another thread owns it.
    var renderTree: RenderTree? { get }
}
