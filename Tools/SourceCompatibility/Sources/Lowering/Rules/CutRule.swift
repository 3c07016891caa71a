internal import SwiftSyntax

/// Takes out what can't exist: code over the types of modules that Linux has not, and code for releases newer than the policy's.
///
///     import WebKit                                       ->
///     if let web = view as? WKWebView { … } else { … }    ->  if false { } else { … }
///     if #available(iOS 26, *) { newer() } else { … }     ->  if false { } else { … }
///     func load(_ request: WKNavigation) { … }            ->                                  (with a warning)
///
/// A file of which nothing would be left is left out as a whole.
final class CutRule {
    static let name = "left out"

    private let file: FileContext
    private let conditions: Conditions
    private let prefixes: [String]
    /// Types and functions that were taken out of this file.
    private var goneNames: Set<String> = []
    /// Where names that don't exist stand, in order.
    private var mentions: [(offset: Int, name: String)] = []
    /// What is taken out.
    private var cuts: [Range<Int>] = []
    private var isChanged = false

    /// - Returns: false where the file has to be left out.
    static func apply(to file: FileContext, _ conditions: Conditions, _ index: PackageIndex) -> Bool {
        let known = AppleModules.prefixes
        guard file.missingModules.allSatisfy({ known[$0] != nil }) else { return false }
        let prefixes = (file.missingModules + file.droppedModules).flatMap { known[$0] ?? [] }
        guard !prefixes.isEmpty || !conditions.policy.newestVersions.isEmpty else { return true }
        let rule = CutRule(file, conditions, prefixes)
        // What is taken out may be named elsewhere in the file.
        var passes = 0
        repeat {
            rule.isChanged = false
            rule.mentions = prefixes.isEmpty ? [] : rule.findMentions(index)
            for item in file.tree.statements { rule.cut(Syntax(item.item)) }
            passes += 1
        } while rule.isChanged && passes < 4
        file.cuts = rule.cuts
        return !rule.isEverythingGone || file.missingModules.isEmpty
    }

    private init(_ file: FileContext, _ conditions: Conditions, _ prefixes: [String]) {
        self.file = file
        self.conditions = conditions
        self.prefixes = prefixes
    }

    // MARK: Names that don't exist

    private func findMentions(_ index: PackageIndex) -> [(offset: Int, name: String)] {
        var result: [(offset: Int, name: String)] = []
        for token in file.tree.tokens(viewMode: .sourceAccurate) {
            guard case .identifier(let name) = token.tokenKind else { continue }
            guard goneNames.contains(name) || AppleModules.owns(prefixes, name) && index.type(name, module: file.module) == nil else {
                continue
            }
            if token.previousToken(viewMode: .sourceAccurate)?.tokenKind == .period, !goneNames.contains(name) { continue }
            let offset = token.positionAfterSkippingLeadingTrivia.utf8Offset
            if !isCut(offset) { result.append((offset, name)) }
        }
        return result
    }

    private func isCut(_ offset: Int) -> Bool { cuts.contains { $0.contains(offset) } }

    /// The first name in a node that doesn't exist and still stands.
    private func mention(in node: (some SyntaxProtocol)?) -> String? {
        guard let node, !mentions.isEmpty else { return nil }
        let range = node.position.utf8Offset..<node.endPosition.utf8Offset
        var low = 0, high = mentions.count
        while low < high {
            let middle = (low + high) / 2
            if mentions[middle].offset < range.lowerBound { low = middle + 1 } else { high = middle }
        }
        while low < mentions.count, mentions[low].offset < range.upperBound {
            if !isCut(mentions[low].offset) { return mentions[low].name }
            low += 1
        }
        return nil
    }

    // MARK: Declarations

    private func cut(_ node: Syntax) {
        if let chain = node.as(IfConfigDeclSyntax.self) {
            for (clause, value) in zip(chain.clauses, conditions.values(of: chain)) where value != false {
                guard let elements = clause.elements else { continue }
                for element in Syntax(elements).children(viewMode: .sourceAccurate) {
                    let inner = element.as(MemberBlockItemSyntax.self).map { Syntax($0.decl) }
                        ?? element.as(CodeBlockItemSyntax.self).map { Syntax($0.item) }
                    if let inner { cut(inner) }
                }
            }
            return
        }
        guard !isCut(node.positionAfterSkippingLeadingTrivia.utf8Offset) else { return }
        if isNewer(node) { return remove(node, name: declaredName(node), because: "it is of a newer release than the policy's") }
        if node.is(ImportDeclSyntax.self) { return }
        if let group = node.asProtocol((any DeclGroupSyntax).self) { return cutType(node, group) }
        if let function = node.as(FunctionDeclSyntax.self) {
            if let gone = mention(in: function.signature) ?? mention(in: function.genericWhereClause) ?? mention(in: function.attributes) {
                return remove(node, name: function.name.text, because: gone)
            }
        } else if let variable = node.as(VariableDeclSyntax.self) {
            if let gone = variable.bindings.lazy.compactMap({ self.mention(in: $0.typeAnnotation) }).first {
                return remove(node, name: declaredName(node), because: gone)
            }
        }
        StatementCutter(self).walk(node)
        if let gone = mention(in: node) { remove(node, name: node.is(FunctionDeclSyntax.self) ? declaredName(node) : nil, because: gone) }
    }

