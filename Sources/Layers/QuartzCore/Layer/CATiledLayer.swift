import CoreGraphics
import Foundation
import RenderTree

/// A layer whose contents are drawn in tiles, at the resolution at which they are visible and while they are visible. It is for content
/// that is too large to be drawn as a whole.
///
/// `draw(in:)` (or the delegate's `draw(_:in:)`) is called once for each tile, with the tile as clip box and a CTM of the tile's
/// resolution. Under a host with its own clock, such as a window, it is called **on background threads, several at a time**: it may read
/// only data that does not change meanwhile, and must not change layers. Older or coarser tiles are shown until a tile is ready. A host
/// that makes frames on demand (`OffscreenHost`, `CARenderer`, `render(in:)`) draws the tiles of a frame before the frame, on the layer's
/// thread, so that a picture never waits and never differs. Layers draw without being marked for display; use `setNeedsDisplay` to report
/// changed content.
///
/// Setting `contents` turns the layer into a plain layer; setting nil turns it back. The grid of tiles begins at the origin of the layer's
/// space, and tiles are clipped to the bounds.
open class CATiledLayer: CALayer {
    package override class var kind: LayerClass { .tiled }

    package final let tileStore = TileStore()

    /// Returns the time that a new tile takes to fade in, in seconds; 0.25 by default. 0 or less shows it at once. Frames made on demand
    /// have no fades.
    open class func fadeDuration() -> CFTimeInterval { 0.25 }

    /// The number of levels of detail, each with half the resolution of the previous one; 1 by default. Levels of less than one pixel are
    /// left out.
    open var levelsOfDetail: Int {
        get { LayerLock.withLock { Self.integer(state.extra.levelsOfDetail) } }
        set { put(.levelsOfDetail, state.extra.levelsOfDetail, CGFloat(newValue)) { $0.extra.levelsOfDetail = CGFloat(newValue) } }
    }

    /// The number of magnified levels of detail. Level 0 has 2 to this power times the pixels that `contentsScale` gives. 0 by default;
    /// clamped to 0...16 when used.
    open var levelsOfDetailBias: Int {
        get { LayerLock.withLock { Self.integer(state.extra.levelsOfDetailBias) } }
        set {
            put(.levelsOfDetailBias, state.extra.levelsOfDetailBias, CGFloat(newValue)) { $0.extra.levelsOfDetailBias = CGFloat(newValue) }
        }
    }

    /// The size of a tile in pixels, at any level; 256 by 256 by default. A side of less than 1 is treated as 256, one of more than 4096
    /// as 4096.
    open var tileSize: CGSize {
        get { LayerLock.withLock { state.extra.tileSize } }
        set { putFinite(.tileSize, state.extra.tileSize, newValue) { $0.extra.tileSize = newValue } }
    }

    private static func integer(_ value: CGFloat) -> Int { value.isNaN ? 0 : Int(max(-1e15, min(value, 1e15))) }

    /// Redraws all visible tiles.
    open override func setNeedsDisplay() { setNeedsDisplay(bounds) }

    /// Redraws the visible tiles in the rectangle. The old tiles are shown until then; the next frame of a window may still show them.
    open override func setNeedsDisplay(_ r: CGRect) {
        guard LayerLock.withLock({ state.objects.contents == nil }) else { return super.setNeedsDisplay(r) }
        guard modelLayer == nil else { return }
        let thread = TransactionThread.opened
        LayerLock.withLock {
            tileStore.invalidate(r)
            thread.willDisplay(self)
        }
    }

    /// Redraws all visible tiles, or the contents of a layer that has been turned into a plain one.
    open override func display() {
        if LayerLock.withLock({ state.objects.contents == nil }) {
            setNeedsDisplay()
        } else if type(of: self) != CATiledLayer.self || delegate != nil {
            super.display()
        }
    }

    /// Draws a tile by calling the delegate, in the layer's space and in points. Called on any thread; see the class.
    open override func draw(in ctx: CGContext) { delegate?.draw(self, in: ctx) }
}
