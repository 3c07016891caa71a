import CoreGraphics
import Dispatch
import Foundation
import ObjectiveCRuntime

/// A use of what a session captures. Without devices (``AVCaptureDevice``) nothing is captured.
open class AVCaptureOutput: NSObject {
    override init() { super.init() }
    /// The connections with inputs: none.
    open var connections: [AVCaptureConnection] { [] }
    /// Returns the connection of a kind of media: nil.
    open func connection(with mediaType: AVMediaType) -> AVCaptureConnection? { nil }
    /// Returns an object in the output's coordinates: nil, because there is no connection.
    open func transformedMetadataObject(for metadataObject: AVMetadataObject, connection: AVCaptureConnection) -> AVMetadataObject? { nil }
    /// Returns a rectangle of the output in the preview's coordinates, from 0, 0 to 1, 1: unchanged.
    open func metadataOutputRectConverted(fromOutputRect rectInOutputCoordinates: CGRect) -> CGRect { rectInOutputCoordinates }
    /// Returns a rectangle of the preview in the output's coordinates: unchanged.
    open func outputRectConverted(fromMetadataOutputRect rectInMetadataOutputCoordinates: CGRect) -> CGRect {
        rectInMetadataOutputCoordinates
    }
}

/// The receiver of pictures and of sound. Its methods are not called on Agate.
public protocol AVCaptureVideoDataOutputSampleBufferDelegate: NSObjectProtocol {
    /// Called with a picture.
    func captureOutput(_ output: AVCaptureOutput, didOutput sampleBuffer: CMSampleBuffer, from connection: AVCaptureConnection)
    /// Called with a picture that was too late.
    func captureOutput(_ output: AVCaptureOutput, didDrop sampleBuffer: CMSampleBuffer, from connection: AVCaptureConnection)
}

extension AVCaptureVideoDataOutputSampleBufferDelegate {
    /// Does nothing.
    public func captureOutput(_ output: AVCaptureOutput, didOutput sampleBuffer: CMSampleBuffer, from connection: AVCaptureConnection) {}
    /// Does nothing.
    public func captureOutput(_ output: AVCaptureOutput, didDrop sampleBuffer: CMSampleBuffer, from connection: AVCaptureConnection) {}
}

/// The pictures of a session, one by one.
open class AVCaptureVideoDataOutput: AVCaptureOutput {
    public override init() { super.init() }
    /// The receiver of the pictures. It isn't retained.
    open private(set) weak var sampleBufferDelegate: (any AVCaptureVideoDataOutputSampleBufferDelegate)?
    /// The queue of the receiver.
    open private(set) var sampleBufferCallbackQueue: DispatchQueue?
    /// Sets the receiver of the pictures.
    open func setSampleBufferDelegate(
        _ sampleBufferDelegate: (any AVCaptureVideoDataOutputSampleBufferDelegate)?, queue sampleBufferCallbackQueue: DispatchQueue?
    ) {
        (self.sampleBufferDelegate, self.sampleBufferCallbackQueue) = (sampleBufferDelegate, sampleBufferCallbackQueue)
    }
    /// The format of the pictures. Stored, without effect.
    open var videoSettings: [String: Any]! = [:]
    /// A Boolean value that indicates whether late pictures are left out. Stored, without effect.
    open var alwaysDiscardsLateVideoFrames = true
    /// The formats of pixels: none.
    open var availableVideoPixelFormatTypes: [OSType] { [] }
}

/// The receiver of sound. Its method is not called on Agate.
public protocol AVCaptureAudioDataOutputSampleBufferDelegate: NSObjectProtocol {
    /// Called with sound.
    func captureOutput(_ output: AVCaptureOutput, didOutput sampleBuffer: CMSampleBuffer, from connection: AVCaptureConnection)
}

/// The sound of a session.
open class AVCaptureAudioDataOutput: AVCaptureOutput {
    public override init() { super.init() }
    /// The receiver of the sound. It isn't retained.
    open private(set) weak var sampleBufferDelegate: (any AVCaptureAudioDataOutputSampleBufferDelegate)?
    /// Sets the receiver of the sound.
    open func setSampleBufferDelegate(
        _ sampleBufferDelegate: (any AVCaptureAudioDataOutputSampleBufferDelegate)?, queue sampleBufferCallbackQueue: DispatchQueue?
    ) { self.sampleBufferDelegate = sampleBufferDelegate }
}

