/// The path of output files: one file, or a pattern with the number of a frame such as `OUT-%04d.png`.
package struct NumberedPath: Sendable {
    private let before: String, after: String
    private let width: Int?

    /// - Throws: ``FilmError/unsupported(_:)`` for an invalid pattern.
    package init(_ text: String) throws(FilmError) {
        guard let percent = text.firstIndex(of: "%") else {
            (before, after, width) = (text, "", nil)
            return
        }
        let rest = text[text.index(after: percent)...]
        let digits = rest.prefix { $0.isNumber }
        let tail = rest.dropFirst(digits.count)
        guard tail.first == "d", digits.isEmpty || digits.first == "0" || digits.count == 1, (Int(digits) ?? 0) <= 20,
            !tail.dropFirst().contains("%")
        else {
            throw .unsupported("\(text): a frame number must be written as in OUT-%04d.png")
        }
        before = String(text[..<percent])
        after = String(tail.dropFirst())
        width = Int(digits) ?? 0
    }

    package var isPattern: Bool { width != nil }

    /// Returns the number in a file's name (without its folder), if the name matches the pattern.
    package func number(of name: Substring) -> Int? {
        guard isPattern else { return nil }
        let head = before.split(separator: "/", omittingEmptySubsequences: false).last ?? ""
        guard name.hasPrefix(head), name.hasSuffix(after), name.count > head.count + after.count else { return nil }
        let digits = name.dropFirst(head.count).dropLast(after.count)
        return digits.allSatisfy { $0.isASCII && $0.isNumber } ? Int(digits) : nil
    }

    package func path(_ number: Int) -> String {
        guard let width else { return before }
        let digits = String(number)
        return before + String(repeating: "0", count: max(width - digits.count, 0)) + digits + after
    }
}
