internal import SwiftSyntax

/// A selector carries the call that it stands for: the place that names a method can see it.
///
///     #selector(tapped(_:))              ->  Selector("tapped:", of: Board.self) { target, arguments in try target.tapped(arguments[0]) }
///     #selector(getter: Board.title)     ->  Selector("title", of: Board.self) { target, _ in target.title }
///     #selector(P.did(_:))               ->  Selector("did:", of: (any P).self) { … }
///
/// The type is written with its module: a client may have a Selector of its own.
enum SelectorRule {
    static let name = "#selector"

    static func apply(to node: MacroExpansionExprSyntax, in lowering: FileLowering) {
        guard let argument = node.arguments.first, let asked = Asked(argument.expression) else {
            return lowering.file.problem(name, at: node, "this form of #selector has no rule")
        }
        let accessor = argument.label?.text
        guard let target = target(of: asked, in: lowering) else {
            return lowering.file.problem(name, at: node, "#selector outside of a type needs the type's name")
        }
        lowering.file.count(name)
        lowering.file.replace(node, with: text(asked, accessor, target, node, lowering))
    }

    /// Properties that Apple's classes have themselves: `#selector(getter: URLSessionConfiguration.default)`.
    private static let classProperties: Set<String> = ["default", "ephemeral", "shared", "standard", "main", "current", "general"]

    /// What stands between the parentheses.
    private struct Asked {
        /// The expression before the dot.
        let base: ExprSyntax?
        let name: String
        /// Nil where only the base name is written.
        let labels: [String]?
        /// The types of the parameters behind `as`.
        let types: [String]?

        init?(_ expression: ExprSyntax) {
            var expression = expression, types: [String]?
            while let tuple = expression.as(TupleExprSyntax.self), tuple.elements.count == 1, let only = tuple.elements.first {
                expression = only.expression
            }
            if let sequence = expression.as(SequenceExprSyntax.self), sequence.elements.count == 3,
                let type = sequence.elements.last?.as(TypeExprSyntax.self),
                let first = sequence.elements.first
            {
                types = Self.parameterTypes(type.type)
                expression = first
            } else if let cast = expression.as(AsExprSyntax.self) {
                types = Self.parameterTypes(cast.type)
                expression = cast.expression
            }
            while let tuple = expression.as(TupleExprSyntax.self), tuple.elements.count == 1, let only = tuple.elements.first {
                expression = only.expression
            }
            while let chain = expression.as(OptionalChainingExprSyntax.self) { expression = chain.expression }
            self.types = types
            let reference: DeclReferenceExprSyntax
            if let access = expression.as(MemberAccessExprSyntax.self), let base = access.base {
                self.base = base
                reference = access.declName
            } else if let plain = expression.as(DeclReferenceExprSyntax.self) {
                base = nil
                reference = plain
            } else {
                return nil
            }
            name = reference.baseName.text
            labels = reference.argumentNames?.arguments.map(\.name.text)
        }

        /// `(A) -> (B) -> Void` and `(B) -> Void` take a B.
        private static func parameterTypes(_ type: TypeSyntax) -> [String]? {
            var type = type
            while let attributed = type.as(AttributedTypeSyntax.self) { type = attributed.baseType }
            while let tuple = type.as(TupleTypeSyntax.self), tuple.elements.count == 1, let only = tuple.elements.first { type = only.type }
            if let optional = type.as(OptionalTypeSyntax.self) { return parameterTypes(optional.wrappedType) }
            guard let function = type.as(FunctionTypeSyntax.self) else { return nil }
            return parameterTypes(function.returnClause.type) ?? function.parameters.map(\.type.trimmedDescription)
        }
    }

    /// Whose method it is.
    private struct Target {
        /// The text of the metatype.
        var metatype: String
        var isProtocol = false
        /// What the index holds.
        let members: [(type: TypeInfo, member: Member)]
        var isApple: Bool
    }

    private static func target(of asked: Asked, in lowering: FileLowering) -> Target? {
        let index = lowering.context.index, module = lowering.file.module
        func target(_ type: String, _ metatype: String, scope: String?) -> Target {
            let members = index.members(asked.name, of: type, scope: scope, module: module)
            let known = index.type(type, scope: scope, module: module)
            let isProtocol = known.map { $0.kind == .protocol } ?? AppleClasses.isProtocol(type)
            return Target(metatype: metatype, isProtocol: isProtocol, members: members, isApple: known == nil)
        }
        let base = asked.base
        let isSelf =
            base.map { ["self", "Self", "super", "type(of: self)", "Self.self", "self.self"].contains($0.trimmedDescription) }
            ?? true
        if isSelf {
            // The nearest type around that has it; else the nearest.
            for depth in stride(from: lowering.scopes.count, to: 0, by: -1) {
                let path = lowering.scopes[..<depth].map(\.name).joined(separator: ".")
                let declaration = lowering.scopes[depth - 1].node
                var found = target(path, "\(lowering.scopes[depth - 1].name).self", scope: nil)
                if depth > 1, found.members.isEmpty, declaration.is(ClassDeclSyntax.self) == false { continue }
                if found.isProtocol || declaration.is(ProtocolDeclSyntax.self) {
                    found.isProtocol = false
                    found.metatype = "Self.self"
                }
                return found
            }
            return nil
        }
        guard let base else { return nil }
        let text = base.trimmedDescription
        if isTypeName(base) {
            var found = target(TypeText.plainName(text) ?? text, "\(text).self", scope: lowering.scopePath)
            if found.isProtocol { found.metatype = "(any \(text)).self" }
            return found
        }
        // A value: its type, where a declaration says it.
        if let known = lowering.types.type(of: base), !known.isMetatype, let plain = known.name, plain != "AnyObject" {
            var found = target(plain, "\(plain).self", scope: known.scope)
            if let type = index.type(plain, scope: known.scope, module: module) { found.metatype = "\(type.path).self" }
            if found.isProtocol { found.metatype = "(any \(found.metatype.dropLast(5))).self" }
            return found
        }
        return Target(metatype: "type(of: \(text))", members: [], isApple: true)
    }

