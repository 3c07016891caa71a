internal import SwiftSyntax

/// An `@objc` protocol becomes one for classes. An optional requirement becomes a protocol of its own, which those conform to who
/// implement it,
/// and a property that answers the method, or nil:
///
///     @objc protocol P { func must(); @objc optional func did(_ x: Int, with y: Int) -> Bool }
///     ->
///     protocol P: AnyObject { func must() }
///     protocol _P_did_with: P { func did(_ x: Int, with y: Int) -> Bool }
///     extension P { var did_with: ((Int, Int) -> Bool)? { … } }
enum OptionalProtocolRule {
    static let name = "@objc optional"

    static func apply(to node: ProtocolDeclSyntax, in lowering: FileLowering) {
        let file = lowering.file
        guard node.attributes.contains(where: { $0.as(AttributeSyntax.self)?.attributeName.trimmedDescription == "objc" }) else { return }
        bindToClasses(node, file)
        guard let scope = lowering.scopePath, let type = lowering.context.index.type(scope, module: file.module) else { return }
        let access = node.modifiers.first { ["private", "fileprivate", "package", "public"].contains($0.name.text) }?.name.text
        for requirement in lowering.context.optionals.requirements(of: type) where requirement.member.file == file.number {
            file.count(name)
            declare(
                requirement, attributes: kept(node.attributes), access: access,
                isTested: lowering.context.testedNames.contains(requirement.member.name),
                in: file, requirement.member.conditions
            )
        }
        for member in type.members
        where member.isOptional && (member.kind == .subscripting || member.kind == .initializer)
            && member.file == file.number
        {
            file.problem(name, at: member.node, "an optional \(member.name) can't be lowered")
        }
    }

    /// `: AnyObject`, where no other name says it.
    private static func bindToClasses(_ node: ProtocolDeclSyntax, _ file: FileContext) {
        let names = node.inheritanceClause?.inheritedTypes.map(\.type.trimmedDescription) ?? []
        if names.contains(where: { ["AnyObject", "class", "NSObjectProtocol"].contains($0) }) { return }
        if let last = node.inheritanceClause?.inheritedTypes.last {
            file.insert(", AnyObject", at: last.type.endPositionBeforeTrailingTrivia)
        } else {
            file.insert(": AnyObject", at: node.name.endPositionBeforeTrailingTrivia)
        }
    }

    private static func declare(
        _ requirement: OptionalProtocols.Requirement, attributes: String, access: String?, isTested: Bool, in file: FileContext,
        _ conditions: [String]
    ) {
        let member = requirement.member, type = requirement.type
        // With the semicolon behind it.
        file.blank(member.node.parent ?? Syntax(member.node))
        let prefix = access.map { $0 + " " } ?? ""
        // A file-private name may be used by the extension of a private protocol, not by more.
        let memberAccess = access == "public" || access == "package" ? prefix : ""
        let isolation = attributes.isEmpty ? "" : attributes + " "
        let own = Self.kept(member.node)
        let ownAttributes = own.isEmpty ? "" : own + " "
        let metatype = member.isStatic ? ".Type" : "", modifier = member.isStatic ? "static " : ""
        let target = "self as? any \(requirement.synthetic)\(metatype)"
        if member.kind == .property {
            let result = member.type ?? "Any"
            let plain = result.hasSuffix("!") ? String(result.dropLast()) + "?" : result
            file.append(
                "\(isolation)\(prefix)protocol \(requirement.synthetic): \(type.path) "
                    + "{ \(modifier)var \(member.name): \(result) { get } }\n"
                    + "extension \(type.path) { \(ownAttributes)\(memberAccess)\(modifier)var \(member.name): (\(plain))? "
                    + "{ guard let target = \(target) else { return nil }; let value: \(plain) = target.\(member.name); return value } }",
                under: conditions, from: member.node
            )
            return
        }
        guard let function = member.node.as(FunctionDeclSyntax.self) else { return }
        let effects = (member.isAsync ? " async" : "") + (member.canThrow ? " throws" : "")
        let calling = (member.canThrow ? "try " : "") + (member.isAsync ? "await " : "")
        let signature =
            "func \(member.name)\(function.genericParameterClause?.trimmedDescription ?? "")("
            + member.parameters.map { parameter in
                let label = parameter.label == parameter.name ? parameter.name : "\(parameter.label) \(parameter.name)"
                return "\(label): \(parameter.type)\(parameter.isVariadic ? "..." : "")"
            }.joined(separator: ", ") + ")\(effects)" + (member.type.map { " -> \($0)" } ?? "")
        let types = member.parameters.map(\.type).joined(separator: ", ")
        let arguments = member.parameters.enumerated().map { index, parameter in
            (parameter.label == "_" ? "" : "\(parameter.label): ") + (parameter.isInout ? "&" : "") + "$\(index)"
        }.joined(separator: ", ")
        let accessor = requirement.accessor
        var result = member.type ?? "Void"
        if result.hasSuffix("!") { result = String(result.dropLast()) + "?" }
        if requirement.isOverloaded {
            let parameters = member.parameters.enumerated().map { "_ _\($0): \($1.type)" }.joined(separator: ", ")
            let values = member.parameters.enumerated().map { ($1.label == "_" ? "" : "\($1.label): ") + "_\($0)" }.joined(separator: ", ")
            file.append(
                "\(isolation)\(prefix)protocol \(requirement.synthetic): \(type.path) { \(ownAttributes)\(modifier)\(signature) }\n"
                    + "extension \(type.path) { @discardableResult \(memberAccess)\(modifier)func \(accessor)(\(parameters))\(effects) "
                    + "-> \(result.hasSuffix("?") ? result : "(\(result))?") "
                    + "{ \(calling)(\(target))?.\(member.name)(\(values)) } }",
                under: conditions, from: member.node
            )
            return
        }
        let closure = "((\(types))\(effects) -> \(result))?"
        var text =
            "\(isolation)\(prefix)protocol \(requirement.synthetic): \(type.path) { \(ownAttributes)\(modifier)\(signature) }\n"
            + "extension \(type.path) { \(memberAccess)\(modifier)var \(accessor): \(closure) "
            + "{ (\(target)).map { target in { \(calling)target.\(member.name)(\(arguments)) } } } }"
        // `x.did != nil` and `if let did = x.did` name the method without its labels.
        if accessor != member.name, isTested, OptionalProtocols.isUnique(member.name, in: type) {
            text += "\nextension \(type.path) { \(memberAccess)\(modifier)var \(member.name): \(closure) { \(accessor) } }"
        }
        file.append(text, under: conditions, from: member.node)
    }

    /// The attributes that hold on Linux: isolation and availability.
    static func kept(_ attributes: AttributeListSyntax) -> String {
        attributes.compactMap { $0.as(AttributeSyntax.self) }.filter {
            let name = $0.attributeName.trimmedDescription
            return name.hasSuffix("Actor") || name == "preconcurrency" || name == "available" || name == "discardableResult"
        }.map(\.trimmedDescription).joined(separator: " ")
    }

    private static func kept(_ declaration: DeclSyntax) -> String {
        let attributes = declaration.as(FunctionDeclSyntax.self)?.attributes ?? declaration.as(VariableDeclSyntax.self)?.attributes
        return attributes.map(kept)?.replacingText("@discardableResult", with: "") ?? ""
    }
}
