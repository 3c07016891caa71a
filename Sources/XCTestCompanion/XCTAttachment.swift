import Foundation
import UIKit

/// What a test leaves to be looked at: a picture, a text, a file. Apple's XCTest has it, Linux's has not.
///
/// Added to an activity (``XCTContext/runActivity(named:block:)``) it is written into the folder that the environment variable
/// `AGATE_TEST_ATTACHMENTS` names.
open class XCTAttachment: NSObject {
    /// Whether an attachment outlives a test that passes. Kept, and read by nobody here: all are written.
    public enum Lifetime: Int, Sendable {
        /// It stays in the results.
        case keepAlways = 0
        /// It goes when the test passes.
        case deleteOnSuccess = 1
    }

    /// How much a picture is compressed.
    public enum ImageQuality: Int, Sendable {
        /// As it is, in PNG.
        case original = 0
        /// A JPEG of medium quality.
        case medium = 1
        /// A small JPEG.
        case low = 2
    }

    /// What kind of data it is, such as `public.png`.
    public let uniformTypeIdentifier: String
    /// The name under which it is written; nil for a made-up one.
    open var name: String?
    open var userInfo: [AnyHashable: Any]?
    open var lifetime = Lifetime.deleteOnSuccess
    /// What will be written; nil where it could not be made.
    let payload: Data?

    public init(uniformTypeIdentifier identifier: String?, name: String?, payload: Data?, userInfo: [AnyHashable: Any]? = nil) {
        uniformTypeIdentifier = identifier ?? "public.data"
        self.name = name
        self.payload = payload
        self.userInfo = userInfo
    }

    public convenience init(data payload: Data) { self.init(uniformTypeIdentifier: nil, name: nil, payload: payload) }

    public convenience init(data payload: Data, uniformTypeIdentifier identifier: String) {
        self.init(uniformTypeIdentifier: identifier, name: nil, payload: payload)
    }

    public convenience init(string: String) { self.init(uniformTypeIdentifier: "public.plain-text", name: nil, payload: Data(string.utf8)) }

    /// Reads the file at once. A file that can't be read gives an attachment without data.
    public convenience init(contentsOfFile url: URL) {
        self.init(uniformTypeIdentifier: nil, name: url.lastPathComponent, payload: try? Data(contentsOf: url))
    }

    public convenience init(contentsOfFile url: URL, uniformTypeIdentifier identifier: String) {
        self.init(uniformTypeIdentifier: identifier, name: url.lastPathComponent, payload: try? Data(contentsOf: url))
    }

    /// A PNG of the picture.
    public convenience init(image: UIImage) { self.init(image: image, quality: .original) }

    /// A PNG of the picture, or a JPEG of lower quality.
    public convenience init(image: UIImage, quality: ImageQuality) {
        switch quality {
        case .original: self.init(uniformTypeIdentifier: "public.png", name: nil, payload: image.pngData())
        case .medium: self.init(uniformTypeIdentifier: "public.jpeg", name: nil, payload: image.jpegData(compressionQuality: 0.5))
        case .low: self.init(uniformTypeIdentifier: "public.jpeg", name: nil, payload: image.jpegData(compressionQuality: 0.2))
        }
    }

    /// The ending of a file of this kind, without a dot.
    var pathExtension: String {
        switch uniformTypeIdentifier {
        case "public.png": "png"
        case "public.jpeg": "jpg"
        case "public.plain-text", "public.text", "public.utf8-plain-text": "txt"
        case "public.json": "json"
        case "public.patch-file": "patch"
        default: "data"
        }
    }
}
