import AgateDiagnostics
import CoreGraphics
import Foundation
import ObjectiveCRuntime

/// The permission to use cameras or microphones.
public enum AVAuthorizationStatus: Int, Sendable {
    case notDetermined, restricted, denied, authorized
}

/// Reports once that there are no cameras.
enum Capture {
    static func refuse(_ what: String) {
        Diagnostic.reportOnce("av.no-capture", key: "", "\(what): Agate uses no cameras and no microphones; nothing is captured")
    }
}

/// A camera or a microphone. Agate uses none: there are no devices, and no permission can be had, as on a system that restricts cameras.
open class AVCaptureDevice: NSObject {
    /// The side of a device on which a camera is.
    public enum Position: Int, Sendable { case unspecified, back, front }
    /// The use of a camera's flash.
    public enum FlashMode: Int, Sendable { case off, on, auto }
    /// The use of a camera's torch.
    public enum TorchMode: Int, Sendable { case off, on, auto }
    /// The focusing of a camera.
    public enum FocusMode: Int, Sendable { case locked, autoFocus, continuousAutoFocus }
    /// The restriction of automatic focusing.
    public enum AutoFocusRangeRestriction: Int, Sendable { case none, near, far }
    /// The exposure of a camera.
    public enum ExposureMode: Int, Sendable { case locked, autoExpose, continuousAutoExposure, custom }
    /// The white balance of a camera.
    public enum WhiteBalanceMode: Int, Sendable { case locked, autoWhiteBalance, continuousAutoWhiteBalance }

    /// The kind of a device.
    public struct DeviceType: BridgedName, Hashable, Sendable {
        public let rawValue: String
        public init(rawValue: String) { self.rawValue = rawValue }
        /// A camera of standard width.
        public static let builtInWideAngleCamera = DeviceType(rawValue: "AVCaptureDeviceTypeBuiltInWideAngleCamera")
        /// A camera of great width.
        public static let builtInUltraWideCamera = DeviceType(rawValue: "AVCaptureDeviceTypeBuiltInUltraWideCamera")
        /// A camera for far objects.
        public static let builtInTelephotoCamera = DeviceType(rawValue: "AVCaptureDeviceTypeBuiltInTelephotoCamera")
        /// Two cameras as one.
        public static let builtInDualCamera = DeviceType(rawValue: "AVCaptureDeviceTypeBuiltInDualCamera")
        /// Two cameras as one, one of them of great width.
        public static let builtInDualWideCamera = DeviceType(rawValue: "AVCaptureDeviceTypeBuiltInDualWideCamera")
        /// Three cameras as one.
        public static let builtInTripleCamera = DeviceType(rawValue: "AVCaptureDeviceTypeBuiltInTripleCamera")
        /// A camera that measures depth.
        public static let builtInTrueDepthCamera = DeviceType(rawValue: "AVCaptureDeviceTypeBuiltInTrueDepthCamera")
        /// A camera that measures depth by light.
        public static let builtInLiDARDepthCamera = DeviceType(rawValue: "AVCaptureDeviceTypeBuiltInLiDARDepthCamera")
        /// A microphone.
        public static let builtInMicrophone = DeviceType(rawValue: "AVCaptureDeviceTypeBuiltInMicrophone")
        /// A microphone.
        public static let microphone = DeviceType(rawValue: "AVCaptureDeviceTypeMicrophone")
        /// A device outside.
        public static let external = DeviceType(rawValue: "AVCaptureDeviceTypeExternal")
    }

    /// The devices of some kinds: none.
    open class DiscoverySession: NSObject {
        /// Creates a search for devices of some kinds.
        public init(deviceTypes: [DeviceType], mediaType: AVMediaType?, position: Position) { super.init() }
        /// The devices that were found: none.
        open var devices: [AVCaptureDevice] { [] }
        /// The combinations of devices that work together: none.
        open var supportedMultiCamDeviceSets: [Set<AVCaptureDevice>] { [] }
    }

    /// The formats of a device's pictures.
    open class Format: NSObject {
        /// The greatest factor of a zoom.
        open var videoMaxZoomFactor: CGFloat { 1 }
        /// The description of the pictures.
        open var formatDescription: CMFormatDescription { fatalError("there are no devices") }
        /// The rates of frames.
        open var videoSupportedFrameRateRanges: [AVFrameRateRange] { [] }
        override init() { super.init() }
    }

