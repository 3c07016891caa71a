import CoreGraphics
import RenderTree

/// Draws a layer tree at times of your choosing, into a bitmap.
///
/// As Apple's, but for the target: there is no GPU texture here, and `image` is what was rendered. Animations are evaluated at the time
/// given to `beginFrame`. Use it on the thread that owns the layers.
open class CARenderer: NSObject {
    private let driver: ManualDriver
    private let context: LayerContext
    private var isInFrame = false
    private var area = CGRect.null
    private var next = Double.infinity

    /// A renderer into a new bitmap.
    /// - Parameters:
    ///   - width: in pixels, 1 to 16,384.
    ///   - height: in pixels, 1 to 16,384.
    ///   - scale: pixels a point.
    ///   - geometryFlipped: whether y grows downwards from the top; false is as on macOS.
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

    /// The root of the tree; drawn once the transaction in which it was set has been committed.
    open var layer: CALayer? {
        get { context.layer }
        set { context.layer = newValue }
    }

    /// The part of the root's superlayer space that updates are reported for; null at first, which is all of the bitmap.
    open var bounds = CGRect.null

    /// Opens a frame and evaluates animations at a media time, in seconds. A frame that is open is ended first.
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

    /// What `render` will draw, in points; null outside a frame and when nothing changed.
    open func updateBounds() -> CGRect { isInFrame ? area : .null }

    /// Adds a rectangle, in points, to what `render` draws.
    open func addUpdate(_ r: CGRect) {
        guard isInFrame, !r.isNull else { return }
        let pixels = viewport.pixels(r)
        driver.use { $0.add(pixels) }
        area = area.union(r)
    }

    /// Draws what changed since it was last called.
    open func render() {
        if isInFrame { driver.use { _ = $0.paint() } }
    }

    /// When the next frame is needed: the frame's own time while something moves, infinity when nothing will.
    open func nextFrameTime() -> CFTimeInterval { next }

    /// Closes the frame; nothing without one.
    open func endFrame() {
        isInFrame = false
        area = .null
    }

    /// A copy of what was rendered so far.
    public var image: CGImage? { driver.use { $0.image() } }
}
