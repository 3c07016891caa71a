import AgateDiagnostics
import Compositor
import CoreGraphics
import Raster
import RenderTree

/// A render tree with the picture that it is drawn into. The drivers are built on it. Owned by one thread at a time.
package final class Renderer {
    package let tree: RenderTree
    private var compositor: any FrameCompositor
    private let options: CompositorOptions
    private let threads: Int
    /// The areas that differ from the tree's last update and have not been painted.
    package private(set) var owed: ContiguousArray<DeviceRect> = []

    /// Creates a renderer.
    /// - Parameters:
    ///   - threads: the maximum number of threads on which the processor draws a frame; its bytes are the same with any number.
    ///   - compositor: the compositor that draws; nil is the processor.
    package init(
        viewport: Viewport, antialiasing: EdgeAntialiasing = .always, options: CompositorOptions = .onScreen,
        threads: Int = Processors.count, compositor: (any FrameCompositor)? = nil
    ) {
        tree = RenderTree(viewport: viewport, antialiasing: antialiasing)
        self.options = options
        self.threads = threads
        let (width, height) = (Int(viewport.width), Int(viewport.height))
        compositor?.resize(width: width, height: height)
        self.compositor = compositor ?? BitmapCompositor(width: width, height: height, options: options, threads: threads)
    }

    package func apply(_ commit: Commit) { tree.apply(commit) }

    /// The total work of painting.
    package var drawing: DrawingWork { compositor.drawing }

    /// True if the processor draws.
    package var drawsOnProcessor: Bool { compositor is BitmapCompositor }

    /// Updates the tree to a time. The picture does not change.
    package func update(at time: Double) -> FrameUpdate {
        let update = tree.update(at: time)
        owed.append(contentsOf: update.damage)
        if compositor.isUploading { owed.append(contentsOf: compositor.continueUploads()) }
        return update
    }

    /// Updates the tree to a time that is not shown: the whole picture is owed afterwards. Returns the events to report.
    package func updateUnseen(at time: Double) -> [RenderEvent] {
        let update = tree.update(at: time)
        oweAll()
        return update.events
    }

    /// Marks the whole picture as owed.
    package func oweAll() {
        owed.removeAll(keepingCapacity: true)
        owed.append(DeviceRect(0, 0, tree.viewport.width, tree.viewport.height))
    }

    /// True if images are being uploaded to a device, so that a next frame is needed.
    package var isUploading: Bool { compositor.isUploading }

    /// Adds an area for the next painting.
    package func add(_ rect: DeviceRect) { owed.append(rect) }

    /// Brings the picture up to date with the tree. Only differences are drawn. Returns whether anything was drawn.
    @discardableResult
    package func paint() -> Bool {
        guard !owed.isEmpty else { return false }
        do {
            try compositor.draw(tree.list, damage: owed)
        } catch {
            fallBack(error)
            try? compositor.draw(tree.list, damage: owed)
        }
        owed.removeAll(keepingCapacity: true)
        return true
    }

    /// Presents the picture if the compositor does so by itself. Returns false if it no longer can: the processor draws from then on, and
    /// the whole picture is owed.
    package func present() -> Bool {
        do {
            try compositor.present()
            return true
        } catch {
            fallBack(error)
            return false
        }
    }

    /// Makes the processor draw from now on.
    package func drawOnProcessor() { if !drawsOnProcessor { takeOver() } }

    /// Continues with the processor, and the whole picture owed.
    private func fallBack(_ failure: CompositorFailure) {
        Diagnostic.report("compositor.lost", "\(failure.description); the processor draws from now on")
        takeOver()
    }

    private func takeOver() {
        let (width, height) = (tree.viewport.width, tree.viewport.height)
        compositor = BitmapCompositor(width: Int(width), height: Int(height), options: options, threads: threads)
        owed = [DeviceRect(0, 0, width, height)]
    }

    /// The rasterised layers that the last painting drew, and whether they came from cached bitmaps. For inspectors, whose renderers have
    /// one thread.
    package private(set) var cacheUses: [CacheUse] = []

    /// Paints and records the rasterised layers in `cacheUses`.
    package func paintNoted() {
        let compositor = (compositor as? BitmapCompositor)?.compositor
        compositor?.cacheUses = []
        paint()
        cacheUses = compositor?.cacheUses ?? []
        compositor?.cacheUses = nil
    }

    /// Returns the time that each op of the list takes on the processor, in seconds. The whole picture is drawn separately on one thread,
    /// several times, and the shortest time counts. The picture and its caches are not affected.
    package func opTimes(runs: Int = 3) -> ContiguousArray<Double> {
        var best = ContiguousArray(repeating: Double.infinity, count: tree.list.ops.count)
        let aside = Surface(width: Int(tree.viewport.width), height: Int(tree.viewport.height))
        let measuring = Compositor(options, threads: 1)
        for _ in 0..<max(1, runs) {
            let times = OpTimes(count: best.count)
            measuring.opTimes = times
            measuring.draw(tree.list, into: aside)
            for i in best.indices { best[i] = min(best[i], times.seconds[i]) }
        }
        return best
    }

    package func setViewport(_ viewport: Viewport) {
        guard viewport != tree.viewport else { return }
        tree.setViewport(viewport)
        compositor.resize(width: Int(viewport.width), height: Int(viewport.height))
    }

    /// Calls `body` with the picture: rows of `stride` pixels 0xAARRGGBB, premultiplied. Valid during the call.
    package func withPixels<Result>(_ body: (UnsafePointer<UInt32>, _ width: Int, _ height: Int, _ stride: Int) throws -> Result) rethrows
        -> Result
    {
        do {
            try compositor.fetchPixels()
        } catch {
            fallBack(error)
            paint()
        }
        return try compositor.withPixels(body)
    }

    /// Begins reading the picture into memory, for `withReadPixels`, while the next frame is drawn. Returns false if it is already there.
    package func beginReading() -> Bool { compositor.beginReading() }

    /// Calls `body` with the picture as of the last `beginReading`. Returns nil if the picture is lost; the processor then draws from now
    /// on.
    package func withReadPixels<Result>(
        _ body: (UnsafePointer<UInt32>, _ width: Int, _ height: Int, _ stride: Int) throws -> Result
    ) rethrows -> Result? {
        if let result = try compositor.withReadPixels(body) { return result }
        if !drawsOnProcessor { fallBack(CompositorFailure("an image can't be read back")) }
        return nil
    }

    /// Returns a copy of the picture; nil if it has no pixels.
    package func image() -> CGImage? {
        withPixels { pixels, width, height, stride in
            CGImage(width: width, height: height) { target in
                guard let base = target.baseAddress else { return }
                for row in 0..<height { (base + row * width).update(from: pixels + row * stride, count: width) }
            }
        }
    }
}

