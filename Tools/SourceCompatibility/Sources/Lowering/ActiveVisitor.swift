internal import SwiftSyntax

/// Walks what will be compiled: skips the clauses of `#if` that won't be, and keeps track of the type it is in.
class ActiveVisitor: SyntaxVisitor {
    let file: FileContext
    let conditions: Conditions
    /// The conditions around the node that is visited, where only the compiler decides them; lowered.
    private(set) var openConditions: [String] = []
    /// The types around the node, outermost first, with the names that they are declared by (an extension: what it extends).
    private(set) var scopes: [(name: String, node: DeclSyntax)] = []

    init(_ file: FileContext, conditions: Conditions) {
        self.file = file
        self.conditions = conditions
        super.init(viewMode: .sourceAccurate)
    }

    /// `Outer.Inner`, or nil outside of types.
    var scopePath: String? { scopes.isEmpty ? nil : scopes.map(\.name).joined(separator: ".") }

    /// A condition that is going to be lowered, in a chain that doesn't stay as it is.
    func lower(_ condition: ExprSyntax, _ conditions: Conditions) {}

    override func visit(_ node: IfConfigDeclSyntax) -> SyntaxVisitorContinueKind {
        let values = conditions.values(of: node)
        let stays = conditions.leavesAlone(node), deciding = conditions.deciding(node)
        var before: [String] = []
        for (clause, value) in zip(node.clauses, values) {
            var text = "true"
            if let condition = clause.condition {
                text = stays ? condition.trimmedDescription : ConditionRule.text(of: condition, deciding)
                if !stays { lower(condition, deciding) }
            }
            if value != false, let elements = clause.elements {
                if value == nil { openConditions.append((before + ["(\(text))"]).joined(separator: " && ")) }
                walk(elements)
                if value == nil { openConditions.removeLast() }
            }
            before.append("!(\(text))")
        }
        return .skipChildren
    }

    override func visit(_ node: ClassDeclSyntax) -> SyntaxVisitorContinueKind { enter(node.name.text, node) }
    override func visit(_ node: StructDeclSyntax) -> SyntaxVisitorContinueKind { enter(node.name.text, node) }
    override func visit(_ node: EnumDeclSyntax) -> SyntaxVisitorContinueKind { enter(node.name.text, node) }
    override func visit(_ node: ActorDeclSyntax) -> SyntaxVisitorContinueKind { enter(node.name.text, node) }
    override func visit(_ node: ProtocolDeclSyntax) -> SyntaxVisitorContinueKind { enter(node.name.text, node) }
    override func visit(_ node: ExtensionDeclSyntax) -> SyntaxVisitorContinueKind {
        enter(TypeText.plainName(node.extendedType.trimmedDescription) ?? node.extendedType.trimmedDescription, node)
    }

    override func visitPost(_ node: ClassDeclSyntax) { scopes.removeLast() }
    override func visitPost(_ node: StructDeclSyntax) { scopes.removeLast() }
    override func visitPost(_ node: EnumDeclSyntax) { scopes.removeLast() }
    override func visitPost(_ node: ActorDeclSyntax) { scopes.removeLast() }
    override func visitPost(_ node: ProtocolDeclSyntax) { scopes.removeLast() }
    override func visitPost(_ node: ExtensionDeclSyntax) { scopes.removeLast() }

    private func enter(_ name: String, _ node: some DeclSyntaxProtocol) -> SyntaxVisitorContinueKind {
        scopes.append((name, DeclSyntax(node)))
        return .visitChildren
    }
}
