internal import SwiftSyntax

/// Finds the declarations of one file.
final class Collector: ActiveVisitor {
    private var number: Int { file.number }
    private(set) var types: [TypeInfo] = []
    private(set) var aliases: [String: String] = [:]
    /// Functions and variables of the top level.
    private(set) var globals: [Member] = []
    /// Names in `x.name != nil` and `if let a = x.name`.
    private(set) var testedNames: Set<String> = []
    private var open: [TypeInfo] = []

    /// The literals in `Selector("…")`.
    private(set) var selectorNames: Set<String> = []

    override func visit(_ node: ClassDeclSyntax) -> SyntaxVisitorContinueKind {
        begin(node, .class, generic: node.genericParameterClause != nil) { super.visit(node) }
    }
    override func visit(_ node: StructDeclSyntax) -> SyntaxVisitorContinueKind {
        begin(node, .value, generic: node.genericParameterClause != nil) { super.visit(node) }
    }
    override func visit(_ node: EnumDeclSyntax) -> SyntaxVisitorContinueKind {
        begin(node, .value, generic: node.genericParameterClause != nil) { super.visit(node) }
    }
    override func visit(_ node: ActorDeclSyntax) -> SyntaxVisitorContinueKind {
        begin(node, .value, generic: node.genericParameterClause != nil) { super.visit(node) }
    }
    override func visit(_ node: ProtocolDeclSyntax) -> SyntaxVisitorContinueKind {
        begin(node, .protocol, generic: false) { super.visit(node) }
    }
    override func visit(_ node: ExtensionDeclSyntax) -> SyntaxVisitorContinueKind {
        begin(node, .external, generic: false) { super.visit(node) }
    }

    override func visitPost(_ node: ClassDeclSyntax) { end { super.visitPost(node) } }
    override func visitPost(_ node: StructDeclSyntax) { end { super.visitPost(node) } }
    override func visitPost(_ node: EnumDeclSyntax) { end { super.visitPost(node) } }
    override func visitPost(_ node: ActorDeclSyntax) { end { super.visitPost(node) } }
    override func visitPost(_ node: ProtocolDeclSyntax) { end { super.visitPost(node) } }
    override func visitPost(_ node: ExtensionDeclSyntax) { end { super.visitPost(node) } }

    /// What is left out is no declaration.
    override func visit(_ node: CodeBlockItemSyntax) -> SyntaxVisitorContinueKind {
        file.isCut(node.positionAfterSkippingLeadingTrivia.utf8Offset) ? .skipChildren : .visitChildren
    }
    override func visit(_ node: MemberBlockItemSyntax) -> SyntaxVisitorContinueKind {
        file.isCut(node.positionAfterSkippingLeadingTrivia.utf8Offset) ? .skipChildren : .visitChildren
    }

    override func visit(_ node: FunctionDeclSyntax) -> SyntaxVisitorContinueKind { member(node) }
    override func visit(_ node: InitializerDeclSyntax) -> SyntaxVisitorContinueKind { member(node) }
    override func visit(_ node: SubscriptDeclSyntax) -> SyntaxVisitorContinueKind { member(node) }
    override func visit(_ node: VariableDeclSyntax) -> SyntaxVisitorContinueKind { member(node) }

    override func visit(_ node: ImportDeclSyntax) -> SyntaxVisitorContinueKind {
        if let module = node.path.first?.name.text {
            file.imports.insert(module)
            let isTestable = node.attributes.contains { $0.as(AttributeSyntax.self)?.attributeName.trimmedDescription == "testable" }
            if isTestable { file.testableImports.insert(module) }
        }
        guard let module = node.path.first?.name.text, conditions.policy.replacedModules[module] == nil,
            !conditions.modules.contains(module) || !PartialModules.suffices(module, for: file.bytes)
        else { return .skipChildren }
        if conditions.policy.droppedModules.contains(module) {
            file.droppedModules.append(module)
        } else if openConditions.allSatisfy({ $0 == "(SWIFT_PACKAGE)" }) || Conditions.appleOnly.contains(module),
            !file.missingModules.contains(module)
        {
            // SwiftPM always sets that condition.
            file.missingModules.append(module)
        }
        return .skipChildren
    }

    override func visit(_ node: EnumCaseDeclSyntax) -> SyntaxVisitorContinueKind {
        open.last?.cases += node.elements.map(\.name.text)
        return .skipChildren
    }

