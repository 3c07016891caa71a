import Foundation

/// Why a document is not read as text with attributes.
public struct AttributedDocumentError: LocalizedError, CustomStringConvertible, Sendable {
    /// What it is, and what can be read.
    public let description: String
    /// The same as `description`.
    public var errorDescription: String? { description }
}

extension NSAttributedString {
    /// What kind of document text comes from.
    public struct DocumentType: RawRepresentable, Hashable, Sendable {
        public let rawValue: String
        public init(rawValue: String) { self.rawValue = rawValue }
        /// Plain text: the only type that is read.
        public static let plain = DocumentType(rawValue: "NSPlainText")
        /// Rich Text Format. Not read: an ``AttributedDocumentError`` says so.
        public static let rtf = DocumentType(rawValue: "NSRTF")
        /// Rich Text Format with attachments. Not read: an ``AttributedDocumentError`` says so.
        public static let rtfd = DocumentType(rawValue: "NSRTFD")
        /// HTML. Not read: an ``AttributedDocumentError`` says so.
        public static let html = DocumentType(rawValue: "NSHTML")
    }

    /// How a document is read.
    public struct DocumentReadingOptionKey: RawRepresentable, Hashable, Sendable {
        public let rawValue: String
        public init(rawValue: String) { self.rawValue = rawValue }
        /// The document's type, a `DocumentType` or its text; plain where it is left out.
        public static let documentType = DocumentReadingOptionKey(rawValue: "DocumentType")
        /// The encoding of plain text, the raw value of a `String.Encoding`; UTF-8 where it is left out.
        public static let characterEncoding = DocumentReadingOptionKey(rawValue: "CharacterEncoding")
        /// The attributes of the whole text, a dictionary; none where it is left out.
        public static let defaultAttributes = DocumentReadingOptionKey(rawValue: "DefaultAttributes")
    }

    /// What a document says of itself.
    public struct DocumentAttributeKey: RawRepresentable, Hashable, Sendable {
        public let rawValue: String
        public init(rawValue: String) { self.rawValue = rawValue }
        /// The type that the document was read as. Not given back: no attributes of a document are.
        public static let documentType = DocumentAttributeKey(rawValue: "DocumentType")
        /// The encoding that the document was read in. Not given back: no attributes of a document are.
        public static let characterEncoding = DocumentAttributeKey(rawValue: "CharacterEncoding")
    }

    /// The text of a document. Plain text is read; HTML and RTF are not: an ``AttributedDocumentError`` says so.
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
