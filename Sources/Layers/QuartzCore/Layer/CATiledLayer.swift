import CoreGraphics
import Foundation
import RenderTree

/// A layer whose contents are drawn in tiles, at the resolution at which they are seen, while they are seen: for content that is too large
/// to be drawn as a whole.
///
/// `draw(in:)` (or the delegate's `draw(_:in:)`) is called once for each tile, with the tile as clip box and a CTM of the tile's
/// resolution. Under a host with a clock of its own, such as a window, it is called **on background threads, several at a time**: it may
/// read only what does not change meanwhile, and must not change layers. What was drawn before, or is coarser, shows until the tile is
/// there. A host that makes frames on demand (`OffscreenHost`, `CARenderer`, `render(in:)`) draws the tiles of a frame before the frame, on
/// the layer's thread, so that a picture never waits and never differs. Layers draw without being asked to; content that changed is
/// reported by `setNeedsDisplay`.
///
/// Setting `contents` turns it into a plain layer; setting nil turns it back. The grid of tiles begins at the zero point of the layer's
/// space, and tiles are cut at the bounds.
open class CATiledLayer: CALayer {
    package override class var kind: LayerClass { .tiled }

    package final let tileStore = TileStore()

    /// How long a new tile takes to fade in, in seconds; 0.25. At most 0 shows it at once. Frames made on demand have no fades.
    open class func fadeDuration() -> CFTimeInterval { 0.25 }

    /// How many levels of detail there are, each of half the resolution of the one before; 1 at first. Levels beyond one pixel are left
    /// out.
    open var levelsOfDetail: Int {
        get { LayerLock.withLock { Self.integer(state.extra.levelsOfDetail) } }
        set { put(.levelsOfDetail, state.extra.levelsOfDetail, CGFloat(newValue)) { $0.extra.levelsOfDetail = CGFloat(newValue) } }
    }

    /// How many of them are magnified: level 0 has two to this power times the pixels that `contentsScale` says. 0 at first; counts from 0
    /// to 16.
    open var levelsOfDetailBias: Int {
        get { LayerLock.withLock { Self.integer(state.extra.levelsOfDetailBias) } }
        set {
            put(.levelsOfDetailBias, state.extra.levelsOfDetailBias, CGFloat(newValue)) { $0.extra.levelsOfDetailBias = CGFloat(newValue) }
        }
    }

    /// The size of a tile in pixels, of any level; 256 by 256 at first. A side under 1 counts as 256, one over 4096 as 4096.
    open var tileSize: CGSize {
        get { LayerLock.withLock { state.extra.tileSize } }
        set { putFinite(.tileSize, state.extra.tileSize, newValue) { $0.extra.tileSize = newValue } }
    }

    private static func integer(_ value: CGFloat) -> Int { value.isNaN ? 0 : Int(max(-1e15, min(value, 1e15))) }

    /// All tiles are drawn anew, as far as they are seen.
    open override func setNeedsDisplay() { setNeedsDisplay(bounds) }

    /// What lies in the rectangle is drawn anew, as far as it is seen. The old picture shows until then; the next frame of a window may
    /// still have it.
    open override func setNeedsDisplay(_ r: CGRect) {
        guard LayerLock.withLock({ state.objects.contents == nil }) else { return super.setNeedsDisplay(r) }
        guard modelLayer == nil else { return }
        let thread = TransactionThread.opened
        LayerLock.withLock {
            tileStore.invalidate(r)
            thread.willDisplay(self)
        }
    }

    /// Draws all tiles anew that are seen, or the contents of a layer that has been turned into a plain one.
    open override func display() {
        if LayerLock.withLock({ state.objects.contents == nil }) {
            setNeedsDisplay()
        } else if type(of: self) != CATiledLayer.self || delegate != nil {
            super.display()
        }
    }

    /// Draws a tile, in the layer's space and in points; asks the delegate. On any thread, see the class.
    open override func draw(in ctx: CGContext) { delegate?.draw(self, in: ctx) }
}
