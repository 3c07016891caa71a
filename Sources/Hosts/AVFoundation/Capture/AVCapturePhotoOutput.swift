import AgateDiagnostics
import CoreGraphics
import Dispatch
import Foundation
import ObjectiveCRuntime

/// The settings of a photo.
open class AVCapturePhotoSettings: NSObject, NSCopying {
    private static let numbers = Locked(Int64(0))
    /// A number of the settings, different for each.
    public let uniqueID: Int64
    /// The format of the photo.
    public let format: [String: Any]?
    /// The use of the flash.
    open var flashMode = AVCaptureDevice.FlashMode.off
    /// A Boolean value that indicates whether the photo is large.
    open var isHighResolutionPhotoEnabled = false
    /// A Boolean value that indicates whether the photo is steadied.
    open var isAutoStillImageStabilizationEnabled = true
    /// A Boolean value that indicates whether red eyes are removed.
    open var isAutoRedEyeReductionEnabled = false
    /// The format of a small photo.
    open var previewPhotoFormat: [String: Any]?
    /// The formats of pixels of a small photo: none.
    open var availablePreviewPhotoPixelFormatTypes: [OSType] { [] }
    /// The same, as Apple's header names it for Swift.
    open var __availablePreviewPhotoPixelFormatTypes: [NSNumber] { [] }
    /// The descriptions of the photo.
    open var metadata: [String: Any] = [:]

    /// Creates settings of the standard format.
    public override init() {
        uniqueID = Self.numbers.withLock {
            $0 += 1; return $0
        }
        format = nil
        super.init()
    }
    /// Creates settings of a format; nil is the standard one.
    public init(format: [String: Any]?) {
        uniqueID = Self.numbers.withLock {
            $0 += 1; return $0
        }
        self.format = format
        super.init()
    }
    /// Creates a copy with a number of its own.
    public convenience init(from photoSettings: AVCapturePhotoSettings) {
        self.init(format: photoSettings.format)
        (flashMode, isHighResolutionPhotoEnabled) = (photoSettings.flashMode, photoSettings.isHighResolutionPhotoEnabled)
        (previewPhotoFormat, metadata) = (photoSettings.previewPhotoFormat, photoSettings.metadata)
    }
    open func copy(with zone: NSZone? = nil) -> Any { AVCapturePhotoSettings(from: self) }
}

/// The settings of one photo of a row of photos with different exposures.
open class AVCaptureBracketedStillImageSettings: NSObject {
    override init() { super.init() }
}

/// The settings of a photo by its exposure and sensitivity.
open class AVCaptureManualExposureBracketedStillImageSettings: AVCaptureBracketedStillImageSettings {
    /// The exposure.
    open private(set) var exposureDuration = CMTime.zero
    /// The sensitivity.
    open private(set) var iso: Float = 0
    /// Creates settings.
    open class func manualExposureSettings(exposureDuration duration: CMTime, iso: Float)
        -> AVCaptureManualExposureBracketedStillImageSettings
    {
        let made = AVCaptureManualExposureBracketedStillImageSettings()
        (made.exposureDuration, made.iso) = (duration, iso)
        return made
    }
}

/// The settings of a photo by its difference from the measured exposure.
open class AVCaptureAutoExposureBracketedStillImageSettings: AVCaptureBracketedStillImageSettings {
    /// The difference from the measured exposure.
    open private(set) var exposureTargetBias: Float = 0
    /// Creates settings.
    open class func autoExposureSettings(exposureTargetBias: Float) -> AVCaptureAutoExposureBracketedStillImageSettings {
        let made = AVCaptureAutoExposureBracketedStillImageSettings()
        made.exposureTargetBias = exposureTargetBias
        return made
    }
}

/// The settings that a photo was taken with.
open class AVCaptureResolvedPhotoSettings: NSObject {
    /// The number of the settings that were asked for.
    public let uniqueID: Int64
    /// The size of the photo in pixels: zero.
    open var photoDimensions: CMVideoDimensions { CMVideoDimensions(width: 0, height: 0) }
    /// A Boolean value that indicates whether the flash is used: false.
    open var isFlashEnabled: Bool { false }
    init(_ number: Int64) { uniqueID = number; super.init() }
}

