internal import SwiftSyntax

/// A key path by name becomes its text; where values are observed or read by it, it also carries the path itself.
///
///     #keyPath(Dial.angle)                             ->  "angle"
///     value(forKeyPath: #keyPath(Dial.angle))          ->  value(forKeyPath: keyPathName(\Dial.angle, "angle"))
enum KeyPathRule {
    static let name = "#keyPath"

    static func apply(to node: MacroExpansionExprSyntax, in lowering: FileLowering) {
        guard let argument = node.arguments.first?.expression, var components = components(of: argument), !components.isEmpty else {
            return lowering.file.problem(name, at: node, "this form of #keyPath has no rule")
        }
        let index = lowering.context.index, module = lowering.file.module
        // The type: as many components as name types.
        var type: String?
        var scope = lowering.scopePath
        if let first = components.first, first == "self" || first == "Self" {
            components.removeFirst()
        } else {
            var path = ""
            while components.count > 1, isTypeName(components[0], path, scope, index, module) {
                path += (path.isEmpty ? "" : ".") + components.removeFirst()
            }
            if !path.isEmpty {
                type = path
            }
        }
        guard !components.isEmpty else { return lowering.file.problem(name, at: node, "this form of #keyPath has no rule") }
        var owner = type ?? scope
        if type == nil { scope = nil }
        var keys: [String] = [], allKnown = true
        for component in components {
            let plain = ObjectiveCName.plain(component)
            let known = owner.flatMap {
                index.members(
                    component, of: $0, scope: scope,
                    module: module
                ).first { $0.member.kind == .property }
            }
            keys.append(known.map { $0.member.objcName ?? plain } ?? ObjectiveCName.appleKey(plain))
            allKnown = allKnown && known != nil
            owner = known?.member.type.flatMap(TypeText.plainName)
            scope = known?.type.path
        }
        lowering.file.count(name)
        let text = "\"\(keys.joined(separator: "."))\""
        let label = node.parent?.as(LabeledExprSyntax.self)?.label?.text
        if let type, allKnown, components.count == 1, label == "forKeyPath" || label == "forKey" {
            lowering.file.replace(node, with: "ObjectiveCRuntime.keyPathName(\\\(type).\(components[0]), \(text))")
        } else {
            lowering.file.replace(node, with: text)
        }
    }

    private static func isTypeName(_ name: String, _ path: String, _ scope: String?, _ index: PackageIndex, _ module: String) -> Bool {
        if name.first?.isUppercase == true { return true }
        // A type or module in small letters.
        return path.isEmpty && index.type(name, scope: scope, module: module) != nil
    }

    /// `A.b.c`; nil for what is more than names.
    private static func components(of expression: ExprSyntax) -> [String]? {
        if let reference = expression.as(DeclReferenceExprSyntax.self) { return [reference.baseName.text] }
        if let chain = expression.as(OptionalChainingExprSyntax.self) { return components(of: chain.expression) }
        if let unwrapped = expression.as(ForceUnwrapExprSyntax.self) { return components(of: unwrapped.expression) }
        if let generic = expression.as(GenericSpecializationExprSyntax.self) { return components(of: generic.expression) }
        guard let access = expression.as(MemberAccessExprSyntax.self), let base = access.base, let before = components(of: base) else {
            return nil
        }
        return before + [access.declName.baseName.text]
    }
}
