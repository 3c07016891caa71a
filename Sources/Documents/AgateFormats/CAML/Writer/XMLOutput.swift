/// XML as text, indented, with the limits of the reader: what it would refuse is not written.
struct XMLOutput {
    private(set) var text = "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n"
    private let limits: ReadingLimits
    private let file: String
    private var names: [String] = []
    private var count = 0
    /// The last start tag lacks its end, which tells an element with children from one without.
    private var isTagOpen = false

    init(file: String, limits: ReadingLimits) {
        self.file = file
        self.limits = limits
    }

    typealias Attributes = [(name: String, text: String)]

    /// Begins an element; what is opened next stands in it, until `close`.
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

    /// Line breaks and tabs as numbers: in an attribute they would be read as blanks.
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
