/// Writes values as JSON text.
struct JSONText {
    private(set) var bytes: [UInt8] = []

    init(_ draft: JSONDraft) { add(draft) }

    private mutating func add(_ draft: JSONDraft) {
        switch draft {
        case .parsed(let value): add(value)
        case .null: bytes += "null".utf8
        case .number(let number): add(number)
        case .string(let text): add(text)
        case .list(let list): add(list, "[", "]") { $0.add($1) }
        case .object(let members): add(members, "{", "}") { $0.add($1.name, $1.value) }
        }
    }

    private mutating func add(_ name: String, _ value: JSONDraft) {
        add(name)
        bytes.append(UInt8(ascii: ":"))
        add(value)
    }

    private mutating func add(_ value: JSONValue) {
        if value.isObject {
            add(value.members, "{", "}") { $0.add($1.name, .parsed($1.value)) }
        } else if value.isArray {
            add(value.elements, "[", "]") { $0.add($1) }
        } else if value.isBool {
            bytes += (value.bool == true ? "true" : "false").utf8
        } else if let string = value.string {
            add(string)
        } else if let number = value.number {
            add(number)
        } else {
            bytes += "null".utf8
        }
    }

    private mutating func add<Elements: Sequence>(
        _ elements: Elements, _ open: Unicode.Scalar, _ close: Unicode.Scalar, _ body: (inout JSONText, Elements.Element) -> Void
    ) {
        bytes.append(UInt8(ascii: open))
        var isFirst = true
        for element in elements {
            if !isFirst { bytes.append(UInt8(ascii: ",")) }
            isFirst = false
            body(&self, element)
        }
        bytes.append(UInt8(ascii: close))
    }

    private mutating func add(_ number: Double) {
        // JSON has no text for numbers that are not finite.
        guard number.isFinite else { return bytes += "null".utf8 }
        if let whole = Int32(exactly: number) { bytes += "\(whole)".utf8 } else { bytes += "\(number)".utf8 }
    }

    private mutating func add(_ text: String) {
        bytes.append(UInt8(ascii: "\""))
        for byte in text.utf8 {
            switch byte {
            case UInt8(ascii: "\""), UInt8(ascii: "\\"): bytes += [UInt8(ascii: "\\"), byte]
            case 0..<0x20: bytes += [UInt8(ascii: "\\"), UInt8(ascii: "u"), 0x30, 0x30, 0x30 + byte >> 4, Self.hex[Int(byte & 15)]]
            default: bytes.append(byte)
            }
        }
        bytes.append(UInt8(ascii: "\""))
    }

    private static let hex = Array("0123456789abcdef".utf8)
}
