internal import SwiftSyntax

/// What a name means inside a function, as far as the text around it says.
enum LocalName {
    /// The type is written at the name.
    case typed(TypeSyntax)
    /// A variable whose value is written.
    case value(ExprSyntax)
    /// `if let name = value`: the value without its optional.
    case unwrapped(ExprSyntax)
    /// `if let name`: the member or the variable of that name, without its optional.
    case same(AbsolutePosition)
    /// `for name in value`
    case element(of: ExprSyntax)
    /// A parameter of a closure that is passed to a call, by its place.
    case closureParameter(ClosureExprSyntax, Int)
    case function(FunctionDeclSyntax)
    case type(DeclSyntax)
    /// A local name about whose type nothing is known.
    case unknown
}

/// Finds the local declaration of a name: the nearest around a place.
enum LocalNames {
    /// Returns nil for a name that no function, closure, condition or loop around the place declares. The search ends at the file: names of
    /// types' members and of the top level are not local.
    static func find(_ name: String, at start: some SyntaxProtocol) -> LocalName? {
        var child = Syntax(start)
        let place = start.position
        while let parent = child.parent {
            if let found = declaration(of: name, in: parent, below: child, before: place) { return found }
            child = parent
        }
        return nil
    }

    private static func declaration(
        of name: String, in parent: Syntax, below child: Syntax, before place: AbsolutePosition
    ) -> LocalName? {
        switch parent.as(SyntaxEnum.self) {
        case .codeBlockItemList(let items): return inList(name, items, before: place)
        case .ifExpr(let node):
            if node.elseBody.map({ Syntax($0).id == child.id }) ?? false { return nil }
            return inConditions(name, node.conditions, before: place)
        case .whileStmt(let node): return inConditions(name, node.conditions, before: place)
        case .guardStmt(let node):
            return child.id == node.body.id ? nil : inConditions(name, node.conditions, before: place)
        case .conditionElementList(let node): return inConditions(name, node, before: child.position)
        case .forStmt(let node):
            if Syntax(node.sequence).id == child.id { return nil }
            return inPattern(name, node.pattern) ? simple(node.pattern) ? .element(of: node.sequence) : .unknown : nil
        case .switchCase(let node):
            let items = node.label.as(SwitchCaseLabelSyntax.self)?.caseItems
            return items?.contains { inPattern(name, $0.pattern) } == true ? .unknown : nil
        case .catchClause(let node):
            let isNamed = node.catchItems.contains { item in item.pattern.map { inPattern(name, $0) } ?? false }
            return isNamed || name == "error" && node.catchItems.isEmpty ? .unknown : nil
        case .closureExpr(let node): return inClosure(name, node)
        case .functionDecl(let node):
            return inParameters(name, node.signature.parameterClause) ?? inGenerics(name, node.genericParameterClause)
        case .initializerDecl(let node):
            return inParameters(name, node.signature.parameterClause) ?? inGenerics(name, node.genericParameterClause)
        case .subscriptDecl(let node): return inParameters(name, node.parameterClause) ?? inGenerics(name, node.genericParameterClause)
        case .accessorDecl(let node):
            let implicit = ["set": "newValue", "willSet": "newValue", "didSet": "oldValue"][node.accessorSpecifier.text]
            guard (node.parameters?.name.text ?? implicit) == name else { return nil }
            return typeOfProperty(around: node).map { .typed($0) } ?? .unknown
        case .classDecl(let node): return inGenerics(name, node.genericParameterClause)
        case .structDecl(let node): return inGenerics(name, node.genericParameterClause)
        case .enumDecl(let node): return inGenerics(name, node.genericParameterClause)
        case .actorDecl(let node): return inGenerics(name, node.genericParameterClause)
        default: return nil
        }
    }

    /// A list of statements. That of a file declares global names, which are no local ones.
    private static func inList(_ name: String, _ items: CodeBlockItemListSyntax, before place: AbsolutePosition) -> LocalName? {
        if isTopLevel(items) { return nil }
        var found: LocalName?
        for item in items {
            if let function = item.item.as(FunctionDeclSyntax.self), function.name.text == name { return .function(function) }
            if let type = item.item.asProtocol((any DeclGroupSyntax).self), let named = type.asProtocol((any NamedDeclSyntax).self),
                named.name.text == name
            {
                return .type(DeclSyntax(fromProtocol: type))
            }
            guard item.position < place else { continue }
            // What a branch of #if declares is seen behind it.
            if let chain = item.item.as(IfConfigDeclSyntax.self), item.endPosition <= place {
                for clause in chain.clauses {
                    guard let inner = clause.elements?.as(CodeBlockItemListSyntax.self) else { continue }
                    found = inList(name, inner, before: place) ?? found
                }
            }
            if let variable = item.item.as(VariableDeclSyntax.self), item.endPosition <= place || isInAccessors(variable, place) {
                for binding in variable.bindings where inPattern(name, binding.pattern) { found = local(binding, variable) }
            }
            if let guarding = item.item.as(GuardStmtSyntax.self), item.endPosition <= place {
                found = inConditions(name, guarding.conditions, before: place) ?? found
            }
        }
        return found
    }

