internal import SwiftSyntax

/// What all files share while they are lowered.
final class LoweringContext {
    let conditions: Conditions
    let index: PackageIndex
    let files: [FileContext]
    let optionals: OptionalProtocols
    let overrides: ExtensionOverrides
    /// The types that have a member of a name that Objective-C would see.
    let objectMembers: [String: [TypeInfo]]
    /// By file: whether a declaration in it can have the type AnyObject.
    let mentionsAnyObject: [Bool]
    /// True if an expression can have the type AnyClass.
    let mentionsAnyClass: Bool
    /// Names of members that are compared with nil somewhere.
    let testedNames: Set<String>
    /// The methods and properties that literals name, by selector.
    let selectors: [String: [(type: TypeInfo, member: Member)]]

    init(conditions: Conditions, index: PackageIndex, files: [FileContext], selectorNames: Set<String>, testedNames: Set<String>) {
        self.testedNames = testedNames
        self.conditions = conditions
        self.index = index
        self.files = files
        optionals = OptionalProtocols(index)
        mentionsAnyObject = files.map { Needles.contains("AnyObject", in: $0.bytes) }
        mentionsAnyClass = files.contains { file in
            ["AnyClass", "AnyObject.Type", "type(of", "NSClassFromString", "object_getClass", "class_getSuperclass", "classNamed"].contains
            {
                Needles.contains($0, in: file.bytes)
            }
        }
        objectMembers =
            mentionsAnyObject.contains(true) || mentionsAnyClass
            ? index.all.reduce(into: [:]) { result, type in
                guard type.kind != .value else { return }
                for name in Set(type.members.lazy.filter(\.isObjC).map(\.name)) { result[name, default: []].append(type) }
            } : [:]
        overrides = ExtensionOverrides(index)
        selectors = SelectorLiteralRule.table(index, names: selectorNames)
    }
}

/// Walks one file and asks the rules at each node that they know.
final class FileLowering: ActiveVisitor {
    let context: LoweringContext
    private let namesakes: [String: String]
    let types: ExpressionTypes

    init(_ file: FileContext, _ context: LoweringContext) {
        self.context = context
        namesakes = NamesakeRule.modules(in: file, context.index)
        types = ExpressionTypes(index: context.index, module: file.module)
        super.init(file, conditions: context.conditions)
    }

    override func lower(_ condition: ExprSyntax, _ conditions: Conditions) { ConditionRule.apply(to: condition, conditions, in: file) }

    override func visit(_ node: CodeBlockItemSyntax) -> SyntaxVisitorContinueKind {
        file.isCut(node.positionAfterSkippingLeadingTrivia.utf8Offset) ? .skipChildren : .visitChildren
    }

    override func visit(_ node: MemberBlockItemSyntax) -> SyntaxVisitorContinueKind {
        file.isCut(node.positionAfterSkippingLeadingTrivia.utf8Offset) ? .skipChildren : .visitChildren
    }

    override func visit(_ node: AttributeSyntax) -> SyntaxVisitorContinueKind { AttributeRule.apply(to: node, in: self) }

    override func visit(_ node: ImportDeclSyntax) -> SyntaxVisitorContinueKind { ImportRule.apply(to: node, in: self) }

    override func visit(_ node: ProtocolDeclSyntax) -> SyntaxVisitorContinueKind {
        let result = super.visit(node)
        OptionalProtocolRule.apply(to: node, in: self)
        return result
    }

    override func visit(_ node: FunctionCallExprSyntax) -> SyntaxVisitorContinueKind {
        OptionalCallRule.apply(to: node, in: self)
        SelectorLiteralRule.apply(to: node, in: self)
        KeyValueRule.applyToObserve(node, in: self)
        HostTimerRule.apply(to: node, in: self)
        StandardStreamRule.apply(to: node, in: self)
        EmptyTextRule.apply(to: node, in: self)
        MetatypeRule.apply(to: node, in: self)
        return .visitChildren
    }

    override func visit(_ node: OptionalChainingExprSyntax) -> SyntaxVisitorContinueKind {
        OptionalCallRule.applyToDoubleChain(node, in: self)
        return .visitChildren
    }

    override func visit(_ node: ForceUnwrapExprSyntax) -> SyntaxVisitorContinueKind {
        OptionalCallRule.applyToDoubleUnwrap(node, in: self)
        return .visitChildren
    }

    override func visit(_ node: MacroExpansionExprSyntax) -> SyntaxVisitorContinueKind {
        switch node.macroName.text {
        case "selector": SelectorRule.apply(to: node, in: self)
        case "keyPath": KeyPathRule.apply(to: node, in: self)
        case "imageLiteral", "colorLiteral", "fileLiteral": LiteralRule.apply(to: node, in: self)
        case "Preview": PreviewRule.apply(to: node, in: file)
        default: return .visitChildren
        }
        return .skipChildren
    }

    override func visit(_ node: MacroExpansionDeclSyntax) -> SyntaxVisitorContinueKind {
        guard node.macroName.text == "Preview" else { return .visitChildren }
        PreviewRule.apply(to: node, in: file)
        return .skipChildren
    }

    override func visit(_ node: VariableDeclSyntax) -> SyntaxVisitorContinueKind {
        AttributeRule.apply(to: node.modifiers, in: self)
        ManagedPropertyRule.apply(to: node, in: self)
        KeyValueRule.apply(to: node, in: self)
        return .visitChildren
    }

    override func visit(_ node: InitializerDeclSyntax) -> SyntaxVisitorContinueKind {
        AttributeRule.apply(to: node, in: self)
        return .visitChildren
    }

    override func visit(_ node: FunctionDeclSyntax) -> SyntaxVisitorContinueKind {
        AttributeRule.apply(to: node.modifiers, in: self)
        KeyValueRule.apply(to: node, in: self)
        return .visitChildren
    }

    override func visit(_ node: MemberAccessExprSyntax) -> SyntaxVisitorContinueKind {
        OptionalCallRule.apply(to: node, in: self)
        ExtensionOverrideRule.apply(to: node, in: self)
        if !AnyClassRule.apply(to: node, in: self) { AnyObjectRule.apply(to: node, in: self) }
        MetatypeRule.apply(to: node, in: self)
        HostTimerRule.apply(to: node, in: self)
        ImportRule.apply(to: node, in: self)
        return .visitChildren
    }

    override func visit(_ node: IdentifierTypeSyntax) -> SyntaxVisitorContinueKind {
        NamesakeRule.apply(to: node.name, of: namesakes, in: file)
        return .visitChildren
    }

    override func visit(_ node: DeclReferenceExprSyntax) -> SyntaxVisitorContinueKind {
        // Not `x.Name`.
        if node.parent?.as(MemberAccessExprSyntax.self)?.declName.id != node.id {
            NamesakeRule.apply(to: node.baseName, of: namesakes, in: file)
            AnyClassRule.apply(to: node, in: self)
        }
        return .visitChildren
    }

    override func visit(_ node: MemberTypeSyntax) -> SyntaxVisitorContinueKind {
        ImportRule.apply(to: node, in: self)
        return .visitChildren
    }
}