/// A photo. There are none on Agate.
open class AVCapturePhoto: NSObject {
    override init() { super.init() }
    /// The pixels of the photo.
    open var pixelBuffer: CVPixelBuffer? { nil }
    /// The descriptions of the photo.
    open var metadata: [String: Any] { [:] }
    /// Returns the photo as a file.
    open func fileDataRepresentation() -> Data? { nil }
    /// Returns the photo as an image.
    open func cgImageRepresentation() -> CGImage? { nil }
}

/// The receiver of photos.
public protocol AVCapturePhotoCaptureDelegate: NSObjectProtocol {
    /// Called before a photo is taken. Not called on Agate.
    func photoOutput(_ output: AVCapturePhotoOutput, willBeginCaptureFor resolvedSettings: AVCaptureResolvedPhotoSettings)
    /// Called when a photo is taken. Not called on Agate.
    func photoOutput(_ output: AVCapturePhotoOutput, willCapturePhotoFor resolvedSettings: AVCaptureResolvedPhotoSettings)
    /// Called when a photo was taken. Not called on Agate.
    func photoOutput(_ output: AVCapturePhotoOutput, didCapturePhotoFor resolvedSettings: AVCaptureResolvedPhotoSettings)
    /// Called with a photo. Not called on Agate.
    func photoOutput(_ output: AVCapturePhotoOutput, didFinishProcessingPhoto photo: AVCapturePhoto, error: (any Error)?)
    /// Called at the end, on Agate with an error.
    func photoOutput(
        _ output: AVCapturePhotoOutput, didFinishCaptureFor resolvedSettings: AVCaptureResolvedPhotoSettings, error: (any Error)?)
}

extension AVCapturePhotoCaptureDelegate {
    /// Does nothing.
    public func photoOutput(_ output: AVCapturePhotoOutput, willBeginCaptureFor resolvedSettings: AVCaptureResolvedPhotoSettings) {}
    /// Does nothing.
    public func photoOutput(_ output: AVCapturePhotoOutput, willCapturePhotoFor resolvedSettings: AVCaptureResolvedPhotoSettings) {}
    /// Does nothing.
    public func photoOutput(_ output: AVCapturePhotoOutput, didCapturePhotoFor resolvedSettings: AVCaptureResolvedPhotoSettings) {}
    /// Does nothing.
    public func photoOutput(_ output: AVCapturePhotoOutput, didFinishProcessingPhoto photo: AVCapturePhoto, error: (any Error)?) {}
    /// Does nothing.
    public func photoOutput(
        _ output: AVCapturePhotoOutput, didFinishCaptureFor resolvedSettings: AVCaptureResolvedPhotoSettings, error: (any Error)?
    ) {}
}

/// Photos of a session. Taking one ends at once with an error.
open class AVCapturePhotoOutput: AVCaptureOutput {
    public override init() { super.init() }
    /// A Boolean value that indicates whether photos can be large. Stored, without effect.
    open var isHighResolutionCaptureEnabled = false
    /// A Boolean value that indicates whether photos can have a film. Stored, without effect.
    open var isLivePhotoCaptureEnabled = false
    /// A Boolean value that indicates whether photos can have a film: false.
    open var isLivePhotoCaptureSupported: Bool { false }
    /// The uses of the flash: none.
    open var supportedFlashModes: [AVCaptureDevice.FlashMode] { [] }
    /// The codecs of photos: none.
    open var availablePhotoCodecTypes: [AVVideoCodecType] { [] }
    /// Does nothing, because there is nothing to prepare; the handler is called with false.
    open func setPreparedPhotoSettingsArray(
        _ preparedPhotoSettingsArray: [AVCapturePhotoSettings], completionHandler: ((Bool, (any Error)?) -> Void)? = nil
    ) { completionHandler?(false, AVError(.noDataCaptured, "Agate uses no cameras")) }
    /// Tells the delegate that nothing was captured.
    open func capturePhoto(with settings: AVCapturePhotoSettings, delegate: any AVCapturePhotoCaptureDelegate) {
        Capture.refuse("a photo was to be taken")
        delegate.photoOutput(
            self, didFinishCaptureFor: AVCaptureResolvedPhotoSettings(settings.uniqueID),
            error: AVError(.noDataCaptured, "Agate uses no cameras"))
    }
    /// Returns nil: there are no photos.
    open class func jpegPhotoDataRepresentation(
        forJPEGSampleBuffer jpegSampleBuffer: CMSampleBuffer, previewPhotoSampleBuffer: CMSampleBuffer?
    ) -> Data? { nil }
}
