import Foundation
import ObjectiveCRuntime

/// The way in which the speed of sound is changed.
public struct AVAudioTimePitchAlgorithm: BridgedName, Hashable, Sendable {
    public let rawValue: String
    public init(rawValue: String) { self.rawValue = rawValue }
    /// Keeps the pitch; for speech. Both algorithms that keep it are ffmpeg's `atempo`.
    public static let timeDomain = AVAudioTimePitchAlgorithm(rawValue: "TimeDomain")
    /// Keeps the pitch; for music. The default.
    public static let spectral = AVAudioTimePitchAlgorithm(rawValue: "Spectral")
    /// Changes the pitch with the speed, as of a tape.
    public static let varispeed = AVAudioTimePitchAlgorithm(rawValue: "Varispeed")
}

/// The volume of a track over time.
open class AVAudioMixInputParameters: NSObject {
    fileprivate final var id = kCMPersistentTrackID_Invalid
    fileprivate final var algorithm: AVAudioTimePitchAlgorithm?
    final fileprivate(set) var volumes = Ramps<Float>()

    public override init() { super.init() }

    /// The number of the track.
    open var trackID: CMPersistentTrackID { id }
    /// The way in which the track's speed is changed; nil is the export session's.
    open var audioTimePitchAlgorithm: AVAudioTimePitchAlgorithm? { algorithm }

    /// Gets the volumes at the ends of the ramp at a time, and its range. Before the first time that is set, the volume is 1; after the
    /// last, the last value holds.
    /// - Returns: false if no volume was set.
    open func getVolumeRamp(
        for time: CMTime, startVolume: UnsafeMutablePointer<Float>?, endVolume: UnsafeMutablePointer<Float>?,
        timeRange: UnsafeMutablePointer<CMTimeRange>?
    ) -> Bool {
        guard let ramp = volumes.ramp(at: time, otherwise: 1) else { return false }
        ramp.store(startVolume, endVolume, timeRange)
        return true
    }
}

/// The volume of a track over time, which can be changed.
open class AVMutableAudioMixInputParameters: AVAudioMixInputParameters {
    /// Creates parameters without a track.
    public override init() { super.init() }

    /// Creates parameters for a track.
    public init(track: AVAssetTrack?) {
        super.init()
        id = track?.trackID ?? kCMPersistentTrackID_Invalid
    }

    /// The number of the track.
    open override var trackID: CMPersistentTrackID {
        get { id }
        set { id = newValue }
    }
    /// The way in which the track's speed is changed; nil is the export session's.
    open override var audioTimePitchAlgorithm: AVAudioTimePitchAlgorithm? {
        get { algorithm }
        set { algorithm = newValue }
    }

    /// Sets the volume from a time on; 1 leaves the sound as it is.
    open func setVolume(_ volume: Float, at time: CMTime) { volumes.add(volume, volume, CMTimeRange(start: time, duration: .zero)) }
    /// Changes the volume during a range, linearly and for each sample.
    open func setVolumeRamp(fromStartVolume startVolume: Float, toEndVolume endVolume: Float, timeRange: CMTimeRange) {
        volumes.add(startVolume, endVolume, timeRange)
    }
}

/// The volumes of tracks that are mixed.
open class AVAudioMix: NSObject {
    fileprivate final var list: [AVAudioMixInputParameters] = []

    public override init() { super.init() }

    /// The parameters of the tracks; others are mixed as they are.
    open var inputParameters: [AVAudioMixInputParameters] { list }
}

/// The volumes of tracks that are mixed, which can be changed.
open class AVMutableAudioMix: AVAudioMix {
    /// The parameters of the tracks; others are mixed as they are.
    open override var inputParameters: [AVAudioMixInputParameters] {
        get { list }
        set { list = newValue }
    }
}
