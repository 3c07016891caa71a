import CoreGraphics
import Foundation

/// A rule by which frames are composed during a range of time.
public protocol AVVideoCompositionInstructionProtocol: NSObjectProtocol {
    /// The range of the composition's time.
    var timeRange: CMTimeRange { get }
    /// True if the layers of the animation tool are drawn during the range.
    var enablePostProcessing: Bool { get }
    /// True if frames differ although their source frames do not. Every frame is composed, so it has no effect.
    var containsTweening: Bool { get }
    /// The numbers of the tracks whose frames a custom compositor gets, as `NSNumber`; nil for all films.
    var requiredSourceTrackIDs: [NSValue]? { get }
    /// The number of a track that is shown without a call of the custom compositor; `kCMPersistentTrackID_Invalid` for none.
    var passthroughTrackID: CMPersistentTrackID { get }
}

extension AVVideoCompositionInstructionProtocol {
    /// True, since frames may differ.
    public var containsTweening: Bool { true }
    /// Nil, for all films.
    public var requiredSourceTrackIDs: [NSValue]? { nil }
    /// None.
    public var passthroughTrackID: CMPersistentTrackID { kCMPersistentTrackID_Invalid }
}

/// A rule by which frames are composed during a range of time: a colour, and tracks on it.
open class AVVideoCompositionInstruction: NSObject, AVVideoCompositionInstructionProtocol {
    fileprivate final var range = CMTimeRange.invalid
    fileprivate final var color: CGColor?
    fileprivate final var layers: [AVVideoCompositionLayerInstruction] = []
    fileprivate final var isProcessed = true

    public override init() { super.init() }

    /// The range of the composition's time.
    open var timeRange: CMTimeRange { range }
    /// The colour below the tracks; nil is opaque black.
    open var backgroundColor: CGColor? { color }
    /// The tracks, the frontmost first. Without any, only the colour shows.
    open var layerInstructions: [AVVideoCompositionLayerInstruction] { layers }
    /// A Boolean value that indicates whether the layers of the animation tool are drawn; true by default.
    open var enablePostProcessing: Bool { isProcessed }
    /// The numbers of the tracks, as `NSNumber`.
    open var requiredSourceTrackIDs: [NSValue] { layers.map { NSNumber(value: $0.trackID) } }
    /// The numbers of the tracks, in the form of the protocol.
    @_implements(AVVideoCompositionInstructionProtocol,requiredSourceTrackIDs)
    public final var requiredTracks: [NSValue]? {
        // Not as the optional value, which would be this property again.
        let own: [NSValue] = requiredSourceTrackIDs
        return own
    }
    /// The number of a track that is shown without being composed; none, since instructions say what is shown.
    open var passthroughTrackID: CMPersistentTrackID { kCMPersistentTrackID_Invalid }
}

/// An instruction that can be changed.
open class AVMutableVideoCompositionInstruction: AVVideoCompositionInstruction {
    /// The range of the composition's time.
    open override var timeRange: CMTimeRange {
        get { range }
        set { range = newValue }
    }
    /// The colour below the tracks; nil is opaque black.
    open override var backgroundColor: CGColor? {
        get { color }
        set { color = newValue }
    }
    /// The tracks, the frontmost first. Without any, only the colour shows.
    open override var layerInstructions: [AVVideoCompositionLayerInstruction] {
        get { layers }
        set { layers = newValue }
    }
    /// A Boolean value that determines whether the layers of the animation tool are drawn; true by default.
    open override var enablePostProcessing: Bool {
        get { isProcessed }
        set { isProcessed = newValue }
    }
}

/// The transform, opacity and crop rectangle of a track over time.
///
/// Coordinates are those of the video composition: pixels, the origin at the top left. Before the first time that is set, the transform is
/// the identity, the opacity 1 and nothing is cropped; after the last, the last value holds. Ramps go straight, number by number.
open class AVVideoCompositionLayerInstruction: NSObject {
    fileprivate final var id = kCMPersistentTrackID_Invalid
    final fileprivate(set) var transforms = Ramps<CGAffineTransform>()
    final fileprivate(set) var opacities = Ramps<Float>()
    final fileprivate(set) var crops = Ramps<CGRect>()

