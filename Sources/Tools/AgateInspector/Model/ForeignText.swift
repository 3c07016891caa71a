/// Sanitises text from a file or a program for display: names of layers, keys, lines of a log, diagnostics.
///
/// Text for display is converted by `line`, text in JSON by `escape`. No other code of this module escapes text.
package enum ForeignText {
    /// Returns the text as one line: control characters, line separators, marks that override the direction of text, and other invisible
    /// characters are written as Swift escapes, such as `\n` and `\u{202E}`.
    package static func line(_ text: String) -> String {
        guard text.unicodeScalars.contains(where: isUnseen) else { return text }
        var line = ""
        for scalar in text.unicodeScalars {
            if isUnseen(scalar) { line += escaped(scalar) } else { line.unicodeScalars.append(scalar) }
        }
        return line
    }

    /// Returns the text as a Swift string literal.
    static func literal(_ text: String) -> String {
        var literal = "\""
        for scalar in text.unicodeScalars {
            switch scalar {
            case "\"", "\\": literal += "\\\(scalar)"
            case _ where isUnseen(scalar): literal += escaped(scalar)
            default: literal.unicodeScalars.append(scalar)
            }
        }
        return literal + "\""
    }

    /// Returns an XML document with such characters in its texts as references; those that XML can't reference are replaced.
    static func xml(_ document: String) -> String {
        var text = ""
        for scalar in document.unicodeScalars {
            if !isUnseen(scalar) || scalar == "\n" {
                text.unicodeScalars.append(scalar)
            } else if scalar.value < 0x20 && scalar != "\t" || scalar.value & 0xFFFF >= 0xFFFE {
                text += "\u{FFFD}"
            } else {
                text += "&#x\(String(scalar.value, radix: 16, uppercase: true));"
            }
        }
        return text
    }

    /// Appends UTF-8 for a string of JSON in any page. Characters that could end an element, a line of a script or the string, and
    /// invisible characters, are escaped.
    /// - Parameter isJSON: True if the bytes are already JSON, in which only such characters in strings are to be changed.
    static func escape(_ text: some Sequence<UInt8>, isJSON: Bool = false, to bytes: inout [UInt8]) {
        var pending: [UInt8] = []
        for byte in text {
            if byte >= 0x80 || !pending.isEmpty {
                // Characters beyond ASCII are examined as a whole.
                pending.append(byte)
                guard let scalar = whole(pending) else { continue }
                if isUnseen(scalar) { appendUnits(of: scalar, to: &bytes) } else { bytes += pending }
                pending.removeAll(keepingCapacity: true)
                continue
            }
            switch byte {
            case UInt8(ascii: "\""), UInt8(ascii: "\\"):
                if !isJSON { bytes.append(UInt8(ascii: "\\")) }
                bytes.append(byte)
            case UInt8(ascii: "<"), UInt8(ascii: ">"), UInt8(ascii: "&"), 0x7F, ..<0x20: appendUnit(UInt16(byte), to: &bytes)
            default: bytes.append(byte)
            }
        }
    }

    /// Returns the scalar of bytes from valid UTF-8; nil as long as some are missing.
    private static func whole(_ bytes: [UInt8]) -> Unicode.Scalar? {
        let count = bytes[0] >= 0xF0 ? 4 : bytes[0] >= 0xE0 ? 3 : 2
        guard bytes.count >= count else { return nil }
        return String(decoding: bytes, as: UTF8.self).unicodeScalars.first
    }

    private static func appendUnits(of scalar: Unicode.Scalar, to bytes: inout [UInt8]) {
        for unit in String(scalar).utf16 { appendUnit(unit, to: &bytes) }
    }

    private static func appendUnit(_ unit: UInt16, to bytes: inout [UInt8]) {
        let digits = String(unit, radix: 16)
        bytes += "\\u\(String(repeating: "0", count: 4 - digits.count))\(digits)".utf8
    }

    private static func escaped(_ scalar: Unicode.Scalar) -> String {
        switch scalar {
        case "\n": "\\n"
        case "\r": "\\r"
        case "\t": "\\t"
        default: "\\u{\(String(scalar.value, radix: 16, uppercase: true))}"
        }
    }

    private static func isUnseen(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.value {
        case 0x20..<0x7F: return false
        // They join letters and parts of emoji, and so have a visible effect.
        case 0x200C, 0x200D: return false
        default: break
        }
        // The last two code points of each plane, and those of one block, are noncharacters.
        if scalar.value & 0xFFFE == 0xFFFE || (0xFDD0...0xFDEF).contains(scalar.value) { return true }
        switch scalar.properties.generalCategory {
        case .control, .format, .lineSeparator, .paragraphSeparator: return true
        default: return false
        }
    }
}
