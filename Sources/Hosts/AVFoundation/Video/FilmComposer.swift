import AgateDiagnostics
import Agate
import CoreGraphics
import QuartzCore
import RenderTree

/// Draws the frames of an asset at any time: its tracks, composed by the instructions of a video composition, in a tree of layers.
///
/// Frames of the tracks are decoded ahead on threads of their own. Layers are evaluated by the render tree at the exact time of the frame,
/// as in any host, so that the same asset gives the same bytes in every run. It is made on the thread that owns the layers, and then used
/// by one thread at a time; any thread may cancel.
final class FilmComposer {
    /// The size of its frames in pixels.
    let width: Int, height: Int
    /// The duration of a frame.
    let frameDuration: CMTime

    private let plan: Plan
    private let stage: TrackStage
    private let tracks: [CMPersistentTrackID: Track]
    private let tree: LayerTreeStage?

    private struct Track {
        let pictures: TrackPictures
        let size: CGSize
        /// The stage of a layer that is a track.
        var layer: LayerTreeStage?
    }

    /// The rules: those of a video composition, copied, or none.
    struct Plan {
        var size: CGSize
        var frameDuration: CMTime
        /// Nil to show the first film that has a picture, upright.
        var instructions: [AVVideoCompositionInstruction]?
        var tool: AVVideoCompositionCoreAnimationTool?
        /// The films without instructions, in order.
        var order: [CMPersistentTrackID] = []

        init(_ asset: AVAsset, _ composition: AVVideoComposition?, _ timeRange: CMTimeRange) throws(AVError) {
            if let composition {
                if let failure = composition.failure(asset, timeRange) { throw failure }
                (size, frameDuration) = (composition.renderSize, composition.frameDuration)
                instructions = composition.instructions.compactMap { $0 as? AVVideoCompositionInstruction }
                tool = composition.animationTool
            } else {
                let whole = AVVideoComposition(propertiesOf: asset)
                (size, frameDuration) = (whole.renderSize, whole.frameDuration)
                order = asset.tracks.filter { $0.mediaType == .video && $0.isEnabled }.map(\.trackID)
            }
            guard size.width >= 1, size.height >= 1 else { throw AVError(.invalidSourceMedia, "\(asset.name): there is no film") }
        }
    }

    /// - Parameters:
    ///   - timeRange: The range that is drawn, which instructions must cover.
    ///   - drawsTool: False to leave out the layers of the animation tool.
    ///   - limit: The size in pixels in which a frame must fit; it is reduced to it, not enlarged.
    init(
        _ asset: AVAsset, _ composition: AVVideoComposition?, timeRange: CMTimeRange, limit: CGSize? = nil, drawsTool: Bool = true
    ) throws(AVError) {
        if let failure = asset.failure { throw failure }
        var plan = try Plan(asset, composition, timeRange)
        if !drawsTool { plan.tool = nil }
        self.plan = plan
        frameDuration = plan.frameDuration
        // Layers that were added to the tree meanwhile.
        plan.tool?.keepAnimations()
        var scale = 1.0
        if let limit {
            if limit.width > 0 { scale = min(scale, limit.width / plan.size.width) }
            if limit.height > 0 { scale = min(scale, limit.height / plan.size.height) }
        }
        (width, height) = (Int((plan.size.width * scale).rounded(.up)), Int((plan.size.height * scale).rounded(.up)))
        var tracks: [CMPersistentTrackID: Track] = [:]
        for track in asset.tracks where track.mediaType == .video && track.isEnabled {
            // Without instructions films are shown upright in the whole frame.
            let isComposed = plan.instructions != nil
            tracks[track.trackID] = Track(
                pictures: TrackPictures(track, isUpright: !isComposed), size: isComposed ? track.naturalSize : plan.size)
        }
        switch plan.tool?.form {
        case .postProcessing(let layers, let root):
            // The tree is drawn at the final scale, and composes frames of the composition's size.
            stage = TrackStage(size: plan.size, scale: 1)
            tree = LayerTreeStage(root, showing: layers, size: plan.size, scale: scale)
        case .track(let layer, let id):
            let size = layer.bounds.size
            guard size.width >= 1, size.height >= 1 else {
                throw AVError(.invalidVideoComposition, "the additional layer of the animation tool has no size")
            }
            let layers = LayerTreeStage(layer, showing: [], size: size, scale: 1)
            tracks[id] = Track(
                pictures: TrackPictures(AVAssetTrack(asset, id, TrackFacts(.video)), isUpright: false), size: size, layer: layers)
            (stage, tree) = (TrackStage(size: plan.size, scale: scale), nil)
        case nil:
            (stage, tree) = (TrackStage(size: plan.size, scale: scale), nil)
        }
        self.tracks = tracks
        cancelling = Cancelling(pictures: tracks.values.map(\.pictures))
    }

