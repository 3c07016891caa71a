import CoreGraphics

/// A property that is loaded on another thread, without its type.
open class AVPartialAsyncProperty<Root>: @unchecked Sendable {
    // Unchecked: constant.
    /// The name of the property.
    public let name: String
    init(_ name: String) { self.name = name }
}

/// A property that is loaded on another thread, such as `.duration`.
public final class AVAsyncProperty<Root, Value>: AVPartialAsyncProperty<Root>, @unchecked Sendable {
    // Unchecked: constant.
    /// The states of a property.
    public enum Status {
        /// Not requested yet.
        case notYetLoaded
        /// The value is known.
        case loaded(Value)
        /// The value can't be read.
        case failed(AVError)
    }

    let value: (Root) -> Value
    init(_ name: String, _ value: @escaping (Root) -> Value) {
        self.value = value
        super.init(name)
    }
}

/// An object whose properties are loaded on another thread.
public protocol AVAsynchronousKeyValueLoading: AnyObject {}

/// An object that reports why its properties can't be loaded.
protocol FailableMedia: AVAsynchronousKeyValueLoading {
    var failure: AVError? { get }
    var isProbed: Bool { get }
}
extension AVAsset: FailableMedia {
    var isProbed: Bool { file?.isProbed ?? true }
}
extension AVAssetTrack: FailableMedia {
    var failure: AVError? { nil }
    var isProbed: Bool { true }
}

extension AVAsynchronousKeyValueLoading {
    /// Loads a property on another thread.
    /// - Throws: ``AVError`` if the file can't be read.
    public func load<A>(_ property: AVAsyncProperty<Self, A>, isolation: isolated (any Actor)? = #isolation) async throws -> A {
        try await probe()
        return property.value(self)
    }
    /// Loads two properties.
    public func load<A, B>(
        _ propertyA: AVAsyncProperty<Self, A>, _ propertyB: AVAsyncProperty<Self, B>, isolation: isolated (any Actor)? = #isolation
    ) async throws -> (A, B) {
        try await probe()
        return (propertyA.value(self), propertyB.value(self))
    }
    /// Loads three properties.
    public func load<A, B, C>(
        _ propertyA: AVAsyncProperty<Self, A>, _ propertyB: AVAsyncProperty<Self, B>, _ propertyC: AVAsyncProperty<Self, C>,
        isolation: isolated (any Actor)? = #isolation
    ) async throws -> (A, B, C) {
        try await probe()
        return (propertyA.value(self), propertyB.value(self), propertyC.value(self))
    }
    /// Loads four properties.
    public func load<A, B, C, D>(
        _ propertyA: AVAsyncProperty<Self, A>, _ propertyB: AVAsyncProperty<Self, B>, _ propertyC: AVAsyncProperty<Self, C>,
        _ propertyD: AVAsyncProperty<Self, D>, isolation: isolated (any Actor)? = #isolation
    ) async throws -> (A, B, C, D) {
        try await probe()
        return (propertyA.value(self), propertyB.value(self), propertyC.value(self), propertyD.value(self))
    }

    /// Returns the state of a property, without waiting.
    public func status<A>(of property: AVAsyncProperty<Self, A>) -> AVAsyncProperty<Self, A>.Status {
        guard let media = self as? any FailableMedia else { return .loaded(property.value(self)) }
        guard media.isProbed else { return .notYetLoaded }
        return media.failure.map { .failed($0) } ?? .loaded(property.value(self))
    }

    /// Probes the file on another thread; the values follow at once.
    private func probe(isolation: isolated (any Actor)? = #isolation) async throws {
        guard let media = self as? any FailableMedia, let asset = media as? AVAsset else { return }
        if let failure = try await Background.value({ asset.failure }) { throw failure }
    }
}

