internal import SwiftSyntax

/// Messages to a class that is only known to be one, and classes by their names in Objective-C.
///
///     var type: AnyClass? = …; type?.superclass()     ->  ObjectiveCRuntime.ClassMessages(type)?.superclass()
///     type.reload?()                                  ->  (type as? Board.Type)?.reload()
///     NSClassFromString("UIApplication")              ->  ObjectiveCRuntime.classNamed("UIApplication")
enum AnyClassRule {
    static let name = "AnyClass"

    /// What every class understands, with the types that matter to rules. Those of ``ClassMessages``.
    static let messages: [String: String] = [
        "superclass()": "AnyClass?", "isSubclass(of:)": "Bool", "responds(to:)": "Bool", "instancesRespond(to:)": "Bool",
        "perform(_:)": "Unmanaged<AnyObject>!", "perform(_:with:)": "Unmanaged<AnyObject>!",
        "perform(_:with:with:)": "Unmanaged<AnyObject>!",
        "description()": "String", "debugDescription()": "String", "hash()": "Int", "isEqual(_:)": "Bool",
    ]

    /// Functions and members of Apple's that return a class of unknown kind.
    static let functions: [String: String] = [
        "NSClassFromString": "AnyClass?", "object_getClass": "AnyClass?", "class_getSuperclass": "AnyClass?", "objc_getClass": "Any?",
        "objc_lookUpClass": "AnyClass?", "classNamed": "AnyClass?",
    ]

    /// Returns the type of a call of a function that returns a class.
    static func result(of name: String) -> String? { functions[name] }

    /// - Returns: true if the base is a class of unknown kind.
    static func apply(to node: MemberAccessExprSyntax, in lowering: FileLowering) -> Bool {
        guard let base = node.base, !AnyObjectRule.describesType(node), isAnyClass(base, in: lowering) else { return false }
        let member = node.declName.baseName.text
        guard !["self", "Type", "init"].contains(member), node.declName.argumentNames == nil else { return true }
        let chain = node.parent?.as(OptionalChainingExprSyntax.self), forced = node.parent?.as(ForceUnwrapExprSyntax.self)
        let call = (chain?.parent ?? forced?.parent ?? node.parent)?.as(FunctionCallExprSyntax.self).flatMap {
            $0.calledExpression.position == node.position ? $0 : nil
        }
        let labels = call.map { $0.arguments.map { $0.label?.text ?? "_" } }
        let full = labels.map { Member.fullName(member, $0) } ?? member
        let start = base.positionAfterSkippingLeadingTrivia
        let isOptional = base.is(OptionalChainingExprSyntax.self)
        // `x?.a`: the question mark stays outside, what is wrapped may be nil.
        let end =
            base.as(OptionalChainingExprSyntax.self)?.questionMark.positionAfterSkippingLeadingTrivia
            ?? base.endPositionBeforeTrailingTrivia
        if let owner = owner(of: member, labels, in: lowering) {
            let mayBeNil = chain != nil || isOptional
            lowering.file.insert("(", at: start)
            lowering.file.insert(" \(mayBeNil ? "as?" : "as!") \(owner).Type)\(mayBeNil && !isOptional ? "?" : "")", at: end)
        } else if messages[full] != nil {
            lowering.file.insert("ObjectiveCRuntime.ClassMessages(", at: start)
            lowering.file.insert(")", at: end)
        } else {
            lowering.file.problem(name, at: node.declName, "no class is known that has \(full): AnyClass finds no members on Linux")
            return true
        }
        // What is called is there: the mark behind it asks whether it is.
        if call != nil, let chain { lowering.file.blank(chain.questionMark) }
        if call != nil, let forced { lowering.file.blank(forced.exclamationMark) }
        lowering.file.count(name)
        return true
    }

    /// The functions of Objective-C that lead from names to classes and back; a method of the program's own has another meaning.
    static func apply(to node: DeclReferenceExprSyntax, in lowering: FileLowering) {
        guard let own = ["NSClassFromString": "classNamed", "NSStringFromClass": "nameOfClass"][node.baseName.text],
            node.argumentNames == nil, node.parent?.is(FunctionCallExprSyntax.self) == true,
            lowering.context.index.globals(node.baseName.text, module: lowering.file.module).isEmpty,
            LocalNames.find(node.baseName.text, at: node) == nil
        else { return }
        lowering.file.count("class names")
        lowering.file.replace(node, with: "ObjectiveCRuntime.\(own)")
    }

    /// The class of the package whose type has the member; the topmost of several.
    private static func owner(of member: String, _ labels: [String]?, in lowering: FileLowering) -> String? {
        let index = lowering.context.index
        let found = (lowering.context.objectMembers[member] ?? []).filter { type in
            guard type.kind == .class, !type.isGeneric else { return false }
            return type.members(member, labels).contains {
                $0.isObjC && $0.isStatic && ($0.file == lowering.file.number || $0.access != "private" && $0.access != "fileprivate")
            }
        }
        let tops = found.filter { type in
            !index.ancestry(type.path, module: type.module).dropFirst().contains { step in
                found.contains { $0 !== type && $0.path == step.name }
            }
        }
        return tops.count == 1 ? tops[0].path : nil
    }

    private static func isAnyClass(_ expression: ExprSyntax, in lowering: FileLowering) -> Bool {
        guard lowering.context.mentionsAnyClass, let known = lowering.types.type(of: expression) else { return false }
        if known.isMetatype { return known.type == "AnyObject" && expression.is(FunctionCallExprSyntax.self) }
        return [
            "AnyClass", "AnyClass?", "AnyClass!", "Optional<AnyClass>", "Swift.AnyClass", "Swift.AnyClass?", "AnyObject.Type",
            "AnyObject.Type?", "(AnyObject.Type)?",
        ].contains(known.type)
    }
}
