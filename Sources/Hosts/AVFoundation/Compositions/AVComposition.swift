import CoreGraphics
import Foundation

/// Parts of files in time, as one asset.
open class AVComposition: AVAsset, @unchecked Sendable {
    // Unchecked: only mutable compositions change, by their owner.
    fileprivate final var list: [AVCompositionTrack] = []
    fileprivate final var size: CGSize?

    /// Creates an empty composition.
    public init() { super.init(file: nil) }

    init(copying other: AVComposition) {
        super.init(file: nil)
        list = other.list.map { AVCompositionTrack(self, $0) }
        size = other.size
    }

    /// The tracks, each an ``AVCompositionTrack``.
    open override var tracks: [AVAssetTrack] { list }
    /// The size of the composition: that of its first film, unless another was set.
    open override var naturalSize: CGSize { size ?? super.naturalSize }

    /// Returns a copy that does not change.
    open override func copy() -> Any { AVComposition(copying: self) }
    /// Returns a copy that can be changed.
    open override func mutableCopy() -> Any { AVMutableComposition(copying: self) }
}

/// Parts of files in time that can be changed, by one thread at a time.
open class AVMutableComposition: AVComposition, @unchecked Sendable {
    // Unchecked: changed by its owner.
    /// Creates an empty composition.
    public override init() { super.init() }

    override init(copying other: AVComposition) {
        super.init()
        list = other.list.map { track in
            let copy = AVMutableCompositionTrack(self, track)
            return copy
        }
        size = other.size
    }

    /// The size of the composition: that of its first film, unless another is set.
    open override var naturalSize: CGSize {
        get { super.naturalSize }
        set { size = newValue }
    }

    /// Returns the track of a number; nil if there is none.
    open override func track(withTrackID trackID: CMPersistentTrackID) -> AVMutableCompositionTrack? {
        list.first { $0.trackID == trackID } as? AVMutableCompositionTrack
    }

    /// Adds an empty track.
    /// - Parameter preferredTrackID: Its number. If it is in use, or not positive, another is chosen.
    open func addMutableTrack(
        withMediaType mediaType: AVMediaType, preferredTrackID: CMPersistentTrackID
    ) -> AVMutableCompositionTrack? {
        let isFree = preferredTrackID > 0 && !list.contains { $0.trackID == preferredTrackID }
        let track = AVMutableCompositionTrack(self, isFree ? preferredTrackID : unusedTrackID(), mediaType)
        list.append(track)
        return track
    }

    /// Removes a track.
    open func removeTrack(_ track: AVCompositionTrack) { list.removeAll { $0 === track } }

    /// Returns a track of the same kind of media; nil if there is none.
    open func mutableTrack(compatibleWith track: AVAssetTrack) -> AVMutableCompositionTrack? {
        list.first { $0.mediaType == track.mediaType } as? AVMutableCompositionTrack
    }

    /// Inserts a range of all tracks of an asset, into tracks of the same kinds that are added if there are none. In the other tracks, an
    /// empty segment is inserted.
    /// - Throws: ``AVError``; the composition is unchanged then.
    open func insertTimeRange(_ timeRange: CMTimeRange, of asset: AVAsset, at startTime: CMTime) throws {
        if let failure = asset.failure { throw failure }
        guard timeRange.start.isFraction, timeRange.duration.isFraction, timeRange.duration > .zero else {
            throw AVError(.invalidCompositionTrackSegmentSourceDuration, "the range \(timeRange) can't be inserted")
        }
        let place = startTime.isValid ? startTime : duration
        guard place.isFraction, place >= .zero else {
            throw AVError(.invalidCompositionTrackSegmentDuration, "nothing can be inserted at \(place)")
        }
        var used: [AVMutableCompositionTrack] = []
        for track in asset.tracks {
            let free = list.first { own in own.mediaType == track.mediaType && !used.contains { $0 === own } } as? AVMutableCompositionTrack
            guard let own = free ?? addMutableTrack(withMediaType: track.mediaType, preferredTrackID: kCMPersistentTrackID_Invalid) else {
                continue
            }
            try own.insertTimeRange(timeRange, of: track, at: place)
            used.append(own)
        }
        for own in list where !used.contains(where: { $0 === own }) && own.timeRange.end > place {
            (own as? AVMutableCompositionTrack)?.insertEmptyTimeRange(CMTimeRange(start: place, duration: timeRange.duration))
        }
    }

    /// Inserts a range of all tracks of an asset, after its metadata was loaded on another thread.
    open func insertTimeRange(
        _ timeRange: CMTimeRange, of asset: AVAsset, at startTime: CMTime, isolation: isolated (any Actor)? = #isolation
    ) async throws {
        if let failure = try await Background.value({ asset.failure }) { throw failure }
        let insert: (CMTimeRange, AVAsset, CMTime) throws -> Void = insertTimeRange(_:of:at:)
        try insert(timeRange, asset, startTime)
    }

    /// Inserts an empty segment into all tracks.
    open func insertEmptyTimeRange(_ timeRange: CMTimeRange) { each { $0.insertEmptyTimeRange(timeRange) } }
    /// Removes a range from all tracks.
    open func removeTimeRange(_ timeRange: CMTimeRange) { each { $0.removeTimeRange(timeRange) } }
    /// Changes the duration of a range of all tracks.
    open func scaleTimeRange(_ timeRange: CMTimeRange, toDuration duration: CMTime) {
        each { $0.scaleTimeRange(timeRange, toDuration: duration) }
    }

    private func each(_ body: (AVMutableCompositionTrack) -> Void) {
        for track in list { (track as? AVMutableCompositionTrack).map(body) }
    }
}
