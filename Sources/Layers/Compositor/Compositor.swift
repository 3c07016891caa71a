import CoreGraphics
import Raster
import RenderTree

/// Draws draw lists: the last stage of the road before the surface.
///
/// It walks the ops in paint order once for each damaged rectangle. Groups are drawn apart, on surfaces cut to what can show, and
/// clips are rectangles, or coverage masks where their shape asks for it. Every pixel depends on the list alone, never on how the
/// damage was divided, so drawing the damage over the last frame gives the bytes of a frame drawn from nothing.
///
/// It keeps scratch memory and what is worth keeping between frames (blurred shadows, coverage of shapes, mip pyramids, gradient ramps).
/// Use one from one thread at a time; it may share the work with others by itself.
package final class Compositor {
    package let options: CompositorOptions
    package let raster = Rasterizer()

    // The state of a walk.
    var target = Surface(width: 0, height: 0)
    var clip = Clip(.empty)
    /// `clip` within `target`: what can still change.
    var region = IntRect.empty
    /// The whole picture: beyond its edges what is behind a layer goes on as it is there.
    var frame = IntRect.empty
    var scopes: ContiguousArray<OpenScope> = []
    /// Masks are drawn as coverage where they can be; tests compare with pictures of them.
    var drawsCoverage = true

    /// The fills that later ones hide.
    @exclusivity(unchecked) package var hidden = HiddenCells()

    // Scratch.
    var path = LocalPath()
    var projected = LocalPath()
    var projector = ProjectedPath()
    package var quad = UnsafeMutablePointer<SIMD2<Double>>.allocate(capacity: 8)

    // Kept between frames.
    var shadows = RecentCache<ShadowKey, MaskBuffer>(limit: 32 << 20, maxCount: 4096)
    var shapes = RecentCache<ShapeKey, ShapeCoverage>(limit: 48 << 20, maxCount: 16384)
    var pyramids = RecentCache<ObjectIdentifier, ImagePyramid>(limit: 96 << 20, maxCount: 64)
    var bitmaps = RecentCache<UInt64, LayerBitmap<Surface>>(limit: 128 << 20, maxCount: 4096)
    var ramps = RecentCache<GradientColors, GradientRamp>(limit: 64, maxCount: 64)

    /// On how many threads a frame may be drawn, with what each but the calling one keeps for it.
    let threads: Int
    /// What makes another thread worth waking, in pixels written.
    var share = 250_000
    var helpers: [Compositor] = []
    var work = RowWork()
    /// What each op takes, while somebody measures it. On one thread only.
    package var opTimes: OpTimes?
    /// The rasterised layers that were drawn, and whether from a bitmap that was kept; nil where nobody asks. On one thread only.
    package var cacheUses: [CacheUse]?
    /// What was drawn on this thread.
    private var drawn = DrawingWork()
    /// What one of several threads draws.
    var part: ContiguousArray<DeviceRect> = []

    /// - Parameter threads: on how many threads a frame may be drawn, the calling one included. The bytes are the same with any number.
    package init(_ options: CompositorOptions = .onScreen, threads: Int = 1) {
        self.options = options
        self.threads = threads
        scopes.reserveCapacity(64)
    }

    deinit { quad.deallocate() }

    /// All that was drawn so far, on all threads.
    package var drawing: DrawingWork { helpers.reduce(drawn) { $0 + $1.drawn } }

    /// Rectangles that are swept apart, at most; more are joined.
    static let maxSweeps = 16

    /// Draws the damaged part of a list. The rest of the surface keeps the last frame.
    ///
    /// - Parameters:
    ///   - overExisting: draws over what the surface holds instead of over the list's background. The rectangles must then not overlap.
    ///   - mask: coverage that every op of the list is multiplied by.
    package func draw(
        _ list: DrawList, damage: some Collection<DeviceRect>, into surface: Surface, overExisting: Bool = false, mask: MaskBuffer? = nil
    ) {
        if drawInBands(list, damage, into: surface, overExisting: overExisting, mask: mask) { return }
        drawPart(list, damage, into: surface, overExisting: overExisting, mask: mask)
    }

    /// The same on this thread alone.
    func drawPart(_ list: DrawList, _ damage: some Collection<DeviceRect>, into surface: Surface, overExisting: Bool, mask: MaskBuffer?) {
        let frame = DeviceRect(0, 0, list.width, list.height)
        if damage.count > Compositor.maxSweeps {
            let all = damage.reduce(DeviceRect.empty) { $0.union($1) }
            drawPart(list, CollectionOfOne(all), into: surface, overExisting: overExisting, mask: mask)
            return
        }
        let background = PixelMath.premultiplied(list.background)
        for rect in damage {
            let r = IntRect(rect.intersection(frame)).intersection(surface.bounds)
            if r.isEmpty { continue }
            // What filters of what is behind look at has to be drawn, too, and may not stay.
            let wide =
                list.backdrops.isEmpty
                ? r : backdropSource(list, 0, list.ops.count, r).intersection(IntRect(frame)).intersection(surface.bounds)
            if wide == r {
                if !overExisting { surface.clear(r, to: background) }
                sweep(list, r, surface, mask)
            } else {
                let apart = Surface(bounds: wide, cleared: false)
                if overExisting { apart.copy(wide, from: surface) } else { apart.clear(wide, to: background) }
                sweep(list, wide, apart, mask)
                surface.copy(r, from: apart)
            }
        }
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

    private func sweep(_ list: DrawList, _ rect: IntRect, _ surface: Surface, _ mask: MaskBuffer?) {
        target = surface
        frame = IntRect(0, 0, list.width, list.height)
        clip = Clip(rect, mask: mask)
        region = clip.region(in: rect)
        let first = mask == nil ? firstVisible(list, rect) : 0
        hidden.begin()
        if mask == nil { findHidden(list, rect, from: first) }
        list.withView { walk($0, from: first, &drawn) }
        target = Surface(width: 0, height: 0)
        clip = Clip(.empty)
    }
}

extension DrawList {
    /// The list as plain memory, for a walk over it.
    package func withView(_ body: (ListView) -> Void) {
        ops.withUnsafeBufferPointer { ops in
            chunkBounds.withUnsafeBufferPointer { bounds in
                chunkSpans.withUnsafeBufferPointer { spans in
                    payloads.withUnsafeBufferPointer { payloads in
                        backdrops.withUnsafeBufferPointer { backdrops in
                            boxes.withUnsafeBufferPointer { boxes in
                                chunkIsPlain.withUnsafeBufferPointer { plain in
                                    body(
                                        ListView(
                                            ops: ops, payloads: payloads, chunkBounds: bounds, chunkSpans: spans, backdrops: backdrops,
                                            boxes: boxes, chunkIsPlain: plain))
                                }
                            }
                        }
                    }
                }
            }
        }
    }
}

/// A draw list borrowed for a walk.
package struct ListView {
    package let ops: UnsafeBufferPointer<DrawOp>
    package let payloads: UnsafeBufferPointer<DrawPayload>
    package let chunkBounds: UnsafeBufferPointer<DeviceRect>
    package let chunkSpans: UnsafeBufferPointer<Int32>
    package let backdrops: UnsafeBufferPointer<Int32>
    package let boxes: UnsafeBufferPointer<OpBox>
    package let chunkIsPlain: UnsafeBufferPointer<Bool>

    @inline(__always)
    package func payload(_ op: UnsafePointer<DrawOp>) -> DrawPayload? {
        let i = Int(op.pointee.payload)
        return i >= 0 && i < payloads.count ? payloads[i] : nil
    }
}
