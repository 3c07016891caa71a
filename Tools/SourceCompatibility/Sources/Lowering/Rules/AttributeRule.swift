internal import SwiftSyntax

/// Attributes that only Objective-C and Interface Builder read are taken out; the entry point gets its new name.
///
///     @objc func tapped() {}          ->             func tapped() {}
///     @UIApplicationMain class App    ->  @main class App
///     @convention(block) () -> Void   ->                    () -> Void
enum AttributeRule {
    static let removed: Set<String> = [
        "objc", "objcMembers", "nonobjc", "IBOutlet", "IBAction", "IBSegueAction", "IBInspectable", "IBDesignable", "GKInspectable",
    ]

    static func apply(to node: AttributeSyntax, in lowering: FileLowering) -> SyntaxVisitorContinueKind {
        let name = node.attributeName.trimmedDescription
        if removed.contains(name) {
            lowering.file.count("@\(name)")
            lowering.file.blank(node)
            return .skipChildren
        }
        switch name {
        case "UIApplicationMain", "NSApplicationMain":
            lowering.file.count("@\(name)")
            lowering.file.replace(node, with: "@main")
        case "convention" where node.arguments?.trimmedDescription == "block":
            lowering.file.count("@convention(block)")
            lowering.file.blank(node)
        case "convention" where node.arguments?.trimmedDescription == "c":
            // A C function that takes a selector or an object is a method's implementation; there are none to call on Linux.
            guard let type = node.parent?.parent?.as(AttributedTypeSyntax.self)?.baseType, takesObjects(type, lowering) else { break }
            lowering.file.count("@convention(c)")
            lowering.file.blank(node)
            lowering.file.problem(
                "@convention(c)", at: node,
                "implementations of methods can't be called on Linux: what is looked up is nil", severity: .warning)
        default: break
        }
        return .skipChildren
    }

    /// What an extension declares is open only to Objective-C: `open` becomes `public`. What is overridden has gone into the body of its
    /// class.
    static func apply(to modifiers: DeclModifierListSyntax, in lowering: FileLowering) {
        guard lowering.scopes.last?.node.is(ExtensionDeclSyntax.self) == true,
            let open = modifiers.first(where: { $0.name.text == "open" && $0.detail == nil })
        else {
            return
        }
        lowering.file.count("open in extension")
        lowering.file.replace(open, with: "public")
    }

    /// An initialiser that is `required` in Foundation on Linux: `override init(request:cachedResponse:client:)` of a URLProtocol.
    static func apply(to node: InitializerDeclSyntax, in lowering: FileLowering) {
        guard let word = node.modifiers.first(where: { $0.name.text == "override" }),
            !node.modifiers.contains(where: { $0.name.text == "required" }),
            node.signature.parameterClause.parameters.map(\.firstName.text) == ["request", "cachedResponse", "client"]
        else { return }
        lowering.file.count("required")
        lowering.file.replace(word, with: "required")
    }

    private static func takesObjects(_ type: TypeSyntax, _ lowering: FileLowering) -> Bool {
        type.tokens(viewMode: .sourceAccurate).contains { token in
            guard case .identifier(let name) = token.tokenKind else { return false }
            return name == "Selector" || AppleClasses.superclass[name] != nil || name == "NSObject"
                || lowering.context.index.type(name, scope: lowering.scopePath, module: lowering.file.module)?.kind == .class
        }
    }
}
