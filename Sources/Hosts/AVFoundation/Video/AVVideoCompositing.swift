import AgateDiagnostics
import CoreGraphics
import Foundation

/// A class that composes the frames of a video composition; see `AVVideoComposition.customVideoCompositorClass`.
///
/// Attributes are `[String: Any]`, as in most sources for Apple's systems, where newer headers say `any Sendable`. Frames are requested one
/// after another, on the thread that exports or reads; they may be finished on any thread.
public protocol AVVideoCompositing: NSObjectProtocol {
    /// The attributes of source frames: a pixel format, or an array of formats of which the first supported one is used; 32BGRA by default.
    var sourcePixelBufferAttributes: [String: Any]? { get }
    /// The attributes of the buffers that the render context makes: a pixel format, as for source frames.
    var requiredPixelBufferAttributesForRenderContext: [String: Any] { get }
    /// Notifies the compositor of the context, before the first frame.
    func renderContextChanged(_ newRenderContext: AVVideoCompositionRenderContext)
    /// Begins to compose a frame, with which the request is then finished.
    func startRequest(_ asyncVideoCompositionRequest: AVAsynchronousVideoCompositionRequest)
    /// Cancels the frames that are not finished, which is optional: the caller no longer waits for them.
    func cancelAllPendingVideoCompositionRequests()
    /// True if source frames may have a wide gamut. They never do.
    var supportsWideColorSourceFrames: Bool { get }
    /// True if source frames may have a high dynamic range. They never do.
    var supportsHDRSourceFrames: Bool { get }
}

extension AVVideoCompositing {
    /// Does nothing.
    public func cancelAllPendingVideoCompositionRequests() {}
    /// False.
    public var supportsWideColorSourceFrames: Bool { false }
    /// False.
    public var supportsHDRSourceFrames: Bool { false }
}

/// The context in which a custom compositor composes frames: their size, and buffers for them. Thread-safe.
open class AVVideoCompositionRenderContext: NSObject, @unchecked Sendable {
    // Unchecked: constant, and the pool is thread-safe.
    /// The size of the frames, in pixels.
    public final let size: CGSize
    /// The video composition.
    public final let videoComposition: AVVideoComposition
    /// The transform from the composition's coordinates to pixels.
    open var renderTransform: CGAffineTransform { .identity }
    /// The pixels in a unit of the composition's coordinates.
    open var renderScale: Float { 1 }
    /// A Boolean value that indicates whether quality matters more than speed.
    open var highQualityRendering: Bool { true }
    private let pool: CVPixelBufferPool

    init(_ composition: AVVideoComposition, _ size: CGSize, _ pool: CVPixelBufferPool) {
        (videoComposition, self.size, self.pool) = (composition, size, pool)
        super.init()
    }

    /// Returns a buffer for a frame; nil if there is no memory. Memory that is reused keeps its former contents.
    open func newPixelBuffer() -> CVPixelBuffer? { pool.make().buffer }
}

/// A request for a frame. Thread-safe; the first call that finishes it counts.
open class AVAsynchronousVideoCompositionRequest: NSObject, @unchecked Sendable {
    // Unchecked: constant, but for the result under a lock.
    /// The context.
    public final let renderContext: AVVideoCompositionRenderContext
    /// The time of the frame.
    public final let compositionTime: CMTime
    /// The instruction of that time.
    public final let videoCompositionInstruction: any AVVideoCompositionInstructionProtocol
    /// The numbers of the tracks that have a frame at that time, in order.
    open var sourceTrackIDs: [NSNumber] { frames.keys.sorted().map { NSNumber(value: $0) } }
    private let frames: [CMPersistentTrackID: CVPixelBuffer]

    enum Outcome {
        case frame(CVPixelBuffer)
        case failure(any Error)
        case cancelled
    }
    private let outcome = Locked<Outcome?>(nil)
    private let isDone = DispatchSemaphore(value: 0)

    init(
        _ context: AVVideoCompositionRenderContext, _ time: CMTime, _ instruction: any AVVideoCompositionInstructionProtocol,
        _ frames: [CMPersistentTrackID: CVPixelBuffer]
    ) {
        (renderContext, compositionTime, videoCompositionInstruction, self.frames) = (context, time, instruction, frames)
        super.init()
    }

    /// Returns the frame of a track, in its natural size; nil if the track has none at that time, or was not asked for.
    open func sourceFrame(byTrackID trackID: CMPersistentTrackID) -> CVPixelBuffer? { frames[trackID] }
    /// Finishes the request with a frame.
    open func finish(withComposedVideoFrame composedVideoFrame: CVPixelBuffer) { end(.frame(composedVideoFrame)) }
    /// Finishes the request with an error, which ends the export.
    open func finish(with error: any Error) { end(.failure(error)) }
    /// Finishes a request that was cancelled.
    open func finishCancelledRequest() { end(.cancelled) }

    final func end(_ new: Outcome) {
        let isFirst = outcome.withLock { outcome in
            defer { if outcome == nil { outcome = new } }
            return outcome == nil
        }
        if isFirst { isDone.signal() }
    }

    /// Waits until the request is finished.
    final func wait() -> Outcome {
        isDone.wait()
        return outcome.withLock { $0 } ?? .cancelled
    }
}
