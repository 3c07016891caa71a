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
    /// What a program wants to keep with the attachment; nil by default. It is not written.
    open var userInfo: [AnyHashable: Any]?
    /// Whether the attachment outlives a test that passes; ``Lifetime/deleteOnSuccess`` by default. Kept, and read by nobody here: all are
    /// written.
    open var lifetime = Lifetime.deleteOnSuccess
    /// What will be written; nil where it could not be made.
    let payload: Data?

    /// An attachment of these bytes.
    /// - Parameters:
    ///   - identifier: the kind of data, which decides the file's ending; `public.data` if nil.
    ///   - name: what the file's name ends in; nil for none.
    ///   - payload: what is written; nil where it could not be made, which a diagnostic reports when it is added to an
    ///     activity.
    ///   - userInfo: kept, and not written.
    public init(uniformTypeIdentifier identifier: String?, name: String?, payload: Data?, userInfo: [AnyHashable: Any]? = nil) {
        uniformTypeIdentifier = identifier ?? "public.data"
        self.name = name
        self.payload = payload
        self.userInfo = userInfo
    }

    /// Data of the kind `public.data`, without a name.
    public convenience init(data payload: Data) { self.init(uniformTypeIdentifier: nil, name: nil, payload: payload) }

    /// Data of a kind, such as `public.json`, without a name.
    public convenience init(data payload: Data, uniformTypeIdentifier identifier: String) {
        self.init(uniformTypeIdentifier: identifier, name: nil, payload: payload)
    }

    /// A text in UTF-8, of the kind `public.plain-text`.
    public convenience init(string: String) { self.init(uniformTypeIdentifier: "public.plain-text", name: nil, payload: Data(string.utf8)) }

    /// Reads the file at once. A file that can't be read gives an attachment without data.
    public convenience init(contentsOfFile url: URL) {
        self.init(uniformTypeIdentifier: nil, name: url.lastPathComponent, payload: try? Data(contentsOf: url))
    }

    /// Reads the file at once, and says what kind of data it is. A file that can't be read gives an attachment without data.
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
