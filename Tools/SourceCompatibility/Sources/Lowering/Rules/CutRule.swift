internal import SwiftSyntax

/// Takes out what can't exist: code over the types of modules that Linux has not, and code for releases newer than the policy's.
///
///     import WebKit                                       ->
///     if let web = view as? WKWebView { … } else { … }    ->  if false { } else { … }
///     if #available(iOS 26, *) { newer() } else { … }     ->  if false { } else { … }
///     if let token = kSecToken() { … } else { … }         ->  if false { } else { … }
///     AudioServicesPlaySystemSound(1519)                  ->                                  (a statement, with a warning)
///     func load(_ request: WKNavigation) { … }            ->                                  (with a warning)
///
/// A file of which nothing would be left is left out as a whole. What is left out is followed by declaration (``GoneNames``): code that
/// uses it goes too, in all files of the package; other declarations of the same name stay.
final class CutRule {
    static let name = "left out"

    let file: FileContext
    let conditions: Conditions
    private let prefixes: [String]
    /// Names of modules that have no prefix.
    private let names: Set<String>
    let gone: GoneNames
    /// Where names that don't exist stand, in order.
    private var mentions: [(offset: Int, name: String)] = []
    private var isChanged = false

    /// Cuts what can't exist out of all files, and sets which of them are left out.
    /// - Returns: whether anything was cut.
    static func apply(to files: [FileContext], _ conditions: Conditions, _ index: PackageIndex) -> Bool {
        let known = AppleModules.prefixes
        let gone = GoneNames(files, index)
        let hidden = files.contains { !$0.missingModules.isEmpty } ? hiddenTypes(files, conditions, index) : []
        var rules: [CutRule] = []
        for file in files {
            guard file.missingModules.allSatisfy({ known[$0] != nil || AppleModules.names[$0] != nil }) else {
                file.isLeftOut = true
                for item in file.tree.statements { gone.add(Syntax(item.item)) }
                continue
            }
            let modules =
                file.missingModules + file.droppedModules + (file.imports.contains("AVKit") ? ["AVKit"] : [])
                + modulesBehindConditions(file, conditions)
                + modulesOfUmbrellas(file)
            let prefixes = modules.flatMap { known[$0] ?? [] }
            var names = modules.reduce(into: Set<String>()) {
                if let names = AppleModules.names[$1] { $0.formUnion(names.union([$1])) }
            }
            if !file.missingModules.isEmpty { names.formUnion(hidden) }
            rules.append(CutRule(file, conditions, prefixes, names, gone))
        }
        // What is left out is named elsewhere, in this file and in others.
        var seen: [Int: Int] = [:]
        for round in 0..<limit {
            var isChanged = false
            for rule in rules {
                let isConcerned = round == 0 ? rule.isAsked : seen[rule.file.number] != gone.count
                guard isConcerned || rule.isChanged else { continue }
                seen[rule.file.number] = gone.count
                rule.isChanged = false
                rule.mentions = rule.findMentions(index)
                guard !rule.mentions.isEmpty || !conditions.policy.newestVersions.isEmpty else { continue }
                for item in rule.file.tree.statements { rule.cut(Syntax(item.item)) }
                isChanged = isChanged || rule.isChanged
            }
            if !isChanged, round > 0 { break }
        }
        for rule in rules where rule.isEverythingGone && !rule.file.missingModules.isEmpty { rule.file.isLeftOut = true }
        return files.contains { $0.isLeftOut || !$0.cuts.isEmpty }
    }

    /// Chains of declarations that use each other are seldom longer.
    private static let limit = 24

    private init(_ file: FileContext, _ conditions: Conditions, _ prefixes: [String], _ names: Set<String>, _ gone: GoneNames) {
        self.file = file
        self.conditions = conditions
        self.prefixes = prefixes
        self.names = names
        self.gone = gone
    }

    /// Whether the file can name what doesn't exist before anything is cut.
    private var isAsked: Bool {
        !prefixes.isEmpty || !names.isEmpty || !conditions.policy.newestVersions.isEmpty
            || !Self.lackingMembers.isDisjoint(with: file.identifiers)
    }

