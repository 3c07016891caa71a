import CoreGraphics
import Raster
import RenderTree

/// The protocol of a renderer's compositor: takes draw lists and their damage, keeps caches between frames, and keeps the picture. Used on
/// one thread at a time.
///
/// `BitmapCompositor` draws on the processor and is the reference; a compositor on a graphics processor gives the same picture but for
/// rounding. Draw lists are plain values: a compositor owns the resources that it derives from their images and paths, and releases them
/// with those.
package protocol FrameCompositor: AnyObject {
    /// Changes the picture's size in pixels. Its contents are lost: the next damage must include all of it.
    func resize(width: Int, height: Int)
    /// Draws the damaged part of a list; the rest of the picture keeps the last frame.
    /// - Throws: an error if it can't draw any more, whatever the list: its device is lost, or its memory is exhausted.
    func draw(_ list: DrawList, damage: ContiguousArray<DeviceRect>) throws(CompositorFailure)
    /// Presents the drawn picture, if the compositor presents on its own, as on a window's swap chain.
    func present() throws(CompositorFailure)
    /// Calls `body` with the picture: rows of `stride` pixels 0xAARRGGBB, premultiplied. Valid during the call.
    func withPixels<Result>(
        _ body: (UnsafePointer<UInt32>, _ width: Int, _ height: Int, _ stride: Int) throws -> Result
    ) rethrows -> Result
    /// Copies the picture to memory, for `withPixels`.
    /// - Throws: an error if the device has lost the picture.
    func fetchPixels() throws(CompositorFailure)
    /// Starts copying the picture to memory without waiting: `withReadPixels` returns the current picture, even if the next frame has been
    /// drawn meanwhile. Returns false, with nothing started, if the picture is in memory already.
    func beginReading() -> Bool
    /// Calls `body` with the picture as of the last `beginReading`, in the form of `withPixels`. Returns nil, without a call, if the device
    /// has lost it or no read was started.
    func withReadPixels<Result>(
        _ body: (UnsafePointer<UInt32>, _ width: Int, _ height: Int, _ stride: Int) throws -> Result
    ) rethrows -> Result?
    /// Continues pending uploads of images, within the time that a frame allows. Returns the region to be drawn again because of images
    /// that are now uploaded.
    func continueUploads() -> ContiguousArray<DeviceRect>
    /// True if uploads are pending: `continueUploads` must be called in the next frame, even if nothing else changes.
    var isUploading: Bool { get }
    /// The total drawing work so far.
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

/// The reason for which a compositor can't draw any more.
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
