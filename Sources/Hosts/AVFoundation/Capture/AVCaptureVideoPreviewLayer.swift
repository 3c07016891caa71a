import CoreGraphics
import QuartzCore

/// A layer that shows what a session captures. Without devices (``AVCaptureDevice``) it shows its background only.
open class AVCaptureVideoPreviewLayer: CALayer {
    public override init() { super.init() }
    public override init(layer: Any) {
        let other = layer as? AVCaptureVideoPreviewLayer
        (shownSession, videoGravity) = (other?.shownSession, other?.videoGravity ?? .resizeAspect)
        super.init(layer: layer)
    }
    /// Creates a layer from an archive, without a session.
    public required init?(coder: NSCoder) { super.init(coder: coder) }

    /// Creates a layer that shows what a session captures.
    public convenience init(session: AVCaptureSession) {
        self.init()
        self.session = session
    }
    /// Creates a layer of a session without a connection.
    public convenience init(sessionWithNoConnection session: AVCaptureSession) { self.init(session: session) }

    /// The session, which the layer retains.
    open var session: AVCaptureSession? {
        get { shownSession }
        set { shownSession = newValue }
    }
    private final var shownSession: AVCaptureSession?
    /// Sets the session without a connection.
    open func setSessionWithNoConnection(_ session: AVCaptureSession) { self.session = session }
    /// The connection with an input. Always nil: there are no inputs.
    open var connection: AVCaptureConnection? { nil }
    /// A Boolean value that indicates whether there is a picture: false.
    open var isPreviewing: Bool { false }
    /// The way in which pictures fill the layer. Stored, without effect.
    open var videoGravity = AVLayerVideoGravity.resizeAspect

    /// Returns a point of the layer as one of the camera's, from 0, 0 to 1, 1, as if pictures filled the layer.
    open func captureDevicePointConverted(fromLayerPoint pointInLayer: CGPoint) -> CGPoint {
        guard bounds.width > 0, bounds.height > 0 else { return .zero }
        return CGPoint(x: (pointInLayer.x - bounds.minX) / bounds.width, y: (pointInLayer.y - bounds.minY) / bounds.height)
    }
    /// Returns a point of the camera, from 0, 0 to 1, 1, as one of the layer, as if pictures filled the layer.
    open func layerPointConverted(fromCaptureDevicePoint captureDevicePointOfInterest: CGPoint) -> CGPoint {
        CGPoint(
            x: bounds.minX + captureDevicePointOfInterest.x * bounds.width, y: bounds.minY + captureDevicePointOfInterest.y * bounds.height)
    }
    /// Returns a rectangle of the layer as one of the pictures, from 0, 0 to 1, 1, as if they filled the layer.
    open func metadataOutputRectConverted(fromLayerRect rectInLayerCoordinates: CGRect) -> CGRect {
        guard bounds.width > 0, bounds.height > 0 else { return .zero }
        return CGRect(
            origin: captureDevicePointConverted(fromLayerPoint: rectInLayerCoordinates.origin),
            size: CGSize(width: rectInLayerCoordinates.width / bounds.width, height: rectInLayerCoordinates.height / bounds.height))
    }
    /// Returns a rectangle of the pictures, from 0, 0 to 1, 1, as one of the layer, as if they filled the layer.
    open func layerRectConverted(fromMetadataOutputRect rectInMetadataOutputCoordinates: CGRect) -> CGRect {
        CGRect(
            origin: layerPointConverted(fromCaptureDevicePoint: rectInMetadataOutputCoordinates.origin),
            size: CGSize(
                width: rectInMetadataOutputCoordinates.width * bounds.width, height: rectInMetadataOutputCoordinates.height * bounds.height)
        )
    }
    /// Returns an object in the layer's coordinates: nil, because there is no connection.
    open func transformedMetadataObject(for metadataObject: AVMetadataObject) -> AVMetadataObject? { nil }
}
