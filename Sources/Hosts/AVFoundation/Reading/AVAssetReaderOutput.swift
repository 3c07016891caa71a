import AgateDiagnostics
import CoreGraphics
import Foundation

/// A source of samples in order. One thread at a time reads; any thread may cancel.
protocol SampleSource: Sendable {
    /// Returns the next buffer; nil after the last.
    func next() throws -> CMSampleBuffer?
    func cancel()
}

/// An output of a reader: samples of one track, or of several that are composed or mixed.
open class AVAssetReaderOutput: NSObject, @unchecked Sendable {
    // Unchecked: settings belong to the thread that begins to read; the source is under a lock.
    /// The kind of media.
    open var mediaType: AVMediaType { tracks.first?.mediaType ?? .video }
    /// A Boolean value that determines whether buffers are copies that a client may change; they always are.
    open var alwaysCopiesSampleData = true
    /// A Boolean value that determines whether the output can be read again, by ``reset(forReadingTimeRanges:)``.
    open var supportsRandomAccess = false

    weak final var reader: AVAssetReader?
    /// The tracks that are read.
    final let tracks: [AVAssetTrack]
    private struct State {
        var source: (any SampleSource)?
        var ranges: ArraySlice<CMTimeRange> = []
        var isOver = false
        /// True if no further reset comes.
        var isFinal = false
    }
    private let state = Locked(State())

    init(tracks: [AVAssetTrack]) { self.tracks = tracks }

    /// Returns the source of a range.
    func open(_ range: CMTimeRange) throws(AVError) -> any SampleSource {
        throw AVError(.unknown, "an AVAssetReaderOutput can't be used by itself")
    }

    final func begin(_ range: CMTimeRange) throws(AVError) {
        let source = try open(range)
        state.withLock { $0.source = source }
    }

    final func end() {
        state.withLock { state in
            defer { (state.source, state.ranges, state.isOver) = (nil, [], true) }
            return state.source
        }?.cancel()
    }

    /// Returns the next buffer of the output; waits until it is decoded.
    /// - Returns: Nil after the last one, after an error and after a cancellation; see the reader's status.
    open func copyNextSampleBuffer() -> CMSampleBuffer? {
        guard let reader, reader.status == .reading else { return nil }
        do {
            while let source = state.withLock({ $0.source }) {
                if let sample = try source.next() { return sample }
                source.cancel()
                let next = state.withLock { state -> CMTimeRange? in
                    state.source = nil
                    return state.ranges.popFirst()
                }
                guard let next else { break }
                let following = try open(next)
                let isOver = state.withLock { state in
                    if !state.isOver { state.source = following }
                    return state.isOver
                }
                if isOver { following.cancel() }
            }
            if !supportsRandomAccess || state.withLock({ $0.isFinal }) { reader.finished(self) }
        } catch {
            reader.fail(AVError(playing: reader.asset.name, error))
        }
        return nil
    }

    /// Reads other ranges, after the last buffer was returned. Needs `supportsRandomAccess`.
    /// - Parameter timeRanges: Values made by `NSValue(timeRange:)`, in order.
    open func reset(forReadingTimeRanges timeRanges: [NSValue]) {
        let ranges = timeRanges.map(\.timeRangeValue)
        guard supportsRandomAccess, let reader, reader.status == .reading, state.withLock({ $0.source == nil && !$0.isFinal }),
            ranges.allSatisfy({ $0.isValid && $0.start.isFraction && $0.duration.isFraction })
        else {
            Diagnostic.report("av.reader-misuse", "an output was reset that has not ended, has no random access, or got an invalid range")
            return
        }
        do throws(AVError) {
            guard let first = ranges.first else { return }
            try begin(first)
            state.withLock { $0.ranges = ranges.dropFirst() }
        } catch { reader.fail(error) }
    }

    /// Notes that the output is not reset again, so that the reader can complete.
    open func markConfigurationAsFinal() {
        let isOver = state.withLock { state in
            state.isFinal = true
            return state.source == nil
        }
        if isOver { reader?.finished(self) }
    }
}

