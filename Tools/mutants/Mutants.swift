// Writes a copy of Swift sources in which many small changes ("mutants") are compiled at once and a number picks one at run time:
// `a < b` becomes `mutantLess(17, a, b)`, which is `a <= b` while mutant 17 is on. See Tools/mutate, which compiles and runs this.
//
//     mutants SOURCE COPY COUNT SEED [DROPPED...]    chooses by chance: the folders on standard input, one a line
//     mutants SOURCE COPY PLACES [DROPPED...]        writes the mutants of a JSON file again, wherever their lines are now
//
// Both print the mutants that were written as JSON.
import Foundation
import SwiftOperators
import SwiftParser
import SwiftSyntax

/// A place that can change: what replaces its text, in pieces that are text or ranges of the source.
struct Site {
    enum Piece { case text(String), source(Range<Int>), number }

    var kind: String
    var range: Range<Int>
    var old: String
    var new: String
    var pieces: [Piece]
    var line = 0
    var column = 0
}

struct Mutant: Codable {
    var number: Int
    var file: String
    var line: Int
    var column: Int
    /// The length of the place: operators of one kind that begin at the same column differ in it.
    var length: Int?
    var kind: String
    var old: String
    var new: String
    var text: String
}

/// Finds the places of one file. Sites nest and never cross, and come with the outer before the inner.
final class SiteFinder: SyntaxVisitor {
    private(set) var sites: [Site] = []

    private static let operators: [String: (kind: String, function: String, new: String)] = [
        "<": ("comparison", "mutantLess", "<="), "<=": ("comparison", "mutantLessOrEqual", "<"),
        ">": ("comparison", "mutantGreater", ">="), ">=": ("comparison", "mutantGreaterOrEqual", ">"),
        "==": ("equality", "mutantEqual", "!="), "!=": ("equality", "mutantUnequal", "=="),
        "===": ("equality", "mutantSame", "!=="), "!==": ("equality", "mutantOther", "==="),
        "+": ("sign", "mutantPlus", "-"), "-": ("sign", "mutantMinus", "+"),
        "*": ("sign", "mutantTimes", "/"), "/": ("sign", "mutantDivided", "*"),
        "+=": ("sign", "mutantAdd", "-="), "-=": ("sign", "mutantSubtract", "+="),
        "&&": ("logic", "mutantAnd", "||"), "||": ("logic", "mutantOr", "&&"),
    ]

    private func range(_ node: some SyntaxProtocol) -> Range<Int> {
        node.positionAfterSkippingLeadingTrivia.utf8Offset..<node.endPositionBeforeTrailingTrivia.utf8Offset
    }

    private func add(_ kind: String, _ node: some SyntaxProtocol, _ old: String, _ new: String, _ pieces: [Site.Piece]) {
        sites.append(Site(kind: kind, range: range(node), old: old, new: new, pieces: pieces))
    }

    override func visit(_ node: InfixOperatorExprSyntax) -> SyntaxVisitorContinueKind {
        guard let symbol = node.operator.as(BinaryOperatorExprSyntax.self)?.operator.text, let change = Self.operators[symbol] else {
            return .visitChildren
        }
        let assigns = symbol == "+=" || symbol == "-="
        add(
            change.kind, node, symbol, change.new,
            [
                .text(change.function + "("), .number, .text(assigns ? ", &" : ", "), .source(range(node.leftOperand)), .text(", "),
                .source(range(node.rightOperand)), .text(")"),
            ])
        return .visitChildren
    }

    override func visit(_ node: IntegerLiteralExprSyntax) -> SyntaxVisitorContinueKind {
        if let value = Int(node.literal.text) { constant(node, node.literal.text, String(value + 1)) }
        return .skipChildren
    }

    override func visit(_ node: FloatLiteralExprSyntax) -> SyntaxVisitorContinueKind {
        if let value = Double(node.literal.text) { constant(node, node.literal.text, String(value + 1)) }
        return .skipChildren
    }

    override func visit(_ node: BooleanLiteralExprSyntax) -> SyntaxVisitorContinueKind {
        let old = node.literal.text
        add("boolean", node, old, old == "true" ? "false" : "true", [.text("mutantFlag("), .number, .text(", \(old))")])
        return .skipChildren
    }

    private func constant(_ node: some SyntaxProtocol, _ old: String, _ new: String) {
        add("constant", node, old, new, [.text("mutantValue("), .number, .text(", \(old), \(new))")])
    }

    private func negate(_ condition: ExprSyntax) {
        guard !condition.is(InfixOperatorExprSyntax.self), !condition.is(BooleanLiteralExprSyntax.self) else { return }
        add("negation", condition, "", "not", [.text("mutantNot("), .number, .text(", "), .source(range(condition)), .text(")")])
    }

    override func visit(_ node: ConditionElementSyntax) -> SyntaxVisitorContinueKind {
        if case .expression(let condition) = node.condition { negate(condition) }
        return .visitChildren
    }

    override func visit(_ node: TernaryExprSyntax) -> SyntaxVisitorContinueKind {
        negate(node.condition)
        return .visitChildren
    }

