import Foundation
import ObjectiveCRuntime

/// A key of metadata that all formats share.
public struct AVMetadataKey: BridgedName, Hashable, Sendable {
    public let rawValue: String
    public init(rawValue: String) { self.rawValue = rawValue }
    public static let commonKeyTitle = AVMetadataKey(rawValue: "title")
    public static let commonKeyArtist = AVMetadataKey(rawValue: "artist")
    public static let commonKeyAlbumName = AVMetadataKey(rawValue: "albumName")
    public static let commonKeyDescription = AVMetadataKey(rawValue: "description")
    public static let commonKeyCreationDate = AVMetadataKey(rawValue: "creationDate")
    public static let commonKeyCopyrights = AVMetadataKey(rawValue: "copyrights")
    public static let commonKeySoftware = AVMetadataKey(rawValue: "software")
}

/// An identifier of metadata: a key space and a key.
public struct AVMetadataIdentifier: BridgedName, Hashable, Sendable {
    public let rawValue: String
    public init(rawValue: String) { self.rawValue = rawValue }
    init(_ key: AVMetadataKey) { rawValue = "common/\(key.rawValue)" }
    /// The title.
    public static let commonIdentifierTitle = AVMetadataIdentifier(.commonKeyTitle)
    /// The artist.
    public static let commonIdentifierArtist = AVMetadataIdentifier(.commonKeyArtist)
    /// The album's name.
    public static let commonIdentifierAlbumName = AVMetadataIdentifier(.commonKeyAlbumName)
    /// The description.
    public static let commonIdentifierDescription = AVMetadataIdentifier(.commonKeyDescription)
    /// The date of creation.
    public static let commonIdentifierCreationDate = AVMetadataIdentifier(.commonKeyCreationDate)
    /// The copyright.
    public static let commonIdentifierCopyrights = AVMetadataIdentifier(.commonKeyCopyrights)
    /// The program that made the file.
    public static let commonIdentifierSoftware = AVMetadataIdentifier(.commonKeySoftware)
}

/// A piece of metadata, such as the title of a film.
open class AVMetadataItem: NSObject, @unchecked Sendable {
    // Unchecked: only the mutable subclass changes, by its owner.
    fileprivate final var storedIdentifier: AVMetadataIdentifier?
    fileprivate final var storedValue: (any NSCopying & NSObjectProtocol)?

    /// The tags of ffmpeg for the common keys.
    private static let tags: [(tag: String, key: AVMetadataKey)] = [
        ("title", .commonKeyTitle), ("artist", .commonKeyArtist), ("album", .commonKeyAlbumName), ("comment", .commonKeyDescription),
        ("creation_time", .commonKeyCreationDate), ("copyright", .commonKeyCopyrights), ("encoder", .commonKeySoftware),
    ]

    public override init() { super.init() }

    fileprivate init(_ key: AVMetadataKey, _ text: String) {
        super.init()
        storedIdentifier = AVMetadataIdentifier(key)
        storedValue = text as NSString
    }

    /// The identifier.
    open var identifier: AVMetadataIdentifier? { storedIdentifier }
    /// The key, if all formats share it.
    open var commonKey: AVMetadataKey? {
        guard let parts = identifier?.rawValue.split(separator: "/"), parts.count == 2, parts[0] == "common" else { return nil }
        return AVMetadataKey(rawValue: String(parts[1]))
    }
    /// The value.
    open var value: (any NSCopying & NSObjectProtocol)? { storedValue }
    /// The value as text.
    open var stringValue: String? { value.map { ($0 as? NSString) as String? ?? "\($0)" } }

    /// Returns the items that have an identifier.
    open class func metadataItems(
        from metadataItems: [AVMetadataItem], filteredByIdentifier identifier: AVMetadataIdentifier
    ) -> [AVMetadataItem] { metadataItems.filter { $0.identifier == identifier } }

    /// Returns the items of a file's tags.
    static func items(of tags: [String: String]) -> [AVMetadataItem] {
        Self.tags.compactMap { pair in tags[pair.tag].map { AVMetadataItem(pair.key, $0) } }
    }

    /// Returns the tags of items. Items without a common key have none.
    static func tags(of items: [AVMetadataItem]) -> [String: String] {
        var result: [String: String] = [:]
        for item in items {
            guard let tag = Self.tags.first(where: { $0.key == item.commonKey })?.tag, let text = item.stringValue else { continue }
            result[tag] = text
        }
        return result
    }
}

/// A piece of metadata that can be changed.
open class AVMutableMetadataItem: AVMetadataItem, @unchecked Sendable {
    /// The identifier.
    open override var identifier: AVMetadataIdentifier? {
        get { storedIdentifier }
        set { storedIdentifier = newValue }
    }
    /// The value.
    open override var value: (any NSCopying & NSObjectProtocol)? {
        get { storedValue }
        set { storedValue = newValue }
    }
}