/// Reads the samples of one track: decoded, or as they are in the file.
open class AVAssetReaderTrackOutput: AVAssetReaderOutput, @unchecked Sendable {
    /// The track.
    open var track: AVAssetTrack { tracks[0] }
    /// The form of the samples.
    public final let outputSettings: [String: Any]?
    /// The way in which scaled sound changes its speed.
    open var audioTimePitchAlgorithm = AVAudioTimePitchAlgorithm.spectral

    /// - Parameter outputSettings: Attributes of pixel buffers (420v by default, 420f, 32BGRA, 32ARGB, 32RGBA, x420; a size), or settings
    ///   of uncompressed sound. Without settings, samples are as they are in the file: one compressed sample in each buffer, in the order
    ///   in which they are decoded. Those of a range begin at a key frame. Sound has samples with times before 0, if decoders need them.
    public init(track: AVAssetTrack, outputSettings: [String: Any]?) {
        self.outputSettings = outputSettings
        super.init(tracks: [track])
    }

    override func open(_ range: CMTimeRange) throws(AVError) -> any SampleSource {
        let own = track.timeRange, read = own.duration.isFraction ? own.intersection(range) : range
        guard let outputSettings else {
            if let native = track.nativeSettings { return try MixedSamples([track], nil, audioTimePitchAlgorithm, native, read) }
            return try PacketSamples(track, read)
        }
        switch track.mediaType {
        case .video: return try TrackFrames(track, outputSettings, read)
        case .audio: return try MixedSamples([track], nil, audioTimePitchAlgorithm, outputSettings, read)
        default: throw AVError(.operationNotSupportedForAsset, "tracks of \(track.mediaType.rawValue) can't be read")
        }
    }
}

/// Reads the frames of a video composition, each at its time.
open class AVAssetReaderVideoCompositionOutput: AVAssetReaderOutput, @unchecked Sendable {
    /// The tracks.
    open var videoTracks: [AVAssetTrack] { tracks }
    /// The form of the frames: attributes of pixel buffers.
    public final let videoSettings: [String: Any]?
    /// The rules by which tracks are composed; nil shows the first film as it is.
    open var videoComposition: AVVideoComposition? {
        get { rules.composition }
        set { rules = ComposingRules(newValue) }
    }
    /// The compositor that composes the frames; nil if the composition has no custom one.
    open var customVideoCompositor: (any AVVideoCompositing)? { rules.compositor }
    private var rules = ComposingRules(nil)

    /// - Parameter videoSettings: Attributes of pixel buffers: a format, 32BGRA by default. The size is that of the composition.
    public init(videoTracks: [AVAssetTrack], videoSettings: [String: Any]?) {
        self.videoSettings = videoSettings
        super.init(tracks: videoTracks)
    }

    override func open(_ range: CMTimeRange) throws(AVError) -> any SampleSource {
        guard let asset = reader?.asset else { throw AVError(.unknown, "the output has no reader") }
        return try ComposedSamples(asset, rules, videoSettings ?? [:], range)
    }
}

/// Reads the mix of tracks of sound.
open class AVAssetReaderAudioMixOutput: AVAssetReaderOutput, @unchecked Sendable {
    /// The tracks.
    open var audioTracks: [AVAssetTrack] { tracks }
    /// The form of the samples.
    public final let audioSettings: [String: Any]?
    /// The volumes of the tracks; nil mixes them as they are.
    open var audioMix: AVAudioMix?
    /// The way in which scaled sound changes its speed.
    open var audioTimePitchAlgorithm = AVAudioTimePitchAlgorithm.spectral

    /// - Parameter audioSettings: Settings of uncompressed sound; nil for samples as floating-point numbers, at the highest rate.
    public init(audioTracks: [AVAssetTrack], audioSettings: [String: Any]?) {
        self.audioSettings = audioSettings
        super.init(tracks: audioTracks)
    }

    open override var mediaType: AVMediaType { .audio }

    override func open(_ range: CMTimeRange) throws(AVError) -> any SampleSource {
        try MixedSamples(tracks, audioMix, audioTimePitchAlgorithm, audioSettings ?? [AVLinearPCMIsFloatKey: true], range)
    }
}
