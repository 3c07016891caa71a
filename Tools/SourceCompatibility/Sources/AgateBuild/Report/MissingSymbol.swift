import Foundation

/// What a diagnostic says is missing.
struct MissingSymbol: Hashable, Codable {
    enum Kind: String, Codable {
        case module, type, name, member, override, conformance, signature, isolation, other
    }

    let kind: Kind
    /// `UITableView`, `UIView.snapshotView`, or the message where no rule applies.
    let symbol: String
    /// The module of Apple's that has it, by its prefix; empty where the prefix says nothing.
    let module: String

    init(kind: Kind, symbol: String) {
        self.kind = kind
        self.symbol = symbol
        module = kind == .module ? symbol : Self.module(of: symbol)
    }

    /// - Parameter source: the line of the original, for what the message does not name.
    init(_ diagnostic: CompilerDiagnostic, source: String) {
        let message = diagnostic.message, quoted = Self.quoted(message)
        func first(_ index: Int = 0) -> String { index < quoted.count ? quoted[index] : message }
        func has(_ text: String) -> Bool { message.contains(text) }
        self =
            if has("no such module") {
                Self(kind: .module, symbol: first())
            } else if has("cannot find type") || has("is not a member type of") {
                Self(kind: .type, symbol: has("is not a member type") ? "\(Self.type(first(1))).\(first())" : first())
            } else if message.hasPrefix("cannot find '") {
                Self(kind: .name, symbol: first())
            } else if let range = message.range(of: "has no member"), let member = Self.quoted(String(message[range.upperBound...])).first {
                // "value of type 'Alias' (aka 'UIView')": the second name is the one that people know.
                Self(kind: .member, symbol: "\(Self.type(Self.quoted(String(message[..<range.lowerBound])).last ?? "")).\(member)")
            } else if has("does not override any") || has("cannot override") || has("overriding non-open") || has("overriding declaration")
            {
                Self(kind: .override, symbol: has("overriding non-open") || quoted.isEmpty ? Self.declared(source) : first())
            } else if has("does not conform to") || has("conform to protocol") {
                Self(kind: .conformance, symbol: quoted.count > 1 ? "\(Self.type(first(0))): \(first(1))" : first())
            } else if has("actor-isolated") || has("data race") || has("is not concurrency-safe") || has("Sendable") {
                Self(kind: .isolation, symbol: Self.pattern(message))
            } else if has("argument") || has("no exact matches") || has("cannot be constructed") || has("cannot convert")
                || has("initializer")
            {
                Self(kind: .signature, symbol: Self.pattern(message))
            } else {
                Self(kind: .other, symbol: message)
            }
    }

    /// What stands between quotes in a message.
    static func quoted(_ message: String) -> [String] {
        message.split(separator: "'", omittingEmptySubsequences: false).enumerated().filter { $0.offset % 2 == 1 }.map {
            String($0.element)
        }
    }

    private static func pattern(_ message: String) -> String { message }

    /// The name of a type without optionals, generics and `Type`.
    private static func type(_ text: String) -> String {
        var text = text
        while text.hasSuffix("?") || text.hasSuffix("!") { text.removeLast() }
        if text.hasSuffix(".Type") { text.removeLast(5) }
        if text.hasPrefix("any ") { text.removeFirst(4) }
        return text
    }

    /// The name that a line declares.
    private static func declared(_ source: String) -> String {
        let words = source.split { !$0.isLetter && !$0.isNumber && $0 != "_" }.map(String.init)
        guard let index = words.firstIndex(where: { ["func", "var", "let", "init", "subscript"].contains($0) }) else {
            return source.trimmingCharacters(in: .whitespaces)
        }
        return ["init", "subscript"].contains(words[index]) || index + 1 >= words.count ? words[index] : words[index + 1]
    }

    /// What begins as Foundation's and is UIKit's.
    private static let textNames: Set = [
        "NSTextStorage", "NSTextAttachment", "NSTextContainer", "NSShadow", "NSParagraphStyle", "NSMutableParagraphStyle", "NSDataAsset",
        "NSStringDrawingContext",
    ]

    private static func module(of symbol: String) -> String {
        if textNames.contains(symbol) || ["NSCollectionLayout", "NSLayout", "NSDiffable", "NSTextLayout"].contains(where: symbol.hasPrefix)
        {
            return "UIKit"
        }
        let prefixes: [(String, String)] = [
            ("UI", "UIKit"), ("CA", "QuartzCore"), ("CG", "CoreGraphics"), ("CT", "CoreText"), ("CI", "CoreImage"), ("AV", "AVFoundation"),
            ("MTL", "Metal"),
            ("MTK", "MetalKit"), ("SK", "SpriteKit"), ("SCN", "SceneKit"), ("WK", "WebKit"), ("MK", "MapKit"), ("CL", "CoreLocation"),
            ("PH", "Photos"),
            ("NS", "Foundation"), ("vDSP", "Accelerate"), ("vImage", "Accelerate"), ("CV", "CoreVideo"), ("CM", "CoreMedia"),
            ("dispatch", "Dispatch"),
            ("objc_", "ObjectiveC"), ("class_", "ObjectiveC"), ("kCG", "CoreGraphics"), ("kCA", "QuartzCore"), ("kCF", "CoreFoundation"),
            ("CF", "CoreFoundation"),
            ("XCT", "XCTest"),
        ]
        return prefixes.first {
            symbol.hasPrefix($0.0) && symbol.dropFirst($0.0.count).first.map { !$0.isLowercase || $0 == "_" } ?? false
        }?.1
            ?? prefixes.first { $0.0.hasSuffix("_") && symbol.hasPrefix($0.0) }?.1 ?? ""
    }
}