extension AVPartialAsyncProperty where Root: AVAsset {
    /// The duration.
    public static var duration: AVAsyncProperty<Root, CMTime> { .init("duration") { $0.duration } }
    /// The tracks.
    public static var tracks: AVAsyncProperty<Root, [AVAssetTrack]> { .init("tracks") { $0.tracks } }
    /// The metadata.
    public static var metadata: AVAsyncProperty<Root, [AVMetadataItem]> { .init("metadata") { $0.metadata } }
    /// The metadata that all formats share.
    public static var commonMetadata: AVAsyncProperty<Root, [AVMetadataItem]> { .init("commonMetadata") { $0.commonMetadata } }
    /// The date on which the asset was made.
    public static var creationDate: AVAsyncProperty<Root, AVMetadataItem?> { .init("creationDate") { $0.creationDate } }
    /// The transform for the display of the whole asset.
    public static var preferredTransform: AVAsyncProperty<Root, CGAffineTransform> {
        .init("preferredTransform") { $0.preferredTransform }
    }
    /// The rate at which the asset is to be played.
    public static var preferredRate: AVAsyncProperty<Root, Float> { .init("preferredRate") { $0.preferredRate } }
    /// The volume at which the asset is to be played.
    public static var preferredVolume: AVAsyncProperty<Root, Float> { .init("preferredVolume") { $0.preferredVolume } }
    /// A Boolean value that indicates whether durations and times are exact.
    public static var providesPreciseDurationAndTiming: AVAsyncProperty<Root, Bool> {
        .init("providesPreciseDurationAndTiming") { $0.providesPreciseDurationAndTiming }
    }
    /// A Boolean value that indicates whether the asset can be played.
    public static var isPlayable: AVAsyncProperty<Root, Bool> { .init("isPlayable") { $0.isPlayable } }
    /// A Boolean value that indicates whether the asset can be exported.
    public static var isExportable: AVAsyncProperty<Root, Bool> { .init("isExportable") { $0.isExportable } }
    /// A Boolean value that indicates whether the asset has media that can be read.
    public static var isReadable: AVAsyncProperty<Root, Bool> { .init("isReadable") { $0.isReadable } }
    /// A Boolean value that indicates whether tracks of the asset can be inserted into compositions.
    public static var isComposable: AVAsyncProperty<Root, Bool> { .init("isComposable") { $0.isComposable } }
}

extension AVPartialAsyncProperty where Root: AVAssetTrack {
    /// The size of its pictures, without the transform.
    public static var naturalSize: AVAsyncProperty<Root, CGSize> { .init("naturalSize") { $0.naturalSize } }
    /// The transform for display.
    public static var preferredTransform: AVAsyncProperty<Root, CGAffineTransform> {
        .init("preferredTransform") { $0.preferredTransform }
    }
    /// The average frame rate.
    public static var nominalFrameRate: AVAsyncProperty<Root, Float> { .init("nominalFrameRate") { $0.nominalFrameRate } }
    /// The duration of a frame.
    public static var minFrameDuration: AVAsyncProperty<Root, CMTime> { .init("minFrameDuration") { $0.minFrameDuration } }
    /// The range in the asset.
    public static var timeRange: AVAsyncProperty<Root, CMTimeRange> { .init("timeRange") { $0.timeRange } }
    /// The timescale of the track's times.
    public static var naturalTimeScale: AVAsyncProperty<Root, CMTimeScale> { .init("naturalTimeScale") { $0.naturalTimeScale } }
    /// The bit rate.
    public static var estimatedDataRate: AVAsyncProperty<Root, Float> { .init("estimatedDataRate") { $0.estimatedDataRate } }
    /// The formats of the media.
    public static var formatDescriptions: AVAsyncProperty<Root, [CMFormatDescription]> {
        .init("formatDescriptions") { $0.formatDescriptions.compactMap { $0 as? CMFormatDescription } }
    }
    /// The language, as three letters.
    public static var languageCode: AVAsyncProperty<Root, String?> { .init("languageCode") { $0.languageCode } }
    /// A Boolean value that indicates whether the track is used.
    public static var isEnabled: AVAsyncProperty<Root, Bool> { .init("isEnabled") { $0.isEnabled } }
    /// The segments.
    public static var segments: AVAsyncProperty<Root, [AVAssetTrackSegment]> { .init("segments") { $0.segments } }
    /// A Boolean value that indicates whether ffmpeg can decode the track.
    public static var isDecodable: AVAsyncProperty<Root, Bool> { .init("isDecodable") { $0.isDecodable } }
}
