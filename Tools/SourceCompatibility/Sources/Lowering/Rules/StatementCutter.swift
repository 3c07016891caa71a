internal import SwiftSyntax

/// Branches that can't be taken.
final class StatementCutter: SyntaxVisitor {
    let rule: CutRule

    init(_ rule: CutRule) {
        self.rule = rule
        super.init(viewMode: .sourceAccurate)
    }

    override func visit(_ node: IfExprSyntax) -> SyntaxVisitorContinueKind {
        guard !rule.isCut(node.positionAfterSkippingLeadingTrivia.utf8Offset) else { return .skipChildren }
        let never = isNever(node.conditions)
        // A branch for newer releases over what doesn't exist: its author has another one for the rest.
        let isGuarded =
            node.conditions.contains { $0.condition.is(AvailabilityConditionSyntax.self) }
            && rule.mention(in: node.body) != nil
        guard never || isGuarded else { return .visitChildren }
        decide(node.conditions, "false")
        rule.cut(range: Self.inside(node.body))
        if let other = node.elseBody { walk(Syntax(fromProtocol: other)) }
        return .skipChildren
    }

    override func visit(_ node: GuardStmtSyntax) -> SyntaxVisitorContinueKind {
        guard !rule.isCut(node.positionAfterSkippingLeadingTrivia.utf8Offset), isNever(node.conditions) else { return .visitChildren }
        decide(node.conditions, "false")
        walk(node.body)
        // Nothing behind it is reached.
        if let item = node.parent?.as(CodeBlockItemSyntax.self), let list = item.parent?.as(CodeBlockItemListSyntax.self),
            let last = list.last, last.position > item.position
        {
            rule.cut(range: item.endPosition.utf8Offset..<last.endPositionBeforeTrailingTrivia.utf8Offset)
        }
        return .skipChildren
    }

    override func visit(_ node: SwitchCaseSyntax) -> SyntaxVisitorContinueKind {
        guard let label = node.label.as(SwitchCaseLabelSyntax.self),
            label.caseItems.allSatisfy({ rule.mention(in: $0.pattern) != nil })
        else {
            return .visitChildren
        }
        rule.cut(range: FileContext.range(node))
        return .skipChildren
    }

    override func visit(_ node: FunctionDeclSyntax) -> SyntaxVisitorContinueKind { .visitChildren }

    /// A call whose value nobody takes: without it the rest does what it did. Those within it were looked at before; one with a closure
    /// might have run that, so it is no such call. A local variable goes with all that uses it, a loop with what it runs over.
    override func visitPost(_ node: CodeBlockItemSyntax) {
        guard let gone = rule.mention(in: node), isStatement(node), let kind = kind(of: node.item) else { return }
        rule.file.problem(CutRule.name, at: node, "this \(kind) is left out: \(gone) doesn't exist on Linux", severity: .warning)
        rule.file.count(CutRule.name)
        if let variable = node.item.as(VariableDeclSyntax.self) { rule.gone.add(Syntax(variable)) }
        // A case of a switch has to hold something.
        let isCase = node.parent?.parent?.is(SwitchCaseSyntax.self) ?? false
        let isLast = node.parent?.as(CodeBlockItemListSyntax.self)?.allSatisfy { item in
            item.id == node.id || rule.isCut(item.positionAfterSkippingLeadingTrivia.utf8Offset)
        }
        if isCase, isLast == true {
            rule.cut(range: FileContext.range(node), with: "break")
        } else {
            rule.cut(range: FileContext.range(node))
        }
    }

    private func kind(of item: CodeBlockItemSyntax.Item) -> String? {
        if isAssignment(item) { return "assignment" }
        if isCall(item) { return "call" }
        if let loop = item.as(StmtSyntax.self)?.as(ForStmtSyntax.self), rule.mention(in: loop.sequence) != nil { return "loop" }
        if let variable = item.as(VariableDeclSyntax.self), variable.bindings.count == 1,
            variable.bindings.first?.pattern.is(IdentifierPatternSyntax.self) == true
        {
            return "variable"
        }
        return nil
    }

