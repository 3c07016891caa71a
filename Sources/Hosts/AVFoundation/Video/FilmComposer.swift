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
    private let custom: CustomStage?
    /// The range of light of its frames.
    let range: FilmDynamicRange

    private struct Track {
        let pictures: TrackPictures
        let size: CGSize
        /// The pictures in ten bits, for frames of a high dynamic range.
        var deep: TrackPictures?
        /// The stage of a layer that is a track.
        var layer: LayerTreeStage?
    }

    /// The rules: those of a video composition, copied, or none.
    struct Plan {
        var size: CGSize
        var frameDuration: CMTime
        /// Nil to show the first film that has a picture, upright.
        var instructions: [any AVVideoCompositionInstructionProtocol]?
        var tool: AVVideoCompositionCoreAnimationTool?
        /// The films without instructions, in order.
        var order: [CMPersistentTrackID] = []

        init(_ asset: AVAsset, _ composition: AVVideoComposition?, _ timeRange: CMTimeRange) throws(AVError) {
            if let composition {
                if let failure = composition.failure(asset, timeRange) { throw failure }
                (size, frameDuration) = (composition.renderSize, composition.frameDuration)
                instructions = composition.instructions
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
    ///   - range: The range of light of the frames. A high one is that of films which show alone in the whole frame.
    ///   - isRangeRequired: False for the standard range where the other can't be kept.
    init(
        _ asset: AVAsset, _ rules: ComposingRules, timeRange: CMTimeRange, limit: CGSize? = nil, drawsTool: Bool = true,
        range: FilmDynamicRange = .standard, isRangeRequired: Bool = false
    ) throws(AVError) {
        if let failure = asset.failure { throw failure }
        var plan = try Plan(asset, rules.composition, timeRange)
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
        custom = try CustomStage(rules, size: plan.size)
        var kept = range
        if range != .standard {
            let isComposed = plan.instructions != nil, (width, height) = (width, height)
            let isThrough =
                scale == 1 && custom == nil && (tree?.isFilmBelow ?? true) && Self.showsFilmsAlone(plan, tracks)
                && asset.tracks.allSatisfy { $0.mediaType != .video || !$0.isEnabled || Self.isDeep($0, range, width, height) }
            if isThrough {
                for track in asset.tracks where tracks[track.trackID] != nil {
                    tracks[track.trackID]?.deep = TrackPictures(track, isUpright: !isComposed, isDeep: true)
                }
            } else if !isRangeRequired {
                kept = .standard
            } else {
                Diagnostic.reportOnce(
                    "av.composed-in-sdr", key: asset.name,
                    "\(asset.name): frames are composed in the standard range of light, and written in a high one: only films of that range which "
                        + "show alone in the whole frame keep it")
            }
        }
        self.range = kept
        self.tracks = tracks
        cancelling = Cancelling(pictures: tracks.values.flatMap { [$0.pictures] + ($0.deep.map { [$0] } ?? []) }, custom: custom)
    }

    /// Returns whether the films of a track have a high range of light in the form of an encoder.
    private static func isDeep(_ track: AVAssetTrack, _ range: FilmDynamicRange, _ width: Int, _ height: Int) -> Bool {
        track.parts.allSatisfy { part in
            guard let source = part.source else { return true }
            guard let probe = try? source.file.probe() else { return false }
            return probe.transfer == range.tags.transfer && probe.primaries == "bt2020" && probe.pixelFormat == "yuv420p10le"
                && probe.matrix == "bt2020nc" && probe.range != "pc" && (probe.siting ?? "left") == "left" && !probe.isTurned
                && (probe.width, probe.height) == (width, height) && width % 2 == 0 && height % 2 == 0
        }
    }

    /// Returns whether each instruction shows one film unchanged in the whole frame.
    private static func showsFilmsAlone(_ plan: Plan, _ tracks: [CMPersistentTrackID: Track]) -> Bool {
        (plan.instructions ?? []).allSatisfy { instruction in
            guard let layers = (instruction as? AVVideoCompositionInstruction)?.layerInstructions, layers.count == 1,
                let track = tracks[layers[0].trackID]
            else { return false }
            return track.layer == nil && track.size == plan.size && layers[0].crops.list.isEmpty
                && layers[0].opacities.list.allSatisfy { $0.from == 1 && $0.to == 1 }
                && layers[0].transforms.list.allSatisfy { $0.from.isIdentity && $0.to.isIdentity }
        }
    }

    /// The parts that another thread may use.
    let cancelling: Cancelling
    struct Cancelling: Sendable {
        fileprivate let pictures: [TrackPictures]
        fileprivate let custom: CustomStage?
        func cancel() {
            for one in pictures { one.cancel() }
            custom?.cancel()
        }
    }

    /// Draws the frame of a time.
    func frame(at time: CMTime) throws(AVError) -> Painted {
        guard let instruction = instruction(at: time) else { return stage.draw(try firstFilm(at: time)) }
        if let custom {
            let order = tracks.keys.sorted()
            let image = try custom.image(instruction, at: time, of: order) { (id) throws(AVError) in
                try tracks[id]?.pictures.image(at: time)
            }
            return tree?.draw(image, at: time.seconds, processes: instruction.enablePostProcessing) ?? stage.draw(image)
        }
        let own = instruction as? AVVideoCompositionInstruction ?? AVVideoCompositionInstruction()
        guard let tree else { return try compose(own, time) }
        let single = try single(own, time, isDeep: false)
        let image = if let single { single } else { try compose(own, time).image }
        return tree.draw(image, at: time.seconds, processes: own.enablePostProcessing)
    }

    /// Returns the frame of a time in a film's own planes if one shows alone in the whole frame, below all layers; else drawn.
    func composed(at time: CMTime) throws(AVError) -> ComposedFrame {
        guard let film = try filmAlone(at: time), film.width == width, film.height == height, width % 2 == 0, height % 2 == 0,
            FilmPlanes.arePlanes(of: film, isDeep: range != .standard)
        else { return .painted(try frame(at: time)) }
        guard let tree, instruction(at: time)?.enablePostProcessing ?? true else { return .through(ThroughFrame(image: film, over: nil)) }
        guard let over = tree.drawOver(at: time.seconds) else { return .painted(try frame(at: time)) }
        return .through(ThroughFrame(image: film, over: (tree, over)))
    }

    /// Returns the instruction of a time; nil without instructions.
    private func instruction(at time: CMTime) -> (any AVVideoCompositionInstructionProtocol)? {
        guard let instructions = plan.instructions else { return nil }
        // The last instruction holds to the end of a film that is longer by less than a frame.
        let index = instructions.partitionPoint { $0.timeRange.end <= time }
        return index < instructions.count ? instructions[index] : instructions.last ?? AVVideoCompositionInstruction()
    }

    /// Returns the picture of the first film that has one.
    private func firstFilm(at time: CMTime, isDeep: Bool = false) throws(AVError) -> CGImage? {
        for id in plan.order {
            let track = tracks[id]
            if let image = try (isDeep ? track?.deep : track?.pictures)?.image(at: time) { return image }
        }
        return nil
    }

    /// Returns the picture of the only film that shows, in ten bits if frames have a high dynamic range; nil if anything else shows.
    private func filmAlone(at time: CMTime) throws(AVError) -> CGImage? {
        guard custom == nil, stage.scale == 1 else { return nil }
        let isDeep = tracks.values.contains { $0.deep != nil }
        guard let instruction = instruction(at: time) else { return try firstFilm(at: time, isDeep: isDeep) }
        return try (instruction as? AVVideoCompositionInstruction).flatMap { (own) throws(AVError) in try single(own, time, isDeep: isDeep)
        }
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
    private func single(_ instruction: AVVideoCompositionInstruction, _ time: CMTime, isDeep: Bool) throws(AVError) -> CGImage? {
        guard instruction.layerInstructions.count == 1, let layer = instruction.layerInstructions.first, let track = tracks[layer.trackID],
            track.layer == nil, track.size == plan.size, layer.crops.value(at: time) == nil, (layer.opacities.value(at: time) ?? 1) == 1,
            (layer.transforms.value(at: time) ?? .identity).isIdentity
        else { return nil }
        return try (isDeep ? track.deep ?? track.pictures : track.pictures).image(at: time).flatMap { $0.isOpaque ? $0 : nil }
    }
}
