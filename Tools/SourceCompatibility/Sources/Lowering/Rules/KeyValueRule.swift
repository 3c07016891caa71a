internal import SwiftSyntax

/// Properties that Objective-C observes tell who observes them.
///
///     @objc dynamic var x = 1     ->  var x = 1 { willSet { willChangeValue(forKey: "x", x) } didSet { didChangeValue(forKey: "x", x) } }
///     a.observe(\.b.c)            ->  a.observe(keyPathNamed(\.b.c, "b.c"))
enum KeyValueRule {
    static let name = "@objc dynamic"

    static func apply(to node: VariableDeclSyntax, in lowering: FileLowering) {
        let file = lowering.file
        guard let dynamic = node.modifiers.first(where: { $0.name.text == "dynamic" }), isObjC(node.attributes, lowering) else { return }
        file.blank(dynamic)
        guard node.bindingSpecifier.text == "var", !node.modifiers.contains(where: { $0.name.text == "static" || $0.name.text == "class" }),
            !node.attributes.contains(where: { $0.as(AttributeSyntax.self)?.attributeName.trimmedDescription == "NSManaged" })
        else { return }
        for binding in node.bindings {
            guard let property = binding.pattern.as(IdentifierPatternSyntax.self)?.identifier.text else { continue }
            file.count(name)
            observe(binding, property, key: objcName(node.attributes) ?? ObjectiveCName.plain(property), in: file)
        }
    }

    /// `@objc dynamic func`: Swift's own `dynamic` costs, and nobody exchanges methods by name here.
    static func apply(to node: FunctionDeclSyntax, in lowering: FileLowering) {
        if let dynamic = node.modifiers.first(where: { $0.name.text == "dynamic" }), isObjC(node.attributes, lowering) {
            lowering.file.blank(dynamic)
        }
        overrideOfObject(node, in: lowering)
    }

    private static func observe(_ binding: PatternBindingSyntax, _ property: String, key: String, in file: FileContext) {
        let will = "willChangeValue(forKey: \"\(key)\", \(property))", did = "didChangeValue(forKey: \"\(key)\", \(property))"
        let accessors = Accessors(binding)
        if accessors.isComputed {
            guard let body = accessors.setter?.body else { return }
            file.insert(" \(will); defer { \(did) };", at: body.leftBrace.endPositionBeforeTrailingTrivia)
            return
        }
        guard let block = binding.accessorBlock else {
            let end = binding.initializer?.endPositionBeforeTrailingTrivia ?? binding.endWithoutComma
            file.insert(" { willSet { \(will) } didSet { \(did) } }", at: end)
            return
        }
        if let body = accessors.willSet?.body {
            file.insert(" \(will);", at: body.leftBrace.endPositionBeforeTrailingTrivia)
        } else {
            file.insert(" willSet { \(will) }", at: block.leftBrace.endPositionBeforeTrailingTrivia)
        }
        if let body = accessors.didSet?.body {
            file.insert(" defer { \(did) };", at: body.leftBrace.endPositionBeforeTrailingTrivia)
        } else {
            file.insert(" didSet { \(did) }", at: block.leftBrace.endPositionBeforeTrailingTrivia)
        }
    }

    private static func isObjC(_ attributes: AttributeListSyntax, _ lowering: FileLowering) -> Bool {
        func has(_ attributes: AttributeListSyntax, _ names: Set<String>) -> Bool {
            attributes.contains { $0.as(AttributeSyntax.self).map { names.contains($0.attributeName.trimmedDescription) } ?? false }
        }
        if has(attributes, ["objc", "IBInspectable", "IBOutlet", "NSManaged"]) { return true }
        guard let scope = lowering.scopes.last?.node else { return false }
        return has(scope.as(ClassDeclSyntax.self)?.attributes ?? [], ["objcMembers"])
            || has(scope.as(ExtensionDeclSyntax.self)?.attributes ?? [], ["objc"])
    }

    private static func objcName(_ attributes: AttributeListSyntax) -> String? {
        attributes.lazy.compactMap { $0.as(AttributeSyntax.self) }
            .first { $0.attributeName.trimmedDescription == "objc" }?.arguments?.trimmedDescription
    }

