import AgateDiagnostics
import ObjectiveCRuntime
import QuartzCore

// Controllers of iOS's own services. Linux has none of the services: each controller reports one diagnostic when it is shown, is dismissed
// at once, and tells its delegate that nothing was chosen.

/// The base of controllers without a service.
@preconcurrency @MainActor open class UnavailableServiceController: UIViewController {
    /// The name of what is missing, for the diagnostic.
    final var serviceName: String { "\(type(of: self))" }

    open override func viewDidAppear(_ animated: Bool) {
        super.viewDidAppear(animated)
        Diagnostic.reportOnce(
            "service.unsupported", key: serviceName, "\(serviceName) shows a service of iOS, which Linux lacks; it closes immediately")
        dismiss(animated: false) { self.cancelled() }
    }

    /// Tells the delegate that nothing was chosen.
    func cancelled() {}
}

/// The delegate of a picker of images. Both methods are optional.
@preconcurrency @MainActor public protocol UIImagePickerControllerDelegate: NSObjectProtocol {
    /// Called when an image was chosen. Not called on Agate.
    func imagePickerController(
        _ picker: UIImagePickerController, didFinishPickingMediaWithInfo info: [UIImagePickerController.InfoKey: Any])
    /// Called when nothing was chosen.
    func imagePickerControllerDidCancel(_ picker: UIImagePickerController)
}

extension UIImagePickerControllerDelegate {
    /// Does nothing.
    public func imagePickerController(
        _ picker: UIImagePickerController, didFinishPickingMediaWithInfo info: [UIImagePickerController.InfoKey: Any]
    ) {}
    /// Dismisses the picker.
    public func imagePickerControllerDidCancel(_ picker: UIImagePickerController) { picker.dismiss(animated: true) }
}

/// A picker of images from the camera or the photo album, which Linux lacks: no source is available.
@preconcurrency @MainActor open class UIImagePickerController: UnavailableServiceController {
    /// The source of images.
    public enum SourceType: Int, Sendable { case photoLibrary, camera, savedPhotosAlbum }
    /// The camera.
    public enum CameraDevice: Int, Sendable { case rear, front }
    /// The media that the camera records.
    public enum CameraCaptureMode: Int, Sendable { case photo, video }
    /// The camera's light.
    public enum CameraFlashMode: Int, Sendable { case off = -1, auto, on }
    /// The quality of films.
    public enum QualityType: Int, Sendable { case typeHigh, typeMedium, typeLow, type640x480, typeIFrame1280x720, typeIFrame960x540 }

    /// The keys of what was chosen.
    public struct InfoKey: BridgedName, Hashable, Sendable {
        public let rawValue: String
        public init(rawValue: String) { self.rawValue = rawValue }
        /// The type of the medium.
        public static let mediaType = InfoKey(rawValue: "UIImagePickerControllerMediaType")
        /// The image.
        public static let originalImage = InfoKey(rawValue: "UIImagePickerControllerOriginalImage")
        /// The image as it was cropped.
        public static let editedImage = InfoKey(rawValue: "UIImagePickerControllerEditedImage")
        /// The cropped part.
        public static let cropRect = InfoKey(rawValue: "UIImagePickerControllerCropRect")
        /// The address of a film.
        public static let mediaURL = InfoKey(rawValue: "UIImagePickerControllerMediaURL")
        /// The address of an image.
        public static let imageURL = InfoKey(rawValue: "UIImagePickerControllerImageURL")
        /// The photo's object.
        public static let phAsset = InfoKey(rawValue: "UIImagePickerControllerPHAsset")
        /// The metadata of a photo.
        public static let mediaMetadata = InfoKey(rawValue: "UIImagePickerControllerMediaMetadata")
    }

