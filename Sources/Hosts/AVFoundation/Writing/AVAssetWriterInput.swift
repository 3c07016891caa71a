import AgateDiagnostics
import Agate
import CoreGraphics
import Foundation

/// A track of a file that is being written.
///
/// Samples are encoded on a thread of their own. `append` waits while many are pending, so a client that does not ask
/// ``isReadyForMoreMediaData`` loses none. Settings belong to the thread that begins to write; then one thread at a time appends.
open class AVAssetWriterInput: NSObject, @unchecked Sendable {
    // Unchecked: settings belong to the thread that begins to write; the rest is under a lock.
    /// The kind of media.
    public final let mediaType: AVMediaType
    /// The settings by which samples are encoded; nil for samples that are written as they are.
    public final let outputSettings: [String: Any]?
    /// The format of the samples, if it was given.
    public final let sourceFormatHint: CMFormatDescription?
    /// The transform for the display of a film: the identity, or a rotation by quarter turns.
    open var transform = CGAffineTransform.identity
    /// The timescale of a film's times; 0 chooses one in which the times of the first sample are exact.
    open var mediaTimeScale: CMTimeScale = 0
    /// A Boolean value that determines whether players show or play the track by themselves. Of several tracks of a kind, the first that is
    /// marked is the one. A file whose tracks are all not marked has the first of a kind enabled.
    open var marksOutputTrackAsEnabled = true
    /// The language of the track, as three letters.
    open var languageCode: String?
    /// A Boolean value that tells that samples come in real time. It has no effect: pending samples are few in any case.
    open var expectsMediaDataInRealTime = false

    private struct State {
        var track: WriterTrack?
        var isFinished = false
        var last = CMTime.invalid
        var hasAdaptor = false
    }
    private let state = Locked(State())
    private let request: MediaDataRequest
    private let isReady: Locked<Ready>
    /// The function that returns whether a sample can be appended. In a structure, since each access to a function that is the value of a
    /// lock itself would wrap it once more.
    private struct Ready: Sendable { var call: @Sendable () -> Bool = { false } }

    /// Creates an input.
    /// - Parameter outputSettings: Settings of a codec; nil for compressed samples that an ``AVAssetReader`` read without settings, and
    ///   for uncompressed sound. They are checked when the input is added.
    public convenience init(mediaType: AVMediaType, outputSettings: [String: Any]?) {
        self.init(mediaType: mediaType, outputSettings: outputSettings, sourceFormatHint: nil)
    }
    /// Creates an input with the format of its samples.
    public init(mediaType: AVMediaType, outputSettings: [String: Any]?, sourceFormatHint: CMFormatDescription?) {
        (self.mediaType, self.outputSettings, self.sourceFormatHint) = (mediaType, outputSettings, sourceFormatHint)
        let ready = Locked(Ready())
        isReady = ready
        request = MediaDataRequest { ready.withLock { $0.call }() }
    }

    deinit { request.stop() }

    /// A Boolean value that indicates whether a sample can be appended without waiting.
    open var isReadyForMoreMediaData: Bool { isReady.withLock { $0.call }() }

    /// Calls a block on a queue whenever samples are wanted, until the input is finished or writing ends.
    open func requestMediaDataWhenReady(on queue: DispatchQueue, using block: @escaping @Sendable () -> Void) { request.set(queue, block) }

    /// Appends a buffer: a picture, or samples of sound.
    /// - Returns: False if writing failed, or the buffer can't be used; see the writer's status.
    @discardableResult
    open func append(_ sampleBuffer: CMSampleBuffer) -> Bool {
        guard let track = usable("a sample buffer") else { return false }
        guard sampleBuffer.isValid else { return track.session.fail(AVError(.unknown, "a sample buffer was invalidated")) }
        if mediaType == .video, outputSettings != nil {
            guard let picture = sampleBuffer.imageBuffer else {
                return track.session.fail(AVError(.operationNotSupportedForAsset, "a sample buffer of a film has no picture"))
            }
            return append(picture, sampleBuffer.presentationTimeStamp, sampleBuffer.duration, track)
        }
        guard sampleBuffer.dataBuffer != nil, sampleBuffer.presentationTimeStamp.isFraction else {
            let what = mediaType == .video ? "of an input without settings has no compressed sample" : "of sound has no samples"
            return track.session.fail(AVError(.unknown, "a sample buffer \(what), or no time"))
        }
        return put(.sound(sampleBuffer), track)
    }

    /// Ends the track.
    open func markAsFinished() {
        let track = state.withLock { state in
            state.isFinished = true
            return state.track
        }
        request.stop()
        track?.close()
    }

    // MARK: Work

    private func usable(_ what: String) -> WriterTrack? {
        let (track, isFinished) = state.withLock { ($0.track, $0.isFinished) }
        guard let track, track.session.isWriting, track.session.start != nil, !isFinished else {
            Diagnostic.report(
                "av.writer-misuse",
                "\(what) was appended to an input that does not take it: before startWriting() and startSession(atSourceTime:), or after the end"
            )
            return nil
        }
        return track
    }

    final func append(_ picture: CVPixelBuffer, at time: CMTime) -> Bool {
        guard let track = usable("a pixel buffer") else { return false }
        guard outputSettings != nil else {
            return track.session.fail(AVError(.operationNotSupportedForAsset, "an input of a film needs settings to take pixel buffers"))
        }
        return append(picture, time, .invalid, track)
    }

