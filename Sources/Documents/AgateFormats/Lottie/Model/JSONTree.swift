import Foundation

/// A JSON text, parsed once into a flat list of nodes, in the order of the text. Edited trees are built from their nodes (`JSONDraft`).
///
/// Foundation's JSONSerialization boxes every number and JSONDecoder uses three containers for each value: for animations, which consist
/// mostly of numbers, that takes ten times as long as reading the bytes. Here a node is 24 bytes, keys are compared in place, and values
/// are created only on access. Depth is limited, and memory is limited by the length of the text.
package final class JSONTree: @unchecked Sendable {
    // Unchecked: nothing is written after `init`.

    /// A word is a value that is not a number, such as NaN.
    enum Kind: UInt8 { case null, no, yes, word, number, string, escapedString, array, object }

    struct Node {
        /// A number's value; for a string, its start and length.
        var number = 0.0
        var start: Int32 = 0
        var length: Int32 = 0
        /// The node after this one and its descendants.
        var next: Int32 = 0
        var kind = Kind.null
    }

    let nodes: ContiguousArray<Node>
    /// The text that contains the strings, and after it the strings that were added by edits.
    let bytes: [UInt8]

    /// The number of numbers that exceeded the limit and were clamped.
    package let cutNumbers: Int

    init(_ nodes: ContiguousArray<Node>, _ bytes: [UInt8], cutNumbers: Int = 0) {
        (self.nodes, self.bytes, self.cutNumbers) = (nodes, bytes, cutNumbers)
    }

    /// - Throws: `LottieError` if the text is not JSON.
    package convenience init(_ data: Data) throws {
        guard data.count < Int(Int32.max) else { throw LottieError("", "the text has \(data.count) bytes, which is too large") }
        let bytes = [UInt8](data)
        let nodes = try bytes.withUnsafeBufferPointer { text in
            try ContiguousArray<Node>(unsafeUninitializedCapacity: JSONParser.mostNodes(text.count)) { nodes, count in
                var parser = JSONParser(bytes: text, nodes: nodes)
                try parser.parse()
                count = parser.count
            }
        }
        self.init(nodes, bytes)
    }

    /// Returns the tree with numbers clamped to a limit, in absolute value. `cutNumbers` is their number.
    package func clamped(to largest: Double) -> JSONTree {
        guard nodes.contains(where: { abs($0.number) > largest }) else { return self }
        var nodes = nodes, cut = 0
        for i in nodes.indices where abs(nodes[i].number) > largest {
            nodes[i].number = nodes[i].number < 0 ? -largest : largest
            cut += 1
        }
        return JSONTree(nodes, bytes, cutNumbers: cut)
    }

    package var root: JSONValue { JSONValue(tree: self, index: 0) }
}

