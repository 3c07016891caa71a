internal import SwiftSyntax

/// What is left out of the package, by declaration, and which names in its files refer to that.
///
/// A declaration is gone if it lies in what was cut from its file. A name refers to it if the scopes around the name lead there: another
/// member, a local variable or a function with other labels of the same name is not concerned.
final class GoneNames {
    private let files: [FileContext]
    let index: PackageIndex
    /// The base names of what is gone: the first, cheap question.
    private(set) var names: Set<String> = []
    /// Grows with each declaration: names alone may be known from others.
    private(set) var count = 0
    /// Cases of enums and aliases, by `Type.name`.
    private var cases: Set<String> = []
    private var aliases: Set<String> = []

    init(_ files: [FileContext], _ index: PackageIndex) {
        self.files = files
        self.index = index
    }

    /// Notes that a declaration is left out, with all that it declares.
    func add(_ node: Syntax) {
        count += 1
        if let group = node.asProtocol((any DeclGroupSyntax).self) {
            if !node.is(ExtensionDeclSyntax.self), let name = node.asProtocol((any NamedDeclSyntax).self)?.name.text { names.insert(name) }
            for member in group.memberBlock.members { add(Syntax(member.decl)) }
        } else if let variable = node.as(VariableDeclSyntax.self) {
            for binding in variable.bindings { add(binding.pattern) }
        } else if let function = node.as(FunctionDeclSyntax.self) {
            names.insert(function.name.text)
        } else if let initializer = node.as(InitializerDeclSyntax.self) {
            if let scope = ExpressionTypes.scopePath(around: initializer)?.split(separator: ".").last { names.insert(String(scope)) }
            names.insert("init")
        } else if let cases = node.as(EnumCaseDeclSyntax.self) {
            let scope = ExpressionTypes.scopePath(around: node) ?? ""
            for element in cases.elements {
                names.insert(element.name.text)
                self.cases.insert("\(scope).\(element.name.text)")
            }
        } else if let alias = node.as(TypeAliasDeclSyntax.self) {
            names.insert(alias.name.text)
            aliases.insert((ExpressionTypes.scopePath(around: node).map { $0 + "." } ?? "") + alias.name.text)
        } else if let chain = node.as(IfConfigDeclSyntax.self) {
            for clause in chain.clauses {
                guard let elements = clause.elements else { continue }
                for element in Syntax(elements).children(viewMode: .sourceAccurate) {
                    if let item = element.as(MemberBlockItemSyntax.self) { add(Syntax(item.decl)) }
                    if let item = element.as(CodeBlockItemSyntax.self) { add(Syntax(item.item)) }
                }
            }
        }
    }

    private func add(_ pattern: PatternSyntax) {
        for token in pattern.tokens(viewMode: .sourceAccurate) {
            if case .identifier(let name) = token.tokenKind { names.insert(name) }
        }
    }

    // MARK: Declarations

    private func isGone(_ file: Int, _ node: some SyntaxProtocol) -> Bool {
        files[file].isLeftOut || files[file].isCut(node.positionAfterSkippingLeadingTrivia.utf8Offset)
    }

    func isGone(_ member: Member) -> Bool { isGone(member.file, member.node) }

    func isGone(_ type: TypeInfo) -> Bool { type.declaration.map { isGone($0.file, $0.node) } ?? false }

    /// True if there are such declarations, and all of them are gone.
    private func areGone(_ members: [(type: TypeInfo, member: Member)]) -> Bool {
        !members.isEmpty && members.allSatisfy { isGone($0.member) || isGone($0.type) }
    }

    private func isTypeGone(_ name: String, scope: String?, module: String) -> Bool {
        let declared = index.records(name, scope: scope, module: module).filter { $0.kind != .external && $0.declaration != nil }
        if !declared.isEmpty { return declared.allSatisfy(isGone) }
        var around = scope
        while let path = around {
            if aliases.contains("\(path).\(name)") { return true }
            around = path.contains(".") ? path.split(separator: ".").dropLast().joined(separator: ".") : nil
        }
        return aliases.contains(name)
    }

    // MARK: Names

    /// Whether a name in a file refers to what is gone.
    func refers(_ token: TokenSyntax, in file: FileContext) -> Bool {
        let module = file.module
        guard let parent = token.parent else { return false }
        let name = Self.plain(token.text)
        if let type = parent.as(IdentifierTypeSyntax.self) {
            if LocalNames.find(name, at: type) != nil { return false }
            return isTypeGone(name, scope: ExpressionTypes.scopePath(around: type), module: module)
        }
        if let type = parent.as(MemberTypeSyntax.self), type.name == token {
            guard let base = TypeText.plainName(type.baseType.trimmedDescription) else { return false }
            return isTypeGone("\(base).\(name)", scope: ExpressionTypes.scopePath(around: type), module: module)
        }
        // `if let name`
        if parent.is(IdentifierPatternSyntax.self), let binding = parent.parent?.as(OptionalBindingConditionSyntax.self),
            binding.initializer == nil
        {
            return refers(binding, name, nil, in: module, file)
        }
        guard let reference = parent.as(DeclReferenceExprSyntax.self), reference.baseName == token else { return false }
        if let access = reference.parent?.as(MemberAccessExprSyntax.self), access.declName.id == reference.id {
            return refers(access, name, in: module)
        }
        if reference.parent?.is(KeyPathPropertyComponentSyntax.self) == true { return refersInKeyPath(reference, name, in: module) }
        return refers(reference, name, Self.labels(of: reference, reference), in: module, file)
    }

    private static func plain(_ text: String) -> String { text.hasPrefix("`") ? String(text.dropFirst().dropLast()) : text }

