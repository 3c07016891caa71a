internal import SwiftSyntax

/// One declaration inside a type or an extension.
struct Member {
    enum Kind { case method, property, initializer, subscripting }

    struct Parameter {
        /// `_` for none.
        let label: String
        /// The name inside; one is made up where there is none.
        let name: String
        /// As written, without attributes that Linux doesn't know.
        let type: String
        let isInout: Bool
        let isVariadic: Bool
        let defaultValue: String?

        /// True for a closure that doesn't escape.
        var isNonescaping: Bool { type.contains("->") && !type.contains("@escaping") && !type.hasSuffix("?") && !type.hasSuffix("!") }
    }

    let kind: Kind
    let name: String
    let parameters: [Parameter]
    /// The result of a method, the type of a property; nil where none is written.
    let type: String?
    let isStatic: Bool
    var isObjC: Bool
    /// The name in `@objc(name)`.
    let objcName: String?
    let isOptional: Bool
    let isOverride: Bool
    let access: String?
    let canThrow: Bool
    let isAsync: Bool
    /// Stored, or with a setter.
    let isSettable: Bool
    /// Where it stands.
    let file: Int
    let node: DeclSyntax
    /// The extension that it stands in; nil in the body of the type.
    let container: ExtensionDeclSyntax?
    /// The conditions around it that only the compiler decides.
    let conditions: [String]

    var labels: [String] { parameters.map(\.label) }

    /// `tableView(_:didSelectRowAt:)`, `title`.
    var fullName: String { kind == .property ? name : Self.fullName(name, labels) }

    /// Whether a call with these labels can mean it: parameters with default values may be missing, and closures follow the
    /// parentheses.
    func accepts(_ labels: [String], trailing: Int = 0) -> Bool {
        if kind == .property { return true }
        var rest = parameters[...], last: Parameter?
        for label in labels {
            // A further value for a variadic parameter.
            if label == "_", let last, last.isVariadic { continue }
            guard let found = rest.firstIndex(where: { $0.label == label }) else { return false }
            guard rest[..<found].allSatisfy({ $0.defaultValue != nil || $0.isVariadic }) else { return false }
            last = rest[found]
            rest = rest[(found + 1)...]
        }
        let needed = rest.count { $0.defaultValue == nil && !$0.isVariadic }
        return trailing >= needed && trailing <= rest.count
    }

    static func fullName(_ name: String, _ labels: [String]) -> String { name + "(" + labels.map { $0 + ":" }.joined() + ")" }
}

extension Member {
    /// Nil for declarations that are no members of interest (nested types, cases, …).
    static func all(
        in declaration: DeclSyntax, file: Int, container: ExtensionDeclSyntax?, isObjCByScope: Bool, conditions: [String]
    ) -> [Member] {
        if let function = declaration.as(FunctionDeclSyntax.self) {
            return [
                Member(
                    kind: .method, name: function.name.text, parameters: parameters(function.signature.parameterClause),
                    type: function.signature.returnClause?.type.trimmedDescription,
                    traits: Traits(function.attributes, function.modifiers, isObjCByScope),
                    canThrow: function.signature.effectSpecifiers?.throwsClause != nil,
                    isAsync: function.signature.effectSpecifiers?.asyncSpecifier != nil,
                    isSettable: false, file: file, node: declaration, container: container, conditions: conditions
                )
            ]
        }
        if let initializer = declaration.as(InitializerDeclSyntax.self) {
            return [
                Member(
                    kind: .initializer, name: "init", parameters: parameters(initializer.signature.parameterClause), type: nil,
                    traits: Traits(initializer.attributes, initializer.modifiers, isObjCByScope),
                    canThrow: initializer.signature.effectSpecifiers?.throwsClause != nil,
                    isAsync: initializer.signature.effectSpecifiers?.asyncSpecifier != nil,
                    isSettable: false, file: file, node: declaration, container: container, conditions: conditions
                )
            ]
        }
        if let subscripting = declaration.as(SubscriptDeclSyntax.self) {
            return [
                Member(
                    kind: .subscripting, name: "subscript", parameters: parameters(subscripting.parameterClause),
                    type: subscripting.returnClause.type.trimmedDescription,
                    traits: Traits(subscripting.attributes, subscripting.modifiers, isObjCByScope),
                    canThrow: false, isAsync: false, isSettable: false, file: file, node: declaration, container: container,
                    conditions: conditions
                )
            ]
        }
        guard let variable = declaration.as(VariableDeclSyntax.self) else { return [] }
        let traits = Traits(variable.attributes, variable.modifiers, isObjCByScope)
        return variable.bindings.compactMap { binding in
            guard let name = binding.pattern.as(IdentifierPatternSyntax.self)?.identifier.text else { return nil }
            // `var a, b: Int`: the type stands at the last.
            let type = binding.typeAnnotation?.type ?? variable.bindings.last { $0.typeAnnotation != nil }?.typeAnnotation?.type
            return Member(
                kind: .property, name: name, parameters: [],
                type: type?.trimmedDescription ?? Self.evidentType(of: binding.initializer?.value),
                traits: traits, canThrow: false, isAsync: false,
                isSettable: variable.bindingSpecifier.text == "var" && !Accessors(binding).isReadOnly, file: file, node: declaration,
                container: container,
                conditions: conditions
            )
        }
    }

