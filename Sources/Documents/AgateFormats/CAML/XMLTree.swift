import Foundation
import ImageIO

/// An element of an XML document with its location. Both kinds of files in a package (CAML and property list) are read from it.
package struct XMLElement: Sendable {
    package var name: String
    package var attributes: [String: String]
    package var children: [XMLElement] = []
    /// All of the character data between the children.
    package var text = ""
    package var line: Int
    package var column: Int
    /// The location of each attribute.
    package var places: [String: XMLPlace] = [:]

    /// Returns the location of an attribute, or of the element if there is no such attribute.
    package func place(of attribute: String) -> XMLPlace { places[attribute] ?? XMLPlace(line: line, column: column) }

    package func first(_ name: String) -> XMLElement? { children.first { $0.name == name } }
}

/// A line and a column, both from 1.
package struct XMLPlace: Sendable, Equatable {
    package var line, column: Int
}

/// Parses XML into a tree within limits. No entity declarations, no external entities, no network, no validation.
///
/// It is a separate parser because Foundation's on Linux ends the program at bytes that are not UTF-8, and expands entities even if that is
/// disabled.
package enum XMLTree {
    /// The maximum nesting depth, whatever the limits are, because the tree is processed recursively.
    package static let mostDepth = 800

    package static func read(_ data: Data, file: String, limits: ReadingLimits = .standard) throws -> XMLElement {
        guard !data.isEmpty else { throw CAMLError(file: file, reason: "the file is empty") }
        guard data.count <= limits.fileSize else {
            throw CAMLError(file: file, reason: "the file has \(data.count) bytes; the limit is \(limits.fileSize)")
        }
        if let declaration = data.range(of: Data("<!ENTITY".utf8)) {
            let line = data[..<declaration.lowerBound].reduce(1) { $1 == UInt8(ascii: "\n") ? $0 + 1 : $0 }
            throw CAMLError(file: file, line: line, reason: "the document declares entities, which are not allowed")
        }
        let text: XMLText
        do { text = try XMLText(data) } catch let refusal as XMLText.Refusal {
            throw CAMLError(file: file, line: refusal.line, reason: "not well-formed XML: \(refusal.reason)")
        }
        var parser = XMLTreeParser(
            text.bytes, file: file, depth: min(limits.depth, mostDepth), elements: limits.elements, ReadingDeadline(limits))
        return try parser.document()
    }
}

/// Parses a document in one pass, from front to back. Unfinished elements are on a stack, so the tree consists of plain values.
private struct XMLTreeParser {
    private let bytes: [UInt8]
    private let file: String
    private let depth: Int
    private let elements: Int
    private let deadline: ReadingDeadline
    private var at = 0
    private var line = 1
    private var lineStart = 0
    private var count = 0
    private var open: [XMLElement] = []
    /// The names of the open elements with their prefixes, which their end tags must repeat.
    private var names: [ArraySlice<UInt8>] = []

    init(_ bytes: [UInt8], file: String, depth: Int, elements: Int, _ deadline: ReadingDeadline) {
        self.bytes = bytes
        self.file = file
        self.depth = depth
        self.elements = elements
        self.deadline = deadline
    }

    mutating func document() throws -> XMLElement {
        var root: XMLElement?
        while at < bytes.count {
            if bytes[at] != UInt8(ascii: "<") {
                try text()
            } else if starts("<!--") {
                try skip("-->", "a comment is not closed")
            } else if starts("<![CDATA[") {
                try characterData()
            } else if starts("<?") {
                try skip("?>", "an instruction is not closed")
            } else if starts("<!") {
                guard root == nil, open.isEmpty else { throw failure("a declaration in the middle of the document") }
                try skipDocumentType()
            } else if starts("</") {
                if let done = try endTag() { root = done }
            } else {
                guard root == nil else { throw failure("there is text after the end of the document") }
                if let done = try startTag() { root = done }
            }
        }
        guard open.isEmpty else { throw failure("the document ends before its elements are closed") }
        guard let root else { throw failure("the document is empty") }
        return root
    }

    // MARK: Places

