internal import SwiftSyntax

/// Takes out what can't exist: code over the types of modules that Linux has not, and code for releases newer than the policy's.
///
///     import WebKit                                       ->
///     if let web = view as? WKWebView { … } else { … }    ->  if false { } else { … }
///     if #available(iOS 26, *) { newer() } else { … }     ->  if false { } else { … }
///     AudioServicesPlaySystemSound(1519)                  ->                                  (a statement, with a warning)
///     func load(_ request: WKNavigation) { … }            ->                                  (with a warning)
///
/// A file of which nothing would be left is left out as a whole.
final class CutRule {
    static let name = "left out"

    private let file: FileContext
    private let conditions: Conditions
    private let prefixes: [String]
    /// Names of modules that have no prefix.
    private let names: Set<String>
    /// Types and functions that were taken out of this file.
    private var goneNames: Set<String> = []
    /// Where names that don't exist stand, in order.
    private var mentions: [(offset: Int, name: String)] = []
    /// What is taken out.
    private var cuts: [Range<Int>] = []
    private var isChanged = false

    /// - Returns: false where the file has to be left out.
    /// - Parameter hidden: types that only code declares which is not compiled.
    static func apply(to file: FileContext, _ conditions: Conditions, _ index: PackageIndex, hidden: Set<String> = []) -> Bool {
        let known = AppleModules.prefixes
        guard file.missingModules.allSatisfy({ known[$0] != nil || AppleModules.names[$0] != nil }) else { return false }
        let modules = file.missingModules + file.droppedModules + modulesBehindConditions(file, conditions)
        let prefixes = modules.flatMap { known[$0] ?? [] }
        var names = modules.reduce(into: Set<String>()) { if let names = AppleModules.names[$1] { $0.formUnion(names.union([$1])) } }
        if !file.missingModules.isEmpty { names.formUnion(hidden) }
        guard !prefixes.isEmpty || !names.isEmpty || !conditions.policy.newestVersions.isEmpty else { return true }
        let rule = CutRule(file, conditions, prefixes, names)
        // What is taken out may be named elsewhere in the file.
        var passes = 0
        repeat {
            rule.isChanged = false
            rule.mentions = prefixes.isEmpty && names.isEmpty ? [] : rule.findMentions(index)
            for item in file.tree.statements { rule.cut(Syntax(item.item)) }
            passes += 1
        } while rule.isChanged && passes < 4
        file.cuts = rule.cuts
        return !rule.isEverythingGone || file.missingModules.isEmpty
    }

    private init(_ file: FileContext, _ conditions: Conditions, _ prefixes: [String], _ names: Set<String>) {
        self.file = file
        self.conditions = conditions
        self.prefixes = prefixes
        self.names = names
    }

    /// `#if canImport(WebKit) import WebKit #endif`: what the file then names under another condition (`#if os(iOS)`) doesn't exist either.
    private static func modulesBehindConditions(_ file: FileContext, _ conditions: Conditions) -> [String] {
        final class Finder: SyntaxVisitor {
            var found: [String] = []
            override func visit(_ node: ImportDeclSyntax) -> SyntaxVisitorContinueKind {
                if let module = node.path.first?.name.text { found.append(module) }
                return .skipChildren
            }
        }
        let finder = Finder(viewMode: .sourceAccurate)
        for item in file.tree.statements {
            guard let chain = item.item.as(IfConfigDeclSyntax.self) else { continue }
            for (clause, value) in zip(chain.clauses, conditions.values(of: chain)) where value == false {
                if let elements = clause.elements { finder.walk(elements) }
            }
        }
        return finder.found.filter { !conditions.modules.contains($0) && !file.imports.contains($0) }
    }

