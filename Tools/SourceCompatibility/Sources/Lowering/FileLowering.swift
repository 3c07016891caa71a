internal import SwiftParser
internal import SwiftSyntax

/// One file on its way through the rules: what it was, and what will be changed.
final class FileContext {
    let path: String
    let bytes: [UInt8]
    let tree: SourceFileSyntax
    let module: String
    /// The modules that this file imports, as written.
    let lines: LineTable

    var edits = Edits()
    /// What stands behind the last line: each piece with the conditions of `#if` that it stands under.
    private(set) var tail: [(conditions: [String], text: String)] = []
    private(set) var counts: [String: Int] = [:]
    private(set) var problems: [Problem] = []
    /// The modules without which this file can't be compiled.
    var missingModules: [String] = []

    init(path: String, bytes: [UInt8], tree: SourceFileSyntax, module: String) {
        self.path = path
        self.bytes = bytes
        self.tree = tree
        self.module = module
        lines = LineTable(bytes)
    }

    /// A rule was used.
    func count(_ rule: String) { counts[rule, default: 0] += 1 }

    func problem(_ severity: Problem.Severity = .error, _ rule: String, at node: some SyntaxProtocol, _ message: String) {
        let place = lines.position(of: node.positionAfterSkippingLeadingTrivia.utf8Offset)
        problems.append(Problem(severity: severity, rule: rule, path: path, line: place.line, column: place.column, message: message))
    }

    func replace(_ node: some SyntaxProtocol, with text: String) { edits.replace(Self.range(node), with: text) }

    /// Takes out a node and leaves spaces, so that what stands behind it keeps its column.
    func blank(_ node: some SyntaxProtocol) { blank(Self.range(node)) }

    func blank(_ range: Range<Int>) {
        edits.replace(range, with: String(decoding: bytes[range].map { $0 == newline ? newline : UInt8(ascii: " ") }, as: UTF8.self))
    }

    func insert(_ text: String, at position: AbsolutePosition) { edits.insert(text, at: position.utf8Offset) }

    func append(_ text: String, under conditions: [String] = []) { tail.append((conditions, text)) }

    /// The bytes of a node without what stands around it.
    static func range(_ node: some SyntaxProtocol) -> Range<Int> {
        node.positionAfterSkippingLeadingTrivia.utf8Offset..<node.endPositionBeforeTrailingTrivia.utf8Offset
    }

    /// The file as it will be compiled, or nil where it is as it was.
    func loweredText() -> String? {
        if !missingModules.isEmpty {
            return "// Left out: \(missingModules.joined(separator: ", ")) can't be imported on Linux.\n"
        }
        guard !edits.isEmpty || !tail.isEmpty else { return nil }
        var text = String(decoding: edits.apply(to: bytes, in: 0..<bytes.count), as: UTF8.self)
        if !tail.isEmpty && !text.hasSuffix("\n") { text += "\n" }
        for piece in tail {
            for condition in piece.conditions { text += "#if \(condition)\n" }
            text += piece.text + "\n"
            for _ in piece.conditions { text += "#endif\n" }
        }
        return text
    }
}

/// Walks one file and asks the rules at each node that they know.
final class FileLowering: SyntaxVisitor {
    let file: FileContext
    let conditions: Conditions
    /// The conditions of `#if` around the node that is visited, where only the compiler knows them; lowered.
    private(set) var openConditions: [String] = []

    init(_ file: FileContext, conditions: Conditions) {
        self.file = file
        self.conditions = conditions
        super.init(viewMode: .sourceAccurate)
    }

    override func visit(_ node: AttributeSyntax) -> SyntaxVisitorContinueKind { AttributeRule.apply(to: node, in: self) }

    override func visit(_ node: ImportDeclSyntax) -> SyntaxVisitorContinueKind { ImportRule.apply(to: node, in: self) }

    override func visit(_ node: IfConfigDeclSyntax) -> SyntaxVisitorContinueKind {
        let values = conditions.values(of: node)
        let lowers = !conditions.leavesAlone(node)
        var before: [String] = []
        for (clause, value) in zip(node.clauses, values) {
            var text = "true"
            if let condition = clause.condition {
                text = lowers ? ConditionRule.apply(to: condition, in: self) : condition.trimmedDescription
            }
            if value != false, let elements = clause.elements {
                if value == nil {
                    openConditions.append((before + ["(\(text))"]).joined(separator: " && "))
                    walk(elements)
                    openConditions.removeLast()
                } else {
                    walk(elements)
                }
            }
            before.append("!(\(text))")
        }
        return .skipChildren
    }
}
