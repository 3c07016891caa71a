internal import SwiftSyntax

/// An override in an extension keeps its text and place under a name of its own; the body of the class gets an override that calls it.
///
///     class A: UIView {}                          ->  class A: UIView { override func layoutSubviews() { _A_layoutSubviews() }; }
///     extension A {                                   extension A {
///         override func layoutSubviews() { … }                 func _A_layoutSubviews() { … }
///     }                                               }
///
/// What an extension adds to a class from elsewhere asks for those who override it:
///
///     extension UIView { @objc func save() { a } }            ->  func save() { if let target = self as? UILabel { … }; … };
///                                                                 func _UIView_save() { a }
///     extension UILabel { override func save() { … } }        ->  func _UILabel_save() { … }
enum ExtensionOverrideRule {
    static let name = "override in extension"

    static func apply(in context: LoweringContext) {
        for place in context.overrides.moved { move(place, context) }
        for group in context.overrides.dispatched { dispatch(group, context) }
        for (place, message) in context.overrides.impossible {
            let file = context.files[place.member.file]
            file.problem(name, at: place.member.node, message, severity: .warning)
            rename(place, file, keepsAccess: true)
        }
    }

    /// `super.save()`, where `save` asks who overrides it.
    static func apply(to node: MemberAccessExprSyntax, in lowering: FileLowering) {
        guard let base = node.base, base.is(SuperExprSyntax.self), let scope = lowering.scopePath else { return }
        let call = node.parent?.as(FunctionCallExprSyntax.self)
        let trailing = call.map { ($0.trailingClosure == nil ? 0 : 1) + $0.additionalTrailingClosures.count } ?? 0
        guard
            let name = lowering.context.overrides.superName(
                node.declName.baseName.text, labels: call?.arguments.map { $0.label?.text ?? "_" }, trailing: trailing, in: scope,
                module: lowering.file.module
            )
        else { return }
        lowering.file.replace(base, with: "self")
        lowering.file.replace(node.declName.baseName, with: name)
    }

    // MARK: Into the body of the class

    private static func move(_ place: ExtensionOverrides.Place, _ context: LoweringContext) {
        let file = context.files[place.member.file]
        guard let declaration = place.type.declaration, let body = declaration.node.as(ClassDeclSyntax.self)?.memberBlock else { return }
        guard var text = forwarder(place, file) else {
            return file.problem(name, at: place.member.node, "this override in an extension can't be lowered")
        }
        file.count(name)
        rename(place, file, keepsAccess: declaration.file == place.member.file)
        let home = context.files[declaration.file]
        if KeyValueRule.overridesObject(place.member, of: place.type, context.index) {
            // An extension of NSObject declares it on Linux, which can't be overridden.
            text = text.replacingText("override ", with: "")
            KeyValueRule.addObserver(place.member.name, to: declaration.node, home)
        }
        let start = body.leftBrace.endPositionBeforeTrailingTrivia
        let conditions = place.member.conditions.filter { !declaration.conditions.contains($0) }
        if conditions.isEmpty {
            home.insert(" \(text);", at: start)
        } else {
            let opening = conditions.map { "#if \($0)\n" }.joined(), closing = conditions.map { _ in "#endif\n" }.joined()
            home.insert("\n\(opening)\(text)\n\(closing)\(home.sourceLocation(of: body.leftBrace))\n", at: start)
        }
        if home !== file { addImports(of: file, to: home) }
    }

    private static func forwarder(_ place: ExtensionOverrides.Place, _ file: FileContext) -> String? {
        let member = place.member
        let implementation = ExtensionOverrides.implementationName(place.type, member)
        let words = header(of: member)
        if member.kind == .property {
            guard let binding = binding(of: member) else { return nil }
            let accessors = Accessors(binding), type = member.type ?? "Any"
            if !accessors.isComputed {
                let will = accessors.willSet == nil ? "" : " willSet { \(implementation)_willSet(newValue) }"
                let did = accessors.didSet == nil ? "" : " didSet { \(implementation)_didSet(oldValue) }"
                return "\(words)var \(member.name): \(type) {\(will)\(did) }"
            }
            return accessors.setter == nil
                ? "\(words)var \(member.name): \(type) { \(implementation) }"
                : "\(words)var \(member.name): \(type) { get { \(implementation) } set { \(implementation) = newValue } }"
        }
        return "\(words)\(signature(of: member)) { \(call(member, implementation)) }"
    }

    // MARK: Asking who overrides

