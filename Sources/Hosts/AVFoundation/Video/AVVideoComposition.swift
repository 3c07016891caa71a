import CoreGraphics
import Foundation

/// The rules by which the tracks of an asset are composed into frames.
open class AVVideoComposition: NSObject {
    fileprivate final var frame = CMTime.invalid
    fileprivate final var size = CGSize.zero
    fileprivate final var list: [any AVVideoCompositionInstructionProtocol] = []
    fileprivate final var tool: AVVideoCompositionCoreAnimationTool?

    public override init() { super.init() }

    /// Creates the composition that shows an asset as it is: its first film, upright, in its size and at its rate.
    public init(propertiesOf asset: AVAsset) {
        super.init()
        takeProperties(of: asset)
    }

    /// Returns the composition that shows an asset as it is, after its metadata was loaded on another thread.
    open class func videoComposition(withPropertiesOf asset: AVAsset) async throws -> AVVideoComposition {
        if let failure = try await Background.value({ asset.failure }) { throw failure }
        return AVVideoComposition(propertiesOf: asset)
    }

    fileprivate final func takeProperties(of asset: AVAsset) {
        let tracks = asset.tracks.filter { $0.mediaType == .video && $0.isEnabled }
        guard let first = tracks.first else { return }
        let isComposition = asset is AVComposition
        let shown = CGRect(origin: .zero, size: isComposition ? asset.naturalSize : first.naturalSize).applying(first.preferredTransform)
        size = shown.size
        // The shortest frame of all tracks; a thirtieth of a second if none has a rate.
        frame = tracks.map(\.minFrameDuration).filter { $0.isFraction && $0 > .zero }.min() ?? CMTime(value: 1, timescale: 30)
        let instruction = AVMutableVideoCompositionInstruction()
        instruction.timeRange = CMTimeRange(start: .zero, duration: asset.duration)
        instruction.layerInstructions = tracks.map { track in
            let layer = AVMutableVideoCompositionLayerInstruction(assetTrack: track)
            layer.setTransform(track.preferredTransform, at: .zero)
            return layer
        }
        list = [instruction]
    }

    /// The duration of a frame.
    open var frameDuration: CMTime { frame }
    /// The size of the frames, in pixels.
    open var renderSize: CGSize { size }
    /// The rules, in the order of their ranges, which must not overlap.
    open var instructions: [any AVVideoCompositionInstructionProtocol] { list }
    /// The layers that frames are combined with; nil for none.
    open var animationTool: AVVideoCompositionCoreAnimationTool? { tool }

    /// Returns whether the composition has a frame duration and a size, and its instructions are in order, cover the range and name only
    /// tracks of the asset.
    open func isValid(for asset: AVAsset?, timeRange: CMTimeRange) -> Bool { failure(asset, timeRange) == nil }

    /// Returns the first error; nil if there is none.
    final func failure(_ asset: AVAsset?, _ timeRange: CMTimeRange) -> AVError? {
        func failure(_ text: String) -> AVError { AVError(.invalidVideoComposition, text) }
        guard frameDuration.isFraction, frameDuration.seconds >= 0.001, frameDuration.seconds <= 1000 else {
            return failure("the frame duration \(frameDuration) of the video composition is not a thousandth to a thousand seconds")
        }
        guard renderSize.width >= 1, renderSize.height >= 1, renderSize.width <= 16384, renderSize.height <= 16384 else {
            return failure("the video composition can't have frames of \(renderSize.width) x \(renderSize.height) pixels")
        }
        var end = CMTime.invalid
        for instruction in instructions {
            let range = instruction.timeRange
            guard range.isValid, range.start.isFraction, !range.isEmpty else {
                return failure("the range \(range) of an instruction is invalid")
            }
            guard !end.isValid || range.start >= end else { return failure("an instruction begins at \(range.start), before \(end)") }
            if end.isValid, range.start > end { return failure("there is no instruction from \(end) to \(range.start)") }
            end = range.end
            guard let layers = (instruction as? AVVideoCompositionInstruction)?.layerInstructions else {
                return failure(
                    "an instruction is not an AVVideoCompositionInstruction; other ones need compositors, which are not supported")
            }
            for layer in layers where asset?.track(withTrackID: layer.trackID) == nil && animationTool?.trackID != layer.trackID {
                if asset != nil { return failure("an instruction names the track \(layer.trackID), which the asset does not have") }
            }
        }
        guard let first = instructions.first?.timeRange.start else { return failure("the video composition has no instructions") }
        // Durations of films are rounded in files.
        let slack = frameDuration
        if timeRange.isValid, timeRange.start.isNumeric, first > timeRange.start || end + slack < timeRange.end {
            return failure("the instructions from \(first) to \(end) do not cover the time from \(timeRange.start) to \(timeRange.end)")
        }
        return nil
    }
}

/// A video composition that can be changed.
open class AVMutableVideoComposition: AVVideoComposition {
    /// Creates a composition without instructions.
    public override init() { super.init() }
    /// Creates the composition that shows an asset as it is.
    public override init(propertiesOf asset: AVAsset) { super.init(propertiesOf: asset) }

    /// Returns the composition that shows an asset as it is, after its metadata was loaded on another thread.
    open override class func videoComposition(withPropertiesOf asset: AVAsset) async throws -> AVMutableVideoComposition {
        if let failure = try await Background.value({ asset.failure }) { throw failure }
        return AVMutableVideoComposition(propertiesOf: asset)
    }

    /// The duration of a frame.
    open override var frameDuration: CMTime {
        get { frame }
        set { frame = newValue }
    }
    /// The size of the frames, in pixels.
    open override var renderSize: CGSize {
        get { size }
        set { size = newValue }
    }
    /// The rules, in the order of their ranges, which must not overlap.
    open override var instructions: [any AVVideoCompositionInstructionProtocol] {
        get { list }
        set { list = newValue }
    }
    /// The layers that frames are combined with; nil for none.
    open override var animationTool: AVVideoCompositionCoreAnimationTool? {
        get { tool }
        set { tool = newValue }
    }
}
