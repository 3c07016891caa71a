import CoreGraphics
import Raster
import RenderTree

/// Draws draw lists on the processor: the last stage before the surface.
///
/// The damaged part of a list is planned (`FramePlanner`), and the plan is executed on the surface (`PlanPainter`), by several threads if
/// that pays off. Every pixel depends on the list alone, never on how the damage was divided, so drawing the damage over the last frame
/// gives the bytes of a frame drawn from nothing.
///
/// Keeps scratch memory and caches between frames (blurred shadows, coverage of shapes, mip pyramids, gradient ramps). Use a compositor
/// from one thread at a time; it may divide the work among other threads itself.
package final class Compositor {
    /// The maximum number of threads that draw a frame.
    let threads: Int
    /// The work that justifies another thread, in pixels written.
    var share = 250_000
    /// The painters, one for each thread needed so far; the calling thread's first.
    var painters: [PlanPainter]
    /// The damaged rectangles of each thread.
    var parts: [ContiguousArray<DeviceRect>] = []
    var work = RowWork()
    private let makePainter: () -> PlanPainter

    /// - Parameters:
    ///   - threads: the maximum number of threads that draw a frame, including the calling one. The bytes are the same with any number.
    ///   - masks: the form in which masks are drawn; tests compare coverage with pictures of them.
    package init(_ options: CompositorOptions = .onScreen, threads: Int = 1, masks: PlanOptions.MaskForm = .coverage) {
        self.threads = threads
        makePainter = { PlanPainter(options, masks) }
        painters = [makePainter()]
    }

    /// The time that each op takes; nil if it is not measured. Measured on one thread only.
    package var opTimes: OpTimes? {
        get { painters[0].opTimes }
        set { painters[0].opTimes = newValue }
    }

    /// The rasterised layers that were drawn, and the source of each: a kept bitmap or a new one. Nil if not recorded. Recorded on one
    /// thread only.
    package var cacheUses: [CacheUse]? {
        get { painters[0].cacheUses }
        set { painters[0].cacheUses = newValue }
    }

    /// The total drawing work so far, on all threads.
    package var drawing: DrawingWork { painters.reduce(DrawingWork()) { $0 + $1.drawing } }

    func needPainters(_ count: Int) {
        while painters.count < count { painters.append(makePainter()) }
        while parts.count < count { parts.append([]) }
    }

    /// Draws the damaged part of a list. The rest of the surface keeps the last frame.
    ///
    /// - Parameters:
    ///   - overExisting: true to draw over the surface's pixels instead of over the list's background. The rectangles must then not
    ///     overlap.
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

    /// Returns a picture of a list; nil if its size is invalid for an image.
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
