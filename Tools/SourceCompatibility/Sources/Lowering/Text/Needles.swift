/// A quick look at a text: does it hold anything that a rule may want? Files without are not parsed.
struct Needles {
    private static let words =
        [
            "@objc", "@nonobjc", "canImport(ObjectiveC)", "@Published", "ObservableObject", "waitsForConnectivity", "NetworkAccess",
            "multipathServiceType",
            "tlsM", "CVPixelBuffer", "@IB", "@GKInspectable", "@NSManaged", "@UIApplicationMain", "@NSApplicationMain", "@convention",
            "#selector", "#keyPath",
            "#imageLiteral", "#colorLiteral", "#fileLiteral", "Selector(", "NSSelectorFromString", "os(", "targetEnvironment(", ".observe(",
            "AnyObject)", "AnyObject]", "AnyClass", "AnyObject.Type", "NSClassFromString(", "NSStringFromClass(", "object_getClass(",
            ".superclass()", "extension NSObject:", "extension UIView:", "extension UIViewController:",
            "#available", "@available(", "#unavailable", "?(", "!(", "override ", ".scheduledTimer(", "import XCTest", "stderr", "stdout",
            "stdin",
            "AttributedString(", "ProcessInfo(", "Timer()", "Timer.init()", ".description()",
            "Timer(timeInterval", "Timer.init(timeInterval", "RunLoop.", ".userInfo",
            "#Preview", "unsafeBitCast(", "Self(", "Self.init(", ").init(", ".Type", "where ", "& ", ": UIView>", ": UIView,", ": CALayer>",
            ": CALayer,", ": UIViewController>", ": UIViewController,", ": UIControl>", ": UIColor>", ": NSObject>", "Cell>",
        ].map { Array($0.utf8) } + NamesakeRule.names.sorted().map { Array($0.utf8) }

    private static let importWord = Array("import ".utf8)

    /// The words by their first byte.
    private static let table: [[[UInt8]]] = {
        var table = [[[UInt8]]](repeating: [], count: 256)
        for word in words { table[Int(word[0])].append(word) }
        return table
    }()

    /// Whether a word was found.
    private(set) var found = false
    /// The modules behind `import`, and `M.x` where only a part of M is imported. May hold more than the parser would find (from a
    /// comment, say).
    private(set) var imports: Set<String> = []

    init(_ bytes: [UInt8]) {
        bytes.withUnsafeBufferPointer { text in
            func matches(_ word: [UInt8], at offset: Int) -> Bool {
                guard offset + word.count <= text.count else { return false }
                for index in 1..<word.count where text[offset + index] != word[index] { return false }
                return true
            }
            for offset in 0..<text.count {
                let byte = text[offset]
                if byte == UInt8(ascii: "i"), matches(Self.importWord, at: offset) {
                    readImport(text, from: offset + Self.importWord.count)
                }
                if !found, Self.table[Int(byte)].contains(where: { matches($0, at: offset) }) { found = true }
            }
        }
    }

    /// Whether a text holds a word.
    static func contains(_ word: String, in bytes: [UInt8]) -> Bool {
        let word = Array(word.utf8)
        guard let first = word.first else { return true }
        return bytes.withUnsafeBufferPointer { text in
            var offset = 0
            while offset + word.count <= text.count {
                if text[offset] == first, word.indices.allSatisfy({ text[offset + $0] == word[$0] }) { return true }
                offset += 1
            }
            return false
        }
    }

    private mutating func readImport(_ text: UnsafeBufferPointer<UInt8>, from start: Int) {
        var end = start
        while end < text.count, text[end] != newline, text[end] != UInt8(ascii: ";"), text[end] != UInt8(ascii: "/") { end += 1 }
        let words = String(decoding: text[start..<end], as: UTF8.self).split(whereSeparator: \.isWhitespace)
        // `import class UIKit.UIView` names the module second.
        guard let path = words.last, path.first?.isLetter == true || path.first == "_" else { return }
        imports.insert(String(path.prefix { $0 != "." }))
        if path.contains(".") { imports.insert(String(path)) }
    }
}
