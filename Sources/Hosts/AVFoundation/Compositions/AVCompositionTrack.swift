import AgateDiagnostics
import CoreGraphics
import Foundation

/// A segment of a track of a composition: a part of a file's track, or nothing, and its place.
open class AVCompositionTrackSegment: AVAssetTrackSegment, @unchecked Sendable {
    // Unchecked: constant.
    /// The file; nil if the segment is empty.
    public final let sourceURL: URL?
    /// The number of the track in the file.
    public final let sourceTrackID: CMPersistentTrackID
    final let part: TrackPart

    /// Creates a segment of a file's track. A file that can't be read, or has no such track, results in a segment that shows nothing.
    public init(url URL: URL, trackID: CMPersistentTrackID, sourceTimeRange: CMTimeRange, targetTimeRange: CMTimeRange) {
        let mapping = CMTimeMapping(source: sourceTimeRange, target: targetTimeRange)
        sourceURL = URL
        sourceTrackID = trackID
        part = TrackPart(mapping: mapping, source: AVURLAsset(url: URL).track(withTrackID: trackID)?.source)
        super.init(mapping)
    }

    /// Creates an empty segment.
    public init(timeRange: CMTimeRange) {
        sourceURL = nil
        sourceTrackID = kCMPersistentTrackID_Invalid
        part = .empty(timeRange)
        super.init(part.mapping)
    }

    init(_ part: TrackPart) {
        sourceURL = part.source?.file.file
        sourceTrackID = part.sourceTrackID
        self.part = part
        super.init(part.mapping)
    }
}

/// A track of a composition: segments of files' tracks, one after another.
open class AVCompositionTrack: AVAssetTrack, @unchecked Sendable {
    // Unchecked: only mutable tracks change, by their owner.
    fileprivate final var content = TrackParts()
    fileprivate final var options = Options()

    fileprivate struct Options {
        var isEnabled = true
        var transform: CGAffineTransform?
        var volume: Float = 1
        var timescale: CMTimeScale?
        var language: String?
    }

    init(_ composition: AVComposition, _ id: CMPersistentTrackID, _ type: AVMediaType) {
        super.init(composition, id, TrackFacts(type))
    }

    /// Creates a copy.
    init(_ composition: AVComposition, _ other: AVCompositionTrack) {
        super.init(composition, other.trackID, TrackFacts(other.mediaType))
        (content, options) = (other.content, other.options)
    }

    override var parts: [TrackPart] { content.list }

    /// The properties of the first source, and those that were set.
    override var facts: TrackFacts {
        var facts = content.list.lazy.compactMap(\.source).first.flatMap { TrackFacts($0.stream) } ?? super.facts
        // As on Apple's system, the transform is the client's.
        facts.transform = options.transform ?? .identity
        if let timescale = options.timescale { facts.timescale = timescale }
        if let language = options.language { facts.language = language }
        return facts
    }

    open override var isEnabled: Bool { options.isEnabled }
    open override var preferredVolume: Float { options.volume }
    /// The range of all segments, which begins at 0.
    open override var timeRange: CMTimeRange { CMTimeRange(start: .zero, end: content.end) }
    /// The segments, each an ``AVCompositionTrackSegment``.
    open override var segments: [AVAssetTrackSegment] { content.list.map { AVCompositionTrackSegment($0) } }
    open override func segment(forTrackTime trackTime: CMTime) -> AVAssetTrackSegment? {
        content.list.first { $0.target.containsTime(trackTime) }.map { AVCompositionTrackSegment($0) }
    }
}

/// A track of a composition that can be changed, by one thread at a time.
open class AVMutableCompositionTrack: AVCompositionTrack, @unchecked Sendable {
    // Unchecked: changed by its owner.
    /// A Boolean value that determines whether the track is used.
    open override var isEnabled: Bool {
        get { options.isEnabled }
        set { options.isEnabled = newValue }
    }
    /// The transform for display, for exports without a video composition; the identity by default, also if the source has another.
    open override var preferredTransform: CGAffineTransform {
        get { options.transform ?? .identity }
        set { options.transform = newValue }
    }
    /// The volume at which the track is heard, by which an audio mix is multiplied.
    open override var preferredVolume: Float {
        get { options.volume }
        set { options.volume = newValue }
    }
    /// The timescale of the track's times.
    open override var naturalTimeScale: CMTimeScale {
        get { facts.timescale }
        set { options.timescale = newValue }
    }
    /// The language, as three letters.
    open override var languageCode: String? {
        get { facts.language }
        set { options.language = newValue }
    }

