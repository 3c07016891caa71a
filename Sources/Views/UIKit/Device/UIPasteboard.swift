import Foundation
import QuartzCore

/// What was copied. It is the program's own: the desktop's clipboard is not reached.
@preconcurrency @MainActor open class UIPasteboard: NSObject {
    /// Which one.
    public struct Name: RawRepresentable, Hashable, Sendable {
        public let rawValue: String
        public init(rawValue: String) { self.rawValue = rawValue }
        public init(_ rawValue: String) { self.rawValue = rawValue }
        /// The name of the pasteboard that all parts of the program share.
        public static let general = Name(rawValue: "com.apple.UIKit.pboard.general")
    }

    private static var named: [Name: UIPasteboard] = [:]
    /// The one that all share.
    open class var general: UIPasteboard { UIPasteboard.made(.general) }

    /// The one of a name, made where there is none yet.
    public convenience init?(name pasteboardName: Name, create: Bool) { self.init(pasteboardName) }

    private static func made(_ name: Name) -> UIPasteboard {
        if let made = named[name] { return made }
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
    /// How many times it changed.
    open private(set) var changeCount = 0

    private func all<Value>(_ type: Value.Type) -> [Value]? {
        let found = content.compactMap { $0 as? Value }
        return found.isEmpty ? nil : found
    }

    /// The text in it.
    open var string: String? {
        get { all(String.self)?.first }
        set { content = newValue.map { [$0] } ?? [] }
    }
    /// The texts in it.
    open var strings: [String]? {
        get { all(String.self) }
        set { content = newValue ?? [] }
    }
    /// The image in it.
    open var image: UIImage? {
        get { all(UIImage.self)?.first }
        set { content = newValue.map { [$0] } ?? [] }
    }
    /// The address in it.
    open var url: URL? {
        get { all(URL.self)?.first }
        set { content = newValue.map { [$0] } ?? [] }
    }
    /// The colour in it.
    open var color: UIColor? {
        get { all(UIColor.self)?.first }
        set { content = newValue.map { [$0] } ?? [] }
    }
    /// Whether there is a text in it.
    open var hasStrings: Bool { string != nil }
    /// Whether there is an image in it.
    open var hasImages: Bool { image != nil }
    /// Whether there is an address in it.
    open var hasURLs: Bool { url != nil }
    /// Whether there is a colour in it.
    open var hasColors: Bool { color != nil }

    /// Posted on the main thread after something was put into a pasteboard, also nothing; its object is the pasteboard.
    nonisolated public static let changedNotification = NSNotification.Name("UIPasteboardChangedNotification")
}