    private func error(_ reason: String, at place: Int? = nil) -> CAMLError {
        CAMLError(file: file, line: line, column: max(1, (place ?? at) - lineStart + 1), reason: reason)
    }

    private func failure(_ reason: String) -> CAMLError { error("not well-formed XML: \(reason)") }

    private func starts(_ text: StaticString) -> Bool {
        let length = text.utf8CodeUnitCount
        guard bytes.count - at >= length else { return false }
        for i in 0..<length where bytes[at + i] != text.utf8Start[i] { return false }
        return true
    }

    /// Advances by one byte.
    private mutating func step() {
        if bytes[at] == UInt8(ascii: "\n") {
            line += 1
            lineStart = at + 1
        }
        at += 1
    }

    private static func isSpace(_ byte: UInt8) -> Bool { byte == 0x20 || byte == 0x0A || byte == 0x09 || byte == 0x0D }

    private mutating func skipSpace() { while at < bytes.count, Self.isSpace(bytes[at]) { step() } }

    private mutating func skip(_ end: StaticString, _ complaint: String) throws {
        while at < bytes.count {
            if starts(end) {
                at += end.utf8CodeUnitCount
                return
            }
            step()
        }
        throw failure(complaint)
    }

    private mutating func skipDocumentType() throws {
        var brackets = 0
        while at < bytes.count {
            switch bytes[at] {
            case UInt8(ascii: "\""), UInt8(ascii: "'"):
                let quote = bytes[at]
                step()
                while at < bytes.count, bytes[at] != quote { step() }
                guard at < bytes.count else { throw failure("a declaration is not closed") }
            case UInt8(ascii: "["): brackets += 1
            case UInt8(ascii: "]"): brackets -= 1
            case UInt8(ascii: ">") where brackets <= 0:
                at += 1
                return
            default: break
            }
            step()
        }
        throw failure("a declaration is not closed")
    }

    // MARK: Parts

    private mutating func name() throws -> ArraySlice<UInt8> {
        let start = at
        while at < bytes.count {
            let byte = bytes[at]
            let isLetter =
                byte >= 0x80 || (byte | 0x20) >= UInt8(ascii: "a") && (byte | 0x20) <= UInt8(ascii: "z")
                || byte == UInt8(ascii: "_") || byte == UInt8(ascii: ":")
            let isInner = byte >= UInt8(ascii: "0") && byte <= UInt8(ascii: "9") || byte == UInt8(ascii: "-") || byte == UInt8(ascii: ".")
            guard isLetter || isInner && at > start else { break }
            at += 1
        }
        guard at > start else { throw failure("expected a name") }
        return bytes[start..<at]
    }

    private mutating func startTag() throws -> XMLElement? {
        let start = at, startLine = line, startColumn = at - lineStart + 1
        at += 1
        let name = try name()
        count += 1
        guard count <= elements else { throw error("more than \(elements) elements", at: start) }
        if count & 255 == 0, deadline.hasPassed { throw error(deadline.reason, at: start) }
        guard open.count < depth else { throw error("elements nested more than \(depth) deep", at: start) }
        let local = name.lastIndex(of: UInt8(ascii: ":")).map { name[($0 + 1)...] } ?? name
        var element = XMLElement(
            name: String(decoding: local.isEmpty ? name : local, as: UTF8.self), attributes: [:], line: startLine, column: startColumn)
        while true {
            let before = at
            skipSpace()
            guard at < bytes.count else { throw failure("a tag is not closed") }
            if bytes[at] == UInt8(ascii: ">") {
                at += 1
                open.append(element)
                names.append(name)
                return nil
            }
            if starts("/>") {
                at += 2
                return close(element)
            }
            guard at > before else { throw failure("a tag is not closed") }
            let place = XMLPlace(line: line, column: at - lineStart + 1)
            let key = String(decoding: try self.name(), as: UTF8.self)
            element.places[key] = place
            skipSpace()
            guard at < bytes.count, bytes[at] == UInt8(ascii: "=") else { throw failure("an attribute without a value") }
            at += 1
            skipSpace()
            guard element.attributes.updateValue(try value(), forKey: key) == nil else { throw failure("an attribute is given twice") }
        }
    }