    /// Whether a list is that of a file, or of a branch of `#if` in it.
    private static func isTopLevel(_ items: CodeBlockItemListSyntax) -> Bool {
        var list = items
        while true {
            if list.parent?.is(SourceFileSyntax.self) == true { return true }
            guard let chain = list.parent?.as(IfConfigClauseSyntax.self)?.parent?.parent,
                let outer = chain.parent?.parent?.as(CodeBlockItemListSyntax.self)
            else { return false }
            list = outer
        }
    }

    private static func isInAccessors(_ variable: VariableDeclSyntax, _ place: AbsolutePosition) -> Bool {
        variable.bindings.contains { $0.accessorBlock.map { $0.position <= place && place < $0.endPosition } ?? false }
    }

    private static func local(_ binding: PatternBindingSyntax, _ variable: VariableDeclSyntax) -> LocalName {
        guard binding.pattern.is(IdentifierPatternSyntax.self) else { return .unknown }
        if let type = binding.typeAnnotation?.type { return .typed(type) }
        if let value = binding.initializer?.value { return .value(value) }
        return variable.bindings.last { $0.typeAnnotation != nil }?.typeAnnotation.map { .typed($0.type) } ?? .unknown
    }

    private static func inConditions(
        _ name: String, _ conditions: ConditionElementListSyntax, before place: AbsolutePosition
    ) -> LocalName? {
        var found: LocalName?
        for element in conditions where element.position < place && element.endPosition <= place {
            if let binding = element.condition.as(OptionalBindingConditionSyntax.self), inPattern(name, binding.pattern) {
                if let type = binding.typeAnnotation?.type {
                    found = .typed(type)
                } else if let value = binding.initializer?.value {
                    found = .unwrapped(value)
                } else {
                    found = .same(binding.position)
                }
            } else if let matching = element.condition.as(MatchingPatternConditionSyntax.self), inPattern(name, matching.pattern) {
                found = .unknown
            }
        }
        return found
    }

    private static func inClosure(_ name: String, _ closure: ClosureExprSyntax) -> LocalName? {
        for capture in closure.signature?.capture?.items ?? [] {
            if capture.name.text == name, let value = capture.initializer?.value { return .value(value) }
        }
        let clause = closure.signature?.parameterClause
        if let names = clause?.as(ClosureShorthandParameterListSyntax.self) {
            guard let index = Array(names).firstIndex(where: { $0.name.text == name }) else { return nil }
            return .closureParameter(closure, index)
        }
        if let clause = clause?.as(ClosureParameterClauseSyntax.self) {
            guard let index = Array(clause.parameters).firstIndex(where: { ($0.secondName ?? $0.firstName).text == name }) else {
                return nil
            }
            return Array(clause.parameters)[index].type.map { .typed($0) } ?? .closureParameter(closure, index)
        }
        guard clause == nil, name.hasPrefix("$"), let index = Int(name.dropFirst()) else { return nil }
        return .closureParameter(closure, index)
    }

    private static func inParameters(_ name: String, _ clause: FunctionParameterClauseSyntax) -> LocalName? {
        guard let found = clause.parameters.first(where: { ($0.secondName ?? $0.firstName).text == name }) else { return nil }
        return found.ellipsis == nil ? .typed(found.type) : .unknown
    }

    private static func inGenerics(_ name: String, _ clause: GenericParameterClauseSyntax?) -> LocalName? {
        clause?.parameters.contains { $0.name.text == name } == true ? .unknown : nil
    }

    private static func typeOfProperty(around accessor: AccessorDeclSyntax) -> TypeSyntax? {
        var node = Syntax(accessor)
        while let parent = node.parent, !parent.is(CodeBlockItemListSyntax.self) {
            if let binding = parent.as(PatternBindingSyntax.self) { return binding.typeAnnotation?.type }
            node = parent
        }
        return nil
    }

    private static func simple(_ pattern: PatternSyntax) -> Bool { pattern.is(IdentifierPatternSyntax.self) }

    /// Whether a pattern binds a name.
    static func inPattern(_ name: String, _ pattern: some SyntaxProtocol) -> Bool {
        pattern.tokens(viewMode: .sourceAccurate).contains { token in
            guard token.text == name, case .identifier = token.tokenKind else { return false }
            return token.parent?.is(IdentifierPatternSyntax.self) == true
                || token.parent?.is(DeclReferenceExprSyntax.self) == true
                    && token.previousToken(viewMode: .sourceAccurate)?.tokenKind != .period && pattern.is(ValueBindingPatternSyntax.self)
        }
    }
}