    public override init() { super.init() }

    /// The number of the track.
    open var trackID: CMPersistentTrackID { id }

    /// Gets the transforms at the ends of the ramp at a time, and its range.
    /// - Returns: false if no transform was set.
    open func getTransformRamp(
        for time: CMTime, start startTransform: UnsafeMutablePointer<CGAffineTransform>?,
        end endTransform: UnsafeMutablePointer<CGAffineTransform>?,
        timeRange: UnsafeMutablePointer<CMTimeRange>?
    ) -> Bool { Self.get(transforms.ramp(at: time, otherwise: .identity), startTransform, endTransform, timeRange) }

    /// Gets the opacities at the ends of the ramp at a time, and its range.
    /// - Returns: false if no opacity was set.
    open func getOpacityRamp(
        for time: CMTime, startOpacity: UnsafeMutablePointer<Float>?, endOpacity: UnsafeMutablePointer<Float>?,
        timeRange: UnsafeMutablePointer<CMTimeRange>?
    ) -> Bool { Self.get(opacities.ramp(at: time, otherwise: 1), startOpacity, endOpacity, timeRange) }

    /// Gets the crop rectangles at the ends of the ramp at a time, and its range.
    /// - Returns: false if no rectangle was set.
    open func getCropRectangleRamp(
        for time: CMTime, startCropRectangle: UnsafeMutablePointer<CGRect>?, endCropRectangle: UnsafeMutablePointer<CGRect>?,
        timeRange: UnsafeMutablePointer<CMTimeRange>?
    ) -> Bool { Self.get(crops.ramp(at: time, otherwise: .infinite), startCropRectangle, endCropRectangle, timeRange) }

    private static func get<Value>(
        _ ramp: Ramps<Value>.Ramp?, _ start: UnsafeMutablePointer<Value>?, _ end: UnsafeMutablePointer<Value>?,
        _ range: UnsafeMutablePointer<CMTimeRange>?
    ) -> Bool {
        guard let ramp else { return false }
        ramp.store(start, end, range)
        return true
    }
}

/// A layer instruction that can be changed.
open class AVMutableVideoCompositionLayerInstruction: AVVideoCompositionLayerInstruction {
    /// Creates an instruction without a track.
    public override init() { super.init() }

    /// Creates an instruction for a track.
    public init(assetTrack track: AVAssetTrack) {
        super.init()
        id = track.trackID
    }

    /// The number of the track.
    open override var trackID: CMPersistentTrackID {
        get { id }
        set { id = newValue }
    }

    /// Changes the transform during a range.
    open func setTransformRamp(fromStart startTransform: CGAffineTransform, toEnd endTransform: CGAffineTransform, timeRange: CMTimeRange) {
        transforms.add(startTransform, endTransform, timeRange)
    }
    /// Sets the transform from a time on.
    open func setTransform(_ transform: CGAffineTransform, at time: CMTime) {
        transforms.add(transform, transform, CMTimeRange(start: time, duration: .zero))
    }
    /// Changes the opacity during a range.
    open func setOpacityRamp(fromStartOpacity startOpacity: Float, toEndOpacity endOpacity: Float, timeRange: CMTimeRange) {
        opacities.add(startOpacity, endOpacity, timeRange)
    }
    /// Sets the opacity from a time on.
    open func setOpacity(_ opacity: Float, at time: CMTime) {
        opacities.add(opacity, opacity, CMTimeRange(start: time, duration: .zero))
    }
    /// Changes the rectangle of the track's picture that shows, in pixels of the picture, during a range.
    open func setCropRectangleRamp(
        fromStartCropRectangle startCropRectangle: CGRect, toEndCropRectangle endCropRectangle: CGRect, timeRange: CMTimeRange
    ) {
        crops.add(startCropRectangle, endCropRectangle, timeRange)
    }
    /// Sets the rectangle of the track's picture that shows, from a time on.
    open func setCropRectangle(_ cropRectangle: CGRect, at time: CMTime) {
        crops.add(cropRectangle, cropRectangle, CMTimeRange(start: time, duration: .zero))
    }
}
