import CoreGraphics
import RenderTree

/// Draws a layer tree into a bitmap at chosen times.
///
/// As Apple's, except for the target: there is no GPU texture here, and `image` is the rendered picture. Animations are evaluated at the
/// time passed to `beginFrame`. Use it on the thread that owns the layers.
open class CARenderer: NSObject {
    private let driver: ManualDriver
    private let context: LayerContext
    private var isInFrame = false
    private var area = CGRect.null
    private var next = Double.infinity

    /// Creates a renderer with a new bitmap.
    /// - Parameters:
    ///   - width: the width in pixels, 1 to 16,384.
    ///   - height: the height in pixels, 1 to 16,384.
    ///   - scale: the number of pixels per point.
    ///   - geometryFlipped: true if y grows downwards from the top; false is as on macOS.
    public init(width: Int, height: Int, scale: CGFloat = 1, geometryFlipped: Bool = false) {
        driver = ManualDriver(
            renderer: Renderer(
                viewport: Viewport(
                    size: CGSize(width: CGFloat(width) / scale, height: CGFloat(height) / scale), scale: scale, background: nil,
                    geometryFlipped: geometryFlipped
                )))
        context = LayerContext(clock: MonotonicClock.shared, driver: driver, geometryFlipped: geometryFlipped)
        super.init()
    }

    /// The root of the tree. It is drawn after the transaction in which it was set has been committed.
    open var layer: CALayer? {
        get { context.layer }
        set { context.layer = newValue }
    }

    /// The part of the root's superlayer space for which updates are reported. Null by default, which is the whole bitmap.
    open var bounds = CGRect.null

    /// Begins a frame and evaluates animations at a media time, in seconds. An open frame is ended first.
    open func beginFrame(atTime t: CFTimeInterval, timeStamp ts: UnsafeMutableRawPointer? = nil) {
        endFrame()
        isInFrame = true
        context.drawTiles(at: t)
        next = driver.update(at: t).nextFrameTime
        let viewport = viewport
        area = driver.use(\.owed).reduce(CGRect.null) { $0.union(viewport.points($1)) }
        if !bounds.isNull { area = area.intersection(bounds) }
    }

    private var viewport: Viewport { driver.use { $0.tree.viewport } }

    /// Returns the area that `render` will draw, in points; null outside a frame and if nothing has changed.
    open func updateBounds() -> CGRect { isInFrame ? area : .null }

    /// Adds a rectangle, in points, to the area that `render` draws.
    open func addUpdate(_ r: CGRect) {
        guard isInFrame, !r.isNull else { return }
        let pixels = viewport.pixels(r)
        driver.use { $0.add(pixels) }
        area = area.union(r)
    }

    /// Draws the changes since the last call.
    open func render() {
        if isInFrame { driver.use { _ = $0.paint() } }
    }

    /// Returns the time at which the next frame is needed: the frame's own time while something moves, infinity if nothing will move.
    open func nextFrameTime() -> CFTimeInterval { next }

    /// Ends the frame; a no-op outside a frame.
    open func endFrame() {
        isInFrame = false
        area = .null
    }

    /// A copy of the picture rendered so far.
    public var image: CGImage? { driver.use { $0.image() } }
}
