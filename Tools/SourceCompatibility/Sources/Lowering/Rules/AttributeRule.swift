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
        default: break
        }
        return .skipChildren
    }
}