    /// The parts that another thread may use.
    let cancelling: Cancelling
    struct Cancelling: Sendable {
        fileprivate let pictures: [TrackPictures]
        func cancel() { for one in pictures { one.cancel() } }
    }

    /// Draws the frame of a time.
    func frame(at time: CMTime) throws(AVError) -> Painted {
        guard let instructions = plan.instructions else {
            for id in plan.order {
                if let image = try tracks[id]?.pictures.image(at: time) { return stage.draw(image) }
            }
            return stage.draw(nil)
        }
        // The last instruction holds to the end of a film that is longer by less than a frame.
        let index = instructions.partitionPoint { $0.timeRange.end <= time }
        let instruction = index < instructions.count ? instructions[index] : instructions.last ?? AVVideoCompositionInstruction()
        guard let tree else { return try compose(instruction, time) }
        let single = try single(instruction, time)
        let image = if let single { single } else { try compose(instruction, time).image }
        return tree.draw(image, at: time.seconds, processes: instruction.enablePostProcessing)
    }

    private func compose(_ instruction: AVVideoCompositionInstruction, _ time: CMTime) throws(AVError) -> Painted {
        try stage.draw(instruction, at: time) { (id) throws(AVError) -> (image: CGImage?, size: CGSize) in
            guard let track = tracks[id] else { return (nil, .zero) }
            if let layer = track.layer {
                let shown = instruction.enablePostProcessing ? layer.draw(nil, at: time.seconds, processes: true).image : nil
                return (shown, track.size)
            }
            return (try track.pictures.image(at: time), track.size)
        }
    }

    /// Returns the picture of the only track if nothing else shows in the composition, so that it need not be drawn twice.
    private func single(_ instruction: AVVideoCompositionInstruction, _ time: CMTime) throws(AVError) -> CGImage? {
        guard instruction.layerInstructions.count == 1, let layer = instruction.layerInstructions.first, let track = tracks[layer.trackID],
            track.layer == nil, track.size == plan.size, layer.crops.value(at: time) == nil, (layer.opacities.value(at: time) ?? 1) == 1,
            (layer.transforms.value(at: time) ?? .identity).isIdentity
        else { return nil }
        return try track.pictures.image(at: time).flatMap { $0.isOpaque ? $0 : nil }
    }
}

/// A tree of layers, some of which show the frames of a composition. Used by one thread at a time.
final class LayerTreeStage {
    private let host: OffscreenHost
    private let layers: [CALayer]
    private let source = FrameSource()
    /// The stage for frames that are shown without the tree.
    private lazy var plain = TrackStage(size: host.size, scale: host.scale)

    init(_ root: CALayer, showing layers: [CALayer], size: CGSize, scale: CGFloat) {
        self.layers = layers
        // The origin is at the lower left, and the film's time is media time, from 0 on.
        host = OffscreenHost(size: size, scale: scale, geometryFlipped: false, layer: root)
        host.perform { for layer in layers { layer.showPictures(of: source) } }
    }

    // Here and above changes are committed by the host: the thread may have no run loop.
    deinit { host.perform { for layer in layers { layer.showPictures(of: nil) } } }

    func draw(_ image: CGImage?, at time: Double, processes: Bool) -> Painted {
        guard processes else { return plain.draw(image) }
        source.set(image)
        return Painted(host, at: time)
    }

    /// The frame that is being drawn.
    private final class FrameSource: PictureSource {
        private let image = Locked<CGImage?>(nil)
        let notifier = PictureNotifier()
        var followsLayerTime: Bool { false }

        func set(_ new: CGImage?) {
            image.withLock { $0 = new }
            notifier.notify()
        }
        // Each frame is another one.
        func picture(at time: Double, waits: Bool) -> (image: CGImage?, nextChange: Double) { (image.withLock { $0 }, time) }
    }
}
