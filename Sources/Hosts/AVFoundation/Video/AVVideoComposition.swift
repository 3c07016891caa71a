import Agate
import CoreGraphics
import Foundation

/// The rules by which the tracks of an asset are composed into frames.
open class AVVideoComposition: NSObject {
    fileprivate final var frame = CMTime.invalid
    fileprivate final var size = CGSize.zero
    fileprivate final var list: [any AVVideoCompositionInstructionProtocol] = []
    fileprivate final var tool: AVVideoCompositionCoreAnimationTool?
    fileprivate final var tags = ColorNames()
    fileprivate final var compositor: (any AVVideoCompositing.Type)?

    /// Apple's names of colours; nil where none was chosen.
    struct ColorNames: Hashable {
        var primaries: String?, transfer: String?, matrix: String?

        /// The range of light; nil if no colours are chosen.
        func range() throws(AVError) -> FilmDynamicRange? {
            switch (primaries, transfer, matrix) {
            case (nil, nil, nil): return nil
            case (AVVideoColorPrimaries_ITU_R_709_2, AVVideoTransferFunction_ITU_R_709_2, AVVideoYCbCrMatrix_ITU_R_709_2): return .standard
            case (AVVideoColorPrimaries_ITU_R_2020, AVVideoTransferFunction_SMPTE_ST_2084_PQ, AVVideoYCbCrMatrix_ITU_R_2020): return .pq
            case (AVVideoColorPrimaries_ITU_R_2020, AVVideoTransferFunction_ITU_R_2100_HLG, AVVideoYCbCrMatrix_ITU_R_2020): return .hlg
            default:
                throw AVError(
                    .invalidVideoComposition,
                    "the colours \(primaries ?? "nil"), \(transfer ?? "nil") and \(matrix ?? "nil") are not supported together: films are written in "
                        + "ITU_R_709_2, or in ITU_R_2020 with SMPTE_ST_2084_PQ or ITU_R_2100_HLG")
            }
        }
    }

    /// The range of light of the frames; nil if no colours are chosen.
    final func dynamicRange() throws(AVError) -> FilmDynamicRange? {
        try ColorNames(primaries: colorPrimaries, transfer: colorTransferFunction, matrix: colorYCbCrMatrix).range()
    }

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
    /// The primaries of the frames' colours, such as `AVVideoColorPrimaries_ITU_R_2020`; nil, the default, for those of the film. The three
    /// colour properties are set together: to 709, or to 2020 with PQ or HLG for an HEVC preset.
    open var colorPrimaries: String? { tags.primaries }
    /// The transfer function, such as `AVVideoTransferFunction_ITU_R_2100_HLG`.
    open var colorTransferFunction: String? { tags.transfer }
    /// The matrix by which luma is computed, such as `AVVideoYCbCrMatrix_ITU_R_2020`.
    open var colorYCbCrMatrix: String? { tags.matrix }
    /// The class that composes frames in place of the instructions; nil for none. It is created by `init()` once for each export, reader,
    /// generator or item that uses the composition, and must be a subclass of `NSObject`.
    open var customVideoCompositorClass: (any AVVideoCompositing.Type)? { compositor }

    /// Returns whether the composition has a frame duration and a size, and its instructions are in order, cover the range and name only
    /// tracks of the asset.
    /// - Parameters:
    ///   - asset: The asset; nil checks no tracks.
    ///   - timeRange: The range that instructions must cover; an invalid one is not checked.
    ///   - validationDelegate: An object that is notified of each error, and ends the check if it returns false.
    open func isValid(
        for asset: AVAsset?, timeRange: CMTimeRange, validationDelegate: (any AVVideoCompositionValidationHandling)? = nil
    ) -> Bool {
        var isValid = true
        for error in errors(asset, timeRange) {
            isValid = false
            guard let validationDelegate else { break }
            let continues =
                switch error.place {
                case .key(let key):
                    validationDelegate.videoComposition(self, shouldContinueValidatingAfterFindingInvalidValueForKey: key)
                case .gap(let range):
                    validationDelegate.videoComposition(self, shouldContinueValidatingAfterFindingEmptyTimeRange: range)
                case .range(let instruction):
                    validationDelegate.videoComposition(self, shouldContinueValidatingAfterFindingInvalidTimeRangeIn: instruction)
                case .track(let instruction, let layer, let asset):
                    validationDelegate.videoComposition(
                        self, shouldContinueValidatingAfterFindingInvalidTrackIDIn: instruction, layerInstruction: layer, asset: asset)
                }
            if !continues { break }
        }
        return isValid
    }

    /// Returns the first error; nil if there is none.
    final func failure(_ asset: AVAsset?, _ timeRange: CMTimeRange) -> AVError? {
        errors(asset, timeRange).first.map { AVError(.invalidVideoComposition, $0.text) }
    }

    private struct Finding {
        enum Place {
            case key(String)
            case gap(CMTimeRange)
            case range(any AVVideoCompositionInstructionProtocol)
            case track(any AVVideoCompositionInstructionProtocol, AVVideoCompositionLayerInstruction, AVAsset)
        }
        let place: Place
        let text: String
    }