/// The receiver of recorded films.
public protocol AVCaptureFileOutputRecordingDelegate: NSObjectProtocol {
    /// Called when a recording has begun. Not called on Agate.
    func fileOutput(_ output: AVCaptureFileOutput, didStartRecordingTo fileURL: URL, from connections: [AVCaptureConnection])
    /// Called when a recording has ended.
    func fileOutput(
        _ output: AVCaptureFileOutput, didFinishRecordingTo outputFileURL: URL, from connections: [AVCaptureConnection],
        error: (any Error)?)
}

extension AVCaptureFileOutputRecordingDelegate {
    /// Does nothing.
    public func fileOutput(_ output: AVCaptureFileOutput, didStartRecordingTo fileURL: URL, from connections: [AVCaptureConnection]) {}
}

/// A file of what a session captures. A recording ends at once with an error.
open class AVCaptureFileOutput: AVCaptureOutput {
    /// The file of the recording: nil.
    open var outputFileURL: URL? { nil }
    /// A Boolean value that indicates whether a recording runs: always false.
    open var isRecording: Bool { false }
    /// The duration of the recording: zero.
    open var recordedDuration: CMTime { .zero }
    /// The size of the recording in bytes: 0.
    open var recordedFileSize: Int64 { 0 }
    /// The longest duration. Stored, without effect.
    open var maxRecordedDuration = CMTime.invalid
    /// The greatest size in bytes. Stored, without effect.
    open var maxRecordedFileSize: Int64 = 0
    /// The space in bytes that is left free. Stored, without effect.
    open var minFreeDiskSpaceLimit: Int64 = 0
    /// Tells the delegate that nothing was captured.
    open func startRecording(to outputFileURL: URL, recordingDelegate delegate: any AVCaptureFileOutputRecordingDelegate) {
        Capture.refuse("a recording was started")
        delegate.fileOutput(
            self, didFinishRecordingTo: outputFileURL, from: [], error: AVError(.noDataCaptured, "Agate uses no cameras and no microphones")
        )
    }
    /// Does nothing, because no recording runs.
    open func stopRecording() {}
}

/// A film of what a session captures.
open class AVCaptureMovieFileOutput: AVCaptureFileOutput {
    public override init() { super.init() }
    /// The duration of a part of the film. Stored, without effect.
    open var movieFragmentInterval = CMTime(value: 10, timescale: 1)
    /// The codecs of films: none.
    open var availableVideoCodecTypes: [AVVideoCodecType] { [] }
    /// The descriptions of the film. Stored, without effect.
    open var metadata: [AVMetadataItem]?
    /// Does nothing, because there are no connections.
    open func setOutputSettings(_ outputSettings: [String: Any]?, for connection: AVCaptureConnection) {}
}

/// Single pictures of a session, by the older API.
open class AVCaptureStillImageOutput: AVCaptureOutput {
    public override init() { super.init() }
    /// The format of the pictures. Stored, without effect.
    open var outputSettings: [String: Any] = [:]
    /// A Boolean value that indicates whether pictures are large. Stored, without effect.
    open var isHighResolutionStillImageOutputEnabled = false
    /// A Boolean value that indicates whether a picture is being taken: always false.
    open var isCapturingStillImage: Bool { false }
    /// Calls the handler with an error.
    open func captureStillImageAsynchronously(
        from connection: AVCaptureConnection, completionHandler handler: @escaping (CMSampleBuffer?, (any Error)?) -> Void
    ) {
        Capture.refuse("a picture was to be taken")
        handler(nil, AVError(.noDataCaptured, "Agate uses no cameras and no microphones"))
    }
    /// Returns nil: there are no pictures.
    open class func jpegStillImageNSDataRepresentation(_ jpegSampleBuffer: CMSampleBuffer) -> Data? { nil }
}
