import Foundation

/// JSON that is written incrementally, for messages with thousands of layers, for which Foundation's encoder takes tenths of a second.
struct JSONText {
    private(set) var bytes: [UInt8] = []
    /// True if the next element must be preceded by a comma.
    private var needsComma = false

    init(capacity: Int = 1024) { bytes.reserveCapacity(capacity) }

    var text: String { String(decoding: bytes, as: UTF8.self) }

    mutating func object(_ body: (inout JSONText) -> Void) { enclosed("{", "}", body) }
    mutating func array(_ body: (inout JSONText) -> Void) { enclosed("[", "]", body) }

    private mutating func enclosed(_ open: Unicode.Scalar, _ close: Unicode.Scalar, _ body: (inout JSONText) -> Void) {
        separate()
        bytes.append(UInt8(ascii: open))
        needsComma = false
        body(&self)
        bytes.append(UInt8(ascii: close))
        needsComma = true
    }

    private mutating func separate() {
        if needsComma { bytes.append(UInt8(ascii: ",")) }
        needsComma = true
    }

    /// Writes a key, without escaping.
    mutating func key(_ name: StaticString) {
        separate()
        bytes.append(UInt8(ascii: "\""))
        name.withUTF8Buffer { bytes.append(contentsOf: $0) }
        bytes.append(UInt8(ascii: "\""))
        bytes.append(UInt8(ascii: ":"))
        needsComma = false
    }

    mutating func string(_ text: String) {
        separate()
        bytes.append(UInt8(ascii: "\""))
        ForeignText.escape(text.utf8, to: &bytes)
        bytes.append(UInt8(ascii: "\""))
    }

    mutating func number(_ value: Int) {
        separate()
        bytes.append(contentsOf: String(value).utf8)
    }

    mutating func number(_ value: Double) {
        if let whole = Int(exactly: value) { return number(whole) }
        guard value.isFinite else { return string(value.isNaN ? "nan" : value < 0 ? "-inf" : "inf") }
        separate()
        bytes.append(contentsOf: value.description.utf8)
    }

    mutating func bool(_ value: Bool) {
        separate()
        bytes.append(contentsOf: (value ? "true" : "false").utf8)
    }

    /// Writes existing JSON.
    mutating func json(_ text: String) {
        separate()
        bytes.append(contentsOf: text.utf8)
    }

    mutating func strings(_ values: [String: String]) {
        separate()
        bytes.append(UInt8(ascii: "{"))
        needsComma = false
        for (name, value) in values.sorted(by: { $0.key < $1.key }) {
            string(name)
            bytes.append(UInt8(ascii: ":"))
            needsComma = false
            string(value)
        }
        bytes.append(UInt8(ascii: "}"))
        needsComma = true
    }
}
