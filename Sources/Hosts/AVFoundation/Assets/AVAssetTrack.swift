import CoreGraphics
import FFmpeg
import Foundation

/// A stream of a file, as the source of tracks.
struct TrackSource: Sendable {
    let file: FilmInfo
    let stream: MediaProbe.Stream
    let container: String
    let hasAlpha: Bool

    /// The range of the media in the file's time.
    var timeRange: CMTimeRange {
        let start = CMTime(stream.start)
        let whole = (try? file.media().duration).flatMap { $0 }.map { CMTime(seconds: $0, preferredTimescale: 1_000_000) }
        let duration = stream.duration.map { CMTime($0) } ?? whole.map { $0 - start } ?? .indefinite
        return CMTimeRange(start: start, duration: duration)
    }
}

/// The properties that all kinds of tracks have.
struct TrackFacts: Sendable {
    var mediaType: AVMediaType
    var timescale: CMTimeScale = 600
    var naturalSize = CGSize.zero
    var transform = CGAffineTransform.identity
    /// The duration of a frame; invalid if unknown.
    var frame = CMTime.invalid
    var dataRate: Float = 0
    var language: String?
    var formats: [CMFormatDescription] = []
    var codec = ""
    /// True if frames are decoded in another order than they are shown.
    var reorders = false

    init(_ mediaType: AVMediaType) { self.mediaType = mediaType }

    init?(_ stream: MediaProbe.Stream) {
        switch stream.kind {
        case .video: mediaType = .video
        case .audio: mediaType = .audio
        case .subtitle: mediaType = .subtitle
        case .other: return nil
        }
        timescale = CMTimeScale(exactly: stream.unit.denominator / max(1, stream.unit.numerator)) ?? 600
        naturalSize = CGSize(width: stream.width, height: stream.height)
        if let m = stream.matrix {
            let turned = CGAffineTransform(a: m[0], b: m[1], c: m[2], d: m[3], tx: 0, ty: 0)
            // The translation of a file is not always that of its size.
            let shown = CGRect(origin: .zero, size: naturalSize).applying(turned)
            transform = turned.concatenating(CGAffineTransform(translationX: -shown.minX, y: -shown.minY))
        }
        if mediaType == .video, let rate = stream.rate, let scale = CMTimeScale(exactly: rate.numerator) {
            frame = CMTime(value: rate.denominator, timescale: scale)
        }
        dataRate = Float(stream.bitRate)
        language = stream.language
        codec = stream.codec
        reorders = stream.reorders
        formats = [
            CMFormatDescription(
                mediaType, codec: stream.codec, tag: stream.tag, width: stream.width, height: stream.height, rate: stream.sampleRate,
                channels: stream.channels, bits: stream.sampleBits)
        ]
    }
}

extension CMTime {
    /// Creates a time in units of a stream.
    init(_ time: MediaProbe.Time) {
        if let scale = CMTimeScale(exactly: time.denominator) {
            let value = time.ticks.multipliedReportingOverflow(by: time.numerator)
            if !value.overflow { self.init(value: value.partialValue, timescale: scale); return }
        }
        self.init(seconds: time.seconds, preferredTimescale: 1_000_000)
    }
}

/// A track of an asset: pictures, sound or subtitles.
open class AVAssetTrack: NSObject, AVAsynchronousKeyValueLoading, @unchecked Sendable {
    // Unchecked: only mutable tracks of compositions change, by their owner.
    /// The asset of the track; nil if it is gone.
    open private(set) weak var asset: AVAsset?
    /// The number of the track in its asset: of a stream of a file, its index plus 1.
    public final let trackID: CMPersistentTrackID
    /// The stream; nil for tracks of compositions.
    final let source: TrackSource?
    private let storedFacts: TrackFacts

    init?(_ asset: AVAsset, _ file: FilmInfo, _ stream: MediaProbe.Stream, of media: MediaProbe) {
        guard let facts = TrackFacts(stream) else { return nil }
        self.asset = asset
        trackID = CMPersistentTrackID(stream.index + 1)
        source = TrackSource(file: file, stream: stream, container: media.container, hasAlpha: (try? media.film.get().hasAlpha) ?? false)
        storedFacts = facts
        super.init()
    }

    init(_ asset: AVAsset?, _ id: CMPersistentTrackID, _ facts: TrackFacts) {
        self.asset = asset
        trackID = id
        source = nil
        storedFacts = facts
        super.init()
    }

    var facts: TrackFacts { storedFacts }

    /// The parts of the track in order, without gaps.
    var parts: [TrackPart] { source.map { [TrackPart(mapping: CMTimeMapping(source: timeRange, target: timeRange), source: $0)] } ?? [] }