    /// Returns false: there is no camera and no photo album.
    open class func isSourceTypeAvailable(_ sourceType: SourceType) -> Bool { false }
    /// Returns nil: no source is available.
    open class func availableMediaTypes(for sourceType: SourceType) -> [String]? { nil }
    /// Returns false: there is no camera.
    open class func isCameraDeviceAvailable(_ cameraDevice: CameraDevice) -> Bool { false }
    /// Returns false: there is no camera.
    open class func isFlashAvailable(for cameraDevice: CameraDevice) -> Bool { false }

    /// The delegate; not retained.
    open weak var delegate: (any UIImagePickerControllerDelegate & UINavigationControllerDelegate)?
    /// The source. Stored, without effect.
    open var sourceType = SourceType.photoLibrary
    /// The types of media. Stored, without effect.
    open var mediaTypes = ["public.image"]
    /// A Boolean value that indicates whether images are cropped. Stored, without effect.
    open var allowsEditing = false
    /// The camera. Stored, without effect.
    open var cameraDevice = CameraDevice.rear
    /// The media that the camera records. Stored, without effect.
    open var cameraCaptureMode = CameraCaptureMode.photo
    /// The camera's light. Stored, without effect.
    open var cameraFlashMode = CameraFlashMode.auto
    /// A Boolean value that indicates whether the camera's controls show. Stored, without effect.
    open var showsCameraControls = true
    /// A view over the camera's picture. Stored, without effect.
    open var cameraOverlayView: UIView?
    /// The transform of the camera's picture. Stored, without effect.
    open var cameraViewTransform = CGAffineTransform.identity
    /// The quality of films. Stored, without effect.
    open var videoQuality = QualityType.typeMedium
    /// The form of chosen images. Stored, without effect: no image is chosen.
    open var imageExportPreset = ImageURLExportPreset.compatible
    /// The form of chosen images.
    public enum ImageURLExportPreset: Int, Sendable { case compatible, current }
    /// The form of chosen films. Stored, without effect: no film is chosen.
    open var videoExportPreset = ""
    /// The longest film in seconds. Stored, without effect.
    open var videoMaximumDuration: TimeInterval = 600

    override func cancelled() { delegate?.imagePickerControllerDidCancel(self) }
}

/// The delegate of a picker of documents. All methods are optional.
@preconcurrency @MainActor public protocol UIDocumentPickerDelegate: NSObjectProtocol {
    /// Called when documents were chosen. Not called on Agate.
    func documentPicker(_ controller: UIDocumentPickerViewController, didPickDocumentsAt urls: [URL])
    /// Called when a document was chosen. Not called on Agate.
    func documentPicker(_ controller: UIDocumentPickerViewController, didPickDocumentAt url: URL)
    /// Called when nothing was chosen.
    func documentPickerWasCancelled(_ controller: UIDocumentPickerViewController)
}

extension UIDocumentPickerDelegate {
    /// Does nothing.
    public func documentPicker(_ controller: UIDocumentPickerViewController, didPickDocumentsAt urls: [URL]) {}
    /// Does nothing.
    public func documentPicker(_ controller: UIDocumentPickerViewController, didPickDocumentAt url: URL) {}
    /// Does nothing.
    public func documentPickerWasCancelled(_ controller: UIDocumentPickerViewController) {}
}

/// The mode of a picker of documents, as iOS 8 to 13 name it.
public enum UIDocumentPickerMode: UInt, Sendable { case `import`, open, exportToService, moveToService }

/// A picker of documents. Agate has none.
@preconcurrency @MainActor open class UIDocumentPickerViewController: UnavailableServiceController {
    /// The delegate; not retained.
    open weak var delegate: (any UIDocumentPickerDelegate)?
    /// A Boolean value that indicates whether several documents may be chosen. Stored, without effect.
    open var allowsMultipleSelection = false
    /// A Boolean value that indicates whether names show with their extensions. Stored, without effect.
    open var shouldShowFileExtensions = false
    /// The folder that shows first. Stored, without effect.
    open var directoryURL: URL?