    private func errors(_ asset: AVAsset?, _ timeRange: CMTimeRange) -> [Finding] {
        var errors: [Finding] = []
        func add(_ place: Finding.Place, _ text: String) { errors.append(Finding(place: place, text: text)) }
        if !(frameDuration.isFraction && frameDuration.seconds >= 0.001 && frameDuration.seconds <= 1000) {
            add(.key("frameDuration"), "the frame duration \(frameDuration) is not a thousandth to a thousand seconds")
        }
        if !(renderSize.width >= 1 && renderSize.height >= 1 && renderSize.width <= 16384 && renderSize.height <= 16384) {
            add(.key("renderSize"), "a video composition can't have frames of \(renderSize.width) x \(renderSize.height) pixels")
        }
        do { _ = try dynamicRange() } catch { add(.key("colorPrimaries"), error.description) }
        if instructions.isEmpty { add(.key("instructions"), "the video composition has no instructions") }
        var end = CMTime.invalid
        for instruction in instructions {
            let range = instruction.timeRange
            guard range.isValid, range.start.isFraction, !range.isEmpty, !end.isValid || range.start >= end else {
                add(.range(instruction), "the range \(range) of an instruction is invalid, or begins before the end \(end) of the last")
                continue
            }
            if end.isValid, range.start > end {
                add(.gap(CMTimeRange(start: end, end: range.start)), "there is no instruction from \(end) to \(range.start)")
            }
            end = range.end
            guard let own = instruction as? AVVideoCompositionInstruction else {
                if customVideoCompositorClass == nil {
                    let text = "an instruction is not an AVVideoCompositionInstruction, and there is no customVideoCompositorClass"
                    add(.key("instructions"), text)
                }
                continue
            }
            guard let asset else { continue }
            for layer in own.layerInstructions
            where asset.track(withTrackID: layer.trackID) == nil && animationTool?.trackID != layer.trackID {
                add(.track(own, layer, asset), "an instruction names the track \(layer.trackID), which the asset does not have")
            }
        }
        // Durations of films are rounded in files, so a frame may be missing at the end.
        if timeRange.isValid, timeRange.start.isNumeric, end.isValid, let first = instructions.first?.timeRange.start {
            if first > timeRange.start {
                add(.gap(CMTimeRange(start: timeRange.start, end: first)), "there is no instruction before \(first)")
            }
            if end + frameDuration < timeRange.end {
                add(.gap(CMTimeRange(start: end, end: timeRange.end)), "there is no instruction after \(end)")
            }
        }
        return errors
    }
}

/// An object that is notified of the errors of a video composition. Each method returns true to go on with the check, which is the default.
public protocol AVVideoCompositionValidationHandling: AnyObject {
    /// A property has an invalid value.
    func videoComposition(
        _ videoComposition: AVVideoComposition, shouldContinueValidatingAfterFindingInvalidValueForKey key: String
    ) -> Bool
    /// A range of time has no instruction.
    func videoComposition(
        _ videoComposition: AVVideoComposition, shouldContinueValidatingAfterFindingEmptyTimeRange timeRange: CMTimeRange
    ) -> Bool
    /// The range of an instruction is invalid, or overlaps the last.
    func videoComposition(
        _ videoComposition: AVVideoComposition,
        shouldContinueValidatingAfterFindingInvalidTimeRangeIn videoCompositionInstruction: any AVVideoCompositionInstructionProtocol
    ) -> Bool
    /// A layer instruction names a track that the asset does not have.
    func videoComposition(
        _ videoComposition: AVVideoComposition,
        shouldContinueValidatingAfterFindingInvalidTrackIDIn videoCompositionInstruction: any AVVideoCompositionInstructionProtocol,
        layerInstruction: AVVideoCompositionLayerInstruction, asset: AVAsset
    ) -> Bool
}

extension AVVideoCompositionValidationHandling {
    /// Goes on with the check.
    public func videoComposition(
        _ videoComposition: AVVideoComposition, shouldContinueValidatingAfterFindingInvalidValueForKey key: String
    ) -> Bool { true }
    /// Goes on with the check.
    public func videoComposition(
        _ videoComposition: AVVideoComposition, shouldContinueValidatingAfterFindingEmptyTimeRange timeRange: CMTimeRange
    ) -> Bool { true }
    /// Goes on with the check.
    public func videoComposition(
        _ videoComposition: AVVideoComposition,
        shouldContinueValidatingAfterFindingInvalidTimeRangeIn videoCompositionInstruction: any AVVideoCompositionInstructionProtocol
    ) -> Bool { true }
    /// Goes on with the check.
    public func videoComposition(
        _ videoComposition: AVVideoComposition,
        shouldContinueValidatingAfterFindingInvalidTrackIDIn videoCompositionInstruction: any AVVideoCompositionInstructionProtocol,
        layerInstruction: AVVideoCompositionLayerInstruction, asset: AVAsset
    ) -> Bool { true }
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
    /// The primaries of the frames' colours; nil for those of the film.
    open override var colorPrimaries: String? {
        get { tags.primaries }
        set { tags.primaries = newValue }
    }
    /// The transfer function; nil for that of the film.
    open override var colorTransferFunction: String? {
        get { tags.transfer }
        set { tags.transfer = newValue }
    }
    /// The matrix by which luma is computed; nil for that of the film.
    open override var colorYCbCrMatrix: String? {
        get { tags.matrix }
        set { tags.matrix = newValue }
    }
    /// The class that composes frames in place of the instructions; nil for none.
    open override var customVideoCompositorClass: (any AVVideoCompositing.Type)? {
        get { compositor }
        set { compositor = newValue }
    }
}
