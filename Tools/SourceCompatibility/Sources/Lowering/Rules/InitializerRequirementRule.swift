internal import SwiftSyntax

/// A protocol can require `init()` of Apple's classes, whose imported initialisers count as required ones. Those of Linux don't.
///
///     protocol P: AnyObject { init() }
///     extension NSObject: P {}
///     class A: P { required init() {} }
///     ->
///     protocol P: AnyObject, _Making {  }
///     extension NSObject: P {}
///     class A: P, _Initialized { required init() {} }
///     extension P { init() { self.init(_making: { … }) } }
///
/// What the extension makes is made by the initialiser of the object's class, as far as the library can call it.
enum InitializerRequirementRule {
    static let name = "initializer requirement"

    static func apply(in context: LoweringContext) {
        var done: Set<String> = []
        for type in context.index.all where type.kind == .external && isApples(type.name) {
            for inherited in type.inherited {
                let file = context.files[inherited.file]
                // The library's part that makes objects.
                guard !file.imports.isDisjoint(with: ["UIKit", "QuartzCore"]) else { continue }
                for required in context.index.protocols([inherited.name], scope: type.path, module: type.module) {
                    guard let requirement = requirement(of: required), done.insert("\(required.module).\(required.path)").inserted else {
                        continue
                    }
                    lower(required, requirement, file, inherited.conditions, context)
                }
            }
        }
    }

    private static func isApples(_ name: String) -> Bool { name == "NSObject" || AppleClasses.superclass[name] != nil }

    /// The requirement `init()`, in the protocol's own declaration.
    private static func requirement(of type: TypeInfo) -> Member? {
        type.members.first { member in
            guard member.kind == .initializer, member.parameters.isEmpty, member.container == nil,
                let made = member.node.as(InitializerDeclSyntax.self)
            else { return false }
            return made.optionalMark == nil && !member.canThrow && !member.isAsync
        }
    }

    private static func lower(
        _ type: TypeInfo, _ requirement: Member, _ file: FileContext, _ conditions: [String], _ context: LoweringContext
    ) {
        guard let declaration = type.declaration, let node = declaration.node.as(ProtocolDeclSyntax.self) else { return }
        let home = context.files[declaration.file]
        home.blank(requirement.node)
        if let last = node.inheritanceClause?.inheritedTypes.last {
            home.insert(", _Making", at: last.type.endPositionBeforeTrailingTrivia)
        } else {
            home.insert(": _Making", at: node.name.endPositionBeforeTrailingTrivia)
        }
        home.count(name)
        let access = node.modifiers.contains { $0.name.text == "public" } ? "public " : ""
        file.append(
            "extension \(type.path) { \(access)init() { self.init(_making: { (Self.self as? any _Initialized.Type).map { $0.init() as! Self }"
                + " ?? (Self.self as! any ObjectiveCObject.Type)._made() as! Self }) } }", under: conditions, from: file.tree)
        for conforming in context.index.all where conforming.kind == .class || conforming.kind == .value {
            guard let place = conforming.inherited.first(where: { isName($0.name, of: type, in: conforming, context) }),
                !context.index.ancestry(conforming.path, module: conforming.module).contains(where: { isApples($0.name) })
            else { continue }
            context.files[place.file].insert(", _Initialized", at: place.end)
        }
    }

    private static func isName(_ name: String, of type: TypeInfo, in conforming: TypeInfo, _ context: LoweringContext) -> Bool {
        context.index.protocols([name], scope: conforming.path, module: conforming.module).contains { $0 === type }
    }
}