    /// The types that the package declares under conditions that don't hold, and nowhere else.
    static func hiddenTypes(_ files: [FileContext], _ conditions: Conditions, _ index: PackageIndex) -> Set<String> {
        final class Finder: SyntaxVisitor {
            var names: Set<String> = []
            override func visit(_ node: MemberBlockSyntax) -> SyntaxVisitorContinueKind { .skipChildren }
            override func visitPost(_ node: ClassDeclSyntax) { names.insert(node.name.text) }
            override func visitPost(_ node: StructDeclSyntax) { names.insert(node.name.text) }
            override func visitPost(_ node: EnumDeclSyntax) { names.insert(node.name.text) }
            override func visitPost(_ node: ProtocolDeclSyntax) { names.insert(node.name.text) }
        }
        let known = Set(index.all.filter { $0.kind != .external }.map(\.path))
        return files.reduce(into: []) { result, file in
            for item in file.tree.statements {
                guard let chain = item.item.as(IfConfigDeclSyntax.self) else { continue }
                for (clause, value) in zip(chain.clauses, conditions.values(of: chain)) where value == false {
                    guard let elements = clause.elements else { continue }
                    let finder = Finder(viewMode: .sourceAccurate)
                    finder.walk(elements)
                    result.formUnion(finder.names.subtracting(known))
                }
            }
        }
    }

    // MARK: Names that don't exist

    private func findMentions(_ index: PackageIndex) -> [(offset: Int, name: String)] {
        var result: [(offset: Int, name: String)] = []
        let reader = ActiveTokens(file, conditions: conditions) { [self] token in
            guard case .identifier(let name) = token.tokenKind else { return }
            guard
                goneNames.contains(name)
                    || (names.contains(name) || AppleModules.owns(prefixes, name)) && !index.declares(name, module: file.module)
            else {
                return
            }
            if !goneNames.contains(name) {
                // A member, or a label.
                if token.previousToken(viewMode: .sourceAccurate)?.tokenKind == .period { return }
                if names.contains(name), token.nextToken(viewMode: .sourceAccurate)?.tokenKind == .colon { return }
            }
            let offset = token.positionAfterSkippingLeadingTrivia.utf8Offset
            if !isCut(offset) { result.append((offset, name)) }
        }
        reader.walk(file.tree)
        return result
    }

    /// The tokens that will be compiled, without those of imports.
    private final class ActiveTokens: ActiveVisitor {
        private let body: (TokenSyntax) -> Void

        init(_ file: FileContext, conditions: Conditions, _ body: @escaping (TokenSyntax) -> Void) {
            self.body = body
            super.init(file, conditions: conditions)
        }

        override func visit(_ token: TokenSyntax) -> SyntaxVisitorContinueKind {
            body(token)
            return .skipChildren
        }

        override func visit(_ node: ImportDeclSyntax) -> SyntaxVisitorContinueKind { .skipChildren }
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
                    let inner =
                        element.as(MemberBlockItemSyntax.self).map { Syntax($0.decl) }
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
            !node.is(ExtensionDeclSyntax.self)
        {
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
            let attributes = node.asProtocol((any WithAttributesSyntax).self)?.attributes
        else {
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
        /// might have run that, so it is no such call.
        override func visitPost(_ node: CodeBlockItemSyntax) {
            guard let gone = rule.mention(in: node), isStatement(node), isCall(node.item) else { return }
            rule.file.problem(CutRule.name, at: node, "this call is left out: \(gone) doesn't exist on Linux", severity: .warning)
            rule.file.count(CutRule.name)
            rule.cut(range: FileContext.range(node))
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
                    return !call.tokens(viewMode: .sourceAccurate).contains { $0.tokenKind == .leftBrace }
                }
            }
        }

        /// Whether it is no value: it stands among others, or in a function that returns nothing.
        private func isStatement(_ node: CodeBlockItemSyntax) -> Bool {
            guard let list = node.parent?.as(CodeBlockItemListSyntax.self), let owner = list.parent else { return false }
            if list.count > 1 { return true }
            if owner.is(ClosureExprSyntax.self) { return false }
            guard owner.is(CodeBlockSyntax.self), let function = owner.parent?.as(FunctionDeclSyntax.self) else {
                // Of `if`, `for`, `do`; those that are values stand alone in what returns one.
                return owner.is(CodeBlockSyntax.self) && !(owner.parent?.is(AccessorDeclSyntax.self) ?? true) && !isValue(owner.parent)
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
                let value =
                    element.condition.as(OptionalBindingConditionSyntax.self)?.initializer?.value
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
