import Foundation
import UIKit

/// An artefact that a test leaves for inspection: a picture, a text, a file. It is part of Apple's XCTest, but not of Linux's.
///
/// When it is added to an activity (``XCTContext/runActivity(named:block:)``) it is written into the folder that the environment variable
/// `AGATE_TEST_ATTACHMENTS` names.
open class XCTAttachment: NSObject {
    /// The lifetime of an attachment after a test that passes. Stored, but not used here: all attachments are written.
    public enum Lifetime: Int, Sendable {
        /// The attachment is kept.
        case keepAlways = 0
        /// The attachment is deleted when the test passes.
        case deleteOnSuccess = 1
    }

    /// The compression of a picture.
    public enum ImageQuality: Int, Sendable {
        /// Lossless, in PNG.
        case original = 0
        /// A JPEG of medium quality.
        case medium = 1
        /// A small JPEG.
        case low = 2
    }

    /// The type of the data, such as `public.png`.
    public let uniformTypeIdentifier: String
    /// The name under which it is written; nil for a generated one.
    open var name: String?
    /// Additional information that a program stores with the attachment; nil by default. It is not written.
    open var userInfo: [AnyHashable: Any]?
    /// The lifetime after a test that passes; ``Lifetime/deleteOnSuccess`` by default. Stored, but not used here: all attachments are
    /// written.
    open var lifetime = Lifetime.deleteOnSuccess
    /// The data to write; nil if it could not be created.
    let payload: Data?

    /// Creates an attachment from bytes.
    /// - Parameters:
    ///   - identifier: The type of the data, which determines the file's extension; `public.data` if nil.
    ///   - name: The end of the file's name; nil for none.
    ///   - payload: The data to write; nil if it could not be created, which a diagnostic reports when the attachment is added to an
    ///     activity.
    ///   - userInfo: Additional information, which is stored but not written.
    public init(uniformTypeIdentifier identifier: String?, name: String?, payload: Data?, userInfo: [AnyHashable: Any]? = nil) {
        uniformTypeIdentifier = identifier ?? "public.data"
        self.name = name
        self.payload = payload
        self.userInfo = userInfo
    }

    /// Creates an attachment from data of the type `public.data`, without a name.
    public convenience init(data payload: Data) { self.init(uniformTypeIdentifier: nil, name: nil, payload: payload) }

    /// Creates an attachment from data of a type, such as `public.json`, without a name.
    public convenience init(data payload: Data, uniformTypeIdentifier identifier: String) {
        self.init(uniformTypeIdentifier: identifier, name: nil, payload: payload)
    }

    /// Creates an attachment from text in UTF-8, of the type `public.plain-text`.
    public convenience init(string: String) { self.init(uniformTypeIdentifier: "public.plain-text", name: nil, payload: Data(string.utf8)) }

    /// Creates an attachment from a file, which is read immediately. A file that can't be read results in an attachment without data.
    public convenience init(contentsOfFile url: URL) {
        self.init(uniformTypeIdentifier: nil, name: url.lastPathComponent, payload: try? Data(contentsOf: url))
    }

    /// Creates an attachment from a file of the given type, which is read immediately. A file that can't be read results in an attachment
    /// without data.
    public convenience init(contentsOfFile url: URL, uniformTypeIdentifier identifier: String) {
        self.init(uniformTypeIdentifier: identifier, name: url.lastPathComponent, payload: try? Data(contentsOf: url))
    }

    /// Creates an attachment from a picture, as PNG.
    public convenience init(image: UIImage) { self.init(image: image, quality: .original) }

    /// Creates an attachment from a picture, as PNG or as a JPEG of lower quality.
    public convenience init(image: UIImage, quality: ImageQuality) {
        switch quality {
        case .original: self.init(uniformTypeIdentifier: "public.png", name: nil, payload: image.pngData())
        case .medium: self.init(uniformTypeIdentifier: "public.jpeg", name: nil, payload: image.jpegData(compressionQuality: 0.5))
        case .low: self.init(uniformTypeIdentifier: "public.jpeg", name: nil, payload: image.jpegData(compressionQuality: 0.2))
        }
    }

    /// The extension of a file of this type, without a dot.
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
