import Foundation

/// Sanitises text for terminals. Names and messages come from files and other programs: characters that would move a terminal's cursor,
/// change its settings or override the direction of text are replaced by an escape, `\u{1B}`.
enum TerminalText {
    /// Returns one line: line ends are escaped too.
    static func line(_ text: String) -> String { clean(text) { $0 == "\t" } }

    /// Returns several lines, whose line ends come from the program itself.
    static func lines(_ text: String) -> String { clean(text) { $0 == "\t" || $0 == "\n" } }

    /// Returns JSON with the same strings, in which such characters are JSON escapes.
    static func json(_ data: Data) -> Data {
        let text = String(decoding: data, as: UTF8.self)
        guard text.unicodeScalars.contains(where: { isControl($0) && $0 != "\n" }) else { return data }
        var result = ""
        for scalar in text.unicodeScalars {
            // All of them are in the Basic Multilingual Plane; those below the space are already escaped.
            if isControl(scalar), scalar != "\n" {
                result += String(format: "\\u%04x", scalar.value)
            } else {
                result.unicodeScalars.append(scalar)
            }
        }
        return Data(result.utf8)
    }

    private static func clean(_ text: String, _ isAllowed: (Unicode.Scalar) -> Bool) -> String {
        guard text.unicodeScalars.contains(where: { isControl($0) && !isAllowed($0) }) else { return text }
        var result = ""
        for scalar in text.unicodeScalars {
            switch scalar {
            case _ where isAllowed(scalar) || !isControl(scalar): result.unicodeScalars.append(scalar)
            case "\n": result += "\\n"
            case "\r": result += "\\r"
            default: result += "\\u{\(String(scalar.value, radix: 16, uppercase: true))}"
            }
        }
        return result
    }

    /// Returns true for the control characters of ASCII and Latin-1, the line and paragraph separators, and the characters that override
    /// the direction of text.
    static func isControl(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.value {
        case 0..<0x20, 0x7F..<0xA0, 0x061C, 0x200E, 0x200F, 0x2028...0x202E, 0x2066...0x2069, 0xFEFF: true
        default: false
        }
    }
}
