import AgateDiagnostics
import Compositor
import CoreGraphics
import Raster
import RenderTree

/// A render tree with a picture that it is drawn into: what the drivers are made of. Owned by one thread at a time.
package final class Renderer {
    package let tree: RenderTree
    private var compositor: any FrameCompositor
    private let options: CompositorOptions
    private let threads: Int
    /// What differs from the tree's last update and has not been painted.
    package private(set) var owed: ContiguousArray<DeviceRect> = []

    /// - Parameters:
    ///   - threads: on how many threads a frame may be drawn by the processor; its bytes are the same with any number.
    ///   - compositor: what draws; nil is the processor.
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

    /// What painting has done, all together.
    package var drawing: DrawingWork { compositor.drawing }

    /// Whether the processor draws.
    package var drawsOnProcessor: Bool { compositor is BitmapCompositor }

    /// Brings the tree to a time; the picture stays as it is.
    package func update(at time: Double) -> FrameUpdate {
        let update = tree.update(at: time)
        owed.append(contentsOf: update.damage)
        if compositor.isUploading { owed.append(contentsOf: compositor.continueUploads()) }
        return update
    }

    /// Brings the tree to a time that nobody sees: all of the picture is owed afterwards. Answers what is to be reported.
    package func updateUnseen(at time: Double) -> [RenderEvent] {
        let update = tree.update(at: time)
        oweAll()
        return update.events
    }

    /// All of the picture is to be drawn.
    package func oweAll() {
        owed.removeAll(keepingCapacity: true)
        owed.append(DeviceRect(0, 0, tree.viewport.width, tree.viewport.height))
    }

    /// Whether images are on their way to a device, so that there is to be a next frame.
    package var isUploading: Bool { compositor.isUploading }

    /// Adds to what the next painting draws.
    package func add(_ rect: DeviceRect) { owed.append(rect) }

    /// Brings the picture to where the tree is. Only what differs is drawn; answers whether anything was.
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

    /// Shows the picture where the compositor does so by itself. False where it can't any more: the processor draws from here on, and all
    /// of the picture is owed.
    package func present() -> Bool {
        do {
            try compositor.present()
            return true
        } catch {
            fallBack(error)
            return false
        }
    }

    /// The processor draws from here on.
    package func drawOnProcessor() { if !drawsOnProcessor { takeOver() } }

    /// The processor goes on from here, with a whole picture.
    private func fallBack(_ failure: CompositorFailure) {
        Diagnostic.report("compositor.lost", "\(failure.description); the processor draws from now on")
        takeOver()
    }

    private func takeOver() {
        let (width, height) = (tree.viewport.width, tree.viewport.height)
        compositor = BitmapCompositor(width: Int(width), height: Int(height), options: options, threads: threads)
        owed = [DeviceRect(0, 0, width, height)]
    }

    /// The rasterised layers that the last painting drew, and whether from kept bitmaps: for inspectors, whose renderers have one thread.
    package private(set) var cacheUses: [CacheUse] = []

    /// The same as `paint`, with notes in `cacheUses`.
    package func paintNoted() {
        let compositor = (compositor as? BitmapCompositor)?.compositor
        compositor?.cacheUses = []
        paint()
        cacheUses = compositor?.cacheUses ?? []
        compositor?.cacheUses = nil
    }

    /// How long each op of the list takes the processor, in seconds: all of the picture is drawn aside, by one thread, some times over, and
    /// the shortest time counts. The picture and what is kept for it stay as they are.
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

    /// The picture: rows of `stride` pixels 0xAARRGGBB, premultiplied. Valid during the call.
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

    /// Begins to bring the picture into memory, for `withReadPixels`, while the next frame is drawn. False where it is there already.
    package func beginReading() -> Bool { compositor.beginReading() }

    /// The picture as the last `beginReading` found it; nil where it is lost, and then the processor draws from here on.
    package func withReadPixels<Result>(
        _ body: (UnsafePointer<UInt32>, _ width: Int, _ height: Int, _ stride: Int) throws -> Result
    ) rethrows -> Result? {
        if let result = try compositor.withReadPixels(body) { return result }
        if !drawsOnProcessor { fallBack(CompositorFailure("an image can't be read back")) }
        return nil
    }

    /// A copy of the picture; nil where it has no pixels.
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
    /// Whether there is a bitmap of so many points: each side of 16,384 pixels at most, and 2^28 pixels in all.
    package static func allows(size: CGSize, scale: CGFloat) -> Bool {
        let width = (size.width * scale).rounded(.up), height = (size.height * scale).rounded(.up)
        let limit = CGFloat(CGImage.maximumSide)
        guard width >= 0, height >= 0, width <= limit, height <= limit else { return false }
        return CGImage.isAllowed(width: max(1, Int(width)), height: max(1, Int(height)))
    }

    /// A view of points in whole pixels; of one pixel, with a diagnostic, for a size that no image has.
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

    /// A rectangle of points as the pixels that it touches.
    func pixels(_ rect: CGRect) -> DeviceRect {
        let top = rootGeometryFlipped ? rect.minY * scale : Double(height) - rect.maxY * scale
        let bottom = rootGeometryFlipped ? rect.maxY * scale : Double(height) - rect.minY * scale
        func clamped(_ value: Double, _ limit: Int32) -> Int32 { Int32(min(max(value.isNaN ? 0 : value, 0), Double(limit))) }
        return DeviceRect(
            clamped((rect.minX * scale).rounded(.down), width), clamped(top.rounded(.down), height),
            clamped((rect.maxX * scale).rounded(.up), width), clamped(bottom.rounded(.up), height)
        )
    }

    /// Pixels as a rectangle of points.
    func points(_ rect: DeviceRect) -> CGRect {
        let y = rootGeometryFlipped ? Double(rect.y0) : Double(height - rect.y1)
        return CGRect(
            x: Double(rect.x0) / scale, y: y / scale, width: Double(rect.x1 - rect.x0) / scale, height: Double(rect.y1 - rect.y0) / scale
        )
    }
}