    /// Key paths have no names at run time: the call says it.
    static func applyToObserve(_ node: FunctionCallExprSyntax, in lowering: FileLowering) {
        guard node.calledExpression.as(MemberAccessExprSyntax.self)?.declName.baseName.text == "observe",
            let argument = node.arguments.first,
            argument.label == nil, let path = argument.expression.as(KeyPathExprSyntax.self)
        else { return }
        var names: [String] = []
        for component in path.components {
            if let property = component.component.as(KeyPathPropertyComponentSyntax.self) {
                names.append(ObjectiveCName.plain(property.declName.baseName.text))
            } else if !component.component.is(KeyPathOptionalComponentSyntax.self) {
                return
            }
        }
        // `\Type.name`: the parser takes the type for the root, or, where it can't tell, for a component.
        while let first = names.first, names.count > 1, first.first?.isUppercase == true { names.removeFirst() }
        guard !names.isEmpty else { return }
        lowering.file.count("observe(\\.…)")
        lowering.file.insert("ObjectiveCRuntime.keyPathNamed(", at: path.positionAfterSkippingLeadingTrivia)
        lowering.file.insert(", \"\(names.joined(separator: "."))\")", at: path.endPositionBeforeTrailingTrivia)
    }

    /// What Objective-C lets every class override, and an extension of NSObject only declares on Linux: the topmost class that does it
    /// overrides
    /// nothing. One that is reported of changes becomes a KeyValueObserver.
    private static func overrideOfObject(_ node: FunctionDeclSyntax, in lowering: FileLowering) {
        let labels = node.signature.parameterClause.parameters.map(\.firstName.text)
        guard let override = node.modifiers.first(where: { $0.name.text == "override" }),
            objectMethods.contains(Member.fullName(node.name.text, labels)),
            let scope = lowering.scopePath
        else { return }
        let chain = lowering.context.index.ancestry(scope, module: lowering.file.module).dropFirst()
        // Some of Apple's classes declare it themselves.
        if let owners = ownersOfMethods[node.name.text], chain.contains(where: { owners.contains($0.name) }) { return }
        guard !chain.contains(where: { $0.records.contains { $0.kind == .class && !$0.members(node.name.text, labels).isEmpty } }) else {
            return
        }
        lowering.file.count("override of NSObject")
        lowering.file.blank(override)
        if let type = lowering.scopes.last?.node { addObserver(node.name.text, to: type, lowering.file) }
    }

    /// A class that is reported of changes becomes a KeyValueObserver.
    static func addObserver(_ method: String, to type: some SyntaxProtocol, _ file: FileContext) {
        guard method == "observeValue", let last = type.as(ClassDeclSyntax.self)?.inheritanceClause?.inheritedTypes.last else { return }
        file.insert(", KeyValueObserver", at: last.type.endPositionBeforeTrailingTrivia)
    }

    /// The classes that declare methods of Apple's categories on NSObject.
    private static let ownersOfMethods: [String: Set<String>] = [
        "awakeFromNib": ["UIView", "UIViewController", "UIBarItem", "NSLayoutConstraint"],
        "prepareForInterfaceBuilder": ["UIView", "UIBarItem"], "awakeAfter": ["UIView"],
    ]

    /// Whether an override in an extension of a class overrides nothing on Linux: no class of the package above it has the method.
    static func overridesObject(_ member: Member, of type: TypeInfo, _ index: PackageIndex) -> Bool {
        guard member.kind == .method, objectMethods.contains(member.fullName) else { return false }
        let chain = index.ancestry(type.path, module: type.module).dropFirst()
        if let owners = ownersOfMethods[member.name], chain.contains(where: { owners.contains($0.name) }) { return false }
        return !chain.contains { step in
            step.records.contains { $0.kind == .class && !$0.members(member.name, member.parameters.map(\.label)).isEmpty }
        }
    }

    private static let objectMethods: Set<String> = [
        "awakeFromNib()", "prepareForInterfaceBuilder()", "awakeAfter(using:)",
        "getObjectValue(_:for:errorDescription:)", "getObjectValue(_:for:range:)",
        "isPartialStringValid(_:newEditingString:errorDescription:)",
        "isPartialStringValid(_:proposedSelectedRange:originalString:originalSelectedRange:errorDescription:)",
        "observeValue(forKeyPath:of:change:context:)", "responds(to:)", "forwardingTarget(for:)", "doesNotRecognizeSelector(_:)",
        "method(for:)",
        "value(forUndefinedKey:)", "setValue(_:forUndefinedKey:)", "setNilValueForKey(_:)", "automaticallyNotifiesObservers(forKey:)",
        "keyPathsForValuesAffectingValue(forKey:)", "addObserver(_:forKeyPath:options:context:)", "removeObserver(_:forKeyPath:)",
        "removeObserver(_:forKeyPath:context:)",
    ]
}
