import AgateDiagnostics
import CoreGraphics
import ObjectiveCRuntime
import QuartzCore

/// The ways in which a film fills its layer.
public struct AVLayerVideoGravity: BridgedName, Hashable, Sendable {
    public let rawValue: String
    public init(rawValue: String) { self.rawValue = rawValue }
    /// Fits the whole film into the layer, with its aspect ratio.
    public static let resizeAspect = AVLayerVideoGravity(rawValue: "AVLayerVideoGravityResizeAspect")
    /// Fills the whole layer, with the film's aspect ratio. The excess is visible unless the layer masks to its bounds.
    public static let resizeAspectFill = AVLayerVideoGravity(rawValue: "AVLayerVideoGravityResizeAspectFill")
    /// Fills the whole layer, without regard to the film's aspect ratio.
    public static let resize = AVLayerVideoGravity(rawValue: "AVLayerVideoGravityResize")
}

/// A layer that shows the film of a player. Several layers may show the same player.
open class AVPlayerLayer: CALayer {
    public override init() {
        super.init()
        contentsGravity = .resizeAspect
    }

    public override init(layer: Any) {
        let other = layer as? AVPlayerLayer
        shownPlayer = other?.shownPlayer
        storedGravity = other?.storedGravity ?? .resizeAspect
        super.init(layer: layer)
    }

    /// Creates a layer from an archive, without a player.
    public required init?(coder: NSCoder) { super.init(coder: coder) }

    /// Creates a layer that shows the film of a player.
    public convenience init(player: AVPlayer?) {
        self.init()
        self.player = player
    }

    /// The player, which the layer retains.
    open var player: AVPlayer? {
        get { shownPlayer }
        set {
            if refusesChange(of: "player") { return }
            shownPlayer = newValue
            if !isPresentationCopy { showPictures(of: newValue?.pictures) }
        }
    }
    private final var shownPlayer: AVPlayer?

    /// The way in which pictures fill the bounds; `resizeAspect` by default, and for unknown values.
    open var videoGravity: AVLayerVideoGravity {
        get { storedGravity }
        set {
            if refusesChange(of: "videoGravity") { return }
            storedGravity = newValue
            contentsGravity = newValue.contents
        }
    }
    private final var storedGravity = AVLayerVideoGravity.resizeAspect

    /// The form of ``copyDisplayedPixelBuffer()``: a pixel format, 32BGRA by default, and a size, that of the film by default. Other
    /// formats than those of eight bits are replaced by the default, with a diagnostic.
    open var pixelBufferAttributes: [String: Any]? {
        get { storedAttributes }
        set {
            if refusesChange(of: "pixelBufferAttributes") { return }
            storedAttributes = newValue
        }
    }
    private final var storedAttributes: [String: Any]?

    /// Returns a copy of the picture of the current time, whole and without the layer's effects, after waiting until it is decoded; nil
    /// without one.
    open func copyDisplayedPixelBuffer() -> CVPixelBuffer? {
        guard let picture = player?.pictures.picture(at: CACurrentMediaTime(), waits: true).image else { return nil }
        let attributes = PixelAttributes(storedAttributes), isSupported = !attributes.hasUnknownFormat && attributes.format != .deep
        if !isSupported {
            Diagnostic.report("av.output", "the pixel format of the layer's copies is not supported; it makes buffers of 32BGRA")
        }
        return attributes.buffer(of: picture, isSupported ? attributes.format ?? .bgra : .bgra)
    }

    /// A Boolean value that indicates whether the picture of the current time is decoded.
    open var isReadyForDisplay: Bool { player?.pictures.isReady(at: CACurrentMediaTime()) ?? false }

    /// The rectangle of the film, in the layer's own space; empty without a film.
    open var videoRect: CGRect {
        guard let size = player?.pictures.film?.presentationSize, size.width > 0, size.height > 0 else { return .zero }
        guard videoGravity != .resize else { return bounds }
        let across = bounds.width / size.width, down = bounds.height / size.height
        let scale = videoGravity == .resizeAspectFill ? max(across, down) : min(across, down)
        let shown = CGSize(width: size.width * scale, height: size.height * scale)
        return CGRect(x: bounds.midX - shown.width / 2, y: bounds.midY - shown.height / 2, width: shown.width, height: shown.height)
    }
}
