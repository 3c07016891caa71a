/// Indented XML text within the limits of the reader: content that it would refuse is not written.
struct XMLOutput {
    private(set) var text = "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n"
    private let limits: ReadingLimits
    private let file: String
    private var names: [String] = []
    private var count = 0
    /// True while the last start tag is not closed; its end depends on whether the element has children.
    private var isTagOpen = false

    init(file: String, limits: ReadingLimits) {
        self.file = file
        self.limits = limits
    }

    typealias Attributes = [(name: String, text: String)]

    /// Begins an element, which contains the elements that are opened until `close`.
    mutating func open(_ name: String, _ attributes: Attributes = []) throws {
        endTag()
        count += 1
        guard count <= limits.elements else {
            throw CAMLError(file: file, reason: "the document would have more than \(limits.elements) elements")
        }
        guard names.count < limits.depth else {
            throw CAMLError(file: file, reason: "elements would be nested more than \(limits.depth) deep")
        }
        guard text.utf8.count <= limits.fileSize else {
            throw CAMLError(file: file, reason: "the document would have more than \(limits.fileSize) bytes")
        }
        indent()
        text += "<"
        text += name
        for attribute in attributes {
            text += " "
            text += attribute.name
            text += "=\""
            append(attribute.text)
            text += "\""
        }
        names.append(name)
        isTagOpen = true
    }

    mutating func close() {
        guard let name = names.popLast() else { return }
        if isTagOpen {
            text += "/>\n"
            isTagOpen = false
        } else {
            indent()
            text += "</\(name)>\n"
        }
    }

    private mutating func endTag() {
        if isTagOpen { text += ">\n" }
        isTagOpen = false
    }

    private mutating func indent() {
        for _ in names { text += "  " }
    }

    /// Appends text with line breaks and tabs as character references: in an attribute they would be read as spaces.
    private mutating func append(_ raw: String) {
        guard
            raw.utf8.contains(where: {
                $0 < 0x20 || $0 == UInt8(ascii: "&") || $0 == UInt8(ascii: "<") || $0 == UInt8(ascii: ">") || $0 == UInt8(ascii: "\"")
            })
        else {
            text += raw
            return
        }
        for scalar in raw.unicodeScalars {
            switch scalar {
            case "&": text += "&amp;"
            case "<": text += "&lt;"
            case ">": text += "&gt;"
            case "\"": text += "&quot;"
            case "\t", "\n", "\r": text += "&#\(scalar.value);"
            default: text.unicodeScalars.append(scalar)
            }
        }
    }
}
