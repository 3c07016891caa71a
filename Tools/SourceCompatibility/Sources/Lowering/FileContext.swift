internal import SwiftSyntax

/// One file on its way through the rules: what it was, and what will be changed.
final class FileContext {
    /// Its place in the list of all files that are parsed.
    let number: Int
    let path: String
    let bytes: [UInt8]
    let tree: SourceFileSyntax
    let module: String
    let lines: LineTable

    var edits = Edits()
    /// What stands behind the last line: each piece with the conditions of `#if` that it stands under.
    private(set) var tail: [(conditions: [String], text: String)] = []
    private(set) var counts: [String: Int] = [:]
    private(set) var problems: [Problem] = []
    /// The modules that this file imports, in code that will be compiled.
    var imports: Set<String> = []
    /// Those of them that show what is internal.
    var testableImports: Set<String> = []
    /// Whether the file names something of UIKit, Core Animation or Core Graphics.
    private(set) lazy var namesUIKit = tree.tokens(viewMode: .sourceAccurate).contains { token in
        guard case .identifier(let name) = token.tokenKind else { return false }
        // Foundation has these on Linux.
        return AppleModules.owns(["UI", "CA"], name) || Self.namesCoreGraphics(name) || ImportRule.isUIKits(name)
    }
    /// Whether an identifier is one of CoreGraphics. Foundation has the plainest types on Linux.
    static func namesCoreGraphics(_ name: String) -> Bool {
        AppleModules.owns(["CG"], name) && !["CGFloat", "CGPoint", "CGSize", "CGRect"].contains(name)
    }
    /// The modules that this file imports and that can't be had.
    var missingModules: [String] = []
    /// The modules whose imports are taken out.
    var droppedModules: [String] = []
    /// Whether the whole file is left out.
    var isLeftOut = false
    /// What is taken out of it.
    var cuts: [Range<Int>] = []
    /// Returns true if the text at a position is removed.
    func isCut(_ offset: Int) -> Bool { cuts.contains { $0.contains(offset) } }

    /// All identifiers of the file.
    private(set) lazy var identifiers: Set<String> = tree.tokens(viewMode: .sourceAccurate).reduce(into: []) { result, token in
        if case .identifier(let name) = token.tokenKind { result.insert(name) }
    }

    /// The modules whose imports became others'.
    var replacedImports: Set<String> = []

    init(number: Int, path: String, bytes: [UInt8], tree: SourceFileSyntax, module: String) {
        self.number = number
        self.path = path
        self.bytes = bytes
        self.tree = tree
        self.module = module
        lines = LineTable(bytes)
    }

    /// A rule was used.
    func count(_ rule: String) { counts[rule, default: 0] += 1 }

    func problem(_ rule: String, at node: some SyntaxProtocol, _ message: String, severity: Problem.Severity = .error) {
        let offset = node.positionAfterSkippingLeadingTrivia.utf8Offset
        guard !isCut(offset) else { return }
        let place = lines.position(of: offset)
        problems.append(Problem(severity: severity, rule: rule, path: path, line: place.line, column: place.column, message: message))
    }

    var sortedProblems: [Problem] { problems.sorted { ($0.line, $0.column) < ($1.line, $1.column) } }

    func replace(_ node: some SyntaxProtocol, with text: String) { edits.replace(Self.range(node), with: text) }

    /// Takes out a node and leaves spaces, so that what stands behind it keeps its column.
    func blank(_ node: some SyntaxProtocol) { blank(Self.range(node)) }

    func blank(_ range: Range<Int>) {
        edits.replace(range, with: String(decoding: bytes[range].map { $0 == newline ? newline : UInt8(ascii: " ") }, as: UTF8.self))
    }

    func insert(_ text: String, at position: AbsolutePosition) { edits.insert(text, at: position.utf8Offset) }

    /// Puts declarations behind the last line. What the compiler says about them names the line of `origin`.
    func append(_ text: String, under conditions: [String], from origin: some SyntaxProtocol) {
        tail.append((conditions, "\(sourceLocation(of: origin))\n\(text)"))
    }

    /// Imports a further module, behind the last line.
    func addImport(_ module: String) {
        if !tail.contains(where: { $0.text == "import \(module)" }) { tail.append(([], "import \(module)")) }
    }

    /// `#sourceLocation` for the line behind it.
    func sourceLocation(of node: some SyntaxProtocol) -> String {
        let line = lines.position(of: node.positionAfterSkippingLeadingTrivia.utf8Offset).line
        return "#sourceLocation(file: \"\(path.replacingText("\\", with: "\\\\").replacingText("\"", with: "\\\""))\", line: \(line))"
    }

    /// The bytes of a node without what stands around it.
    static func range(_ node: some SyntaxProtocol) -> Range<Int> {
        node.positionAfterSkippingLeadingTrivia.utf8Offset..<node.endPositionBeforeTrailingTrivia.utf8Offset
    }

    /// The file as it will be compiled, or nil where it is as it was.
    func loweredText() -> String? {
        if isLeftOut {
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
