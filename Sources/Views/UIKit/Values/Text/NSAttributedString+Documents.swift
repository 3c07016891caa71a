import Foundation
import ObjectiveCRuntime

/// An error thrown when a document can't be read as attributed text.
public struct AttributedDocumentError: LocalizedError, CustomStringConvertible, Sendable {
    /// The type of the document, or the failure, and the types that can be read.
    public let description: String
    /// The same as `description`.
    public var errorDescription: String? { description }
}

extension NSAttributedString {
    /// The type of a document.
    public struct DocumentType: BridgedName, Hashable, Sendable {
        public let rawValue: String
        public init(rawValue: String) { self.rawValue = rawValue }
        /// Plain text: the only type that can be read.
        public static let plain = DocumentType(rawValue: "NSPlainText")
        /// Rich Text Format. Reading it throws an ``AttributedDocumentError``.
        public static let rtf = DocumentType(rawValue: "NSRTF")
        /// Rich Text Format with attachments. Reading it throws an ``AttributedDocumentError``.
        public static let rtfd = DocumentType(rawValue: "NSRTFD")
        /// HTML. Reading it throws an ``AttributedDocumentError``.
        public static let html = DocumentType(rawValue: "NSHTML")
    }

    /// The options for reading a document.
    public struct DocumentReadingOptionKey: BridgedName, Hashable, Sendable {
        public let rawValue: String
        public init(rawValue: String) { self.rawValue = rawValue }
        /// The document's type, a `DocumentType` or its text; plain if missing.
        public static let documentType = DocumentReadingOptionKey(rawValue: "DocumentType")
        /// The encoding of plain text, the raw value of a `String.Encoding`; UTF-8 if missing.
        public static let characterEncoding = DocumentReadingOptionKey(rawValue: "CharacterEncoding")
        /// The attributes of the whole text, a dictionary; none if missing.
        public static let defaultAttributes = DocumentReadingOptionKey(rawValue: "DefaultAttributes")
    }

    /// The attributes of a document.
    public struct DocumentAttributeKey: BridgedName, Hashable, Sendable {
        public let rawValue: String
        public init(rawValue: String) { self.rawValue = rawValue }
        /// The type that the document was read as. Never returned: document attributes aren't provided.
        public static let documentType = DocumentAttributeKey(rawValue: "DocumentType")
        /// The encoding that the document was read in. Never returned: document attributes aren't provided.
        public static let characterEncoding = DocumentAttributeKey(rawValue: "CharacterEncoding")
    }

    /// Creates text from a document. Only plain text can be read; HTML and RTF throw an ``AttributedDocumentError``.
    public convenience init(
        data: Data, options: [DocumentReadingOptionKey: Any] = [:], documentAttributes dict: UnsafeMutablePointer<NSDictionary?>? = nil
    ) throws {
        let kind = options[.documentType] as? DocumentType ?? (options[.documentType] as? String).map(DocumentType.init) ?? .plain
        guard kind == .plain else {
            throw AttributedDocumentError(description: "documents of type \(kind.rawValue) are not supported; only plain text is")
        }
        let raw =
            (options[.characterEncoding] as? UInt) ?? (options[.characterEncoding] as? NSNumber)?.uintValue ?? String.Encoding.utf8.rawValue
        guard let text = String(data: data, encoding: String.Encoding(rawValue: raw)) else {
            throw AttributedDocumentError(description: "the data is not text in the given encoding")
        }
        self.init(string: text, attributes: options[.defaultAttributes] as? [NSAttributedString.Key: Any])
    }
}