    private static func dispatch(_ group: ExtensionOverrides.Dispatched, _ context: LoweringContext) {
        let origin = group.origin, member = origin.member, file = context.files[member.file]
        let implementation = ExtensionOverrides.implementationName(origin.type, member)
        var reading = "", writing = ""
        for place in group.overrides {
            let home = context.files[place.member.file]
            if place.type.module != origin.type.module {
                home.problem(
                    name, at: place.member.node,
                    "\(member.name) is declared in an extension of \(origin.type.path) in another module: that can't be overridden")
                continue
            }
            if place.type.isGeneric || (place.type.access == "private" || place.type.access == "fileprivate") && home !== file {
                home.problem(
                    name, at: place.member.node,
                    "an override of \(member.name), which an extension declares, in a generic or private class can't be lowered")
                continue
            }
            let own = ExtensionOverrides.implementationName(place.type, member)
            let metatype = member.isStatic ? ".Type" : ""
            if member.kind == .property, isObserver(place.member) {
                writing += observing(place, of: group, context)
            } else if member.kind == .property {
                reading += "if let target = self as? \(place.type.path)\(metatype) { return target.\(own) }; "
                if place.member.isSettable {
                    writing += "if let target = self as? \(place.type.path)\(metatype) { target.\(own) = newValue; return }; "
                }
            } else {
                reading += "if let target = self as? \(place.type.path)\(metatype) { return \(call(member, "target.\(own)")) }; "
            }
            home.count(name)
            rename(place, home, keepsAccess: home === file)
            inheritDefaults(place.member, from: member, home)
        }
        guard let start = declarationStart(of: member.node) else { return }
        let words = header(of: member)
        if member.kind == .property {
            let type = member.type ?? "Any"
            let body =
                member.isSettable
                ? "get { \(reading)return \(implementation) } set { \(writing)\(implementation) = newValue }"
                : "\(reading)return \(implementation)"
            file.insert("\(words)var \(member.name): \(type) { \(body) }; ", at: start)
        } else {
            file.insert("\(words)\(signature(of: member)) { \(reading)return \(call(member, implementation)) }; ", at: start)
        }
        file.count(name)
        rename(origin, file, keepsAccess: true)
    }

    private static func isObserver(_ member: Member) -> Bool { binding(of: member).map { !Accessors($0).isComputed } ?? false }

    /// An override that only observes: the value is that of the next class above with accessors, and of the extension otherwise. The
    /// observers of the classes between are called as well, the topmost first.
    private static func observing(_ place: ExtensionOverrides.Place, of group: ExtensionOverrides.Dispatched, _ context: LoweringContext)
        -> String
    {
        let ancestors = context.index.ancestry(place.type.path, module: place.type.module)
        var observers = [place], value = ExtensionOverrides.implementationName(group.origin.type, group.origin.member)
        for step in ancestors.dropFirst() {
            guard let above = group.overrides.first(where: { other in step.records.contains { $0 === other.type } }) else { continue }
            if isObserver(above.member) {
                observers.append(above)
            } else {
                value = ExtensionOverrides.implementationName(above.type, above.member)
                break
            }
        }
        var will = "", did = ""
        for observer in observers {
            guard let accessors = binding(of: observer.member).map(Accessors.init) else { continue }
            let own = ExtensionOverrides.implementationName(observer.type, observer.member)
            if accessors.willSet != nil { will += "target.\(own)_willSet(newValue); " }
            if accessors.didSet != nil { did = "target.\(own)_didSet(oldValue); " + did }
        }
        return "if let target = self as? \(place.type.path) { let oldValue = target.\(value); \(will)target.\(value) = newValue; "
            + "\(did)_ = oldValue; return }; "
    }

    // MARK: Text

    /// Takes `override` and `open` away and gives the member its own name.
    private static func rename(_ place: ExtensionOverrides.Place, _ file: FileContext, keepsAccess: Bool) {
        let member = place.member
        let implementation = ExtensionOverrides.implementationName(place.type, member)
        let modifiers = member.node.as(FunctionDeclSyntax.self)?.modifiers ?? member.node.as(VariableDeclSyntax.self)?.modifiers ?? []
        for modifier in modifiers where ["override", "open", "final"].contains(modifier.name.text) { file.blank(modifier) }
        if !keepsAccess, member.access == nil,
            let around = member.container?.modifiers.first(where: { $0.name.text == "private" || $0.name.text == "fileprivate" })
        {
            file.blank(around)
        }
        if let function = member.node.as(FunctionDeclSyntax.self) {
            file.replace(function.name, with: implementation)
            // Inside, a variadic parameter is an array: under its own name the member takes that.
            for parameter in function.signature.parameterClause.parameters {
                guard let ellipsis = parameter.ellipsis else { continue }
                file.insert("[", at: parameter.type.positionAfterSkippingLeadingTrivia)
                file.replace(ellipsis, with: "]")
            }
        } else if let variable = member.node.as(VariableDeclSyntax.self), let binding = binding(of: member) {
            let accessors = Accessors(binding)
            guard !accessors.isComputed, let block = binding.accessorBlock else {
                return file.replace(binding.pattern, with: implementation)
            }
            // The observers become methods; what stood around them goes.
            let type = member.type ?? "Any"
            file.blank(variable.positionAfterSkippingLeadingTrivia.utf8Offset..<block.leftBrace.endPositionBeforeTrailingTrivia.utf8Offset)
            file.blank(block.rightBrace)
            for (accessor, word) in [(accessors.willSet, "newValue"), (accessors.didSet, "oldValue")] {
                guard let accessor else { continue }
                let isSecond = [accessors.willSet, accessors.didSet].contains { $0.map { $0.position < accessor.position } ?? false }
                let value = accessor.parameters?.name.text ?? word
                let end = accessor.parameters?.endPositionBeforeTrailingTrivia ?? accessor.accessorSpecifier.endPositionBeforeTrailingTrivia
                file.edits.replace(
                    accessor.accessorSpecifier.positionAfterSkippingLeadingTrivia.utf8Offset..<end.utf8Offset,
                    with: "\(isSecond ? "; " : "")func \(implementation)_\(accessor.accessorSpecifier.text)(_ \(value): \(type))"
                )
            }
        }
    }

