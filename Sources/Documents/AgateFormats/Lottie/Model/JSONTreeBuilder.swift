/// Builds the nodes of a tree from drafts, without writing and parsing text.
struct JSONTreeBuilder {
    /// The reason for which there is no tree.
    enum Refusal: Error { case notFinite, tooLarge }

    /// The tree whose bytes begin those of the new one, so that its strings need not be copied.
    private let source: JSONTree?
    private let mostNodes: Int
    private(set) var nodes: ContiguousArray<JSONTree.Node> = []
    private(set) var bytes: [UInt8]
    /// The places of strings that were added, by their text.
    private var added: [String: (start: Int32, length: Int32)] = [:]

    init(_ source: JSONTree?, mostNodes: Int) {
        (self.source, self.mostNodes, bytes) = (source, min(mostNodes, Int(Int32.max)), source?.bytes ?? [])
    }

    mutating func add(_ draft: JSONDraft) throws(Refusal) {
        switch draft {
        case .parsed(let value): try copy(value.tree, value.index)
        case .null: try leaf(JSONTree.Node(kind: .null))
        case .number(let number):
            guard number.isFinite else { throw .notFinite }
            try leaf(JSONTree.Node(number: number, kind: .number))
        case .string(let text): try add(text)
        case .list(let list):
            let index = try open(JSONTree.Node(kind: .array))
            for inner in list { try add(inner) }
            close(index)
        case .object(let members):
            let index = try open(JSONTree.Node(kind: .object))
            for member in members {
                try add(member.name)
                try add(member.value)
            }
            close(index)
        }
    }

    /// Copies a value of the source with other values in place of some.
    /// - Parameter edits: The values to replace, in the order of the source, and `next`, the first one that is in the value or after it.
    ///   Those inside a value that is replaced are ignored.
    mutating func copy(
        _ index: Int32, of source: JSONTree, _ edits: [(index: Int32, draft: JSONDraft)], _ next: inout Int
    ) throws(Refusal) {
        let node = source.nodes[Int(index)]
        guard next < edits.count, edits[next].index < node.next else { return try copy(source, index) }
        if edits[next].index == index {
            try add(edits[next].draft)
            while next < edits.count, edits[next].index < node.next { next += 1 }
            return
        }
        let opened = try open(node)
        // Names are nodes as values are.
        var inner = index + 1
        while inner < node.next {
            try copy(inner, of: source, edits, &next)
            inner = source.nodes[Int(inner)].next
        }
        close(opened)
    }

    // MARK: Nodes

    private mutating func open(_ node: JSONTree.Node) throws(Refusal) -> Int {
        guard nodes.count < mostNodes else { throw .tooLarge }
        nodes.append(node)
        return nodes.count - 1
    }

    private mutating func close(_ index: Int) { nodes[index].next = Int32(nodes.count) }

    private mutating func leaf(_ node: JSONTree.Node) throws(Refusal) { close(try open(node)) }

    /// Adds a string, whose text is stored once.
    private mutating func add(_ text: String) throws(Refusal) {
        let place: (start: Int32, length: Int32)
        if let known = added[text] {
            place = known
        } else {
            let start = bytes.count
            bytes += text.utf8
            guard bytes.count < Int(Int32.max) else { throw .tooLarge }
            place = (Int32(start), Int32(bytes.count - start))
            added[text] = place
        }
        try leaf(JSONTree.Node(start: place.start, length: place.length, kind: .string))
    }

    /// Copies a value with everything in it.
    private mutating func copy(_ tree: JSONTree, _ index: Int32) throws(Refusal) {
        let end = Int(tree.nodes[Int(index)].next), shift = nodes.count - Int(index)
        guard end + shift <= mostNodes else { throw .tooLarge }
        for i in Int(index)..<end {
            var node = tree.nodes[i]
            node.next += Int32(shift)
            if tree !== source, node.kind == .string || node.kind == .escapedString {
                let text = tree.bytes[Int(node.start)..<Int(node.start) + Int(node.length)]
                node.start = Int32(bytes.count)
                bytes += text
                guard bytes.count < Int(Int32.max) else { throw .tooLarge }
            }
            nodes.append(node)
        }
    }
}

extension JSONTree {
    /// Builds a tree from a draft.
    convenience init(_ draft: JSONDraft) throws(JSONTreeBuilder.Refusal) {
        var builder = JSONTreeBuilder(nil, mostNodes: .max)
        try builder.add(draft)
        self.init(builder.nodes, builder.bytes)
    }

    /// Returns the tree with other values in place of some. What is not replaced is copied as it is.
    /// - Parameter mostNodes: The largest number of values and names that the result may have.
    func replacing(_ edits: [(value: JSONValue, draft: JSONDraft)], mostNodes: Int = .max) throws(JSONTreeBuilder.Refusal) -> JSONTree {
        var builder = JSONTreeBuilder(self, mostNodes: mostNodes), next = 0
        let ordered = edits.map { (index: $0.value.index, draft: $0.draft) }.sorted { $0.index < $1.index }
        try builder.copy(0, of: self, ordered, &next)
        return JSONTree(builder.nodes, builder.bytes)
    }
}
