internal import SwiftSyntax

/// A function of which statements alone can't be taken out keeps its signature where it can say so: what throws throws, what may be nil is
/// nil after a report, what has no result does nothing but report. So its callers stay.
///
///     func load() throws -> Token { … kSecToken() … }      ->  func load() throws -> Token { throw ObjectiveCRuntime.LeftOut(…) }
///     func find() -> Token? { … kSecToken() … }            ->  func find() -> Token? { ObjectiveCRuntime.LeftOut.report(…); return nil }
///     func show() { … kSecToken() … }                      ->  func show() { ObjectiveCRuntime.LeftOut.report(…) }
///
/// An override is left out: what it overrides is called then. One that a protocol of the package requires ends the program, and says why.
enum BodyCutter {
    /// - Returns: false where the declaration has to go.
    static func apply(to node: Syntax, needing name: String, _ rule: CutRule) -> Bool {
        guard let (edits, declared) = replacements(for: node, name, rule) else { return false }
        rule.file.problem(
            CutRule.name, at: node, "the body of \(declared) is left out: \(name) doesn't exist on Linux", severity: .warning)
        rule.file.count(CutRule.name)
        for (inside, text) in edits { rule.cut(range: inside, with: text) }
        return true
    }

    private static func replacements(for node: Syntax, _ gone: String, _ rule: CutRule) -> ([(Range<Int>, String)], String)? {
        if let (inside, text, declared) = replacement(for: node, gone, rule) { return ([(inside, text)], declared) }
        return accessors(of: node, gone, rule)
    }

    /// A property that is read and written keeps both: it reads as what has no value, and writing it only reports.
    private static func accessors(of node: Syntax, _ gone: String, _ rule: CutRule) -> ([(Range<Int>, String)], String)? {
        guard let variable = node.as(VariableDeclSyntax.self), variable.bindings.count == 1, let binding = variable.bindings.first,
            let type = binding.typeAnnotation?.type, !isOverride(variable.modifiers), variable.attributes.isEmpty
        else { return nil }
        let accessors = Accessors(binding), name = binding.pattern.trimmedDescription
        guard let getter = accessors.getter?.body, let setter = accessors.setter?.body, accessors.getter?.effectSpecifiers == nil else {
            return nil
        }
        var edits: [(Range<Int>, String)] = []
        if rule.mention(in: getter) != nil {
            guard let text = bodyText(name, gone, nil, type) ?? (isRequired(node, name, nil, rule) ? trap(name, gone) : nil) else {
                return nil
            }
            edits.append((inside(getter), text))
        }
        if rule.mention(in: setter) != nil { edits.append((inside(setter), " \(report(name, gone)) ")) }
        return edits.isEmpty ? nil : (edits, name)
    }

    private static func replacement(for node: Syntax, _ gone: String, _ rule: CutRule) -> (Range<Int>, String, String)? {
        if let function = node.as(FunctionDeclSyntax.self), let body = function.body, !isOverride(function.modifiers) {
            let name = function.name.text, effects = function.signature.effectSpecifiers
            let text = bodyText(name, gone, effects?.throwsClause, function.signature.returnClause?.type)
            guard let text = text ?? (isRequired(node, name, function.labels, rule) ? trap(name, gone) : nil) else { return nil }
            return (inside(body), text, name)
        }
        if let initializer = node.as(InitializerDeclSyntax.self), let body = initializer.body, !isOverride(initializer.modifiers) {
            let type = ExpressionTypes.scopePath(around: initializer) ?? "init"
            if isPlain(initializer.signature.effectSpecifiers?.throwsClause) { return (inside(body), throwing(type, gone), "init") }
            guard initializer.optionalMark != nil else { return nil }
            return (inside(body), " \(report(type, gone)); return nil ", "init")
        }
        guard let variable = node.as(VariableDeclSyntax.self), variable.bindings.count == 1, let binding = variable.bindings.first,
            let type = binding.typeAnnotation?.type, !isOverride(variable.modifiers), variable.attributes.isEmpty,
            let block = binding.accessorBlock
        else { return nil }
        let accessors = Accessors(binding), name = binding.pattern.trimmedDescription
        guard accessors.isReadOnly, accessors.getter?.effectSpecifiers == nil else { return nil }
        guard let text = bodyText(name, gone, nil, type) ?? (isRequired(node, name, nil, rule) ? trap(name, gone) : nil) else { return nil }
        if let body = accessors.getter?.body { return (inside(body), text, name) }
        guard accessors.body != nil else { return nil }
        let range =
            block.leftBrace.endPositionBeforeTrailingTrivia.utf8Offset..<block.rightBrace.positionAfterSkippingLeadingTrivia.utf8Offset
        return (range, text, name)
    }

    private static func bodyText(_ name: String, _ gone: String, _ throwing: ThrowsClauseSyntax?, _ result: TypeSyntax?) -> String? {
        if isPlain(throwing) { return self.throwing(name, gone) }
        guard let result else { return " \(report(name, gone)) " }
        if ["Void", "()", "Swift.Void"].contains(result.trimmedDescription) { return " \(report(name, gone)) " }
        let isOptional = result.is(OptionalTypeSyntax.self) || result.is(ImplicitlyUnwrappedOptionalTypeSyntax.self)
        return isOptional ? " \(report(name, gone)); return nil " : nil
    }

    /// `throws`, of any error.
    private static func isPlain(_ clause: ThrowsClauseSyntax?) -> Bool {
        clause.map { $0.throwsSpecifier.text == "throws" && $0.type == nil } ?? false
    }

    private static func throwing(_ name: String, _ gone: String) -> String {
        " throw ObjectiveCRuntime.LeftOut(\"\(name)\", needs: \"\(gone)\") "
    }

    private static func report(_ name: String, _ gone: String) -> String {
        "ObjectiveCRuntime.LeftOut.report(\"\(name)\", needs: \"\(gone)\")"
    }

    private static func trap(_ name: String, _ gone: String) -> String {
        " Swift.fatalError(\"\(name) can't work on Linux: it needs \(gone)\") "
    }

    private static func isOverride(_ modifiers: DeclModifierListSyntax) -> Bool { modifiers.contains { $0.name.text == "override" } }

    private static func inside(_ block: CodeBlockSyntax) -> Range<Int> {
        block.leftBrace.endPositionBeforeTrailingTrivia.utf8Offset..<block.rightBrace.positionAfterSkippingLeadingTrivia.utf8Offset
    }

    /// Whether a protocol of the package that the type conforms to needs the member.
    private static func isRequired(_ node: Syntax, _ name: String, _ labels: [String]?, _ rule: CutRule) -> Bool {
        guard let scope = ExpressionTypes.scopePath(around: node) else { return false }
        let index = rule.gone.index
        for step in index.ancestry(scope, module: rule.file.module) {
            for record in step.records {
                for type in index.protocols(record.inherited.map(\.name), scope: record.path, module: record.module) {
                    let members = type.members(name, labels)
                    let isNeeded = members.contains { $0.container == nil && !$0.isOptional && !rule.gone.isGone($0) }
                    if isNeeded, !members.contains(where: { $0.container != nil && !rule.gone.isGone($0) }) { return true }
                }
            }
        }
        return false
    }
}

extension FunctionDeclSyntax {
    fileprivate var labels: [String] { signature.parameterClause.parameters.map(\.firstName.text) }
}
