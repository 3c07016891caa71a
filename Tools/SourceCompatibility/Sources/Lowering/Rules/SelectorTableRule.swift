internal import SwiftSyntax

/// Each class has a list of what Objective-C would find in it by name, so that selectors that are made at run time are performed and
/// `responds(to:)` finds them.
///
///     class Board: NSObject { @objc func spark() { … } }
///     ->
///     extension Board { enum _0_0: ObjectiveCRuntime.SelectorList { static func register() {
///         _ = ObjectiveCRuntime.Selector("spark", of: Board.self) { target, _ in target.spark() } } } }
///
/// The runtime finds the list by the name of the class, when a selector is looked up that is not known: nothing runs before. A class has a
/// list for each file that adds to it, counted from zero. Private and generic classes have none, nor has what an extension adds to a
/// class of Apple's: for those the selector has to be named by #selector or by its text somewhere.
enum SelectorTableRule {
    static let name = "@objc table"

    static func apply(in context: LoweringContext) {
        for type in context.index.all where type.kind == .class && !type.isGeneric {
            guard let declaration = type.declaration, isReachable(declaration.node), type.access != "private", type.access != "fileprivate",
                !isOfAnotherActor(declaration.node), isAround(type, context.index)
            else { continue }
            var number = 0
            for file in Set(type.members.map(\.file)).sorted() {
                let members = type.members.filter { $0.file == file && isListed($0, in: type) }
                guard let first = members.first else { continue }
                let lines = members.flatMap { entries(of: $0, in: type) }
                declare(lines, number, type, declaration, context.files[file], from: first.node)
                number += 1
            }
        }
    }

    private static func declare(
        _ lines: [(text: String, conditions: [String])], _ number: Int, _ type: TypeInfo,
        _ declaration: (file: Int, node: DeclSyntax, conditions: [String]), _ file: FileContext, from origin: DeclSyntax
    ) {
        var body = ""
        for (text, conditions) in lines {
            let own = conditions.filter { !declaration.conditions.contains($0) }
            body += own.map { "#if \($0)\n" }.joined() + text + "\n" + own.map { _ in "#endif\n" }.joined()
        }
        // Names without a letter: nothing of the class or the client is called like it. Deprecated: so that no use in it is a warning.
        file.append(
            "extension \(type.path) { @available(*, deprecated) enum _0_\(number): ObjectiveCRuntime.SelectorList { "
                + "nonisolated static func register() {\n\(body)} } }",
            under: declaration.conditions, from: origin)
        file.count(name)
    }

    private static func entries(of member: Member, in type: TypeInfo) -> [(text: String, conditions: [String])] {
        let metatype = member.isStatic ? "\(type.path).Type.self" : "\(type.path).self"
        let mark = "_ = ObjectiveCRuntime."
        if member.kind == .property {
            let key = member.objcName ?? ObjectiveCName.plain(member.name), property = member.name
            var result = ["\(mark)Selector(\"\(key)\", of: \(metatype)) { target, _ in target.\(property) }"]
            if member.isSettable {
                result.append(
                    "\(mark)Selector(\"\(ObjectiveCName.setter(key))\", of: \(metatype)) "
                        + "{ target, arguments in target.\(property) = try arguments[0] }")
            }
            return result.map { ($0, member.conditions) }
        }
        let selector = member.objcName ?? ObjectiveCName.selector(member.name, member.labels, throwing: member.canThrow)
        let isOverloaded = type.members(member.name, member.labels).count > 1
        let call = SelectorRule.call(
            selector, metatype, member.name, member.labels, types: isOverloaded ? member.parameters.map(\.type) : nil,
            throwing: member.canThrow)
        return [("_ = \(call)", member.conditions)]
    }

    /// Written as Objective-C's, and callable by a closure: nothing generic, no inout, no variadic parameters, no closure that doesn't
    /// escape.
    private static func isListed(_ member: Member, in type: TypeInfo) -> Bool {
        guard member.isObjC, !member.isOverride, !member.isAsync, !member.isOptional, member.kind == .method || member.kind == .property,
            member.container?.genericWhereClause == nil
        else { return false }
        let attributes: AttributeListSyntax
        if let function = member.node.as(FunctionDeclSyntax.self) {
            guard function.genericParameterClause == nil, function.genericWhereClause == nil else { return false }
            let isPlain = member.parameters.allSatisfy { parameter in
                !parameter.isInout && !parameter.isVariadic && !parameter.type.contains("@autoclosure") && !parameter.isNonescaping
                    && !parameter.type.hasPrefix("some ")
                    && !parameter.type.contains("inout ")
            }
            guard isPlain else { return false }
            attributes = function.attributes
        } else if let variable = member.node.as(VariableDeclSyntax.self) {
            // Nibs set outlets and attributes by these names.
            let own = variable.attributes.compactMap { $0.as(AttributeSyntax.self)?.attributeName.trimmedDescription }
            guard own.contains(where: ["objc", "IBOutlet", "IBInspectable"].contains), !own.contains("NSManaged"),
                variable.bindings.count == 1
            else { return false }
            if variable.modifiers.contains(where: { $0.detail?.detail.text == "set" }) { return false }
            attributes = variable.attributes
        } else {
            return false
        }
        return !attributes.contains { attribute in
            guard let attribute = attribute.as(AttributeSyntax.self) else { return false }
            let name = attribute.attributeName.trimmedDescription
            return name == "available" && attribute.trimmedDescription.contains("unavailable")
                || name.hasSuffix("Actor") && name != "MainActor"
        }
    }

    /// In no function, and in no type whose name can't be used from the end of the file.
    static func isReachable(_ node: DeclSyntax) -> Bool {
        var next = node.parent
        while let current = next {
            if current.is(CodeBlockSyntax.self) || current.is(ClosureExprSyntax.self) || current.is(AccessorBlockSyntax.self) {
                return false
            }
            if let group = current.asProtocol((any DeclGroupSyntax).self) {
                if group.modifiers.contains(where: { ["private", "fileprivate"].contains($0.name.text) }) { return false }
            }
            next = current.parent
        }
        return true
    }

    /// Whether the types around a class are no generic ones.
    private static func isAround(_ type: TypeInfo, _ index: PackageIndex) -> Bool {
        var scope = type.scope
        while !scope.isEmpty {
            guard let outer = index.declared(scope, in: type.module), !outer.isGeneric, outer.access != "private",
                outer.access != "fileprivate"
            else { return false }
            scope = outer.scope
        }
        return true
    }

    private static func isOfAnotherActor(_ node: DeclSyntax) -> Bool {
        let attributes = node.as(ClassDeclSyntax.self)?.attributes ?? []
        return attributes.contains {
            guard let attribute = $0.as(AttributeSyntax.self) else { return false }
            let name = attribute.attributeName.trimmedDescription
            return name.hasSuffix("Actor") && name != "MainActor"
                || name == "available" && attribute.trimmedDescription.contains("unavailable")
        }
    }
}
