import Agate
import AgateDiagnostics
import CoreGraphics
import QuartzCore
import RenderTree

/// The states of a renderer of sample buffers.
public enum AVQueuedSampleBufferRenderingStatus: Int, Sendable {
    /// Nothing was enqueued.
    case unknown
    /// Buffers were enqueued, and can be shown.
    case rendering
    /// A buffer can't be shown; see the error. `flush()` resets the layer.
    case failed
}

/// A queue of pictures with times, in the time of a timebase. Any thread enqueues; layers dequeue without waiting.
final class SampleQueue: PictureSource {
    private struct State {
        var timebase: CMTimebase
        var isOwn: Bool
        var status = AVQueuedSampleBufferRenderingStatus.unknown
        var error: AVError?
    }
    private let frames = FrameQueue(capacity: 32)
    private let state: Locked<State>
    let request: MediaDataRequest

    init() {
        // Without a client's timebase, times are those of the host.
        state = Locked(State(timebase: Self.hostTimebase, isOwn: false))
        let frames = frames
        request = MediaDataRequest { frames.isReadyForMoreFrames }
    }

    private static var hostTimebase: CMTimebase { CMTimebase(line: .init(begin: 0, start: 0, rate: 1)) }

    deinit { request.stop() }

    var timebase: CMTimebase { state.withLock { $0.timebase } }
    var controlTimebase: CMTimebase? { state.withLock { $0.isOwn ? $0.timebase : nil } }
    var status: AVQueuedSampleBufferRenderingStatus { state.withLock { $0.status } }
    var error: AVError? { state.withLock { $0.error } }
    var isReady: Bool { frames.isReadyForMoreFrames && status != .failed }
    var hasMuch: Bool { frames.count >= 4 }

    func setTimebase(_ timebase: CMTimebase?) {
        let new = timebase ?? Self.hostTimebase
        let old = state.withLock { state in
            defer { (state.timebase, state.isOwn) = (new, timebase != nil) }
            return state.timebase
        }
        old.removeObserver(self)
        new.observe(self) { [weak self] in self?.notifier.notify() }
        notifier.notify()
    }

    func enqueue(_ sample: CMSampleBuffer) {
        guard status != .failed else { return }
        guard let buffer = sample.imageBuffer, let image = buffer.image else {
            let what = sample.isValid ? "has no picture that can be shown" : "was invalidated"
            return fail(AVError(.decodeFailed, "a sample buffer \(what)"))
        }
        let isNow = sample.hasFlag(kCMSampleAttachmentKey_DisplayImmediately), time = sample.outputPresentationTimeStamp
        guard isNow || time.isFraction else { return fail(AVError(.decodeFailed, "a sample buffer has the time \(time)")) }
        state.withLock { $0.status = .rendering }
        request.note()
        if sample.hasFlag(kCMSampleAttachmentKey_DoNotDisplay) { return }
        if !frames.enqueue(image, at: isNow ? nil : time.seconds) {
            Diagnostic.reportOnce(
                "av.full-display-layer", key: "",
                "a sample buffer was enqueued in a full AVSampleBufferDisplayLayer and is left out; wait for isReadyForMoreMediaData")
        }
    }

    private func fail(_ error: AVError) { state.withLock { ($0.status, $0.error) = (.failed, error) } }

    func flush(removesImage: Bool) {
        state.withLock { if $0.status == .failed { ($0.status, $0.error) = (.unknown, nil) } }
        if removesImage { frames.flushAndRemoveImage() } else { frames.flush() }
        request.signal()
    }

    // MARK: Pictures

    var followsLayerTime: Bool { false }
    var notifier: PictureNotifier { frames.notifier }

    func picture(at time: Double, waits: Bool) -> (image: CGImage?, nextChange: Double) {
        let line = timebase.line(at: time), answer = frames.picture(at: line.time(at: time), waits: waits)
        request.signal()
        if line.rate < 0 { return (answer.image, time) }
        return (answer.image, max(time, line.host(of: answer.nextChange)))
    }
}

/// A layer that shows the pictures of sample buffers at their times.
///
/// Times are those of the host, or of a timebase that the client controls. Buffers must have pictures: compressed ones make the layer fail.
/// Enqueue them on any thread; at most 32 wait.
open class AVSampleBufferDisplayLayer: CALayer {
    final let queue: SampleQueue

    public override init() {
        queue = SampleQueue()
        super.init()
        contentsGravity = .resizeAspect
        showPictures(of: queue)
    }

    public override init(layer: Any) {
        let other = layer as? AVSampleBufferDisplayLayer
        queue = other?.queue ?? SampleQueue()
        storedGravity = other?.storedGravity ?? .resizeAspect
        super.init(layer: layer)
    }

    /// Creates a layer from an archive, without pictures.
    public required init?(coder: NSCoder) {
        queue = SampleQueue()
        super.init(coder: coder)
        showPictures(of: queue)
    }

    deinit { if !isPresentationCopy { queue.request.stop() } }

    /// The timebase by which pictures are shown; nil is the host's time.
    open var controlTimebase: CMTimebase? {
        get { queue.controlTimebase }
        set {
            if refusesChange(of: "controlTimebase") { return }
            queue.setTimebase(newValue)
        }
    }
    /// The timebase in use.
    open var timebase: CMTimebase { queue.timebase }

    /// The way in which pictures fill the bounds; `resizeAspect` by default, and for unknown values.
    open var videoGravity: AVLayerVideoGravity {
        get { storedGravity }
        set {
            if refusesChange(of: "videoGravity") { return }
            storedGravity = newValue
            contentsGravity = newValue.contents
        }
    }
    private final var storedGravity = AVLayerVideoGravity.resizeAspect

    /// The state of the layer.
    open var status: AVQueuedSampleBufferRenderingStatus { queue.status }
    /// The reason for which the layer failed.
    open var error: (any Error)? { queue.error }
    /// A Boolean value that indicates whether the layer must be flushed before more is shown: after a failure.
    open var requiresFlushToResumeDecoding: Bool { queue.status == .failed }

    /// Enqueues a buffer. One that is overtaken before it was shown is never shown.
    open func enqueue(_ sampleBuffer: CMSampleBuffer) { queue.enqueue(sampleBuffer) }
    /// Removes the buffers that are still to be shown; the picture remains.
    open func flush() { queue.flush(removesImage: false) }
    /// Removes all buffers, and the picture.
    open func flushAndRemoveImage() { queue.flush(removesImage: true) }
    /// A Boolean value that indicates whether there is space for another buffer.
    open var isReadyForMoreMediaData: Bool { queue.isReady }
    /// A Boolean value that indicates whether enough buffers are enqueued to begin.
    open var hasSufficientMediaDataForReliablePlaybackStart: Bool { queue.hasMuch }
    /// Calls a block on a queue whenever there is space for more buffers, until ``stopRequestingMediaData()``.
    open func requestMediaDataWhenReady(on queue: DispatchQueue, using block: @escaping @Sendable () -> Void) {
        self.queue.request.set(queue, block)
    }
    /// Ends the calls of the block.
    open func stopRequestingMediaData() { queue.request.stop() }
}

extension AVLayerVideoGravity {
    /// The gravity of a layer's contents.
    var contents: CALayerContentsGravity {
        switch self {
        case .resizeAspectFill: .resizeAspectFill
        case .resize: .resize
        default: .resizeAspect
        }
    }
}
