import CoreGraphics
import Raster
import RenderTree

/// What draws the frames of a renderer: takes draw lists and their damage, keeps what is worth keeping between frames, and keeps the
/// picture. Used on one thread at a time.
///
/// `BitmapCompositor` draws on the processor and is the reference; a compositor on a graphics processor gives the same picture but for
/// rounding. Draw lists are plain values: what a compositor makes of their images and paths is its own, and goes when they go.
package protocol FrameCompositor: AnyObject {
    /// Gives the picture another size in pixels. What it held is lost: the next damage must be all of it.
    func resize(width: Int, height: Int)
    /// Draws the damaged part of a list; the rest of the picture keeps the last frame.
    /// - Throws: where it can't draw any more, whatever the list: its device is lost, or its memory is spent.
    func draw(_ list: DrawList, damage: ContiguousArray<DeviceRect>) throws(CompositorFailure)
    /// Shows what was drawn where the compositor shows its picture by itself, as on a window's swap chain.
    func present() throws(CompositorFailure)
    /// The picture: rows of `stride` pixels 0xAARRGGBB, premultiplied. Valid during the call.
    func withPixels<Result>(
        _ body: (UnsafePointer<UInt32>, _ width: Int, _ height: Int, _ stride: Int) throws -> Result
    ) rethrows -> Result
    /// Brings the picture to where `withPixels` finds it.
    /// - Throws: where the device has lost it.
    func fetchPixels() throws(CompositorFailure)
    /// Begins to bring the picture into memory, without waiting for it: `withReadPixels` gives it as it is now, also when the next frame
    /// has been drawn meanwhile. False, and nothing begun, where the picture is in memory already.
    func beginReading() -> Bool
    /// The picture as the last `beginReading` found it, as `withPixels` gives it; nil, and no call, where the device has lost it or nothing
    /// was begun.
    func withReadPixels<Result>(
        _ body: (UnsafePointer<UInt32>, _ width: Int, _ height: Int, _ stride: Int) throws -> Result
    ) rethrows -> Result?
    /// Goes on with images that are on their way to the device, as far as a frame has time for it, and answers what is to be drawn again
    /// since they are there.
    func continueUploads() -> ContiguousArray<DeviceRect>
    /// Whether images are on their way: `continueUploads` is to be called in the next frame, whether or not anything changes.
    var isUploading: Bool { get }
    /// All that was drawn so far.
    var drawing: DrawingWork { get }
}

extension FrameCompositor {
    package func present() throws(CompositorFailure) {}
    package func fetchPixels() throws(CompositorFailure) {}
    package func beginReading() -> Bool { false }
    package func withReadPixels<Result>(
        _ body: (UnsafePointer<UInt32>, _ width: Int, _ height: Int, _ stride: Int) throws -> Result
    ) rethrows -> Result? { nil }
    package func continueUploads() -> ContiguousArray<DeviceRect> { [] }
    package var isUploading: Bool { false }
}

/// Why a compositor can't draw any more.
package struct CompositorFailure: Error, Sendable, CustomStringConvertible {
    package let description: String
    package init(_ description: String) { self.description = description }
}

/// Draws into a bitmap, on the processor.
package final class BitmapCompositor: FrameCompositor {
    package let compositor: Compositor
    package private(set) var surface: Surface

    package init(width: Int, height: Int, options: CompositorOptions, threads: Int) {
        compositor = Compositor(options, threads: threads)
        surface = Surface(width: width, height: height)
    }

    package func resize(width: Int, height: Int) {
        if surface.width != width || surface.height != height { surface = Surface(width: width, height: height) }
    }

    package func draw(_ list: DrawList, damage: ContiguousArray<DeviceRect>) { compositor.draw(list, damage: damage, into: surface) }

    package func withPixels<Result>(
        _ body: (UnsafePointer<UInt32>, _ width: Int, _ height: Int, _ stride: Int) throws -> Result
    ) rethrows -> Result {
        defer { withExtendedLifetime(surface.buffer) {} }
        return try body(UnsafePointer(surface.pixels), surface.width, surface.height, surface.stride)
    }

    package var drawing: DrawingWork { compositor.drawing }
}
