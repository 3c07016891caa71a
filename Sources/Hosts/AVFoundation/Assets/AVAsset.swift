import AgateDiagnostics
import FFmpeg
import QuartzCore

/// Media in time: a file, or a composition of files.
///
/// The metadata of a file is read by `ffprobe` at the first access, which waits some hundredths of a second for it; `load` waits on another
/// thread. Thread-safe, except for mutable compositions.
open class AVAsset: NSObject, AVAsynchronousKeyValueLoading, @unchecked Sendable {
    // Unchecked: the tracks of a file are made once, under the lock.
    /// The file; nil for compositions.
    final let file: FilmInfo?
    private let known = Locked<[AVAssetTrack]?>(nil)
    final let loads = Locked(PendingLoads())

    /// Creates the asset of a file or address. Nothing is read until a property is accessed.
    public init(url: URL) {
        file = FilmInfo(url)
        super.init()
    }

    /// Creates a composition.
    init(file: FilmInfo?) {
        self.file = file
        super.init()
    }

    /// The name in messages.
    final var name: String { file?.file.lastPathComponent ?? "the composition" }

    /// The reason for which the asset can't be read.
    var failure: AVError? {
        guard let file else { return nil }
        do { _ = try file.media() } catch { return AVError(reading: name, error) }
        return nil
    }

    // MARK: Tracks

    /// The tracks: streams of pictures, of sound and of subtitles. Empty if the file can't be read.
    open var tracks: [AVAssetTrack] {
        if let known = known.withLock({ $0 }) { return known }
        guard let file, let media = try? file.media() else { return [] }
        let made = media.streams.compactMap { AVAssetTrack(self, file, $0, of: media) }
        return known.withLock { known in
            if let known { return known }
            known = made
            return made
        }
    }

    /// Returns the track of a number; nil if there is none.
    open func track(withTrackID trackID: CMPersistentTrackID) -> AVAssetTrack? { tracks.first { $0.trackID == trackID } }
    /// Returns the tracks of a kind of media.
    open func tracks(withMediaType mediaType: AVMediaType) -> [AVAssetTrack] { tracks.filter { $0.mediaType == mediaType } }
    /// Returns the tracks that have a property.
    open func tracks(withMediaCharacteristic mediaCharacteristic: AVMediaCharacteristic) -> [AVAssetTrack] {
        tracks.filter { $0.hasMediaCharacteristic(mediaCharacteristic) }
    }
    /// Loads the track of a number.
    open func loadTrack(withTrackID trackID: CMPersistentTrackID) async throws -> AVAssetTrack? {
        try await loadTracks { $0.track(withTrackID: trackID) }
    }
    /// Loads the tracks of a kind of media.
    open func loadTracks(withMediaType mediaType: AVMediaType) async throws -> [AVAssetTrack] {
        try await loadTracks { $0.tracks(withMediaType: mediaType) }
    }
    /// Loads the tracks that have a property.
    open func loadTracks(withMediaCharacteristic mediaCharacteristic: AVMediaCharacteristic) async throws -> [AVAssetTrack] {
        try await loadTracks { $0.tracks(withMediaCharacteristic: mediaCharacteristic) }
    }
    /// Loads the tracks of a kind of media; the handler is called on another thread.
    open func loadTracks(
        withMediaType mediaType: AVMediaType, completionHandler: @escaping @Sendable ([AVAssetTrack]?, (any Error)?) -> Void
    ) {
        Background.run {
            if let failure = self.failure { return completionHandler(nil, failure) }
            completionHandler(self.tracks(withMediaType: mediaType), nil)
        }
    }

    private func loadTracks<Result: Sendable>(_ body: @escaping @Sendable (AVAsset) -> Result) async throws -> Result {
        try await Background.value {
            if let failure = self.failure { throw failure }
            return body(self)
        }
    }

    /// Returns a number that no track has.
    open func unusedTrackID() -> CMPersistentTrackID { (tracks.map(\.trackID).max() ?? 0) + 1 }

    // MARK: Properties

    /// The duration, to the end of the longest track; indefinite if the file does not specify it or can't be read.
    open var duration: CMTime {
        let ends = tracks.map(\.timeRange.end)
        if let longest = ends.filter(\.isNumeric).max(), longest > .zero { return longest }
        guard file != nil else { return .zero }
        return (try? file?.media().duration).flatMap { $0 }.map { CMTime(seconds: $0, preferredTimescale: 1_000_000) } ?? .indefinite
    }

    /// The rate at which the asset is to be played; always 1.
    open var preferredRate: Float { 1 }
    /// The volume at which the asset is to be played; always 1.
    open var preferredVolume: Float { 1 }
    /// The transform for the display of the whole asset. Files have one for each track instead, so it is the identity.
    open var preferredTransform: CGAffineTransform { .identity }
    /// The size of the first film, without its transform; zero if there is none.
    open var naturalSize: CGSize { tracks.first { $0.mediaType == .video }?.naturalSize ?? .zero }
    /// A Boolean value that indicates whether durations and times are exact; true, since ffmpeg decodes from the right place.
    open var providesPreciseDurationAndTiming: Bool { true }

    /// The metadata that all formats share.
    open var commonMetadata: [AVMetadataItem] { AVMetadataItem.items(of: (try? file?.media().tags) ?? [:]) }
    /// The metadata, in the common form.
    open var metadata: [AVMetadataItem] { commonMetadata }
    /// The date on which the asset was made, as the file has it.
    open var creationDate: AVMetadataItem? { commonMetadata.first { $0.commonKey == .commonKeyCreationDate } }

    /// A Boolean value that indicates whether the asset can be played: the file exists and contains a film, and the ffmpeg program is
    /// installed.
    open var isPlayable: Bool { tracks.contains { $0.mediaType == .video } }
    /// A Boolean value that indicates whether the asset has media that can be read.
    open var isReadable: Bool { tracks.contains { $0.mediaType == .video || $0.mediaType == .audio } }
    /// A Boolean value that indicates whether the asset can be exported: the same as `isReadable`.
    open var isExportable: Bool { isReadable }
    /// A Boolean value that indicates whether tracks of the asset can be inserted into compositions: the same as `isReadable`.
    open var isComposable: Bool { isReadable }
    /// A Boolean value that indicates whether the asset is encrypted; false, because ffmpeg reads no protected media.
    open var hasProtectedContent: Bool { false }
}

/// The asset of a file.
open class AVURLAsset: AVAsset, @unchecked Sendable {
    /// The location of the file.
    public let url: URL

    /// - Parameter options: Ignored; no options are supported, and times are always precise.
    public init(url URL: URL, options: [String: Any]? = nil) {
        url = URL
        super.init(url: URL)
    }
}

/// The key of an option of ``AVURLAsset``: whether durations and times must be precise, which they always are.
public let AVURLAssetPreferPreciseDurationAndTimingKey = "AVURLAssetPreferPreciseDurationAndTimingKey"

/// Threads for work that waits for programs.
enum Background {
    private static let queue = DispatchQueue(label: "agate.media", qos: .userInitiated, attributes: .concurrent)

    static func run(_ body: @escaping @Sendable () -> Void) { queue.async { body() } }

    static func value<Result: Sendable>(_ body: @escaping @Sendable () throws -> Result) async throws -> Result {
        try await withCheckedThrowingContinuation { continuation in
            queue.async { continuation.resume(with: Swift.Result { try body() }) }
        }
    }
}