    /// A call or an assignment that could be left out. The only statement of a body may be its value.
    override func visit(_ node: CodeBlockItemSyntax) -> SyntaxVisitorContinueKind {
        guard case .expr(let statement) = node.item else { return .visitChildren }
        if let call = statement.as(FunctionCallExprSyntax.self) {
            let name = call.calledExpression.trimmedDescription
            if Self.unchanged.contains(name) || name.hasSuffix(".init") { return .skipChildren }
            if node.parent?.as(CodeBlockItemListSyntax.self)?.count == 1, node.parent?.parent?.is(ClosureExprSyntax.self) != false {
                return .visitChildren
            }
        } else if statement.as(InfixOperatorExprSyntax.self)?.operator.is(AssignmentExprSyntax.self) != true {
            return .visitChildren
        }
        add(
            "removal", statement, "statement", "nothing",
            [.text("if mutantRuns("), .number, .text(") { "), .source(range(statement)), .text(" }")])
        return .visitChildren
    }

    /// What says something to people changes no result, what states a fact may not be wrong, and what is compiled into clients can't call
    /// here.
    private static let unchanged: Set<String> = [
        "Diagnostic.report", "precondition", "preconditionFailure", "fatalError", "assert", "assertionFailure",
    ]

    override func visit(_ node: FunctionCallExprSyntax) -> SyntaxVisitorContinueKind {
        Self.unchanged.contains(node.calledExpression.trimmedDescription) ? .skipChildren : .visitChildren
    }

    override func visit(_ node: FunctionDeclSyntax) -> SyntaxVisitorContinueKind {
        Self.isInlinable(node.attributes) ? .skipChildren : .visitChildren
    }
    override func visit(_ node: InitializerDeclSyntax) -> SyntaxVisitorContinueKind {
        Self.isInlinable(node.attributes) ? .skipChildren : .visitChildren
    }
    override func visit(_ node: SubscriptDeclSyntax) -> SyntaxVisitorContinueKind {
        Self.isInlinable(node.attributes) ? .skipChildren : .visitChildren
    }
    override func visit(_ node: VariableDeclSyntax) -> SyntaxVisitorContinueKind {
        Self.isInlinable(node.attributes) ? .skipChildren : .visitChildren
    }
    override func visit(_ node: AccessorDeclSyntax) -> SyntaxVisitorContinueKind {
        Self.isInlinable(node.attributes) ? .skipChildren : .visitChildren
    }
    override func visit(_ node: AttributeSyntax) -> SyntaxVisitorContinueKind { .skipChildren }
    override func visit(_ node: EnumCaseElementSyntax) -> SyntaxVisitorContinueKind { .skipChildren }
    override func visit(_ node: SwitchCaseLabelSyntax) -> SyntaxVisitorContinueKind { .skipChildren }
    override func visit(_ node: StringLiteralExprSyntax) -> SyntaxVisitorContinueKind { .skipChildren }

    private static func isInlinable(_ attributes: AttributeListSyntax) -> Bool {
        attributes.trimmedDescription.contains("inlinable") || attributes.trimmedDescription.contains("@_transparent")
    }
}

/// SplitMix64: the same mutants for the same seed everywhere.
struct SeededGenerator: RandomNumberGenerator {
    var state: UInt64

    mutating func next() -> UInt64 {
        state &+= 0x9e37_79b9_7f4a_7c15
        var z = state
        z = (z ^ (z >> 30)) &* 0xbf58_476d_1ce4_e5b9
        z = (z ^ (z >> 27)) &* 0x94d0_49bb_1331_11eb
        return z ^ (z >> 31)
    }
}

/// The text of a range of the source with the chosen sites in it changed.
struct Writer {
    let bytes: [UInt8]
    let sites: [(site: Site, number: Int)]
    private var next = 0

    init(bytes: [UInt8], sites: [(site: Site, number: Int)]) { self.bytes = bytes; self.sites = sites }

    mutating func write(_ range: Range<Int>) -> [UInt8] {
        var result: [UInt8] = []
        var at = range.lowerBound
        while next < sites.count, sites[next].site.range.lowerBound >= at, sites[next].site.range.upperBound <= range.upperBound {
            let (site, number) = sites[next]
            next += 1
            result += bytes[at..<site.range.lowerBound]
            for piece in site.pieces {
                switch piece {
                case .text(let text): result += text.utf8
                case .number: result += "\(number)".utf8
                case .source(let part): result += write(part)
                }
            }
            at = site.range.upperBound
        }
        return result + bytes[at..<range.upperBound]
    }
}

let arguments = CommandLine.arguments
guard arguments.count >= 4 else { fatalError("SOURCE COPY COUNT SEED [DROPPED...], or SOURCE COPY PLACES [DROPPED...]") }
let source = URL(fileURLWithPath: arguments[1]), copy = URL(fileURLWithPath: arguments[2])
let places =
    arguments[3].hasSuffix(".json")
    ? try JSONDecoder().decode([Mutant].self, from: Data(contentsOf: URL(fileURLWithPath: arguments[3]))) : nil