    /// Inserts a part of a track; later segments move. What lies outside the source is empty.
    /// - Parameters:
    ///   - timeRange: The range of the source.
    ///   - track: A track of the same kind of media, of a file or of a composition.
    ///   - startTime: The place. A time after the end is reached by an empty segment; an invalid time is the end.
    /// - Throws: ``AVError`` for a range that is not numeric or not positive, and for media of another kind.
    open func insertTimeRange(_ timeRange: CMTimeRange, of track: AVAssetTrack, at startTime: CMTime) throws {
        let place = startTime.isValid ? startTime : content.end
        guard track.mediaType == mediaType else {
            throw AVError(
                .operationNotSupportedForAsset, "a track of \(track.mediaType.rawValue) can't be inserted into one of \(mediaType.rawValue)"
            )
        }
        guard timeRange.start.isFraction, timeRange.duration.isFraction, timeRange.duration > .zero, place.isFraction, place >= .zero else {
            throw AVError(.invalidCompositionTrackSegmentSourceDuration, "the range \(timeRange) can't be inserted at \(place)")
        }
        content.insert(TrackParts(track.parts).slice(timeRange, at: place), at: place)
    }

    /// Inserts parts of tracks, one after another; an empty part for `NSNull`.
    open func insertTimeRanges(_ timeRanges: [NSValue], of tracks: [AVAssetTrack], at startTime: CMTime) throws {
        guard timeRanges.count == tracks.count else {
            throw AVError(.invalidCompositionTrackSegmentSourceDuration, "there are \(timeRanges.count) ranges of \(tracks.count) tracks")
        }
        let before = content
        var place = startTime.isValid ? startTime : content.end
        do {
            for (range, track) in zip(timeRanges.map(\.timeRangeValue), tracks) {
                try insertTimeRange(range, of: track, at: place)
                place = place + range.duration
            }
        } catch {
            content = before
            throw error
        }
    }

    /// Inserts an empty segment; later segments move. A no-op for a range that is not numeric.
    open func insertEmptyTimeRange(_ timeRange: CMTimeRange) {
        guard timeRange.start.isFraction, timeRange.duration.isFraction, timeRange.start >= .zero, timeRange.duration > .zero else {
            return
        }
        content.insert([.empty(timeRange)], at: timeRange.start)
    }
    /// Removes a range; later segments move.
    open func removeTimeRange(_ timeRange: CMTimeRange) { content.remove(timeRange) }
    /// Changes the duration of a range, so that it plays slower or faster; later segments move.
    open func scaleTimeRange(_ timeRange: CMTimeRange, toDuration duration: CMTime) { content.scale(timeRange, to: duration) }

    /// The segments, each an ``AVCompositionTrackSegment``. Invalid ones are refused, with a diagnostic.
    open override var segments: [AVAssetTrackSegment] {
        get { super.segments }
        set {
            let list = newValue.compactMap { $0 as? AVCompositionTrackSegment }
            do {
                try validateSegments(list)
                content = TrackParts(list.map(\.part))
            } catch {
                Diagnostic.report("av.refused-segments", "the segments of a track are invalid and remain as they were: \(error)")
            }
        }
    }

    /// Checks segments: the first begins at 0, each at the end of the previous one, and sources are valid.
    open func validateSegments(_ trackSegments: [AVCompositionTrackSegment]) throws {
        var end = CMTime.zero
        for segment in trackSegments {
            let (source, target) = (segment.timeMapping.source, segment.timeMapping.target)
            guard target.start.isFraction, target.start == end else {
                throw AVError(.compositionTrackSegmentsNotContiguous, "a segment begins at \(target.start), not at \(end)")
            }
            guard target.duration.isFraction, target.duration > .zero else {
                throw AVError(.invalidCompositionTrackSegmentDuration, "a segment has the duration \(target.duration)")
            }
            if !segment.isEmpty {
                guard source.start.isFraction, source.start >= .zero else {
                    throw AVError(.invalidCompositionTrackSegmentSourceStartTime, "the source of a segment begins at \(source.start)")
                }
                guard source.duration.isFraction, source.duration > .zero else {
                    throw AVError(
                        .invalidCompositionTrackSegmentSourceDuration, "the source of a segment has the duration \(source.duration)")
                }
                guard segment.part.source != nil else {
                    throw AVError(
                        .invalidSourceMedia, "\(segment.sourceURL?.lastPathComponent ?? "") has no track \(segment.sourceTrackID)")
                }
            }
            end = target.end
        }
    }
}
