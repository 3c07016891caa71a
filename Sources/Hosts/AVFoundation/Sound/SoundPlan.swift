import AgateDiagnostics
import FFmpeg
import Foundation

/// The sound of an asset in a range of time: nothing, the packets of a stream as they are, or a mix.
enum SoundPlan: Sendable {
    case none
    case copy(TrackSource)
    case mix(SoundMix)

    /// - Parameters:
    ///   - codecs: The codecs that may be copied.
    ///   - algorithm: The way in which speeds are changed.
    init(
        _ asset: AVAsset, _ mix: AVAudioMix?, _ range: CMTimeRange, codecs: (String) -> Bool, algorithm: AVAudioTimePitchAlgorithm
    ) {
        let audible = asset.tracks.filter { $0.mediaType == .audio && $0.isEnabled }
        let tracks = SoundMix.Track.list(audible, mix, range, algorithm)
        if tracks.isEmpty { self = .none; return }
        if tracks.count == 1, let source = tracks[0].unchanged(in: range), codecs(source.stream.codec) { self = .copy(source); return }
        self = .mix(SoundMix(tracks, range))
    }
}

/// Tracks that are mixed, and the form of the result.
struct SoundMix: Sendable {
    struct Track: Sendable {
        let parts: [TrackPart]
        let volumes: Ramps<Float>
        let volume: Float
        let keepsPitch: Bool

        /// Returns the tracks that are heard in a range.
        static func list(
            _ tracks: [AVAssetTrack], _ mix: AVAudioMix?, _ range: CMTimeRange, _ algorithm: AVAudioTimePitchAlgorithm
        ) -> [Track] {
            tracks.compactMap { track in
                let parts = track.parts.filter { $0.source != nil && !$0.target.intersection(range).isEmpty }
                guard !parts.isEmpty else { return nil }
                let input = mix?.inputParameters.last { $0.trackID == track.trackID }
                return Track(
                    parts: parts, volumes: input?.volumes ?? Ramps(), volume: track.preferredVolume,
                    keepsPitch: (input?.audioTimePitchAlgorithm ?? algorithm) != .varispeed)
            }
        }

        /// Returns the stream if the whole of it is heard as it is, from the beginning of the range on.
        func unchanged(in range: CMTimeRange) -> TrackSource? {
            guard parts.count == 1, let source = parts[0].source, volumes.list.isEmpty, volume == 1 else { return nil }
            let mapping = parts[0].mapping, whole = source.timeRange
            // A sample, or a unit of the file's times.
            let slack = CMTime(value: 1, timescale: 1000)
            func isNear(_ a: CMTime, _ b: CMTime) -> Bool { CMTimeAbsoluteValue(a - b) <= slack }
            guard mapping.source.duration == mapping.target.duration, mapping.source.start == mapping.target.start, range.start == .zero,
                mapping.source.start <= whole.start, mapping.source.end + slack >= whole.end || isNear(mapping.source.end, whole.end),
                range.end + slack >= whole.end
            else { return nil }
            return source
        }
    }

    let tracks: [Track]
    let range: CMTimeRange
    /// The samples in a second, and the channels.
    let rate: Int, channels: Int
    /// The number of samples of each channel.
    let count: Int64

    /// - Parameters:
    ///   - rate: The samples in a second; by default the highest rate of the sources.
    ///   - channels: 1 or 2; by default 2 if a source has more than one.
    init(_ tracks: [Track], _ range: CMTimeRange, rate: Int? = nil, channels: Int? = nil) {
        self.tracks = tracks
        self.range = range
        self.rate = rate ?? Self.rate(of: tracks)
        self.channels = channels ?? Self.channels(of: tracks)
        count = Self.samples(range.duration, self.rate)
    }

    static func rate(of tracks: [Track]) -> Int {
        max(8000, tracks.flatMap(\.parts).compactMap(\.source?.stream.sampleRate).max() ?? 48000)
    }
    static func channels(of tracks: [Track]) -> Int {
        tracks.contains { $0.parts.contains { ($0.source?.stream.channels ?? 1) > 1 } } ? 2 : 1
    }

    /// Returns a time in samples, to the nearest.
    static func samples(_ time: CMTime, _ rate: Int) -> Int64 {
        time.convertScale(CMTimeScale(rate), method: .default).value
    }
}