let dropped = Set(arguments.dropFirst(places == nil ? 5 : 4).compactMap { Int($0) })

var folders: [String] = []
while let line = readLine() { folders.append(line) }
var files: [(name: String, text: String, sites: [Site])] = []
for folder in folders {
    let names = FileManager.default.enumerator(atPath: source.appendingPathComponent(folder).path)?.compactMap { $0 as? String } ?? []
    for name in names.sorted() where name.hasSuffix(".swift") {
        let file = folder + "/" + name
        let text = try String(contentsOf: source.appendingPathComponent(file), encoding: .utf8)
        let parsed = Parser.parse(source: text)
        let folded = OperatorTable.standardOperators.foldAll(parsed, errorHandler: { _ in }).cast(SourceFileSyntax.self)
        let finder = SiteFinder(viewMode: .sourceAccurate)
        finder.walk(folded)
        let lines = SourceLocationConverter(fileName: file, tree: parsed)
        let sites = finder.sites.map { site -> Site in
            var site = site
            let location = lines.location(for: AbsolutePosition(utf8Offset: site.range.lowerBound))
            (site.line, site.column) = (location.line, location.column)
            return site
        }
        files.append((file, text, sites))
    }
}

/// A place that was chosen, with the number that switches its mutant on.
typealias Choice = (file: Int, site: Int, number: Int)

/// Chooses places by chance, with a share for each kind: otherwise most would be constants, which say the least.
func choose(_ count: Int, seed: UInt64) -> [Choice] {
    let shares: [(kind: String, percent: Int)] = [
        ("comparison", 16), ("equality", 10), ("sign", 20), ("logic", 8), ("negation", 10), ("boolean", 4), ("removal", 18),
        ("constant", 14),
    ]
    var generator = SeededGenerator(state: seed)
    var chosen: [(file: Int, site: Int)] = []
    for (kind, percent) in shares {
        let places = files.indices.flatMap { file in
            files[file].sites.indices.filter { files[file].sites[$0].kind == kind }.map { (file: file, site: $0) }
        }
        chosen += places.shuffled(using: &generator).prefix(count * percent / 100)
    }
    return chosen.sorted { ($0.file, $0.site) < ($1.file, $1.site) }.enumerated().map { ($1.file, $1.site, $0 + 1) }
}

/// Finds earlier mutants by what they change, and where a line occurs several times, by the nearest one. Those whose line has changed are
/// left out.
func find(_ mutants: [Mutant]) -> [Choice] {
    var found: [Choice] = []
    for mutant in mutants {
        guard let file = files.firstIndex(where: { $0.name == mutant.file }) else { continue }
        let lines = files[file].text.split(separator: "\n", omittingEmptySubsequences: false)
        let same = files[file].sites.indices.filter { index in
            let site = files[file].sites[index]
            return (site.kind, site.old, site.new, site.column) == (mutant.kind, mutant.old, mutant.new, mutant.column)
                && mutant.length ?? site.range.count == site.range.count
                && lines[site.line - 1].trimmingCharacters(in: .whitespaces) == mutant.text
                && !found.contains { $0.file == file && $0.site == index }
        }
        let nearest = same.min { abs(files[file].sites[$0].line - mutant.line) < abs(files[file].sites[$1].line - mutant.line) }
        if let nearest { found.append((file, nearest, mutant.number)) }
    }
    return found.sorted { ($0.file, $0.site) < ($1.file, $1.site) }
}

let chosen = places.map(find) ?? choose(Int(arguments[3]) ?? 0, seed: UInt64(arguments[4]) ?? 1)

// Private to each changed file and behind its last line: files are optimised one by one, and in hot loops the functions have to be inlined.
let functions = try Array(Data(contentsOf: source.appendingPathComponent("Tools/mutants/Switch.swift")))
var mutants: [Mutant] = []
for (index, file) in files.enumerated() {
    let here = chosen.filter { $0.file == index && !dropped.contains($0.number) }
    let lines = file.text.split(separator: "\n", omittingEmptySubsequences: false)
    for place in here {
        let site = file.sites[place.site]
        mutants.append(
            Mutant(
                number: place.number, file: file.name, line: site.line, column: site.column, length: site.range.count, kind: site.kind,
                old: site.old,
                new: site.new, text: lines[site.line - 1].trimmingCharacters(in: .whitespaces)))
    }
    let bytes = Array(file.text.utf8)
    var writer = Writer(bytes: bytes, sites: here.map { (file.sites[$0.site], $0.number) })
    let text = writer.write(0..<bytes.count) + (here.isEmpty ? [] : functions)
    let target = copy.appendingPathComponent(file.name)
    // Files that stay as they are keep their times, so that the next build leaves them alone.
    if let present = try? Data(contentsOf: target), Array(present) == text { continue }
    try Data(text).write(to: target)
}
let encoder = JSONEncoder()
encoder.outputFormatting = [.sortedKeys]
FileHandle.standardError.write(Data("\(chosen.count) of \(files.reduce(0) { $0 + $1.sites.count }) places\n".utf8))
print(String(decoding: try encoder.encode(mutants), as: UTF8.self))
