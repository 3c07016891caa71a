import CoreGraphics
import Dispatch
import Foundation
import ObjectiveCRuntime

/// Something that a camera sees. There are none on Agate.
open class AVMetadataObject: NSObject {
    /// The kind of an object.
    public struct ObjectType: BridgedName, Hashable, Sendable {
        public let rawValue: String
        public init(rawValue: String) { self.rawValue = rawValue }
        /// A code of the kind UPC-E.
        public static let upce = ObjectType(rawValue: "org.gs1.UPC-E")
        /// A code of the kind Code 39.
        public static let code39 = ObjectType(rawValue: "org.iso.Code39")
        /// A code of the kind Code 39 mod 43.
        public static let code39Mod43 = ObjectType(rawValue: "org.iso.Code39Mod43")
        /// A code of the kind EAN-13.
        public static let ean13 = ObjectType(rawValue: "org.gs1.EAN-13")
        /// A code of the kind EAN-8.
        public static let ean8 = ObjectType(rawValue: "org.gs1.EAN-8")
        /// A code of the kind Code 93.
        public static let code93 = ObjectType(rawValue: "com.intermec.Code93")
        /// A code of the kind Code 128.
        public static let code128 = ObjectType(rawValue: "org.iso.Code128")
        /// A code of the kind PDF417.
        public static let pdf417 = ObjectType(rawValue: "org.iso.PDF417")
        /// A QR code.
        public static let qr = ObjectType(rawValue: "org.iso.QRCode")
        /// A code of the kind Aztec.
        public static let aztec = ObjectType(rawValue: "org.iso.Aztec")
        /// A code of the kind Interleaved 2 of 5.
        public static let interleaved2of5 = ObjectType(rawValue: "org.ansi.Interleaved2of5")
        /// A code of the kind ITF14.
        public static let itf14 = ObjectType(rawValue: "org.gs1.ITF14")
        /// A code of the kind DataMatrix.
        public static let dataMatrix = ObjectType(rawValue: "org.iso.DataMatrix")
        /// A face.
        public static let face = ObjectType(rawValue: "face")
    }

    override init() { super.init() }
    /// The kind of the object.
    open var type: ObjectType { .qr }
    /// The frame of the object, from 0, 0 to 1, 1.
    open var bounds: CGRect { .zero }
    /// The time at which it was seen.
    open var time: CMTime { .invalid }
    /// The duration for which it was seen.
    open var duration: CMTime { .invalid }
}

/// A code that a camera sees.
open class AVMetadataMachineReadableCodeObject: AVMetadataObject {
    /// The text of the code.
    open var stringValue: String? { nil }
    /// The corners of the code, from 0, 0 to 1, 1.
    open var corners: [CGPoint] { [] }
}

/// A face that a camera sees.
open class AVMetadataFaceObject: AVMetadataObject {
    /// A number of the face.
    open var faceID: Int { 0 }
}

/// The receiver of what is seen. Its method is not called on Agate.
public protocol AVCaptureMetadataOutputObjectsDelegate: NSObjectProtocol {
    /// Called with what is seen.
    func metadataOutput(
        _ output: AVCaptureMetadataOutput, didOutput metadataObjects: [AVMetadataObject], from connection: AVCaptureConnection)
}

extension AVCaptureMetadataOutputObjectsDelegate {
    /// Does nothing.
    public func metadataOutput(
        _ output: AVCaptureMetadataOutput, didOutput metadataObjects: [AVMetadataObject], from connection: AVCaptureConnection
    ) {}
}

/// An output of the codes and faces that a session sees.
open class AVCaptureMetadataOutput: AVCaptureOutput {
    public override init() { super.init() }
    /// The receiver. It isn't retained.
    open private(set) weak var metadataObjectsDelegate: (any AVCaptureMetadataOutputObjectsDelegate)?
    /// The queue of the receiver.
    open private(set) var metadataObjectsCallbackQueue: DispatchQueue?
    /// Sets the receiver.
    open func setMetadataObjectsDelegate(
        _ objectsDelegate: (any AVCaptureMetadataOutputObjectsDelegate)?, queue objectsCallbackQueue: DispatchQueue?
    ) { (metadataObjectsDelegate, metadataObjectsCallbackQueue) = (objectsDelegate, objectsCallbackQueue) }
    /// The kinds that can be seen: none, because there is no camera.
    open var availableMetadataObjectTypes: [AVMetadataObject.ObjectType] { [] }
    /// The kinds that are looked for. Stored, without effect.
    open var metadataObjectTypes: [AVMetadataObject.ObjectType]! = []
    /// The part of the picture that is looked at, from 0, 0 to 1, 1. Stored, without effect.
    open var rectOfInterest = CGRect(x: 0, y: 0, width: 1, height: 1)
}