    /// `player.volume = 1`, `title = playerTitle()`: nothing that has to get a value here, so neither a local variable nor, in an
    /// initialiser, a property.
    private func isAssignment(_ item: CodeBlockItemSyntax.Item) -> Bool {
        guard let elements = item.as(ExprSyntax.self)?.as(SequenceExprSyntax.self)?.elements, elements.count >= 3,
            let target = elements.first, elements.dropFirst().first?.is(AssignmentExprSyntax.self) == true
        else { return false }
        if rule.mention(in: target) != nil { return true }
        if let reference = target.as(DeclReferenceExprSyntax.self), LocalNames.find(reference.baseName.text, at: reference) != nil {
            return false
        }
        let isOwn = target.is(DeclReferenceExprSyntax.self) || target.as(MemberAccessExprSyntax.self)?.base?.trimmedDescription == "self"
        var next = item.parent
        while isOwn, let current = next, !current.is(MemberBlockSyntax.self) {
            if current.is(InitializerDeclSyntax.self) { return false }
            next = current.parent
        }
        return true
    }

    private func isCall(_ item: CodeBlockItemSyntax.Item) -> Bool {
        guard var expression = item.as(ExprSyntax.self) else { return false }
        while true {
            if let inner = expression.as(TryExprSyntax.self)?.expression ?? expression.as(AwaitExprSyntax.self)?.expression {
                expression = inner
            } else {
                let call = expression.as(FunctionCallExprSyntax.self)
                guard let call = call ?? expression.as(OptionalChainingExprSyntax.self)?.expression.as(FunctionCallExprSyntax.self)
                else {
                    return false
                }
                // An initialiser has to call another one: without it the whole goes.
                if let callee = call.calledExpression.as(MemberAccessExprSyntax.self), callee.declName.baseName.text == "init",
                    let base = callee.base?.trimmedDescription, base == "self" || base == "super"
                {
                    return false
                }
                return !call.tokens(viewMode: .sourceAccurate).contains { $0.tokenKind == .leftBrace }
            }
        }
    }

    /// Whether it is no value: it stands among others, or in a function that returns nothing.
    private func isStatement(_ node: CodeBlockItemSyntax) -> Bool {
        guard let list = node.parent?.as(CodeBlockItemListSyntax.self), let owner = list.parent else { return false }
        if owner.is(SwitchCaseSyntax.self) {
            guard let chosen = owner.parent?.parent?.as(SwitchExprSyntax.self), let around = chosen.parent else { return false }
            if around.is(ExpressionStmtSyntax.self), let item = around.parent?.as(CodeBlockItemSyntax.self) { return isStatement(item) }
            return around.as(CodeBlockItemSyntax.self).map(isStatement) ?? false
        }
        if list.count > 1 { return true }
        if owner.is(ClosureExprSyntax.self) { return false }
        guard owner.is(CodeBlockSyntax.self), let function = owner.parent?.as(FunctionDeclSyntax.self) else {
            // Of `if`, `for`, `do`; those that are values stand alone in what returns one.
            guard owner.is(CodeBlockSyntax.self), let around = owner.parent else { return false }
            if let accessor = around.as(AccessorDeclSyntax.self) {
                return ["set", "willSet", "didSet"].contains(accessor.accessorSpecifier.text)
            }
            return !isValue(around)
        }
        return function.signature.returnClause == nil
    }

    /// An `if` or `switch` whose branches are values.
    private func isValue(_ node: Syntax?) -> Bool {
        guard let node, node.is(IfExprSyntax.self) else { return false }
        guard let item = node.parent else { return false }
        if item.is(IfExprSyntax.self) { return isValue(item) }
        return !(item.is(ExpressionStmtSyntax.self) || item.is(CodeBlockItemSyntax.self))
    }

    /// Casts to what doesn't exist, and releases that the policy leaves out.
    private func isNever(_ conditions: ConditionElementListSyntax) -> Bool {
        conditions.contains { element in
            if let available = element.condition.as(AvailabilityConditionSyntax.self) {
                return available.availabilityKeyword.text == "#available" && rule.isNewer(available.availabilityArguments)
            }
            guard rule.mention(in: element.condition) != nil else { return false }
            // A value that doesn't exist is none.
            if element.condition.is(OptionalBindingConditionSyntax.self) { return true }
            let value = element.condition.as(ExprSyntax.self)
            guard let elements = value?.as(SequenceExprSyntax.self)?.elements, elements.count == 3, let last = elements.last else {
                return false
            }
            // `x as? T`, `x is T`
            return last.is(TypeExprSyntax.self) && rule.mention(in: elements.first) == nil
        }
    }

    private func decide(_ conditions: ConditionElementListSyntax, _ text: String) {
        rule.file.count(CutRule.name)
        let range = FileContext.range(conditions)
        rule.cut(range: range, with: text)
    }

    private static func inside(_ block: CodeBlockSyntax) -> Range<Int> {
        block.leftBrace.endPosition.utf8Offset..<block.rightBrace.positionAfterSkippingLeadingTrivia.utf8Offset
    }
}