    // There are no devices, so nothing calls this.
    override init() { super.init() }

    // MARK: Finding devices

    /// Returns the default device of a kind of media: nil.
    open class func `default`(for mediaType: AVMediaType) -> AVCaptureDevice? { nil }
    /// Returns the default device of a kind: nil.
    open class func `default`(_ deviceType: DeviceType, for mediaType: AVMediaType?, position: Position) -> AVCaptureDevice? { nil }
    /// Returns all devices: none.
    open class func devices() -> [AVCaptureDevice] { [] }
    /// Returns the devices of a kind of media: none.
    open class func devices(for mediaType: AVMediaType) -> [AVCaptureDevice] { [] }
    /// Returns nil: no device has the identifier.
    public convenience init?(uniqueID deviceUniqueID: String) { return nil }

    /// Returns whether the program may use devices: `restricted`, because there is no way to permit it.
    open class func authorizationStatus(for mediaType: AVMediaType) -> AVAuthorizationStatus { .restricted }
    /// Asks for the permission to use devices. The handler is called with false, on another thread, as on Apple's systems.
    open class func requestAccess(for mediaType: AVMediaType, completionHandler handler: @escaping @Sendable (Bool) -> Void) {
        Capture.refuse("the permission to use a device was asked for")
        DispatchQueue.global().async { handler(false) }
    }
    /// Asks for the permission to use devices: false.
    open class func requestAccess(for mediaType: AVMediaType) async -> Bool {
        Capture.refuse("the permission to use a device was asked for")
        return false
    }

    // MARK: A device

    /// The identifier of the device.
    open var uniqueID: String { "" }
    /// The identifier of the device's model.
    open var modelID: String { "" }
    /// The name of the device.
    open var localizedName: String { "" }
    /// The kind of the device.
    open var deviceType: DeviceType { .external }
    /// The side on which the camera is.
    open var position: Position { .unspecified }
    /// A Boolean value that indicates whether the device is connected.
    open var isConnected: Bool { false }
    /// A Boolean value that indicates whether another program uses the device.
    open var isSuspended: Bool { false }
    /// Returns whether the device has a kind of media.
    open func hasMediaType(_ mediaType: AVMediaType) -> Bool { false }
    /// Returns whether the device has a preset.
    open func supportsSessionPreset(_ preset: AVCaptureSession.Preset) -> Bool { false }
    /// Begins a change of the device's settings.
    open func lockForConfiguration() throws {}
    /// Ends a change of the device's settings.
    open func unlockForConfiguration() {}
    /// The formats of the device.
    open var formats: [Format] { [] }
    /// The format in use.
    open lazy var activeFormat = Format()
    /// The shortest duration of a frame.
    open var activeVideoMinFrameDuration = CMTime.invalid
    /// The longest duration of a frame.
    open var activeVideoMaxFrameDuration = CMTime.invalid

    /// A Boolean value that indicates whether there is a flash.
    open var hasFlash: Bool { false }
    /// A Boolean value that indicates whether the flash can be used now.
    open var isFlashAvailable: Bool { false }
    /// A Boolean value that indicates whether the flash would be used now.
    open var isFlashActive: Bool { false }
    /// The use of the flash.
    open var flashMode = FlashMode.off
    /// Returns whether the flash has a mode.
    open func isFlashModeSupported(_ flashMode: FlashMode) -> Bool { false }
    /// A Boolean value that indicates whether there is a torch.
    open var hasTorch: Bool { false }
    /// A Boolean value that indicates whether the torch can be used now.
    open var isTorchAvailable: Bool { false }
    /// A Boolean value that indicates whether the torch is on.
    open var isTorchActive: Bool { false }
    /// The brightness of the torch, 0...1.
    open var torchLevel: Float { 0 }
    /// The use of the torch.
    open var torchMode = TorchMode.off
    /// Returns whether the torch has a mode.
    open func isTorchModeSupported(_ torchMode: TorchMode) -> Bool { false }
    /// Turns the torch on.
    open func setTorchModeOn(level torchLevel: Float) throws {}
    /// The greatest brightness of a torch.
    public static let maxAvailableTorchLevel: Float = 1