    /// The labels of a reference: those of the call that it is called by, or those in parentheses behind it; nil where it is neither.
    private static func labels(of node: some ExprSyntaxProtocol, _ reference: DeclReferenceExprSyntax) -> (labels: [String], trailing: Int)?
    {
        if let names = reference.argumentNames { return (names.arguments.map(\.name.text), 0) }
        var called = Syntax(node)
        while let parent = called.parent,
            parent.is(OptionalChainingExprSyntax.self) || parent.is(ForceUnwrapExprSyntax.self)
                || parent.is(GenericSpecializationExprSyntax.self)
        {
            called = parent
        }
        guard let call = called.parent?.as(FunctionCallExprSyntax.self), Syntax(call.calledExpression).id == called.id else { return nil }
        return (call.arguments.map { $0.label?.text ?? "_" }, (call.trailingClosure == nil ? 0 : 1) + call.additionalTrailingClosures.count)
    }

    private func fitting(
        _ members: [(type: TypeInfo, member: Member)], _ labels: (labels: [String], trailing: Int)?
    ) -> [(type: TypeInfo, member: Member)] {
        guard let labels else { return members }
        let exact = members.filter {
            $0.member.kind != .property
                && ($0.member.labels == labels.labels || $0.member.accepts(labels.labels, trailing: labels.trailing))
        }
        return exact.isEmpty ? members.filter { $0.member.kind == .property } : exact
    }

    /// A name without a base.
    private func refers(
        _ reference: some SyntaxProtocol, _ name: String, _ labels: (labels: [String], trailing: Int)?, in module: String,
        _ file: FileContext
    ) -> Bool {
        if let local = LocalNames.find(name, at: reference) {
            // A variable that was taken out of the function.
            switch local {
            case .value(let value): return file.isCut(value.positionAfterSkippingLeadingTrivia.utf8Offset)
            case .typed(let type): return file.isCut(type.positionAfterSkippingLeadingTrivia.utf8Offset)
            default: return false
            }
        }
        let scope = ExpressionTypes.scopePath(around: reference)
        var around = scope
        while let path = around {
            let members = fitting(index.members(name, of: path, module: module).filter { $0.member.kind != .initializer }, labels)
            if !members.isEmpty { return areGone(members) }
            around = path.contains(".") ? path.split(separator: ".").dropLast().joined(separator: ".") : nil
        }
        let globals = fitting(index.globals(name, module: module), labels)
        if !globals.isEmpty { return areGone(globals) }
        if isTypeGone(name, scope: scope, module: module) { return true }
        return labels.map { isInitializerGone(name, scope: scope, module: module, $0) } ?? false
    }

    /// `Type(…)`, of which the initialisers with these labels are gone.
    private func isInitializerGone(_ type: String, scope: String?, module: String, _ labels: (labels: [String], trailing: Int)) -> Bool {
        guard index.type(type, scope: scope, module: module) != nil else { return false }
        let all = index.members("init", of: type, scope: scope, module: module)
        return areGone(all.filter { $0.member.accepts(labels.labels, trailing: labels.trailing) })
    }

    private func refers(_ access: MemberAccessExprSyntax, _ name: String, in module: String) -> Bool {
        let labels = Self.labels(of: access, access.declName)
        guard let base = access.base else {
            // `.name`: a case or a static member of some type.
            if cases.contains(where: { $0.hasSuffix(".\(name)") }),
                !index.all.contains(where: { $0.cases.contains(name) && hasCase($0, name) })
            {
                return true
            }
            let members = index.all.flatMap { type in type.members(name).filter(\.isStatic).map { (type, $0) } }
            return areGone(fitting(members, labels))
        }
        let types = ExpressionTypes(index: index, module: module)
        guard let owner = types.type(of: base), let plain = owner.name else {
            if let first = base.as(DeclReferenceExprSyntax.self)?.baseName.text, index.sees(first, from: module) {
                // `Module.name`
                if isTypeGone(name, scope: nil, module: first) { return true }
                return areGone(fitting(index.globals(name, module: first), labels))
            }
            // Of an unknown type: only where no other declaration has that name and those labels.
            guard let labels, labels.labels.contains(where: { $0 != "_" }) else { return false }
            let all = index.all.flatMap { type in type.members(name).map { (type, $0) } }
            return areGone(all.filter { $0.1.kind == .method && $0.1.accepts(labels.labels, trailing: labels.trailing) })
        }
        if owner.isMetatype {
            if name == "init" { return labels.map { isInitializerGone(plain, scope: owner.scope, module: owner.module, $0) } ?? false }
            if index.type("\(plain).\(name)", scope: owner.scope, module: owner.module) != nil {
                return isTypeGone("\(plain).\(name)", scope: owner.scope, module: owner.module)
            }
            let path = index.type(plain, scope: owner.scope, module: owner.module)?.path ?? plain
            if cases.contains("\(path).\(name)") { return true }
        }
        let members = index.members(name, of: plain, scope: owner.scope, module: module)
        return areGone(fitting(members, labels))
    }

    /// Whether an enum still has a case.
    private func hasCase(_ type: TypeInfo, _ name: String) -> Bool { !isGone(type) && !cases.contains("\(type.path).\(name)") }

    /// `\Type.name`
    private func refersInKeyPath(_ reference: DeclReferenceExprSyntax, _ name: String, in module: String) -> Bool {
        var next = reference.parent
        while let current = next, !current.is(KeyPathExprSyntax.self) { next = current.parent }
        guard let path = next?.as(KeyPathExprSyntax.self), let root = path.root, let plain = TypeText.plainName(root.trimmedDescription),
            path.components.first?.component.as(KeyPathPropertyComponentSyntax.self)?.declName.id == reference.id
        else { return false }
        return areGone(index.members(name, of: plain, scope: ExpressionTypes.scopePath(around: path), module: module))
    }
}
