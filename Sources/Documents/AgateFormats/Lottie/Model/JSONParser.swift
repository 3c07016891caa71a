import Foundation

/// Parses JSON text into nodes. Strict about structure, and lenient about harmless deviations.
struct JSONParser {
    let bytes: UnsafeBufferPointer<UInt8>
    /// The nodes are written here: appending to an array would check its owner and its room for each of them.
    private let nodes: UnsafeMutableBufferPointer<JSONTree.Node>
    private(set) var count = 0
    private var at = 0
    private var depth = 0
    /// The maximum nesting depth: deeper than any animation, and far from a stack overflow.
    private static let depthLimit = 256

    /// Returns the largest number of nodes of a text. A value takes two bytes, with the separator after it; the whole, and each list that
    /// is not closed yet, takes one.
    static func mostNodes(_ count: Int) -> Int { count / 2 + depthLimit + 2 }

    /// - Parameter nodes: Room for `mostNodes` nodes.
    init(bytes: UnsafeBufferPointer<UInt8>, nodes: UnsafeMutableBufferPointer<JSONTree.Node>) {
        (self.bytes, self.nodes) = (bytes, nodes)
        // Some programs begin with a byte order mark.
        if bytes.count >= 3, bytes[0] == 0xEF, bytes[1] == 0xBB, bytes[2] == 0xBF { at = 3 }
    }

    mutating func parse() throws {
        try value()
        skipSpace()
        if at < bytes.count { throw failure("unexpected text after the end") }
    }

    private func failure(_ reason: String) -> LottieError {
        LottieError("", at >= bytes.count ? "unexpected end of text" : "\(reason) (byte \(at))")
    }

    private mutating func skipSpace() {
        while at < bytes.count {
            let c = bytes[at]
            guard c == 0x20 || c == 0x0A || c == 0x0D || c == 0x09 else { return }
            at += 1
        }
    }

    private mutating func value() throws {
        skipSpace()
        guard at < bytes.count else { throw failure("") }
        switch bytes[at] {
        case UInt8(ascii: "{"): try container(.object, UInt8(ascii: "}"))
        case UInt8(ascii: "["): try container(.array, UInt8(ascii: "]"))
        case UInt8(ascii: "\""): try string()
        case UInt8(ascii: "t"): try word("true", .yes)
        case UInt8(ascii: "f"): try word("false", .no)
        case UInt8(ascii: "n"): try word("null", .null)
        // Not valid JSON, but scripts write it.
        case UInt8(ascii: "N"): try word("NaN", .word)
        case UInt8(ascii: "I"): try word("Infinity", .word)
        case UInt8(ascii: "u"): try word("undefined", .word)
        case UInt8(ascii: "-") where at + 1 < bytes.count && bytes[at + 1] == UInt8(ascii: "I"): try word("-Infinity", .word)
        default: try number()
        }
    }

    private mutating func container(_ kind: JSONTree.Kind, _ close: UInt8) throws {
        let index = count
        append(JSONTree.Node(kind: kind))
        depth += 1
        guard depth <= Self.depthLimit else { throw failure("lists and objects are nested more than \(Self.depthLimit) deep") }
        at += 1
        skipSpace()
        if at < bytes.count, bytes[at] == close {
            at += 1
        } else {
            while true {
                if kind == .object {
                    skipSpace()
                    guard at < bytes.count, bytes[at] == UInt8(ascii: "\"") else { throw failure("expected a name") }
                    try string()
                    skipSpace()
                    guard at < bytes.count, bytes[at] == UInt8(ascii: ":") else { throw failure("expected “:”") }
                    at += 1
                }
                try value()
                skipSpace()
                guard at < bytes.count else { throw failure("") }
                let c = bytes[at]
                guard c == UInt8(ascii: ",") || c == close else { throw failure("expected “,”") }
                at += 1
                if c == close { break }
            }
        }
        depth -= 1
        nodes[index].next = Int32(count)
    }

    private mutating func leaf(_ node: JSONTree.Node) {
        var node = node
        node.next = Int32(count + 1)
        append(node)
    }

    @inline(__always)
    private mutating func append(_ node: JSONTree.Node) {
        precondition(count < nodes.count)
        (nodes.baseAddress! + count).initialize(to: node)
        count += 1
    }

