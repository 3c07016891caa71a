import AgateDiagnostics
import Foundation
import ObjectiveCRuntime

/// A connection of cameras and microphones with their uses. Agate has no devices (``AVCaptureDevice``): a session runs and has outputs, but
/// no inputs and no pictures.
open class AVCaptureSession: NSObject, @unchecked Sendable {
    /// The quality of pictures.
    public struct Preset: BridgedName, Hashable, Sendable {
        public let rawValue: String
        public init(rawValue: String) { self.rawValue = rawValue }
        /// Photos.
        public static let photo = Preset(rawValue: "AVCaptureSessionPresetPhoto")
        /// Films of high quality.
        public static let high = Preset(rawValue: "AVCaptureSessionPresetHigh")
        /// Films of medium quality.
        public static let medium = Preset(rawValue: "AVCaptureSessionPresetMedium")
        /// Films of low quality.
        public static let low = Preset(rawValue: "AVCaptureSessionPresetLow")
        /// Pictures of 352 × 288 pixels.
        public static let cif352x288 = Preset(rawValue: "AVCaptureSessionPreset352x288")
        /// Pictures of 640 × 480 pixels.
        public static let vga640x480 = Preset(rawValue: "AVCaptureSessionPreset640x480")
        /// Pictures of 960 × 540 pixels.
        public static let iFrame960x540 = Preset(rawValue: "AVCaptureSessionPresetiFrame960x540")
        /// Pictures of 1280 × 720 pixels.
        public static let iFrame1280x720 = Preset(rawValue: "AVCaptureSessionPresetiFrame1280x720")
        /// Pictures of 1280 × 720 pixels.
        public static let hd1280x720 = Preset(rawValue: "AVCaptureSessionPreset1280x720")
        /// Pictures of 1920 × 1080 pixels.
        public static let hd1920x1080 = Preset(rawValue: "AVCaptureSessionPreset1920x1080")
        /// Pictures of 3840 × 2160 pixels.
        public static let hd4K3840x2160 = Preset(rawValue: "AVCaptureSessionPreset3840x2160")
        /// As the input's format says.
        public static let inputPriority = Preset(rawValue: "AVCaptureSessionPresetInputPriority")
    }

    private struct State {
        var preset = Preset.high
        var inputs: [AVCaptureInput] = []
        var outputs: [AVCaptureOutput] = []
        var isRunning = false
    }
    private let state = Locked(State())

    public override init() { super.init() }

    /// The quality of the pictures; `high` by default.
    open var sessionPreset: Preset {
        get { state.withLock { $0.preset } }
        set { state.withLock { $0.preset = newValue } }
    }
    /// Returns whether the inputs have a preset. True, because there are none.
    open func canSetSessionPreset(_ preset: Preset) -> Bool { true }

    /// The inputs.
    open var inputs: [AVCaptureInput] { state.withLock { $0.inputs } }
    /// The outputs.
    open var outputs: [AVCaptureOutput] { state.withLock { $0.outputs } }
    /// The connections of inputs with outputs: none.
    open var connections: [AVCaptureConnection] { [] }

    /// Returns whether an input can be added: one that isn't there.
    open func canAddInput(_ input: AVCaptureInput) -> Bool { !inputs.contains { $0 === input } }
    /// Adds an input. One that is already there is ignored, where Apple's raises an exception.
    open func addInput(_ input: AVCaptureInput) {
        state.withLock { if !$0.inputs.contains(where: { $0 === input }) { $0.inputs.append(input) } }
    }
    /// Removes an input.
    open func removeInput(_ input: AVCaptureInput) { state.withLock { $0.inputs.removeAll { $0 === input } } }
    /// Returns whether an output can be added: one that isn't there.
    open func canAddOutput(_ output: AVCaptureOutput) -> Bool { !outputs.contains { $0 === output } }
    /// Adds an output. One that is already there is ignored, where Apple's raises an exception.
    open func addOutput(_ output: AVCaptureOutput) {
        state.withLock { if !$0.outputs.contains(where: { $0 === output }) { $0.outputs.append(output) } }
    }
    /// Removes an output.
    open func removeOutput(_ output: AVCaptureOutput) { state.withLock { $0.outputs.removeAll { $0 === output } } }

    /// Begins a change of several settings.
    open func beginConfiguration() {}
    /// Ends a change of several settings.
    open func commitConfiguration() {}

    /// A Boolean value that indicates whether the session was started.
    open var isRunning: Bool { state.withLock { $0.isRunning } }
    /// A Boolean value that indicates whether the session is interrupted: always false.
    open var isInterrupted: Bool { false }
    /// Starts the session, which has no pictures: one diagnostic.
    open func startRunning() {
        Capture.refuse("a capture session was started")
        guard !state.withLock({ exchange(&$0.isRunning, true) }) else { return }
        NotificationCenter.default.post(name: .AVCaptureSessionDidStartRunning, object: self)
    }
    /// Stops the session.
    open func stopRunning() {
        guard state.withLock({ exchange(&$0.isRunning, false) }) else { return }
        NotificationCenter.default.post(name: .AVCaptureSessionDidStopRunning, object: self)
    }
    /// A Boolean value that indicates whether the session changes the sounds of the program. Stored, without effect.
    open var automaticallyConfiguresApplicationAudioSession = true
    /// A Boolean value that indicates whether the session uses the sounds of the program. Stored, without effect.
    open var usesApplicationAudioSession = true