    /// The focusing.
    open var focusMode = FocusMode.locked
    /// Returns whether the camera has a mode of focusing.
    open func isFocusModeSupported(_ focusMode: FocusMode) -> Bool { false }
    /// A Boolean value that indicates whether a point can be focused.
    open var isFocusPointOfInterestSupported: Bool { false }
    /// The point in focus, from 0, 0 to 1, 1.
    open var focusPointOfInterest = CGPoint(x: 0.5, y: 0.5)
    /// A Boolean value that indicates whether the camera is focusing.
    open var isAdjustingFocus: Bool { false }
    /// A Boolean value that indicates whether focusing can be slow.
    open var isSmoothAutoFocusSupported: Bool { false }
    /// A Boolean value that indicates whether focusing is slow.
    open var isSmoothAutoFocusEnabled = false
    /// A Boolean value that indicates whether focusing can be restricted.
    open var isAutoFocusRangeRestrictionSupported: Bool { false }
    /// The restriction of focusing.
    open var autoFocusRangeRestriction = AutoFocusRangeRestriction.none
    /// The position of the lens, 0...1.
    open var lensPosition: Float { 0 }

    /// The exposure.
    open var exposureMode = ExposureMode.locked
    /// Returns whether the camera has a mode of exposure.
    open func isExposureModeSupported(_ exposureMode: ExposureMode) -> Bool { false }
    /// A Boolean value that indicates whether a point can be exposed.
    open var isExposurePointOfInterestSupported: Bool { false }
    /// The exposed point, from 0, 0 to 1, 1.
    open var exposurePointOfInterest = CGPoint(x: 0.5, y: 0.5)
    /// A Boolean value that indicates whether the exposure is changing.
    open var isAdjustingExposure: Bool { false }
    /// The change of the exposure.
    open var exposureTargetBias: Float { 0 }
    /// The least change of the exposure.
    open var minExposureTargetBias: Float { 0 }
    /// The greatest change of the exposure.
    open var maxExposureTargetBias: Float { 0 }
    /// Changes the exposure.
    open func setExposureTargetBias(_ bias: Float, completionHandler handler: ((CMTime) -> Void)? = nil) {}
    /// The white balance.
    open var whiteBalanceMode = WhiteBalanceMode.locked
    /// Returns whether the camera has a mode of white balance.
    open func isWhiteBalanceModeSupported(_ whiteBalanceMode: WhiteBalanceMode) -> Bool { false }
    /// A Boolean value that indicates whether changes of the view are reported.
    open var isSubjectAreaChangeMonitoringEnabled = false
    /// A Boolean value that indicates whether the camera is brighter in the dark.
    open var isLowLightBoostSupported: Bool { false }
    /// A Boolean value that indicates whether the camera becomes brighter in the dark.
    open var automaticallyEnablesLowLightBoostWhenAvailable = false

    /// The factor of the zoom.
    open var videoZoomFactor: CGFloat = 1
    /// The least factor of the zoom.
    open var minAvailableVideoZoomFactor: CGFloat { 1 }
    /// The greatest factor of the zoom.
    open var maxAvailableVideoZoomFactor: CGFloat { 1 }
    /// A Boolean value that indicates whether the zoom is changing.
    open var isRampingVideoZoom: Bool { false }
    /// Changes the zoom slowly.
    open func ramp(toVideoZoomFactor factor: CGFloat, withRate rate: Float) {}
    /// Ends a slow change of the zoom.
    open func cancelVideoZoomRamp() {}
}

/// A range of rates of frames.
open class AVFrameRateRange: NSObject {
    /// The least rate, in frames per second.
    open var minFrameRate: Double { 0 }
    /// The greatest rate, in frames per second.
    open var maxFrameRate: Double { 0 }
    override init() { super.init() }
}

extension NSNotification.Name {
    /// Never posted: no device comes.
    public static let AVCaptureDeviceWasConnected = NSNotification.Name("AVCaptureDeviceWasConnectedNotification")
    /// Never posted: no device goes.
    public static let AVCaptureDeviceWasDisconnected = NSNotification.Name("AVCaptureDeviceWasDisconnectedNotification")
    /// Never posted: there are no devices.
    public static let AVCaptureDeviceSubjectAreaDidChange = NSNotification.Name("AVCaptureDeviceSubjectAreaDidChangeNotification")
}