    /// UIKit brings Core Image along, of which Agate has a part: what the file names beyond that doesn't exist. Foundation brings Combine
    /// along.
    private static func modulesOfUmbrellas(_ file: FileContext) -> [String] {
        if file.missingModules.isEmpty, !file.imports.isDisjoint(with: ["Foundation", "UIKit"]),
            !file.identifiers.isDisjoint(with: ["Published", "ObservableObject"])
        {
            return ["Combine"]
        }
        guard file.imports.contains("UIKit"), !file.imports.contains("CoreImage"), ImportRule.namesCoreImage(file),
            !PartialModules.suffices("CoreImage", for: file.bytes)
        else { return [] }
        return ["CoreImage"]
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
    private static func hiddenTypes(_ files: [FileContext], _ conditions: Conditions, _ index: PackageIndex) -> Set<String> {
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
        // A package's own members of these names stay.
        let lacking = Self.lackingMembers.intersection(file.identifiers).filter { name in
            !index.declares(name, module: file.module) && !index.all.contains { !$0.members(name, nil).isEmpty }
        }
        guard !prefixes.isEmpty || !names.isEmpty || !lacking.isEmpty || !gone.names.isDisjoint(with: file.identifiers) else { return [] }
        var result: [(offset: Int, name: String)] = []
        let reader = ActiveTokens(file, conditions: conditions) { [self] token in
            guard case .identifier(let name) = token.tokenKind else { return }
            let offset = token.positionAfterSkippingLeadingTrivia.utf8Offset
            if lacking.contains(name), token.previousToken(viewMode: .sourceAccurate)?.tokenKind == .period {
                if !isCut(offset) { result.append((offset, name)) }
                return
            }
            if isMissing(name, token, index) || gone.names.contains(name) && !isCut(offset) && gone.refers(token, in: file) {
                if !isCut(offset) { result.append((offset, name)) }
            }
        }
        reader.walk(file.tree)
        return result
    }

    /// What Foundation's classes can't be set to on Linux, or have not: statements over it are taken out.
    private static let lackingMembers: Set<String> = [
        "waitsForConnectivity", "allowsConstrainedNetworkAccess", "allowsExpensiveNetworkAccess", "sessionSendsLaunchEvents",
        "multipathServiceType", "shouldUseExtendedBackgroundIdleMode", "tlsMinimumSupportedProtocolVersion",
        "tlsMaximumSupportedProtocolVersion", "assumesHTTP3Capable", "requiresDNSSECValidation",
    ]

    /// Whether a name is one of a module that can't be had.
    private func isMissing(_ name: String, _ token: TokenSyntax, _ index: PackageIndex) -> Bool {
        guard names.contains(name) || AppleModules.owns(prefixes, name), !index.declares(name, module: file.module) else { return false }
        // What the conformance to ObservableObject gives, which is left out.
        if name == "objectWillChange" { return true }
        // A member, or a label.
        if token.previousToken(viewMode: .sourceAccurate)?.tokenKind == .period { return false }
        if names.contains(name), token.nextToken(viewMode: .sourceAccurate)?.tokenKind == .colon { return false }
        return !Provided.names.contains(name)
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

    func isCut(_ offset: Int) -> Bool { file.isCut(offset) }

    /// The first name in a node that doesn't exist and still stands.
    func mention(in node: (some SyntaxProtocol)?) -> String? {
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
            let gone =
                mention(in: function.genericParameterClause) ?? mention(in: function.signature) ?? mention(in: function.genericWhereClause)
                ?? mention(in: function.attributes)
            if let gone { return remove(node, name: function.name.text, because: gone) }
        } else if let made = node.as(InitializerDeclSyntax.self) {
            let gone = mention(in: made.genericParameterClause) ?? mention(in: made.signature) ?? mention(in: made.genericWhereClause)
            if let gone { return remove(node, name: "init", because: gone) }
        } else if let variable = node.as(VariableDeclSyntax.self) {
            cutWrappers(variable)
            if let gone = variable.bindings.lazy.compactMap({ self.mention(in: $0.typeAnnotation) }).first {
                return remove(node, name: declaredName(node), because: gone)
            }
        }
        StatementCutter(self).walk(node)
        guard let gone = mention(in: node), !isCut(node.positionAfterSkippingLeadingTrivia.utf8Offset) else { return }
        if BodyCutter.apply(to: node, needing: gone, self) { return }
        let isNamed = node.is(FunctionDeclSyntax.self) || node.is(VariableDeclSyntax.self) || node.is(InitializerDeclSyntax.self)
        remove(node, name: isNamed ? declaredName(node) : nil, because: gone)
    }

    private func cutType(_ node: Syntax, _ group: any DeclGroupSyntax) {
        cutConformances(group)
        let start = group.position.utf8Offset, body = group.memberBlock
        // Before the braces: what it inherits, extends, requires.
        let header = mentions.first { $0.offset >= start && $0.offset < body.position.utf8Offset && !isCut($0.offset) }?.name
        var gone = header
        if gone == nil, !node.is(ExtensionDeclSyntax.self), !node.is(ProtocolDeclSyntax.self) {
            for member in body.members {
                guard let variable = member.decl.as(VariableDeclSyntax.self), !isCut(variable.position.utf8Offset) else { continue }
                cutWrappers(variable)
                for binding in variable.bindings where !Accessors(binding).isComputed {
                    guard
                        let name = mention(in: variable.attributes) ?? mention(in: binding.typeAnnotation)
                            ?? mention(in: binding.initializer)
                    else { continue }
                    if canGo(variable, binding, of: node) {
                        remove(Syntax(variable), name: declaredName(Syntax(variable)), because: name)
                    } else {
                        gone = gone ?? name
                    }
                }
            }
        }
        // Without an associated type nothing of a protocol means what it did.
        if let type = node.as(ProtocolDeclSyntax.self) {
            gone =
                gone
                ?? type.memberBlock.members.lazy.compactMap { $0.decl.as(AssociatedTypeDeclSyntax.self) }
                .compactMap { self.mention(in: $0) }.first
        }
        if let gone { return remove(node, name: declaredName(node), because: gone) }
        for member in body.members { cut(Syntax(member.decl)) }
    }

    /// Whether a type holds together without a stored property: no initialiser has to set it.
    private func canGo(_ variable: VariableDeclSyntax, _ binding: PatternBindingSyntax, of type: Syntax) -> Bool {
        if variable.modifiers.contains(where: { ["static", "class", "lazy"].contains($0.name.text) }) { return true }
        let isOptional =
            binding.typeAnnotation.map {
                $0.type.is(OptionalTypeSyntax.self) || $0.type.is(ImplicitlyUnwrappedOptionalTypeSyntax.self)
            } ?? false
        guard variable.bindingSpecifier.text == "var" && isOptional || binding.initializer != nil else { return false }
        // The initialiser that a struct has by itself takes its properties.
        return type.is(ClassDeclSyntax.self) || type.is(ActorDeclSyntax.self) || binding.initializer != nil
            || type.asProtocol((any DeclGroupSyntax).self)?.memberBlock.members.contains { $0.decl.is(InitializerDeclSyntax.self) } == true
    }

    /// `class A: UIViewController, WKNavigationDelegate`: the class does without a delegate's protocol, or one that only tells observers.
    private func cutConformances(_ group: any DeclGroupSyntax) {
        guard let clause = group.inheritanceClause, mention(in: clause) != nil else { return }
        let all = Array(clause.inheritedTypes)
        let lost = all.filter { entry in
            guard !isCut(entry.type.positionAfterSkippingLeadingTrivia.utf8Offset), mention(in: entry.type) != nil else { return false }
            // What another protocol gives to a type, an associated type or a member of an extension, its code may need.
            let name = TypeText.plainName(entry.type.trimmedDescription) ?? ""
            return AppleClasses.isDelegate(name) || name == "ObservableObject"
        }
        guard !lost.isEmpty else { return }
        isChanged = true
        file.count(Self.name)
        let isKept = { (entry: InheritedTypeSyntax) in
            !lost.contains { $0.id == entry.id } && !self.isCut(entry.type.positionAfterSkippingLeadingTrivia.utf8Offset)
        }
        for entry in lost {
            file.problem(
                Self.name, at: entry, "the conformance to \(entry.type.trimmedDescription) is left out: it doesn't exist on Linux",
                severity: .warning)
        }
        if !all.contains(where: isKept) { return cut(range: FileContext.range(clause)) }
        for (number, entry) in all.enumerated() where lost.contains(where: { $0.id == entry.id }) {
            if all[(number + 1)...].contains(where: isKept) {
                cut(range: FileContext.range(entry))
            } else if let before = all[..<number].last(where: isKept), let comma = before.trailingComma {
                cut(range: comma.positionAfterSkippingLeadingTrivia.utf8Offset..<entry.endPositionBeforeTrailingTrivia.utf8Offset)
            }
        }
    }

    /// `@Published var x = 1` is a variable without the wrapper, which only tells observers.
    private func cutWrappers(_ variable: VariableDeclSyntax) {
        for attribute in variable.attributes {
            guard mention(in: attribute) == "Published" else { continue }
            cut(range: FileContext.range(attribute))
        }
    }

    private func declaredName(_ node: Syntax) -> String? {
        node.asProtocol((any NamedDeclSyntax).self)?.name.text
            ?? node.as(VariableDeclSyntax.self)?.bindings.first?.pattern.trimmedDescription
            ?? (node.is(InitializerDeclSyntax.self) ? "init" : nil)
    }

    private func remove(_ node: Syntax, name: String?, because gone: String) {
        self.gone.add(node)
        if !gone.hasPrefix("it is") {
            file.problem(Self.name, at: node, "\(name ?? "this code") is left out: \(gone) doesn't exist on Linux", severity: .warning)
        }
        file.count(Self.name)
        let item = node.parent.flatMap { $0.is(MemberBlockItemSyntax.self) || $0.is(CodeBlockItemSyntax.self) ? $0 : nil }
        cut(range: FileContext.range(item ?? node))
    }

    func cut(range: Range<Int>) {
        isChanged = true
        file.cuts.append(range)
        file.blank(range)
    }

    /// Replaces what is never reached.
    func cut(range: Range<Int>, with text: String) {
        isChanged = true
        file.cuts.append(range)
        file.edits.replace(range, with: text)
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

    func isNewer(_ arguments: AvailabilityArgumentListSyntax) -> Bool {
        arguments.contains { argument in
            guard let platform = argument.argument.as(PlatformVersionSyntax.self),
                let newest = conditions.policy.newestVersions[platform.platform.text],
                let version = platform.version.flatMap({ LoweringPolicy.Version($0.trimmedDescription) })
            else { return false }
            return newest < version
        }
    }
}