    /// The kind of media.
    open var mediaType: AVMediaType { facts.mediaType }
    /// The formats of the media, each a ``CMFormatDescription``.
    open var formatDescriptions: [Any] { facts.formats }
    /// A Boolean value that indicates whether the track is used; true for tracks of files.
    open var isEnabled: Bool { true }
    /// A Boolean value that indicates whether ffmpeg has a decoder for the track.
    open var isDecodable: Bool {
        guard mediaType != .subtitle, let program = try? FFmpeg.installed(), let codecs = try? program.codecs(.decoder) else {
            return false
        }
        let codec = facts.codec
        return codecs.contains(codec) || codecs.contains { $0.hasPrefix(codec) || $0.hasSuffix(codec) }
    }
    /// A Boolean value that indicates whether the track can be shown or heard.
    open var isPlayable: Bool { isDecodable }
    /// The range of the track in the asset.
    open var timeRange: CMTimeRange { source?.timeRange ?? .invalid }
    /// The timescale of the track's times.
    open var naturalTimeScale: CMTimeScale { facts.timescale }
    /// The bit rate in bits per second; 0 if the file does not specify it.
    open var estimatedDataRate: Float { facts.dataRate }
    /// The language, as three letters; nil if it is not known.
    open var languageCode: String? { facts.language }
    /// The size of its pictures with square pixels, without the transform; zero for sound.
    open var naturalSize: CGSize { facts.naturalSize }
    /// The transform for display, from the picture's coordinates with the origin at the top left.
    open var preferredTransform: CGAffineTransform { facts.transform }
    /// The volume at which the track is to be heard.
    open var preferredVolume: Float { 1 }
    /// The average frame rate; 0 for sound, or if it is not known.
    open var nominalFrameRate: Float { facts.frame.isFraction ? Float(1 / facts.frame.seconds) : 0 }
    /// The duration of a frame at the average rate; invalid for sound, or if it is not known.
    open var minFrameDuration: CMTime { facts.frame }
    /// The segments; one for tracks of files.
    open var segments: [AVAssetTrackSegment] { parts.map { AVAssetTrackSegment($0.mapping) } }

    /// A Boolean value that indicates whether the track has no media in other files; true for tracks of files.
    open var isSelfContained: Bool { source != nil }
    /// The language as a tag such as `en` or `fr`; nil if it is not known.
    open var extendedLanguageTag: String? { facts.language.map { Locale.Language(identifier: $0).minimalIdentifier } }
    /// A Boolean value that indicates whether frames are decoded in another order than they are shown.
    open var requiresFrameReordering: Bool { facts.reorders }
    /// Loads the segment of a time; the handler is called on another thread.
    open func loadSegment(
        forTrackTime trackTime: CMTime, completionHandler: @escaping @Sendable (AVAssetTrackSegment?, (any Error)?) -> Void
    ) {
        Background.run { completionHandler(self.segment(forTrackTime: trackTime), nil) }
    }
    /// Loads the time at which the sample of a time begins to be shown; the handler is called on another thread.
    open func loadSamplePresentationTime(
        forTrackTime trackTime: CMTime, completionHandler: @escaping @Sendable (CMTime, (any Error)?) -> Void
    ) {
        Background.run { completionHandler(self.samplePresentationTime(forTrackTime: trackTime), nil) }
    }

    /// Returns the segment of a time; nil outside the track.
    open func segment(forTrackTime trackTime: CMTime) -> AVAssetTrackSegment? {
        segments.first { $0.timeMapping.target.containsTime(trackTime) }
    }
    /// Returns the time at which the sample of a time begins to be shown, at the average frame rate.
    open func samplePresentationTime(forTrackTime trackTime: CMTime) -> CMTime {
        guard facts.frame.isFraction, trackTime.isFraction else { return trackTime }
        let offset = trackTime - timeRange.start
        let count = CMTimeFoldIntoRange(offset, foldRange: CMTimeRange(start: .zero, duration: facts.frame))
        return trackTime - count
    }
    /// Returns whether the track has a property.
    open func hasMediaCharacteristic(_ mediaCharacteristic: AVMediaCharacteristic) -> Bool {
        switch mediaCharacteristic {
        case .visual, .frameBased: mediaType == .video
        case .audible: mediaType == .audio
        case .legible: mediaType == .subtitle
        default: false
        }
    }
}

/// A segment of a track: a part of its source, and its place in the track.
open class AVAssetTrackSegment: NSObject, @unchecked Sendable {
    // Unchecked: constant.
    /// The range of the source, and its place in the track.
    public final let timeMapping: CMTimeMapping
    /// A Boolean value that indicates whether the segment has no media.
    open var isEmpty: Bool { timeMapping.isEmpty }

    init(_ mapping: CMTimeMapping) { timeMapping = mapping }
}