    /// Creates a picker of documents of types.
    public init(documentTypes allowedUTIs: [String], in mode: UIDocumentPickerMode) { super.init(nibName: nil, bundle: nil) }
    /// Creates a picker of a place for files.
    public init(forExporting urls: [URL], asCopy: Bool = false) { super.init(nibName: nil, bundle: nil) }
    public required init?(coder: NSCoder) { super.init(coder: coder) }

    override func cancelled() { delegate?.documentPickerWasCancelled(self) }
}

/// The delegate of a picker of colors. All methods are optional.
@preconcurrency @MainActor public protocol UIColorPickerViewControllerDelegate: NSObjectProtocol {
    /// Called when a color was chosen. Not called on Agate.
    func colorPickerViewController(_ viewController: UIColorPickerViewController, didSelect color: UIColor, continuously: Bool)
    /// Called when a color was chosen, as iOS 14 reports it. Not called on Agate.
    func colorPickerViewControllerDidSelectColor(_ viewController: UIColorPickerViewController)
    /// Called when the picker has closed.
    func colorPickerViewControllerDidFinish(_ viewController: UIColorPickerViewController)
}

extension UIColorPickerViewControllerDelegate {
    /// Does nothing.
    public func colorPickerViewController(_ viewController: UIColorPickerViewController, didSelect color: UIColor, continuously: Bool) {}
    /// Does nothing.
    public func colorPickerViewControllerDidSelectColor(_ viewController: UIColorPickerViewController) {}
    /// Does nothing.
    public func colorPickerViewControllerDidFinish(_ viewController: UIColorPickerViewController) {}
}

/// A picker of colors. Agate has none.
@preconcurrency @MainActor open class UIColorPickerViewController: UnavailableServiceController {
    /// The delegate; not retained.
    open weak var delegate: (any UIColorPickerViewControllerDelegate)?
    /// The color; black by default.
    open var selectedColor = UIColor.black
    /// A Boolean value that indicates whether the opacity may be chosen. Stored, without effect.
    open var supportsAlpha = true

    override func cancelled() { delegate?.colorPickerViewControllerDidFinish(self) }
}

/// The delegate of a picker of fonts. All methods are optional.
@preconcurrency @MainActor public protocol UIFontPickerViewControllerDelegate: NSObjectProtocol {
    /// Called when a font was chosen. Not called on Agate.
    func fontPickerViewControllerDidPickFont(_ viewController: UIFontPickerViewController)
    /// Called when nothing was chosen.
    func fontPickerViewControllerDidCancel(_ viewController: UIFontPickerViewController)
}

extension UIFontPickerViewControllerDelegate {
    /// Does nothing.
    public func fontPickerViewControllerDidPickFont(_ viewController: UIFontPickerViewController) {}
    /// Does nothing.
    public func fontPickerViewControllerDidCancel(_ viewController: UIFontPickerViewController) {}
}

/// A picker of fonts. Agate has none.
@preconcurrency @MainActor open class UIFontPickerViewController: UnavailableServiceController {
    /// The fonts that a picker shows.
    @preconcurrency @MainActor open class Configuration: NSObject {
        @preconcurrency @MainActor public override init() { super.init() }
        /// A Boolean value that indicates whether the faces of a family show. Stored, without effect.
        open var includeFaces = false
        /// A Boolean value that indicates whether names show in the system's font. Stored, without effect.
        open var displayUsingSystemFont = false
    }

    /// The configuration.
    public let configuration: Configuration
    /// The delegate; not retained.
    open weak var delegate: (any UIFontPickerViewControllerDelegate)?
    /// The chosen font; nil by default.
    open var selectedFontDescriptor: UIFontDescriptor?

    /// Creates a picker.
    public init(configuration: Configuration = Configuration()) {
        self.configuration = configuration
        super.init(nibName: nil, bundle: nil)
    }
    public required init?(coder: NSCoder) {
        configuration = Configuration()
        super.init(coder: coder)
    }

    override func cancelled() { delegate?.fontPickerViewControllerDidCancel(self) }
}