    private func exchange(_ value: inout Bool, _ new: Bool) -> Bool {
        defer { value = new }
        return value
    }
}

/// A session with several cameras; there are none.
open class AVCaptureMultiCamSession: AVCaptureSession, @unchecked Sendable {
    /// A Boolean value that indicates whether several cameras can be used: always false.
    open class var isMultiCamSupported: Bool { false }
}

/// A source of a session.
open class AVCaptureInput: NSObject {
    /// The streams of the input.
    open var ports: [Port] { [] }
    override init() { super.init() }

    /// A stream of an input.
    open class Port: NSObject {
        override init() { super.init() }
        /// The kind of the stream.
        open var mediaType: AVMediaType { .video }
        /// A Boolean value that indicates whether the stream is used.
        open var isEnabled = true
    }
}

/// A camera or a microphone as a source of a session.
open class AVCaptureDeviceInput: AVCaptureInput {
    /// The device.
    public let device: AVCaptureDevice

    /// Creates the input of a device. There are no devices; an error is thrown for one that a program made itself.
    public init(device: AVCaptureDevice) throws {
        self.device = device
        super.init()
        throw AVError(.deviceNotConnected, "Agate uses no cameras and no microphones")
    }
}

/// The way of a stream from an input to an output. There are none.
open class AVCaptureConnection: NSObject {
    override init() { super.init() }
    /// A Boolean value that indicates whether the connection is used.
    open var isEnabled = true
    /// A Boolean value that indicates whether there are pictures.
    open var isActive: Bool { false }
    /// The streams.
    open var inputPorts: [AVCaptureInput.Port] { [] }
    /// The output.
    open var output: AVCaptureOutput? { nil }
    /// A Boolean value that indicates whether the pictures can be turned.
    open var isVideoOrientationSupported: Bool { false }
    /// The direction that is up in the pictures.
    open var videoOrientation = AVCaptureVideoOrientation.portrait
    /// The angle by which pictures are turned, in degrees.
    open var videoRotationAngle: CGFloat = 0
    /// Returns whether pictures can be turned by an angle.
    open func isVideoRotationAngleSupported(_ videoRotationAngle: CGFloat) -> Bool { false }
    /// A Boolean value that indicates whether pictures can be mirrored.
    open var isVideoMirroringSupported: Bool { false }
    /// A Boolean value that indicates whether pictures are mirrored.
    open var isVideoMirrored = false
    /// A Boolean value that indicates whether pictures of a front camera are mirrored.
    open var automaticallyAdjustsVideoMirroring = true
    /// A Boolean value that indicates whether pictures can be steadied.
    open var isVideoStabilizationSupported: Bool { false }
    /// The steadying of pictures.
    open var preferredVideoStabilizationMode = AVCaptureVideoStabilizationMode.off
    /// The factor of a zoom of pictures.
    open var videoScaleAndCropFactor: CGFloat = 1
    /// The greatest factor of a zoom of pictures.
    open var videoMaxScaleAndCropFactor: CGFloat { 1 }
}

/// The direction that is up in pictures.
public enum AVCaptureVideoOrientation: Int, Sendable { case portrait = 1, portraitUpsideDown, landscapeRight, landscapeLeft }

/// The steadying of pictures.
public enum AVCaptureVideoStabilizationMode: Int, Sendable { case off, standard, cinematic, cinematicExtended, auto = -1 }

extension NSNotification.Name {
    /// Posted with a session that was started.
    public static let AVCaptureSessionDidStartRunning = NSNotification.Name("AVCaptureSessionDidStartRunningNotification")
    /// Posted with a session that was stopped.
    public static let AVCaptureSessionDidStopRunning = NSNotification.Name("AVCaptureSessionDidStopRunningNotification")
    /// Never posted: a session without devices has no errors.
    public static let AVCaptureSessionRuntimeError = NSNotification.Name("AVCaptureSessionRuntimeErrorNotification")
    /// Never posted: sessions are not interrupted.
    public static let AVCaptureSessionWasInterrupted = NSNotification.Name("AVCaptureSessionWasInterruptedNotification")
    /// Never posted: sessions are not interrupted.
    public static let AVCaptureSessionInterruptionEnded = NSNotification.Name("AVCaptureSessionInterruptionEndedNotification")
}

/// The key of the error of ``NSNotification/Name/AVCaptureSessionRuntimeError``.
public let AVCaptureSessionErrorKey = "AVCaptureSessionErrorKey"
/// The key of the reason of ``NSNotification/Name/AVCaptureSessionWasInterrupted``.
public let AVCaptureSessionInterruptionReasonKey = "AVCaptureSessionInterruptionReasonKey"