    override func visit(_ node: TypeAliasDeclSyntax) -> SyntaxVisitorContinueKind {
        let path = (scopePath.map { $0 + "." } ?? "") + node.name.text
        aliases[path] = node.initializer.value.trimmedDescription
        return .skipChildren
    }

    override func visit(_ node: FunctionCallExprSyntax) -> SyntaxVisitorContinueKind {
        if let name = SelectorLiteralRule.literal(of: node) { selectorNames.insert(name) }
        return .visitChildren
    }

    override func visit(_ node: MemberAccessExprSyntax) -> SyntaxVisitorContinueKind {
        if node.declName.argumentNames == nil,
            node.parent?.is(ExprListSyntax.self) == true
                || node.parent?.is(InitializerClauseSyntax.self) == true
        {
            testedNames.insert(node.declName.baseName.text)
        }
        return .visitChildren
    }

    private func member(_ node: some DeclSyntaxProtocol) -> SyntaxVisitorContinueKind {
        guard let type = open.last, let scope = scopes.last?.node else {
            if Self.isTopLevel(Syntax(node)) {
                globals += Member.all(in: DeclSyntax(node), file: number, container: nil, isObjCByScope: false, conditions: openConditions)
            }
            return .visitChildren
        }
        // Only what stands in the body of the type, not in a function of it.
        guard node.parent?.is(MemberBlockItemSyntax.self) == true else { return .visitChildren }
        type.members += Member.all(
            in: DeclSyntax(node), file: number, container: scope.as(ExtensionDeclSyntax.self), isObjCByScope: Self.makesMembersObjC(scope),
            conditions: openConditions
        )
        return .visitChildren
    }

    private static func isTopLevel(_ node: Syntax) -> Bool {
        var next = node.parent
        while let current = next {
            if current.is(CodeBlockSyntax.self) || current.is(ClosureExprSyntax.self) || current.is(AccessorBlockSyntax.self) {
                return false
            }
            next = current.parent
        }
        return true
    }

    private func begin(
        _ node: some DeclSyntaxProtocol & DeclGroupSyntax, _ kind: TypeInfo.Kind, generic: Bool, _ enter: () -> SyntaxVisitorContinueKind
    ) -> SyntaxVisitorContinueKind {
        let result = enter()
        let type = TypeInfo(module: file.module, path: scopePath ?? "")
        type.kind = kind
        type.isGeneric = generic
        let attributes = node.attributes.compactMap { $0.as(AttributeSyntax.self)?.attributeName.trimmedDescription }
        if kind != .external {
            type.declaration = (number, DeclSyntax(node), openConditions)
            type.isObjC = attributes.contains("objc") || attributes.contains("objcMembers")
            type.access =
                node.modifiers.first {
                    [
                        "private", "fileprivate", "internal", "package", "public",
                        "open",
                    ].contains($0.name.text)
                }?.name.text
        }
        for inherited in node.inheritanceClause?.inheritedTypes ?? []
        where !file.isCut(inherited.type.positionAfterSkippingLeadingTrivia.utf8Offset) {
            let attributed = inherited.type.as(AttributedTypeSyntax.self)
            type.inherited.append(
                .init(
                    name: (attributed?.baseType ?? inherited.type).trimmedDescription,
                    attributes: attributed?.attributes.trimmedDescription ?? "", file: number,
                    end: inherited.type.endPositionBeforeTrailingTrivia, conditions: openConditions,
                    isInExtension: kind == .external
                ))
        }
        types.append(type)
        open.append(type)
        return result
    }

    private func end(_ leave: () -> Void) {
        open.removeLast()
        leave()
    }

    private static func makesMembersObjC(_ scope: DeclSyntax) -> Bool {
        func has(_ attributes: AttributeListSyntax, _ name: String) -> Bool {
            attributes.contains { $0.as(AttributeSyntax.self)?.attributeName.trimmedDescription == name }
        }
        if let type = scope.as(ClassDeclSyntax.self) { return has(type.attributes, "objcMembers") }
        if let type = scope.as(ProtocolDeclSyntax.self) { return has(type.attributes, "objc") }
        if let type = scope.as(ExtensionDeclSyntax.self) { return has(type.attributes, "objc") }
        return false
    }
}
