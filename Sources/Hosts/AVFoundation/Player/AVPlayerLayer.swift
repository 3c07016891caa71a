import CoreGraphics
import QuartzCore

/// How a film fills its layer.
public struct AVLayerVideoGravity: RawRepresentable, Hashable, Sendable {
    public let rawValue: String
    public init(rawValue: String) { self.rawValue = rawValue }
    /// All of the film, its proportions kept.
    public static let resizeAspect = AVLayerVideoGravity(rawValue: "AVLayerVideoGravityResizeAspect")
    /// All of the layer, the film's proportions kept; what stands over shows unless the layer masks to its bounds.
    public static let resizeAspectFill = AVLayerVideoGravity(rawValue: "AVLayerVideoGravityResizeAspectFill")
    /// All of the layer, whatever becomes of the film's proportions.
    public static let resize = AVLayerVideoGravity(rawValue: "AVLayerVideoGravityResize")
}

/// A layer that shows what a player plays. Several may show the same player.
open class AVPlayerLayer: CALayer {
    public override init() {
        super.init()
        contentsGravity = .resizeAspect
    }

    public override init(layer: Any) {
        let other = layer as? AVPlayerLayer
        player = other?.player
        videoGravity = other?.videoGravity ?? .resizeAspect
        super.init(layer: layer)
    }

    /// Of an archive: the layer without a player.
    public required init?(coder: NSCoder) { super.init(coder: coder) }

    /// A layer that shows what a player plays.
    public convenience init(player: AVPlayer?) {
        self.init()
        self.player = player
        connect()
    }

    /// Whose pictures show; kept by the layer.
    open var player: AVPlayer? {
        didSet { connect() }
    }

    private func connect() { showPictures(of: player?.pictures) }

    /// How they fill the bounds; `resizeAspect` at first, and where it is an unknown one.
    open var videoGravity = AVLayerVideoGravity.resizeAspect {
        didSet {
            contentsGravity =
                switch videoGravity {
                case .resizeAspectFill: .resizeAspectFill
                case .resize: .resize
                default: .resizeAspect
                }
        }
    }

    /// Whether the picture of this time is decoded.
    open var isReadyForDisplay: Bool { player?.pictures.isReady(at: CACurrentMediaTime()) ?? false }

    /// Where the film stands, in the layer's own space; empty without one.
    open var videoRect: CGRect {
        guard let size = player?.pictures.film?.presentationSize, size.width > 0, size.height > 0 else { return .zero }
        guard videoGravity != .resize else { return bounds }
        let across = bounds.width / size.width, down = bounds.height / size.height
        let scale = videoGravity == .resizeAspectFill ? max(across, down) : min(across, down)
        let shown = CGSize(width: size.width * scale, height: size.height * scale)
        return CGRect(x: bounds.midX - shown.width / 2, y: bounds.midY - shown.height / 2, width: shown.width, height: shown.height)
    }
}