extension Viewport {
    /// Returns whether a bitmap of a size in points is allowed: each side is at most 16,384 pixels, and there are at most 2^28 pixels in
    /// all.
    package static func allows(size: CGSize, scale: CGFloat) -> Bool {
        let width = (size.width * scale).rounded(.up), height = (size.height * scale).rounded(.up)
        let limit = CGFloat(CGImage.maximumSide)
        guard width >= 0, height >= 0, width <= limit, height <= limit else { return false }
        return CGImage.isAllowed(width: max(1, Int(width)), height: max(1, Int(height)))
    }

    /// Creates a viewport of a size in points, in whole pixels. For a size that no image can have, it has one pixel, with a diagnostic.
    package init(size: CGSize, scale: CGFloat, background: CGColor?, geometryFlipped: Bool) {
        let isAllowed = Self.allows(size: size, scale: scale)
        if !isAllowed {
            Diagnostic.report(
                "host.refused-size",
                "a bitmap of \(size.width) x \(size.height) points at scale \(scale) can't be created: the limit is \(CGImage.maximumSide) pixels a side; the bitmap has one pixel"
            )
        }
        func pixels(_ points: CGFloat) -> Int { isAllowed ? max(1, Int((points * scale).rounded(.up))) : 1 }
        self.init(
            width: pixels(size.width), height: pixels(size.height), scale: Double(scale), rootGeometryFlipped: geometryFlipped
        )
        if let background { self.background = background.rgba }
    }

    /// Returns the pixels that a rectangle in points touches.
    func pixels(_ rect: CGRect) -> DeviceRect {
        let top = rootGeometryFlipped ? rect.minY * scale : Double(height) - rect.maxY * scale
        let bottom = rootGeometryFlipped ? rect.maxY * scale : Double(height) - rect.minY * scale
        func clamped(_ value: Double, _ limit: Int32) -> Int32 { Int32(min(max(value.isNaN ? 0 : value, 0), Double(limit))) }
        return DeviceRect(
            clamped((rect.minX * scale).rounded(.down), width), clamped(top.rounded(.down), height),
            clamped((rect.maxX * scale).rounded(.up), width), clamped(bottom.rounded(.up), height)
        )
    }

    /// Returns pixels as a rectangle in points.
    func points(_ rect: DeviceRect) -> CGRect {
        let y = rootGeometryFlipped ? Double(rect.y0) : Double(height - rect.y1)
        return CGRect(
            x: Double(rect.x0) / scale, y: y / scale, width: Double(rect.x1 - rect.x0) / scale, height: Double(rect.y1 - rect.y0) / scale
        )
    }
}