    private init(
        kind: Kind, name: String, parameters: [Parameter], type: String?, traits: Traits, canThrow: Bool, isAsync: Bool, isSettable: Bool,
        file: Int,
        node: DeclSyntax, container: ExtensionDeclSyntax?, conditions: [String]
    ) {
        self.init(
            kind: kind, name: name, parameters: parameters, type: type, isStatic: traits.isStatic, isObjC: traits.isObjC,
            objcName: traits.objcName,
            isOptional: traits.isOptional, isOverride: traits.isOverride, access: traits.access, canThrow: canThrow, isAsync: isAsync,
            isSettable: isSettable, file: file, node: node, container: container, conditions: conditions
        )
    }

    private static func parameters(_ clause: FunctionParameterClauseSyntax) -> [Parameter] {
        clause.parameters.enumerated().map { index, parameter in
            let attributed = parameter.type.as(AttributedTypeSyntax.self)
            let name = (parameter.secondName ?? parameter.firstName).text
            return Parameter(
                label: parameter.firstName.text, name: name == "_" ? "_\(index)" : name,
                type: TypeText.lowered(parameter.type),
                isInout: attributed?.specifiers.contains { $0.trimmedDescription == "inout" } ?? false,
                isVariadic: parameter.ellipsis != nil, defaultValue: parameter.defaultValue?.value.trimmedDescription
            )
        }
    }

    /// `UIButton(type: .system)` is a UIButton, `"a"` a String.
    private static func evidentType(of value: ExprSyntax?) -> String? {
        guard let value else { return nil }
        if value.is(StringLiteralExprSyntax.self) { return "String" }
        if value.is(BooleanLiteralExprSyntax.self) { return "Bool" }
        if value.is(IntegerLiteralExprSyntax.self) { return "Int" }
        if value.is(FloatLiteralExprSyntax.self) { return "Double" }
        guard let call = value.as(FunctionCallExprSyntax.self) else { return nil }
        let called = call.calledExpression.trimmedDescription
        return called.split(separator: ".").last?.first?.isUppercase == true ? called : nil
    }

    /// What attributes and modifiers say.
    private struct Traits {
        var isStatic = false, isObjC = false, isOptional = false, isOverride = false
        var objcName: String?
        var access: String?

        init(_ attributes: AttributeListSyntax, _ modifiers: DeclModifierListSyntax, _ isObjCByScope: Bool) {
            isObjC = isObjCByScope
            for attribute in attributes.compactMap({ $0.as(AttributeSyntax.self) }) {
                switch attribute.attributeName.trimmedDescription {
                case "objc":
                    isObjC = true
                    objcName = attribute.arguments?.trimmedDescription
                case "IBAction", "IBOutlet", "IBInspectable", "NSManaged", "IBSegueAction", "GKInspectable": isObjC = true
                case "nonobjc": isObjC = false
                default: break
                }
            }
            for modifier in modifiers {
                switch modifier.name.text {
                case "static", "class": isStatic = true
                case "optional": isOptional = true
                case "override": isOverride = true
                case "private", "fileprivate", "internal", "package", "public", "open":
                    if modifier.detail == nil { access = modifier.name.text }
                default: break
                }
            }
        }
    }
}

/// The accessors of one property.
struct Accessors {
    var getter: AccessorDeclSyntax?
    var setter: AccessorDeclSyntax?
    var willSet: AccessorDeclSyntax?
    var didSet: AccessorDeclSyntax?
    /// `{ return 1 }`, a getter without the word.
    var body: CodeBlockItemListSyntax?

    init(_ binding: PatternBindingSyntax) {
        let accessors = binding.accessorBlock?.accessors
        if case .getter(let items)? = accessors { body = items }
        guard case .accessors(let list)? = accessors else { return }
        for accessor in list {
            switch accessor.accessorSpecifier.text {
            case "get": getter = accessor
            case "set": setter = accessor
            case "willSet": willSet = accessor
            case "didSet": didSet = accessor
            default: getter = getter ?? accessor
            }
        }
    }

    var isComputed: Bool { body != nil || getter != nil || setter != nil }
    var isReadOnly: Bool { isComputed && setter == nil }
}

/// Types as text.
enum TypeText {
    /// Without `@convention(block)`.
    static func lowered(_ type: TypeSyntax) -> String {
        type.trimmedDescription.replacingText("@convention(block) ", with: "").replacingText("@convention(block)", with: "")
    }

    /// The name of a class behind `Optional`, `!`, `any` and `weak`: `UIView?` is a UIView; nil for what is no plain name.
    static func plainName(_ type: String) -> String? {
        var text = Substring(type)
        while let last = text.last, last == "?" || last == "!" { text.removeLast() }
        if text.hasPrefix("any ") { text = text.dropFirst(4) }
        if text.hasPrefix("("), text.hasSuffix(")") { return plainName(String(text.dropFirst().dropLast())) }
        if let generic = text.firstIndex(of: "<") { text = text[..<generic] }
        return !text.isEmpty && text.allSatisfy { $0.isLetter || $0.isNumber || $0 == "_" || $0 == "." } ? String(text) : nil
    }
}

extension String {
    func replacingText(_ old: String, with new: String) -> String {
        guard contains(old) else { return self }
        var result = "", rest = self[...]
        while let range = rest.firstRange(of: old) {
            result += rest[..<range.lowerBound] + new
            rest = rest[range.upperBound...]
        }
        return result + rest
    }
}