/// A value of a tree.
package struct JSONValue: Sendable {
    let tree: JSONTree
    let index: Int32

    private var node: JSONTree.Node { tree.nodes[Int(index)] }

    package var isObject: Bool { node.kind == .object }
    package var isArray: Bool { node.kind == .array }
    package var isString: Bool { node.kind == .string || node.kind == .escapedString }
    package var isBool: Bool { node.kind == .yes || node.kind == .no }
    package var isNull: Bool { node.kind == .null }

    /// A number, or the only number of a list; true and false are 1 and 0, because programs use them interchangeably.
    package var number: Double? {
        let node = node
        switch node.kind {
        case .number: return node.number
        case .yes: return 1
        case .no: return 0
        case .array: return first.flatMap { $0.isArray ? nil : $0.number }
        default: return nil
        }
    }

    package var bool: Bool? { number.map { $0 != 0 } }
    package var int: Int? { number.flatMap { $0.isFinite && abs($0) < 1e15 ? Int($0) : nil } }

    package var string: String? {
        let node = node
        switch node.kind {
        case .string:
            return tree.bytes.withUnsafeBufferPointer {
                String(decoding: UnsafeBufferPointer(rebasing: $0[Int(node.start)..<Int(node.start) + Int(node.length)]), as: UTF8.self)
            }
        case .escapedString:
            return JSONParser.unescaped(tree.bytes[Int(node.start)..<Int(node.start) + Int(node.length)])
        default: return nil
        }
    }

    /// The value of a key in an object; nil if there is none, or if it is null.
    package subscript(_ key: StaticString) -> JSONValue? {
        member(UnsafeBufferPointer(start: key.utf8Start, count: key.utf8CodeUnitCount))
    }

    /// Returns the value of a key in an object; nil if there is none, or if it is null.
    func member(_ key: String) -> JSONValue? {
        var key = key
        return key.withUTF8(member)
    }

    private func member(_ key: UnsafeBufferPointer<UInt8>) -> JSONValue? {
        tree.nodes.withUnsafeBufferPointer { nodes in
            tree.bytes.withUnsafeBufferPointer { bytes in
                guard nodes[Int(index)].kind == .object else { return nil }
                let end = nodes[Int(index)].next, length = Int32(truncatingIfNeeded: key.count), first = key.first ?? 0
                var i = index + 1
                while i < end {
                    let value = i + 1
                    // Most names have one to three letters, so that a call for a comparison is rarely needed.
                    if nodes[Int(i)].length == length,
                        length == 0 || bytes[Int(nodes[Int(i)].start)] == first,
                        length <= 1 || memcmp(bytes.baseAddress! + Int(nodes[Int(i)].start), key.baseAddress!, key.count) == 0
                    {
                        return nodes[Int(value)].kind == .null ? nil : JSONValue(tree: tree, index: value)
                    }
                    i = nodes[Int(value)].next
                }
                return nil
            }
        }
    }

    /// Returns whether any of the given nodes, in ascending order, is in the value.
    func contains(oneOf nodes: [Int32]) -> Bool {
        var low = 0, high = nodes.count
        while low < high {
            let middle = (low + high) / 2
            if nodes[middle] > index { high = middle } else { low = middle + 1 }
        }
        return low < nodes.count && nodes[low] < node.next
    }

    /// The first value of a list.
    package var first: JSONValue? {
        let node = node
        return node.kind == .array && node.next > index + 1 ? JSONValue(tree: tree, index: index + 1) : nil
    }

    /// The values of a list; empty for other values.
    package var elements: Elements { Elements(tree: tree, i: index + 1, end: node.kind == .array ? node.next : index + 1) }

    package var all: [JSONValue] { Array(elements) }

    package struct Elements: Sequence, IteratorProtocol {
        fileprivate let tree: JSONTree
        fileprivate var i: Int32
        fileprivate let end: Int32
        package mutating func next() -> JSONValue? {
            guard i < end else { return nil }
            defer { i = tree.nodes[Int(i)].next }
            return JSONValue(tree: tree, index: i)
        }
    }

    /// The first three numbers of a list of numbers, missing ones being 0, and how many the list has; nil for anything else. Read in one
    /// pass: files consist mostly of such lists.
    var plainNumbers: (first: SIMD3<Double>, count: Int)? {
        tree.nodes.withUnsafeBufferPointer { nodes in
            guard nodes[Int(index)].kind == .array else { return nil }
            let start = Int(index) + 1, count = Int(nodes[Int(index)].next) - start
            var first = SIMD3<Double>.zero
            for i in 0..<count {
                guard nodes[start + i].kind == .number else { return nil }
                if i < 3 { first[i] = nodes[start + i].number }
            }
            return (first, count)
        }
    }

    /// The first two numbers of each list in a list of lists of numbers; nil for anything else.
    var plainPairs: [SIMD2<Double>]? {
        tree.nodes.withUnsafeBufferPointer { nodes in
            guard nodes[Int(index)].kind == .array else { return nil }
            var i = Int(index) + 1, pairs: [SIMD2<Double>] = []
            let end = Int(nodes[Int(index)].next)
            pairs.reserveCapacity((end - i) / 3)
            while i < end {
                let next = Int(nodes[i].next)
                guard nodes[i].kind == .array, next >= i + 3, nodes[i + 1].kind == .number, nodes[i + 2].kind == .number else { return nil }
                pairs.append(SIMD2(nodes[i + 1].number, nodes[i + 2].number))
                i = next
            }
            return pairs
        }
    }

    /// The names and values of an object, in the order of the text.
    package var members: [(name: String, value: JSONValue)] {
        guard node.kind == .object else { return [] }
        var members: [(String, JSONValue)] = []
        var i = index + 1
        while i < node.next {
            members.append((JSONValue(tree: tree, index: i).string ?? "", JSONValue(tree: tree, index: i + 1)))
            i = tree.nodes[Int(i + 1)].next
        }
        return members
    }

    /// The location of the value, as `layers[3].ks.p`. It is computed on access, for error messages.
    package var place: String {
        var place = "", at: Int32 = 0
        while at != index {
            let node = tree.nodes[Int(at)]
            var i = at + 1, number = 0, found = false
            while i < node.next {
                let value = node.kind == .object ? i + 1 : i
                if value <= index && index < tree.nodes[Int(value)].next {
                    if node.kind == .object {
                        place += (place.isEmpty ? "" : ".") + (JSONValue(tree: tree, index: i).string ?? "")
                    } else {
                        place += "[\(number)]"
                    }
                    at = value
                    found = true
                    break
                }
                number += 1
                i = tree.nodes[Int(value)].next
            }
            if !found { break }
        }
        return place
    }

    /// Returns an error with this location.
    package func error(_ reason: String) -> LottieError { LottieError(place, reason) }
}