    private mutating func word(_ text: StaticString, _ kind: JSONTree.Kind) throws {
        let count = text.utf8CodeUnitCount
        guard at + count <= bytes.count, memcmp(bytes.baseAddress! + at, text.utf8Start, count) == 0 else {
            throw failure("expected a value")
        }
        at += count
        leaf(JSONTree.Node(kind: kind))
    }

    private mutating func string() throws {
        at += 1
        let start = at
        var isEscaped = false
        while at < bytes.count, bytes[at] != UInt8(ascii: "\"") {
            if bytes[at] == UInt8(ascii: "\\") { isEscaped = true; at += 1 }
            at += 1
        }
        guard at < bytes.count else { at = bytes.count; throw failure("") }
        leaf(JSONTree.Node(start: Int32(start), length: Int32(at - start), kind: isEscaped ? .escapedString : .string))
        at += 1
    }

    private static let powers: [Double] = (0...22).map { n in (0..<n).reduce(1.0) { p, _ in p * 10 } }

    private mutating func number() throws {
        let start = at
        var negative = false
        if bytes[at] == UInt8(ascii: "-") { negative = true; at += 1 }
        var mantissa: UInt64 = 0, digits = 0, scale = 0, any = false
        var isFraction = false
        while at < bytes.count {
            let c = bytes[at]
            if c >= 0x30 && c <= 0x39 {
                any = true
                if digits < 19 {
                    mantissa = mantissa &* 10 &+ UInt64(c &- 0x30)
                    if mantissa > 0 { digits += 1 }
                    if isFraction { scale -= 1 }
                } else if !isFraction {
                    scale += 1
                }
            } else if c == UInt8(ascii: "."), !isFraction {
                isFraction = true
            } else {
                break
            }
            at += 1
        }
        guard any else { throw failure("expected a value") }
        if at < bytes.count, bytes[at] | 0x20 == UInt8(ascii: "e") {
            at += 1
            var down = false, exponent = 0, hasDigit = false
            if at < bytes.count, bytes[at] == UInt8(ascii: "-") || bytes[at] == UInt8(ascii: "+") {
                down = bytes[at] == UInt8(ascii: "-"); at += 1
            }
            while at < bytes.count, bytes[at] >= 0x30, bytes[at] <= 0x39 {
                if exponent < 10000 { exponent = exponent * 10 + Int(bytes[at] - 0x30) }
                hasDigit = true
                at += 1
            }
            guard hasDigit else { throw failure("expected an exponent") }
            scale += down ? -exponent : exponent
        }
        var result: Double
        if mantissa == 0 {
            result = 0
        } else if mantissa <= 1 << 53, abs(scale) <= 22 {
            // Both numbers are exact, so there is a single, correct rounding.
            result = scale < 0 ? Double(mantissa) / Self.powers[-scale] : Double(mantissa) * Self.powers[scale]
        } else {
            result = abs(Double(String(decoding: bytes[start..<at], as: UTF8.self)) ?? .infinity)
        }
        result = min(result, .greatestFiniteMagnitude)
        if negative { result = -result }
        leaf(JSONTree.Node(number: result, kind: .number))
    }

    /// Returns the text of a string with escape sequences. Invalid escapes are omitted.
    static func unescaped(_ bytes: ArraySlice<UInt8>) -> String {
        var units: [UInt16] = [], text = "", run: [UInt8] = []
        func flush() {
            if !run.isEmpty { text += String(decoding: run, as: UTF8.self); run = [] }
            if !units.isEmpty { text += String(decoding: units, as: UTF16.self); units = [] }
        }
        var i = bytes.startIndex
        while i < bytes.endIndex {
            let c = bytes[i]
            i += 1
            guard c == UInt8(ascii: "\\"), i < bytes.endIndex else {
                if !units.isEmpty { flush() }
                run.append(c)
                continue
            }
            let e = bytes[i]
            i += 1
            if e == UInt8(ascii: "u") {
                if !run.isEmpty { flush() }
                let end = min(bytes.endIndex, i + 4)
                if let unit = UInt16(String(decoding: bytes[i..<end], as: UTF8.self), radix: 16) { units.append(unit) }
                i = end
                continue
            }
            if !units.isEmpty { flush() }
            switch e {
            case UInt8(ascii: "n"): run.append(0x0A)
            case UInt8(ascii: "t"): run.append(0x09)
            case UInt8(ascii: "r"): run.append(0x0D)
            case UInt8(ascii: "b"): run.append(0x08)
            case UInt8(ascii: "f"): run.append(0x0C)
            default: run.append(e)
            }
        }
        flush()
        return text
    }
}