    /// `UIView`, `Outer.Inner`, `Module.Type`.
    private static func isTypeName(_ expression: ExprSyntax) -> Bool {
        if let access = expression.as(MemberAccessExprSyntax.self) {
            return isCapitalized(access.declName.baseName.text) && (access.base.map(isTypeName) ?? false)
        }
        if let generic = expression.as(GenericSpecializationExprSyntax.self) { return isTypeName(generic.expression) }
        return expression.as(DeclReferenceExprSyntax.self).map { isCapitalized($0.baseName.text) } ?? false
    }

    private static func isCapitalized(_ name: String) -> Bool { name.first { $0 != "_" }?.isUppercase ?? false }

    private static func text(
        _ asked: Asked, _ accessor: String?, _ target: Target, _ node: MacroExpansionExprSyntax,
        _ lowering: FileLowering
    ) -> String {
        var metatype = target.metatype
        if accessor != nil {
            let property = target.members.first { $0.member.kind == .property }
            if let property, property.member.isOptional,
                let made = lowering.context.optionals.requirement(of: property.type, fullName: property.member.fullName)
            {
                metatype = "(any \(made.synthetic)).self"
            }
            let isOfClass = target.isApple && property == nil && classProperties.contains(asked.name) && asked.base.map(isTypeName) ?? false
            if isOfClass || property?.member.isStatic == true { metatype = metatypeOfMetatype(metatype) }
            let key =
                property?.member.objcName
                ?? (target.isApple && property == nil ? ObjectiveCName.plain(asked.name) : ObjectiveCName.plain(asked.name))
            return accessor == "setter"
                ? "ObjectiveCRuntime.Selector(\"\(ObjectiveCName.setter(key))\", of: \(metatype)) "
                    + "{ target, arguments in target.\(asked.name) = try arguments[0] }"
                : "ObjectiveCRuntime.Selector(\"\(key)\", of: \(metatype)) { target, _ in target.\(asked.name) }"
        }
        if asked.name == "init" {
            return "ObjectiveCRuntime.Selector(\"\(ObjectiveCName.selector("init", asked.labels ?? []))\")"
        }
        let found = method(asked, target, lowering)
        if let found, found.member.isAsync {
            lowering.file.problem(name, at: node, "a selector of an async method can't be lowered")
        }
        let labels = asked.labels ?? found?.member.labels ?? AppleMethods.labels(of: asked.name, argumentTypes: asked.types)
        if let found, found.member.isOptional,
            let made = lowering.context.optionals.requirement(of: found.type, fullName: found.member.fullName)
        {
            metatype = "(any \(made.synthetic)).self"
        }
        if found?.member.isStatic == true { metatype = metatypeOfMetatype(metatype) }
        let throwing = found?.member.canThrow ?? false
        let selector =
            found?.member.objcName ?? AppleMethods.selectors[Member.fullName(asked.name, labels)]
            ?? ObjectiveCName.selector(asked.name, labels, throwing: throwing)
        // Where the name has several parameter types, the type says which.
        let overloads = target.members.filter { $0.member.kind == .method && $0.member.labels == labels }
        let types =
            asked.types
            ?? (Set(overloads.map { $0.member.parameters.map(\.type) }).count > 1 ? found?.member.parameters.map(\.type) : nil)
        return call(selector, metatype, asked.name, labels, types: types, throwing: throwing)
    }

    /// The expression of a selector that calls `target.name(labels…)`.
    static func call(
        _ selector: String, _ metatype: String, _ name: String, _ labels: [String], types: [String]?,
        throwing: Bool
    ) -> String {
        "ObjectiveCRuntime.Selector(\"\(selector)\", of: \(metatype)) \(closure(name, labels, types: types, throwing: throwing))"
    }

    static func closure(_ name: String, _ labels: [String], types: [String]?, throwing: Bool) -> String {
        let arguments = labels.enumerated().map { index, label in
            let type = types.flatMap { index < $0.count ? " as \($0[index].replacingText("!", with: "?"))" : nil } ?? ""
            return (label == "_" ? "" : "\(label): ") + "arguments[\(index)]\(type)"
        }.joined(separator: ", ")
        let mark = throwing || !labels.isEmpty ? "try " : ""
        return "{ target, \(labels.isEmpty ? "_" : "arguments") in \(mark)target.\(name)(\(arguments)) }"
    }

    private static func metatypeOfMetatype(_ text: String) -> String {
        text.hasSuffix(".self") ? String(text.dropLast(5)) + ".Type.self" : text
    }

    private static func method(_ asked: Asked, _ target: Target, _ lowering: FileLowering) -> (type: TypeInfo, member: Member)? {
        var candidates = target.members.filter { $0.member.kind == .method }
        if let labels = asked.labels { candidates = candidates.filter { $0.member.labels == labels } }
        if let types = asked.types {
            let exact = candidates.filter { $0.member.parameters.map(\.type) == types }
            candidates = exact.isEmpty ? candidates.filter { $0.member.parameters.count == types.count } : exact
        }
        return candidates.first { $0.member.isObjC } ?? candidates.first
    }
}
