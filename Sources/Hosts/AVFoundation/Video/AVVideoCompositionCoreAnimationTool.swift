import QuartzCore

/// The begin time of animations that begin with the film: a tiny number, since 0 means the time at which the animation is added.
public let AVCoreAnimationBeginTimeAtZero: CFTimeInterval = 1e-100

/// Combines the frames of a video composition with layers, in one of two ways: the frames become the contents of layers in a tree that is
/// drawn, or a layer becomes a track that the instructions compose with others.
///
/// The origin of the layers' coordinates is the lower left corner of the frame; set `isGeometryFlipped` of the outermost layer to have it
/// at the top left. The film's time is the layers' media time.
open class AVVideoCompositionCoreAnimationTool: NSObject {
    enum Form {
        case postProcessing([CALayer], CALayer)
        case track(CALayer, CMPersistentTrackID)
    }
    final let form: Form

    /// Shows frames in a layer of a tree, which is drawn instead.
    /// - Parameters:
    ///   - videoLayer: The layer whose contents become the frames.
    ///   - animationLayer: The root of the tree.
    public init(postProcessingAsVideoLayer videoLayer: CALayer, in animationLayer: CALayer) {
        form = .postProcessing([videoLayer], animationLayer)
        super.init()
        keepAnimations()
    }
    /// Shows frames in several layers of a tree, which is drawn instead.
    public init(postProcessingAsVideoLayers videoLayers: [CALayer], in animationLayer: CALayer) {
        form = .postProcessing(videoLayers, animationLayer)
        super.init()
        keepAnimations()
    }
    /// Makes a layer a track.
    /// - Parameters:
    ///   - layer: The layer, whose bounds are drawn.
    ///   - trackID: The number by which layer instructions name it; no track of the asset may have it (`unusedTrackID()`).
    public init(additionalLayer layer: CALayer, asTrackID trackID: CMPersistentTrackID) {
        form = .track(layer, trackID)
        super.init()
        keepAnimations()
    }

    /// Makes the animations of the tree wait for the export, and for later exports. They would end at once on layers that are not shown.
    final func keepAnimations() {
        var waiting =
            switch form {
            case .postProcessing(_, let root): [root]
            case .track(let layer, _): [layer]
            }
        while let layer = waiting.popLast() {
            layer.keepsAnimations = true
            waiting += layer.sublayers ?? []
            if let mask = layer.mask { waiting.append(mask) }
        }
    }

    /// The layers that show frames.
    final var videoLayers: [CALayer] {
        if case .postProcessing(let layers, _) = form { layers } else { [] }
    }

    /// The number of the track that a layer is.
    final var trackID: CMPersistentTrackID? {
        if case .track(_, let id) = form { id } else { nil }
    }
}
