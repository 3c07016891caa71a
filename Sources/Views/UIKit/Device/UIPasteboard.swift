import Foundation
import ObjectiveCRuntime
import QuartzCore

/// A pasteboard within the process. It isn't connected to the desktop's clipboard.
@preconcurrency @MainActor open class UIPasteboard: NSObject {
    /// The name of a pasteboard.
    public struct Name: BridgedName, Hashable, Sendable {
        public let rawValue: String
        public init(rawValue: String) { self.rawValue = rawValue }
        public init(_ rawValue: String) { self.rawValue = rawValue }
        /// The name of the pasteboard that is shared by the whole process.
        public static let general = Name(rawValue: "com.apple.UIKit.pboard.general")
    }

    private static var named: [Name: UIPasteboard] = [:]
    /// The shared pasteboard.
    open class var general: UIPasteboard { find(.general) ?? add(.general) }
    /// Returns a new pasteboard with a unique name.
    open class func withUniqueName() -> UIPasteboard { add(Name(UUID().uuidString)) }
    /// Removes a pasteboard: its contents are dropped, and its name is free. Has no effect on the general one.
    open class func remove(withName pasteboardName: Name) {
        guard pasteboardName != .general, let removed = named.removeValue(forKey: pasteboardName) else { return }
        removed.content = []
    }

    final class func find(_ name: Name) -> UIPasteboard? { named[name] }

    final class func add(_ name: Name) -> UIPasteboard {
        let made = UIPasteboard(name)
        named[name] = made
        return made
    }

    /// The name.
    public let name: Name
    private init(_ name: Name) {
        self.name = name
        super.init()
    }

    private var content: [Any] = [] {
        didSet {
            changeCount += 1
            NotificationCenter.default.post(name: Self.changedNotification, object: self)
        }
    }
    /// The number of changes.
    open private(set) var changeCount = 0

    private func all<Value>(_ type: Value.Type) -> [Value]? {
        let found = content.compactMap { $0 as? Value }
        return found.isEmpty ? nil : found
    }

    /// The first text of the contents.
    open var string: String? {
        get { all(String.self)?.first }
        set { content = newValue.map { [$0] } ?? [] }
    }
    /// All texts of the contents.
    open var strings: [String]? {
        get { all(String.self) }
        set { content = newValue ?? [] }
    }
    /// The first image of the contents.
    open var image: UIImage? {
        get { all(UIImage.self)?.first }
        set { content = newValue.map { [$0] } ?? [] }
    }
    /// The first URL of the contents.
    open var url: URL? {
        get { all(URL.self)?.first }
        set { content = newValue.map { [$0] } ?? [] }
    }
    /// The first color of the contents.
    open var color: UIColor? {
        get { all(UIColor.self)?.first }
        set { content = newValue.map { [$0] } ?? [] }
    }
    /// A Boolean value that indicates whether the contents include a text.
    open var hasStrings: Bool { string != nil }
    /// A Boolean value that indicates whether the contents include an image.
    open var hasImages: Bool { image != nil }
    /// A Boolean value that indicates whether the contents include a URL.
    open var hasURLs: Bool { url != nil }
    /// A Boolean value that indicates whether the contents include a color.
    open var hasColors: Bool { color != nil }

    /// Posted on the main thread after a pasteboard was set, even to nothing. The object is the pasteboard.
    nonisolated public static let changedNotification = NSNotification.Name("UIPasteboardChangedNotification")
}

/// The initializer of `UIPasteboard` by name. It is part of a protocol's extension, since only there can an initializer return an object
/// that exists.
public protocol _NamedPasteboard {}

extension UIPasteboard: _NamedPasteboard {}

extension _NamedPasteboard {
    /// Returns the pasteboard with a name, the same object for each call.
    /// - Parameters:
    ///   - pasteboardName: The name. `general` is always there.
    ///   - create: Pass true to create the pasteboard if there is none of that name. Otherwise the result is nil then.
    @preconcurrency @MainActor public init?(name pasteboardName: UIPasteboard.Name, create: Bool) {
        let exists = create || pasteboardName == .general
        let found = UIPasteboard.find(pasteboardName) ?? (exists ? UIPasteboard.add(pasteboardName) : nil)
        guard let found = found as? Self else { return nil }
        self = found
    }
}