    /// An override has the default values of what it overrides; under a name of its own it has to say them.
    private static func inheritDefaults(_ member: Member, from origin: Member, _ file: FileContext) {
        guard let parameters = member.node.as(FunctionDeclSyntax.self)?.signature.parameterClause.parameters else { return }
        for (parameter, inherited) in zip(parameters, origin.parameters) {
            guard parameter.defaultValue == nil, let value = inherited.defaultValue else { continue }
            file.insert(" = \(value)", at: parameter.type.endPositionBeforeTrailingTrivia)
        }
    }

    /// Attributes and modifiers of the member that takes the name.
    private static func header(of member: Member) -> String {
        let attributes = member.node.as(FunctionDeclSyntax.self)?.attributes ?? member.node.as(VariableDeclSyntax.self)?.attributes ?? []
        let modifiers = member.node.as(FunctionDeclSyntax.self)?.modifiers ?? member.node.as(VariableDeclSyntax.self)?.modifiers ?? []
        var words = OptionalProtocolRule.kept(attributes)
        if !words.isEmpty { words += " " }
        for modifier in modifiers where !["dynamic", "optional"].contains(modifier.name.text) {
            // `open` needs a class; what an extension of another's class declares is public at most.
            words +=
                (modifier.name.text == "open" && member.container != nil
                    && !member.isOverride ? "open" : modifier.trimmedDescription) + " "
        }
        if member.access == nil,
            let around = member.container?.modifiers.first(where: { $0.name.text == "public" || $0.name.text == "package" })
        {
            words += around.name.text + " "
        }
        return words
    }

    private static func signature(of member: Member) -> String {
        guard let function = member.node.as(FunctionDeclSyntax.self) else { return "" }
        let parameters = member.parameters.map { parameter in
            (parameter.label == parameter.name ? parameter.name : "\(parameter.label) \(parameter.name)") + ": \(parameter.type)"
                + (parameter.isVariadic ? "..." : "") + (parameter.defaultValue.map { " = \($0)" } ?? "")
        }.joined(separator: ", ")
        let effects = function.signature.effectSpecifiers.map { " " + $0.trimmedDescription } ?? ""
        return "func \(member.name)\(function.genericParameterClause?.trimmedDescription ?? "")(\(parameters))\(effects)"
            + (member.type.map { " -> \($0)" } ?? "") + (function.genericWhereClause.map { " " + $0.trimmedDescription } ?? "")
    }

    private static func call(_ member: Member, _ implementation: String) -> String {
        let arguments = member.parameters.map { parameter in
            (parameter.label == "_" ? "" : "\(parameter.label): ") + (parameter.isInout ? "&" : "") + parameter.name
        }
        return (member.canThrow ? "try " : "") + (member.isAsync ? "await " : "")
            + "\(implementation)(\(arguments.joined(separator: ", ")))"
    }

    private static func binding(of member: Member) -> PatternBindingSyntax? {
        member.node.as(VariableDeclSyntax.self)?.bindings.first { $0.pattern.trimmedDescription == member.name }
    }

    private static func declarationStart(of node: DeclSyntax) -> AbsolutePosition? { node.positionAfterSkippingLeadingTrivia }

    /// The types in a signature may come from modules that only the extension's file imports.
    private static func addImports(of file: FileContext, to home: FileContext) {
        func imports(_ file: FileContext) -> [String] {
            file.tree.statements.compactMap { $0.item.as(ImportDeclSyntax.self)?.path.first?.name.text }
        }
        let present = Set(imports(home))
        for module in imports(file) where !present.contains(module) && LoweringPolicy.agateModules.contains(module) {
            home.addImport(module)
        }
    }
}