    private func append(_ picture: CVPixelBuffer, _ time: CMTime, _ duration: CMTime, _ track: WriterTrack) -> Bool {
        let isLater = state.withLock { state in
            guard time.isFraction, !state.last.isValid || time > state.last else { return false }
            state.last = time
            return true
        }
        guard isLater else {
            return track.session.fail(AVError(.unknown, "a frame has the time \(time), which is not after the one before"))
        }
        return put(.picture(picture, time, duration: duration), track)
    }

    private func put(_ sample: WriterSample, _ track: WriterTrack) -> Bool {
        guard track.put(sample) else { return false }
        request.note()
        return true
    }

    /// The number of quarter turns, clockwise, of the transform; nil for another transform.
    final var quarterTurns: Int? {
        let m = transform
        return [(1, 0, 0, 1), (0, 1, -1, 0), (-1, 0, 0, -1), (0, -1, 1, 0)].firstIndex { a, b, c, d in
            abs(m.a - a) < 1e-6 && abs(m.b - b) < 1e-6 && abs(m.c - c) < 1e-6 && abs(m.d - d) < 1e-6
        }
    }

    /// Begins to write to a session.
    final func start(_ session: WriterSession, _ type: AVFileType, path: String) throws(AVError) {
        let encoder: any TrackEncoder
        if mediaType == .video {
            guard quarterTurns != nil else {
                throw AVError(.operationNotSupportedForAsset, "the transform \(transform) of an input is not a rotation by quarter turns")
            }
        }
        if outputSettings == nil {
            encoder = PacketEncoder(mediaType, type, mediaTimeScale, path)
        } else if mediaType == .video {
            encoder = try PictureEncoder(PictureSettings(outputSettings ?? [:], type), mediaTimeScale, path)
        } else {
            encoder = try SoundEncoder(SoundSettings(outputSettings, type), path)
        }
        let request = request
        let track = WriterTrack(session, encoder, limit: mediaType == .video ? 6 : 64) { request.signal() }
        state.withLock { $0.track = track }
        isReady.withLock { $0.call = { [weak track] in track?.isReady ?? false } }
        session.add(track)
    }

    /// Checks the settings.
    final func check(_ type: AVFileType) throws(AVError) {
        switch (mediaType, outputSettings) {
        case (.video, nil), (.audio, nil): try PacketEncoder.check(mediaType, type, sourceFormatHint)
        case (.video, let settings?): _ = try PictureSettings(settings, type)
        case (.audio, let settings?): _ = try SoundSettings(settings, type)
        default: throw AVError(.operationNotSupportedForAsset, "tracks of \(mediaType.rawValue) can't be written")
        }
    }

    final func wake() { request.signal() }

    final var track: WriterTrack? { state.withLock { $0.track } }
}

/// Appends pixel buffers to an input, and has a pool of them.
open class AVAssetWriterInputPixelBufferAdaptor: NSObject, @unchecked Sendable {
    // Unchecked: the pool is under a lock; the rest is constant.
    /// The input.
    public final let assetWriterInput: AVAssetWriterInput
    /// The attributes of the pool's buffers.
    public final let sourcePixelBufferAttributes: [String: Any]?
    private let pool = Locked<CVPixelBufferPool?>(nil)

    /// Creates an adaptor.
    /// - Parameter sourcePixelBufferAttributes: A pixel format, and a size: by default 32BGRA, and that of the film. Nil for no pool.
    public init(assetWriterInput input: AVAssetWriterInput, sourcePixelBufferAttributes: [String: Any]? = nil) {
        (assetWriterInput, self.sourcePixelBufferAttributes) = (input, sourcePixelBufferAttributes)
    }

    /// A pool of buffers; nil before writing has begun, or without attributes.
    open var pixelBufferPool: CVPixelBufferPool? {
        guard let sourcePixelBufferAttributes, assetWriterInput.track != nil else { return nil }
        let attributes = PixelAttributes(sourcePixelBufferAttributes), settings = assetWriterInput.outputSettings ?? [:]
        func side(_ own: Int?, _ key: String) -> Int { own ?? (settings[key] as? NSNumber)?.intValue ?? settings[key] as? Int ?? 0 }
        let size = (side(attributes.width, AVVideoWidthKey), side(attributes.height, AVVideoHeightKey))
        guard !attributes.hasUnknownFormat else { return nil }
        return pool.withLock { pool in
            if pool == nil {
                pool = CVPixelBufferPool(attributes.format ?? .bgra, width: size.0, height: size.1, alignment: attributes.alignment)
            }
            return pool
        }
    }

    /// Appends a picture from a time on.
    /// - Returns: False if writing failed; see the writer's status.
    @discardableResult
    open func append(_ pixelBuffer: CVPixelBuffer, withPresentationTime presentationTime: CMTime) -> Bool {
        guard assetWriterInput.mediaType == .video else {
            Diagnostic.report("av.writer-misuse", "a pixel buffer was appended to an input of \(assetWriterInput.mediaType.rawValue)")
            return false
        }
        return assetWriterInput.append(pixelBuffer, at: presentationTime)
    }
}
