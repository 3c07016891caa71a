import CoreGraphics
import Raster
import RenderTree

/// Draws draw lists on the processor: the last stage of the road before the surface.
///
/// What is damaged of a list is planned (`FramePlanner`), and the plan is executed on the surface (`PlanPainter`), by several threads where
/// that is worth it. Every pixel depends on the list alone, never on how the damage was divided, so drawing the damage over the last frame
/// gives the bytes of a frame drawn from nothing.
///
/// It keeps scratch memory and what is worth keeping between frames (blurred shadows, coverage of shapes, mip pyramids, gradient ramps).
/// Use one from one thread at a time; it may share the work with others by itself.
package final class Compositor {
    /// On how many threads a frame may be drawn.
    let threads: Int
    /// What makes another thread worth waking, in pixels written.
    var share = 250_000
    /// One for each thread that was needed so far, the calling one's first.
    var painters: [PlanPainter]
    /// What each of several threads draws.
    var parts: [ContiguousArray<DeviceRect>] = []
    var work = RowWork()
    private let makePainter: () -> PlanPainter

    /// - Parameters:
    ///   - threads: on how many threads a frame may be drawn, the calling one included. The bytes are the same with any number.
    ///   - masks: how masks are drawn; tests compare coverage with pictures of them.
    package init(_ options: CompositorOptions = .onScreen, threads: Int = 1, masks: PlanOptions.MaskForm = .coverage) {
        self.threads = threads
        makePainter = { PlanPainter(options, masks) }
        painters = [makePainter()]
    }

    /// What each op takes, while a client measures it. On one thread only.
    package var opTimes: OpTimes? {
        get { painters[0].opTimes }
        set { painters[0].opTimes = newValue }
    }

    /// The rasterised layers that were drawn, and whether from a bitmap that was kept; nil if there are no observers. On one thread only.
    package var cacheUses: [CacheUse]? {
        get { painters[0].cacheUses }
        set { painters[0].cacheUses = newValue }
    }

    /// All that was drawn so far, on all threads.
    package var drawing: DrawingWork { painters.reduce(DrawingWork()) { $0 + $1.drawing } }

    func needPainters(_ count: Int) {
        while painters.count < count { painters.append(makePainter()) }
        while parts.count < count { parts.append([]) }
    }

    /// Draws the damaged part of a list. The rest of the surface keeps the last frame.
    ///
    /// - Parameters:
    ///   - overExisting: draws over what the surface holds instead of over the list's background. The rectangles must then not overlap.
    ///   - mask: coverage that every op of the list is multiplied by.
    package func draw(
        _ list: DrawList, damage: some Collection<DeviceRect>, into surface: Surface, overExisting: Bool = false, mask: MaskBuffer? = nil
    ) {
        if drawInBands(list, damage, into: surface, overExisting: overExisting, mask: mask) { return }
        painters[0].draw(list, damage, into: surface, overExisting: overExisting, mask: mask)
    }

    /// Draws all of a list.
    package func draw(_ list: DrawList, into surface: Surface) {
        draw(list, damage: CollectionOfOne(DeviceRect(0, 0, list.width, list.height)), into: surface)
    }

    /// A picture of a list; nil where its size is not that of an image.
    package func render(_ list: DrawList) -> CGImage? {
        let surface = Surface(width: Int(list.width), height: Int(list.height))
        draw(list, into: surface)
        return CGImage(width: surface.width, height: surface.height) { pixels in
            guard let out = pixels.baseAddress else { return }
            for y in 0..<surface.height {
                (out + y * surface.width).update(from: surface.pixels + y * surface.stride, count: surface.width)
            }
        }
    }
}
