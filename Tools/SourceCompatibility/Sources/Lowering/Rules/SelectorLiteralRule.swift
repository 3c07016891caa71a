internal import SwiftSyntax

/// A selector by its text finds the methods of the package that have that name in Objective-C.
///
///     Selector("tapped:")     ->  Selector("tapped:").registering(Board.self) { target, arguments in try target.tapped(arguments[0]) }
enum SelectorLiteralRule {
    static let name = "Selector(\"…\")"

    /// The text in `Selector("…")` or `NSSelectorFromString("…")`.
    static func literal(of node: FunctionCallExprSyntax) -> String? {
        guard let called = node.calledExpression.as(DeclReferenceExprSyntax.self)?.baseName.text,
            called == "Selector"
                || called == "NSSelectorFromString",
            node.arguments.count == 1, let argument = node.arguments.first, argument.label == nil || argument.label?.text == "stringLiteral"
        else { return nil }
        var expression = argument.expression
        while let tuple = expression.as(TupleExprSyntax.self), tuple.elements.count == 1, let only = tuple.elements.first {
            expression = only.expression
        }
        return expression.as(StringLiteralExprSyntax.self)?.representedLiteralValue
    }

    static func apply(to node: FunctionCallExprSyntax, in lowering: FileLowering) {
        guard let selector = literal(of: node), !lowering.context.index.declares("Selector", module: lowering.file.module) else { return }
        var text = ""
        for (type, member) in lowering.context.selectors[selector] ?? [] where isVisible(type, member, in: lowering) {
            // The protocol of an optional requirement stands for those who implement it.
            let made = member.isOptional ? lowering.context.optionals.requirement(of: type, fullName: member.fullName) : nil
            var metatype =
                made.map { "(any \($0.synthetic)).self" }
                ?? (type.kind == .protocol ? "(any \(type.path)).self" : "\(type.path).self")
            if member.isStatic { metatype = String(metatype.dropLast(5)) + ".Type.self" }
            let types = type.members(member.name, member.labels).count > 1 ? member.parameters.map(\.type) : nil
            if member.kind == .property {
                text +=
                    ".registering(\(metatype)) "
                    + (selector.hasSuffix(":")
                        ? "{ target, arguments in target.\(member.name) = try arguments[0] }"
                        : "{ target, _ in target.\(member.name) }")
            } else {
                let call = SelectorRule.closure(member.name, member.labels, types: types, throwing: member.canThrow)
                text += ".registering(\(metatype)) \(call)"
            }
        }
        guard !text.isEmpty else { return }
        lowering.file.count(name)
        lowering.file.insert(text, at: node.endPositionBeforeTrailingTrivia)
    }

    private static func isVisible(_ type: TypeInfo, _ member: Member, in lowering: FileLowering) -> Bool {
        let file = lowering.file
        guard !type.isGeneric, member.conditions.isEmpty || member.file == file.number else { return false }
        if member.file != file.number, member.access == "private" || member.access == "fileprivate" { return false }
        if let declaration = type.declaration, declaration.file != file.number, type.access == "private" || type.access == "fileprivate" {
            return false
        }
        if type.module != file.module {
            return (member.access == "public" || member.access == "open") && (type.access == "public" || type.access == "open")
        }
        // `private` reaches the type itself and its extensions in the file.
        return member.access != "private" || lowering.scopePath == type.path
    }

    /// All methods and properties that Objective-C would see, by their selectors; only those that some literal names.
    static func table(_ index: PackageIndex, names: Set<String>) -> [String: [(type: TypeInfo, member: Member)]] {
        var result: [String: [(type: TypeInfo, member: Member)]] = [:]
        guard !names.isEmpty else { return result }
        for type in index.all where type.kind != .value {
            for member in type.members where member.isObjC && !member.isAsync && !(member.isOverride && type.kind == .class) {
                var selectors: [String] = []
                switch member.kind {
                case .method:
                    selectors = [
                        member.objcName
                            ?? ObjectiveCName.selector(member.name, member.labels, throwing: member.canThrow)
                    ]
                case .property:
                    let key = member.objcName ?? ObjectiveCName.plain(member.name)
                    selectors = [key] + (member.isSettable ? [ObjectiveCName.setter(key)] : [])
                default: break
                }
                for selector in selectors where names.contains(selector) { result[selector, default: []].append((type, member)) }
            }
        }
        return result
    }
}