    private mutating func endTag() throws -> XMLElement? {
        at += 2
        let name = try name()
        skipSpace()
        guard at < bytes.count, bytes[at] == UInt8(ascii: ">") else { throw failure("a tag is not closed") }
        at += 1
        guard let element = open.popLast(), let opened = names.popLast() else { throw failure("an element is closed that is not open") }
        guard name == opened else { throw failure("an element is closed by another's tag") }
        return close(element)
    }

    /// Closes an element, and returns it if it is the root.
    private mutating func close(_ element: XMLElement) -> XMLElement? {
        guard let above = open.indices.last else { return element }
        open[above].children.append(element)
        return nil
    }

    private mutating func text() throws {
        var part: [UInt8] = []
        while at < bytes.count, bytes[at] != UInt8(ascii: "<") { try character(into: &part, isAttribute: false) }
        guard let above = open.indices.last else {
            guard part.allSatisfy(Self.isSpace) else { throw failure("there is text outside of the document's element") }
            return
        }
        open[above].text += String(decoding: part, as: UTF8.self)
    }

    private mutating func characterData() throws {
        guard let above = open.indices.last else { throw failure("there is text outside of the document's element") }
        at += 9
        let start = at
        try skip("]]>", "character data is not closed")
        open[above].text += String(decoding: bytes[start..<(at - 3)], as: UTF8.self)
    }

    private mutating func value() throws -> String {
        guard at < bytes.count, bytes[at] == UInt8(ascii: "\"") || bytes[at] == UInt8(ascii: "'") else {
            throw failure("an attribute's value has no quotes")
        }
        let quote = bytes[at]
        at += 1
        var part: [UInt8] = []
        while at < bytes.count, bytes[at] != quote {
            guard bytes[at] != UInt8(ascii: "<") else { throw failure("an attribute's value is not closed") }
            try character(into: &part, isAttribute: true)
        }
        guard at < bytes.count else { throw failure("an attribute's value is not closed") }
        at += 1
        return String(decoding: part, as: UTF8.self)
    }

    /// Appends one byte of text, or the characters of a reference. Line ends become one character, in attributes a space.
    private mutating func character(into text: inout [UInt8], isAttribute: Bool) throws {
        let byte = bytes[at]
        if byte == UInt8(ascii: "&") { return try reference(into: &text) }
        if byte == 0x0D, at + 1 < bytes.count, bytes[at + 1] == 0x0A { return step() }
        let isLineEnd = byte == 0x0A || byte == 0x0D
        text.append(isAttribute && (isLineEnd || byte == 0x09) ? 0x20 : isLineEnd ? 0x0A : byte)
        step()
    }

    private static let references: [(StaticString, UInt8)] = [
        ("&lt;", UInt8(ascii: "<")), ("&gt;", UInt8(ascii: ">")), ("&amp;", UInt8(ascii: "&")), ("&quot;", UInt8(ascii: "\"")),
        ("&apos;", UInt8(ascii: "'")),
    ]

    private mutating func reference(into text: inout [UInt8]) throws {
        for (name, character) in Self.references where starts(name) {
            text.append(character)
            at += name.utf8CodeUnitCount
            return
        }
        guard starts("&#") else { throw failure("an entity that is not declared") }
        let isHex = at + 2 < bytes.count && bytes[at + 2] == UInt8(ascii: "x")
        var place = at + (isHex ? 3 : 2), number: UInt32 = 0, digits = 0
        while place < bytes.count, let digit = Character(UnicodeScalar(bytes[place])).hexDigitValue, isHex || digit < 10, digits < 8 {
            number = number * (isHex ? 16 : 10) + UInt32(digit)
            place += 1
            digits += 1
        }
        guard digits > 0, place < bytes.count, bytes[place] == UInt8(ascii: ";"), let scalar = UnicodeScalar(number),
            XMLText.isAllowed(scalar)
        else {
            throw failure("a character that XML does not allow")
        }
        text.append(contentsOf: String(scalar).utf8)
        at = place + 1
    }
}