    private func cutType(_ node: Syntax, _ group: any DeclGroupSyntax) {
        let start = group.position.utf8Offset, body = group.memberBlock
        // Before the braces: what it inherits, extends, requires.
        let header = mentions.first { $0.offset >= start && $0.offset < body.position.utf8Offset && !isCut($0.offset) }?.name
        var gone = header
        if gone == nil, !node.is(ExtensionDeclSyntax.self), !node.is(ProtocolDeclSyntax.self) {
            for member in body.members {
                guard let variable = member.decl.as(VariableDeclSyntax.self), !isCut(variable.position.utf8Offset) else { continue }
                for binding in variable.bindings where !Accessors(binding).isComputed {
                    gone = gone ?? mention(in: binding.typeAnnotation) ?? mention(in: binding.initializer)
                }
            }
        }
        if let gone { return remove(node, name: declaredName(node), because: gone) }
        for member in body.members { cut(Syntax(member.decl)) }
    }

    private func declaredName(_ node: Syntax) -> String? {
        node.asProtocol((any NamedDeclSyntax).self)?.name.text
            ?? node.as(VariableDeclSyntax.self)?.bindings.first?.pattern.trimmedDescription
    }

    private func remove(_ node: Syntax, name: String?, because gone: String) {
        if let name, node.is(FunctionDeclSyntax.self) || node.asProtocol((any DeclGroupSyntax).self) != nil,
            !node.is(ExtensionDeclSyntax.self) {
            goneNames.insert(name)
        }
        if !gone.hasPrefix("it is") {
            file.problem(Self.name, at: node, "\(name ?? "this code") is left out: \(gone) doesn't exist on Linux", severity: .warning)
        }
        file.count(Self.name)
        let item = node.parent.flatMap { $0.is(MemberBlockItemSyntax.self) || $0.is(CodeBlockItemSyntax.self) ? $0 : nil }
        cut(range: FileContext.range(item ?? node))
    }

    fileprivate func cut(range: Range<Int>) {
        isChanged = true
        cuts.append(range)
        file.blank(range)
    }

    private var isEverythingGone: Bool {
        func isGone(_ item: CodeBlockItemSyntax) -> Bool {
            if item.item.is(ImportDeclSyntax.self) { return true }
            if let chain = item.item.as(IfConfigDeclSyntax.self) {
                return zip(chain.clauses, conditions.values(of: chain)).allSatisfy { clause, value in
                    value == false || clause.elements?.as(CodeBlockItemListSyntax.self)?.allSatisfy(isGone) ?? true
                }
            }
            return isCut(item.positionAfterSkippingLeadingTrivia.utf8Offset)
        }
        return file.tree.statements.allSatisfy(isGone)
    }

    // MARK: Releases

    /// `@available(iOS 26, *)`, where the policy ends before.
    private func isNewer(_ node: Syntax) -> Bool {
        guard !conditions.policy.newestVersions.isEmpty,
            let attributes = node.asProtocol((any WithAttributesSyntax).self)?.attributes else {
            return false
        }
        return attributes.contains {
            guard let attribute = $0.as(AttributeSyntax.self), attribute.attributeName.trimmedDescription == "available" else {
                return false
            }
            return attribute.arguments?.as(AvailabilityArgumentListSyntax.self).map(isNewer) ?? false
        }
    }

    fileprivate func isNewer(_ arguments: AvailabilityArgumentListSyntax) -> Bool {
        arguments.contains { argument in
            guard let platform = argument.argument.as(PlatformVersionSyntax.self),
                let newest = conditions.policy.newestVersions[platform.platform.text],
                let version = platform.version.flatMap({ LoweringPolicy.Version($0.trimmedDescription) })
            else { return false }
            return newest < version
        }
    }

    // MARK: Statements

    /// Branches that can't be taken.
    private final class StatementCutter: SyntaxVisitor {
        let rule: CutRule

        init(_ rule: CutRule) {
            self.rule = rule
            super.init(viewMode: .sourceAccurate)
        }

        override func visit(_ node: IfExprSyntax) -> SyntaxVisitorContinueKind {
            guard !rule.isCut(node.positionAfterSkippingLeadingTrivia.utf8Offset) else { return .skipChildren }
            let never = isNever(node.conditions)
            // A branch for newer releases over what doesn't exist: its author has another one for the rest.
            let isGuarded = node.conditions.contains { $0.condition.is(AvailabilityConditionSyntax.self) }
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
                let last = list.last, last.position > item.position {
                rule.cut(range: item.endPosition.utf8Offset..<last.endPositionBeforeTrailingTrivia.utf8Offset)
            }
            return .skipChildren
        }

        override func visit(_ node: SwitchCaseSyntax) -> SyntaxVisitorContinueKind {
            guard let label = node.label.as(SwitchCaseLabelSyntax.self),
                label.caseItems.allSatisfy({ rule.mention(in: $0.pattern) != nil }) else {
                return .visitChildren
            }
            rule.cut(range: FileContext.range(node))
            return .skipChildren
        }

        override func visit(_ node: FunctionDeclSyntax) -> SyntaxVisitorContinueKind { .visitChildren }

        /// Casts to what doesn't exist, and releases that the policy leaves out.
        private func isNever(_ conditions: ConditionElementListSyntax) -> Bool {
            conditions.contains { element in
                if let available = element.condition.as(AvailabilityConditionSyntax.self) {
                    return available.availabilityKeyword.text == "#available" && rule.isNewer(available.availabilityArguments)
                }
                guard rule.mention(in: element.condition) != nil else { return false }
                let value = element.condition.as(OptionalBindingConditionSyntax.self)?.initializer?.value
                    ?? element.condition.as(ExprSyntax.self)
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
            rule.isChanged = true
            rule.cuts.append(range)
            rule.file.edits.replace(range, with: text)
        }

        private static func inside(_ block: CodeBlockSyntax) -> Range<Int> {
            block.leftBrace.endPosition.utf8Offset..<block.rightBrace.positionAfterSkippingLeadingTrivia.utf8Offset
        }
    }
}
